// A server of 0.23 and newer changes what an import names; all else of a collection stays: rules, indexes, options,
// and also the options of a field, which this page adds. A field without an id is found by its name.

import { toInner, toNewer, withDates } from '../../backend/newer/collectionShape';
import { isEqual } from '../../base/equal';
import { isObject } from '../../base/plainData';
import { type Collection, indexesOf } from '../../model/collection';
import { columnsOfIndex } from '../../model/sql/indexStatement';
import { inViewOrder } from '../../model/sql/viewOrder';
import { can } from '../../page/capabilities';
import type { ImportedCollection } from './plan/importedCollection';
import { type ImportPlan, type ImportWishes, planOf } from './plan/importPlan';
import { isOfOlderLine, upgradeOlder } from './plan/newerFormat';
import type { StoredCollection } from './plan/storedForm';

type Values = Readonly<Record<string, unknown>>;
type Field = Values & { readonly id?: string; readonly name: string; readonly type: string };

/** The server's own collections are no content, and stay. */
export const isOwnOfServer = ({ name, system }: ImportedCollection): boolean =>
  system === true && name.startsWith('_');

/** The server finds a collection without an id by its name, and gives a new one an id. */
export function withIdsByName(
  items: readonly ImportedCollection[],
  existing: readonly Collection[],
): ImportedCollection[] {
  const named = new Set(items.map(({ id }) => id));
  const free = existing.filter(({ id }) => !named.has(id));
  const ids = new Map(free.map(({ id, name }) => [name.toLowerCase(), id]));
  return items.map((item) => ({ ...item, id: item.id || (ids.get(item.name.toLowerCase()) ?? '') }));
}

/** Returns an item with its fields as a schema. */
export function asInner(item: ImportedCollection): ImportedCollection {
  return can('importMerges') && item.fields ? (toInner(item) as unknown as ImportedCollection) : item;
}

/** Returns an item in the form in which it was written. */
export const asWritten = (item: ImportedCollection, written: ImportedCollection): ImportedCollection =>
  written.fields && item.schema ? (toNewer(item as unknown as Collection) as ImportedCollection) : item;

export function planNewerImport({ existing, imported, deletesMissing }: ImportWishes): ImportPlan {
  const known = new Map(existing.map((one) => [one.id, one]));
  const items = imported.map((item) => {
    const old = known.get(item.id);
    const next = afterImport(old, item, deletesMissing);
    // A new collection leaves as it is written. The door sends the changes of a known one.
    return { old, next, sent: old ? next : isOfOlderLine(item) ? upgradeOlder(item, false) : item };
  });
  const order = inViewOrder(items.map(({ next }) => next));
  const sent = order.flatMap((next) => items.find((one) => one.next === next)?.sent ?? []);
  return planOf({
    before: existing.map(storedNewer),
    after: items.map(({ next }) => storedNewer(next)),
    deletesMissing,
    refusals: items.flatMap(({ old, sent }) => (old ? lostSecrets(old, sent) : [])),
    sent: sent as unknown as readonly ImportedCollection[],
  });
}

const providersOf = (collection: object) =>
  ((collection as Collection).options as { oauth2?: { providers?: readonly Values[] | null } } | undefined)
    ?.oauth2?.providers ?? [];

/** A provider without its secret keeps the stored one, which the older of these servers find by its place alone. */
function lostSecrets(old: Collection, next: object): string[] {
  const stored = providersOf(old).map(({ name }) => name);
  return providersOf(next).flatMap(({ name, clientSecret }, at) => {
    const isKept = can('providersByName') ? stored.includes(name) : stored[at] === name;
    return clientSecret || isKept ? [] : [`${old.name}: ${name} needs its clientSecret in the text.`];
  });
}

/** Returns the collection as the server holds it after the import. */
function afterImport(old: Collection | undefined, item: ImportedCollection, deletes: boolean): Collection {
  if (!isOfOlderLine(item)) return toInner(merged(old ? toNewer(old) : {}, item, deletes));
  const hasNames = old?.schema.some(({ name }) => name === 'username') ?? false;
  const { options, ...rest } = upgradeOlder(item, hasNames);
  const { options: _, ...flat } = toNewer({ ...rest, options: null } as Partial<Collection>);
  const base = old ?? toInner(toNewer(withDates({ ...rest, schema: [] } as unknown as Collection)));
  // Accounts of 0.22 always have user names, outside the schema.
  const kept = [...(base.builtIn ?? []), { name: item.type === 'auth' ? 'username' : '' }];
  const next = toInner(merged(toNewer(base), flat as ImportedCollection, deletes, kept));
  return toInner(toNewer({ ...next, options: { ...next.options, ...options } }));
}

/** Merges what the item names into the stored collection. `kept` are fields that the item cannot name. */
function merged(
  before: Values,
  { created: _created, updated: _updated, ...item }: ImportedCollection,
  deletes: boolean,
  kept: readonly { readonly name: string }[] = [],
): Values {
  const next = mergedValues(before, item);
  const old = (before['fields'] ?? []) as readonly Field[];
  const given = (item['fields'] ?? null) as readonly Field[] | null;
  if (!given) return { ...next, fields: old };
  const pairs = given.map((field) => ({ field, known: old.find((one) => isSameField(field, one)) }));
  const left = old.filter((one) => !pairs.some(({ known }) => known === one));
  const stays = ({ name, system }: Field) =>
    !deletes || system === true || kept.some((one) => one.name === name);
  const fields = [
    ...pairs.map(({ field, known }) => (known ? { ...mergedValues(known, field), id: known.id } : field)),
    ...left.filter(stays),
  ] as readonly Field[];
  return { ...next, fields, indexes: withOwnIndexes(before, fields, (next['indexes'] ?? []) as string[]) };
}

const isSameField = (field: Field, one: Field) =>
  one.type === field.type &&
  (field.id ? one.id === field.id : one.name.toLowerCase() === field.name.toLowerCase());

/** Values that mean nothing stay as they are stored: null is 0 and ''. Of a group, the named parts change. */
function mergedValues(before: Values, given: Values): Values {
  const changes = Object.entries(given).flatMap(([key, value]) => {
    const old = before[key];
    // A rule that is null admits admins alone, and an empty one everybody.
    const isAlike = !key.endsWith('Rule') && key in before && isUnset(old) && isUnset(value);
    // The server sends all that it stores, and ignores what another version has.
    const isForeign = 'id' in before && !(key in before);
    if (value === undefined || isAlike || isForeign) return [];
    return [[key, isObject(old) && isObject(value) ? { ...old, ...value } : value] as const];
  });
  return { ...before, ...Object.fromEntries(changes) };
}

const isUnset = (value: unknown) =>
  value === null || value === '' || value === 0 || value === false || isEqual(value, []);

/** The server puts back the indexes that an account collection needs. */
function withOwnIndexes(
  before: Values,
  fields: readonly Field[],
  indexes: readonly string[],
): readonly string[] {
  if (before['type'] !== 'auth') return indexes;
  const has = (column: string) => indexes.some((one) => isEqual(columnsOfIndex(one), [column]));
  const own = indexesOf(before as unknown as Collection).filter((statement) => {
    const [column = '', ...others] = columnsOfIndex(statement);
    const isOwn = others.length === 0 && /^(tokenKey|email|username)$/.test(column);
    return isOwn && fields.some(({ name }) => name === column) && !has(column);
  });
  return [...own, ...indexes];
}

/** The collection as the review shows it: all fields in one list, and all options with the names of the server. */
function storedNewer(collection: Collection): StoredCollection {
  const { type, schema, builtIn, options, created: _c, updated: _u, ...own } = collection;
  const { fields } = toNewer({ schema, builtIn }) as { fields: readonly Field[] };
  const { type: _, ...groups } = toNewer({ type, builtIn, options });
  return {
    ...own,
    type,
    system: collection.system ?? false,
    schema: fields.map(({ id, name, type: its, system, required, presentable, ...others }) => ({
      ...{ id: id as string, name, type: its, unique: false, options: others },
      system: system === true,
      required: required === true,
      presentable: presentable === true,
    })),
    indexes: [...indexesOf(collection)],
    options: groups,
  };
}
