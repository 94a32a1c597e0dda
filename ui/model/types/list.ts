import { listOf } from '../../base/lists';
import { type FormValue, limitOf, optionOf, type SchemaField } from '../field';
import type { FieldError } from '../fieldErrors';
import { wrong } from './fieldType';

// The types whose values name something: one of it, or a list.

/** Returns a stored value as its input holds it. */
export const namesOf = (value: unknown, isList: boolean): FormValue =>
  isList ? listOf(value) : (listOf(value).at(-1) ?? '');

/** Joins the values of a list for copy: `red, dark\, matt`. */
export function joinItems(items: readonly string[]): string {
  return items.map((item) => item.replace(/[\\,]/g, '\\$&')).join(', ');
}

/** Writes a value: a list with its commas escaped. */
export function writeNames(value: unknown, isList: boolean): string {
  const items = listOf(value);
  return isList ? joinItems(items) : (items.at(-1) ?? '');
}

export const isEmptyList = (value: FormValue): boolean => typeof value !== 'boolean' && value.length === 0;

/** Returns an error if the field has too many values. */
export function wrongCount(field: SchemaField, count: number, isList: boolean): FieldError | null {
  const max = isList ? limitOf(field, 'maxSelect') : 1;
  if (max === null || count <= max) return null;
  return wrong('validation_too_many_values', `Select no more than ${max}.`);
}

/** Validates the values of a list, or a single one. */
export function wrongItems(field: SchemaField, value: FormValue, isList: boolean): FieldError | null {
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
