import { proxy, ref } from 'valtio/vanilla';
import { ApiError, messageOf } from '../../../api/ApiError';
import * as collectionCalls from '../../../api/collections';
import { readByIds, toAnswer } from '../../../api/recordPages';
import { isOld, type Reading, readForWrite, readManyForWrite } from '../../../api/recordReadings';
import * as records from '../../../api/records';
import { type Collection, fieldOf } from '../../../model/collection';
import { type FieldErrors, without } from '../../../model/fieldErrors';
import { idBatches } from '../../../model/queryLength';
import type { RecordAnswer } from '../../../model/record';
import { isEmptyBody } from '../../../model/records/recordBody';
import type { FormValue } from '../../../model/records/recordValues';
import { verifiedQuestion } from '../../../model/records/verifiedQuestion';
import { countOf } from '../../../platform/text';
import * as collections from '../../../state/collections';
import * as confirm from '../../../state/confirm';
import * as writeLock from '../../../state/environment/writeLock';
import * as unsaved from '../../../state/forms/unsaved';
import { createWriteRun, isWithoutAnswer, type WriteRunState } from '../../../state/jobs/writeRun';
import { report } from '../../../state/report';
import * as session from '../../../state/session';
import * as stagedRows from '../../../state/staged/stagedRows';
import * as toasts from '../../../state/toasts';
import {
  type BulkChoices,
  type BulkKind,
  changedFields,
  checkChoices,
  chosenNames,
  firstValue,
  isRelative,
} from './bulkChoices';
import { arrivalOf, bodyFor, changesOf, type SentSums, sentSums } from './bulkValues';
import { type EditFault, editFaultOf, gone, unsureFault } from './editFaults';

export interface BulkEditState {
  /** Null if the collection is missing. */
  collection: Collection | null;
  choices: BulkChoices;
  errors: FieldErrors;
  /** How many of the records were read for the preview. */
  read: number;
  /** The reason why they cannot be read; '' for none. */
  readFault: string;
  /** The first records of the selection, in full. */
  first: readonly RecordAnswer[];
  /** The effect of the choices; null until all records are read. */
  outlook: { changes: number; same: number; gone: number } | null;
  /** How many of the records have changes in the table that are not saved: a run would be a second writer. */
  staged: number;
  /** True from the press of the button until the last call has ended. */
  isRunning: boolean;
  /** Null until a run has ended with something to show. */
  result: BulkResult | null;
}

export interface BulkResult {
  readonly changed: number;
  readonly failed: readonly FailedEdit[];
  /** Records that a stop has left. */
  readonly left: number;
}

export interface FailedEdit {
  readonly id: string;
  readonly fault: EditFault;
}

export interface BulkEdit {
  state: BulkEditState;
  /** How far the writes are. */
  write: WriteRunState;
  /** Reads the records for the preview. */
  open(): Promise<void>;
  close(): void;
  choose(name: string, kind: BulkKind): void;
  setValue(name: string, value: FormValue): void;
  /** Returns true if all records are changed and there is nothing to show. */
  run(): Promise<boolean>;
  /** Sends the failed records again that can be, and those that a stop has left. */
  goOn(): Promise<boolean>;
  stop(): void;
  /** Lists the failed records that still exist. */
  failedIds(): readonly string[];
  /** True if the person has chosen something that was not sent. */
  isChanged(): boolean;
  /** Keeps the screen when the session ends during a run or a result, and asks before it is left. */
  hold(): () => void;
}

interface Options {
  collectionId: string;
  ids: readonly string[];
  onChange: () => void;
}

/** A record of the run. */
interface Job {
  readonly id: string;
  /** The last one; null before. */
  reading: Reading | null;
  /** A request that may have arrived although its answer is missing. */
  sent: SentSums | null;
  end: 'changed' | 'same' | EditFault | null;
}

const previewed = 5;
const readAtOnce = 40;
const fieldChanged = 'This field was changed in the collection. Close this panel and open it again.';
const runQuestion = 'The records are still being changed. Do you really want to leave and stop?';

/**
 * Changes fields of many records, four calls at a time and one for each record. The ids do not change after the panel
 * opens. A record is read in full right before its call, so that only values that differ are sent. A call without an
 * answer is looked for by reading the record, so that no number is increased twice.
 */
export function createBulkEdit({ collectionId, ids, onChange }: Options): BulkEdit {
  const frozen = [...new Set(ids)];
  const opened = collections.find(collectionId);
  const state = proxy<BulkEditState>({
    collection: opened ? ref(opened) : null,
    choices: ref<BulkChoices>({}),
    errors: {},
    read: 0,
    readFault: '',
    first: ref([]),
    outlook: null,
    staged: 0,
    isRunning: false,
    result: null,
  }) as BulkEditState;
  /** By id, for the outlook. */
  let answers = new Map<string, RecordAnswer>();
  let reading = new AbortController();
  /** Aborted by Stop, or when the panel is closed: also during the checks of a run. */
  let stopping = new AbortController();
  const jobs = new Map<string, Job>();
  /** All records are changed. */
  let isDone = false;

  const write = createWriteRun<Job>({
    atATime: 4,
    send,
    settle: look,
    isInDoubt: ({ sent }) => sent !== null,
    onDone: (job) => {
      job.end ??= 'changed';
    },
    onRefused(job, error) {
      job.end ??= editFaultOf(error, chosenNames(state.choices), state.collection);
      report(error, { isSilent: true });
    },
    waitsForSession: true,
  });

  /** Sends what differs in the record as it is now. */
  async function send(job: Job, lease: writeLock.WriteLease): Promise<void> {
    const { collection, choices } = state;
    if (!collection) return;
    // A session that ended meanwhile ends the wait for an answer, too.
    if (job.sent && (await look(job)) !== 'again') return;
    // A number is increased from a fresh value.
    if (!job.reading || (hasSums(choices) && isOld(job.reading)))
      job.reading = await readForWrite(collection, job.id);
    const { answer, updates } = job.reading;
    const body = bodyFor(collection, choices, answer);
    if (isEmptyBody(body)) {
      job.end = 'same';
      return;
    }
    job.sent = sentSums(collection, choices, answer);
    try {
      if (!(await records.updateAsRead(collection, job.id, body, updates, { lease }))) {
        // Another part of this page has just updated the record.
        Object.assign(job, { sent: null, reading: null });
        await send(job, lease);
        return;
      }
    } catch (error) {
      const isOpen = error instanceof ApiError && (isWithoutAnswer(error) || error.isAborted);
      if (!isOpen) job.sent = null;
      throw error;
    }
    Object.assign(job, { sent: null, end: 'changed' });
  }

  /** Reads the record to see whether a request without an answer has arrived. */
  async function look(job: Job): Promise<'done' | 'again' | 'refused'> {
    const { collection, choices } = state;
    if (!collection) return 'refused';
    job.reading = await readForWrite(collection, job.id);
    const { answer } = job.reading;
    const { sent } = job;
    job.sent = null;
    if (!sent) return 'again';
    // Without sums, the same request may be sent twice.
    const arrival =
      sent.sums.length > 0
        ? arrivalOf(sent, answer)
        : isEmptyBody(bodyFor(collection, choices, answer))
          ? 'yes'
          : 'no';
    if (arrival === 'no') return 'again';
    job.end = arrival === 'yes' ? 'changed' : unsureFault(sent.sums.map(({ name }) => name));
    return arrival === 'yes' ? 'done' : 'refused';
  }

  /** Reads the records page by page, right before they are changed. */
  async function* jobsOf(given: readonly string[], collection: Collection): AsyncGenerator<Job> {
    for (const batch of idBatches(given, readAtOnce)) {
      const found = await readBatch(batch, collection);
      for (const id of batch) {
        const job: Job = jobs.get(id) ?? { id, reading: null, sent: null, end: null };
        jobs.set(id, job);
        job.end = null;
        // The reading before a lost answer shows what was sent.
        if (!job.sent) job.reading = found?.get(id) ?? null;
        if (found && !found.has(id)) job.end = gone;
        else if (!job.sent && job.reading && isSame(job.reading.answer, collection)) job.end = 'same';
        else yield job;
      }
    }
  }

  /** Null if they cannot be read now: then each record is read on its own, which waits for server and session. */
  async function readBatch(
    batch: readonly string[],
    collection: Collection,
  ): Promise<Map<string, Reading> | null> {
    try {
      return await readManyForWrite(collection, batch);
    } catch (error) {
      report(error, { isSilent: true });
      return null;
    }
  }

  const isSame = (answer: RecordAnswer, collection: Collection) =>
    changesOf(collection, state.choices, answer).length === 0;

  /** Counts what the valid choices would do. */
  function updateOutlook(): void {
    const { collection, choices } = state;
    if (!collection || state.read < frozen.length) return;
    const errors = checkChoices(collection, choices);
    const valid = Object.fromEntries(
      Object.entries(choices).filter(([name]) => !Object.hasOwn(errors, name)),
    );
    let changes = 0;
    for (const answer of answers.values()) if (changesOf(collection, valid, answer).length > 0) changes += 1;
    state.outlook = { changes, same: answers.size - changes, gone: frozen.length - answers.size };
  }

  async function open(): Promise<void> {
    const { collection } = state;
    if (!collection) return;
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    answers = new Map();
    Object.assign(state, { read: 0, readFault: '', first: ref([]), outlook: null });
    state.staged = stagedRows.countAmong(collectionId, frozen);
    try {
      for (const batch of idBatches(frozen, readAtOnce)) {
        const found = await readByIds(collection.id, batch, { fields: null, signal });
        if (signal.aborted) return;
        for (const row of found) answers.set(row.id, toAnswer(collection, row));
        if (state.read === 0) state.first = ref([...answers.values()].slice(0, previewed));
        state.read += batch.length;
      }
      updateOutlook();
    } catch (error) {
      if (signal.aborted) return;
      report(error, { isSilent: true });
      state.readFault = messageOf(error);
    }
  }

  /** Runs all checks and questions before the first call. */
  async function mayRun(collection: Collection): Promise<boolean> {
    state.errors = checkChoices(collection, state.choices);
    if (Object.keys(state.errors).length > 0) return false;
    state.staged = stagedRows.countAmong(collectionId, frozen);
    if (state.staged > 0) return false;
    const verified = state.choices['verified'];
    const isAsked = verified && verified.kind !== 'keep' && !fieldOf(collection, 'verified');
    if (isAsked && !(await confirm.ask(verifiedQuestion(verified.value === true), { writes: true })))
      return false;
    return mayWrite(frozen.length);
  }

  const mayWrite = (count: number): Promise<boolean> =>
    writeLock.ask({ what: `change ${countOf(count, 'record')}`, verb: 'change' });

  /** One lease for the last checks and the run, so that the lock cannot interrupt them. */
  function begin(given: readonly string[], collection: Collection, planned?: number): Promise<boolean> {
    return writeLock.asOneRun(async (lease) => {
      // An expired token counts as a guest. Where guests may update, its calls would succeed.
      if (!(await session.confirm({ isFresh: true })) || !(await areFieldsUnchanged(collection)))
        return false;
      if (stopping.signal.aborted) return false;
      return change(lease, given, collection, planned);
    });
  }

  /** The server drops values of unknown fields silently. */
  async function areFieldsUnchanged(collection: Collection): Promise<boolean> {
    try {
      const today = await collectionCalls.get(collection.id);
      const changed = changedFields(collection, today, chosenNames(state.choices));
      const errors = changed.map((name) => [name, { code: 'field_changed', message: fieldChanged }] as const);
      state.errors = Object.fromEntries(errors);
      // The result shows no fields.
      if (changed.length > 0 && state.result) toasts.error(`${changed.join(', ')}: ${fieldChanged}`);
      return changed.length === 0;
    } catch (error) {
      report(error);
      return false;
    }
  }

  async function change(
    within: writeLock.WriteLease,
    given: readonly string[],
    collection: Collection,
    planned = given.length,
  ): Promise<boolean> {
    const before = changedCount();
    try {
      await write.run(jobsOf(given, collection), planned, { signal: stopping.signal, within });
    } catch (error) {
      report(error);
    }
    const ends = frozen.map((id) => jobs.get(id)?.end ?? null);
    const failed = frozen.flatMap((id) => {
      const end = jobs.get(id)?.end;
      return end && typeof end === 'object' ? [{ id, fault: end }] : [];
    });
    const left = ends.filter((end) => end === null).length;
    const isWhole = failed.length === 0 && left === 0;
    isDone = isWhole;
    state.result = isWhole ? null : ref({ changed: changedCount(), failed, left });
    if (isWhole) toasts.success(`Changed ${countOf(changedCount(), 'record')}.`);
    if (changedCount() > before) void session.signedIn().then(onChange);
    return isWhole;
  }

  const changedCount = () => [...jobs.values()].filter(({ end }) => end === 'changed').length;

  async function whileRunning(act: () => Promise<boolean>): Promise<boolean> {
    if (state.isRunning) return false;
    state.isRunning = true;
    stopping = new AbortController();
    try {
      return await act();
    } finally {
      state.isRunning = false;
    }
  }

  const isChanged = () =>
    !isDone && !state.isRunning && state.result === null && chosenNames(state.choices).length > 0;

  return {
    state,
    write: write.state,
    open,
    close() {
      reading.abort();
      stopping.abort();
    },
    choose(name, kind) {
      const field = state.collection && fieldOf(state.collection, name);
      const known = state.choices[name];
      const isKept = known && [known.kind, kind].every(isRelative);
      const isSameList = known && [known.kind, kind].every((one) => ['add', 'remove'].includes(one));
      const value =
        isKept || isSameList
          ? known.value
          : field
            ? firstValue(field, kind)
            : // A switch of an account.
              kind === 'set';
      state.choices = ref({ ...state.choices, [name]: { kind, value } });
      state.errors = without(state.errors, name);
      updateOutlook();
    },
    setValue(name, value) {
      const known = state.choices[name];
      if (!known) return;
      state.choices = ref({ ...state.choices, [name]: { ...known, value } });
      state.errors = without(state.errors, name);
      updateOutlook();
    },
    run: () =>
      whileRunning(async () => {
        const { collection } = state;
        if (!collection || !(await mayRun(collection))) return false;
        return begin(frozen, collection, state.outlook?.changes);
      }),
    goOn: () =>
      whileRunning(async () => {
        const { collection } = state;
        const open = frozen.filter((id) => {
          const end = jobs.get(id)?.end ?? null;
          return end === null || (typeof end === 'object' && end.canRetry);
        });
        if (!collection || !(await mayWrite(open.length))) return false;
        return begin(open, collection);
      }),
    stop: () => stopping.abort(),
    failedIds: () => (state.result?.failed ?? []).filter(({ fault }) => fault !== gone).map(({ id }) => id),
    isChanged,
    hold() {
      const releases = [
        unsaved.watchWork(() => state.isRunning || state.result !== null),
        unsaved.watch(() => state.isRunning, { question: runQuestion }),
        unsaved.watch(isChanged),
      ];
      return () => {
        for (const release of releases) release();
      };
    },
  };
}

const hasSums = (choices: BulkChoices) => Object.values(choices).some(({ kind }) => isRelative(kind));
