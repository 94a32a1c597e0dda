import { array, boolean, type Infer, nullable, object, optional, string, type } from 'superstruct';
import { isProtected, SchemaField } from './field';

const rule = optional(nullable(string()));

/** A collection as any 0.22 server sends it. Read what may be missing through the functions below. */
export const Collection = type({
  id: string(),
  name: string(),
  type: string(),
  system: optional(nullable(boolean())),
  schema: array(SchemaField),
  indexes: optional(nullable(array(string()))),
  listRule: rule,
  viewRule: rule,
  createRule: rule,
  updateRule: rule,
  deleteRule: rule,
  options: optional(nullable(object())),
  created: optional(string()),
  updated: optional(string()),
});
export type Collection = Infer<typeof Collection>;

export const collectionTypes = ['base', 'view', 'auth'] as const;
export type CollectionType = (typeof collectionTypes)[number];
export type RuleName = 'listRule' | 'viewRule' | 'createRule' | 'updateRule' | 'deleteRule';

const typeOrder: Record<CollectionType, number> = { auth: 0, base: 1, view: 2 };

/** A type that only a newer server knows counts as 'base'. */
export function collectionTypeOf(collection: Collection): CollectionType {
  return collection.type === 'auth' || collection.type === 'view' ? collection.type : 'base';
}

export function indexesOf(collection: Collection): readonly string[] {
  return collection.indexes ?? [];
}

/** Null: admins only. '': everyone. */
export function ruleOf(collection: Collection, name: RuleName): string | null {
  return collection[name] ?? null;
}

/** A sorted copy: auth, then base, then view; by name, whatever its case, inside each. */
export function sortCollections(collections: readonly Collection[]): Collection[] {
  return [...collections].sort(
    (a, b) => typeOrder[collectionTypeOf(a)] - typeOrder[collectionTypeOf(b)] || compareNames(a.name, b.name),
  );
}

function compareNames(a: string, b: string): number {
  return compareTexts(a.toLowerCase(), b.toLowerCase()) || compareTexts(a, b);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Undefined when the schema has no such field; system fields are not in the schema. */
export function fieldOf(collection: Collection, name: string): SchemaField | undefined {
  return collection.schema.find((field) => field.name === name);
}

/**
 * What every record of a collection of this type has beside the schema's fields. A view has only its id for sure:
 * `created` and `updated` are there when its query selects them.
 */
export function systemNamesOf(type: CollectionType): readonly string[] {
  switch (type) {
    case 'auth':
      return ['id', 'created', 'updated', 'username', 'email', 'emailVisibility', 'verified'];
    case 'view':
      return ['id'];
    default:
      return ['id', 'created', 'updated'];
  }
}

export function systemFieldNames(collection: Collection): readonly string[] {
  return systemNamesOf(collectionTypeOf(collection));
}

/** Is there such a field, of the schema or of the system? */
export function hasField(collection: Collection, name: string): boolean {
  return fieldOf(collection, name) !== undefined || systemFieldNames(collection).includes(name);
}

export function hasProtectedFile(collection: Collection): boolean {
  return collection.schema.some(isProtected);
}

/** The fields that stand for a record where there is room for one line only. */
export function presentableFields(collection: Collection): SchemaField[] {
  return collection.schema.filter((field) => field.presentable === true);
}
