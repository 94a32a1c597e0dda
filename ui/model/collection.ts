import { array, boolean, type Infer, nullable, number, object, optional, string, type } from 'superstruct';
import { optionOf, SchemaField } from './field';
import type { FieldTypeName } from './types/fieldTypes';

const rule = optional(nullable(string()));

/** A field that 0.22 has outside the schema, with its place among all fields of a newer server. */
const BuiltInField = type({ ...SchemaField.schema, at: number() });
export type BuiltInField = Infer<typeof BuiltInField>;

/**
 * A collection as any 0.22 server sends it; `backend/newer/collectionShape.ts` converts that of a newer server. Use the
 * functions below to read properties that may be missing.
 */
export const Collection = type({
  id: string(),
  name: string(),
  type: string(),
  system: optional(nullable(boolean())),
  schema: array(SchemaField),
  /** Only newer servers have them: the id, the dates `created` and `updated`, and the system fields of users. */
  builtIn: optional(array(BuiltInField)),
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
export const ruleNames = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const;
export type RuleName = (typeof ruleNames)[number];

const typeOrder: Record<CollectionType, number> = { auth: 0, base: 1, view: 2 };

/** Treats a type that only a newer server knows as 'base'. */
export function collectionTypeOf(collection: Collection): CollectionType {
  return collection.type === 'auth' || collection.type === 'view' ? collection.type : 'base';
}

export function indexesOf(collection: Collection): readonly string[] {
  return collection.indexes ?? [];
}

/** Null means admins only; '' means everyone. */
export function ruleOf(collection: Collection, name: RuleName): string | null {
  return collection[name] ?? null;
}

/** Returns a sorted copy: auth, then base, then view. Each group is sorted by name, case-insensitively. */
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

/** Undefined when the schema has no such field. System fields are not in the schema. */
export function fieldOf(collection: Collection, name: string): SchemaField | undefined {
  return collection.schema.find((field) => field.name === name);
}

export const accountTexts: readonly string[] = ['username', 'email'];
export const accountFlags: readonly string[] = ['emailVisibility', 'verified'];
/** The system fields of a user that the server returns and takes. */
export const accountNames: readonly string[] = [...accountTexts, ...accountFlags];

/** The dates that the server sets. A view has them only if its query selects them. */
export const dateNames: readonly string[] = ['created', 'updated'];

/**
 * Returns the system fields that every record of this collection type has. A view is sure to have only its
 * id: it has `created` and `updated` only when its query selects them.
 */
export function systemNamesOf(type: CollectionType): readonly string[] {
  switch (type) {
    case 'auth':
      return ['id', ...dateNames, ...accountNames];
    case 'view':
      return ['id'];
    default:
      return ['id', ...dateNames];
  }
}

/** The fields of a user that a rule reads without the user's row (`plainRequestAuthFields`). */
export const userNames: readonly string[] = [...systemNamesOf('auth'), 'collectionId', 'collectionName'];
/** On a newer server, a user name and the dates are fields like others. */
export const userNamesOf = ({ builtIn }: Pick<Collection, 'builtIn'>): readonly string[] =>
  builtIn ? userNames.filter((name) => name !== 'username' && !dateNames.includes(name)) : userNames;

/** Columns that a newer server has among its fields, and that no record shows. */
const concealed = ['password', 'tokenKey'];

export function systemFieldNames(collection: Collection): readonly string[] {
  const { builtIn } = collection;
  if (!builtIn) return systemNamesOf(collectionTypeOf(collection));
  return builtIn.map(({ name }) => name).filter((name) => !concealed.includes(name));
}

/** Returns the system fields of a user that the server returns and takes; empty for other collections. */
export function accountNamesOf(collection: Collection): readonly string[] {
  if (collectionTypeOf(collection) !== 'auth') return [];
  return accountNames.filter((name) => systemFieldNames(collection).includes(name));
}

export function systemTypeOf(name: string): FieldTypeName {
  if (dateNames.includes(name)) return 'date';
  if (name === 'email') return 'email';
  return accountFlags.includes(name) ? 'bool' : 'text';
}

/** Returns the SELECT statement of a view, or null for another collection type. */
export function viewQuery(collection: Collection): string | null {
  const { options } = collection;
  if (collectionTypeOf(collection) !== 'view' || !options || !('query' in options)) return null;
  return typeof options.query === 'string' ? options.query : null;
}

/**
 * Leaves out the sign-in providers that an auth collection of a newer server has. No server sends their secrets, and a
 * new collection is refused without them.
 */
export function withoutProviders(collection: Collection): Collection {
  const { oauth2, ...options } = (collection.options ?? {}) as { oauth2?: { providers?: readonly object[] } };
  if (!oauth2?.providers?.length) return collection;
  const { providers: _, ...rest } = oauth2;
  return { ...collection, options: { ...options, oauth2: rest } };
}

/**
 * True if each change of a record sets its `updated`, so that the same date means the same record. On a newer server it
 * may be missing, or a field that people fill.
 */
export function isDated(collection: Collection): boolean {
  const field = collection.builtIn?.find(({ name }) => name === 'updated');
  return collection.builtIn
    ? field !== undefined && optionOf(field, 'onUpdate') === true
    : hasField(collection, 'updated');
}

/** True if there is such a schema field or system field. */
export function hasField(collection: Collection, name: string): boolean {
  return fieldOf(collection, name) !== undefined || systemFieldNames(collection).includes(name);
}

/** Returns the fields that represent a record on a single line. */
export function presentableFields(collection: Collection): SchemaField[] {
  return collection.schema.filter((field) => field.presentable === true);
}
