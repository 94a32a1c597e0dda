import { indexNameOf } from '../../../model/sql/indexStatement';

/** Identifies an index in lists of statements: two indexes of a database have two names. */
export const indexKey = (statement: string) => (indexNameOf(statement) || statement).toLowerCase();

/** Returns the present place of an index that was at `at`; null if it is missing. A save may change the list. */
export function placeOfIndex(
  indexes: readonly string[],
  { at, statement }: { at: number | null; statement: string },
): number | null {
  if (at === null || indexes[at] === statement) return at;
  const found = indexes.findIndex((one) => indexKey(one) === indexKey(statement));
  return found < 0 ? null : found;
}
