import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import * as api from '../../backend/backups';
import { readPage } from '../../backend/recordPages';
import { blobSource, type StreamSource } from '../../base/byteSource';
import { downloadBlob } from '../../base/download';
import { FileFault } from '../../base/fileFault';
import { printHash, type QueryChanges } from '../../base/hash';
import { createPauses } from '../../base/slices';
import { timeOf } from '../../model/backup';
import { type Collection, collectionTypeOf, sortCollections } from '../../model/collection';
import { downloadBackup } from '../../page/backups';
import { can } from '../../page/capabilities';
import * as collections from '../../page/collections';
import { report } from '../../page/report';
import * as fileToken from '../../page/session/fileToken';
import * as toasts from '../../page/toasts';
import type { FormerRecord } from '../../records/history/plan/returnPlan';
import { RowRefusal } from '../../records/write/writeRun';
import type { BackupDatabase } from '../content/backupDatabase';
import type { BackupFile } from '../content/backupFiles';
import { type OpenBackup, openBackup } from '../content/openBackup';
import { answerOf, type BackupRecord } from '../content/recordSource';
import { comparedFields, compareWith, countMarks, type MarkCounts } from './todayMarks';

interface OpenedBackupState {
  phase: 'opening' | 'reading' | 'ready' | 'stopped' | 'failed';
  /** Why the zip or its database cannot be read; '' for none. */
  fault: string;
  /** In milliseconds since 1970. */
  asOf: number | null;
  readBytes: number;
  /** Null until the directory of the zip is read. */
  zip: OpenBackup | null;
  database: BackupDatabase | null;
  /** Why nothing of the backup is compared and brought back; '' if it is from a server like this one. */
  foreign: string;
  /** The collections of the backup, in the order of the sidebar. */
  collections: readonly Collection[];
  /** By the id of the collection: the number of records; null if they cannot be counted. */
  counts: ReadonlyMap<string, number | null>;
  /** By the id of the collection, as far as known: how many records have changed since. */
  marks: ReadonlyMap<string, MarkCounts>;
  isDownloading: boolean;
}

export type OpenedBackup = ReturnType<typeof createOpenedBackup>;

/** The key of a backup on the server, or a file of this computer. */
export type BackupOrigin = { readonly key: string } | { readonly file: File };

/** The progress of the reading is shown at most this many times. */
const progressSteps = 200;
const countsAtOnce = 20;
/** The largest page that the server sends. */
const mostCompared = 500;
/** In bytes. A thumbnail needs the whole file. */
const mostThumbBytes = 5 * 1024 * 1024;

/** Opens a backup and reads its database. After `close`, nothing of it stays in memory. */
export function createOpenedBackup(origin: BackupOrigin) {
  const name = 'key' in origin ? origin.key : origin.file.name;
  const nothing = () => ({
    fault: '',
    asOf: null,
    readBytes: 0,
    zip: null,
    database: null,
    foreign: '',
    collections: ref([]),
    counts: ref(new Map<string, number | null>()),
    marks: ref(new Map<string, MarkCounts>()),
  });
  const state = proxy<OpenedBackupState>({ phase: 'opening', isDownloading: false, ...nothing() });
  let reading = new AbortController();

  async function findSource(): Promise<{ source: StreamSource; modified: number | null }> {
    if ('file' in origin) return { source: blobSource(origin.file), modified: null };
    const { key } = origin;
    const backup = (await api.list()).find((one) => one.key === key);
    if (!backup) throw new FileFault(`The server has no backup ${key}.`);
    const freshAddress = async () => api.backupAddress(key, await fileToken.get());
    return { source: api.rangeSource(backup.size, freshAddress), modified: timeOf(backup) };
  }

  async function open(): Promise<void> {
    close();
    const { signal } = reading;
    Object.assign(state, { phase: 'opening', ...nothing() });
    try {
      const { source, modified } = await findSource();
      signal.throwIfAborted();
      const zip = await openBackup(source, signal);
      signal.throwIfAborted();
      const asOf = modified !== null && Number.isFinite(modified) ? modified : zip.asOf;
      Object.assign(state, { zip: ref(zip), asOf, phase: 'reading' });
      const step = zip.databaseBytes / progressSteps;
      const database = await zip.readDatabase({
        signal,
        onProgress(bytes) {
          if (bytes - state.readBytes >= step && !signal.aborted) state.readBytes = bytes;
        },
      });
      signal.throwIfAborted();
      const collections = ref(sortCollections(database.collections));
      const foreign = foreignSentence(database.isNewer);
      Object.assign(state, { database: ref(database), collections, foreign, phase: 'ready' });
      await count(database, signal);
      await compareSmall(database, signal);
    } catch (error) {
      // After a stop, the phase is already set.
      if (!signal.aborted) Object.assign(state, { phase: 'failed', fault: sentenceOf(error) });
    }
  }

  async function count(database: BackupDatabase, signal: AbortSignal): Promise<void> {
    const counts = new Map<string, number | null>();
    const pause = createPauses();
    for (const collection of state.collections as readonly Collection[]) {
      if (collectionTypeOf(collection) === 'view') continue;
      try {
        counts.set(collection.id, await database.countRecords(collection, signal));
      } catch (error) {
        if (!(error instanceof FileFault)) throw error;
        counts.set(collection.id, null);
      }
      if (counts.size % countsAtOnce === 0) {
        state.counts = ref(new Map(counts));
        await pause();
      }
    }
    state.counts = ref(counts);
  }

  function setMarks(collectionId: string, marks: MarkCounts): void {
    state.marks = ref(new Map(state.marks).set(collectionId, marks));
  }

  /** Compares the collections whose present records fit into one page, with one call each. */
  async function compareSmall(database: BackupDatabase, signal: AbortSignal): Promise<void> {
    for (const collection of state.collections as readonly Collection[]) {
      const { id } = collection;
      const today = collections.find(id);
      if (state.foreign || (state.counts.get(id) ?? mostCompared) >= mostCompared || !today) continue;
      const then: BackupRecord[] = [];
      try {
        for await (const some of database.recordsOf(collection, { signal })) then.push(...some);
      } catch (error) {
        // The page of the collection explains the damage.
        if (error instanceof FileFault) continue;
        throw error;
      }
      const page = { sort: 'id', perPage: mostCompared, fields: comparedFields(then, today), signal };
      const found = await readPage(id, page).catch(() => null);
      if (signal.aborted) return;
      if (!found || found.rows.length === mostCompared) continue;
      const byId = new Map(then.map((record) => [record.id, record]));
      const read = found.rows.map(
        (row) => [row.id, compareWith(byId.get(row.id), row, collection, today)] as const,
      );
      const marks = countMarks(then, new Map(read));
      if (marks) setMarks(id, marks);
    }
  }

  /** Cancels all reads, and drops what was read. */
  function close(): void {
    reading.abort();
    reading = new AbortController();
    Object.assign(state, nothing());
  }

  function fileOf(collectionId: string, recordId: string, file: string): BackupFile | null {
    const ofRecord = state.zip?.files.get(collectionId)?.get(recordId) ?? [];
    return (ofRecord.find((one) => one.name === file) as BackupFile | undefined) ?? null;
  }

  return {
    state,
    name,
    isOnServer: 'key' in origin,
    open,
    close,
    setMarks,

    stop(): void {
      reading.abort();
      state.phase = 'stopped';
    },

    fileOf,

    /** For a thumbnail. Null if the file is missing or large. */
    async readSmallFile(collectionId: string, recordId: string, name: string): Promise<Blob | null> {
      const file = fileOf(collectionId, recordId, name);
      if (!state.zip || !file || file.size > mostThumbBytes) return null;
      return state.zip.readFile(file, reading.signal);
    },

    /** Returns a file for its upload; null if it is missing. */
    async readUpload(recordId: string, name: string, collectionId: string): Promise<File | null> {
      const found = fileOf(collectionId, recordId, name);
      try {
        return state.zip && found ? await state.zip.readUpload(found) : null;
      } catch (error) {
        // The list of refused records shows the reason.
        if (error instanceof ApiError) throw error;
        throw new RowRefusal(sentenceOf(error));
      }
    },

    async findRecords(collectionId: string, ids: readonly string[]): Promise<FormerRecord[]> {
      const collection = state.collections.find(({ id }) => id === collectionId) as Collection | undefined;
      if (!collection || !state.database) return [];
      const wanted = new Set(ids);
      const found: FormerRecord[] = [];
      for await (const rows of state.database.recordsOf(collection, { signal: reading.signal })) {
        for (const row of rows) {
          if (wanted.delete(row.id)) found.push({ collectionId, answer: answerOf(collection, row) });
        }
        if (wanted.size === 0) break;
      }
      return found;
    },

    async downloadFile(file: BackupFile): Promise<void> {
      const { zip } = state;
      if (!zip) return;
      try {
        downloadBlob(file.name, await zip.readFile(file, reading.signal));
      } catch (error) {
        if (!reading.signal.aborted) toasts.error(sentenceOf(error));
      }
    },

    async download(): Promise<void> {
      state.isDownloading = true;
      await downloadBackup(name).catch(report);
      state.isDownloading = false;
    },
  };
}

/** The upgrade from 0.22 may have changed ids, fields and dates, so a comparison would mislead. */
function foreignSentence(isNewer: boolean): string {
  if (isNewer === can('newerBackups')) return '';
  const from = isNewer ? 'a newer server (0.23 or later)' : 'an older server (0.22)';
  return `This backup is from ${from}, so its records are shown here and are neither compared nor brought back.`;
}

/** A file of this computer has no address of its own. */
export function backupHash({ isOnServer, name }: OpenedBackup, query: QueryChanges = {}): string {
  return printHash('/backup', { key: isOnServer ? name : undefined, ...query });
}

/** Returns a sentence about a backup or a record that could not be read. */
export function sentenceOf(error: unknown): string {
  if (error instanceof FileFault) return error.message;
  if (error instanceof ApiError) return error.isAborted ? 'The reading was stopped.' : error.message;
  if (error instanceof DOMException && error.name.startsWith('Not')) {
    return 'This file cannot be read. It may have changed or been removed.';
  }
  report(error, { isSilent: true });
  return 'Something went wrong on this page.';
}
