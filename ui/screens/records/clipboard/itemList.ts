import { itemsOfArray } from '../../../model/record-import/writtenLists';

/** Joins the values of a list: `red, dark\, matt`. */
export function joinItems(items: readonly string[]): string {
  return items.map((item) => item.replace(/[\\,]/g, '\\$&')).join(', ');
}

/** Splits a joined list, or reads a JSON array. A backslash before anything else is a letter. */
export function splitItems(text: string): string[] {
  const array = itemsOfArray(text);
  if (array) return array;
  const items = text.match(/(?:\\[\\,]|[^,])+/g) ?? [];
  return items.map((item) => item.trim().replace(/\\([\\,])/g, '$1')).filter((item) => item !== '');
}
