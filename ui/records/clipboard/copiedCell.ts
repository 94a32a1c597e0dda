import { numbersIn } from '../../base/jsonText';
import { listOf } from '../../base/lists';
import { plainText } from '../../base/text';
import type { FormValue } from '../../model/field';
import { fieldValue, type ListedRecord } from '../../model/record';
import { itemsOfArray } from '../../model/types/textReading';
import { columnType, type RecordColumn } from '../display/recordColumns';

/** The exact value of a copied cell. `not` is the reason why it cannot be pasted. */
export type ExactCell =
  | string
  | number
  | readonly string[]
  | { readonly html: string }
  | { readonly not: 'excerpt' | 'file' };

/** A copied cell: the text for other programs, and the exact value for this page. */
export interface CopiedCell {
  readonly text: string;
  readonly exact: ExactCell;
}

/** A pasted cell. Null under a merged cell, and at the end of a short row. */
export type PastedCell = CopiedCell | null;

/** More cells are not pasted at once: nobody could check them before Save. */
export const mostPasted = 5000;

type Column = Pick<RecordColumn, 'name' | 'kind' | 'field'>;

/**
 * `row` has the changed values; `mine` is the changed value of rich text or json, of which the row holds only a
 * part.
 */
export function copiedCell(
  { name, kind, field }: Column,
  row: ListedRecord,
  mine: FormValue | null,
): CopiedCell {
  const value = fieldValue(row, name);
  const type = columnType({ kind });
  const text = type.write(value, field ?? {});
  if (mine !== null && (type.isRich || type.hasSource)) {
    const whole = String(mine);
    return type.isRich ? richCell(whole, { html: whole }) : plain(type.toJson?.(whole) ?? whole);
  }
  if (text === '') return plain('');
  if (type.holds === 'files') return { text, exact: { not: 'file' } };
  if (type.holds !== undefined) return { text, exact: listOf(value) };
  if (type.isRich) return richCell(text, { not: 'excerpt' });
  if (type.hasSource) return { text, exact: isSure(text) ? text : { not: 'excerpt' } };
  return { text, exact: typeof value === 'number' ? value : text };
}

const plain = (text: string): CopiedCell => ({ text, exact: text });

/** Other programs get the text without markup. */
const richCell = (html: string, exact: ExactCell): CopiedCell =>
  html === '' ? plain('') : { text: plainText(html), exact };

/** A number with this many digits may have lost some in the rows of a list. */
const unsureDigits = 16;

/** True if the numbers keep all their digits. */
const isSure = (json: string): boolean =>
  numbersIn(json).every((number) => number.replace(/\D/g, '').length < unsureDigits);

/** Splits a joined list, or reads a JSON array. A backslash only escapes a comma or another backslash. */
export function splitItems(text: string): string[] {
  const array = itemsOfArray(text);
  if (array) return array;
  const items = text.match(/(?:\\[\\,]|[^,])+/g) ?? [];
  return items.map((item) => item.trim().replace(/\\([\\,])/g, '$1')).filter((item) => item !== '');
}
