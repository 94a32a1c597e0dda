import { utcDay } from '../../base/dates';
import { fieldTypeOf, isMultiple, type SchemaField } from '../../model/field';
import { withoutExponent } from '../../model/filter/filter';
import {
  conditionText,
  type FieldCondition,
  type FilterOperator,
  operatorsOf,
  valueOperatorsOf,
} from '../../model/filter/valueCondition';
import { isEmptyValue, listOf } from '../../model/record';

/** A condition that the menu of a cell offers. */
export interface OfferedCondition {
  readonly condition: FieldCondition;
  /** 'without' is added to other conditions of the field, 'only' replaces them. */
  readonly kind: 'only' | 'without';
  /** The value in words, such as 'empty' or the name of a related record. */
  readonly text: string;
}

/** A value as a condition holds it, and in words. */
export interface FieldValue {
  readonly value: string;
  readonly text: string;
}

/** Returns what the menu of a cell offers for one of its values. `nameOf` names a related record. */
export function cellConditions(
  field: SchemaField,
  value: unknown,
  nameOf: (id: string) => string,
  place: number,
): OfferedCondition[] {
  const { name } = field;
  const operators = valueOperatorsOf(field);
  if (!operators || isEmptyOf(field, value)) {
    const presence: readonly FilterOperator[] = ['empty', 'filled'];
    return presence
      .filter((operator) => operatorsOf(field).includes(operator) && isWritable(field, operator, []))
      .map((operator) => ({
        condition: { field: name, operator, values: [] },
        kind: 'only',
        text: operator,
      }));
  }
  const values = valuesOf(field, value, nameOf);
  const one = values[place] ?? values[0];
  if (!one) return [];
  return (['only', 'without'] as const)
    .filter((kind) => isWritable(field, operators[kind], [one.value]))
    .map((kind) => ({
      condition: { field: name, operator: operators[kind], values: [one.value] },
      kind,
      text: one.text,
    }));
}

/** Returns the values of a cell for conditions; of a date its day. None for rich text and files. */
export function valuesOf(
  field: SchemaField,
  value: unknown,
  nameOf: (id: string) => string,
): readonly FieldValue[] {
  switch (fieldTypeOf(field)) {
    case 'number':
      return typeof value === 'number' ? same(withoutExponent(String(value))) : [];
    case 'bool':
      return [{ value: String(value === true), text: value === true ? 'True' : 'False' }];
    case 'date':
      return same(utcDay(String(value ?? '')));
    case 'select':
      return listOf(value).flatMap(same);
    case 'relation':
      return listOf(value).map((id) => ({ value: id, text: nameOf(id) }));
    case 'json':
      return isExact(value) ? same(JSON.stringify(value)) : [];
    case 'text':
    case 'email':
    case 'url':
      return same(String(value ?? ''));
    default:
      return [];
  }
}

const same = (value: string): FieldValue[] => (value === '' ? [] : [{ value, text: value }]);

/** Zero and false are values. */
function isEmptyOf(field: SchemaField, value: unknown): boolean {
  return isMultiple(field) ? listOf(value).length === 0 : isEmptyValue(value);
}

/** False if the value holds a number that the browser may have rounded. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}

/** Some texts cannot be written in the filter language. A backslash is written by the rules of the server. */
function isWritable(field: SchemaField, operator: FilterOperator, values: readonly string[]): boolean {
  return conditionText(field, { field: field.name, operator, values }) !== null;
}
