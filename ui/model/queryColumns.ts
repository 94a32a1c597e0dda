import { type Collection, systemFieldNames } from './collection';
import {
  type ColumnUse,
  type Core,
  type Item,
  type Query,
  type ReadQuery,
  readQuery,
  type Source,
} from './querySources';
import { isSameName, nameOf, type SqlToken } from './sqlTokens';

/** What a column of a query is. */
export interface FoundColumn {
  /** The field that it is in the end; null for a value of the query's own making. */
  readonly field: { readonly collection: Collection; readonly fieldName: string } | null;
  /** The result of a query in brackets, or of this one, by whose name it is found; null in a table. */
  readonly item: Item | null;
}

export interface ResolvedColumn extends FoundColumn {
  readonly use: ColumnUse;
  /** Where it is read from; null for a result that stands in ORDER BY. */
  readonly source: Source | null;
}

export interface ResolvedQuery {
  readonly read: ReadQuery;
  /** The tables that are collections. */
  readonly tables: readonly {
    readonly source: Source;
    readonly token: SqlToken;
    readonly collection: Collection;
  }[];
  readonly columns: readonly ResolvedColumn[];
  /** The columns that a source has: of a query in brackets those that it passes on. */
  hasColumn(source: Source, core: Core, name: string): boolean;
}

/** The name by which a query speaks of a source. */
export function nameOfSource({ alias, table }: Source): string {
  return alias ? textOf(alias) : table ? nameOf(table) : '';
}

/** An alias may also stand in single quotes. */
export function textOf(token: SqlToken): string {
  return token.kind === 'string' ? token.text.slice(1, -1).replaceAll("''", "'") : nameOf(token);
}

const ownMaking: FoundColumn = { field: null, item: null };

/** What the tables and columns of a query are, as SQLite finds them. */
export function resolveQuery(sql: string, collections: readonly Collection[]): ResolvedQuery {
  const read = readQuery(sql);
  const following = new Set<Item>();

  const collectionOf = (token: SqlToken): Collection | undefined =>
    collections.find(({ name }) => isSameName(name, nameOf(token)));

  function columnOf({ table, query }: Source, core: Core, name: string): FoundColumn | null {
    if (query) return resultOf([query.cores[0]], name);
    if (!table) return null;
    const named = namedBy(core.query, table);
    if (named?.columns) return named.columns.some((known) => isSameName(known, name)) ? ownMaking : null;
    if (named) return resultOf([named.query.cores[0]], name);
    const collection = collectionOf(table);
    if (!collection) return null;
    const names = [...collection.schema.map((field) => field.name), ...systemFieldNames(collection)];
    const fieldName = [...names, 'created', 'updated'].find((known) => isSameName(known, name));
    return fieldName === undefined ? null : { field: { collection, fieldName }, item: null };
  }

  function resultOf(cores: readonly (Core | undefined)[], name: string): FoundColumn | null {
    const items = cores.flatMap((core) => core?.items ?? []);
    const item = items.find((one) => isSameName(resultName(one), name));
    if (!item) return null;
    if (item.alias || !item.column || following.has(item)) return ownMaking;
    following.add(item);
    const field = find(item.column)?.field ?? null;
    following.delete(item);
    return { field, item };
  }

  function find(use: ColumnUse): ResolvedColumn | null {
    const name = use.token.text === '*' ? '*' : nameOf(use.token);
    const result = use.isOrderTerm ? resultOf(use.core.query.cores, name) : null;
    if (result) return { ...result, use, source: null };
    for (let core: Core | null = use.core; core; core = core.outer) {
      for (const source of core.sources) {
        if (use.qualifier && !isSameName(nameOfSource(source), nameOf(use.qualifier))) continue;
        const found = columnOf(source, core, name);
        if (use.qualifier || found) return { ...(found ?? ownMaking), use, source };
      }
    }
    return null;
  }

  const columns = read.columns.flatMap((use) => find(use) ?? []);
  const tables = read.sources.flatMap(({ source, core }) => {
    const { table: token } = source;
    const collection = token && !namedBy(core.query, token) ? collectionOf(token) : undefined;
    return token && collection ? [{ source, token, collection }] : [];
  });
  return {
    read,
    tables,
    columns,
    hasColumn: (source, core, name) => columnOf(source, core, name) !== null,
  };
}

/** '' where nothing gives it a name. */
export function resultName({ alias, column }: Item): string {
  return alias ? textOf(alias) : column ? nameOf(column.token) : '';
}

/** The query that a WITH around here gives this name. */
function namedBy(from: Query, table: SqlToken): Query['named'][number] | null {
  for (let query: Query | null = from; query; query = query.parent) {
    const named = query.named.find(({ name }) => isSameName(name, nameOf(table)));
    if (named) return named;
  }
  return null;
}
