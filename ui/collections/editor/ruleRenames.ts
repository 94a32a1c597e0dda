import type { Collection } from '../../model/collection';
import { type Lookup, lookupOf, partsOf, type RulePart, withNames } from '../../model/rulePaths';
import type { Rename } from '../../model/sql/rename';

// All functions expect the collections as they are before the rename.

/** Returns the renames of an edit; fields are compared by their ids. */
export function renameOf(before: Collection, after: Collection): Rename {
  const fields = new Map<string, string>();
  for (const { id, name } of before.schema) {
    const now = after.schema.find((field) => field.id === id);
    if (now && now.name !== name) fields.set(name, now.name);
  }
  return { collectionId: before.id, name: before.name === after.name ? undefined : after.name, fields };
}

/** Applies the rename to a rule of `owner`. */
export function renamedRule(
  rule: string,
  owner: Collection,
  rename: Rename,
  collections: readonly Collection[],
): string {
  return renameInRule(rule, owner, rename, lookupOf(collections));
}

export function renameInRule(rule: string, owner: Collection, rename: Rename, lookup: Lookup): string {
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

/**
 * Keep a name that refers to fields of several auth collections: the other collections would lose their
 * field.
 */
function newName({ text, collection, fieldName, isShared }: RulePart, rename: Rename): string | undefined {
  if (collection.id !== rename.collectionId || isShared) return undefined;
  if (fieldName !== undefined) return rename.fields.get(fieldName);
  return text.toLowerCase() === collection.name.toLowerCase() ? rename.name : undefined;
}
