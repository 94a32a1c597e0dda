import { isEqual } from '../../base/equal';
import { optionOf, type SchemaField } from '../../model/field';
import { uploadName } from '../../model/file';
import { isMultiple } from '../../model/types/fieldTypes';
import { newFileItem } from '../../model/types/file';

/** The changes to the files of a field in the next save. */
export interface FileChange {
  /** Stored files to keep, in their order. */
  names: readonly string[];
  /** Stored files to delete. */
  removed: readonly string[];
  /** New files. A store keeps them outside proxies, because a proxy breaks a File. */
  added: readonly File[];
}

/** Returns the files after a save: stored ones by their names, and new ones as items. */
export const itemsOf = ({ names, added }: FileChange): string[] => [
  ...names,
  ...added.map((file, at) => newFileItem(at, file)),
];

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
