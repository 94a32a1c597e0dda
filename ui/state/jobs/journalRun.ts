import { proxy, ref } from 'valtio/vanilla';
import { cascadesOf, recordsOf } from '../../model/references';
import { countOf } from '../../platform/text';
import { readCollections } from '../bin/keptReads';
import * as confirm from '../confirm';
import * as writeLock from '../environment/writeLock';
import { report } from '../report';
import * as toasts from '../toasts';
import { countEnd, countsOf, countUndone, type JobCounts, noCounts } from './jobCounts';
import { begin, type Row, type RunningJob, readStampsOf, rowsAtOnce, rowsOf } from './jobRows';
import { createJobShelf, type JobShelfOptions, type UnfinishedJob } from './jobShelf';
import { createRecordWriter, knownCollection, type RecordWriterOptions } from './recordWriter';
import {
  changedSince,
  entryKey,
  faultText,
  firstStamps,
  latestOf,
  type RefusedGroup,
  RowRefusal,
  undoOrder,
  withRefusal,
  withRefused,
} from './writeEntries';
import { fieldKey, type WriteEntry, type WriteJob } from './writeJob';
import { createWriteRun } from './writeRun';

export interface JournalRunState<Job extends WriteJob> {
  /** The shown job; null while it is prepared. */
  job: Job | null;
  /** True from the preparation until the last row under way has ended. */
  isBusy: boolean;
  isTakingBack: boolean;
  isTakenBack: boolean;
  counts: JobCounts;
  groups: readonly RefusedGroup[];
  unfinished: readonly UnfinishedJob<Job>[];
  /** False if this browser cannot keep the job. */
  isKept: boolean;
}

export interface JournalRunOptions<Job extends WriteJob>
  extends RecordWriterOptions<Job>,
    JobShelfOptions<Job> {
  /** Asked when a run begins. */
  atATime: () => number;
  /** Called before a job is shown from its journal. */
  onShow?(): void;
}

export type JournalRun<Job extends WriteJob = WriteJob> = ReturnType<typeof createJournalRun<Job>>;

const savedRows = 50;
/** A record that was read longer ago is read again before it is written. */
const believedForMs = 10_000;

/** The server hashes the password of each new user, and is not faster with more at once. */
export const recordsAtATime = (hasUsers: boolean): number => (hasUsers ? 2 : 4);

/**
 * Sends the entries of a job, so that each arrives once, and takes the job back. It can be stopped, and continues
 * after a reload, a crash or the end of the session.
 *
 *   const run = createJournalRun<ImportJob>({ atATime, words, isListed, collectionOf, secretsOf });
 *   await run.start(job, entries);
 *
 * An act takes the controller of a caller that has checks of its own before, so that Stop holds from the first one.
 */
export function createJournalRun<Job extends WriteJob>(options: JournalRunOptions<Job>) {
  const { words, onShow } = options;
  const state = proxy<JournalRunState<Job>>({
    job: null,
    isBusy: false,
    isTakingBack: false,
    isTakenBack: false,
    counts: { ...noCounts },
    groups: ref([]),
    unfinished: ref([]),
    isKept: true,
  });
  const shelf = createJobShelf(options, state);
  /** Ended rows that are not saved in the journal yet. */
  let unsaved: WriteEntry[] = [];
  /** Aborted when Stop is pressed or the page is left, maybe before the first row. Each act has its own. */
  let stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;
  const isEnding = () => isStopped() || write.state.isStopping;

  const write = createWriteRun<Row>({
    atATime: options.atATime,
    send,
    settle,
    isInDoubt: ({ isDoubtful }) => isDoubtful,
    onDone: end,
    onRefused(row, error) {
      const { entry } = row;
      const isOpen = entry.state === 'reserved' || entry.state === 'undoing';
      if (isOpen) row.entry = withRefusal(entry, error);
      return end(row);
    },
    waitsForSession: true,
  });

  const jobOf = (id: string) =>
    (state.job?.id === id ? state.job : state.unfinished.find(({ job }) => job.id === id)?.job) as
      | Job
      | undefined;

  function fieldIdsOf(job: Job, entries: readonly WriteEntry[]): ReadonlyMap<string, string> {
    const all = new Set(entries.map((entry) => knownCollection(options, entry, job)));
    return new Map(
      [...all].flatMap((one) =>
        (one?.schema ?? []).map(({ id, name }) => [fieldKey(one?.id ?? '', name), id]),
      ),
    );
  }

  async function runningOf(job: Job): Promise<RunningJob> {
    const journal = await shelf.journal();
    const writer = createRecordWriter(options, job);
    return { job, journal, writer, underWay: 0, isStopped, isEnding, keep, save };
  }

  async function end({ running, entry }: Row): Promise<void> {
    running.underWay -= 1;
    await keep(entry);
  }

  /** Saves results in batches. After a crash, a row without a saved result is looked up before it is sent again. */
  async function keep(entry: WriteEntry): Promise<void> {
    unsaved.push(entry);
    if (state.isTakingBack) countUndone(state.counts, entry);
    else countEnd(state.counts, entry);
    if (unsaved.length >= savedRows) await save();
  }

  async function save(): Promise<void> {
    const entries = unsaved;
    unsaved = [];
    showRefused(entries);
    if (state.job && entries.length > 0) await (await shelf.journal()).save(state.job.id, entries);
  }

  function showRefused(entries: readonly WriteEntry[]): void {
    const refused = entries.filter((entry) => entry.state === 'refused');
    if (refused.length > 0) state.groups = ref(withRefused(state.groups as RefusedGroup[], refused));
  }

  async function send(row: Row): Promise<void> {
    if (Date.now() - row.checkedAt > believedForMs && (await endIfChanged(row))) return;
    row.entry = await row.running.writer.send(row.entry);
  }

  /** After a wait somebody may have changed the record, so look before the write. */
  async function endIfChanged(row: Row): Promise<boolean> {
    const isNew = row.entry.kind === 'create' && row.entry.state !== 'undoing';
    const found = isNew ? 'again' : await row.running.writer.look(row.entry);
    if (found === 'again') return false;
    row.entry = found;
    if (found.state === 'refused') throw new RowRefusal(changedSince);
    return true;
  }

  /** Looks for a row whose answer was lost. */
  async function settle(row: Row): Promise<'done' | 'again' | 'refused'> {
    const found = await row.running.writer.look(row.entry);
    if (found === 'again') return 'again';
    row.entry = found;
    return found.state === 'refused' || found.state === 'kept' ? 'refused' : 'done';
  }

  const mayWrite = (rows: number) => writeLock.ask(words.writes(rows));
  /** Asks with the rows that are left. */
  const mayResume = async ({ id }: Job) =>
    mayWrite(latestOf(await (await shelf.journal()).entries(id, ['waiting', 'reserved'])).length);
  const mayUndo = (rows: number) => writeLock.ask(words.undoes(rows));
  const canBegin = (own: AbortController) => !state.isBusy && !own.signal.aborted;

  /** Does the work while no other tab can work on the job. */
  async function whileHeld(job: Job, own: AbortController, work: () => Promise<void>): Promise<void> {
    stopping = own;
    state.isBusy = true;
    const release = shelf.hold(job);
    try {
      await work();
    } catch (error) {
      report(error);
    } finally {
      try {
        await save();
        await shelf.forgetIfEnded(job);
      } catch (error) {
        report(error);
      }
      state.isBusy = false;
      release();
    }
  }

  async function run(job: Job): Promise<void> {
    const rows = rowsOf(await runningOf(job));
    const { signal } = stopping;
    if (!signal.aborted) await write.run(rows, state.counts.open, { signal });
  }

  /** Shows a job from its journal. */
  async function show(job: Job): Promise<void> {
    const all = await (await shelf.journal()).entries(job.id);
    onShow?.();
    Object.assign(state, { isTakenBack: job.isTakenBack, counts: countsOf(all), groups: ref([]) });
    showRefused(all);
    state.job = ref(job);
  }

  /** Returns the job as the journal has it now; null if another tab took it back or discarded it. */
  async function reread({ id }: Job): Promise<Job | null> {
    const job = await shelf.find(id);
    if (job && !job.isTakenBack) return job;
    toasts.warning(words.goneElsewhere);
    state.job = null;
    await shelf.list();
    return null;
  }

  async function takeBack(job: Job): Promise<void> {
    const running = await runningOf(job);
    const { journal } = running;
    const plan = await planTakeBack(running);
    if (!plan) return;
    const { entries, created, changed, kept, cascades } = plan;
    const question = words.takeBack(created, changed, kept) + cascades;
    if (!(await confirm.ask(question, { isDangerous: true, writes: true })) || isStopped()) return;
    // The question may have outlasted the open time.
    if (!(await mayUndo(entries.length)) || isStopped()) return;
    await show(job);
    state.isTakingBack = true;
    await write.run(undoRows(running, entries), entries.length, { signal: stopping.signal });
    await save();
    const left = await journal.entries(job.id, ['done', 'undoing']);
    if (left.some(({ isSecond }) => !isSecond)) {
      tellFaults(left);
      return show(job);
    }
    const failed = (await journal.entries(job.id, ['kept'])).length;
    const ended = { ...job, isTakenBack: true };
    await journal.update(ended);
    await show(ended);
    tellTakenBack(words.takenBack, failed);
  }

  /** Begins an act before its checks. Stop reaches it, unless another one is under way. */
  function begun(): AbortController {
    if (!state.isBusy) stopping = new AbortController();
    return stopping;
  }

  return {
    state,
    write,
    journal: shelf.journal,
    /** Lists the jobs of this screen. */
    open: shelf.list,

    /**
     * Stores the entries and sends them. Resolves after the last one, a stop or an error, which is reported. False:
     * writes stay locked, or it was stopped before; nothing was stored or sent.
     */
    async start(
      given: Job,
      entries: readonly WriteEntry[],
      { stopping: own = begun() }: { stopping?: AbortController | undefined } = {},
    ): Promise<boolean> {
      if (state.isBusy) throw new Error('Another job is running.');
      const job: Job = { ...given, fieldIds: fieldIdsOf(given, entries) };
      const left = entries.filter(({ isSecond }) => !isSecond).length;
      if (writeLock.isLocked() && (!(await mayWrite(left)) || state.isBusy)) return false;
      if (own.signal.aborted) return false;
      onShow?.();
      Object.assign(state, {
        isTakenBack: false,
        counts: { ...noCounts, left, open: entries.length },
        groups: ref([]),
      });
      state.job = ref(job);
      // Storing many entries takes time, too.
      const work = () =>
        whileHeld(job, own, async () => {
          await (await shelf.journal()).add(job, entries);
          await run(job);
        });
      await writeLock.asOneRun(work);
      return true;
    },

    async resume(id: string, own = begun()): Promise<void> {
      const job = jobOf(id);
      if (!job || state.isBusy || !(await shelf.isFree(id, { mayEndHere: true })) || !canBegin(own)) return;
      if (writeLock.isLocked() && (!(await mayResume(job)) || !canBegin(own))) return;
      await writeLock.asOneRun(() =>
        whileHeld(job, own, async () => {
          const now = await reread(job);
          if (!now) return;
          await show(now);
          await run(now);
        }),
      );
    },

    /** Lets the rows under way end. Also called when the page is left. */
    stop: () => stopping.abort(),

    async askTakeBack(id: string): Promise<void> {
      const own = begun();
      const job = jobOf(id);
      if (!job || state.isBusy || !(await shelf.isFree(id)) || !canBegin(own)) return;
      if (writeLock.isLocked() && (!(await mayUndo(job.total)) || !canBegin(own))) return;
      await whileHeld(job, own, async () => {
        const now = await reread(job);
        if (now) await takeBack(now);
      });
      state.isTakingBack = false;
    },

    discard: shelf.discard,

    /** Leaves the shown job; its journal stays. */
    leave(): void {
      if (state.isBusy) return;
      Object.assign(state, { job: null, isTakenBack: false, counts: { ...noCounts } });
      void shelf.list();
    },
  };
}

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
async function planTakeBack(running: RunningJob): Promise<TakeBackPlan | null> {
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
async function* undoRows(running: RunningJob, entries: readonly WriteEntry[]): AsyncGenerator<Row> {
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
function tellFaults(entries: readonly WriteEntry[]): void {
  const failed = entries.filter(({ fault }) => fault !== null);
  const [first] = failed;
  if (!first) return;
  const kept = countOf(failed.length, 'record was', 'records were');
  toasts.warning(
    `${faultText(first)} ${kept} not taken back. If the field has a new name, give it the old one and try again.`,
  );
}

/** Shows that the job is taken back, and how many records stay. `sentence`: that of the kind of job. */
function tellTakenBack(sentence: string, kept: number): void {
  const records = kept === 1 ? '1 record stays as it is' : `${kept} records stay as they are`;
  if (kept === 0) toasts.success(sentence);
  else toasts.warning(`${sentence} ${records}: changed since, or needed by others.`);
}
