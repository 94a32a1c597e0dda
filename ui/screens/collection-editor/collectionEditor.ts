import { ref } from 'valtio/vanilla';
import { ApiError } from '../../api/ApiError';
import * as api from '../../api/collections';
import { without } from '../../model/fieldErrors';
import * as collections from '../../state/collections';
import * as confirm from '../../state/confirm';
import type { StoredDraft } from '../../state/drafts';
import type { CollectionOutcome } from '../../state/panels';
import { createPendingQuestion } from '../../state/pendingQuestion';
import { report } from '../../state/report';
import * as toasts from '../../state/toasts';
import * as unsaved from '../../state/unsaved';
import type { CollectionChanges } from './collectionChanges';
import { type CollectionEdits, createCollectionEdits, duplicateOf } from './collectionEdits';
import { formOf, newForm } from './collectionForm';
import type { Choices, Conflict } from './collectionMerge';
import { type Confirmation, createCollectionSave } from './collectionSave';
import { createDraftKeeping } from './draftKeeping';
import { type CollectionEditorState, createEditorCore } from './editorCore';
import { createFieldEdits, type FieldEdits } from './fieldEdits';

/**
 * One collection as a form, new or existing.
 *
 *   const editor = createCollectionEditor(collectionId);   // null: a new one
 *   await editor.open();                                   // reads it, offers drafts
 *   editor.edit('name', ({ rename }) => rename('posts'));  // the error at that path goes, the draft is kept
 *   await editor.save();                                   // reads again, merges, asks, sends the changed keys
 *   editor.close();
 *
 * Promises: nothing that was typed is lost, whatever fails; no field that others added meanwhile is dropped; what
 * can lose or break something is asked before; what was not changed is not sent.
 */
export interface CollectionEditor {
  state: CollectionEditorState;
  /** Also after a failure, and after `close`. */
  open(): Promise<void>;
  /** The panel goes: what is kept of a draft stays. */
  close(): void;
  /** Changes the form; `path` is where an error of what is changed would stand, or each place where one would. */
  edit<Result>(path: string | readonly string[], change: (edits: CollectionEdits) => Result): Result;
  editFields<Result>(path: string | readonly string[], change: (edits: FieldEdits) => Result): Result;
  /** Null when nothing was stored. */
  save(): Promise<CollectionOutcome | null>;
  /** Of a conflict without a choice mine is kept. */
  resolveConflicts(choices: Choices): void;
  cancelConflicts(): void;
  confirmChanges(confirmation: Confirmation): void;
  cancelChanges(): void;
  /** Asks while something is unsaved; Yes drops the draft. */
  mayClose(): Promise<boolean>;
  /** Drops the draft: the person has said so elsewhere. */
  discard(): void;
  /** The editor shows a new collection like the stored one. */
  duplicate(): Promise<boolean>;
  /** Its records go with it. False when the server refused. */
  remove(): Promise<boolean>;
  restoreDraft(offer: StoredDraft): Promise<void>;
  discardDraft(offer: StoredDraft): void;
}

const closeQuestion = 'You have unsaved changes. Do you really want to close the panel?';
const discardQuestion = 'You have unsaved changes. Do you really want to discard them?';

export function createCollectionEditor(collectionId: string | null): CollectionEditor {
  const core = createEditorCore(collectionId);
  const { state } = core;
  const conflicts = createPendingQuestion<readonly Conflict[], Choices>((asked) => {
    state.conflicts = asked && ref([...asked]);
  });
  const changes = createPendingQuestion<CollectionChanges, Confirmation>((asked) => {
    state.changes = asked && ref(asked);
  });
  const drafts = createDraftKeeping(core, conflicts);
  const send = createCollectionSave(core, { conflicts, changes });
  const edits = createCollectionEdits(state.form);
  const fieldEdits = createFieldEdits(state.form);
  let reading: AbortController | null = null;
  let stopWatching: (() => void) | null = null;
  let isOpen = false;

  async function open(): Promise<void> {
    close();
    isOpen = true;
    stopWatching = unsaved.watch(() => state.isChanged);
    if (state.collectionId === null) {
      core.begin(newForm(), null);
      show();
      return;
    }
    const controller = new AbortController();
    reading = controller;
    Object.assign(state, { status: 'loading', loadError: null });
    try {
      const collection = await api.get(state.collectionId, controller.signal);
      if (controller.signal.aborted) return;
      core.begin(formOf(collection), collection);
      show();
    } catch (error) {
      if (controller.signal.aborted) return;
      report(error, { isSilent: true });
      Object.assign(state, { status: 'failed', loadError: error instanceof ApiError ? ref(error) : null });
    }
  }

  function show(): void {
    Object.assign(state, { status: 'ready', errors: {} });
    drafts.start({ isOffering: true });
  }

  function close(): void {
    isOpen = false;
    reading?.abort();
    stopWatching?.();
    conflicts.cancel();
    changes.cancel();
    drafts.close();
  }

  function edited(path: string | readonly string[]): void {
    const paths = typeof path === 'string' ? [path] : path;
    state.errors = paths.reduce(without, state.errors);
    if (state.offers.length > 0) state.offers = ref([]);
    core.measure();
    drafts.keep();
  }

  return {
    state,
    open,
    close,
    edit(path, change) {
      const result = change(edits);
      edited(path);
      return result;
    },
    editFields(path, change) {
      const result = change(fieldEdits);
      edited(path);
      return result;
    },
    async save() {
      const wasNew = state.collectionId === null;
      const outcome = await send();
      if (outcome && wasNew) {
        drafts.drop();
        if (isOpen) drafts.start({ isOffering: false });
      }
      if (!isOpen) {
        // The panel has gone: nobody would close another draft.
        if (outcome && !state.isChanged) drafts.drop();
        return outcome;
      }
      // What others saved may have been taken in, and something typed meanwhile.
      drafts.keep();
      return outcome;
    },
    resolveConflicts: conflicts.answer,
    cancelConflicts: conflicts.cancel,
    confirmChanges: changes.answer,
    cancelChanges: changes.cancel,
    async mayClose() {
      if (state.isSaving) return false;
      if (state.isChanged && !(await confirm.ask(closeQuestion))) return false;
      drafts.drop();
      return true;
    },
    discard: drafts.drop,
    async duplicate() {
      const { stored } = state;
      if (!stored || state.isSaving) return false;
      if (state.isChanged && !(await confirm.ask(discardQuestion))) return false;
      drafts.drop();
      Object.assign(state, { collectionId: null, errors: {} });
      edits.forget();
      core.begin(duplicateOf(stored), null);
      drafts.start({ isOffering: false });
      drafts.keep();
      return true;
    },
    async remove() {
      const { stored } = state;
      if (!stored || state.isSaving) return false;
      try {
        await api.remove(stored.id);
      } catch (error) {
        report(error);
        return false;
      }
      drafts.drop();
      core.begin(formOf(stored), stored);
      state.outcome = ref<CollectionOutcome>({ kind: 'deleted', collectionId: stored.id });
      collections.drop(stored.id);
      toasts.success(`Successfully deleted collection "${stored.name}".`);
      return true;
    },
    restoreDraft: drafts.restore,
    discardDraft: drafts.discard,
  };
}
