import { type Collection, fieldOf } from '../collection';
import type { FormValue } from '../records/recordValues';
import { dateOf, jsonOf, numberOf } from '../records/typedValues';
import { ignoresCase, uniqueIndexes } from './recordKeys';
import type { RowFault } from './rowCells';
import type { PassedRow, RowPlan } from './rowPlan';

/** Returns a function that gives equal results for values that an index of the server compares as equal. */
function storedValueOf(collection: Collection, name: string): (value: FormValue) => unknown {
  const caseless = ignoresCase(collection, name);
  return (value) => {
    if (typeof value !== 'string') return value;
    switch (fieldOf(collection, name)?.type) {
      case 'number':
        return numberOf(value) ?? 0;
      case 'date':
        return dateOf(value);
      case 'json':
        return jsonOf(value);
      default:
        return caseless ? value.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : value;
    }
  };
}

/**
 * Finds rows that the unique indexes do not let in together, and rows that mean one record. All rows of such a group
 * are faults, because it is not known which one is meant.
 */
export function findRepeats(
  collection: Collection,
  key: string | null,
  rows: readonly PassedRow[],
): Map<RowPlan, RowFault> {
  const faults = new Map<RowPlan, RowFault>();
  const indexes = uniqueIndexes(collection);
  if (key !== null && !indexes.some((names) => names.length === 1 && names[0] === key)) indexes.push([key]);
  for (const names of indexes) {
    const groups = new Map<string, PassedRow[]>();
    const storedValues = names.map((name) => storedValueOf(collection, name));
    for (const row of rows) {
      const values = names.map((name) => row.values[name] ?? '');
      // The server makes up a missing id and user name, and its index leaves out empty addresses.
      if (values.some((value, at) => value === '' && !fieldOf(collection, names[at] ?? ''))) continue;
      const group = JSON.stringify(values.map((value, at) => storedValues[at]?.(value) ?? value));
      const others = groups.get(group);
      if (others) others.push(row);
      else groups.set(group, [row]);
    }
    for (const group of groups.values()) {
      if (group.length < 2) continue;
      const [name = ''] = names;
      const text = names.map((one) => String(group[0]?.values[one] ?? '')).join(', ');
      const message = `Several rows have the same ${names.join(', ')}.`;
      for (const row of group) faults.set(row, { field: name, message, text });
    }
  }
  return faults;
}
