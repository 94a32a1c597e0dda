import { listOf } from '../../base/lists';
import { type FieldOptions, type FormValue, limitOf, optionOf, type SchemaField } from '../field';
import type { FieldError } from '../fieldErrors';
import { namingOperators } from './conditionForms';
import { type FieldType, wrong } from './fieldType';

// The parts that types share whose values name something (a choice, a record, a file): one name, or a list.

/** Returns a stored value as its input holds it. */
const namesOf = (value: unknown, isList: boolean): FormValue =>
  isList ? listOf(value) : (listOf(value).at(-1) ?? '');

/** Joins the values of a list for copy: `red, dark\, matt`. */
export function joinItems(items: readonly string[]): string {
  return items.map((item) => item.replace(/[\\,]/g, '\\$&')).join(', ');
}

export function writeNames(value: unknown, isList: boolean): string {
  const items = listOf(value);
  return isList ? joinItems(items) : (items.at(-1) ?? '');
}

export const isEmptyList = (value: FormValue): boolean => typeof value !== 'boolean' && value.length === 0;

export function wrongCount(field: SchemaField, count: number, isList: boolean): FieldError | null {
  const max = isList ? limitOf(field, 'maxSelect') : 1;
  if (max === null || count <= max) return null;
  return wrong('validation_too_many_values', `Select no more than ${max}.`);
}

function wrongItems(field: SchemaField, value: FormValue, isList: boolean): FieldError | null {
  const items = listOf(value);
  const min = limitOf(field, 'minSelect');
  if (min !== null && items.length < min) {
    return wrong('validation_not_enough_values', `Select at least ${min}.`);
  }
  const tooMany = wrongCount(field, items.length, isList);
  const choices = optionOf(field, 'values');
  const unknown = Array.isArray(choices) ? items.find((item) => !choices.includes(item)) : undefined;
  if (tooMany || unknown === undefined) return tooMany;
  return wrong('validation_invalid_value', `Invalid value ${unknown}.`);
}

/** The parts of a type whose values are texts that name something. */
export const naming = (isMultiple: (field: FieldOptions) => boolean) =>
  ({
    isMultiple,
    empty: (field) => (isMultiple(field) ? [] : ''),
    fromStored: (value, _, field) => namesOf(value, isMultiple(field)),
    isEmpty: isEmptyList,
    check: (field, value) => wrongItems(field, value, isMultiple(field)),
    print: (value) => listOf(value).join(', '),
    write: (value, field) => writeNames(value, isMultiple(field)),
    operators: (field) => namingOperators(isMultiple(field)),
    conditionValues: listOf,
    required: { word: 'Nonempty', refused: '""' },
  }) satisfies Partial<FieldType>;
