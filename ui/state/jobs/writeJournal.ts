import type { WriteEntry, WriteJob, WriteState } from './writeJob';

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
