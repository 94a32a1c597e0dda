import { numbersIn } from '../../base/jsonText';
import { plainText } from '../../base/text';
import { isMultiple } from '../../model/field';
import { fieldValue, type ListedRecord, listOf } from '../../model/record';
import type { RecordColumn } from '../display/recordColumns';
import { itemsOfArray } from '../import/plan/writtenValues';
import type { FormValue } from '../values/recordValues';
import { jsonOf } from '../values/typedValues';

/** The meaning of a copied cell, besides its text. `not`: why it cannot be pasted. */
export type ExactCell =
  | string
  | number
  | readonly string[]
  | { readonly html: string }
  | { readonly not: 'excerpt' | 'file' };

/** A cell as it leaves the table: the text for other programs, and the exact value for this one. */
export interface CopiedCell {
  readonly text: string;
  readonly exact: ExactCell;
}

/** A cell of the clipboard. Null for its place under a merged cell, and where a row is short. */
export type PastedCell = CopiedCell | null;

/** More cells are not pasted at once: a person could not look through them before Save. */
export const mostPasted = 5000;

type Column = Pick<RecordColumn, 'name' | 'kind' | 'field'>;

/**
 * Returns a cell as it is copied. The row shows its changed values; `mine` is the changed value of rich text or
 * json, which the row holds only in part.
 */
export function copiedCell(
  { name, kind, field }: Column,
  row: ListedRecord,
  mine: FormValue | null,
): CopiedCell {
  const value = fieldValue(row, name);
  switch (kind) {
    case 'bool':
      return plain(String(value === true));
    case 'number':
      return typeof value === 'number' ? { text: String(value), exact: value } : plain(textOf(value));
    case 'date':
      return plain(textOf(value).replace(/(\.000)?Z$/, ''));
    case 'select':
    case 'relation': {
      const items = listOf(value);
      const isList = field !== undefined && isMultiple(field);
      return { text: isList ? joinItems(items) : (items.at(-1) ?? ''), exact: items };
    }
    case 'file': {
      const names = listOf(value);
      return names.length === 0 ? plain('') : { text: joinItems(names), exact: { not: 'file' } };
    }
    case 'json':
      return mine === null ? listedJson(value) : plain(jsonOf(String(mine)) ?? String(mine));
    case 'editor': {
      const html = mine === null ? textOf(value) : String(mine);
      if (html === '') return plain('');
      return { text: plainText(html), exact: mine === null ? { not: 'excerpt' } : { html } };
    }
    default:
      return plain(textOf(value));
  }
}

const plain = (text: string): CopiedCell => ({ text, exact: text });

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** More digits than a number of a list is sure to keep. */
const unsureDigits = 16;

function listedJson(value: unknown): CopiedCell {
  if (value === undefined || value === null) return plain('');
  const text = JSON.stringify(value);
  const isWhole = numbersIn(text).every((number) => number.replace(/\D/g, '').length < unsureDigits);
  return { text, exact: isWhole ? text : { not: 'excerpt' } };
}

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
