import { type Collection, indexesOf, viewQuery } from '../../model/collection';
import { mentioningRules, textOfRule } from '../../model/mentions';
import { type Lookup, lookupOf } from '../../model/rulePaths';
import { aliasInQuery, type Rename, renameInIndex, renameInQuery } from '../../model/sql/rename';
import { resolveQuery } from '../../model/sql/resolve';
import { renameInRule } from './ruleRenames';

export { renamedRule, renameOf } from './ruleRenames';
export type { Rename };

// All functions expect the collections as they are before the rename.

/**
 * Applies the rename to the rules, query and indexes of a collection. The names of the collection and its
 * fields stay. Returns the same object when nothing changes.
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
    result =
      place === 'manageRule'
        ? { ...result, options: { ...result.options, manageRule: renamed } }
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
 * Returns complete copies of the other collections that the rename changes. A view comes after the
 * collections that it reads, because the server creates them one after the other.
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
 * Returns complete copies of the views to import before the rename, and to read again after it. SQLite
 * renames a column in every view itself. It fails when another view, or an outer query, refers to the column
 * by its old name. An alias keeps the old name there; before the rename it changes nothing.
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

/** Returns the ids of the collections that a view's query reads. */
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
