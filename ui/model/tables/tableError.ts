/** A file that cannot be read as a table. The message is a sentence for the person who chose the file. */
export class TableError extends Error {
  override readonly name = 'TableError';
}
