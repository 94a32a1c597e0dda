import type { Collection } from '../../model/collection';
import { optionOf, type SchemaField } from '../../model/field';
import { holdsRecords, isMultiple } from '../../model/types/fieldTypes';

/** Null means no limit. */
export function mostRelated(field: SchemaField): number | null {
  if (!isMultiple(field)) return 1;
  const max = optionOf(field, 'maxSelect');
  return typeof max === 'number' && max > 0 ? max : null;
}

/** True if there is no room for another id. A single relation always has room, because the id is replaced. */
export function isFull(ids: readonly string[], max: number | null): boolean {
  return max !== null && max > 1 && ids.length >= max;
}

/** Adds or removes the id. Does nothing if there is no room. */
export function toggledIds(ids: readonly string[], id: string, max: number | null): readonly string[] {
  if (ids.includes(id)) return ids.filter((one) => one !== id);
  if (max === 1) return [id];
  return isFull(ids, max) ? ids : [...ids, id];
}

export function selectedText(count: number, max: number | null): string {
  return `${max === null ? count : `${count} of ${max}`} selected`;
}

/**
 * The server refuses ids of missing records, so the first change removes them. `removed` is the id that the person
 * removes. Returns the other ids, and a sentence about the missing ones; '' if there are none.
 */
export function withoutMissing(
  ids: readonly string[],
  next: readonly string[],
  missing: ReadonlySet<string>,
  removed = '',
): { kept: string[]; warning: string } {
  const left = ids.filter((id) => missing.has(id) && id !== removed);
  return {
    kept: next.filter((id) => !missing.has(id)),
    warning: left.length === 0 ? '' : `${leftText} ${left.join(', ')}`,
  };
}

const leftText = 'The following relation ids were removed from the list because they are missing or invalid:';

/** Returns the names of the relations, for the parameter `expand`. */
export function relationNames({ schema }: Collection): string[] {
  return schema.filter(holdsRecords).map(({ name }) => name);
}
