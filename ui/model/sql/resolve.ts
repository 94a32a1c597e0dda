import { type Collection, dateNames, systemFieldNames } from '../collection';
import {
  type ColumnName,
  type CommonTableExpression,
  type ParsedQuery,
  parseSelect,
  type ResultColumn,
  resultName,
  type SelectCore,
  type SelectStatement,
  type TableOrSubquery,
} from './parse';
import { nameKey, type SqlToken, writtenName } from './tokens';

interface FoundColumn {
  /** The collection field behind the column; null for a computed value. */
  readonly field: { readonly collection: Collection; readonly fieldName: string } | null;
  /** The result of a subquery, or of this query, that gives the column its name; null for a table column. */
  readonly result: ResultColumn | null;
}

export interface ResolvedColumn extends FoundColumn {
  readonly use: ColumnName;
  /** The source of the column; null for a result name in ORDER BY. */
  readonly source: TableOrSubquery | null;
}

export interface ResolvedQuery {
  readonly parsed: ParsedQuery;
  readonly tables: readonly {
    readonly source: TableOrSubquery;
    readonly token: SqlToken;
    readonly collection: Collection;
  }[];
  readonly columns: readonly ResolvedColumn[];
  resolve(column: ColumnName): ResolvedColumn | null;
  /** True if a source has such a column. A subquery has the columns of its results. */
  hasColumn(source: TableOrSubquery, core: SelectCore, name: string): boolean;
}

export function sourceName({ alias, table }: TableOrSubquery): string {
  return writtenName(alias ?? table ?? undefined) ?? '';
}

/** SQLite's limit of tables in a join. */
export const mostSources = 64;
/** The longest chain of subqueries that pass on a column; a longer chain would overflow the stack. */
const longestChain = 500;

type Columns = ReadonlyMap<string, () => FoundColumn>;

const computedColumn: FoundColumn = { field: null, result: null };

/** Resolves the tables and columns of a query as SQLite does. */
export function resolveQuery(sql: string, collections: readonly Collection[]): ResolvedQuery {
  const parsed = parseSelect(sql);
  const byKey = new Map<string, Collection>();
  for (const one of collections) if (!byKey.has(nameKey(one.name))) byKey.set(nameKey(one.name), one);
  const known = new Map<Collection | CommonTableExpression | SelectCore | SelectStatement, Columns>();
  const resolved = new Map<ColumnName, ResolvedColumn | null>();
  let chain = 0;

  const collectionOf = (table: SqlToken) => byKey.get(nameKey(writtenName(table) ?? ''));

  /** Returns the columns of a source by the key of their name. */
  function columnsOf({ table, select }: TableOrSubquery, core: SelectCore): Columns {
    if (select) return passedOn(select);
    if (!table) return new Map();
    const cte = findCte(core.statement, table);
    if (cte) return cte.columns ? remember(known, cte, () => ownColumns(cte)) : passedOn(cte.select);
    const collection = collectionOf(table);
    return collection ? remember(known, collection, () => fieldsOf(collection)) : new Map();
  }

  /** The first core names the results of a statement. */
  function passedOn({ cores: [first] }: SelectStatement): Columns {
    return first ? remember(known, first, () => resultsOf([first])) : new Map();
  }

  function resultsOf(cores: readonly SelectCore[]): Columns {
    const found = new Map<string, () => FoundColumn>();
    const add = (key: string, find: () => FoundColumn) => !found.has(key) && found.set(key, find);
    for (const core of cores) {
      for (const result of core.columns) {
        const starred = result.isStar || result.column?.name === '*' ? starredSources(result, core) : [];
        for (const source of starred) for (const [key, find] of columnsOf(source, core)) add(key, find);
        add(nameKey(resultName(result)), () => findResult(result));
      }
    }
    return found;
  }

  function starredSources({ column }: ResultColumn, core: SelectCore): readonly TableOrSubquery[] {
    const table = column?.table;
    const source = table && sourceNamed(core, table);
    return source ? [source] : table ? [] : core.from.slice(0, mostSources);
  }

  function findResult(result: ResultColumn): FoundColumn {
    if (result.alias || !result.column) return computedColumn;
    return { field: resolve(result.column)?.field ?? null, result };
  }

  function sourceNamed({ from }: SelectCore, table: SqlToken): TableOrSubquery | undefined {
    const key = nameKey(writtenName(table) ?? '');
    return from.slice(0, mostSources).find((source) => nameKey(sourceName(source)) === key);
  }

  function resolve(use: ColumnName): ResolvedColumn | null {
    if (chain > longestChain) return null;
    // Stores an empty result during the search, so that a query that reads itself finds nothing.
    return remember(resolved, use, () => {
      resolved.set(use, null);
      chain += 1;
      const found = find(use);
      chain -= 1;
      return found;
    });
  }

  function find(use: ColumnName): ResolvedColumn | null {
    const { core: own, table, name, isOrderTerm } = use;
    const key = nameKey(name);
    const { statement } = own ?? {};
    const result =
      isOrderTerm && statement && remember(known, statement, () => resultsOf(statement.cores)).get(key);
    if (result) return { ...result(), use, source: null };
    for (let core = own; core; core = core.outer) {
      const source = table ? sourceNamed(core, table) : sourceWith(core, key);
      if (source) return { ...(columnsOf(source, core).get(key)?.() ?? computedColumn), use, source };
    }
    return null;
  }

  function sourceWith(core: SelectCore, key: string): TableOrSubquery | undefined {
    return core.from.slice(0, mostSources).find((source) => columnsOf(source, core).has(key));
  }

  const tables = parsed.tables.flatMap(({ source, core }) => {
    const { table: token } = source;
    const collection = token && !findCte(core.statement, token) ? collectionOf(token) : undefined;
    return token && collection ? [{ source, token, collection }] : [];
  });
  return {
    parsed,
    tables,
    columns: parsed.columns.flatMap((use) => resolve(use) ?? []),
    resolve,
    hasColumn: (source, core, name) => columnsOf(source, core).has(nameKey(name)),
  };
}

function fieldsOf(collection: Collection): Columns {
  const names = [...collection.schema.map(({ name }) => name), ...systemFieldNames(collection)];
  const fields = [...names, ...dateNames].map(
    (fieldName) => [nameKey(fieldName), () => ({ field: { collection, fieldName }, result: null })] as const,
  );
  // If two names differ only in case, the first counts.
  return new Map(fields.reverse());
}

function ownColumns({ columns }: CommonTableExpression): Columns {
  return new Map(columns?.map((name) => [nameKey(name), () => computedColumn]));
}

function findCte(from: SelectStatement, table: SqlToken): CommonTableExpression | null {
  const key = nameKey(writtenName(table) ?? '');
  for (let statement: SelectStatement | null = from; statement; statement = statement.parent) {
    const cte = statement.ctes.get(key);
    if (cte) return cte;
  }
  return null;
}

function remember<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  if (!known.has(key)) known.set(key, make());
  return known.get(key) as Value;
}
