import { localDateTime } from '../../base/dates';
import { cut, plainText } from '../../base/text';
import { fieldValue, type ListedRecord } from '../../model/record';
import type { RecordColumn } from './recordColumns';

const tooltipLength = 500;

/** Returns the whole value of a text cell; '' for no value. */
export function cellText(record: ListedRecord, column: RecordColumn): string {
  const value = fieldValue(record, column.name);
  switch (column.kind) {
    case 'number':
      return typeof value === 'number' ? String(value) : '';
    case 'json':
      return jsonText(value);
    case 'editor':
      return plainText(String(value ?? ''));
    default:
      return String(value ?? '');
  }
}

/**
 * Returns the tooltip of a whole cell. Undefined if the cell's parts have their own, or if nothing is cut.
 */
export function cellTooltip(record: ListedRecord, column: RecordColumn): string | undefined {
  switch (column.kind) {
    case 'text':
    case 'email':
    case 'editor':
    case 'json':
      return cut(cellText(record, column), tooltipLength) || undefined;
    case 'date':
      return localDateTime(cellText(record, column)) || undefined;
    default:
      return undefined;
  }
}

function jsonText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = JSON.stringify(value);
  return value === '' ? text : text.replace(/^"([\s\S]*)"$/, '$1');
}
