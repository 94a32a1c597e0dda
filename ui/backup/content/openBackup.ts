import { blobSource, readSpan, type StreamSource } from '../../base/byteSource';
import { FileFault } from '../../base/fileFault';
import { byteSize } from '../../base/text';
import { endOf, readZip, unpackEntry, type ZipEntry } from '../../base/zipFile';
import { uploadName } from '../../model/file';
import { type BackupDatabase, openBackupDatabase } from './backupDatabase';
import { type BackupFile, type BackupFiles, filesIn } from './backupFiles';

/** A backup whose directory was read. It is stored nowhere, and ends with the last reference. */
export interface OpenBackup {
  /** The date of the newest entry, in milliseconds since 1970; null for an empty zip. */
  readonly asOf: number | null;
  readonly zipBytes: number;
  /** The unpacked size of the database and its log, in bytes. */
  readonly databaseBytes: number;
  readonly files: BackupFiles;
  /** Reads the whole database, with two requests. Throws a FileFault with the reason. */
  readDatabase(reading?: DatabaseReading): Promise<BackupDatabase>;
  readFile(file: BackupFile, signal?: AbortSignal): Promise<Blob>;
  /**
   * Returns a file under the name of its first upload. It needs one request if both entries are neighbours in the
   * zip.
   */
  readUpload(file: BackupFile, signal?: AbortSignal): Promise<File>;
}

interface DatabaseReading {
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of unpacked bytes, of `databaseBytes`. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

const largestDatabase = 2 * 1024 ** 3;

/** Reads the directory. Throws a FileFault if this is no readable zip. */
export async function openBackup(source: StreamSource, signal?: AbortSignal): Promise<OpenBackup> {
  const entries = await readZip(source, signal);
  const main = entries.get('data.db');
  const log = entries.get('data.db-wal');
  const databaseBytes = (main?.size ?? 0) + (log?.size ?? 0);

  return {
    asOf: newestOf(entries.values()),
    zipBytes: source.size,
    databaseBytes,
    files: await filesIn(entries, signal),

    async readDatabase({ signal, onProgress } = {}) {
      if (!main) throw new FileFault('This zip has no data.db, so it is not a backup.');
      if (main.size === 0) throw new FileFault('The data.db in this zip is empty.');
      if (databaseBytes > largestDatabase) {
        const size = byteSize(databaseBytes);
        throw new FileFault(`This database has ${size}. Up to 2 GB can be opened here.`);
      }
      const unpacked = await unpackEntry(source, main, { signal, onProgress });
      // A server that ended normally leaves an empty log or none.
      const unpackedLog =
        log && log.size > 0
          ? await unpackEntry(source, log, { signal, onProgress: (bytes) => onProgress?.(main.size + bytes) })
          : null;
      return openBackupDatabase(blobSource(unpacked), unpackedLog && blobSource(unpackedLog), signal);
    },

    readFile: ({ entry }, signal) => unpackEntry(source, entry, { signal }),

    async readUpload({ entry, name, attributes }, signal) {
      const near = attributes ? await besides(source, entry, attributes, signal) : source;
      const content = await unpackEntry(near, entry, { signal });
      const { firstName, type } = attributes ? await attributesIn(near, attributes, signal) : noAttributes;
      return new File([content], firstName || uploadName(name), { type });
    },
  };
}

function newestOf(entries: Iterable<ZipEntry>): number | null {
  let newest: number | null = null;
  for (const { modified } of entries) {
    if (Number.isFinite(modified)) newest = Math.max(newest ?? modified, modified);
  }
  return newest;
}

/** In bytes. A larger entry has no attributes. */
const largestAttributes = 65_536;

/** Reads neighbours in the zip with one request. */
async function besides(
  source: StreamSource,
  entry: ZipEntry,
  attributes: ZipEntry,
  signal: AbortSignal | undefined,
): Promise<StreamSource> {
  const from = Math.min(entry.place, attributes.place);
  const end = Math.max(endOf(entry), endOf(attributes));
  const length = Math.min(end, source.size) - from;
  const isNear = length <= entry.packedSize + largestAttributes;
  return isNear && length > 0 ? readSpan(source, from, length, signal) : source;
}

/** If attributes are damaged, the file is still readable. */
async function attributesIn(
  source: StreamSource,
  attributes: ZipEntry,
  signal: AbortSignal | undefined,
): Promise<FileAttributes> {
  if (attributes.size > largestAttributes) return noAttributes;
  try {
    return parseAttributes(await (await unpackEntry(source, attributes, { signal })).text());
  } catch (error) {
    if (error instanceof FileFault) return noAttributes;
    throw error;
  }
}

/** The data that the storage keeps about a file. */
interface FileAttributes {
  /** The name of the first upload; '' if unknown. */
  readonly firstName: string;
  readonly type: string;
}

const noAttributes: FileAttributes = { firstName: '', type: '' };

/** The text of an `.attrs` file may have any shape. */
function parseAttributes(text: string): FileAttributes {
  try {
    const values = valuesOf(JSON.parse(text));
    const metadata = valuesOf(values.get('user.metadata'));
    return {
      firstName: textIn(metadata, 'original-filename'),
      type: textIn(values, 'user.content_type'),
    };
  } catch {
    return noAttributes;
  }
}

function valuesOf(given: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof given === 'object' && given !== null ? Object.entries(given) : []);
}

function textIn(values: ReadonlyMap<string, unknown>, key: string): string {
  const value = values.get(key);
  return typeof value === 'string' ? value : '';
}
