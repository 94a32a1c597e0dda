import type { SchemaField } from '../../model/field';
import { type FieldCondition, operatorsOf, valueOperatorsOf } from '../../model/filter/valueCondition';
import { fieldValue, type ListedRecord } from '../../model/record';
import { holdsFiles, holdsRecords, isReadInFull } from '../../model/types/fieldTypes';
import { type FieldValue, valuesOf } from './cellConditions';

export interface CountedValue extends FieldValue {
  count: number;
}

const mostShown = 12;

/** Returns the most frequent values of the rows; '' stands for empty. None for json, rich text and files. */
export function countValues(
  rows: readonly ListedRecord[],
  field: SchemaField,
  nameOf: (row: ListedRecord, id: string) => string,
): CountedValue[] {
  if (isReadInFull(field) || holdsFiles(field)) return [];
  const hasEmpty = operatorsOf(field).includes('empty');
  const counted = new Map<string, CountedValue>();
  for (const row of rows) {
    const values = valuesOf(field, fieldValue(row, field.name), (id) => id);
    const all = values.length === 0 && hasEmpty ? [{ value: '', text: 'empty' }] : values;
    for (const { value, text } of all) {
      const known = counted.get(value);
      if (known) known.count += 1;
      else
        counted.set(value, {
          value,
          text: holdsRecords(field) && value ? nameOf(row, value) : text,
          count: 1,
        });
    }
  }
  return [...counted.values()].sort((a, b) => b.count - a.count).slice(0, mostShown);
}

/** Returns the values for which these conditions ask; '' for empty. */
export function tickedValues(conditions: readonly FieldCondition[]): readonly string[] {
  const [first, ...others] = conditions;
  if (!first || others.length > 0) return [];
  if (first.operator === 'empty') return [''];
  return ['is', 'contains', 'anyOf'].includes(first.operator) ? first.values : [];
}

/** Returns the condition after a tick; null for none. Empty, a date and a bool cannot be combined with others. */
export function conditionAfterTick(
  field: SchemaField,
  ticked: readonly string[],
  value: string,
): FieldCondition | null {
  const { name } = field;
  const isJoined = value !== '' && operatorsOf(field).includes('anyOf');
  const others = isJoined ? ticked.filter((one) => one !== '' && one !== value) : [];
  const values = ticked.includes(value) ? others : [...others, value];
  if (values.length === 0) return null;
  if (values[0] === '') return { field: name, operator: 'empty', values: [] };
  const one = valueOperatorsOf(field)?.only ?? 'is';
  return { field: name, operator: values.length > 1 ? 'anyOf' : one, values };
}
