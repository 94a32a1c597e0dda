import type { ByteSource } from '../../platform/byteSource';
import { FileFault } from '../../platform/fileFault';
import { countOf } from '../../platform/text';
import { type Collection, collectionTypeOf } from '../collection';
import { fieldTypeOf } from '../field';
import { type FullRecord, fieldValue, listOf } from '../record';
import { isSameName } from '../sql/tokens';
import type { SqliteTable } from '../sqlite/createTable';
import { readRows, type TableDamage } from '../sqlite/tableRows';
import { openSqlite, type SqliteDatabase } from '../sqlite/tables';
import { sizeOfTree } from '../sqlite/treePages';
import type { BackupFile, BackupFiles } from './backupFiles';
import { type BackupRecord, collectionOf, type NamedRow, recordOf } from './recordSource';

/** The database of a backup. The values of settings, admins and passwords stay inside. */
export interface BackupDatabase {
  readonly collections: readonly Collection[];
  readonly settings: BackupSettings;
  /** Sentences about collections that cannot be read. */
  readonly faults: readonly string[];
  /** Yields the records in small parts, in the order of their creation. Throws a FileFault for a damaged definition. */
  recordsOf(collection: Collection, options?: RecordsOptions): AsyncGenerator<BackupRecord[]>;
  /** Counts the records by the pages of their table, without reading them. Null if there is no readable table. */
  countRecords(collection: Collection, signal?: AbortSignal): Promise<number | null>;
  /** Reads the whole database once. */
  diskUse(files: BackupFiles, options?: DiskUseOptions): Promise<DiskUse>;
}

export interface BackupSettings {
  /** Null when the settings cannot be read. */
  readonly isEncrypted: boolean | null;
  /** True if the files of records are on S3, and not in the backup. Null if the settings do not say it. */
  readonly hasS3: boolean | null;
}

interface RecordsOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onDamage?: ((damage: TableDamage) => void) | undefined;
}

interface DiskUseOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of collections that are counted. */
  readonly onProgress?: ((collections: number) => void) | undefined;
}

export interface CollectionUse {
  readonly collection: Collection;
  /** Null if their table is missing or unreadable. */
  readonly records: number | null;
  readonly dataBytes: number;
  readonly indexBytes: number;
  readonly fileCount: number;
  readonly fileBytes: number;
  /** The files that no record names. With damage, their record may be one that cannot be read. */
  readonly unnamed: readonly BackupFile[];
  /** Known if the table is unreadable, or if its records were read to find their files. */
  readonly damage: TableDamage | null;
}

export interface DiskUse {
  readonly collections: readonly CollectionUse[];
  /** Pages that hold nothing now. */
  readonly freeBytes: number;
  /** The files of deleted collections. */
  readonly unnamed: readonly BackupFile[];
}

/** `Part of orders is damaged: about 40 records cannot be read.` */
export function damageSentence({ name }: Collection, { rows }: TableDamage): string {
  if (rows === null) return `The records of ${name} are damaged and cannot be read.`;
  return `Part of ${name} is damaged: about ${countOf(rows, 'record')} cannot be read.`;
}

/** No server has more; the list of a hostile backup must end. */
const mostCollections = 5_000;

/** Throws a FileFault when the database cannot be read or is not that of a server. */
export async function openBackupDatabase(
  main: ByteSource,
  log: ByteSource | null,
  signal?: AbortSignal,
): Promise<BackupDatabase> {
  const database = await openSqlite(main, log, signal);
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
      if (collection && collections.length < mostCollections) collections.push(collection);
      else lost += 1;
    }
  }
  if (lost > 0) faults.push(`About ${countOf(lost, 'collection')} cannot be read.`);

  async function* recordsOf(collection: Collection, options: RecordsOptions = {}) {
    if (collectionTypeOf(collection) === 'view') return;
    // The definitions of a hostile backup may name them.
    if (privateTables.some((name) => isSameName(name, collection.name)))
      throw new FileFault(`The table ${collection.name} is private.`);
    for await (const rows of namedRows(database, collection.name, options)) {
      yield rows.flatMap((row) => recordOf(collection, row) ?? []);
    }
  }

  async function measure(
    collection: Collection,
    files: BackupFiles,
    signal?: AbortSignal,
  ): Promise<CollectionUse> {
    const ofRecords = files.get(collection.id) ?? new Map<string, readonly BackupFile[]>();
    const unnamed = new Set([...ofRecords.values()].flat());
    const fileBytes = bytesOf(unnamed);
    const fileCount = unnamed.size;
    const table = tableIn(database, collection.name);
    const isLost = !table && collectionTypeOf(collection) !== 'view';
    let damage: TableDamage | null = isLost ? { pages: 0, rows: null } : null;
    const fileFields = collection.schema.filter((field) => fieldTypeOf(field) === 'file');
    if (table && fileCount > 0 && fileFields.length > 0) {
      const onDamage = (found: TableDamage) => {
        damage = found;
      };
      for await (const records of recordsOf(collection, { signal, onDamage })) {
        for (const { id, source } of records) {
          const own = ofRecords.get(id);
          if (!own) continue;
          const record = JSON.parse(source) as FullRecord;
          const names = new Set(fileFields.flatMap(({ name }) => listOf(fieldValue(record, name))));
          for (const file of own) if (names.has(file.name)) unnamed.delete(file);
        }
      }
    }
    const data = table && (await sizeOfTree(database.pages, table.root, 'table', signal));
    let indexBytes = 0;
    for (const root of database.indexRoots(collection.name)) {
      indexBytes += (await sizeOfTree(database.pages, root, 'index', signal)).bytes;
    }
    return {
      collection,
      records: data?.cells ?? (isLost ? null : 0),
      dataBytes: data?.bytes ?? 0,
      indexBytes,
      fileCount,
      fileBytes,
      unnamed: [...unnamed],
      damage,
    };
  }

  return {
    collections,
    settings: await readSettings(database, signal),
    faults,
    recordsOf,
    async countRecords({ name }, signal) {
      const table = tableIn(database, name);
      return table ? (await sizeOfTree(database.pages, table.root, 'table', signal)).cells : null;
    },
    async diskUse(files, { signal, onProgress } = {}) {
      const uses: CollectionUse[] = [];
      for (const collection of collections) {
        uses.push(await measure(collection, files, signal));
        onProgress?.(uses.length);
      }
      const ids = new Set(collections.map(({ id }) => id));
      const others = [...files].filter(([id]) => !ids.has(id));
      return {
        collections: uses,
        freeBytes: Math.min(database.pages.freeCount, database.pages.count) * database.pages.size,
        unnamed: others.flatMap(([, records]) => [...records.values()].flat()),
      };
    },
  };
}

/** Null for a table that is missing or has an unreadable definition. */
function tableIn(database: SqliteDatabase, name: string): SqliteTable | null {
  try {
    return database.table(name);
  } catch (error) {
    if (error instanceof FileFault) return null;
    throw error;
  }
}

const privateTables = ['_admins', '_params'];

const bytesOf = (files: Iterable<BackupFile>) => [...files].reduce((sum, { size }) => sum + size, 0);

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

/** Without encryption the settings are a JSON object, else another text. Only two flags of them are returned. */
async function readSettings(database: SqliteDatabase, signal?: AbortSignal): Promise<BackupSettings> {
  const unknown = { isEncrypted: null, hasS3: null };
  try {
    for await (const rows of namedRows(database, '_params', { signal })) {
      for (const row of rows) {
        const value = row.get('value');
        if (row.get('key') === 'settings' && typeof value === 'string') return settingsIn(value);
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
    // Base64 is no JSON.
  }
  return { isEncrypted: true, hasS3: null };
}
