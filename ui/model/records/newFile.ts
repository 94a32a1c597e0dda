/** A file that was chosen and is not stored. */
export interface NewFile {
  readonly name: string;
  readonly size: number;
}

/** The server gives its files names without a colon. */
const pattern = /^new:\d+:(\d+):(.*)$/s;

/**
 * Writes a new file as an item among the names of stored ones, so that a list of texts describes a cell's files:
 * `new:1:2048:photo.png`. The number distinguishes two files of one name.
 */
export const newFileItem = (number: number, { name, size }: NewFile): string =>
  `new:${number}:${size}:${name}`;

/** Reads an item; null for the name of a stored file. */
export function newFileOf(item: string): NewFile | null {
  const [, size, name] = pattern.exec(item) ?? [];
  return size === undefined || name === undefined ? null : { name, size: Number(size) };
}

export const isNewFile = (item: string): boolean => pattern.test(item);

/** Returns the names of the stored files among the items. */
export const storedNames = (items: readonly string[]): string[] => items.filter((item) => !isNewFile(item));
