import { isEqual } from '../../base/equal';
import {
  accountFlags,
  accountTexts,
  type Collection,
  collectionTypeOf,
  fieldOf,
} from '../../model/collection';
import { fieldTypeOf, isMultiple, type SchemaField } from '../../model/field';
import { fieldValue, listOf, type RecordAnswer } from '../../model/record';
import { type FileChange, unchangedFiles } from './fileChange';
import { dateOf, jsonOf, numberOf, shownJson } from './typedValues';

/** A value as its input holds it. Numbers, dates and JSON stay texts until they are sent. */
export type FormValue = string | boolean | readonly string[];

/** Values by field name. No prototype, because a field may be called `constructor` or `__proto__`. */
export type FormValues = Record<string, FormValue>;
export type FormFiles = Record<string, FileChange>;

export interface RecordForm {
  values: FormValues;
  files: FormFiles;
}

/** Makes an object that accepts any name as a plain key. */
export function byName<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  const made = Object.create(null) as Record<string, Value>;
  for (const [name, value] of entries) made[name] = value;
  return made;
}

/** Makes the form of a record, or of a new one. Leaves out fields with an unknown type of a newer server. */
export function formOf(collection: Collection, answer: RecordAnswer | null): RecordForm {
  const isFile = (field: SchemaField) => fieldTypeOf(field) === 'file';
  const stored = (name: string) => (answer ? fieldValue(answer.record, name) : undefined);
  const fields = collection.schema.filter((field) => fieldTypeOf(field) !== null);
  return {
    values: byName([
      ['id', textOf(stored('id'))],
      ...(collectionTypeOf(collection) === 'auth' ? accountValues(stored) : []),
      ...fields
        .filter((field) => !isFile(field))
        .map((field) => [field.name, typedValue(field, stored(field.name), answer?.sources)] as const),
    ]),
    files: byName(
      fields.filter(isFile).map(({ name }) => [name, unchangedFiles(listOf(stored(name)))] as const),
    ),
  };
}

/** The passwords of an account. The server never returns them, and only the form keeps them. */
export const passwordNames: readonly string[] = ['password', 'passwordConfirm'];

function accountValues(stored: (name: string) => unknown): [string, FormValue][] {
  return [
    ...accountTexts.map((name): [string, FormValue] => [name, textOf(stored(name))]),
    ...accountFlags.map((name): [string, FormValue] => [name, stored(name) === true]),
    ...passwordNames.map((name): [string, FormValue] => [name, '']),
  ];
}

/** Returns a stored value as its input holds it. A json value needs its source text. */
export function inputValue(field: SchemaField, value: unknown, source = 'null'): FormValue {
  return typedValue(field, value, { [field.name]: source });
}

function typedValue(field: SchemaField, value: unknown, sources: RecordAnswer['sources'] = {}): FormValue {
  switch (fieldTypeOf(field)) {
    case 'bool':
      return value === true;
    case 'number':
      return typeof value === 'number' ? String(value) : '';
    case 'date':
      return textOf(value).replace(/(\.000)?Z$/, '');
    case 'json':
      return shownJson(jsonSourceOf(sources, field.name));
    case 'select':
    case 'relation':
      return isMultiple(field) ? listOf(value) : (listOf(value).at(-1) ?? '');
    case 'file':
      return listOf(value);
    default:
      return textOf(value);
  }
}

/** Returns the text of a json value; `null` if there is none. */
export function jsonSourceOf(sources: RecordAnswer['sources'], name: string): string {
  return (Object.hasOwn(sources, name) ? sources[name] : undefined) ?? 'null';
}

/** Returns '' for anything but a text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Makes the form of a new record with the same values, but without id, dates and files. */
export function duplicateOf(collection: Collection, answer: RecordAnswer): RecordForm {
  const { values } = formOf(collection, answer);
  return { values: byName([...Object.entries(values), ['id', '']]), files: formOf(collection, null).files };
}

/** True if both mean the same to the server: `1.0` and `1`, or JSON with other white space. */
export function isSame(collection: Collection, name: string, one: FormValue, other: FormValue): boolean {
  if (isEqual(one, other)) return true;
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  switch (fieldOf(collection, name)?.type) {
    case 'number':
      return (numberOf(one) ?? 0) === (numberOf(other) ?? 0);
    case 'date':
      return dateOf(one) !== null && dateOf(one) === dateOf(other);
    case 'json':
      return jsonOf(one) !== null && jsonOf(one) === jsonOf(other);
    default:
      return false;
  }
}

/** Lists the names whose values have another meaning than before. */
export function changedNames(collection: Collection, now: FormValues, before: FormValues): string[] {
  return Object.keys(now).filter((name) => !isSame(collection, name, now[name] ?? '', before[name] ?? ''));
}
