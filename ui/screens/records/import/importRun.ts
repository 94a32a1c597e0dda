import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import { apiAddress } from '../../../api/client';
import { readByIds } from '../../../api/recordPages';
import * as records from '../../../api/records';
import { type Collection, collectionTypeOf } from '../../../model/collection';
import type { RecordAnswer } from '../../../model/record';
import type { FileTable } from '../../../model/tables/table';
import { randomText } from '../../../platform/random';
import { countOf } from '../../../platform/text';
import * as confirm from '../../../state/confirm';
import { report } from '../../../state/report';
import * as session from '../../../state/session';
import { findHeldNames, hold, isHeldHere } from '../../../state/tabs';
import * as toasts from '../../../state/toasts';
import { type ImportJob, openJournal, type WriteEntry, type WriteJournal } from '../../../state/writeJournal';
import { createWriteRun } from '../../../state/writeRun';
import type { CheckResult } from './importCheck';
import {
  changedSince,
  differingNames,
  entriesOf,
  faultOf,
  faultText,
  firstStamps,
  gone,
  latestOf,
  noPassword,
  type RefusedGroup,
  RowRefusal,
  takeBackQuestion,
  undoOrder,
  updatedOf,
  withRefusal,
  withRefused,
} from './importEntries';
import { type ImportForm, saveRows } from './importForm';

export const leaveQuestion =
  'The import is running. Leave it? It stops after the rows under way, and you can go on later.';

interface UnfinishedImport {
  job: ImportJob;
  /** The number of rows that were sent. */
  sent: number;
  isEnded: boolean;
}

interface Counts {
  created: number;
  changed: number;
  refused: number;
  /** Rows that were not sent yet. */
  left: number;
  /** Writes that have not ended. A row may need two. */
  open: number;
}

interface ImportRunState {
  /** The shown import; null while a file is chosen and checked. */
  job: ImportJob | null;
  /** True from the preparation until the last row under way has ended. */
  isBusy: boolean;
  isTakingBack: boolean;
  isTakenBack: boolean;
  counts: Counts;
  groups: readonly RefusedGroup[];
  /** The records whose stored values differ from the sent ones; at most a thousand. */
  differing: readonly { number: number; id: string; names: readonly string[] }[];
  unfinished: readonly UnfinishedImport[];
  /** False if this browser cannot keep the import. */
  isKept: boolean;
}

/** A row of the run. `send` and `settle` put its end in the place of the entry. */
interface Job {
  entry: WriteEntry;
  /** An earlier run may have sent it. */
  isDoubtful: boolean;
  /** When its record was last known to be as it was at the check; in milliseconds since 1970. */
  checkedAt: number;
}

const noCounts: Counts = { created: 0, changed: 0, refused: 0, left: 0, open: 0 };
const atATime = 4;
/** The server hashes each password, and is not faster with more at once. */
const usersAtATime = 2;
/** Reserved in one transaction. */
const reservedRows = 200;
const savedRows = 50;
const mostDiffering = 1_000;
/** A record that was looked at longer ago is looked at again before it is written. */
const believedForMs = 10_000;
/** An import can be taken back for 30 days. */
const keptForMs = 30 * 86_400_000;
const passwordLength = 30;
const holdName = (id: string) => `import ${id}`;

export type ImportRun = ReturnType<typeof createImportRun>;

/** Sends the checked rows, so that each arrives once, and takes them back. */
export function createImportRun(collection: Collection) {
  const state = proxy<ImportRunState>({
    job: null,
    isBusy: false,
    isTakingBack: false,
    isTakenBack: false,
    counts: { ...noCounts },
    groups: ref([]),
    differing: ref([]),
    unfinished: ref([]),
    isKept: true,
  });
  const isAuth = collectionTypeOf(collection) === 'auth';
  let journal: WriteJournal | null = null;
  /** Passwords of the file by the id of the record. They are never stored in this browser. */
  let passwords = new Map<string, string>();
  /** Ended rows that are not saved in the journal yet. */
  let unsaved: WriteEntry[] = [];
  /** Rows that were handed to the run and have not ended. */
  let underWay = 0;
  /** Stop was pressed, or the page was left, maybe before the first row. */
  let isStopped = false;
  let isClosed = false;
  /** The run also stops itself after an error. */
  const isEnding = () => isStopped || write.state.isStopping;

  const write = createWriteRun<Job>({
    atATime: isAuth ? usersAtATime : atATime,
    send,
    settle,
    isInDoubt: ({ isDoubtful }) => isDoubtful,
    onDone: ({ entry }) => end(entry),
    onRefused: ({ entry }, error) => {
      const isOpen = entry.state === 'reserved' || entry.state === 'undoing';
      return end(isOpen ? withRefusal(entry, error) : entry);
    },
    waitsForSession: true,
  });

  async function openOnce(): Promise<WriteJournal> {
    journal ??= await openJournal();
    state.isKept = journal.isKept;
    return journal;
  }

  const server = () => apiAddress('');

  const jobOf = (id: string) =>
    (state.job?.id === id ? state.job : state.unfinished.find(({ job }) => job.id === id)?.job) as
      | ImportJob
      | undefined;

  /**
   * Tells a person that another tab works on the import. A page of this tab that was left may still end a few
   * rows: going on finds them, but they cannot be taken back yet.
   */
  async function isFree(id: string, { mayEndHere = false } = {}): Promise<boolean> {
    const name = holdName(id);
    const isHeld = (!mayEndHere && isHeldHere(name)) || (await findHeldNames()).has(name);
    if (isHeld) toasts.warning('This import runs in another tab.');
    return !isHeld;
  }

  async function listUnfinished(): Promise<void> {
    const opened = await openOnce();
    const held = await findHeldNames();
    const admin = session.state.admin?.id ?? '';
    const jobs: ImportJob[] = [];
    for (const job of await opened.jobs(server())) {
      if (Date.parse(job.startedAt) < Date.now() - keptForMs) await opened.remove(job.id);
      else if (job.admin === admin && job.collectionId === collection.id && !held.has(holdName(job.id))) {
        jobs.push(job);
      }
    }
    const unfinished = await Promise.all(
      jobs.map(async (job): Promise<UnfinishedImport> => {
        const { waiting, reserved } = await opened.counts(job.id);
        const open = waiting + reserved;
        return { job, sent: Math.max(0, job.total - open), isEnded: open === 0 };
      }),
    );
    state.unfinished = ref(unfinished.filter(({ job }) => !job.isTakenBack));
  }

  async function end(entry: WriteEntry): Promise<void> {
    underWay -= 1;
    await keep(entry);
  }

  /** Saves the ends of many rows together: a row without a saved end is looked for first. */
  async function keep(entry: WriteEntry): Promise<void> {
    unsaved.push(entry);
    count(entry);
    if (unsaved.length >= savedRows) await save();
  }

  /** Counts rows: the second write of a row counts only if it was refused. */
  function count({ state: now, kind, isSecond, fault }: WriteEntry): void {
    const figure = kind === 'create' ? 'created' : 'changed';
    if (state.isTakingBack) {
      if (now === 'undone') state.counts[figure] -= 1;
      return;
    }
    state.counts.open -= 1;
    if (now === 'refused' && fault !== null) state.counts.refused += 1;
    if (isSecond) return;
    if (now === 'done') state.counts[figure] += 1;
    state.counts.left -= 1;
  }

  async function save(): Promise<void> {
    const entries = unsaved;
    unsaved = [];
    showRefused(entries);
    if (state.job && entries.length > 0) await (await openOnce()).save(state.job.id, entries);
  }

  function showRefused(entries: readonly WriteEntry[]): void {
    const refused = entries.filter((entry) => entry.state === 'refused');
    if (refused.length > 0) state.groups = ref(withRefused(state.groups as RefusedGroup[], refused));
  }

  async function send(job: Job): Promise<void> {
    if (Date.now() - job.checkedAt > believedForMs && (await endIfChanged(job))) return;
    const { entry } = job;
    if (entry.state === 'undoing') {
      await undo(entry);
      job.entry = { ...entry, state: 'undone' };
      return;
    }
    const values = { ...(JSON.parse(entry.body) as object), ...passwordsOf(entry) };
    const body = { values, files: [] };
    const answer =
      entry.kind === 'create'
        ? await records.create(collection, body)
        : await records.update(collection, entry.id, body);
    job.entry = withEnd(entry, answer);
  }

  /** After a wait somebody may have changed the record, so look before the write. */
  async function endIfChanged(job: Job): Promise<boolean> {
    const found =
      job.entry.kind === 'create' && job.entry.state !== 'undoing' ? 'again' : await look(job.entry);
    if (found === 'again') return false;
    job.entry = found;
    if (found.state === 'refused') throw new RowRefusal(changedSince);
    return true;
  }

  function passwordsOf({ id, password }: WriteEntry): object {
    if (password === null) return {};
    const text = password === 'random' ? randomText(passwordLength) : passwords.get(id);
    if (text === undefined) throw new RowRefusal(noPassword);
    return { password: text, passwordConfirm: text };
  }

  function withEnd(entry: WriteEntry, answer: RecordAnswer): WriteEntry {
    const names = differingNames(collection, entry, answer);
    if (names.length > 0 && state.differing.length < mostDiffering) {
      state.differing = ref([...state.differing, { number: entry.number, id: entry.id, names }]);
    }
    return { ...entry, state: 'done', updated: updatedOf(answer), fault: null };
  }

  async function undo(entry: WriteEntry): Promise<void> {
    if (entry.kind === 'create') return records.remove(collection.id, entry.id);
    const values = JSON.parse(entry.former ?? '{}') as Record<string, unknown>;
    await records.update(collection, entry.id, { values, files: [] });
  }

  /** Looks for a row whose answer was lost. */
  async function settle(job: Job): Promise<'done' | 'again' | 'refused'> {
    const found = await look(job.entry);
    if (found === 'again') return 'again';
    job.entry = found;
    return found.state === 'refused' || found.state === 'kept' ? 'refused' : 'done';
  }

  /** Returns the entry with its end, or 'again' if the write has not arrived. */
  async function look(entry: WriteEntry): Promise<WriteEntry | 'again'> {
    const isNew = entry.kind === 'create' && entry.state !== 'undoing';
    const answer = await readIfExists(entry.id, { provesMissing: !isNew });
    if (entry.state === 'undoing') {
      if (!answer) return { ...entry, state: entry.kind === 'create' ? 'undone' : 'kept' };
      if (updatedOf(answer) === entry.updated) return 'again';
      const isUndone =
        entry.kind === 'update' &&
        differingNames(collection, { ...entry, body: entry.former ?? '{}' }, answer).length === 0;
      return { ...entry, state: isUndone ? 'undone' : 'kept' };
    }
    if (entry.kind === 'create') return answer ? withEnd(entry, answer) : 'again';
    if (!answer) return { ...entry, state: 'refused', fault: faultOf(gone) };
    if (updatedOf(answer) === entry.stamp) return 'again';
    if (differingNames(collection, entry, answer).length === 0) return withEnd(entry, answer);
    return { ...entry, state: 'refused', fault: faultOf(changedSince) };
  }

  /** The server hides records from a dead session, too: a proof asks whether the session is alive. */
  async function readIfExists(id: string, { provesMissing = false }): Promise<RecordAnswer | null> {
    try {
      return await records.get(collection, id);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      if (provesMissing && !(await session.confirm({ isFresh: true }))) throw error;
      return null;
    }
  }

  /** Yields the rows to send. Each is reserved in the journal before. */
  async function* jobsOf(job: ImportJob): AsyncGenerator<Job> {
    const opened = await openOnce();
    const doubtful = await opened.entries(job.id, ['reserved']);
    for (const entry of doubtful) if (!entry.isLate) yield begin(entry, { isDoubtful: true });
    let late: WriteEntry[] = [];
    while (late.length === 0 && !isEnding()) {
      const some = await opened.reserve(job.id, ['waiting'], reservedRows);
      if (some.length === 0) break;
      yield* unlessStale(some.filter(({ isLate }) => !isLate));
      late = some.filter(({ isLate }) => isLate);
    }
    await allSent();
    if (isEnding()) return;
    await save();
    for (const entry of await readyOf(
      job,
      doubtful.filter(({ isLate }) => isLate),
    )) {
      yield begin(entry, { isDoubtful: true });
    }
    while (late.length > 0 && !isEnding()) {
      yield* unlessStale(await readyOf(job, late));
      late = await opened.reserve(job.id, ['waiting'], reservedRows);
    }
  }

  /**
   * Returns the relations to new records that can be sent: those whose row is in. They expect the date of the
   * row's first write.
   */
  async function readyOf(job: ImportJob, late: readonly WriteEntry[]): Promise<WriteEntry[]> {
    if (late.length === 0) return [];
    const stamps = firstStamps(await (await openOnce()).entries(job.id, ['done']));
    const ready: WriteEntry[] = [];
    for (const entry of late) {
      const stamp = entry.isSecond ? stamps.get(entry.id) : entry.stamp;
      if (stamp !== undefined) ready.push({ ...entry, stamp });
      // The first write tells the reason.
      else await keep({ ...entry, state: 'refused', fault: null });
    }
    return ready;
  }

  /** Yields the rows whose records nobody changed since. The others are refused. */
  async function* unlessStale(entries: readonly WriteEntry[]): AsyncGenerator<Job> {
    const stamps = await readStampsOf(entries.filter(({ stamp }) => stamp !== ''));
    // The rows stay reserved, and the next run looks for them.
    if (isEnding()) return;
    const checkedAt = Date.now();
    for (const entry of entries) {
      const now = stamps?.get(entry.id);
      if (stamps && entry.stamp !== '' && now !== entry.stamp) {
        await keep({ ...entry, state: 'refused', fault: faultOf(now === undefined ? gone : changedSince) });
      } else yield begin(entry, { isDoubtful: stamps === null && entry.stamp !== '', checkedAt });
    }
  }

  function begin(entry: WriteEntry, { isDoubtful = false, checkedAt = Date.now() } = {}): Job {
    underWay += 1;
    return { entry, isDoubtful, checkedAt };
  }

  async function allSent(): Promise<void> {
    while (underWay > 0 && !isEnding()) await new Promise((done) => setTimeout(done, 50));
  }

  /** Returns when the records were changed last. Null without an answer: then each one is looked for. */
  async function readStampsOf(entries: readonly WriteEntry[]): Promise<Map<string, string> | null> {
    try {
      return await readStamps(entries);
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  }

  async function readStamps(entries: readonly WriteEntry[]): Promise<Map<string, string>> {
    const { signal } = new AbortController();
    const ids = entries.map(({ id }) => id);
    const stamps = new Map<string, string>();
    for (let at = 0; at < ids.length && !isStopped; at += 50) {
      const fields = ['id', 'updated'];
      for (const { id, values } of await readByIds(collection.id, ids.slice(at, at + 50), {
        fields,
        signal,
      })) {
        stamps.set(id, JSON.parse(values.get('updated') ?? '""') as string);
      }
    }
    return stamps;
  }

  const canBegin = () => !state.isBusy && !isClosed;

  /** Does the work while no other tab can work on the import. */
  async function whileHeld(job: ImportJob, work: () => Promise<void>): Promise<void> {
    isStopped = false;
    state.isBusy = true;
    underWay = 0;
    const release = hold(holdName(job.id));
    try {
      await work();
    } catch (error) {
      report(error);
    } finally {
      try {
        await save();
      } catch (error) {
        report(error);
      }
      state.isBusy = false;
      release();
    }
  }

  async function run(job: ImportJob): Promise<void> {
    if (!isStopped) await write.run(jobsOf(job), state.counts.open);
  }

  /** Shows an import as its journal tells it. */
  async function show(job: ImportJob): Promise<void> {
    const all = await (await openOnce()).entries(job.id);
    const rows = all.filter(({ isSecond }) => !isSecond);
    const isIn = ({ state: now }: WriteEntry) => now === 'done' || now === 'undoing' || now === 'kept';
    const isOpen = ({ state: now }: WriteEntry) => now === 'waiting' || now === 'reserved';
    const created = rows.filter((entry) => isIn(entry) && entry.kind === 'create').length;
    const counts: Counts = {
      created,
      changed: rows.filter(isIn).length - created,
      refused: all.filter((entry) => entry.state === 'refused' && entry.fault !== null).length,
      left: rows.filter(isOpen).length,
      open: all.filter(isOpen).length,
    };
    Object.assign(state, { isTakenBack: job.isTakenBack, counts, groups: ref([]), differing: ref([]) });
    showRefused(all);
    state.job = ref(job);
  }

  /** Returns the import as the journal has it now; null if another tab took it back or discarded it. */
  async function reread({ id }: ImportJob): Promise<ImportJob | null> {
    const job = (await (await openOnce()).jobs(server())).find((one) => one.id === id);
    if (job && !job.isTakenBack) return job;
    toasts.warning('This import was taken back or discarded in another tab.');
    state.job = null;
    await listUnfinished();
    return null;
  }

  /** Looks for the rows that an earlier run may have sent, so that none is forgotten. */
  async function settleReserved(job: ImportJob): Promise<void> {
    const opened = await openOnce();
    const stamps = firstStamps(await opened.entries(job.id, ['done']));
    for (const entry of await opened.entries(job.id, ['reserved'])) {
      if (isStopped) return;
      const stamp = entry.isSecond ? (stamps.get(entry.id) ?? entry.stamp) : entry.stamp;
      const found = await look({ ...entry, stamp });
      await opened.save(job.id, [found === 'again' ? { ...entry, state: 'waiting' } : found]);
    }
  }

  /** Yields the writes that take the import back. A record that was changed since is kept. */
  async function* undoJobs(job: ImportJob, entries: readonly WriteEntry[]): AsyncGenerator<Job> {
    const opened = await openOnce();
    for (let at = 0; at < entries.length; at += reservedRows) {
      const some = entries.slice(at, at + reservedRows);
      const stamps = await readStampsOf(some);
      const checkedAt = Date.now();
      await opened.save(
        job.id,
        some.map((entry) => ({ ...entry, state: 'undoing' })),
      );
      for (const entry of some) {
        const isOld = stamps === null || entry.state === 'undoing' || stamps.get(entry.id) !== entry.updated;
        yield begin({ ...entry, state: 'undoing' }, { isDoubtful: isOld, checkedAt });
      }
    }
  }

  async function takeBack(job: ImportJob): Promise<void> {
    const opened = await openOnce();
    await settleReserved(job);
    const sent = undoOrder(latestOf(await opened.entries(job.id)), await opened.entries(job.id, ['done']));
    const stamps = await readStamps(sent);
    if (isStopped) return;
    const mine = sent.filter(({ id, updated }) => stamps.get(id) === updated);
    const created = mine.filter(({ kind }) => kind === 'create').length;
    const undone = sent.filter(
      ({ id, kind, state: now }) => now === 'undoing' && kind === 'create' && !stamps.has(id),
    );
    const kept = sent.length - mine.length - undone.length;
    const question = takeBackQuestion(created, mine.length - created, kept);
    if (!(await confirm.ask(question, { isDangerous: true })) || isStopped) return;
    await show(job);
    state.isTakingBack = true;
    await write.run(undoJobs(job, sent), sent.length);
    await save();
    const left = await opened.entries(job.id, ['done', 'undoing']);
    if (left.some(({ isSecond }) => !isSecond)) return show(job);
    const failed = (await opened.entries(job.id, ['kept'])).length;
    const ended = { ...job, isTakenBack: true };
    await opened.update(ended);
    await show(ended);
    if (failed === 0) toasts.success('The import is taken back.');
    else {
      const words = countOf(failed, 'record stays as it is', 'records stay as they are');
      toasts.warning(`The import is taken back. ${words}: changed since, or needed by others.`);
    }
  }

  return {
    state,
    write,
    collection,
    open(): Promise<void> {
      isClosed = false;
      return listUnfinished();
    },

    async start(form: ImportForm['state'], result: CheckResult): Promise<void> {
      if (state.isBusy || !form.table || !form.plan) return;
      const { table, plan } = form as { table: FileTable; plan: NonNullable<ImportForm['state']['plan']> };
      const rows = [...result.news, ...result.changed];
      const entries = entriesOf(collection, rows, plan.columns);
      const job: ImportJob = {
        id: randomText(15),
        server: server(),
        admin: session.state.admin?.id ?? '',
        collectionId: collection.id,
        collectionName: collection.name,
        fileName: form.file?.name ?? '',
        startedAt: new Date().toISOString(),
        columns: table.columns,
        format: table.format,
        total: rows.length,
        isTakenBack: false,
      };
      passwords = new Map(
        result.news.flatMap(({ id, body, password }) =>
          password === 'own' ? [[id, String(body['password'])] as const] : [],
        ),
      );
      const counts = { ...noCounts, left: rows.length, open: entries.length };
      Object.assign(state, { isTakenBack: false, counts, groups: ref([]), differing: ref([]) });
      state.job = ref(job);
      await whileHeld(job, async () => {
        await (await openOnce()).add(job, entries);
        await run(job);
      });
    },

    async resume(id: string): Promise<void> {
      const job = jobOf(id);
      if (!job || state.isBusy || !(await isFree(id, { mayEndHere: true })) || !canBegin()) return;
      await whileHeld(job, async () => {
        const now = await reread(job);
        if (!now) return;
        await show(now);
        await run(now);
      });
    },

    stop(): void {
      isStopped = true;
      write.stop();
    },

    async askTakeBack(id: string): Promise<void> {
      const job = jobOf(id);
      if (!job || state.isBusy || !(await isFree(id)) || !canBegin()) return;
      await whileHeld(job, async () => {
        const now = await reread(job);
        if (now) await takeBack(now);
      });
      state.isTakingBack = false;
    },

    async discard(id: string): Promise<void> {
      const question =
        'Do you really want to forget this import? Its records stay, and it can no longer be taken back.';
      if (!(await confirm.ask(question)) || !(await isFree(id))) return;
      await (await openOnce()).remove(id);
      await listUnfinished();
    },

    async downloadRefused(): Promise<void> {
      const { job } = state;
      if (!job) return;
      const refused = await (await openOnce()).entries(job.id, ['refused']);
      const told = refused.filter(({ fault }) => fault !== null);
      const rows = new Map(told.map(({ number, cells }) => [number, { number, cells }]));
      const faults = new Map(told.map((entry) => [entry.number, faultText(entry)]));
      saveRows(
        { columns: job.columns, format: job.format, rows: [...rows.values()] } as FileTable,
        faults,
        job.fileName,
      );
    },

    /** Leaves the shown import; its journal stays. */
    leave(): void {
      if (state.isBusy) return;
      Object.assign(state, { job: null, isTakenBack: false, counts: { ...noCounts } });
      void listUnfinished();
    },
    close(): void {
      isClosed = true;
      isStopped = true;
      write.stop();
    },
  };
}
