import type { ByteSource } from '../../base/byteSource';
import { nameKey } from '../../model/sql/tokens';
import { parseCreateTable, type SqliteTable } from './createTable';
import { openPages, type Pages } from './pages';
import type { SqliteValue } from './storedRow';
import { readRows, type TableDamage } from './tableRows';

export interface SqliteDatabase {
  readonly pages: Pages;
  /** Null if there is no such table. Throws a FileFault if it cannot be read at all. */
  table(name: string): SqliteTable | null;
  /** The damage of the list of tables: some tables may be missing. */
  readonly damage: TableDamage | null;
}

interface SchemaRow {
  readonly name: string;
  readonly root: number;
  readonly sql: string;
}

const schemaColumns =
  'CREATE TABLE sqlite_schema(type text, name text, tbl_name text, rootpage int, sql text)';
const mostTables = 100_000;

/** Throws a FileFault if this is no database. */
export async function openSqlite(
  main: ByteSource,
  log: ByteSource | null,
  signal?: AbortSignal,
): Promise<SqliteDatabase> {
  const pages = await openPages(main, log, signal);
  const tables = new Map<string, SchemaRow>();
  let damage: TableDamage | null = null;
  const schema = parseCreateTable(schemaColumns);
  const rows = readRows(
    pages,
    { name: 'sqlite_schema', root: 1, ...schema },
    {
      signal,
      onDamage: (found) => {
        damage = found;
      },
    },
  );
  for await (const part of rows) {
    for (const { values } of part) {
      const [type, name, , root, sql] = values;
      if (type !== 'table' || !isText(name) || !isText(sql) || typeof root !== 'number' || root < 1) continue;
      if (!tables.has(nameKey(name))) tables.set(nameKey(name), { name, root, sql });
    }
    if (tables.size > mostTables) break;
  }
  return {
    pages,
    damage,
    table(wanted) {
      const found = tables.get(nameKey(wanted));
      return found ? { name: found.name, root: found.root, ...parseCreateTable(found.sql) } : null;
    },
  };
}

function isText(value: SqliteValue | undefined): value is string {
  return typeof value === 'string';
}
