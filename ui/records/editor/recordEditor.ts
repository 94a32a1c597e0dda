import { ref } from 'valtio/vanilla';
import { ApiError, isMissing } from '../../backend/ApiError';
import { get as readCollection } from '../../backend/collections';
import * as records from '../../backend/records';
import { isEqual } from '../../base/equal';
import { countOf } from '../../base/text';
import { type Collection, fieldOf } from '../../model/collection';
import type { FormValue } from '../../model/field';
import type { FieldErrors } from '../../model/fieldErrors';
import type { FullRecord, RecordAnswer } from '../../model/record';
import { displayText } from '../../model/recordName';
import * as collections from '../../page/collections';
import * as confirm from '../../page/confirm';
import type { StoredDraft } from '../../page/forms/drafts';
import { createEditing, type Editing, type SaveOptions } from '../../page/forms/editing';
import type { Loss } from '../../page/forms/unsaved';
import type { Panels } from '../../page/panels';
import { notifyOtherErrors, report } from '../../page/report';
import * as toasts from '../../page/toasts';
import * as edits from '../edits';
import { createFileChanges } from '../files/fileChanges';
import { createFileLinks } from '../files/recordFileLinks';
import * as history from '../history/history';
import * as undo from '../history/undo';
import * as recentRecords from '../recentRecords';
import { cellFieldOf } from '../values/cellField';
import { type Change, type Changes, changedForm } from '../values/change';
import { type FileChange, withAdded } from '../values/fileChange';
import { mergeRecord } from '../values/recordMerge';
import { checkForm } from '../values/recordRules';
import { byName, duplicateOf, formOf, passwordNames, type RecordForm } from '../values/recordValues';
import { relationNames } from '../values/relatedIds';
import { changesQuestion, verifiedQuestion } from '../values/verifiedQuestion';
import {
  type Attempt,
  arrivedNames,
  lostNames,
  type ReadingStart,
  startReading,
  writeRecord,
} from '../write/writeRecord';
import { createAccountLinks } from './accountLinks';
import { createRecordActs } from './recordActs';
import { type Creation, createOnce } from './recordCreation';
import { draftOf, restoredFrom } from './recordDraft';
import {
  changedPaths,
  commitForm,
  copyChange,
  copyForm,
  copyValue,
  showForm,
  withFieldsOf,
  withoutNames,
  withValuesOf,
} from './recordForm';
import { fittedForm, goneErrors, todaysCollection, typedIn, withoutFields } from './todaysCollection';

declare module '../../page/panels' {
  interface Panels {
    recordEditor: {
      takes: {
        collectionId: string;
        /** Null for a new record. */
        recordId: string | null;
        /** The list from which the panel was opened. */
        list?: RecordPlaces;
        /** The values and files of a deleted record whose undo was refused. */
        returning?: ReturningRecord;
      };
      answers: RecordOutcome | null;
    };
  }
}

export interface ReturningRecord {
  readonly id: string;
  readonly values: Readonly<Record<string, string | boolean | readonly string[]>>;
  readonly files: readonly (readonly [field: string, file: File])[];
}

/** The list from which an editor was opened. */
export interface RecordPlaces {
  /** A proxy with the rows of the list. */
  state: { items: readonly { id: string }[] };
  /**
   * Called when the editor shows another record: a created one, a neighbour, or an unsaved copy without an id.
   * `outcome` is that of the record before.
   */
  onShow(recordId: string | undefined, outcome: RecordOutcome | null): void;
}

export type RecordOutcome =
  | { kind: 'created' | 'updated'; record: FullRecord }
  | { kind: 'deleted'; recordId: string };

export type RecordEditor = ReturnType<typeof createRecordEditor>;

/** The state besides that of the form. */
interface OfRecord {
  /** The collection as it was last read; null if it does not exist. */
  collection: Collection | null;
  /** Null while the record is new. */
  recordId: string | null;
  /** The progress of an upload, from 0 to 1; null without one. */
  progress: number | null;
  /** Always true while the record is new. */
  showsPassword: boolean;
  /** For protected files; '' while there is none. */
  fileToken: string;
  outcome: RecordOutcome | null;
}

const emptyForm: RecordForm = { values: byName([]), files: byName([]) };
const goneText = 'This record no longer exists. What you have typed stays here until you close it.';

/**
 * One record as a form, new or existing.
 *
 *   const editor = createRecordEditor({ collectionId, recordId });
 *   await editor.open();              // reads the record, offers drafts
 *   editor.set('title', 'Typed');     // removes the field's error, keeps the draft
 *   await editor.save();              // reads again, merges, sends the changed keys; null: nothing was stored
 *   editor.close();
 *
 * Guarantees: unchanged values are not sent. Drafts never contain passwords or files. Values of removed fields stay
 * on the screen. All guarantees of `createEditing` hold too.
 */
export function createRecordEditor(given: Panels['recordEditor']['takes']) {
  const known = collections.find(given.collectionId);
  const editing: Editing<RecordForm, RecordAnswer, OfRecord> = createEditing({
    initial: emptyForm,
    isNew: given.recordId === null,
    more: {
      collection: known ? ref(known) : null,
      recordId: given.recordId,
      progress: null,
      showsPassword: given.recordId === null,
      fileToken: '',
      outcome: null,
    },
    toForm: (answer) => (state.collection ? formOf(state.collection, answer) : emptyForm),
    copy: copyForm,
    show: showForm,
    changedPaths,
    losesByClose: () => hasTyped(),
    draft: {
      // A record whose undo was refused has a key of its own, so that its draft replaces none of a new record.
      key: () =>
        `record_draft_${state.collection?.id}_${state.isNew ? (given.returning ? `back_${given.returning.id}` : '') : state.recordId}`,
      content({ form, baseline }) {
        // `edits.ts` keeps the draft of a stored record.
        if (!state.isNew) return null;
        const content = draftOf(collectionOf(state), form.values, baseline.values);
        return content && { ...content };
      },
      restore(values, { form }, choices) {
        const restored = restoredFrom(collectionOf(state), values, form.values, choices);
        return { ...restored, form: { values: restored.values, files: form.files } };
      },
    },
  });
  const { state } = editing;
  /** The changes of the record when the panel was opened. Closing reverts to these. */
  let opened: Changes = new Map();
  /** The fields that the form has changed. The table may change others meanwhile. */
  const kept = new Set<string>();
  let isOpen = false;
  const acts = createRecordActs(state);
  const fileLinks = createFileLinks(state);
  const links = createAccountLinks(() => {
    const { collection, recordId } = state;
    return collection && recordId !== null ? { collectionId: collection.id, recordId } : null;
  });
  /** Writes whose response was lost. */
  const attempt: Attempt = { lost: null };
  const creation: Creation = { lost: null };

  /** The steps of a save. Returns true if the server has stored the form. */
  async function store(): Promise<boolean> {
    /** The changes of all tries of this save. */
    let pressed: Changes = new Map();
    for (;;) {
      if (!check()) return false;
      if (!(await editing.beginWrite(writeAct()))) return false;
      const read = await readToday();
      if (!read) return false;

      const { theirs, start } = read;
      const collection = collectionOf(state);
      const { stored: base } = state;
      let sent = editing.now();
      keepEdit();
      pressed = new Map([...pressed, ...changesNow()]);
      const sentEdit = edits.inForm(pressed, sent);
      let answer: RecordAnswer;
      let act: history.Recorder | null = null;
      let isEarlier = false;
      if (theirs) {
        const title = displayText((base ?? theirs).record, collection);
        const recorder = history.begin({ kind: 'save', verb: 'Save', title, collection });
        const merge = (now: RecordAnswer) => {
          const merged = mergeRecord(collection, { base: base ?? now, theirs: now, mine: sent });
          const faults = faultsOf(merged.form, formOf(collection, now));
          return { ...merged, isWrong: Object.keys(faults).length > 0 };
        };
        const written = await writeRecord(collection, theirs.record.id, merge, {
          expand: relationNames(collection),
          onProgress,
          reading: { answer: theirs, start },
          attempt,
          act: recorder,
          looksForLost: true,
        }).finally(() => void recorder.close());
        if (written.kind === 'conflict') {
          const { now } = written;
          // If a part of an earlier try has reached the server, the record is read again to take it over first.
          const isAnswered =
            attempt.lost !== null ||
            (await editing.answerConflicts(now, (choices) =>
              mergeRecord(collection, { base: base ?? now, theirs: now, mine: editing.now() }, choices),
            ));
          if (!isAnswered) return false;
          continue;
        }
        answer = written.after;
        act = written.kind === 'stored' ? written.act : null;
      } else {
        if (!check()) return false;
        ({ stored: answer, sent, isEarlier } = await createOnce(collection, sent, creation, { onProgress }));
      }

      const lost = await lostNames(collection, typedIn(collection, sent, state.baseline), answer);
      const { form, baseline } = commitForm(collection, {
        sent: withoutNames(sent, lost),
        now: editing.now(),
        stored: formOf(collection, answer),
      });
      const wasNew = state.isNew;
      editing.adopt(form, { stored: answer, baseline, errors: goneErrors(lost) });
      if (!wasNew) edits.commit(collection, answer, sentEdit);
      opened = new Map();
      showStored(answer, { wasNew, act });
      // If an earlier try has created the record, later edits are an update.
      if (!isEarlier || !state.isChanged) return true;
    }
  }

  /**
   * Reads the record and its collection until the form fits, because the server silently drops values of unknown
   * fields. Null ends the save.
   */
  async function readToday(): Promise<{ theirs: RecordAnswer | null; start: ReadingStart } | null> {
    for (;;) {
      const collection = collectionOf(state);
      const start = startReading();
      const [theirs, today] = await Promise.all([
        state.recordId === null ? null : records.get(collection, state.recordId),
        readCollection(collection.id),
      ]);
      const fit = fitTo(today);
      if (fit === 'refused') return null;
      if (fit === 'fitted') continue;
      if (theirs) adoptArrived(theirs);
      return { theirs, start };
    }
  }

  const check = () => editing.placeErrors(faultsOf(editing.now(), state.baseline));
  const faultsOf = (form: RecordForm, before: RecordForm) =>
    checkForm(collectionOf(state), form, { isNew: state.isNew, showsPassword: state.showsPassword, before });

  function writeAct() {
    const verb = state.isNew ? 'create' : 'save';
    // The save deletes the removed files.
    const count = Object.values(state.form.files).reduce((sum, { removed }) => sum + removed.length, 0);
    const deleted = count === 0 ? '' : ` and delete ${countOf(count, 'file')}`;
    return { what: `${verb} a record of ${collectionOf(state).name}${deleted}`, verb };
  }

  function onProgress(share: number): void {
    state.progress = share;
  }

  /**
   * Adapts the form to the present collection. 'refused' if values were typed into removed fields, because the
   * server would silently drop them.
   */
  function fitTo(today: Collection): 'same' | 'fitted' | 'refused' {
    const from = collectionOf(state);
    const typed = typedIn(from, editing.now(), state.baseline);
    const { collection, gone, others } = todaysCollection(from, today, typed);
    const isRefused = Object.keys(gone).length > 0;
    const isKnown = isEqual(collection, from);
    if (isKnown && !isRefused) return 'same';
    if (!isKnown) {
      const [form, { baseline }] = [editing.now(), state];
      const stored = withoutFields(state.stored, others);
      const blank = formOf(collection, stored);
      state.collection = ref(collection);
      editing.reset(fittedForm(form, blank, { from, to: collection }), {
        stored,
        baseline: fittedForm(baseline, blank, { from, to: today }),
      });
      void collections.load();
    }
    state.errors = gone;
    if (!isRefused) return 'fitted';
    toasts.warning('The collection has changed. Copy what you need from the marked fields, then clear them.');
    return 'refused';
  }

  /**
   * If an update with a lost response has reached the server, its values count as saved, and its new files are not
   * sent again.
   */
  function adoptArrived(theirs: RecordAnswer): void {
    const collection = collectionOf(state);
    const { lost } = attempt;
    attempt.lost = null;
    const found = lost && arrivedNames(collection, lost, theirs);
    if (!lost || !found || found === 'none' || !state.stored) return;
    // The editor shows a duplicate by now.
    if (lost.first.record.id !== theirs.record.id) return;
    const now = editing.now();
    const { form } = commitForm(collection, { sent: lost.form, now, stored: formOf(collection, theirs) });
    if (found === 'all') editing.reset(form, { stored: theirs });
    else editing.reset(withValuesOf(found, now, form), { stored: withFieldsOf(found, state.stored, theirs) });
  }

  function showStored(
    answer: RecordAnswer,
    { wasNew, act }: { wasNew: boolean; act: history.Recorder | null },
  ): void {
    const { record } = answer;
    rememberRecent(answer);
    state.recordId = record.id;
    state.showsPassword =
      typeof state.form.values['password'] === 'string' && state.form.values['password'] !== '';
    // Stays `created` after later saves, so that the list reloads.
    const kind = wasNew || state.outcome?.kind === 'created' ? 'created' : 'updated';
    state.outcome = ref<RecordOutcome>({ kind, record });
    if (wasNew) toasts.success('Successfully created record.');
    else undo.offer('Successfully updated record.', act);
  }

  /** Keeps the errors that have an input, also those of new fields. Shows the others in a toast. */
  async function placeFailure(error: unknown): Promise<FieldErrors> {
    // Puts the id of a create with a lost response into the form, so that the draft has it.
    const madeId = creation.lost?.sent.values['id'];
    if (state.isNew && state.form.values['id'] === '' && madeId !== undefined) set('id', madeId);
    const errors = editing.report(error, goneText);
    const { collection, form } = state;
    const hasInput = (name: string) =>
      (name in form.values && (state.showsPassword || !passwordNames.includes(name))) || name in form.files;
    if (collection && !Object.keys(errors).every(hasInput)) {
      fitTo(await readCollection(collection.id).catch(() => collection));
    }
    return { ...notifyOtherErrors(errors, hasInput), ...state.errors };
  }

  function reportLoadFailure(error: unknown): void {
    if (!isMissing(error)) report(error, { isSilent: error instanceof ApiError });
    else toasts.error(`Unable to load record with id "${state.recordId}"`);
  }

  function rememberRecent({ record }: RecordAnswer): void {
    const collection = collectionOf(state);
    const label = displayText(record, collection);
    recentRecords.remember({ collectionId: collection.id, id: record.id, label });
  }

  function set(name: string, value: FormValue): void {
    editing.edit(name, ({ values }) => {
      values[name] = copyValue(value);
    });
    keepEdit(name);
  }

  function putFiles(name: string, change: FileChange): void {
    editing.edit(name, ({ files }) => {
      files[name] = copyChange(change);
    });
    keepEdit(name);
  }

  const fileChanges = createFileChanges({
    fieldOf: (name) => (state.collection ? fieldOf(state.collection, name) : undefined),
    changeOf: (name) => state.form.files[name],
    storedOf: (name) => state.baseline.files[name]?.names ?? [],
    put: putFiles,
  });

  const changesNow = (): Changes =>
    edits.of(given.collectionId).get(state.recordId ?? '')?.changes ?? new Map();

  /** Stores what the form has changed, so that the table shows it. */
  function keepEdit(name?: string): void {
    const { collection, stored, isNew } = state;
    if (!collection || !stored || isNew || state.status !== 'ready') return;
    const changed = Object.keys(state.changed);
    for (const one of changed) kept.add(one);
    if (name !== undefined) kept.add(name);
    const names = name === undefined ? kept : [name];
    edits.setForm(collection, stored, editing.now(), { names, changed, opened });
  }

  /** Shows the changes that the table has made. */
  function takeEdit(answer: RecordAnswer): void {
    const collection = collectionOf(state);
    opened = changesNow();
    kept.clear();
    for (const { name } of opened.values()) kept.add(name);
    if (opened.size === 0) return;
    const { form, stored } = changedForm(collection, answer, opened, edits.filesOf);
    editing.reset(form, { stored });
    state.offers = ref([]);
  }

  /** True if closing would lose something. Changes from before stay in the table; a password does not. */
  function hasTyped(): boolean {
    const { collection, isNew } = state;
    if (!collection || isNew) return true;
    if (Object.keys(state.changed).some((name) => !cellFieldOf(collection, name))) return true;
    const [now, before] = [changesNow(), opened].map((changes) =>
      Object.fromEntries(ofForm(changes, true).map(([key, { mine }]) => [key, mine])),
    );
    return !isEqual(now, before);
  }

  const ofForm = (changes: Changes, isOfForm: boolean): [string, Change][] =>
    [...changes].filter(([, { name }]) => kept.has(name) === isOfForm);

  /** Takes what was typed since the panel was opened out of the table, and keeps it in a draft. */
  function leaveTyped(): void {
    if (state.status !== 'ready' || state.isNew || !hasTyped()) return;
    edits.leaveDraft(given.collectionId, state.recordId ?? '');
    takeBack();
  }

  const formerEdit = (): Changes => new Map([...ofForm(changesNow(), false), ...ofForm(opened, true)]);

  /** Reverts what was typed since the panel was opened. */
  function takeBack(): void {
    const { collection, recordId, isNew } = state;
    if (!collection || recordId === null || isNew) return;
    edits.reset(collection, recordId, formerEdit());
  }

  /** Shows the values and files of a record whose undo was refused. */
  function fill({ values, files }: ReturningRecord): void {
    for (const [name, value] of Object.entries(values)) {
      if (name in state.form.values && !passwordNames.includes(name)) set(name, value);
    }
    for (const name of new Set(files.map(([field]) => field))) {
      const added = files.filter(([field]) => field === name).map(([, file]) => file);
      const { [name]: now } = state.form.files;
      if (now) putFiles(name, withAdded(now, added));
    }
  }

  const isVerified = () => state.baseline.values['verified'] === true;
  const { close, resolveConflicts, cancelConflicts, mayClose, discard, restoreDraft, discardDraft } = editing;

  return {
    state,
    links,

    /** Can be called again after an error, and after `close`. */
    async open(): Promise<void> {
      const collection = state.collection ?? collections.find(given.collectionId);
      if (!collection) {
        state.status = 'failed';
        return;
      }
      leaveTyped();
      isOpen = true;
      state.collection = ref(collection);
      const { isNew, recordId } = state;
      const read = (signal: AbortSignal) => records.get(collectionOf(state), recordId ?? '', { signal });
      const answer = await editing.load(isNew ? null : { read, report: reportLoadFailure });
      if (answer) {
        takeEdit(answer);
        void fileLinks.loadToken();
        rememberRecent(answer);
      }
      if (given.returning && state.isNew && !state.isChanged) fill(given.returning);
    },

    resolveConflicts,
    cancelConflicts,
    discardDraft,

    /** Keeps a draft of what was typed and not discarded. */
    close(): void {
      isOpen = false;
      if (!state.isSaving) leaveTyped();
      close();
    },

    /** If something was typed since the panel was opened, asks whether it may be lost; Yes reverts it. Returns false during a save. */
    mayClose(loss?: Loss): boolean | Promise<boolean> {
      const isTaken = mayClose(loss);
      if (typeof isTaken === 'boolean') return isTaken;
      return isTaken.then((isLost) => {
        if (isLost) takeBack();
        return isLost;
      });
    },

    /** Reverts what was typed since the panel was opened. */
    discard(): void {
      takeBack();
      discard();
    },

    async restoreDraft(offer: StoredDraft): Promise<boolean> {
      const isWhole = await restoreDraft(offer);
      keepEdit();
      return isWhole;
    },

    set,
    ...fileChanges,

    /** Hiding the inputs empties them. */
    showPassword(shows: boolean): void {
      state.showsPassword = shows;
      if (!shows) for (const name of passwordNames) set(name, '');
    },

    /** If there are conflicts, waits for the choice. Null if nothing was stored. */
    async save(options?: SaveOptions): Promise<RecordOutcome | null> {
      const wasVerified = isVerified();
      if (!state.isNew && !state.isChanged) return null;
      // For a stored record, the table asks about `verified` at its save.
      const question =
        isVerified() === state.form.values['verified'] ? null : changesQuestion([{ changes: opened }]);
      if (question !== null && !(await confirm.ask(question, { writes: true }))) return null;
      const isStored = await editing.save(store, placeFailure, options);
      if (isOpen) keepEdit();
      else leaveTyped();
      state.progress = null;
      if (!isStored) return null;
      void fileLinks.loadToken();
      // Newer servers remove the links of an account that becomes verified.
      if (links.state.status === 'ready' && !wasVerified && isVerified()) void links.load();
      return state.outcome;
    },

    async remove(): Promise<RecordOutcome | null> {
      const { recordId } = state;
      if (recordId === null || !(await acts.remove())) return null;
      discard();
      edits.discard(given.collectionId, [recordId]);
      const outcome: RecordOutcome = { kind: 'deleted', recordId };
      state.outcome = ref(outcome);
      return outcome;
    },

    /** Turns the form into a new record with the stored values. */
    async duplicate(): Promise<boolean> {
      const { collection } = state;
      const { recordId } = state;
      if (!collection || recordId === null) return false;
      if (!(await editing.duplicate((stored) => duplicateOf(collection, stored)))) return false;
      edits.reset(collection, recordId, formerEdit());
      Object.assign(state, { recordId: null, showsPassword: true });
      links.forget();
      return true;
    },

    async toggleVerified(): Promise<void> {
      const isTurnedOn = state.form.values['verified'] !== true;
      if (state.recordId !== null && !(await confirm.ask(verifiedQuestion(isTurnedOn)))) return;
      set('verified', isTurnedOn);
    },

    sendVerification: acts.sendVerification,
    sendPasswordReset: acts.sendPasswordReset,
    fileAddress: fileLinks.fileAddress,
    freshFileAddress: fileLinks.freshFileAddress,
    renewFileToken: fileLinks.renewToken,
  };
}

/** Throws if the collection is not loaded. */
function collectionOf({ collection }: OfRecord): Collection {
  if (!collection) throw new Error('The editor has no collection.');
  return collection;
}
