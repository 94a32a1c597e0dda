import type { Collection, RuleName } from '../../../model/collection';
import type { SchemaField } from '../../../model/field';
import { cleaned } from '../../../model/indexStatement';
import { isEqual } from '../../../platform/equal';
import type { ImportedCollection, ImportedField } from './importedCollection';
import { collectionOptionKinds, fieldOptionKinds, storedOptions } from './storedOptions';

export interface StoredField extends SchemaField {
  readonly system: boolean;
  readonly required: boolean;
  readonly presentable: boolean;
  /** Means nothing any more, but servers still keep it. */
  readonly unique: boolean;
  readonly options: Record<string, unknown>;
}

/** A collection with all that the server keeps of it, but for its dates: what is missing has the server's defaults. */
export interface StoredCollection extends Collection {
  readonly system: boolean;
  readonly schema: StoredField[];
  readonly indexes: string[];
  readonly options: Record<string, unknown>;
}

/** What the server holds of a collection after an import of it; the fields of a view are its own affair. */
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
    options: storedOptions(options, collectionOptionKinds(type)),
  };
}

/** Of fields with the same id the server keeps the last one, in the place of the first. */
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
  const kinds = fieldOptionKinds(type);
  const options = (field.options ?? {}) as Record<string, unknown>;
  return {
    system: system ?? false,
    id: id ?? '',
    name,
    type,
    required: required ?? false,
    presentable: presentable ?? false,
    unique: (field as ImportedField).unique ?? false,
    options: kinds ? storedOptions(options, kinds) : { ...options },
  };
}

/** Do they say the same? The order of fields says nothing, and the fields of a view are made by the server. */
export function isSameStored(a: StoredCollection, b: StoredCollection): boolean {
  const { schema: fieldsOfA, indexes: indexesOfA, ...restOfA } = a;
  const { schema: fieldsOfB, indexes: indexesOfB, ...restOfB } = b;
  return (
    isEqual(restOfA, restOfB) &&
    isSameIndexes(indexesOfA, indexesOfB) &&
    (a.type === 'view' || isSameSchema(fieldsOfA, fieldsOfB))
  );
}

/** Blanks and quotes of a statement say nothing. */
export function isSameIndexes(a: readonly string[], b: readonly string[]): boolean {
  return isEqual(a, b) || (a.length === b.length && isEqual(a.map(cleaned), b.map(cleaned)));
}

function isSameSchema(a: readonly StoredField[], b: readonly StoredField[]): boolean {
  const byId = new Map(b.map((field) => [field.id, field]));
  return a.length === b.length && a.every((field) => isEqual(field, byId.get(field.id)));
}
