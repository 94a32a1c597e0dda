// SQLite itself, to compare our reader with: databases made by statements, their rows, and a writer of
// write-ahead logs, which this build of SQLite cannot make.

import initSqlJs, { type Database } from 'sql.js';
import type { SqliteValue } from '../../ui/backup/sqlite/storedRow';
import { readRows, type SqliteRow, type TableDamage } from '../../ui/backup/sqlite/tableRows';
import { openSqlite } from '../../ui/backup/sqlite/tables';
import { blobSource } from '../../ui/base/byteSource';

const sqlite = await initSqlJs();

/** Runs the statements one after the other on a new database, and returns the file. */
export function databaseOf(statements: readonly string[]): Uint8Array {
  const database = new sqlite.Database();
  try {
    for (const statement of statements) database.run(statement);
    return database.export();
  } finally {
    database.close();
  }
}

/** Runs more statements on a file, and returns the changed file. */
export function changed(file: Uint8Array, statements: readonly string[]): Uint8Array {
  const database = new sqlite.Database(file);
  try {
    for (const statement of statements) database.run(statement);
    return database.export();
  } finally {
    database.close();
  }
}

export type Rows = readonly (readonly SqliteValue[])[];

/** Returns the rows of each table as SQLite reads them. */
export function rowsBySqlite(file: Uint8Array): Map<string, Rows> {
  const database = new sqlite.Database(file);
  try {
    const names = valuesOf(
      database,
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid",
    ).flat();
    return new Map(names.map((name) => [String(name), tableRows(database, String(name))]));
  } finally {
    database.close();
  }
}

function tableRows(database: Database, name: string): Rows {
  const table = `"${name.replaceAll('"', '""')}"`;
  const columns = valuesOf(
    database,
    `SELECT name FROM pragma_table_info('${name.replaceAll("'", "''")}')`,
  ).flat();
  const parts = columns.flatMap((column) => {
    const value = `"${String(column).replaceAll('"', '""')}"`;
    // As a text it would end at its first zero.
    return [
      `typeof(${value})`,
      `CASE typeof(${value}) WHEN 'text' THEN CAST(${value} AS BLOB) ELSE ${value} END`,
    ];
  });
  // A blob of a text has the encoding of the database.
  const encoding = String(valuesOf(database, 'PRAGMA encoding')[0]?.[0]).replace('UTF-16', 'utf-16');
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return valuesOf(database, `SELECT ${parts.join(', ')} FROM ${table} ORDER BY rowid`).map((row) =>
    columns.map((_, at) => normalOf(row[2 * at], row[2 * at + 1], decoder)),
  );
}

function normalOf(type: unknown, value: unknown, decoder: TextDecoder): SqliteValue {
  if (type === 'text') return decoder.decode(value as Uint8Array);
  if (typeof value !== 'bigint') return value as SqliteValue;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function valuesOf(database: Database, query: string): unknown[][] {
  // The types of this library lack the options of `exec`.
  const exec = database.exec as (query: string, params: null, options: object) => { values: unknown[][] }[];
  return exec.call(database, query, null, { useBigInt: true })[0]?.values ?? [];
}

export interface ReadTable {
  readonly rows: readonly SqliteRow[];
  readonly damage: TableDamage | null;
}

export async function open(file: Uint8Array, log: Uint8Array | null = null) {
  return openSqlite(sourceOf(file), log && sourceOf(log));
}

export const sourceOf = (bytes: Uint8Array) => blobSource(new Blob([new Uint8Array(bytes)]));

/** Returns the rows of a table as our reader reads them. */
export async function readTable(
  file: Uint8Array,
  name: string,
  log: Uint8Array | null = null,
): Promise<ReadTable> {
  const { pages, table } = await open(file, log);
  const found = table(name);
  if (!found) throw new Error(`There is no table ${name}`);
  const rows: SqliteRow[] = [];
  let damage: TableDamage | null = null;
  const onDamage = (told: TableDamage) => {
    damage = told;
  };
  for await (const part of readRows(pages, found, { onDamage })) rows.push(...part);
  return { rows, damage };
}

export const valuesIn = ({ rows }: ReadTable): Rows => rows.map(({ values }) => values);

interface LogOptions {
  /** Checksums of numbers with the high byte first. */
  isBig?: boolean;
  salt?: number;
}

/** Writes a log that changes one file into each of the others in turn. Each change is one transaction. */
export function logOf(
  file: Uint8Array,
  versions: readonly Uint8Array[],
  { isBig = false, salt = 7 }: LogOptions = {},
): Buffer {
  const pageSize = pageSizeOf(file);
  const header = Buffer.alloc(32);
  header.writeUInt32BE(isBig ? 0x377f0683 : 0x377f0682, 0);
  header.writeUInt32BE(3_007_000, 4);
  header.writeUInt32BE(pageSize, 8);
  header.writeUInt32BE(salt, 16);
  header.writeUInt32BE(salt * 3, 20);
  let sum = addToSum([0, 0], header.subarray(0, 24), isBig);
  header.writeUInt32BE(sum[0], 24);
  header.writeUInt32BE(sum[1], 28);
  const parts = [header];
  let before = file;
  for (const after of versions) {
    const count = after.length / pageSize;
    const pageOf = (bytes: Uint8Array, number: number) =>
      Buffer.from(bytes.subarray((number - 1) * pageSize, number * pageSize));
    const numbers = Array.from({ length: count }, (_, at) => at + 1).filter(
      (number) => number === count || !pageOf(before, number).equals(pageOf(after, number)),
    );
    for (const number of numbers) {
      const frame = Buffer.alloc(24);
      frame.writeUInt32BE(number, 0);
      frame.writeUInt32BE(number === numbers.at(-1) ? count : 0, 4);
      header.copy(frame, 8, 16, 24);
      sum = addToSum(addToSum(sum, frame.subarray(0, 8), isBig), pageOf(after, number), isBig);
      frame.writeUInt32BE(sum[0], 16);
      frame.writeUInt32BE(sum[1], 20);
      parts.push(frame, pageOf(after, number));
    }
    before = after;
  }
  return Buffer.concat(parts);
}

export function pageSizeOf(file: Uint8Array): number {
  const written = ((file[16] ?? 0) << 8) | (file[17] ?? 0);
  return written === 1 ? 65_536 : written;
}

function addToSum([first, second]: [number, number], bytes: Buffer, isBig: boolean): [number, number] {
  let [one, two] = [BigInt(first), BigInt(second)];
  const wordAt = (at: number) => BigInt(isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  for (let at = 0; at < bytes.length; at += 8) {
    one = BigInt.asUintN(32, one + wordAt(at) + two);
    two = BigInt.asUintN(32, two + wordAt(at + 4) + one);
  }
  return [Number(one), Number(two)];
}
