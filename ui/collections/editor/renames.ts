import { type Collection, indexesOf, viewQuery } from '../../model/collection';
import { isInOptions, mentioningRules, textOfRule } from '../../model/mentions';
import { type Lookup, lookupOf, partsOf, type RulePart, withNames } from '../../model/rulePaths';
import { aliasInQuery, type Rename, renameInIndex, renameInQuery } from '../../model/sql/rename';
import { resolveQuery } from '../../model/sql/resolve';

export type { Rename };

// All functions take the collections as they are before the rename.

/**
 * Applies the rename to the rules, query and indexes of a collection, not to its own name and fields. Returns the
 * same object if nothing changes.
 */
export function renamedCollection(
  collection: Collection,
  rename: Rename,
  collections: readonly Collection[],
): Collection {
  return collectionWith(collection, rename, collections, lookupOf(collections));
}

function collectionWith(
  collection: Collection,
  rename: Rename,
  collections: readonly Collection[],
  lookup: Lookup,
): Collection {
  let result = collection;
  for (const place of mentioningRules) {
    const rule = textOfRule(collection, place);
    const renamed = rule && renameInRule(rule, collection, rename, lookup);
    if (!renamed || renamed === rule) continue;
    result = isInOptions(place)
      ? { ...result, options: { ...result.options, [place]: renamed } }
      : { ...result, [place]: renamed };
  }
  const query = viewQuery(collection);
  const renamed = query && renameInQuery(query, rename, collections);
  if (renamed && renamed !== query) result = { ...result, options: { ...result.options, query: renamed } };
  if (collection.id === rename.collectionId) {
    const indexes = indexesOf(collection).map((index) => renameInIndex(index, collection, rename));
    if (indexes.some((index, at) => index !== indexesOf(collection)[at])) result = { ...result, indexes };
  }
  return result;
}

/**
 * Returns complete copies of the other collections that the rename changes. A view follows the collections that it
 * reads, because the server saves them in this order.
 */
export function withRename(collections: readonly Collection[], rename: Rename): Collection[] {
  const lookup = lookupOf(collections);
  const changed = collections
    .filter(({ id }) => id !== rename.collectionId)
    .map((collection) => [collection, collectionWith(collection, rename, collections, lookup)] as const)
    .flatMap(([before, after]) => (before === after ? [] : [after]));
  return inOrder(changed, collections);
}

/**
 * Returns complete copies of the views to import before the rename, and to read again after it. SQLite renames a
 * column in every view itself, but fails if another view or an outer query uses the column by its old name. An
 * alias with the old name prevents this, and changes nothing before the rename.
 */
export function beforeRename(collections: readonly Collection[], rename: Rename): Collection[] {
  const read = new Set(collections.flatMap((collection) => readBy(collection, collections)));
  const prepared = collections.flatMap((collection) => {
    const query = viewQuery(collection);
    const aliased = query && aliasInQuery(query, rename, collections, read.has(collection.id));
    if (!aliased || aliased === query) return [];
    return [{ ...collection, options: { ...collection.options, query: aliased } }];
  });
  return inOrder(prepared, collections);
}

/** Returns the ids of the collections that the query of a view reads. */
function readBy(collection: Collection, collections: readonly Collection[]): string[] {
  const query = viewQuery(collection);
  return query ? resolveQuery(query, collections).tables.map((table) => table.collection.id) : [];
}

function inOrder(changed: readonly Collection[], collections: readonly Collection[]): Collection[] {
  const ordered: Collection[] = [];
  const seen = new Set<Collection>();
  const add = (collection: Collection) => {
    if (seen.has(collection)) return;
    seen.add(collection);
    const before = collections.find(({ id }) => id === collection.id);
    for (const id of before ? readBy(before, collections) : []) {
      const other = changed.find((one) => one.id === id);
      if (other) add(other);
    }
    ordered.push(collection);
  };
  for (const collection of changed) add(collection);
  return ordered;
}

/** Compares fields by their ids. */
export function renameOf(before: Collection, after: Collection): Rename {
  const fields = new Map<string, string>();
  for (const { id, name } of before.schema) {
    const now = after.schema.find((field) => field.id === id);
    if (now && now.name !== name) fields.set(name, now.name);
  }
  return { collectionId: before.id, name: before.name === after.name ? undefined : after.name, fields };
}

export function renamedRule(
  rule: string,
  owner: Collection,
  rename: Rename,
  collections: readonly Collection[],
): string {
  return renameInRule(rule, owner, rename, lookupOf(collections));
}

function renameInRule(rule: string, owner: Collection, rename: Rename, lookup: Lookup): string {
  return withNames(rule, (name) => {
    let result = name;
    for (const part of partsOf(name, owner, lookup).reverse()) {
      const to = newName(part, rename);
      if (to !== undefined)
        result = result.slice(0, part.start) + to + result.slice(part.start + part.text.length);
    }
    return result;
  });
}

/** Keeps a name that also means fields of other auth collections: for them, the new name would be unknown. */
function newName({ text, collection, fieldName, isShared }: RulePart, rename: Rename): string | undefined {
  if (collection.id !== rename.collectionId || isShared) return undefined;
  if (fieldName !== undefined) return rename.fields.get(fieldName);
  return text.toLowerCase() === collection.name.toLowerCase() ? rename.name : undefined;
}
