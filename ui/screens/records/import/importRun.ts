import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import { apiAddress } from '../../../api/client';
import { readByIds } from '../../../api/recordPages';
import * as records from '../../../api/records';
import type { Collection } from '../../../model/collection';
import { collectionTypeOf } from '../../../model/collection';
import { fieldValue, type RecordAnswer } from '../../../model/record';
import type { SentRow } from '../../../model/record-import/rowPlan';
import { formOf, isSame, passwordNames } from '../../../model/records/recordValues';
import type { FileTable } from '../../../model/tables/table';
import { randomText } from '../../../platform/random';
import { countOf } from '../../../platform/text';
import * as confirm from '../../../state/confirm';
import { report } from '../../../state/report';
import * as session from '../../../state/session';
import { findHeldNames, hold } from '../../../state/tabs';
import * as toasts from '../../../state/toasts';
import { type ImportJob, openJournal, type WriteEntry, type WriteJournal } from '../../../state/writeJournal';
import { createWriteRun } from '../../../state/writeRun';
import type { CheckResult } from './importCheck';
import { type ImportForm, saveRows } from './importForm';

export const leaveQuestion =
  'The import is running. Leave it? It stops after the rows under way, and you can go on later.';

export interface UnfinishedImport {
  job: ImportJob;
  /** The number of rows that were sent. */
  sent: number;
  isEnded: boolean;
}

interface Counts {
  created: number;
  changed: number;
  refused: number;
  /** Not sent yet. */
  left: number;
}

interface ImportRunState {
  /** The shown import; null while a file is chosen and checked. */
  job: ImportJob | null;
  isBusy: boolean;
  isTakingBack: boolean;
  isTakenBack: boolean;
  counts: Counts;
  groups: readonly RefusedGroup[];
  /** The records whose stored values differ from the sent ones. */
  differing: readonly { number: number; id: string; names: readonly string[] }[];
  unfinished: readonly UnfinishedImport[];
  /** False if this browser cannot keep the import. */
  isKept: boolean;
}

export interface RefusedGroup {
  readonly field: string;
  readonly message: string;
  readonly rows: readonly number[];
}

/** A row of the run. `send` and `settle` put its end in the place of the entry. */
interface Job {
  entry: WriteEntry;
  /** An earlier run may have sent it. */
  isDoubtful: boolean;
}

const noCounts: Counts = { created: 0, changed: 0, refused: 0, left: 0 };
const atATime = 4;
/** The server hashes each password, and is not faster with more at once. */
const usersAtATime = 2;
/** Reserved in one transaction. */
const reservedRows = 200;
const savedRows = 50;
const mostDiffering = 1_000;
/** An import can be taken back for 30 days. */
const keptForMs = 30 * 86_400_000;

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
  /** Passwords by the id of the record. They are never stored in this browser. */
  let passwords = new Map<string, string>();
  /** Sent rows that are not saved in the journal yet. */
  let unsaved: WriteEntry[] = [];

  const write = createWriteRun<Job>({
    atATime: isAuth ? usersAtATime : atATime,
    send,
    settle,
    isInDoubt: ({ isDoubtful }) => isDoubtful,
    onDone: ({ entry }) => end(entry),
    onRefused: ({ entry }, error) =>
      end(entry.state === 'reserved' || entry.state === 'undoing' ? refused(entry, error) : entry),
    waitsForSession: true,
  });
  /** Rows that were handed to the run and have not ended. */
  let underWay = 0;

  async function openOnce(): Promise<WriteJournal> {
    journal ??= await openJournal();
    state.isKept = journal.isKept;
    return journal;
  }

  const server = () => apiAddress('');

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
        const { done, refused, kept, waiting, reserved } = await opened.counts(job.id);
        return { job, sent: done + refused + kept, isEnded: waiting + reserved === 0 };
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

  function count({ state: now, kind }: WriteEntry): void {
    if (now === 'done') state.counts[kind === 'create' ? 'created' : 'changed'] += 1;
    if (now === 'refused') state.counts.refused += 1;
    if (!state.isTakingBack) state.counts.left -= 1;
  }

  async function save(): Promise<void> {
    const entries = unsaved;
    unsaved = [];
    showRefused(entries);
    if (state.job) await (await openOnce()).save(state.job.id, entries);
  }

  function showRefused(entries: readonly WriteEntry[]): void {
    const refusedOnes = entries.filter((entry) => entry.state === 'refused');
    if (refusedOnes.length > 0) state.groups = ref(withRefusals(state.groups as RefusedGroup[], refusedOnes));
  }

  async function send(job: Job): Promise<void> {
    const { entry } = job;
    if (entry.state === 'undoing') {
      job.entry = await undo(entry);
      return;
    }
    const values = JSON.parse(entry.body) as Record<string, unknown>;
    if (entry.kind === 'create' && isAuth) {
      const password = passwords.get(entry.id) ?? randomText(passwordLength);
      Object.assign(values, { password, passwordConfirm: password });
    }
    const body = { values, files: [] };
    const answer =
      entry.kind === 'create'
        ? await records.create(collection, body)
        : await records.update(collection, entry.id, body);
    job.entry = finish(entry, answer);
  }

  function finish(entry: WriteEntry, answer: RecordAnswer): WriteEntry {
    const names = differingNames(collection, entry, answer);
    if (names.length > 0 && state.differing.length < mostDiffering) {
      state.differing = ref([...state.differing, { number: entry.number, id: entry.id, names }]);
    }
    return { ...entry, state: 'done', updated: updatedOf(answer), fault: null };
  }

  async function undo(entry: WriteEntry): Promise<WriteEntry> {
    if (entry.kind === 'create') await records.remove(collection.id, entry.id);
    else {
      const values = JSON.parse(entry.former ?? '{}') as Record<string, unknown>;
      await records.update(collection, entry.id, { values, files: [] });
    }
    return { ...entry, state: 'undone' };
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
    const answer = await readIfExists(entry.id);
    if (entry.state === 'undoing') {
      if (!answer) return { ...entry, state: entry.kind === 'create' ? 'undone' : 'kept' };
      if (updatedOf(answer) === entry.updated) return 'again';
      return { ...entry, state: entry.kind === 'create' ? 'kept' : 'undone' };
    }
    if (entry.kind === 'create') return answer ? finish(entry, answer) : 'again';
    if (!answer) return { ...entry, state: 'refused', fault: faultOf(gone) };
    if (entry.stamp === '' || updatedOf(answer) === entry.stamp) return 'again';
    if (differingNames(collection, entry, answer).length === 0) return finish(entry, answer);
    return { ...entry, state: 'refused', fault: faultOf(changedSince) };
  }

  async function readIfExists(id: string): Promise<RecordAnswer | null> {
    try {
      return await records.get(collection, id);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  }

  /** Yields the rows to send. Each is reserved in the journal before. */
  async function* jobsOf(job: ImportJob): AsyncGenerator<Job> {
    const opened = await openOnce();
    for (const entry of await opened.entries(job.id, ['reserved'])) yield begin(entry, true);
    let isLate = false;
    for (;;) {
      const some = await opened.reserve(job.id, ['waiting'], reservedRows);
      if (some.length === 0) return;
      const stamps = await readStampsOf(some);
      for (const entry of some) {
        const fault = faultBefore(job, entry, stamps);
        if (fault !== null) {
          await keep({ ...entry, state: 'refused', fault: faultOf(fault) });
          continue;
        }
        if (entry.isLate && !isLate) await allSent();
        isLate ||= entry.isLate;
        yield begin(entry, stamps === null);
      }
    }
  }

  /** Returns why a row cannot be sent; null if it can. */
  function faultBefore(
    job: ImportJob,
    { id, kind, stamp }: WriteEntry,
    stamps: ReadonlyMap<string, string> | null,
  ): string | null {
    if (kind === 'create') return isAuth && !job.makesPasswords && !passwords.has(id) ? noPassword : null;
    if (stamp === '' || !stamps || stamps.get(id) === stamp) return null;
    return stamps.has(id) ? changedSince : gone;
  }

  function begin(entry: WriteEntry, isDoubtful = false): Job {
    underWay += 1;
    return { entry, isDoubtful };
  }

  /** Relations to new records wait until all records exist. */
  async function allSent(): Promise<void> {
    while (underWay > 0 && !write.state.isStopping) await new Promise((done) => setTimeout(done, 50));
  }

  /**
   * Reads when the records were changed last, because nobody's later change is overwritten. Null without an
   * answer: then each record is looked for before it is written.
   */
  async function readStampsOf(entries: readonly WriteEntry[]): Promise<Map<string, string> | null> {
    try {
      return await readStamps(entries.filter(({ stamp }) => stamp !== '').map(({ id }) => id));
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  }

  async function readStamps(ids: readonly string[]): Promise<Map<string, string>> {
    const { signal } = new AbortController();
    const stamps = new Map<string, string>();
    for (let at = 0; at < ids.length; at += 50) {
      const rows = await readByIds(collection.id, ids.slice(at, at + 50), {
        fields: ['id', 'updated'],
        signal,
      });
      for (const { id, values } of rows) stamps.set(id, JSON.parse(values.get('updated') ?? '""') as string);
    }
    return stamps;
  }

  async function go(job: ImportJob, rows: AsyncIterable<Job>, total: number): Promise<void> {
    const release = hold(holdName(job.id));
    state.isBusy = true;
    underWay = 0;
    try {
      await write.run(rows, total);
    } catch (error) {
      report(error);
    } finally {
      await save();
      state.isBusy = false;
      release();
    }
  }

  async function showCounts(job: ImportJob): Promise<void> {
    const all = await (await openOnce()).entries(job.id);
    Object.assign(state, { counts: { ...noCounts }, groups: ref([]), differing: ref([]) });
    state.counts.left = all.length;
    for (const entry of all) if (entry.state === 'done' || entry.state === 'refused') count(entry);
    showRefused(all);
  }

  return {
    state,
    write,
    collection,
    open: listUnfinished,

    async start(form: ImportForm['state'], result: CheckResult): Promise<void> {
      if (state.isBusy || !form.table) return;
      state.isBusy = true;
      const table = form.table as FileTable;
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
        total: 0,
        makesPasswords: form.plan?.makesPasswords ?? false,
        isTakenBack: false,
        isClosed: false,
      };
      const secret = (form.plan?.columns ?? []).map(({ field }) => field === 'password');
      passwords = new Map(
        result.news.map(({ id, body }) => [id, typeof body['password'] === 'string' ? body['password'] : '']),
      );
      const entries = entriesOf([...result.news, ...result.changed], secret);
      const named = { ...job, total: entries.length };
      await (await openOnce()).add(named, entries);
      Object.assign(state, {
        job: ref(named),
        isTakenBack: false,
        counts: { ...noCounts, left: entries.length },
      });
      Object.assign(state, { groups: ref([]), differing: ref([]) });
      await go(named, jobsOf(named), entries.length);
    },

    async resume(id: string): Promise<void> {
      const job = state.job?.id === id ? state.job : state.unfinished.find((one) => one.job.id === id)?.job;
      if (!job || state.isBusy) return;
      state.isBusy = true;
      if ((await findHeldNames()).has(holdName(id))) {
        state.isBusy = false;
        toasts.warning('This import runs in another tab.');
        return;
      }
      await showCounts(job as ImportJob);
      state.job = ref(job as ImportJob);
      await go(job as ImportJob, jobsOf(job as ImportJob), state.counts.left);
    },

    stop: () => write.stop(),

    async askTakeBack(id: string): Promise<void> {
      const job = (
        state.job?.id === id ? state.job : state.unfinished.find((one) => one.job.id === id)?.job
      ) as ImportJob | undefined;
      if (!job || state.isBusy) return;
      const opened = await openOnce();
      const sent = latest(await opened.entries(job.id, ['done', 'undoing']));
      try {
        const stamps = await readStamps(sent.map((entry) => entry.id));
        const mine = sent.filter((entry) => stamps.get(entry.id) === entry.updated);
        const created = mine.filter(({ kind }) => kind === 'create').length;
        if (
          !(await confirm.ask(takeBackQuestion(created, mine.length - created, sent.length - mine.length), {
            isDangerous: true,
          }))
        )
          return;
        state.job = ref(job);
        await showCounts(job);
        state.isTakingBack = true;
        const undoing = mine.map((entry): WriteEntry => ({ ...entry, state: 'undoing' }));
        const kept = sent
          .filter((entry) => !mine.includes(entry))
          .map((entry): WriteEntry => ({ ...entry, state: 'kept' }));
        await opened.save(job.id, [...undoing, ...kept]);
        await go(job, inTurn(undoing.reverse().map((entry) => begin(entry))), undoing.length);
        const { undoing: left } = await opened.counts(job.id);
        if (left > 0) return;
        state.isTakenBack = true;
        await opened.update({ ...job, isTakenBack: true });
        toasts.success('The import is taken back.');
      } catch (error) {
        report(error);
      } finally {
        state.isTakingBack = false;
      }
    },

    async discard(id: string): Promise<void> {
      const question =
        'Do you really want to forget this import? Its records stay, and it can no longer be taken back.';
      if (!(await confirm.ask(question))) return;
      await (await openOnce()).remove(id);
      await listUnfinished();
    },

    async downloadRefused(): Promise<void> {
      const { job } = state;
      if (!job) return;
      const refused = await (await openOnce()).entries(job.id, ['refused']);
      const rows = refused.map(({ number, cells }) => ({ number, cells }));
      const faults = new Map(refused.map(({ number, fault }) => [number, faultText(fault)]));
      saveRows({ columns: job.columns, format: job.format, rows } as FileTable, faults, job.fileName);
    },

    /** Leaves the shown import; its journal stays. */
    leave(): void {
      if (state.isBusy) return;
      Object.assign(state, { job: null, isTakenBack: false, counts: { ...noCounts } });
      void listUnfinished();
    },
    close: () => write.stop(),
  };
}

const passwordLength = 30;
const gone = 'The record is gone.';
const noPassword = 'Passwords are not kept in this browser. Import this row again.';
const changedSince = 'The record was changed since the check.';
const holdName = (id: string) => `import ${id}`;
const faultOf = (message: string) => JSON.stringify({ '': message });

/** Returns the entry with the reason of the server. */
function refused(entry: WriteEntry, error: unknown): WriteEntry {
  const isMissing = error instanceof ApiError && error.status === 404;
  if (entry.state === 'undoing') return { ...entry, state: isMissing ? 'undone' : 'kept' };
  return { ...entry, state: 'refused', fault: reasonOf(isMissing && entry.kind === 'update', error) };
}

function reasonOf(isGone: boolean, error: unknown): string {
  if (isGone) return faultOf(gone);
  if (!(error instanceof ApiError)) return faultOf('Something went wrong on this page.');
  const fields = Object.entries(error.fields).map(([name, { message }]) => [name, message]);
  return fields.length > 0 ? JSON.stringify(Object.fromEntries(fields)) : faultOf(error.message);
}

function faultText(fault: string | null): string {
  const faults = Object.entries(JSON.parse(fault ?? '{}') as Record<string, string>);
  return faults.map(([field, message]) => (field ? `${field}: ${message}` : message)).join(' ');
}

/** Adds refused rows to the groups by field and message. */
function withRefusals(groups: readonly RefusedGroup[], entries: readonly WriteEntry[]): RefusedGroup[] {
  const byReason = new Map(
    groups.map((group) => [
      JSON.stringify([group.field, group.message]),
      { ...group, rows: [...group.rows] },
    ]),
  );
  for (const { number, fault } of entries) {
    for (const [field, message] of Object.entries(JSON.parse(fault ?? '{}') as Record<string, string>)) {
      const key = JSON.stringify([field, message]);
      const group = byReason.get(key);
      if (group) group.rows.push(number);
      else byReason.set(key, { field, message, rows: [number] });
    }
  }
  return [...byReason.values()];
}

/** Makes the entries of the journal, without passwords. The relations to new records come last. */
function entriesOf(rows: readonly SentRow[], secret: readonly boolean[]): WriteEntry[] {
  const entries: Omit<WriteEntry, 'place'>[] = [];
  const late: Omit<WriteEntry, 'place'>[] = [];
  for (const row of rows) {
    const isNew = row.kind === 'new';
    const former = isNew ? {} : row.former;
    const entry = {
      number: row.row.number,
      id: row.id,
      state: 'waiting' as const,
      updated: '',
      fault: null,
      cells: row.row.cells.map((cell, at) => (secret[at] ? null : cell)),
    };
    const hasLate = Object.keys(row.later).length > 0;
    if (isNew || Object.keys(row.body).length > 0) {
      entries.push({
        ...entry,
        kind: isNew ? 'create' : 'update',
        body: withoutPasswords(row.body),
        former: isNew ? null : JSON.stringify(former),
        stamp: isNew ? '' : row.updated,
        isLate: false,
      });
    }
    if (!hasLate) continue;
    late.push({
      ...entry,
      kind: 'update',
      body: JSON.stringify(row.later),
      former: isNew ? null : JSON.stringify(former),
      stamp: '',
      isLate: true,
    });
  }
  return [...entries, ...late].map((entry, place) => ({ ...entry, place }));
}

function withoutPasswords(values: object): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(values).filter(([name]) => !passwordNames.includes(name))),
  );
}

/** Returns one entry for each record: its first write, with the date of its last one. */
function latest(entries: readonly WriteEntry[]): WriteEntry[] {
  const byId = new Map<string, WriteEntry>();
  for (const entry of entries) {
    const first = byId.get(entry.id);
    byId.set(entry.id, first ? { ...first, updated: entry.updated } : entry);
  }
  return [...byId.values()];
}

async function* inTurn(jobs: readonly Job[]): AsyncGenerator<Job> {
  yield* jobs;
}

function takeBackQuestion(created: number, changed: number, kept: number): string {
  const parts = [
    created > 0 && `${countOf(created, 'new record is', 'new records are')} deleted`,
    changed > 0 && `${countOf(changed, 'record gets its former values', 'records get their former values')}`,
  ].filter(Boolean);
  const stay =
    kept > 0
      ? ` ${countOf(kept, 'was changed since and stays as it is', 'were changed since and stay as they are')}.`
      : '';
  return `Do you really want to take this import back? ${parts.join(' and ')}.${stay}`;
}

function updatedOf({ record }: RecordAnswer): string {
  const updated = fieldValue(record, 'updated');
  return typeof updated === 'string' ? updated : '';
}

/** Lists the fields whose stored value is not the sent one: a hook of the server changed it. */
function differingNames(collection: Collection, { body }: WriteEntry, answer: RecordAnswer): string[] {
  const sent = JSON.parse(body) as Record<string, unknown>;
  const stored = formOf(collection, answer).values;
  const given = formOf(collection, {
    record: sent as unknown as RecordAnswer['record'],
    sources: Object.fromEntries(
      Object.entries(sent).filter((one): one is [string, string] => typeof one[1] === 'string'),
    ),
  }).values;
  return Object.keys(sent).filter(
    (name) =>
      !passwordNames.includes(name) &&
      name in stored &&
      !isSame(collection, name, given[name] ?? '', stored[name] ?? ''),
  );
}
