// The effect of an import depends on what its text omits: missing options get defaults, missing rules become null,
// missing fields stay or are deleted. So the review compares what the server will store. A second import of the
// same text then shows no change. Tests compare it with real servers.

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
  /** Without effect, but servers still store it. */
  readonly unique: boolean;
  readonly options: Record<string, unknown>;
}

/**
 * A collection with all properties that the server stores, except dates. Missing ones have the defaults of the
 * server.
 */
export interface StoredCollection extends Collection {
  readonly system: boolean;
  readonly schema: StoredField[];
  readonly indexes: string[];
  readonly options: Record<string, unknown>;
}

/** Returns the collection as an import stores it. The fields of a view are those that the server makes. */
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

/** True if both mean the same to the server. The order of fields, and the fields of a view, do not matter. */
export function isSameStored(a: StoredCollection, b: StoredCollection): boolean {
  const { schema: fieldsOfA, indexes: indexesOfA, ...restOfA } = a;
  const { schema: fieldsOfB, indexes: indexesOfB, ...restOfB } = b;
  return (
    isEqual(restOfA, restOfB) &&
    isSameIndexes(indexesOfA, indexesOfB) &&
    (a.type === 'view' || isSameSchema(fieldsOfA, fieldsOfB))
  );
}

/** Ignores blanks and quotes in the statements. */
export function isSameIndexes(a: readonly string[], b: readonly string[]): boolean {
  return isEqual(a, b) || (a.length === b.length && isEqual(a.map(normalizeIndex), b.map(normalizeIndex)));
}

function isSameSchema(a: readonly StoredField[], b: readonly StoredField[]): boolean {
  const byId = new Map(b.map((field) => [field.id, field]));
  return a.length === b.length && a.every((field) => isEqual(field, byId.get(field.id)));
}

/** Returns an option as the server stores it. An empty list equals null; a value of the wrong type stays. */
function storedOption(value: unknown, kind: OptionKind): unknown {
  if (value === undefined || value === null) return defaultOf(kind);
  if (kind === 'list' && Array.isArray(value) && value.length === 0) return null;
  if (kind !== 'date' || typeof value !== 'string') return value;
  return toServerDate(value);
}

/** Returns only options of these kinds; missing ones get the default of the server. */
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
