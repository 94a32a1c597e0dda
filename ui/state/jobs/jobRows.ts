import { ApiError } from '../../api/ApiError';
import { wait } from '../../platform/timers';
import type { RecordWriter } from './recordWriter';
import { changedSince, entryKey, firstStamps, gone, rowFault } from './writeEntries';
import type { WriteEntry, WriteJob } from './writeJob';
import type { WriteJournal } from './writeJournal';

/** A job while this tab works on it. */
export interface RunningJob {
  readonly job: WriteJob;
  readonly journal: WriteJournal;
  readonly writer: RecordWriter;
  /** Rows that were handed to the run and have not ended. */
  underWay: number;
  isStopped(): boolean;
  /** The run also stops itself after an error. */
  isEnding(): boolean;
  /** Counts a result. `save` stores all that were counted. */
  keep(entry: WriteEntry): Promise<void>;
  save(): Promise<void>;
}

/** A row of the run. Its entry is replaced by its result. */
export interface Row {
  entry: WriteEntry;
  readonly running: RunningJob;
  /** An earlier run may have sent it. */
  readonly isDoubtful: boolean;
  /** When its record was last known to be unchanged since the check, in milliseconds since 1970. */
  readonly checkedAt: number;
}

/** Handled in one transaction. */
export const rowsAtOnce = 200;

/** Hands a row to the run. */
export function begin(
  running: RunningJob,
  entry: WriteEntry,
  { isDoubtful = false, checkedAt = Date.now() } = {},
): Row {
  running.underWay += 1;
  return { entry, running, isDoubtful, checkedAt };
}

/** Yields the rows to send, wave after wave. Each is reserved in the journal before. */
export async function* rowsOf(running: RunningJob): AsyncGenerator<Row> {
  const { job, journal, isEnding, save } = running;
  let doubtful = await journal.entries(job.id, ['reserved']);
  const reserve = () => journal.reserve(job.id, rowsAtOnce);
  let taken = await reserve();
  let isFirst = true;
  while (doubtful.length + taken.length > 0) {
    const wave = Math.min(...[...doubtful, ...taken].map((entry) => entry.wave));
    if (!isFirst) {
      await allSent(running);
      if (isEnding()) return;
      await save();
    }
    isFirst = false;
    const sentBefore = doubtful.filter((entry) => entry.wave === wave);
    doubtful = doubtful.filter((entry) => entry.wave !== wave);
    for (const entry of await readyOf(running, sentBefore)) yield begin(running, entry, { isDoubtful: true });
    while (taken.length > 0 && !isEnding()) {
      const now = taken.filter((entry) => entry.wave === wave);
      yield* unlessStale(running, await readyOf(running, now));
      taken = taken.filter((entry) => entry.wave !== wave);
      if (taken.length > 0) break;
      taken = await reserve();
    }
    if (isEnding()) return;
  }
}

async function allSent(running: RunningJob): Promise<void> {
  while (running.underWay > 0 && !running.isEnding()) await wait(50);
}

/** Returns the entries that can be sent. A second write of a row expects the date of the first one. */
async function readyOf(
  { job, journal, keep }: RunningJob,
  entries: readonly WriteEntry[],
): Promise<readonly WriteEntry[]> {
  if (!entries.some(({ isSecond }) => isSecond)) return entries;
  const stamps = firstStamps(await journal.entries(job.id, ['done']));
  const ready: WriteEntry[] = [];
  for (const entry of entries) {
    const stamp = entry.isSecond ? stamps.get(entryKey(entry)) : entry.stamp;
    if (stamp !== undefined) ready.push({ ...entry, stamp });
    // The entry of the first write holds the reason.
    else await keep({ ...entry, state: 'refused', fault: null });
  }
  return ready;
}

/** Yields the rows whose records nobody changed since. The others are refused. */
async function* unlessStale(running: RunningJob, entries: readonly WriteEntry[]): AsyncGenerator<Row> {
  const stamps = await readStampsOf(
    running,
    entries.filter(({ stamp }) => stamp !== ''),
  );
  // The rows stay reserved, and the next run looks for them.
  if (running.isEnding()) return;
  const checkedAt = Date.now();
  for (const entry of entries) {
    const now = stamps?.get(entryKey(entry));
    if (stamps && entry.stamp !== '' && now !== entry.stamp) {
      const fault = rowFault(now === undefined ? gone : changedSince);
      await running.keep({ ...entry, state: 'refused', fault });
    } else {
      yield begin(running, entry, { isDoubtful: stamps === null && entry.stamp !== '', checkedAt });
    }
  }
}

/** Returns when the records were changed last. Null without an answer: then each one is looked for. */
export async function readStampsOf(
  { writer, isStopped }: RunningJob,
  entries: readonly WriteEntry[],
): Promise<Map<string, string> | null> {
  try {
    return await writer.readStamps(entries, isStopped);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
