// The effect of an import depends on what its text leaves out. Missing options get defaults, missing rules become
// null, missing fields stay or go. So the review shows what the server will hold, not what the text says, and a
// second import of the same text reports no change. Fixtures and random imports prove it against the real servers.

import { toServerDate } from '../../../base/dates';
import { isEqual } from '../../../base/equal';
import type { Collection, RuleName } from '../../../model/collection';
import type { SchemaField } from '../../../model/field';
import { optionsOfCollectionType, optionsOfFieldType } from '../../../model/optionTable';
import { normalizeIndex } from '../../../model/sql/indexStatement';
import { defaultOf, type OptionKind, type Options } from '../../../model/types/fieldOption';
import type { ImportedCollection, ImportedField } from './importedCollection';

export interface StoredField extends SchemaField {
  readonly system: boolean;
  readonly required: boolean;
  readonly presentable: boolean;
  /** Unused, but servers still store it. */
  readonly unique: boolean;
  readonly options: Record<string, unknown>;
}

/**
 * A collection with all properties that the server stores, without dates. Missing properties have the
 * server's defaults.
 */
export interface StoredCollection extends Collection {
  readonly system: boolean;
  readonly schema: StoredField[];
  readonly indexes: string[];
  readonly options: Record<string, unknown>;
}

/**
 * Returns the collection as the server stores it after an import. The server alone decides on the
 * fields of a view.
 */
export function storedForm(collection: ImportedCollection | Collection): StoredCollection {
  const { id, name, system, indexes, options } = collection;
  const type = collection.type || 'base';
  const rule = (key: RuleName) => collection[key] ?? null;
  return {
    id,
    name,
    type,
    system: system ?? false,
    schema: storedSchema(collection.schema ?? []),
    indexes: [...(indexes ?? [])],
    listRule: rule('listRule'),
    viewRule: rule('viewRule'),
    createRule: rule('createRule'),
    updateRule: rule('updateRule'),
    deleteRule: rule('deleteRule'),
    options: storedOptions(options, optionsOfCollectionType(type)),
  };
}

/** If several fields have the same id, the server keeps the last one at the position of the first. */
function storedSchema(fields: readonly (ImportedField | SchemaField)[]): StoredField[] {
  const places = new Map<string, number>();
  const schema: StoredField[] = [];
  for (const field of fields) {
    const stored = storedField(field);
    const place = stored.id === '' ? undefined : places.get(stored.id);
    if (place === undefined) places.set(stored.id, schema.push(stored) - 1);
    else schema[place] = stored;
  }
  return schema;
}

function storedField(field: ImportedField | SchemaField): StoredField {
  const { id, name, type, system, required, presentable } = field;
  const known = optionsOfFieldType(type);
  const options = (field.options ?? {}) as Record<string, unknown>;
  return {
    system: system ?? false,
    id: id ?? '',
    name,
    type,
    required: required ?? false,
    presentable: presentable ?? false,
    unique: (field as ImportedField).unique ?? false,
    options: known ? storedOptions(options, known) : { ...options },
  };
}

/** True if the collections are equal to the server. The order of fields and the fields of a view do not matter. */
export function isSameStored(a: StoredCollection, b: StoredCollection): boolean {
  const { schema: fieldsOfA, indexes: indexesOfA, ...restOfA } = a;
  const { schema: fieldsOfB, indexes: indexesOfB, ...restOfB } = b;
  return (
    isEqual(restOfA, restOfB) &&
    isSameIndexes(indexesOfA, indexesOfB) &&
    (a.type === 'view' || isSameSchema(fieldsOfA, fieldsOfB))
  );
}

/** Spaces and quotes in a statement do not matter. */
export function isSameIndexes(a: readonly string[], b: readonly string[]): boolean {
  return isEqual(a, b) || (a.length === b.length && isEqual(a.map(normalizeIndex), b.map(normalizeIndex)));
}

function isSameSchema(a: readonly StoredField[], b: readonly StoredField[]): boolean {
  const byId = new Map(b.map((field) => [field.id, field]));
  return a.length === b.length && a.every((field) => isEqual(field, byId.get(field.id)));
}

/**
 * Returns the value as the server stores it; an empty list equals null. A value of the wrong type stays as it
 * is.
 */
function storedOption(value: unknown, kind: OptionKind): unknown {
  if (value === undefined || value === null) return defaultOf(kind);
  if (kind === 'list' && Array.isArray(value) && value.length === 0) return null;
  if (kind !== 'date' || typeof value !== 'string') return value;
  return toServerDate(value);
}

/** Returns exactly the options of the given kinds; missing ones get the server's default. */
function storedOptions(
  given: Readonly<Record<string, unknown>> | null | undefined,
  known: Options,
): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const [name, { kind }] of Object.entries(known)) {
    options[name] = storedOption(given && Object.hasOwn(given, name) ? given[name] : null, kind);
  }
  return options;
}
