import { type Collection, indexesOf } from '../../../model/collection';
import type { SchemaField } from '../../../model/field';
import { indexNameOf } from '../../../model/sql/indexStatement';
import { parseCreateIndex } from '../../../model/sql/parse';
import { targetOf } from '../../../model/types/fieldTypes';
import type { ImportedCollection, ImportedField } from './importedCollection';

/** An item whose name exists on this server with another id. The server would treat it as a different one. */
export interface OtherId {
  readonly collection: string;
  /** Null for the collection itself. */
  readonly field: string | null;
  /** The id in the text; '' for a field without one. */
  readonly importedId: string;
  /** The id on this server. */
  readonly originalId: string;
}

/**
 * Finds collections and fields that the import would create beside existing ones of the same name. Skips items of
 * another type and relations to another collection, which the server cannot convert.
 */
export function findOtherIds(
  existing: readonly Collection[],
  imported: readonly ImportedCollection[],
): OtherId[] {
  const ids = originalIds(existing, imported);
  return imported.flatMap((collection) => {
    const { id, name } = collection;
    const found: OtherId[] = [];
    const originalId = ids.collections.get(id);
    if (originalId !== undefined) found.push({ collection: name, field: null, importedId: id, originalId });
    for (const [field, original] of ids.fields.get(collection) ?? []) {
      found.push({ collection: name, field: field.name, importedId: field.id ?? '', originalId: original });
    }
    return found;
  });
}

/** Returns the import with the ids of existing collections and fields, also in relations and names of indexes. */
export function withOriginalIds(
  existing: readonly Collection[],
  imported: readonly ImportedCollection[],
): ImportedCollection[] {
  const ids = originalIds(existing, imported);
  const byId = new Map(existing.map((one) => [one.id, one]));
  return imported.map((collection) => {
    const originalId = ids.collections.get(collection.id);
    const original = byId.get(originalId ?? collection.id);
    const fields = ids.fields.get(collection);
    const next = {
      ...collection,
      ...(originalId === undefined ? {} : { id: originalId }),
      ...(collection.schema
        ? {
            schema: collection.schema.map((field) =>
              withTarget(withId(field, fields?.get(field)), ids.collections),
            ),
          }
        : {}),
    };
    if (originalId === undefined || !collection.indexes) return next;
    const known = new Set((original ? indexesOf(original) : []).map(indexNameOf));
    const indexes = collection.indexes.map((statement) =>
      // An index that this server already has keeps its name.
      known.has(indexNameOf(statement)) ? statement : renamedIndex(statement, collection.id, originalId),
    );
    return { ...next, indexes };
  });
}

interface OriginalIds {
  /** By the id in the text. */
  readonly collections: ReadonlyMap<string, string>;
  readonly fields: ReadonlyMap<ImportedCollection, ReadonlyMap<ImportedField, string>>;
}

/** An item whose id exists keeps it under any name. No id is assigned twice. */
function originalIds(existing: readonly Collection[], imported: readonly ImportedCollection[]): OriginalIds {
  const byId = new Map(existing.map((one) => [one.id, one]));
  const byName = new Map(existing.map((one) => [one.name.toLowerCase(), one]));
  const taken = new Set(imported.map(({ id }) => id));
  const collections = new Map<string, string>();
  const originals = new Map<ImportedCollection, Collection>();
  for (const collection of imported) {
    const same = byId.get(collection.id);
    const original = same ?? byName.get(collection.name.toLowerCase());
    if (!original) continue;
    if (!same) {
      if (taken.has(original.id) || original.type !== (collection.type || 'base')) continue;
      taken.add(original.id);
      collections.set(collection.id, original.id);
    }
    originals.set(collection, original);
  }
  const fields = new Map<ImportedCollection, ReadonlyMap<ImportedField, string>>();
  for (const [collection, original] of originals) {
    if (original.type !== 'view')
      fields.set(collection, originalFieldIds(original, collection.schema ?? [], collections));
  }
  return { collections, fields };
}

function originalFieldIds(
  original: Collection,
  schema: readonly ImportedField[],
  collections: ReadonlyMap<string, string>,
): ReadonlyMap<ImportedField, string> {
  const known = new Set(original.schema.map(({ id }) => id));
  const byName = new Map(original.schema.map((field) => [field.name.toLowerCase(), field]));
  const taken = new Set(schema.map(({ id }) => id));
  const ids = new Map<ImportedField, string>();
  for (const field of schema) {
    const same = byName.get(field.name.toLowerCase());
    const isOther = same && !known.has(field.id ?? '') && !taken.has(same.id);
    if (!isOther || same.type !== field.type) continue;
    if (targetOf(same) !== targetOf(asField(withTarget(field, collections)))) continue;
    taken.add(same.id);
    ids.set(field, same.id);
  }
  return ids;
}

function asField(field: ImportedField): SchemaField {
  return { id: field.id ?? '', name: field.name, type: field.type, options: field.options };
}

function withId(field: ImportedField, id: string | undefined): ImportedField {
  return id === undefined ? field : { ...field, id };
}

function withTarget(field: ImportedField, collections: ReadonlyMap<string, string>): ImportedField {
  const target = targetOf(asField(field));
  const original = target === null ? undefined : collections.get(target);
  return original === undefined ? field : { ...field, options: { ...field.options, collectionId: original } };
}

/** Older servers used the id of the collection in names of indexes. */
function renamedIndex(statement: string, from: string, to: string): string {
  const name = parseCreateIndex(statement)?.name;
  if (!name?.text.includes(from)) return statement;
  const renamed = name.text.replace(from, () => to);
  return statement.slice(0, name.start) + renamed + statement.slice(name.start + name.text.length);
}
