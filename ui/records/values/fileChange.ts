import { isEqual } from '../../base/equal';
import { isMultiple, optionOf, type SchemaField } from '../../model/field';
import { uploadName } from '../../model/file';

/** The changes to the files of a field in the next save. */
export interface FileChange {
  /** Stored files to keep, in their order. */
  names: readonly string[];
  /** Stored files to delete. */
  removed: readonly string[];
  /** New files. A store keeps them outside proxies, because a proxy breaks a File. */
  added: readonly File[];
}

export const unchangedFiles = (names: readonly string[]): FileChange => ({ names, removed: [], added: [] });

/**
 * Returns how many more files the field accepts. Files marked for deletion count, because they can be restored; not in a
 * single field, whose file would else never be replaced.
 */
export function freePlaces(field: SchemaField, { names, removed, added }: FileChange): number {
  const used = names.length + added.length;
  if (!isMultiple(field)) return Math.max(0, 1 - used);
  return Math.max(0, Number(optionOf(field, 'maxSelect')) - used - removed.length);
}

export function withAdded(change: FileChange, files: readonly File[]): FileChange {
  return { ...change, added: [...change.added, ...files] };
}

export function withoutAdded(change: FileChange, at: number): FileChange {
  return { ...change, added: change.added.filter((_, place) => place !== at) };
}

export function withRemoved(change: FileChange, name: string): FileChange {
  if (!change.names.includes(name)) return change;
  const names = change.names.filter((kept) => kept !== name);
  return { ...change, names, removed: [...change.removed, name] };
}

/** Puts the file back at its stored place; at the end if the files were reordered. */
export function withRestored(change: FileChange, name: string, stored: readonly string[]): FileChange {
  if (!change.removed.includes(name)) return change;
  const restored = stored.filter((each) => each === name || change.names.includes(each));
  return {
    ...change,
    names: isReordered(change, stored) ? [...change.names, name] : restored,
    removed: change.removed.filter((each) => each !== name),
  };
}

/** True if the order of the kept files differs from the stored one. */
export function isReordered({ names }: FileChange, stored: readonly string[]): boolean {
  const inOldOrder = stored.filter((name) => names.includes(name));
  return inOldOrder.some((name, at) => name !== names[at]);
}

/**
 * Fits a change of the files `old` to those of today. Keeps files that others added, drops files that they removed, and
 * keeps my order if I changed it.
 */
export function mergedFiles(
  { names, removed, added }: FileChange,
  old: readonly string[],
  their: readonly string[],
): FileChange {
  const isTouched = removed.length > 0 || !isEqual([...names], [...old]);
  const kept = names.filter((name) => their.includes(name));
  const newNames = their.filter((name) => !old.includes(name));
  return {
    names: isTouched ? [...kept, ...newNames] : their,
    removed: removed.filter((name) => their.includes(name)),
    added,
  };
}

/** Adds a change of the files `old` to the changes of today. A new file takes the place of that of a single field. */
export function withChange(
  field: SchemaField,
  now: FileChange,
  change: FileChange,
  old: readonly string[],
): FileChange {
  if (!isMultiple(field) && change.added.length > 0)
    return { names: [], removed: [...now.removed, ...now.names], added: change.added };
  const { names, removed, added } = mergedFiles(change, old, now.names);
  return { names, removed: [...now.removed, ...removed], added: [...now.added, ...added] };
}

/**
 * True if the field holds what was sent, perhaps beside new files of others. The server gives new files other names.
 * Their order is known only without them.
 */
export function holdsFiles(stored: readonly string[], { names, removed, added }: FileChange): boolean {
  if (added.length === 0) return isEqual([...stored], [...names]);
  const fresh = stored.filter((name) => !names.includes(name) && !removed.includes(name));
  return (
    names.every((name) => stored.includes(name)) &&
    !removed.some((name) => stored.includes(name)) &&
    fresh.length >= added.length &&
    added.every((file) => fresh.some((name) => mayBeStoredAs(file.name, name)))
  );
}

/**
 * True if the server may have stored the upload under this name. It keeps ASCII letters and digits, in lower case. It
 * cuts long names and adds characters to short ones (`normalizeName` of tools/filesystem/file.go).
 */
function mayBeStoredAs(uploaded: string, stored: string): boolean {
  const [one, other] = [uploaded, uploadName(stored)].map(plainLetters) as [string, string];
  return one.startsWith(other) || other.startsWith(one);
}

/** Returns the letters and digits before the first dot. */
const plainLetters = (name: string) => (name.split('.')[0] ?? '').replace(/[^A-Za-z0-9]/g, '').toLowerCase();

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
