import type { WriteEntry, WriteJob } from './writeJob';
import type { WriteRunState } from './writeRun';

/** The figures of a job. A row may need two writes: the second one counts only if it was refused. */
export interface JobCounts {
  created: number;
  /** The created users with a random password. */
  users: number;
  changed: number;
  refused: number;
  /** Rows that were not sent yet. */
  left: number;
  /** Writes that have not ended. */
  open: number;
}

export const noCounts: JobCounts = { created: 0, users: 0, changed: 0, refused: 0, left: 0, open: 0 };

const isOpen = ({ state }: WriteEntry) => state === 'waiting' || state === 'reserved';
const isStored = ({ state }: WriteEntry) => state === 'done' || state === 'undoing' || state === 'kept';
/** The second write of a refused row is refused without a fault of its own. */
const isFault = ({ state, fault }: WriteEntry) => state === 'refused' && fault !== null;

/** Counts the entries of a job as its journal has them. */
export function countsOf(entries: readonly WriteEntry[]): JobCounts {
  const rows = entries.filter(({ isSecond }) => !isSecond);
  const stored = rows.filter(isStored);
  const created = stored.filter(({ kind }) => kind === 'create').length;
  return {
    created,
    users: stored.filter(hasRandomPassword).length,
    changed: stored.length - created,
    refused: entries.filter(isFault).length,
    left: rows.filter(isOpen).length,
    open: entries.filter(isOpen).length,
  };
}

/** Counts the end of an open entry, in place. */
export function countEnd(counts: JobCounts, entry: WriteEntry): void {
  counts.open -= 1;
  if (isFault(entry)) counts.refused += 1;
  if (entry.isSecond) return;
  counts.left -= 1;
  if (entry.state === 'done') addStored(counts, entry, 1);
}

/** Counts an entry that was undone, in place. */
export function countUndone(counts: JobCounts, entry: WriteEntry): void {
  if (entry.state === 'undone') addStored(counts, entry, -1);
}

/** Returns how many of the rows or records of a running job have ended. */
export function progressOf(
  {
    job,
    isTakingBack,
    counts,
  }: {
    readonly job: Pick<WriteJob, 'total'> | null;
    readonly isTakingBack: boolean;
    readonly counts: Readonly<JobCounts>;
  },
  { done, refused, total }: Readonly<Pick<WriteRunState, 'done' | 'refused' | 'total'>>,
): { ended: number; total: number } {
  if (isTakingBack) return { ended: done + refused, total };
  // A relation to a new record is a second write of the same row.
  const rows = job?.total ?? 0;
  return { ended: rows - counts.left, total: rows };
}

function addStored(counts: JobCounts, entry: WriteEntry, by: 1 | -1): void {
  counts[entry.kind === 'create' ? 'created' : 'changed'] += by;
  if (hasRandomPassword(entry)) counts.users += by;
}

const hasRandomPassword = ({ password }: WriteEntry): boolean => password === 'random';
