import { type Collection, indexesOf } from './collection';
import { indexParts } from './indexColumns';
import { mentioningRules, queryOf, textOfRule } from './mentions';
import {
  nameOfSource,
  type ResolvedColumn,
  type ResolvedQuery,
  resolveQuery,
  resultName,
} from './queryColumns';
import type { ColumnUse, Item, Source } from './querySources';
import { type Lookup, lookupOf, partsOf, type RulePart, withNames } from './rulePaths';
import { isSameName, nameOf, renamedToken, type SqlToken, sqlTokensOf } from './sqlTokens';

/** What is about to be called otherwise, all of it at once: two fields may exchange their names. */
export interface Rename {
  readonly collectionId: string;
  /** The new name of the collection, where it gets one. */
  readonly name?: string | undefined;
  /** Old names of fields to new ones. */
  readonly fields: ReadonlyMap<string, string>;
}

// All functions want the collections as they are before the rename.

/** What an edit has renamed; fields are known by their ids. */
export function renameOf(before: Collection, after: Collection): Rename {
  const fields = new Map<string, string>();
  for (const { id, name } of before.schema) {
    const now = after.schema.find((field) => field.id === id);
    if (now && now.name !== name) fields.set(name, now.name);
  }
  return { collectionId: before.id, name: before.name === after.name ? undefined : after.name, fields };
}

/** A rule of `owner` in the new names. */
export function renamedRule(
  rule: string,
  owner: Collection,
  rename: Rename,
  collections: readonly Collection[],
): string {
  return ruleWith(rule, owner, rename, lookupOf(collections));
}

function ruleWith(rule: string, owner: Collection, rename: Rename, lookup: Lookup): string {
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

/** What several kinds of accounts mean by one name keeps it: the others would lose their field. */
function newName({ text, collection, fieldName, isShared }: RulePart, rename: Rename): string | undefined {
  if (collection.id !== rename.collectionId || isShared) return undefined;
  if (fieldName !== undefined) return rename.fields.get(fieldName);
  return text.toLowerCase() === collection.name.toLowerCase() ? rename.name : undefined;
}

/** An index of the collection `before` in the new names. */
export function renamedIndex(statement: string, before: Collection, { name, fields }: Rename): string {
  const { table, columns } = indexParts(statement);
  const changed = new Map<number, string>();
  if (table && name !== undefined && isSameName(nameOf(table), before.name)) {
    changed.set(table.start, renamedToken(table, name));
  }
  for (const token of columns) {
    const old = [...fields.keys()].find((field) => isSameName(field, nameOf(token)));
    if (old !== undefined) changed.set(token.start, renamedToken(token, fields.get(old) ?? old));
  }
  return sqlTokensOf(statement)
    .map(({ start, text }) => changed.get(start) ?? text)
    .join('');
}

/**
 * A view's query in the new names; its results keep theirs. Unchanged where a name that WITH gives is the new name of
 * the collection: it would be read in its place.
 */
export function renamedQuery(query: string, rename: Rename, collections: readonly Collection[]): string {
  const resolved = resolveQuery(query, collections);
  const { name } = rename;
  if (name !== undefined && resolved.read.named.some((known) => isSameName(known, name))) return query;
  const tables = renamedTables(resolved, rename);
  const changed = new Map(tables.texts);
  for (const column of resolved.columns) {
    const { use, source } = column;
    const table = source ? tables.names.get(source) : undefined;
    if (use.qualifier && table !== undefined) changed.set(use.qualifier, renamedToken(use.qualifier, table));
    const text = columnText(column, resolved, rename, tables.names);
    if (text !== null) changed.set(use.token, text);
  }
  const texts = new Map([...changed].map(([token, text]) => [token.start, text]));
  return sqlTokensOf(query)
    .map(({ start, text }) => texts.get(start) ?? text)
    .join('');
}

/**
 * The query with an alias, its old name, for each result that would be called otherwise with the rename and by whose
 * name something is found: inside the query, or from another view, where `isRead`.
 */
export function queryWithAliases(
  query: string,
  rename: Rename,
  collections: readonly Collection[],
  isRead: boolean,
): string {
  const resolved = resolveQuery(query, collections);
  const { columns, read } = resolved;
  const aliases = new Map<number, string>();
  for (const column of columns) {
    const { use } = column;
    const item = use.core.items.find((one) => one.column === use && one.alias === null);
    const isTop = use.core === read.query.cores[0];
    const isFound = columns.some((other) => other.item === item && other.source !== null);
    if (!item || !column.field || renamedField(column, rename) === undefined) continue;
    if (isTop ? isRead : isFound) {
      aliases.set(use.token.start, `${use.token.text} AS ${renamedToken(use.token, column.field.fieldName)}`);
    }
  }
  return sqlTokensOf(query)
    .map(({ start, text }) => aliases.get(start) ?? text)
    .join('');
}

interface RenamedTables {
  readonly texts: ReadonlyMap<SqlToken, string>;
  /** What the query must now call those that it calls by their own names. */
  readonly names: ReadonlyMap<Source, string>;
}

function renamedTables({ tables, read }: ResolvedQuery, { collectionId, name }: Rename): RenamedTables {
  const texts = new Map<SqlToken, string>();
  const names = new Map<Source, string>();
  for (const { source, token, collection } of tables) {
    if (collection.id !== collectionId || name === undefined) continue;
    const isTaken = read.sources.some((other) => isSameName(nameOfSource(other.source), name));
    const keepsName = source.alias === null && isTaken && !isSameName(name, nameOf(token));
    texts.set(token, renamedToken(token, name) + (keepsName ? ` AS ${token.text}` : ''));
    if (source.alias === null && !keepsName) names.set(source, name);
  }
  return { texts, names };
}

/** Null where the place stays as it is. */
function columnText(
  column: ResolvedColumn,
  resolved: ResolvedQuery,
  rename: Rename,
  tables: ReadonlyMap<Source, string>,
): string | null {
  const { use, field } = column;
  const name = newColumnName(column, resolved, rename);
  if (name === null || field === null) return null;
  const item = use.core.items.find((one) => one.column === use && one.alias === null);
  const ending =
    item && keepsName(item, resolved, rename) ? ` AS ${renamedToken(use.token, field.fieldName)}` : '';
  return qualification(column, name, resolved, tables) + renamedToken(use.token, name) + ending;
}

function newColumnName(column: ResolvedColumn, resolved: ResolvedQuery, rename: Rename): string | null {
  const { field, item } = column;
  if (field?.collection.id !== rename.collectionId) return null;
  if (item && keepsName(item, resolved, rename)) return null;
  return rename.fields.get(field.fieldName) ?? null;
}

/**
 * The results of the view are its fields. Those of a query inside it may change their names, unless another one of
 * them has the new name.
 */
function keepsName(item: Item, resolved: ResolvedQuery, rename: Rename): boolean {
  const core = item.column?.core;
  if (!core) return false;
  if (core === resolved.read.query.cores[0]) return true;
  const after = (one: Item) => {
    const column = one.alias ? undefined : resolved.columns.find(({ use }) => use === one.column);
    return renamedField(column, rename) ?? resultName(one);
  };
  return core.items.some((other) => other !== item && isSameName(after(other), after(item)));
}

function renamedField(column: ResolvedColumn | undefined, rename: Rename): string | undefined {
  const field = column?.field;
  return field?.collection.id === rename.collectionId ? rename.fields.get(field.fieldName) : undefined;
}

/** The table, where the new name alone would be found elsewhere too. */
function qualification(
  { use, source, item }: ResolvedColumn,
  name: string,
  resolved: ResolvedQuery,
  tables: ReadonlyMap<Source, string>,
): string {
  if (use.qualifier || !source) return '';
  const isResult =
    use.isOrderTerm &&
    !item &&
    use.core.query.cores.some((core) => core.items.some((one) => isCalled(one, name)));
  if (!isResult && !isFoundElsewhere(use, source, name, resolved)) return '';
  const token = source.alias ?? source.table;
  if (!token) return '';
  const table = tables.get(source);
  return `${table === undefined ? token.text : renamedToken(token, table)}.`;
}

function isCalled(item: Item, name: string): boolean {
  return isSameName(resultName(item), name);
}

function isFoundElsewhere(
  use: ColumnUse,
  source: Source,
  name: string,
  { hasColumn }: ResolvedQuery,
): boolean {
  for (let core: ColumnUse['core'] | null = use.core; core; core = core.outer) {
    for (const other of core.sources) if (other !== source && hasColumn(other, core, name)) return true;
    if (core.sources.includes(source)) return false;
  }
  return false;
}

/**
 * The collection with its rules, query and indexes in the new names, and nothing else changed: neither its own name
 * nor those of its fields. The same object where nothing changes.
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
    const renamed = rule && ruleWith(rule, collection, rename, lookup);
    if (!renamed || renamed === rule) continue;
    result =
      place === 'manageRule'
        ? { ...result, options: { ...result.options, manageRule: renamed } }
        : { ...result, [place]: renamed };
  }
  const query = queryOf(collection);
  const renamed = query && renamedQuery(query, rename, collections);
  if (renamed && renamed !== query) result = { ...result, options: { ...result.options, query: renamed } };
  if (collection.id === rename.collectionId) {
    const indexes = indexesOf(collection).map((index) => renamedIndex(index, collection, rename));
    if (indexes.some((index, at) => index !== indexesOf(collection)[at])) result = { ...result, indexes };
  }
  return result;
}

/**
 * Complete copies of the other collections that the rename changes; a view comes after those that it reads, as the
 * server makes them one after the other.
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
 * Complete copies of the views that have to be imported first, and then read again: SQLite renames a column in every
 * view by itself, and refuses to where another view, or the query around it, finds that column by its old name. An
 * alias keeps the name there; until the rename it changes nothing.
 */
export function beforeRename(collections: readonly Collection[], rename: Rename): Collection[] {
  const read = new Set(collections.flatMap((collection) => readBy(collection, collections)));
  const prepared = collections.flatMap((collection) => {
    const query = queryOf(collection);
    const aliased = query && queryWithAliases(query, rename, collections, read.has(collection.id));
    if (!aliased || aliased === query) return [];
    return [{ ...collection, options: { ...collection.options, query: aliased } }];
  });
  return inOrder(prepared, collections);
}

/** The ids of the collections that a view's query reads. */
function readBy(collection: Collection, collections: readonly Collection[]): string[] {
  const query = queryOf(collection);
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
