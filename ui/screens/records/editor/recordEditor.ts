import { ref } from 'valtio/vanilla';
import type { RecordAnswer } from '../../../api/records';
import type { Collection } from '../../../model/collection';
import * as collections from '../../../state/collections';
import * as confirm from '../../../state/confirm';
import type { StoredDraft } from '../../../state/drafts';
import type { Panels, RecordOutcome } from '../../../state/panels';
import * as toasts from '../../../state/toasts';
import * as unsaved from '../../../state/unsaved';
import { type AccountLinks, createAccountLinks } from './accountLinks';
import { createConflictChoice } from './conflictChoice';
import { createDraftKeeping } from './draftKeeping';
import { createEditedForm } from './editedForm';
import { type EditorCore, newEditorState, type RecordEditorState } from './editorCore';
import { createRecordActs, verifiedQuestion } from './recordActs';
import { createFileLinks } from './recordFileLinks';
import type { Choices } from './recordMerge';
import { createRecordReading } from './recordReading';
import { createRecordSave } from './recordSave';
import { duplicateOf, type FormValue, formOf, passwordNames } from './recordValues';

/**
 * One record as a form, new or existing.
 *
 *   const editor = createRecordEditor({ collectionId, recordId });
 *   await editor.open();              // reads it, offers drafts
 *   editor.set('title', 'Typed');     // its error goes, the draft is kept
 *   await editor.save();              // reads again, merges, sends the changed keys; null: nothing was stored
 *   editor.close();
 *
 * Promises: nothing that was typed is lost, whatever fails; nothing that others saved meanwhile is overwritten
 * unseen; what was not touched is not sent.
 */
export interface RecordEditor {
  state: RecordEditorState;
  /** The providers of an account. */
  links: AccountLinks;
  /** Also after a failure, and after `close`. */
  open(): Promise<void>;
  /** The panel goes: what is kept of a draft stays. */
  close(): void;
  set(name: string, value: FormValue): void;
  /** As many as there is room for; says how many were left out, `refused` ones for their type. */
  addFiles(name: string, files: readonly File[], refused?: readonly File[]): void;
  /** A stored one; it goes with the next save. */
  removeFile(name: string, file: string): void;
  restoreFile(name: string, file: string): void;
  removeAddedFile(name: string, at: number): void;
  moveFile(name: string, from: number, to: number): void;
  moveAddedFile(name: string, from: number, to: number): void;
  /** Hiding the fields empties them. */
  showPassword(shows: boolean): void;
  /** Waits where the person has to choose between two versions. */
  save(): Promise<RecordOutcome | null>;
  /** Of a conflict without a choice mine is kept. */
  resolve(choices: Choices): void;
  cancelConflicts(): void;
  /** Asks while something is unsaved; Yes drops the draft. `staysOpen`: the panel goes on to another record. */
  mayClose(options?: { staysOpen?: boolean }): Promise<boolean>;
  /** Drops the draft: the person has said so elsewhere. */
  discard(): void;
  remove(): Promise<RecordOutcome | null>;
  /** The editor shows a new record like the stored one. */
  duplicate(): Promise<boolean>;
  restoreDraft(offer: StoredDraft): Promise<void>;
  discardDraft(offer: StoredDraft): void;
  toggleVerified(): Promise<void>;
  sendVerification(): Promise<void>;
  sendPasswordReset(): Promise<void>;
  copyJson(): Promise<void>;
  /** The address of a stored file of the record. */
  fileAddress(name: string, file: string, options?: { thumb?: string | undefined }): string;
  freshFileAddress(name: string, file: string): Promise<string>;
  /** A picture of that field did not load. */
  renewFileToken(name: string): Promise<void>;
}

const closeQuestion = 'You have unsaved changes. Do you really want to close the panel?';
const discardQuestion = 'You have unsaved changes. Do you really want to discard them?';

export function createRecordEditor(given: Panels['recordEditor']['takes']): RecordEditor {
  const state = newEditorState(given.collectionId, given.recordId);
  const form = createEditedForm(state, () => {
    state.offers = ref([]);
    drafts.keep();
  });
  const core: EditorCore = { state, form, stored: null };
  const conflicts = createConflictChoice(state);
  const drafts = createDraftKeeping(core, conflicts);
  const reading = createRecordReading(state, show);
  const acts = createRecordActs(core);
  const fileLinks = createFileLinks(core);
  const send = createRecordSave(core, conflicts);
  const links = createAccountLinks(() => {
    const { collection, recordId } = state;
    return collection && recordId !== null ? { collectionId: collection.id, recordId } : null;
  });
  let stopWatching: (() => void) | null = null;

  async function open(): Promise<void> {
    close();
    stopWatching = unsaved.watch(() => state.isChanged);
    const collection = state.collection ?? collections.find(given.collectionId);
    if (!collection) {
      state.status = 'failed';
      return;
    }
    state.collection = ref(collection);
    if (state.recordId === null) show(collection, null);
    else await reading.read(collection, state.recordId);
  }

  function show(collection: Collection, answer: RecordAnswer | null): void {
    core.stored = answer;
    state.record = answer ? ref(answer.record) : null;
    state.errors = {};
    form.begin(formOf(collection, answer));
    state.status = 'ready';
    drafts.start({ isOffering: true });
    void fileLinks.loadToken();
  }

  function close(): void {
    reading.cancel();
    stopWatching?.();
    conflicts.cancel();
    drafts.close();
  }

  async function save(): Promise<RecordOutcome | null> {
    const wasNew = state.recordId === null;
    const wasVerified = form.before().values['verified'] === true;
    const outcome = await send();
    const isCreated = wasNew && state.recordId !== null;
    if (outcome || isCreated) drafts.drop();
    if (isCreated) drafts.start({ isOffering: false });
    // What others saved may have been taken in.
    drafts.keep();
    if (!outcome) return null;
    void fileLinks.loadToken();
    // Newer servers remove the links of an account that becomes verified.
    if (links.state.links && !wasVerified && state.original['verified'] === true) void links.load();
    return outcome;
  }

  async function duplicate(): Promise<boolean> {
    const { collection } = state;
    if (!collection || !core.stored || state.isSaving) return false;
    if (state.isChanged && !(await confirm.ask(discardQuestion))) return false;
    drafts.drop();
    form.begin(duplicateOf(collection, core.stored), formOf(collection, null));
    core.stored = null;
    Object.assign(state, { record: null, recordId: null, errors: {}, showsPassword: true });
    links.forget();
    drafts.start({ isOffering: false });
    return true;
  }

  return {
    state,
    links,
    open,
    close,
    set: form.set,
    addFiles(name, files, refused = []) {
      const left = state.collection ? form.addFiles(state.collection, name, files) : 0;
      const count = files.length + refused.length;
      const whole = count === 1 ? '1 file was' : `${count} files were`;
      const tell = (out: number, why: string) =>
        out > 0 && toasts.warning(`${out === count ? whole : `${out} of ${whole}`} left out: ${why}.`);
      tell(left, 'the field is full');
      tell(refused.length, 'the field does not take their type');
    },
    removeFile: form.removeFile,
    restoreFile: form.restoreFile,
    removeAddedFile: form.removeAddedFile,
    moveFile: form.moveFile,
    moveAddedFile: form.moveAddedFile,
    showPassword(shows) {
      state.showsPassword = shows;
      if (!shows) for (const name of passwordNames) form.set(name, '');
    },
    save,
    resolve: conflicts.answer,
    cancelConflicts: conflicts.cancel,
    async mayClose({ staysOpen = false } = {}) {
      if (state.isSaving) return false;
      if (state.isChanged && !(await confirm.ask(staysOpen ? discardQuestion : closeQuestion))) return false;
      drafts.drop();
      return true;
    },
    discard: drafts.drop,
    async remove() {
      const { recordId } = state;
      if (recordId === null || !(await acts.remove())) return null;
      drafts.drop();
      form.begin(form.before());
      const outcome: RecordOutcome = { kind: 'deleted', recordId };
      state.outcome = ref(outcome);
      return outcome;
    },
    duplicate,
    restoreDraft: drafts.restore,
    discardDraft: drafts.discard,
    async toggleVerified() {
      const isTurnedOn = state.values['verified'] !== true;
      if (state.recordId !== null && !(await confirm.ask(verifiedQuestion(isTurnedOn)))) return;
      form.set('verified', isTurnedOn);
    },
    sendVerification: acts.sendVerification,
    sendPasswordReset: acts.sendPasswordReset,
    copyJson: acts.copyJson,
    fileAddress: fileLinks.fileAddress,
    freshFileAddress: fileLinks.freshFileAddress,
    renewFileToken: fileLinks.renewToken,
  };
}
