import { isEqual } from '../../base/equal';
import { listOf } from '../../base/lists';
import {
  accountFlags,
  accountNamesOf,
  type Collection,
  collectionTypeOf,
  fieldOf,
} from '../../model/collection';
import type { FormValue, SchemaField } from '../../model/field';
import { fieldValue, type RecordAnswer } from '../../model/record';
import { textOf } from '../../model/types/fieldType';
import { holdsFiles, isEditable, isSecret, typeOf } from '../../model/types/fieldTypes';
import { type FileChange, unchangedFiles } from './fileChange';

/** By field name. Without a prototype, because a field may have the name `constructor` or `__proto__`. */
export type FormValues = Record<string, FormValue>;
export type FormFiles = Record<string, FileChange>;

export interface RecordForm {
  values: FormValues;
  files: FormFiles;
}

/** Makes an object in which any name is a plain key. */
export function byName<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  const made = Object.create(null) as Record<string, Value>;
  for (const [name, value] of entries) made[name] = value;
  return made;
}

/** Null gives the form of a new record. Leaves out fields of types that only newer servers know. */
export function formOf(collection: Collection, answer: RecordAnswer | null): RecordForm {
  const stored = (name: string) => (answer ? fieldValue(answer.record, name) : undefined);
  const sourceOf = (name: string) => jsonSourceOf(answer?.sources ?? {}, name);
  const fields = collection.schema.filter(isEditable);
  return {
    values: byName([
      ['id', textOf(stored('id'))],
      ...(collectionTypeOf(collection) === 'auth' ? accountValues(collection, stored) : []),
      ...fields
        .filter((field) => !holdsFiles(field))
        .map((field) => [field.name, inputValue(field, stored(field.name), sourceOf(field.name))] as const),
    ]),
    files: byName(
      fields.filter(holdsFiles).map(({ name }) => [name, unchangedFiles(listOf(stored(name)))] as const),
    ),
  };
}

/** The server never returns passwords; they exist only in the form. */
export const passwordNames: readonly string[] = ['password', 'passwordConfirm'];

/** True for a value that no draft and no history may hold. */
export function isSecretName(collection: Collection, name: string): boolean {
  const field = fieldOf(collection, name);
  return field ? isSecret(field) : passwordNames.includes(name);
}

function accountValues(collection: Collection, stored: (name: string) => unknown): [string, FormValue][] {
  return [
    ...accountNamesOf(collection).map((name): [string, FormValue] => [
      name,
      accountFlags.includes(name) ? stored(name) === true : textOf(stored(name)),
    ]),
    ...passwordNames.map((name): [string, FormValue] => [name, '']),
  ];
}

/** Returns a stored value as an input has it. A json value needs its source text. */
export function inputValue(field: SchemaField, value: unknown, source = 'null'): FormValue {
  return typeOf(field).fromStored(value, source, field);
}

/** Returns `null` as text if there is none. */
export function jsonSourceOf(sources: RecordAnswer['sources'], name: string): string {
  return (Object.hasOwn(sources, name) ? sources[name] : undefined) ?? 'null';
}

/** Returns the form of a new record with the same values, but without id, dates and files. */
export function duplicateOf(collection: Collection, answer: RecordAnswer): RecordForm {
  const { values } = formOf(collection, answer);
  return { values: byName([...Object.entries(values), ['id', '']]), files: formOf(collection, null).files };
}

/** True if both mean the same to the server, such as `1.0` and `1`, or JSON with other white space. */
export function isSame(collection: Collection, name: string, one: FormValue, other: FormValue): boolean {
  if (isEqual(one, other)) return true;
  const field = fieldOf(collection, name);
  if (!field || typeof one !== 'string' || typeof other !== 'string') return false;
  return typeOf(field).isSame?.(one, other, field) ?? false;
}

export function changedNames(collection: Collection, now: FormValues, before: FormValues): string[] {
  return Object.keys(now).filter((name) => !isSame(collection, name, now[name] ?? '', before[name] ?? ''));
}
