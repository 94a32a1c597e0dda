import type { Collection } from '../../model/collection';
import type { FormerRecord, FormerReference } from '../../model/put-back/putBackPlan';
import { type Database, type DatabaseSchema, keysUnder, openDatabase } from '../../platform/database';
import { newestFirst } from '../../platform/lists';

/**
 * The deletes and changes of this browser, in IndexedDB. An entry is one delete or one save. Its records and
 * files are stored apart, so that the list of entries stays small.
 *
 * Guarantees: an entry is there with all its content, or not at all. If IndexedDB fails at the start, the shelf is in
 * memory.
 */
export interface BinShelf {
  /** False if the bin is lost with the page. */
  readonly isKept: boolean;
  /** Returns the entries of all servers and admins, the newest first. */
  entries(): Promise<BinEntry[]>;
  /** Returns false if there is no room. */
  add(entry: BinEntry, content: BinContent): Promise<boolean>;
  /** Null if the entry was removed. */
  content(id: string): Promise<BinContent | null>;
  /** Reads the file of a record; null if it is not kept. */
  file(id: string, recordId: string, name: string): Promise<Blob | null>;
  /** Replaces an entry, with its content if it is given. Returns false if the entry was removed or there is no room. */
  update(entry: BinEntry, content?: BinContent): Promise<boolean>;
  remove(ids: readonly string[]): Promise<void>;
}

export interface BinEntry {
  readonly id: string;
  /** The address of the API and the id of the admin. */
  readonly server: string;
  readonly admin: string;
  readonly kind: 'deleted' | 'changed' | 'collection';
  /**
   * `pending`: the server has not confirmed the delete. `back`: everything is put back, and nothing of it is kept.
   */
  readonly state: 'pending' | 'kept' | 'back';
  /** The collection of the act. */
  readonly collectionId: string;
  readonly collectionName: string;
  /** Names the record, the collection, or counts the records. */
  readonly title: string;
  /** An ISO date. */
  readonly savedAt: string;
  /** The records that were deleted or changed by the act itself. */
  readonly ids: readonly string[];
  readonly recordCount: number;
  readonly fileCount: number;
  readonly bytes: number;
  /** The names of the changed fields. */
  readonly changed: readonly string[];
  /** Sentences about what could not be kept. */
  readonly gaps: readonly string[];
}

export interface BinContent {
  /** The definitions of all collections of these records. */
  readonly collections: readonly Collection[];
  readonly records: readonly FormerRecord[];
  readonly references: readonly FormerReference[];
  readonly files: readonly KeptFile[];
  /** Records that the server may have deleted too, until that is known. */
  readonly candidates: readonly FormerRecord[];
  /** The record after the change; null but for a change. */
  readonly after: FormerRecord | null;
}

export interface KeptFile {
  readonly recordId: string;
  /** The stored name. */
  readonly name: string;
  readonly content: Blob;
}

interface BinSchema extends DatabaseSchema {
  entries: { key: string; value: BinEntry };
  contents: { key: string; value: { id: string; content: Omit<BinContent, 'files'> } };
  files: { key: [string, string, string]; value: KeptFile & { entryId: string } };
}

type Store = 'entries' | 'contents' | 'files';
const allStores: Store[] = ['entries', 'contents', 'files'];
const bySaving = newestFirst(({ savedAt }: BinEntry) => savedAt);

/** Opens the bin of this browser; one in memory if the browser keeps nothing. */
export async function openBinShelf(): Promise<BinShelf> {
  const database = await openDatabase<BinSchema>('lowline-bin', 1, (created) => {
    created.createObjectStore('entries', { keyPath: 'id' });
    created.createObjectStore('contents', { keyPath: 'id' });
    created.createObjectStore('files', { keyPath: ['entryId', 'recordId', 'name'] });
  });
  return database ? createKeptShelf(database) : createMemoryShelf();
}

function createMemoryShelf(): BinShelf {
  const kept = new Map<string, { entry: BinEntry; content: BinContent }>();
  return {
    isKept: false,
    entries: async () => [...kept.values()].map(({ entry }) => entry).sort(bySaving),
    async add(entry, content) {
      kept.set(entry.id, { entry, content });
      return true;
    },
    content: async (id) => kept.get(id)?.content ?? null,
    async file(id, recordId, name) {
      const files = kept.get(id)?.content.files ?? [];
      return files.find((file) => file.recordId === recordId && file.name === name)?.content ?? null;
    },
    async update(entry, content) {
      const found = kept.get(entry.id);
      if (!found) return false;
      kept.set(entry.id, { entry, content: content ?? found.content });
      return true;
    },
    async remove(ids) {
      for (const id of ids) kept.delete(id);
    },
  };
}

function createKeptShelf(database: Database<BinSchema>): BinShelf {
  type Writing = Parameters<Parameters<typeof database.transact<'readwrite', true>>[2]>[0];

  async function put(writing: Writing, entry: BinEntry, { files, ...content }: BinContent): Promise<void> {
    await Promise.all([
      writing.objectStore('entries').put(entry),
      writing.objectStore('contents').put({ id: entry.id, content }),
      writing.objectStore('files').delete(keysUnder(entry.id)),
      ...files.map((file) => writing.objectStore('files').put({ ...file, entryId: entry.id })),
    ]);
  }

  return {
    isKept: true,
    async entries() {
      const found = await database.transact(['entries'], 'readonly', (reading) =>
        reading.objectStore('entries').getAll(),
      );
      return (found ?? []).sort(bySaving);
    },
    async add(entry, content) {
      const isAdded = await database.transact(allStores, 'readwrite', async (writing) => {
        await put(writing, entry, content);
        return true as const;
      });
      return isAdded !== null;
    },
    async content(id) {
      const found = await database.transact(['contents', 'files'], 'readonly', async (reading) => {
        const stored = await reading.objectStore('contents').get(id);
        const files = await reading.objectStore('files').getAll(keysUnder(id));
        return [stored ? { ...stored.content, files } : null];
      });
      return found?.[0] ?? null;
    },
    async file(id, recordId, name) {
      const found = await database.transact(['files'], 'readonly', async (reading) => [
        await reading.objectStore('files').get([id, recordId, name]),
      ]);
      return found?.[0]?.content ?? null;
    },
    async update(entry, content) {
      const isUpdated = await database.transact(allStores, 'readwrite', async (writing) => {
        if (!(await writing.objectStore('entries').get(entry.id))) return [false];
        if (content) await put(writing, entry, content);
        else await writing.objectStore('entries').put(entry);
        return [true];
      });
      return isUpdated?.[0] ?? false;
    },
    async remove(ids) {
      await database.transact(allStores, 'readwrite', async (writing) => {
        for (const id of ids) {
          await Promise.all([
            writing.objectStore('entries').delete(id),
            writing.objectStore('contents').delete(id),
            writing.objectStore('files').delete(keysUnder(id)),
          ]);
        }
        return true;
      });
    },
  };
}
