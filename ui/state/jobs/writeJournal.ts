import { type Database, type DatabaseSchema, keysUnder, openDatabase } from '../../platform/database';
import { newestFirst } from '../../platform/lists';
import { type WriteEntry, type WriteJob, type WriteState, writeStates } from './writeJob';

/**
 * The writes that a job has made and has still to make, such as an import. They are kept in IndexedDB, so that the job
 * can go on after a reload and be taken back.
 *
 *   const journal = await openJournal();
 *   await journal.add(job, entries);
 *   for (const entry of await journal.reserve(job.id, 200)) {
 *     const { updated } = await send(entry);
 *     await journal.save(job.id, [{ ...entry, state: 'done', updated }]);
 *   }
 *
 * Guarantees: an entry is reserved in the journal before the caller gets it. So an entry that still waits was never
 * sent, and a reserved one may have been. Two tabs never reserve the same entry. If IndexedDB fails, the work continues
 * in memory.
 */
export interface WriteJournal {
  /** False if the journal is lost with the page. May change to false at any time. */
  readonly isKept: boolean;
  /** Returns the jobs of a server, the newest first. */
  jobs(server: string): Promise<WriteJob[]>;
  /** The job is visible only when all its entries are stored. */
  add(job: WriteJob, entries: readonly WriteEntry[]): Promise<void>;
  /** Takes the first waiting entries, at most `count`. Returns them as they are stored now. */
  reserve(jobId: string, count: number): Promise<WriteEntry[]>;
  save(jobId: string, entries: readonly WriteEntry[]): Promise<void>;
  /** Returns the entries in their order; all without `states`. */
  entries(jobId: string, states?: readonly WriteState[]): Promise<WriteEntry[]>;
  counts(jobId: string): Promise<Record<WriteState, number>>;
  update(job: WriteJob): Promise<void>;
  remove(jobId: string): Promise<void>;
}

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

/** A journal that is lost with the page. */
export function createMemoryJournal(): WriteJournal {
  const works = new Map<string, { job: WriteJob; entries: Map<number, WriteEntry> }>();

  function workOf(jobId: string) {
    const work = works.get(jobId);
    if (!work) throw goneError();
    return work;
  }

  function entriesIn(jobId: string, states: readonly WriteState[]): WriteEntry[] {
    const entries = [...(works.get(jobId)?.entries.values() ?? [])];
    return entries.filter(({ state }) => states.includes(state)).sort(byPlace);
  }

  function put(jobId: string, entries: readonly WriteEntry[]): void {
    const work = workOf(jobId);
    for (const entry of entries) work.entries.set(entry.place, entry);
  }

  return {
    isKept: false,
    async jobs(server) {
      return [...works.values()]
        .map(({ job }) => job)
        .filter((job) => job.server === server)
        .sort(byStart);
    },
    async add(job, entries) {
      works.set(job.id, { job, entries: new Map(entries.map((entry) => [entry.place, entry])) });
    },
    async reserve(jobId, count) {
      const reserved = entriesIn(jobId, ['waiting']).slice(0, count).map(reserve);
      put(jobId, reserved);
      return reserved;
    },
    async save(jobId, entries) {
      put(jobId, entries);
    },
    async entries(jobId, states = writeStates) {
      return entriesIn(jobId, states);
    },
    async counts(jobId) {
      return countsBy(async (state) => entriesIn(jobId, [state]).length);
    },
    async update(job) {
      workOf(job.id).job = job;
    },
    async remove(jobId) {
      works.delete(jobId);
    },
  };
}

const byStart = newestFirst(({ startedAt }: WriteJob) => startedAt);
const byPlace = (one: WriteEntry, other: WriteEntry) => one.place - other.place;

const reserve = (entry: WriteEntry): WriteEntry => ({ ...entry, state: 'reserved' });

async function countsBy(count: (state: WriteState) => Promise<number>): Promise<Record<WriteState, number>> {
  const counted = await Promise.all(writeStates.map(async (state) => [state, await count(state)] as const));
  return Object.fromEntries(counted) as Record<WriteState, number>;
}

function goneError(): Error {
  return new Error('The journal of these writes is gone.');
}
