import { type Database, type DatabaseSchema, keysUnder, openDatabase } from '../../platform/database';
import { byPlace, byStart, countsBy, createMemoryJournal, goneError, reserve } from './memoryJournal';
import { type WriteEntry, type WriteJob, type WriteState, writeStates } from './writeJob';
import type { WriteJournal } from './writeJournal';

const entriesAtOnce = 200;

/** Opens the journal of this browser. If the browser keeps nothing, opens one in memory. */
export async function openJournal(): Promise<WriteJournal> {
  const database = await openDatabase<JournalSchema>('lowline', 1, (created) => {
    created.createObjectStore('jobs', { keyPath: 'job.id' }).createIndex('server', 'job.server');
    created
      .createObjectStore('entries', { keyPath: ['jobId', 'entry.place'] })
      .createIndex('state', ['jobId', 'entry.state', 'entry.place']);
  });
  if (!database) return createMemoryJournal();
  const shelf = createShelf(database);
  await shelf.removeParts();
  return createKeptJournal(shelf);
}

/**
 * The journal in IndexedDB. If it fails, the job moves to memory for the rest. Its stored copy is removed,
 * because it would not know what is written from then on.
 */
function createKeptJournal(shelf: Shelf): WriteJournal {
  const memory = createMemoryJournal();
  const moved = new Set<string>();
  let isKept = true;
  let lastTurn: Promise<unknown> = Promise.resolve();

  /** Runs one piece of work after another, so that a move sees all that was saved before. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = lastTurn.then(work);
    lastTurn = turn.catch(() => {});
    return turn;
  }

  /** Runs the work where the job is. */
  function work<T>(
    jobId: string,
    onShelf: () => Promise<T | Missing | null>,
    inMemory: () => Promise<T>,
  ): Promise<T> {
    return inTurn(async () => {
      if (!moved.has(jobId)) {
        const result = await onShelf();
        if (result === missing) throw goneError();
        if (result !== null) return result;
        await moveToMemory(jobId);
      }
      return inMemory();
    });
  }

  async function moveToMemory(jobId: string): Promise<void> {
    isKept = false;
    const stored = await shelf.read(jobId);
    if (stored === null || stored === missing) throw goneError();
    await startInMemory(stored.job, stored.entries);
  }

  async function startInMemory(job: WriteJob, entries: readonly WriteEntry[]): Promise<void> {
    isKept = false;
    moved.add(job.id);
    await memory.add(job, entries);
    await shelf.remove(job.id);
  }

  return {
    get isKept() {
      return isKept;
    },
    jobs: (server) =>
      inTurn(async () => {
        const stored = ((await shelf.jobs(server)) ?? []).filter(({ id }) => !moved.has(id));
        return [...stored, ...(await memory.jobs(server))].sort(byStart);
      }),
    add: (job, entries) =>
      inTurn(async () => {
        if (!isKept || !(await shelf.add(job, entries))) await startInMemory(job, entries);
      }),
    reserve: (jobId, count) =>
      work(
        jobId,
        () => shelf.reserve(jobId, count),
        () => memory.reserve(jobId, count),
      ),
    async save(jobId, entries) {
      await work<unknown>(
        jobId,
        () => shelf.save(jobId, entries),
        () => memory.save(jobId, entries),
      );
    },
    entries: (jobId, states = writeStates) =>
      work(
        jobId,
        () => shelf.entries(jobId, states),
        () => memory.entries(jobId, states),
      ),
    counts: (jobId) =>
      work(
        jobId,
        () => shelf.counts(jobId),
        () => memory.counts(jobId),
      ),
    async update(job) {
      await work<unknown>(
        job.id,
        () => shelf.update(job),
        () => memory.update(job),
      );
    },
    remove: (jobId) =>
      inTurn(async () => {
        // Hides the job even if it cannot be removed.
        moved.add(jobId);
        await memory.remove(jobId);
        await shelf.remove(jobId);
      }),
  };
}

interface JournalSchema extends DatabaseSchema {
  jobs: {
    key: string;
    value: { job: WriteJob; isWhole: boolean; addedAt: number };
    indexes: { server: string };
  };
  entries: {
    key: [string, number];
    value: { jobId: string; entry: WriteEntry };
    indexes: { state: [string, WriteState, number] };
  };
}

/** The job is not on the shelf; another tab may have removed it. */
const missing = Symbol('missing');
type Missing = typeof missing;

/** Parts of a job that nobody has completed in this time are left from a crash. */
const addedWithinMs = 3_600_000;

type Shelf = ReturnType<typeof createShelf>;

/** The stores of the journal. Every result is null if the database failed. */
function createShelf(database: Database<JournalSchema>) {
  const bothStores: ('jobs' | 'entries')[] = ['jobs', 'entries'];

  /** Stores the entries if their job is there. */
  function put(jobId: string, entries: readonly WriteEntry[]): Promise<true | Missing | null> {
    return database.transact(bothStores, 'readwrite', async (transaction) => {
      if (!(await transaction.objectStore('jobs').get(jobId))) return missing;
      const store = transaction.objectStore('entries');
      await Promise.all(entries.map(async (entry) => store.put({ jobId, entry })));
      return true;
    });
  }

  function putJob(job: WriteJob, isWhole: boolean): Promise<true | null> {
    return database.transact(['jobs'], 'readwrite', async (transaction) => {
      await transaction.objectStore('jobs').put({ job, isWhole, addedAt: Date.now() });
      return true as const;
    });
  }

  function remove(jobId: string): Promise<true | null> {
    return database.transact(bothStores, 'readwrite', async (transaction) => {
      await transaction.objectStore('jobs').delete(jobId);
      await transaction.objectStore('entries').delete(keysUnder(jobId));
      return true as const;
    });
  }

  return {
    remove,
    save: put,
    async add(job: WriteJob, entries: readonly WriteEntry[]): Promise<boolean> {
      if (!(await putJob(job, false))) return false;
      for (let at = 0; at < entries.length; at += entriesAtOnce) {
        if ((await put(job.id, entries.slice(at, at + entriesAtOnce))) !== true) return false;
      }
      return (await putJob(job, true)) !== null;
    },
    /** Removes the parts of jobs that were never added as a whole. */
    async removeParts(): Promise<void> {
      const all = await database.transact(['jobs'], 'readonly', (transaction) =>
        transaction.objectStore('jobs').getAll(),
      );
      for (const { job, isWhole, addedAt } of all ?? []) {
        if (!isWhole && addedAt < Date.now() - addedWithinMs) await remove(job.id);
      }
    },
    async jobs(server: string): Promise<WriteJob[] | null> {
      const found = await database.transact(['jobs'], 'readonly', (transaction) =>
        transaction.objectStore('jobs').index('server').getAll(server),
      );
      return found?.filter(({ isWhole }) => isWhole).map(({ job }) => job) ?? null;
    },
    read: (jobId: string) =>
      database.transact(bothStores, 'readonly', async (transaction) => {
        const stored = await transaction.objectStore('jobs').get(jobId);
        const rows = await transaction.objectStore('entries').getAll(keysUnder(jobId));
        return stored ? { job: stored.job, entries: rows.map(readEntry) } : missing;
      }),
    reserve: (jobId: string, count: number) =>
      database.transact(bothStores, 'readwrite', async (transaction) => {
        if (!(await transaction.objectStore('jobs').get(jobId))) return missing;
        const store = transaction.objectStore('entries');
        const found = await store.index('state').getAll(keysUnder(jobId, 'waiting'), count);
        const reserved = found.map(readEntry).map(reserve);
        await Promise.all(reserved.map(async (entry) => store.put({ jobId, entry })));
        return reserved;
      }),
    entries: (jobId: string, states: readonly WriteState[]) =>
      database.transact(['entries'], 'readonly', async (transaction) => {
        const index = transaction.objectStore('entries').index('state');
        const found = await Promise.all(states.map((state) => index.getAll(keysUnder(jobId, state))));
        return found.flat().map(readEntry).sort(byPlace);
      }),
    counts: (jobId: string) =>
      database.transact(['entries'], 'readonly', (transaction) => {
        const index = transaction.objectStore('entries').index('state');
        return countsBy((state) => index.count(keysUnder(jobId, state)));
      }),
    update: (job: WriteJob) =>
      database.transact(['jobs'], 'readwrite', async (transaction) => {
        const store = transaction.objectStore('jobs');
        const stored = await store.get(job.id);
        if (!stored) return missing;
        await store.put({ ...stored, job });
        return true;
      }),
  };
}

/** The first version of the journal knew two waves. */
function readEntry({ entry }: { entry: WriteEntry & { isLate?: boolean } }): WriteEntry {
  const { isLate, ...rest } = entry;
  return isLate === undefined ? entry : { ...rest, wave: isLate ? 1 : 0 };
}
