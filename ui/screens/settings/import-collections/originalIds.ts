import { type Collection, indexesOf } from '../../../model/collection';
import { type SchemaField, targetOf } from '../../../model/field';
import { indexNameOf } from '../../../model/indexStatement';
import { isSaid, isWord, sqlTokensOf } from '../../../model/sqlTokens';
import type { ImportedCollection, ImportedField } from './importedCollection';

/** Something that exists here under the same name, but under another id: to the server another thing. */
export interface OtherId {
  readonly collection: string;
  /** Null for the collection itself. */
  readonly field: string | null;
  /** In the import; '' for a field without one. */
  readonly importedId: string;
  /** Here. */
  readonly originalId: string;
}

/**
 * Collections and fields that an import would make anew beside those of the same name. Of another type they are
 * another thing indeed, and so is a relation to another collection: the server refuses to make one of the other.
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

/**
 * The import with the ids that its collections and fields have here; relations inside it and names of indexes
 * follow. Order and all else stay.
 */
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
      // What is called alike here already needs no other name.
      known.has(indexNameOf(statement)) ? statement : renamedIndex(statement, collection.id, originalId),
    );
    return { ...next, indexes };
  });
}

interface OriginalIds {
  /** By the id in the import. */
  readonly collections: ReadonlyMap<string, string>;
  readonly fields: ReadonlyMap<ImportedCollection, ReadonlyMap<ImportedField, string>>;
}

/** What has an id of here is what it says, whatever its name; and no id is given twice. */
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

/** Servers of old wove the id of the collection into the names of its indexes. */
function renamedIndex(statement: string, from: string, to: string): string {
  if (!indexNameOf(statement).includes(from)) return statement;
  const tokens = sqlTokensOf(statement);
  const on = tokens.findIndex((token) => isWord(token, 'on'));
  const at = tokens.findLastIndex((token, place) => place < on && isSaid(token));
  return tokens.map(({ text }, place) => (place === at ? text.replace(from, () => to) : text)).join('');
}
