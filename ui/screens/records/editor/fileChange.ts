import { ref } from 'valtio/vanilla';
import { isMultiple, optionOf, type SchemaField } from '../../../model/field';

/** What becomes of the files of a field when the record is saved. */
export interface FileChange {
  /** Stored ones that are kept, in their order. */
  names: readonly string[];
  /** Stored ones that go. */
  removed: readonly string[];
  /** New ones; kept out of proxies, which a File does not survive. */
  added: readonly File[];
}

export const unchangedFiles = (names: readonly string[]): FileChange => ({ names, removed: [], added: [] });

/** How many more files the field takes; those marked as removed make room. */
export function freePlaces(field: SchemaField, { names, added }: FileChange): number {
  const maximum = isMultiple(field) ? Number(optionOf(field, 'maxSelect')) : 1;
  return Math.max(0, maximum - names.length - added.length);
}

export function withAdded(change: FileChange, files: readonly File[]): FileChange {
  return { ...change, added: [...change.added, ...files.map((file) => ref(file))] };
}

export function withoutAdded(change: FileChange, at: number): FileChange {
  return { ...change, added: change.added.filter((_, place) => place !== at) };
}

export function withRemoved(change: FileChange, name: string): FileChange {
  if (!change.names.includes(name)) return change;
  const names = change.names.filter((kept) => kept !== name);
  return { ...change, names, removed: [...change.removed, name] };
}

/** It comes back where it was stored, unless the others were put in another order. */
export function withRestored(change: FileChange, name: string, stored: readonly string[]): FileChange {
  if (!change.removed.includes(name)) return change;
  const restored = stored.filter((each) => each === name || change.names.includes(each));
  return {
    ...change,
    names: isReordered(change, stored) ? [...change.names, name] : restored,
    removed: change.removed.filter((each) => each !== name),
  };
}

/** A copy of the list in which one item stands elsewhere. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

/** Do the kept files stand in another order than they are stored in? */
export function isReordered({ names }: FileChange, stored: readonly string[]): boolean {
  const inOldOrder = stored.filter((name) => names.includes(name));
  return inOldOrder.some((name, at) => name !== names[at]);
}
