import { listOf } from '../../base/lists';
import type { SchemaField } from '../../model/field';
import {
  conditionText,
  type FieldCondition,
  operatorsOf,
  valueOperatorsOf,
} from '../../model/filter/valueCondition';
import { isEmptyValue } from '../../model/record';
import { printBool } from '../../model/types/bool';
import type { FilterOperator } from '../../model/types/conditionForms';
import { isMultiple, typeOf } from '../../model/types/fieldTypes';

export interface OfferedCondition {
  readonly condition: FieldCondition;
  /** 'without' is added to the conditions of the field; 'only' replaces them. */
  readonly kind: 'only' | 'without';
  /** The value in words, such as 'empty' or the name of a related record. */
  readonly text: string;
}

/** A value as a condition has it, and as text. */
export interface FieldValue {
  readonly value: string;
  readonly text: string;
}

/**
 * Returns the conditions that the menu of a cell offers for one value. `nameOf` returns the name of a related
 * record.
 */
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

/** Returns the values of a cell for conditions; for a date, its day. Empty for rich text and files. */
export function valuesOf(
  field: SchemaField,
  value: unknown,
  nameOf: (id: string) => string,
): readonly FieldValue[] {
  const { holds, isSwitch, conditionValues } = typeOf(field);
  return conditionValues(value).map((one) => {
    if (holds === 'records') return { value: one, text: nameOf(one) };
    return { value: one, text: isSwitch ? printBool(value === true) : one };
  });
}

/** Zero and false are values, not empty. */
function isEmptyOf(field: SchemaField, value: unknown): boolean {
  return isMultiple(field) ? listOf(value).length === 0 : isEmptyValue(value);
}

/** Some texts cannot be written in the filter language. How a backslash is escaped depends on the server. */
function isWritable(field: SchemaField, operator: FilterOperator, values: readonly string[]): boolean {
  return conditionText(field, { field: field.name, operator, values }) !== null;
}
