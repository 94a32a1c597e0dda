import { indexNameOf } from '../../../model/sql/indexStatement';

/** Identifies an index among statements. A database has each index name only once. */
export const indexKey = (statement: string) => (indexNameOf(statement) || statement).toLowerCase();

/** Returns the present position of the index that was at `at`; null if it is missing. A save may change the list. */
export function placeOfIndex(
  indexes: readonly string[],
  { at, statement }: { at: number | null; statement: string },
): number | null {
  if (at === null || indexes[at] === statement) return at;
  const found = indexes.findIndex((one) => indexKey(one) === indexKey(statement));
  return found < 0 ? null : found;
}
