import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../api/ApiError';
import { cascadesOf, recordsOf } from '../../model/references';
import { countOf } from '../../platform/text';
import { wait } from '../../platform/timers';
import { readCollections } from '../bin/keptReads';
import * as confirm from '../confirm';
import * as writeLock from '../environment/writeLock';
import { report } from '../report';
import * as toasts from '../toasts';
import { countEnd, countsOf, countUndone, type JobCounts, noCounts } from './jobCounts';
import { createJobShelf, type JobShelfOptions, type UnfinishedJob } from './jobShelf';
import {
  createRecordWriter,
  knownCollection,
  type RecordWriter,
  type RecordWriterOptions,
} from './recordWriter';
import {
  changedSince,
  entryKey,
  faultText,
  firstStamps,
  gone,
  latestOf,
  type RefusedGroup,
  RowRefusal,
  rowFault,
  undoOrder,
  withRefusal,
  withRefused,
} from './writeEntries';
import { fieldKey, type WriteEntry, type WriteJob } from './writeJournal';
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

/** A row of the run. `send` and `settle` replace the entry with its result. */
interface Row {
  entry: WriteEntry;
  readonly writer: RecordWriter;
  /** An earlier run may have sent it. */
  isDoubtful: boolean;
  /** When its record was last known to be unchanged since the check, in milliseconds since 1970. */
  checkedAt: number;
}

/** Reserved in one transaction. */
const reservedRows = 200;
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
  /** Rows that were handed to the run and have not ended. */
  let underWay = 0;
  /** Aborted when Stop is pressed or the page is left, maybe before the first row. Each act has its own. */
  let stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;
  /** The run also stops itself after an error. */
  const isEnding = () => isStopped() || write.state.isStopping;

  const write = createWriteRun<Row>({
    atATime: options.atATime,
    send,
    settle,
    isInDoubt: ({ isDoubtful }) => isDoubtful,
    onDone: ({ entry }) => end(entry),
    onRefused: ({ entry, writer }, error) => {
      const isOpen = entry.state === 'reserved' || entry.state === 'undoing';
      return end(isOpen ? withRefusal(entry, error, writer.knownOf(entry)) : entry);
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

  async function end(entry: WriteEntry): Promise<void> {
    underWay -= 1;
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

  async function send(row: Row, lease: writeLock.WriteLease): Promise<void> {
    if (Date.now() - row.checkedAt > believedForMs && (await endIfChanged(row, lease))) return;
    row.entry = await row.writer.send(row.entry, lease);
  }

  /** After a wait somebody may have changed the record, so look before the write. */
  async function endIfChanged(row: Row, lease: writeLock.WriteLease): Promise<boolean> {
    const isNew = row.entry.kind === 'create' && row.entry.state !== 'undoing';
    const found = isNew ? 'again' : await row.writer.look(row.entry, lease);
    if (found === 'again') return false;
    row.entry = found;
    if (found.state === 'refused') throw new RowRefusal(changedSince);
    return true;
  }

  /** Looks for a row whose answer was lost. */
  async function settle(
    row: Row,
    lease: writeLock.WriteLease,
    isRefused: boolean,
  ): Promise<'done' | 'again' | 'refused'> {
    const found = await row.writer.look(row.entry, lease, { isRefused });
    if (found === 'again') return 'again';
    row.entry = found;
    return found.state === 'refused' || found.state === 'kept' ? 'refused' : 'done';
  }

  /** Yields the rows to send, wave after wave. Each is reserved in the journal before. */
  async function* rowsOf(job: Job, writer: RecordWriter): AsyncGenerator<Row> {
    const journal = await shelf.journal();
    let doubtful = await journal.entries(job.id, ['reserved']);
    const reserve = () => journal.reserve(job.id, ['waiting'], reservedRows);
    let taken = await reserve();
    let isFirst = true;
    while (doubtful.length + taken.length > 0) {
      const wave = Math.min(...[...doubtful, ...taken].map((entry) => entry.wave));
      if (!isFirst) {
        await allSent();
        if (isEnding()) return;
        await save();
      }
      isFirst = false;
      const sentBefore = doubtful.filter((entry) => entry.wave === wave);
      doubtful = doubtful.filter((entry) => entry.wave !== wave);
      for (const entry of await readyOf(job, sentBefore)) yield begin(entry, writer, { isDoubtful: true });
      while (taken.length > 0 && !isEnding()) {
        yield* unlessStale(
          await readyOf(
            job,
            taken.filter((entry) => entry.wave === wave),
          ),
          writer,
        );
        taken = taken.filter((entry) => entry.wave !== wave);
        if (taken.length > 0) break;
        taken = await reserve();
      }
      if (isEnding()) return;
    }
  }

  /** Returns the entries that can be sent. A second write of a row expects the date of the first one. */
  async function readyOf(job: Job, entries: readonly WriteEntry[]): Promise<readonly WriteEntry[]> {
    if (!entries.some(({ isSecond }) => isSecond)) return entries;
    const stamps = firstStamps(await (await shelf.journal()).entries(job.id, ['done']));
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
  async function* unlessStale(entries: readonly WriteEntry[], writer: RecordWriter): AsyncGenerator<Row> {
    const stamps = await readStampsOf(
      entries.filter(({ stamp }) => stamp !== ''),
      writer,
    );
    // The rows stay reserved, and the next run looks for them.
    if (isEnding()) return;
    const checkedAt = Date.now();
    for (const entry of entries) {
      const now = stamps?.get(entryKey(entry));
      if (stamps && entry.stamp !== '' && now !== entry.stamp) {
        await keep({ ...entry, state: 'refused', fault: rowFault(now === undefined ? gone : changedSince) });
      } else yield begin(entry, writer, { isDoubtful: stamps === null && entry.stamp !== '', checkedAt });
    }
  }

  function begin(
    entry: WriteEntry,
    writer: RecordWriter,
    { isDoubtful = false, checkedAt = Date.now() } = {},
  ): Row {
    underWay += 1;
    return { entry, writer, isDoubtful, checkedAt };
  }

  async function allSent(): Promise<void> {
    while (underWay > 0 && !isEnding()) await wait(50);
  }

  /** Returns when the records were changed last. Null without an answer: then each one is looked for. */
  async function readStampsOf(
    entries: readonly WriteEntry[],
    writer: RecordWriter,
  ): Promise<Map<string, string> | null> {
    try {
      return await writer.readStamps(entries, isStopped);
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  }

  const mayWrite = (rows: number, within?: writeLock.WriteLease) => writeLock.ask(words.writes(rows), within);
  /** Asks with the rows that are left. */
  const mayResume = async ({ id }: Job) =>
    mayWrite(latestOf(await (await shelf.journal()).entries(id, ['waiting', 'reserved'])).length);
  const mayUndo = (rows: number) => writeLock.ask(words.undoes(rows));
  const canBegin = (own: AbortController) => !state.isBusy && !own.signal.aborted;

  /** Does the work while no other tab can work on the job. */
  async function whileHeld(job: Job, own: AbortController, work: () => Promise<void>): Promise<void> {
    stopping = own;
    state.isBusy = true;
    underWay = 0;
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

  async function run(job: Job, within: writeLock.WriteLease): Promise<void> {
    const writer = createRecordWriter(options, job);
    const { signal } = stopping;
    if (!signal.aborted) await write.run(rowsOf(job, writer), state.counts.open, { signal, within });
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

  /** Looks for the rows that an earlier run may have sent, so that none is forgotten. */
  async function settleReserved(job: Job, writer: RecordWriter): Promise<void> {
    const journal = await shelf.journal();
    const stamps = firstStamps(await journal.entries(job.id, ['done']));
    for (const entry of await journal.entries(job.id, ['reserved'])) {
      if (isStopped()) return;
      const stamp = entry.isSecond ? (stamps.get(entryKey(entry)) ?? entry.stamp) : entry.stamp;
      const found = await writer.look({ ...entry, stamp });
      await journal.save(job.id, [found === 'again' ? { ...entry, state: 'waiting' } : found]);
    }
  }

  /** Yields the writes that take the job back. A record that was changed since is kept. */
  async function* undoRows(
    job: Job,
    entries: readonly WriteEntry[],
    writer: RecordWriter,
  ): AsyncGenerator<Row> {
    const journal = await shelf.journal();
    for (let at = 0; at < entries.length; at += reservedRows) {
      const some = entries.slice(at, at + reservedRows);
      const stamps = await readStampsOf(some, writer);
      const checkedAt = Date.now();
      await journal.save(
        job.id,
        some.map((entry) => ({ ...entry, state: 'undoing' })),
      );
      for (const entry of some) {
        const isOld =
          stamps === null || entry.state === 'undoing' || stamps.get(entryKey(entry)) !== entry.updated;
        yield begin({ ...entry, state: 'undoing' }, writer, { isDoubtful: isOld, checkedAt });
      }
    }
  }

  /** Returns a sentence about records that the server deletes with these; '' for none. The bin does not keep them. */
  async function cascadesOfAll(entries: readonly WriteEntry[], writer: RecordWriter): Promise<string> {
    if (entries.length === 0) return '';
    const all = await readCollections();
    const owners = new Set(entries.flatMap((entry) => writer.knownOf(entry) ?? []));
    const cascades = new Set([...owners].flatMap((owner) => cascadesOf(owner, all)));
    if (cascades.size === 0) return '';
    return ` ${recordsOf([...cascades])} that belong to the deleted ones are deleted, too.`;
  }

  async function takeBack(job: Job): Promise<void> {
    const journal = await shelf.journal();
    const writer = createRecordWriter(options, job);
    await settleReserved(job, writer);
    const sent = undoOrder(latestOf(await journal.entries(job.id)), await journal.entries(job.id, ['done']));
    const stamps = await writer.readStamps(sent, isStopped);
    if (isStopped()) return;
    const mine = sent.filter((entry) => stamps.get(entryKey(entry)) === entry.updated);
    const creates = mine.filter(({ kind }) => kind === 'create');
    const created = creates.length;
    const undone = sent.filter(
      (entry) => entry.state === 'undoing' && entry.kind === 'create' && !stamps.has(entryKey(entry)),
    );
    const kept = sent.length - mine.length - undone.length;
    const cascades = await cascadesOfAll(creates, writer);
    if (isStopped()) return;
    const question = words.takeBack(created, mine.length - created, kept) + cascades;
    if (!(await confirm.ask(question, { isDangerous: true, writes: true })) || isStopped()) return;
    // The question may have outlasted the open time.
    if (!(await mayUndo(sent.length)) || isStopped()) return;
    await show(job);
    state.isTakingBack = true;
    await write.run(undoRows(job, sent, writer), sent.length, { signal: stopping.signal });
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
    if (failed === 0) toasts.success(words.takenBack);
    else toasts.warning(`${words.takenBack} ${keptWords(failed)}`);
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
     * writes stay locked, or it was stopped before; nothing was stored or sent. `within`: the run that the job is a
     * part of.
     */
    async start(
      given: Job,
      entries: readonly WriteEntry[],
      {
        stopping: own = begun(),
        within,
      }: { stopping?: AbortController | undefined; within?: writeLock.WriteLease | undefined } = {},
    ): Promise<boolean> {
      if (state.isBusy) throw new Error('Another job is running.');
      const job: Job = { ...given, fieldIds: fieldIdsOf(given, entries) };
      const left = entries.filter(({ isSecond }) => !isSecond).length;
      if (writeLock.isLocked() && (!(await mayWrite(left, within)) || state.isBusy)) return false;
      if (own.signal.aborted) return false;
      onShow?.();
      Object.assign(state, {
        isTakenBack: false,
        counts: { ...noCounts, left, open: entries.length },
        groups: ref([]),
      });
      state.job = ref(job);
      // Storing many entries takes time, too.
      const work = (lease: writeLock.WriteLease) =>
        whileHeld(job, own, async () => {
          await (await shelf.journal()).add(job, entries);
          await run(job, lease);
        });
      await writeLock.asOneRun(work, within);
      return true;
    },

    async resume(id: string, own = begun()): Promise<void> {
      const job = jobOf(id);
      if (!job || state.isBusy || !(await shelf.isFree(id, { mayEndHere: true })) || !canBegin(own)) return;
      if (writeLock.isLocked() && (!(await mayResume(job)) || !canBegin(own))) return;
      await writeLock.asOneRun((lease) =>
        whileHeld(job, own, async () => {
          const now = await reread(job);
          if (!now) return;
          await show(now);
          await run(now, lease);
        }),
      );
    },

    /** Lets the rows under way end. Also called when the page is left. */
    stop: () => stopping.abort(),

    async askTakeBack(id: string, own = begun()): Promise<void> {
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

function keptWords(count: number): string {
  const records = count === 1 ? '1 record stays as it is' : `${count} records stay as they are`;
  return `${records}: changed since, or needed by others.`;
}
