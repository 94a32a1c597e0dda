import { dateNames } from './collection';

export interface Sort {
  readonly field: string;
  readonly isDescending: boolean;
}

const sortPart = /^([-+ ]?)(@?\w+(?:[.:]\w+)*)$/;

/**
 * Returns the visible sort of a `sort` parameter: the first of its comma-separated list. Null when there is
 * none. An unescaped '+' in a URL may arrive as a space.
 */
export function parseSort(text: string): Sort | null {
  const first = text.split(',')[0]?.trimEnd() ?? '';
  const [, sign, field] = sortPart.exec(first) ?? [];
  return field === undefined ? null : { field, isDescending: sign === '-' };
}

export function printSort(sort: Sort): string {
  return `${sort.isDescending ? '-' : '+'}${sort.field}`;
}

/** Returns the sort after a click on a column header: descending first, then ascending. */
export function toggledSort(current: Sort | null, field: string): Sort {
  return { field, isDescending: !(current?.field === field && current.isDescending) };
}

export function orderOf({ field, isDescending }: Sort): string {
  if (dateNames.includes(field)) return isDescending ? 'newest first' : 'oldest first';
  return isDescending ? 'descending' : 'ascending';
}
