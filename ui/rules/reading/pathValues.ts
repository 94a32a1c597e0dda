import { goJson } from '../../base/jsonText';
import { isObject } from '../../base/plainData';
import type { AnyRecord } from '../../model/record';
import { expandedRecords, fieldValue } from '../../model/record';
import { isMultiple } from '../../model/types/fieldTypes';
import type { PathColumn, PathStep } from './followPath';
import type { KnownValue } from './ruleLiterals';

/** Returns the `expand` parameter that loads the records of a path; '' without relations. */
export const expandOf = ({ steps }: PathColumn) => steps.map(({ prop }) => prop).join('.');

/**
 * Returns the values at the end of a path, one for each row of `rowsAt`: null if a relation is empty or its record
 * is missing. Returns null if the records do not show the stored value.
 */
export function valuesAt(rows: readonly (AnyRecord | null)[], end: PathColumn): KnownValue[] | null {
  const values: KnownValue[] = [];
  for (const row of rows) {
    const some = row ? columnValues(row, end) : end.modifier === 'length' ? [0] : [null];
    if (!some) return null;
    values.push(...some);
  }
  return values;
}

/** Returns the records before the last name of a path, one for each joined row; null for a missing one. */
export function rowsAt(records: readonly AnyRecord[], { steps }: PathColumn): (AnyRecord | null)[] {
  let rows: (AnyRecord | null)[] = [...records];
  for (const step of steps) rows = rows.flatMap((row) => (row ? relatedOf(row, step) : [null]));
  return rows;
}

function relatedOf(row: AnyRecord, { prop, field, isBack }: PathStep): (AnyRecord | null)[] {
  const related = expandedRecords(row, prop) ?? [];
  if (isBack) return related.length > 0 ? related : [null];
  const value = fieldValue(row, field.name);
  const ids = Array.isArray(value) ? value : [value];
  const found = ids.map((id) => related.find((one) => one.id === id) ?? null);
  return found.length > 0 ? found : [null];
}

function columnValues(
  row: AnyRecord,
  { field, name, modifier, columnClass, jsonPath }: PathColumn,
): KnownValue[] | null {
  const value = fieldValue(row, name);
  if (columnClass === 'json') return jsonValue(value, jsonPath);
  if (modifier === 'length')
    return [(Array.isArray(value) ? value : [value]).filter((item) => item !== '' && item != null).length];
  if (modifier === 'each' && field && isMultiple(field)) {
    const items = Array.isArray(value) ? value : [];
    return items.length > 0 ? items.map(String) : [null];
  }
  if (columnClass === 'number')
    return typeof value === 'boolean' ? [value ? 1 : 0] : typeof value === 'number' ? [value] : null;
  if (columnClass === 'list') return [goJson(Array.isArray(value) ? value : [])];
  return columnClass === 'text' && typeof value === 'string' ? [value] : null;
}

/**
 * Returns a json value as SQLite extracts it. Null for a list, an object, and a number that SQLite may print in
 * another way.
 */
function jsonValue(json: unknown, path: readonly string[]): KnownValue[] | null {
  let value = json;
  for (const name of path) {
    if (!/^[a-z]\w*$/i.test(name)) return null;
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : null;
  }
  if (value === null || value === undefined) return [null];
  if (typeof value === 'boolean') return [value ? 1 : 0];
  if (typeof value === 'number') return /^-?\d{1,9}(\.\d{1,5})?$/.test(String(value)) ? [value] : null;
  return typeof value === 'string' ? [value] : null;
}
