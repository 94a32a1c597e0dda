import { cascadesOf, recordsOf } from '../../model/references';
import { countOf } from '../../platform/text';
import { readCollections } from '../bin/keptReads';
import * as toasts from '../toasts';
import { begin, type Row, type RunningJob, readStampsOf, rowsAtOnce } from './jobRows';
import { entryKey, faultText, firstStamps, latestOf, undoOrder } from './writeEntries';
import type { WriteEntry } from './writeJob';

interface TakeBackPlan {
  /** The writes to undo, in their order. */
  readonly entries: readonly WriteEntry[];
  readonly created: number;
  readonly changed: number;
  /** The records that were changed since, and stay. */
  readonly kept: number;
  /** A sentence about records that the server deletes with these; '' for none. */
  readonly cascades: string;
}

/** Asks the server what a take-back would do. Null after a stop. */
export async function planTakeBack(running: RunningJob): Promise<TakeBackPlan | null> {
  const { job, journal, writer, isStopped } = running;
  await settleReserved(running);
  const entries = undoOrder(latestOf(await journal.entries(job.id)), await journal.entries(job.id, ['done']));
  const stamps = await writer.readStamps(entries, isStopped);
  if (isStopped()) return null;
  const mine = entries.filter((entry) => stamps.get(entryKey(entry)) === entry.updated);
  const creates = mine.filter(({ kind }) => kind === 'create');
  const undone = entries.filter(
    (entry) => entry.state === 'undoing' && entry.kind === 'create' && !stamps.has(entryKey(entry)),
  );
  const cascades = await cascadesOfAll(running, creates);
  if (isStopped()) return null;
  return {
    entries,
    created: creates.length,
    changed: mine.length - creates.length,
    kept: entries.length - mine.length - undone.length,
    cascades,
  };
}

/** Looks for the rows that an earlier run may have sent, so that none is forgotten. */
async function settleReserved({ job, journal, writer, isStopped }: RunningJob): Promise<void> {
  const stamps = firstStamps(await journal.entries(job.id, ['done']));
  for (const entry of await journal.entries(job.id, ['reserved'])) {
    if (isStopped()) return;
    const stamp = entry.isSecond ? (stamps.get(entryKey(entry)) ?? entry.stamp) : entry.stamp;
    const found = await writer.look({ ...entry, stamp });
    await journal.save(job.id, [found === 'again' ? { ...entry, state: 'waiting' } : found]);
  }
}

/** The bin does not keep the records that the server deletes with these. */
async function cascadesOfAll({ writer }: RunningJob, entries: readonly WriteEntry[]): Promise<string> {
  if (entries.length === 0) return '';
  const all = await readCollections();
  const owners = new Set(entries.flatMap((entry) => writer.knownOf(entry) ?? []));
  const cascades = new Set([...owners].flatMap((owner) => cascadesOf(owner, all)));
  if (cascades.size === 0) return '';
  return ` ${recordsOf([...cascades])} that belong to the deleted ones are deleted, too.`;
}

/** Yields the writes that take the job back. A record that was changed since is kept. */
export async function* undoRows(running: RunningJob, entries: readonly WriteEntry[]): AsyncGenerator<Row> {
  for (let at = 0; at < entries.length; at += rowsAtOnce) {
    const some = entries.slice(at, at + rowsAtOnce);
    const stamps = await readStampsOf(running, some);
    const checkedAt = Date.now();
    await running.journal.save(
      running.job.id,
      some.map((entry) => ({ ...entry, state: 'undoing' })),
    );
    for (const entry of some) {
      const isOld =
        stamps === null || entry.state === 'undoing' || stamps.get(entryKey(entry)) !== entry.updated;
      yield begin(running, { ...entry, state: 'undoing' }, { isDoubtful: isOld, checkedAt });
    }
  }
}

/** Shows how many records could not be undone, and the first reason. */
export function tellFaults(entries: readonly WriteEntry[]): void {
  const failed = entries.filter(({ fault }) => fault !== null);
  const [first] = failed;
  if (!first) return;
  const kept = countOf(failed.length, 'record was', 'records were');
  toasts.warning(
    `${faultText(first)} ${kept} not taken back. If the field has a new name, give it the old one and try again.`,
  );
}

/** Shows that the job is taken back, and how many records stay. `sentence`: that of the kind of job. */
export function tellTakenBack(sentence: string, kept: number): void {
  const records = kept === 1 ? '1 record stays as it is' : `${kept} records stay as they are`;
  if (kept === 0) toasts.success(sentence);
  else toasts.warning(`${sentence} ${records}: changed since, or needed by others.`);
}
