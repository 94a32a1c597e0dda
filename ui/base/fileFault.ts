/** A file that cannot be read, and why. The message is a sentence for the person who opened the file. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
}
