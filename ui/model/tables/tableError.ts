/** The fault of a file of another kind. */
export const unknownFormat = 'Only CSV, TSV, JSON and JSON Lines files can be imported.';

/** A file that cannot be read as a table. The message is a sentence for the person who chose the file. */
export class TableError extends Error {
  override readonly name = 'TableError';
}
