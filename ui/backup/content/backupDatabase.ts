import type { ByteSource } from '../../base/byteSource';
import { FileFault } from '../../base/fileFault';
import { countOf } from '../../base/text';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { isSameName } from '../../model/sql/tokens';
import type { SqliteTable } from '../sqlite/createTable';
import { readRows, type TableDamage } from '../sqlite/tableRows';
import { openSqlite, type SqliteDatabase } from '../sqlite/tables';
import { countRows } from '../sqlite/treePages';
import { type BackupRecord, collectionOf, isNewerForm, type NamedRow, recordOf } from './recordSource';

/** The database of a backup. It never returns values of settings, admins and passwords. */
export interface BackupDatabase {
  /** True for a database of 0.23 or later. */
  readonly isNewer: boolean;
  /** Without the server's own, such as that of the admins. */
  readonly collections: readonly Collection[];
  readonly settings: BackupSettings;
  /** Sentences about collections that cannot be read. */
  readonly faults: readonly string[];
  /**
   * Yields small groups of records in the order of their creation. Throws a FileFault if the definition of the
   * table is damaged.
   */
  recordsOf(collection: Collection, options?: RecordsOptions): AsyncGenerator<BackupRecord[]>;
  /** Counts by the pages of the table, without reading records. Null if there is no readable table. */
  countRecords(collection: Collection, signal?: AbortSignal): Promise<number | null>;
}

export interface BackupSettings {
  /** Null if the settings cannot be read. */
  readonly isEncrypted: boolean | null;
  /** True if the files of records are on S3 and not in the backup. Null if it is unknown. */
  readonly hasS3: boolean | null;
}

interface RecordsOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onDamage?: ((damage: TableDamage) => void) | undefined;
}

/** Such as `Part of orders is damaged: about 40 records cannot be read.` */
export function damageSentence({ name }: Collection, { rows }: TableDamage): string {
  if (rows === null) return `The records of ${name} are damaged and cannot be read.`;
  return `Part of ${name} is damaged: about ${countOf(rows, 'record')} cannot be read.`;
}

/** No server has more. The list of a malicious backup must end. */
const mostCollections = 5_000;

/** Throws a FileFault if this is no readable database of a server. */
export async function openBackupDatabase(
  main: ByteSource,
  log: ByteSource | null,
  signal?: AbortSignal,
): Promise<BackupDatabase> {
  const database = await openSqlite(main, log, signal);
  const columns = tableIn(database, '_collections')?.columns.map(({ name }) => name) ?? [];
  const isNewer = isNewerForm(columns);
  const faults: string[] = [];
  if (database.damage) faults.push('Part of the list of tables is damaged: collections may be missing.');
  const collections: Collection[] = [];
  let lost = 0;
  const onDamage = ({ rows }: TableDamage) => {
    lost += rows ?? 1;
  };
  for await (const rows of namedRows(database, '_collections', { signal, onDamage })) {
    for (const row of rows) {
      const collection = collectionOf(row);
      if (isNewer && collection?.system && isPrivate(collection)) continue;
      if (collection && collections.length < mostCollections) collections.push(collection);
      else lost += 1;
    }
  }
  if (lost > 0) faults.push(`About ${countOf(lost, 'collection')} cannot be read.`);

  async function* recordsOf(collection: Collection, options: RecordsOptions = {}) {
    if (collectionTypeOf(collection) === 'view') return;
    // The definitions of a malicious backup may name private tables.
    if (isPrivate(collection)) throw new FileFault(`The table ${collection.name} is private.`);
    for await (const rows of namedRows(database, collection.name, options)) {
      yield rows.flatMap((row) => recordOf(collection, row) ?? []);
    }
  }

  /** On newer servers, the admins and their sign-ins are collections, too. */
  function isPrivate({ name }: Collection): boolean {
    return isNewer ? /^(_|sqlite_)/i.test(name) : privateTables.some((table) => isSameName(table, name));
  }

  return {
    isNewer,
    collections,
    settings: await readSettings(database, signal),
    faults,
    recordsOf,
    async countRecords({ name }, signal) {
      const table = tableIn(database, name);
      return table ? countRows(database.pages, table.root, signal) : null;
    },
  };
}

/** Null if the table is missing or its definition is unreadable. */
function tableIn(database: SqliteDatabase, name: string): SqliteTable | null {
  try {
    return database.table(name);
  } catch (error) {
    if (error instanceof FileFault) return null;
    throw error;
  }
}

const privateTables = ['_admins', '_params'];

async function* namedRows(
  database: SqliteDatabase,
  name: string,
  options: RecordsOptions,
): AsyncGenerator<NamedRow[]> {
  const table: SqliteTable | null = database.table(name);
  if (!table) throw new FileFault(`This database has no table ${name}.`);
  const names = table.columns.map((column) => column.name);
  for await (const rows of readRows(database.pages, table, options)) {
    yield rows.map(({ values }) => new Map(names.map((column, at) => [column, values[at] ?? null])));
  }
}

/** Settings that are not encrypted are a JSON object. Only two of their values are returned. */
async function readSettings(database: SqliteDatabase, signal?: AbortSignal): Promise<BackupSettings> {
  const unknown = { isEncrypted: null, hasS3: null };
  try {
    for await (const rows of namedRows(database, '_params', { signal })) {
      for (const row of rows) {
        // A newer server stores them as a blob, by their id.
        const value = row.get('value') ?? null;
        const text = value instanceof Uint8Array ? new TextDecoder().decode(value) : value;
        if ((row.get('key') ?? row.get('id')) === 'settings' && typeof text === 'string')
          return settingsIn(text);
      }
    }
    return unknown;
  } catch (error) {
    if (error instanceof FileFault) return unknown;
    throw error;
  }
}

function settingsIn(text: string): BackupSettings {
  try {
    const settings = JSON.parse(text) as { s3?: { enabled?: unknown } } | string | null;
    if (typeof settings === 'object') return { isEncrypted: false, hasS3: settings?.s3?.enabled === true };
  } catch {
    // Encrypted settings are Base64, which is no JSON.
  }
  return { isEncrypted: true, hasS3: null };
}
