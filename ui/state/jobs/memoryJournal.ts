import { newestFirst } from '../../platform/lists';
import { type WriteEntry, type WriteJob, type WriteState, writeStates } from './writeJob';
import type { WriteJournal } from './writeJournal';

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

export const byStart = newestFirst(({ startedAt }: WriteJob) => startedAt);
export const byPlace = (one: WriteEntry, other: WriteEntry) => one.place - other.place;

export const reserve = (entry: WriteEntry): WriteEntry => ({ ...entry, state: 'reserved' });

export async function countsBy(
  count: (state: WriteState) => Promise<number>,
): Promise<Record<WriteState, number>> {
  const counted = await Promise.all(writeStates.map(async (state) => [state, await count(state)] as const));
  return Object.fromEntries(counted) as Record<WriteState, number>;
}

export function goneError(): Error {
  return new Error('The journal of these writes is gone.');
}
