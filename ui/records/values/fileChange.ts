import { isEqual } from '../../base/equal';
import { optionOf, type SchemaField } from '../../model/field';
import { uploadName } from '../../model/file';
import { isMultiple } from '../../model/types/fieldTypes';
import { newFileItem } from '../../model/types/file';

export interface FileChange {
  /** Stored files that stay, in their order. */
  names: readonly string[];
  /** Stored files that will be deleted. */
  removed: readonly string[];
  /** New files. They must be outside proxies, which break a File. */
  added: readonly File[];
}

/** Returns the files as after the save: stored ones by name, new ones as items. */
export const itemsOf = ({ names, added }: FileChange): string[] => [
  ...names,
  ...added.map((file, at) => newFileItem(at, file)),
];

export const unchangedFiles = (names: readonly string[]): FileChange => ({ names, removed: [], added: [] });

/**
 * Returns how many more files the field accepts. Files marked for deletion count, because they can be restored; but
 * not in a single field, or its file could never be replaced.
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

/** Restores the file at its stored position; at the end if the files were reordered. */
export function withRestored(change: FileChange, name: string, stored: readonly string[]): FileChange {
  if (!change.removed.includes(name)) return change;
  const restored = stored.filter((each) => each === name || change.names.includes(each));
  return {
    ...change,
    names: isReordered(change, stored) ? [...change.names, name] : restored,
    removed: change.removed.filter((each) => each !== name),
  };
}

/** True if the order of the kept files has changed. */
export function isReordered({ names }: FileChange, stored: readonly string[]): boolean {
  const inOldOrder = stored.filter((name) => names.includes(name));
  return inOldOrder.some((name, at) => name !== names[at]);
}

/**
 * Adapts a change of the files `old` to the present ones. Keeps files that others have added, drops files that they
 * have removed, and keeps my order if I changed it.
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

/**
 * True if the field has what was sent, and perhaps new files of others. The server renames files. Their order can
 * be compared only without new ones.
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
 * True if the server may have given the upload this name. It keeps only ASCII letters and digits, in lower case,
 * cuts long names, and adds characters to short ones (`normalizeName` in `tools/filesystem/file.go`).
 */
function mayBeStoredAs(uploaded: string, stored: string): boolean {
  const [one, other] = [uploaded, uploadName(stored)].map(plainLetters) as [string, string];
  return one.startsWith(other) || other.startsWith(one);
}

/** The letters and digits before the first dot. */
const plainLetters = (name: string) => (name.split('.')[0] ?? '').replace(/[^A-Za-z0-9]/g, '').toLowerCase();
