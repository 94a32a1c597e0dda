export interface Sort {
  readonly field: string;
  readonly isDescending: boolean;
}

const sortPart = /^([-+ ]?)(@?\w+(?:[.:]\w+)*)$/;

/**
 * The visible sort of a `sort` parameter: the first of its comma list. Null when there is none.
 * A raw '+' in an address may arrive as a blank.
 */
export function parseSort(text: string): Sort | null {
  const first = text.split(',')[0]?.trimEnd() ?? '';
  const [, sign, field] = sortPart.exec(first) ?? [];
  return field === undefined ? null : { field, isDescending: sign === '-' };
}

export function printSort(sort: Sort): string {
  return `${sort.isDescending ? '-' : '+'}${sort.field}`;
}

/** What a click on a column's head makes of the sort: descending first, then ascending. */
export function toggledSort(current: Sort | null, field: string): Sort {
  return { field, isDescending: !(current?.field === field && current.isDescending) };
}
