import { ref } from 'valtio/vanilla';
import { ApiError, isMissing } from '../../backend/ApiError';
import * as records from '../../backend/records';
import { listOf } from '../../base/lists';
import { countOf } from '../../base/text';
import { type Collection, fieldOf } from '../../model/collection';
import type { FormValue } from '../../model/field';
import type { RecordAnswer } from '../../model/record';
import { displayText } from '../../model/recordName';
import * as collections from '../../page/collections';
import * as confirm from '../../page/confirm';
import { createEditing } from '../../page/forms/editing';
import type { Panels } from '../../page/panels';
import { report } from '../../page/report';
import * as toasts from '../../page/toasts';
import { createFileChanges } from '../files/fileChanges';
import { createFileLinks } from '../files/recordFileLinks';
import * as undo from '../history/undo';
import * as recentRecords from '../recentRecords';
import * as staged from '../staged/staged';
import { changeOf } from '../staged/stagedFiles';
import type { FileEditor } from '../types/FileInput';
import { type FileChange, withAdded, withChange } from '../values/fileChange';
import { mergeRecord } from '../values/recordMerge';
import { checkForm } from '../values/recordRules';
import { byName, duplicateOf, formOf, passwordNames, type RecordForm } from '../values/recordValues';
import { fileCells, formValues, type StagedCell } from '../values/stagedCell';
import { cellsQuestion, verifiedQuestion } from '../values/verifiedQuestion';
import { type AccountLinks, createAccountLinks } from './accountLinks';
import type {
  OfRecord,
  RecordEditing,
  RecordEditorState,
  RecordOutcome,
  ReturningRecord,
} from './editorState';
import { createRecordActs } from './recordActs';
import { draftOf, restoredFrom } from './recordDraft';
import { changedPaths, commitForm, copyChange, copyForm, copyValue, showForm } from './recordForm';
import { createRecordSave } from './recordSave';

/**
 * One record as a form, new or existing. It adapts `createEditing` to the fields of a collection.
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
export interface RecordEditor
  extends Pick<
      RecordEditing,
      | 'close'
      | 'resolveConflicts'
      | 'cancelConflicts'
      | 'mayClose'
      | 'discard'
      | 'restoreDraft'
      | 'discardDraft'
    >,
    Omit<FileEditor, 'state'> {
  state: RecordEditorState;
  /** The linked providers of an account. */
  links: AccountLinks;
  /** Can run again after a failure, and after `close`. */
  open(): Promise<void>;
  set(name: string, value: FormValue): void;
  /** Hides or shows the password inputs; hiding empties them. */
  showPassword(shows: boolean): void;
  /** Waits for the person's choice if there are conflicts. */
  save(given?: Parameters<RecordEditing['save']>[0]): Promise<RecordOutcome | null>;
  /** Moves the changes that wait in the table into the form; asks about values that others have changed, too. */
  takeStaged(): Promise<void>;
  remove(): Promise<RecordOutcome | null>;
  /** Replaces the form by a new record with the stored values. */
  duplicate(): Promise<boolean>;
  toggleVerified(): Promise<void>;
  sendVerification(): Promise<void>;
  sendPasswordReset(): Promise<void>;
}

const emptyForm: RecordForm = { values: byName([]), files: byName([]) };

export function createRecordEditor(given: Panels['recordEditor']['takes']): RecordEditor {
  const known = collections.find(given.collectionId);
  const { readAgain, send, placeErrors, lastAct } = createRecordSave(() => editing);
  const editing: RecordEditing = createEditing<RecordForm, RecordAnswer, OfRecord>({
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
    read: (signal) => records.get(collectionOf(state), state.recordId ?? '', signal ? { signal } : {}),
    onLoadFailure: reportLoadFailure,
    opened: (answer) => {
      void fileLinks.loadToken();
      if (answer) rememberRecent(answer);
    },

    toForm: (answer) => (state.collection ? formOf(state.collection, answer) : emptyForm),
    copy: copyForm,
    show: showForm,
    changedPaths,

    check: ({ form, baseline }) =>
      checkForm(collectionOf(state), form, {
        isNew: state.isNew,
        showsPassword: state.showsPassword,
        before: baseline,
      }),
    readAgain,
    merge: (versions, choices) => mergeRecord(collectionOf(state), versions, choices),
    send,
    commit: ({ sent, now, stored }) => {
      const collection = collectionOf(state);
      return commitForm(collection, { sent, now, stored: formOf(collection, stored) });
    },
    saved: adopt,
    placeErrors,
    writes: () => ({
      what: `${state.isNew ? 'create' : 'save'} a record of ${collectionOf(state).name}${deletedWords()}`,
      verb: state.isNew ? 'create' : 'save',
    }),
    goneText: 'This record no longer exists. What you have typed stays here until you close it.',

    draft: {
      // A record that comes back from the history replaces no draft of a new one.
      key: () =>
        `record_draft_${state.collection?.id}_${state.isNew ? (given.returning ? `back_${given.returning.id}` : '') : state.recordId}`,
      content({ form, baseline }) {
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
  const acts = createRecordActs(state);
  const fileLinks = createFileLinks(state);
  const links = createAccountLinks(() => {
    const { collection, recordId } = state;
    return collection && recordId !== null ? { collectionId: collection.id, recordId } : null;
  });

  /** A save deletes the files that were removed. */
  function deletedWords(): string {
    const count = Object.values(state.form.files).reduce((sum, { removed }) => sum + removed.length, 0);
    return count === 0 ? '' : ` and delete ${countOf(count, 'file')}`;
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

  function adopt(answer: RecordAnswer, { wasNew }: { wasNew: boolean }): void {
    const { record } = answer;
    rememberRecent(answer);
    state.recordId = record.id;
    state.showsPassword =
      typeof state.form.values['password'] === 'string' && state.form.values['password'] !== '';
    // Stays `created` after later saves, so that the list reloads its rows.
    const kind = wasNew || state.outcome?.kind === 'created' ? 'created' : 'updated';
    state.outcome = ref<RecordOutcome>({ kind, record });
    if (wasNew) toasts.success('Successfully created record.');
    else undo.offer('Successfully updated record.', lastAct());
  }

  function set(name: string, value: FormValue): void {
    editing.edit(name, ({ values }) => {
      values[name] = copyValue(value);
    });
  }

  const putFiles = (name: string, change: FileChange) =>
    editing.edit(name, ({ files }) => {
      files[name] = copyChange(change);
    });
  const fileChanges = createFileChanges({
    fieldOf: (name) => (state.collection ? fieldOf(state.collection, name) : undefined),
    changeOf: (name) => state.form.files[name],
    storedOf: (name) => state.baseline.files[name]?.names ?? [],
    put: putFiles,
  });

  /** Adds the files that a changed cell adds and removes. */
  function takeFiles(collection: Collection, { name, mine, before }: StagedCell): void {
    const field = fieldOf(collection, name);
    const { [name]: now } = state.form.files;
    const old = listOf(before);
    if (field && now) putFiles(name, withChange(field, now, changeOf(mine, old), old));
  }

  /** Shows the values and files of a record that could not be created again. */
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

  return {
    ...editing,
    links,

    async open() {
      const collection = state.collection ?? collections.find(given.collectionId);
      if (!collection) {
        state.status = 'failed';
        return;
      }
      state.collection = ref(collection);
      await editing.open();
      if (given.returning && state.isNew && !state.isChanged) fill(given.returning);
    },

    set,
    ...fileChanges,

    showPassword(shows) {
      state.showsPassword = shows;
      if (!shows) for (const name of passwordNames) set(name, '');
    },

    async takeStaged() {
      if (!state.collection || state.recordId === null) return;
      const collection = collectionOf(state);
      const changed = staged.recordsOf(collection.id).get(state.recordId);
      if (!changed) return;
      const question = cellsQuestion([changed]);
      if (question !== null && !(await confirm.ask(question))) return;
      const values = formValues(collection, changed.cells);
      if (!(await editing.restoreDraft({ key: '', savedAt: Date.now(), values }))) return;
      for (const cell of fileCells(collection, changed.cells)) takeFiles(collection, cell);
      staged.discardRecord(collection.id, changed.id);
    },

    async save(options) {
      const wasVerified = isVerified();
      if (!(await editing.save(options))) return null;
      void fileLinks.loadToken();
      // Newer servers remove the links of an account that becomes verified.
      if (links.state.status === 'ready' && !wasVerified && isVerified()) void links.load();
      return state.outcome;
    },

    async remove() {
      const { recordId } = state;
      if (recordId === null || !(await acts.remove())) return null;
      editing.discard();
      const outcome: RecordOutcome = { kind: 'deleted', recordId };
      state.outcome = ref(outcome);
      return outcome;
    },

    async duplicate() {
      const { collection } = state;
      if (!collection || !(await editing.duplicate((stored) => duplicateOf(collection, stored))))
        return false;
      Object.assign(state, { recordId: null, showsPassword: true });
      links.forget();
      return true;
    },

    async toggleVerified() {
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

/** Returns the collection; throws if it is not loaded yet. */
function collectionOf({ collection }: RecordEditorState): Collection {
  if (!collection) throw new Error('The editor has no collection.');
  return collection;
}
