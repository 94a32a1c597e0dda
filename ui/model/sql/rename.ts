import type { Collection } from '../collection';
import {
  type ColumnName,
  parseCreateIndex,
  type ResultColumn,
  resultName,
  type SelectCore,
  type SelectStatement,
  type TableOrSubquery,
} from './parse';
import { mostSources, type ResolvedColumn, type ResolvedQuery, resolveQuery, sourceName } from './resolve';
import { isSameName, nameKey, renamedToken, type SqlToken, sqlTokensOf, writtenName } from './tokens';

/** New names, applied all at once: two fields may swap their names. */
export interface Rename {
  readonly collectionId: string;
  /** The new name of the collection, if it changes. */
  readonly name?: string | undefined;
  /** Maps old field names to new ones. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Applies the rename to an index of the collection `before`; a text that is no index stays unchanged. */
export function renameInIndex(
  statement: string,
  before: Pick<Collection, 'name'>,
  { name, fields }: Pick<Rename, 'name' | 'fields'>,
): string {
  const index = parseCreateIndex(statement);
  if (!index) return statement;
  const texts = new Map<SqlToken, string>();
  const { table, columnNames } = index;
  if (name !== undefined && isSameName(writtenName(table) ?? table.text, before.name)) {
    texts.set(table, renamedToken(table, name));
  }
  const names = new Map([...fields].map(([from, to]) => [nameKey(from), to]).reverse() as [string, string][]);
  for (const column of columnNames) {
    const to = names.get(nameKey(column.name));
    if (to !== undefined) texts.set(column.token, renamedToken(column.token, to));
  }
  return replaceTokens(statement, texts);
}

/**
 * Applies the rename to a view's query and keeps the names of its results. Returns the query unchanged when a
 * CTE already has the collection's new name: the query would read the CTE instead.
 */
export function renameInQuery(query: string, rename: Rename, collections: readonly Collection[]): string {
  const resolved = resolveQuery(query, collections);
  const { name } = rename;
  if (name !== undefined && resolved.parsed.ctes.some((known) => isSameName(known.name, name))) return query;
  const { texts, names } = renamedTables(resolved, rename);
  const renamer = createRenamer(resolved, rename, names);
  for (const column of resolved.columns) {
    const { use, source } = column;
    const table = source ? names.get(source) : undefined;
    if (use.table && table !== undefined) texts.set(use.table, renamedToken(use.table, table));
    const text = renamer.columnText(column);
    if (text !== null) texts.set(use.token, text);
  }
  return replaceTokens(query, texts);
}

/**
 * Adds the old name as an alias to each result whose name would change, if something refers to that name. The
 * reference is inside the query, or in another view if `isRead`.
 */
export function aliasInQuery(
  query: string,
  rename: Rename,
  collections: readonly Collection[],
  isRead: boolean,
): string {
  const resolved = resolveQuery(query, collections);
  const { columns, parsed } = resolved;
  const results = resultsByColumn(resolved);
  const found = new Set(columns.flatMap(({ result, source }) => (result && source ? [result] : [])));
  const texts = new Map<SqlToken, string>();
  for (const { use, field } of columns) {
    const result = results.get(use);
    if (!result || !field || newName(field, rename) === undefined) continue;
    const isTop = use.core === parsed.statement.cores[0];
    if (isTop ? isRead : found.has(result)) {
      texts.set(use.token, `${use.token.text} AS ${renamedToken(use.token, field.fieldName)}`);
    }
  }
  return replaceTokens(query, texts);
}

function replaceTokens(sql: string, texts: ReadonlyMap<SqlToken, string>): string {
  const byStart = new Map([...texts].map(([{ start }, text]) => [start, text]));
  return sqlTokensOf(sql)
    .map(({ start, text }) => byStart.get(start) ?? text)
    .join('');
}

/** Returns the results that are only a column and have no alias, by that column. */
function resultsByColumn({ parsed }: ResolvedQuery): ReadonlyMap<ColumnName, ResultColumn> {
  const cores = new Set(parsed.columns.flatMap(({ core }) => core ?? []));
  const results = [...cores].flatMap(({ columns }) => columns);
  return new Map(results.flatMap((one) => (one.column && !one.alias ? [[one.column, one] as const] : [])));
}

function newName(field: ResolvedColumn['field'], rename: Rename): string | undefined {
  return field?.collection.id === rename.collectionId ? rename.fields.get(field.fieldName) : undefined;
}

interface RenamedTables {
  readonly texts: Map<SqlToken, string>;
  /** The new names of tables that the query refers to by table name. */
  readonly names: ReadonlyMap<TableOrSubquery, string>;
}

function renamedTables({ tables, parsed }: ResolvedQuery, { collectionId, name }: Rename): RenamedTables {
  const texts = new Map<SqlToken, string>();
  const names = new Map<TableOrSubquery, string>();
  if (name === undefined) return { texts, names };
  const isTaken = parsed.tables.some(({ source }) => isSameName(sourceName(source), name));
  for (const { source, token, collection } of tables) {
    if (collection.id !== collectionId) continue;
    const keepsName = source.alias === null && isTaken && !isSameName(name, writtenName(token) ?? '');
    texts.set(token, renamedToken(token, name) + (keepsName ? ` AS ${token.text}` : ''));
    if (source.alias === null && !keepsName) names.set(source, name);
  }
  return { texts, names };
}

function createRenamer(
  { parsed, resolve, hasColumn }: ResolvedQuery,
  rename: Rename,
  tables: ReadonlyMap<TableOrSubquery, string>,
) {
  const results = resultsByColumn({ parsed } as ResolvedQuery);
  const namesAfter = new Map<SelectCore, ReadonlyMap<string, number>>();
  const namesNow = new Map<SelectStatement, ReadonlySet<string>>();

  /** Returns null when the text stays the same. */
  function columnText(column: ResolvedColumn): string | null {
    const { use, field, result } = column;
    const to = newName(field, rename);
    if (field === null || to === undefined || (result && keepsName(result))) return null;
    const own = results.get(use);
    const ending = own && keepsName(own) ? ` AS ${renamedToken(use.token, field.fieldName)}` : '';
    return qualification(column, to) + renamedToken(use.token, to) + ending;
  }

  /**
   * The results of the outer query are the view's fields and keep their names. Results of an inner query may
   * be renamed, unless another result of it has the new name.
   */
  function keepsName(result: ResultColumn): boolean {
    const core = result.column?.core;
    if (!core) return false;
    return core === parsed.statement.cores[0] || (countsAfter(core).get(nameAfter(result)) ?? 0) > 1;
  }

  function nameAfter(result: ResultColumn): string {
    const field = result.alias || !result.column ? null : (resolve(result.column)?.field ?? null);
    return nameKey(newName(field, rename) ?? resultName(result));
  }

  function countsAfter(core: SelectCore): ReadonlyMap<string, number> {
    const known = namesAfter.get(core);
    if (known) return known;
    const counts = new Map<string, number>();
    for (const result of core.columns) {
      const name = nameAfter(result);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    namesAfter.set(core, counts);
    return counts;
  }

  /** Returns the table prefix when the new name alone would be ambiguous. */
  function qualification({ use, source, result }: ResolvedColumn, name: string): string {
    if (use.table || !source) return '';
    const isResult = use.isOrderTerm && !result && resultNames(use).has(nameKey(name));
    if (!isResult && !isFoundElsewhere(use, source, name)) return '';
    const token = source.alias ?? source.table;
    if (!token) return '';
    const table = tables.get(source);
    return `${table === undefined ? token.text : renamedToken(token, table)}.`;
  }

  function resultNames({ core }: ColumnName): ReadonlySet<string> {
    if (!core) return new Set();
    const { statement } = core;
    const known = namesNow.get(statement);
    const names =
      known ??
      new Set(statement.cores.flatMap(({ columns }) => columns.map((one) => nameKey(resultName(one)))));
    namesNow.set(statement, names);
    return names;
  }

  function isFoundElsewhere(use: ColumnName, source: TableOrSubquery, name: string): boolean {
    for (let core = use.core; core; core = core.outer) {
      for (const other of core.from.slice(0, mostSources)) {
        if (other !== source && hasColumn(other, core, name)) return true;
      }
      if (core.from.includes(source)) return false;
    }
    return false;
  }

  return { columnText };
}
