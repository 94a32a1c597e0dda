import { proxy, ref } from 'valtio/vanilla';
import { messageOf } from '../../backend/ApiError';
import * as collectionCalls from '../../backend/collections';
import { readByIds, toAnswer } from '../../backend/recordPages';
import { joinWords } from '../../base/lists';
import { countOf, cut, printCount } from '../../base/text';
import { type Collection, fieldOf } from '../../model/collection';
import type { FormValue } from '../../model/field';
import { type FieldErrors, without } from '../../model/fieldErrors';
import { idBatches } from '../../model/queryLength';
import { fieldValue, type RecordAnswer } from '../../model/record';
import { holdsFiles, holdsRecords, isReadInFull, typeOf } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import * as confirm from '../../page/confirm';
import * as unsaved from '../../page/forms/unsaved';
import { report } from '../../page/report';
import * as session from '../../page/session/session';
import * as writeLock from '../../page/session/writeLock';
import * as toasts from '../../page/toasts';
import * as editedRows from '../editedRows';
import * as history from '../history/history';
import * as undo from '../history/undo';
import { verifiedQuestion } from '../values/verifiedQuestion';
import { createWriteMany, type WriteEnd, type WriteJob } from '../write/writeMany';
import {
  type BulkChoices,
  type BulkKind,
  changedFields,
  checkChoices,
  chosenNames,
  firstValue,
  isRelative,
} from './bulkChoices';
import { bulkWrite, changesOf } from './bulkValues';
import { type EditFault, editFaultOf, gone, unsureFault } from './editFaults';

export interface BulkEditState {
  /** Null if the collection is missing. */
  collection: Collection | null;
  choices: BulkChoices;
  errors: FieldErrors;
  /** The number of records that are read for the preview. */
  read: number;
  /** Why they cannot be read; '' for none. */
  readFault: string;
  /** The first records of the selection, complete. */
  first: readonly RecordAnswer[];
  /** The effect of the choices; null until all records are read. */
  outlook: { changes: number; same: number; gone: number } | null;
  /** The number of records with unsaved changes in the table, which a run would write a second time. */
  staged: number;
  /** True from the click until the last call has ended. */
  isRunning: boolean;
  /** Null until a run has ended with something to show. */
  result: BulkResult | null;
}

export interface BulkResult {
  readonly changed: number;
  readonly failed: readonly FailedEdit[];
  /** Records that were not tried because of a stop. */
  readonly left: number;
}

export interface FailedEdit {
  readonly id: string;
  readonly fault: EditFault;
}

export type BulkEdit = ReturnType<typeof createBulkEdit>;

interface Options {
  collectionId: string;
  ids: readonly string[];
  onChange: () => void;
}

const readAtOnce = 20;
const previewed = 5;
const mostPresent = 3;
const fieldChanged = 'This field was changed in the collection. Close this panel and open it again.';
const runQuestion = 'The records are still being changed. Do you really want to leave and stop?';

/**
 * Changes fields of many records: the choices, their preview, the checks and the run. The ids stay the same while
 * the panel is open.
 */
export function createBulkEdit({ collectionId, ids, onChange }: Options) {
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
  });
  let answers = new Map<string, RecordAnswer>();
  let reading = new AbortController();
  /** Aborted by Stop, and when the panel is closed, also during the checks before a run. */
  let stopping = new AbortController();
  let sent: BulkChoices = {};
  /** By id, over all runs. Records that were not tried have none. */
  const ends = new Map<string, RecordEnd>();
  const many = createWriteMany<WriteJob>({
    collectionOf: () => state.collection as Collection | null,
    make: (_, now) => bulkWrite(state.collection as Collection, sent, now),
    onEnd: ({ id }, end) => void ends.set(id, endOf(end, chosenNames(sent))),
  });
  /** All runs of this panel belong to one act. */
  let act: history.Recorder | null = null;
  let isDone = false;

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
    state.staged = editedRows.countAmong(collectionId, frozen);
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

  /** Runs all checks and questions before the first write. */
  async function mayRun(collection: Collection): Promise<boolean> {
    state.errors = checkChoices(collection, state.choices);
    if (Object.keys(state.errors).length > 0) return false;
    state.staged = editedRows.countAmong(collectionId, frozen);
    if (state.staged > 0) return false;
    const verified = state.choices['verified'];
    const isAsked = verified && verified.kind !== 'keep' && !fieldOf(collection, 'verified');
    if (isAsked && !(await confirm.ask(verifiedQuestion(verified.value === true), { writes: true })))
      return false;
    const emptied = chosenNames(state.choices).filter((name) =>
      collection.schema.some((field) => field.name === name && holdsFiles(field)),
    );
    const question = `Do you really want to remove all files of ${joinWords(emptied)} in ${countOf(frozen.length, 'record')}?`;
    const asked = { isDangerous: true, writes: true };
    if (emptied.length > 0 && !(await confirm.ask(question, asked))) return false;
    return mayWrite(frozen.length);
  }

  const mayWrite = (count: number) =>
    writeLock.ask({ what: `change ${countOf(count, 'record')}`, verb: 'change' });

  /** The last checks and the run, which the write lock cannot interrupt. */
  function begin(given: readonly string[], collection: Collection, planned?: number): Promise<boolean> {
    return writeLock.asOneRun(async () => {
      if (!(await areFieldsUnchanged(collection))) return false;
      if (stopping.signal.aborted) return false;
      return change(given, collection, planned ?? given.length);
    });
  }

  /** The server silently drops values of unknown fields. */
  async function areFieldsUnchanged(collection: Collection): Promise<boolean> {
    try {
      const today = await collectionCalls.get(collection.id);
      const changed = changedFields(collection, today, chosenNames(state.choices));
      const errors = changed.map((name) => [name, { code: 'field_changed', message: fieldChanged }] as const);
      state.errors = Object.fromEntries(errors);
      // The popup with the result has no inputs that could show the errors.
      if (changed.length > 0 && state.result) toasts.error(`${changed.join(', ')}: ${fieldChanged}`);
      return changed.length === 0;
    } catch (error) {
      report(error);
      return false;
    }
  }

  async function change(given: readonly string[], collection: Collection, planned: number): Promise<boolean> {
    const before = changedCount();
    const title = countOf(frozen.length, 'record');
    act ??= history.begin({ kind: 'bulk', verb: 'Change', title, collection });
    sent = state.choices;
    const jobs = given.map((id): WriteJob => ({ kind: 'change', collectionId, id }));
    try {
      await many.run(jobs, { act, planned, signal: stopping.signal });
    } catch (error) {
      report(error);
    }
    const failed = frozen.flatMap((id) => {
      const end = ends.get(id);
      return end && typeof end === 'object' ? [{ id, fault: end }] : [];
    });
    const changed = changedCount();
    const left = frozen.length - ends.size;
    const isWhole = failed.length === 0 && left === 0;
    isDone = isWhole;
    // A result stays until it is closed. In its place, the form could be run again by mistake.
    state.result = isWhole && !state.result ? null : ref({ changed, failed, left });
    const part = changed > before ? `Changed ${changed} of ${frozen.length}.` : '';
    const message = isWhole ? `Changed ${countOf(changed, 'record')}.` : part;
    await undo.endMany(act, changed, message, { isWhole });
    if (changed > before) void session.signedIn().then(onChange);
    return isWhole;
  }

  const changedCount = () => [...ends.values()].filter((end) => end === 'changed').length;

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
    write: many.state,
    /** Reads the records for the preview. */
    open,
    close() {
      reading.abort();
      stopping.abort();
    },
    choose(name: string, kind: BulkKind) {
      const field = state.collection && fieldOf(state.collection, name);
      const known = state.choices[name];
      const isKept = known && [known.kind, kind].every(isRelative);
      const isSameList = known && [known.kind, kind].every((one) => ['add', 'remove'].includes(one));
      const value =
        isKept || isSameList
          ? known.value
          : field
            ? firstValue(field, kind)
            : // A switch such as `verified`, which every account has, is no field of the schema.
              kind === 'set';
      state.choices = ref({ ...state.choices, [name]: { kind, value } });
      state.errors = without(state.errors, name);
      updateOutlook();
    },
    setValue(name: string, value: FormValue) {
      const known = state.choices[name];
      if (!known) return;
      state.choices = ref({ ...state.choices, [name]: { ...known, value } });
      state.errors = without(state.errors, name);
      updateOutlook();
    },
    /** Returns true if all records are changed and there is nothing to show. */
    run: () =>
      whileRunning(async () => {
        const { collection } = state;
        if (!collection || !(await mayRun(collection))) return false;
        return begin(frozen, collection, state.outlook?.changes);
      }),
    /** Retries the failed records that can be retried, and those that were not tried. */
    goOn: () =>
      whileRunning(async () => {
        const { collection } = state;
        const open = frozen.filter((id) => {
          const end = ends.get(id);
          return !end || (typeof end === 'object' && end.canRetry);
        });
        if (!collection || !(await mayWrite(open.length))) return false;
        return begin(open, collection);
      }),
    stop: () => stopping.abort(),
    /** Lists the failed records that still exist. */
    failedIds: () => (state.result?.failed ?? []).filter(({ fault }) => fault !== gone).map(({ id }) => id),
    /** True if a choice was not sent yet. */
    isChanged,
    /** Returns the present values, such as "live 3, draft 2"; '' until all are read, and for long values. */
    presentValues(name: string): string {
      const field = state.collection && fieldOf(state.collection, name);
      if (!field || isReadInFull(field) || holdsFiles(field) || holdsRecords(field)) return '';
      if (state.outlook === null) return '';
      const counts = new Map<string, number>();
      for (const { record } of answers.values()) {
        const value = fieldValue(record, name);
        const texts = Array.isArray(value) ? value.map(String) : [typeOf(field).print(value) || 'empty'];
        for (const text of texts.length > 0 ? texts : ['empty']) {
          counts.set(text, (counts.get(text) ?? 0) + 1);
        }
      }
      const sorted = [...counts].sort(([, one], [, other]) => other - one);
      const shown = sorted
        .slice(0, mostPresent)
        .map(([text, count]) => `${cut(text, 30)} (${printCount(count)})`);
      const left = sorted.length - shown.length;
      return [...shown, ...(left > 0 ? [countOf(left, 'other value')] : [])].join(', ');
    },
    /** Keeps the screen when the session ends during a run or a result, and asks before it is left. */
    hold(): () => void {
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

type RecordEnd = 'changed' | 'same' | EditFault;

function endOf(end: WriteEnd, names: readonly string[]): RecordEnd {
  switch (end.kind) {
    case 'stored':
      return 'changed';
    case 'same':
      return 'same';
    case 'conflict':
      return unsureFault(names);
    case 'refused':
      return editFaultOf(end.error, names);
    default:
      return gone;
  }
}
