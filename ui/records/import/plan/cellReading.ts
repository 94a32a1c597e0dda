// The server stores `abc` in a number field as 0 and a garbled date as none, and says nothing. So an import decides
// before, by the rules of the record editor. Messages hold no value, so equal errors of many rows are one line.

import { checkJson } from '../../../base/jsonText';
import type { FormValue } from '../../../model/field';
import { isOpenDate, readDate } from '../../../model/types/date';
import { missing } from '../../../model/types/fieldTypes';
import { shownJson } from '../../../model/types/json';
import { isOpenNumber, readNumber } from '../../../model/types/number';
import {
  itemsOfArray,
  type ListSeparator,
  type Reading,
  splitList,
  textOfSource,
} from '../../../model/types/textReading';
import { isGuarded, withoutGuard } from '../../tables/csv';
import type { Cell } from '../../tables/table';
import type { ColumnPlan, EmptyCell } from './columnPlan';
import type { ImportField, ImportType } from './importFields';

/** The meaning of a cell for its record. */
export type CellResult =
  /** The record keeps its value, or a new one gets the default. */
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly value: FormValue }
  /** The null of a json field. */
  | { readonly kind: 'null' }
  | { readonly kind: 'fault'; readonly message: string }
  /** The related records are still to be found by these texts. */
  | { readonly kind: 'lookup'; readonly texts: readonly string[] };

interface CellOrigin {
  /** The cell is the source text of a JSON value. */
  readonly isSource: boolean;
  /** Takes away the `'` by which an export keeps a spreadsheet from running the text. */
  readonly takesGuardAway: boolean;
}

/** Reads a cell, but does not check the value: the rules of the editor do. */
export function readCell(
  cell: Cell,
  field: ImportField,
  { reading, empty }: ColumnPlan,
  { isSource, takesGuardAway }: CellOrigin,
): CellResult {
  if (isNothing(cell, isSource)) return readNothing(field, empty);
  if (cell === '') return asValue(emptyValue(field));
  if (reading.kind === 'json') return isBlank(cell) ? readNothing(field, empty) : readJson(cell);
  const bare = takesGuardAway && hasGuard(cell, field) ? withoutGuard(cell) : cell;
  const text = isSource ? textOfSource(cell) : bare;
  if (text === '') return asValue(emptyValue(field));
  if (reading.kind === 'text') return text === null ? asFault('Must be a text.') : asValue(text);
  if (text !== null && isBlank(text)) return readNothing(field, empty);
  switch (reading.kind) {
    case 'number':
      return readNumberCell(text ?? '', isSource && !cell.startsWith('"') ? '.' : reading.decimal);
    case 'date':
      return readDateCell(text ?? '', reading);
    case 'bool':
      return readBool(text ?? '');
    case 'list':
    case 'relation': {
      const items = text === null ? itemsOfArray(cell) : itemsOf(text, field, reading.separator);
      return readItems(items, field, reading.kind === 'relation' ? reading.by : 'id');
    }
  }
}

/** A JSON null is like an empty cell. */
export function isNothing(cell: Cell, isSource: boolean): cell is null | 'null' {
  return cell === null || (isSource && cell === 'null');
}

/** An export never guards ids and numbers; it writes a list as a JSON array. */
const guardedTypes: readonly ImportType[] = ['text', 'editor', 'email', 'url', 'select'];

/** True if an export has put a `'` before the text, so that no spreadsheet runs it as a formula. */
export function hasGuard(cell: string, { type }: Pick<ImportField, 'type'>): boolean {
  return guardedTypes.includes(type) && isGuarded(cell);
}

function emptyValue({ type, isMultiple }: Pick<ImportField, 'type' | 'isMultiple'>): FormValue {
  if (type === 'bool') return false;
  return isMultiple ? [] : '';
}

const asValue = (value: FormValue): CellResult => ({ kind: 'value', value });
const asFault = (message: string): CellResult => ({ kind: 'fault', message });
const isBlank = (text: string) => text.trim() === '';

function readNothing(field: ImportField, empty: EmptyCell): CellResult {
  switch (empty) {
    case 'leave':
      return { kind: 'none' };
    case 'fault':
      return asFault(missing.message);
    case 'empty':
      return asValue(emptyValue(field));
    case 'null':
      return field.type === 'json' ? { kind: 'null' } : asValue(emptyValue(field));
  }
}

function readNumberCell(text: string, decimal: '.' | ',' | null): CellResult {
  if (decimal === null && isOpenNumber(text)) return asFault('May be two numbers.');
  const number = readNumber(text, decimal);
  return number === null ? asFault('Must be a number.') : asValue(number);
}

function readDateCell(text: string, reading: Extract<Reading, { kind: 'date' }>): CellResult {
  if (reading.order === null && isOpenDate(text)) return asFault('May be two dates.');
  const date = readDate(text, reading);
  return date === null ? asFault('Must be a valid date.') : asValue(date);
}

const yes = ['true', '1', 'yes', 'on'];
const no = ['false', '0', 'no', 'off'];

function readBool(text: string): CellResult {
  const word = text.trim().toLowerCase();
  if (yes.includes(word)) return asValue(true);
  return no.includes(word) ? asValue(false) : asFault('Must be true or false.');
}

/**
 * Keeps the text as it is. Only the escapes of a server's response are undone, as the form of a stored record has none;
 * an exported value would differ from its own record.
 */
function readJson(text: string): CellResult {
  // One message for all rows, which are shown together.
  if (checkJson(text) !== null) return asFault('Must be valid JSON.');
  return asValue(/\\u(?:003[ce]|0026|202[89])/.test(text) ? shownJson(text) : text);
}

/** A single value may contain a separator, but it may also be a list of one. */
function itemsOf(text: string, { isMultiple }: ImportField, separator: ListSeparator): string[] | null {
  return isMultiple ? splitList(text, separator) : (itemsOfArray(text) ?? [text.trim()]);
}

function readItems(items: readonly string[] | null, { isMultiple }: ImportField, by: string): CellResult {
  if (items === null) return asFault('Must be a list of texts.');
  if (!isMultiple && items.length > 1) return asFault('Select no more than 1.');
  if (by !== 'id' && items.length > 0) return { kind: 'lookup', texts: items };
  return asValue(isMultiple ? items : (items[0] ?? ''));
}
