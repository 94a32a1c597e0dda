/** The ids of a relation while a person changes them; pure functions. */

import type { Collection } from '../../model/collection';
import { optionOf, type SchemaField } from '../../model/field';
import { holdsRecords } from '../../model/types/fieldTypes';

/** Returns how many records the field takes; null for no limit. */
export function mostRelated(field: SchemaField): number | null {
  const max = optionOf(field, 'maxSelect');
  return typeof max === 'number' && max > 0 ? max : null;
}

/** True if no further id fits. A choice of a single record is never full: it replaces the record. */
export function isFull(ids: readonly string[], max: number | null): boolean {
  return max !== null && max > 1 && ids.length >= max;
}

/** Takes the id out or adds it. Does nothing if there would be too many. */
export function toggledIds(ids: readonly string[], id: string, max: number | null): readonly string[] {
  if (ids.includes(id)) return ids.filter((one) => one !== id);
  if (max === 1) return [id];
  return isFull(ids, max) ? ids : [...ids, id];
}

export function selectedText(count: number, max: number | null): string {
  return `${max === null ? count : `${count} of ${max}`} selected`;
}

/**
 * The server refuses ids of missing records, so the first change takes them out. `removed` is the one that the person
 * takes out. Returns the ids that stay, and a sentence about the others; '' if there are none.
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

/** Names the relations of a collection, as `expand` takes them. */
export function relationNames({ schema }: Collection): string[] {
  return schema.filter(holdsRecords).map(({ name }) => name);
}
