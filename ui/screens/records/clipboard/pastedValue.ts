import { isMultiple } from '../../../model/field';
import { readCell } from '../../../model/record-import/cellReading';
import type { Reading } from '../../../model/record-import/columnPlan';
import { isOpenDate, isOpenNumber, readNumber } from '../../../model/record-import/writtenValues';
import type { CellField } from '../../../model/records/cellField';
import type { FormValue } from '../../../model/records/recordValues';
import { numberOf } from '../../../model/records/typedValues';
import { cut } from '../../../platform/text';
import { htmlOfText } from './blockText';
import { type CopiedCell, splitItems } from './copiedCell';

/** The value for the cell, or the sentence that says why there is none. */
export type PastedValue = { readonly value: FormValue } | { readonly reason: string };

const whyNot = {
  excerpt: 'The table has loaded only a part of the copied value.',
  file: 'Files cannot be pasted.',
} as const;

/** Reads a pasted cell as a value of a field. The rules of the field are the caller's. */
export function pastedValue(cell: CellField, { text, exact }: CopiedCell): PastedValue {
  if (typeof exact === 'object' && 'not' in exact) return { reason: whyNot[exact.not] };
  switch (cell.type) {
    case 'select':
    case 'relation':
      return asItems(cell, text, exact);
    case 'editor':
      if (typeof exact === 'object' && 'html' in exact) return { value: exact.html };
      return { value: text === '' ? '' : `<p>${htmlOfText(text)}</p>` };
    case 'number':
      return asText(cell, text, { kind: 'number', decimal: decimalOf(text) });
    case 'date':
      return asText(cell, text, { kind: 'date', order: null, zone: 'utc' });
    case 'bool':
    case 'json':
      return asText(cell, text, { kind: cell.type });
    default:
      return asText(cell, text, { kind: 'text' });
  }
}

function asItems({ field, type }: CellField, text: string, exact: CopiedCell['exact']): PastedValue {
  const isList = isMultiple(field);
  const whole = text.trim();
  const items = Array.isArray(exact)
    ? (exact as readonly string[])
    : isList
      ? splitItems(text)
      : whole === ''
        ? []
        : [whole];
  if (isList) return { value: items };
  if (items.length > 1) return { reason: `Takes one ${type === 'relation' ? 'record' : 'choice'} only.` };
  return { value: items[0] ?? '' };
}

/** Reads the text as an import does; only its faults have other words. */
function asText({ name, type, field }: CellField, text: string, reading: Reading): PastedValue {
  if (type === 'file') return { reason: whyNot.file };
  const target = { name, type, isMultiple: false, field, required: field.required === true };
  const result = readCell(
    text,
    target,
    { field: name, reading, empty: 'empty' },
    { isSource: false, takesGuardAway: false },
  );
  return result.kind === 'value'
    ? { value: result.value }
    : { reason: `${cut(text, 40)} ${faultOf(type, text)}` };
}

/** A number as this table writes it has a point. Null leaves it open: `1,234`. */
function decimalOf(text: string): '.' | ',' | null {
  if (!Number.isNaN(numberOf(text))) return '.';
  if (isOpenNumber(text)) return null;
  return readNumber(text, '.') === null ? ',' : '.';
}

function faultOf(type: CellField['type'], text: string): string {
  switch (type) {
    case 'number':
      return isOpenNumber(text) ? 'may be two numbers.' : 'is not a number.';
    case 'date':
      return isOpenDate(text) ? 'may be two dates.' : 'is not a date.';
    case 'bool':
      return 'is neither true nor false.';
    default:
      return 'is not valid JSON.';
  }
}
