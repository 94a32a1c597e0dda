import { ref } from 'valtio/vanilla';
import { isWithoutAnswer } from '../../backend/ApiError';
import * as api from '../../backend/collections';
import { isObject } from '../../base/plainData';
import type { Choices } from '../../base/threeWayMerge';
import type { Collection } from '../../model/collection';
import * as collections from '../../page/collections';
import type { StoredDraft } from '../../page/forms/drafts';
import { createEditing, type Edited, type Editing, type EditingState } from '../../page/forms/formMachine';
import { createPendingQuestion } from '../../page/forms/pendingQuestion';
import { report } from '../../page/report';
import * as writeLock from '../../page/session/writeLock';
import * as toasts from '../../page/toasts';
import { keepCollection } from '../../records/history/keeping';
import * as undo from '../../records/history/undo';
import type { CollectionChanges } from './collectionChanges';
import {
  type CollectionEdits,
  createCollectionEdits,
  createFieldEdits,
  duplicateOf,
  type FieldEdits,
} from './collectionEdits';
import { type CollectionForm, changedPaths, type FormPath, formOf, newForm } from './collectionForm';
import { keepLaterEdits, mergeCollection } from './collectionMerge';
import { checkCollection } from './collectionRules';
import { type Confirmation, createCollectionSave } from './collectionSave';

declare module '../../page/panels' {
  interface Panels {
    collectionEditor: {
      takes: {
        /** Null for a new collection. */
        collectionId: string | null;
        /** The part that gets the focus, as the path of an error; a field by its name: `schema.title`. */
        at?: string | undefined;
        /** The column of a new index to offer. */
        indexed?: string | undefined;
      };
      answers: CollectionOutcome | null;
    };
  }
}

/** The last change of a collection in an editor. */
export type CollectionOutcome =
  | { kind: 'created' | 'updated'; collection: Collection }
  | { kind: 'deleted'; collectionId: string };

type Machine = Editing<CollectionForm, Collection, Questions>;

interface Questions {
  /** The person has to confirm these changes before they are saved. (ref) */
  changes: CollectionChanges | null;
  outcome: CollectionOutcome | null;
}

/** Errors of fields are stored under their keys: `schema.KEY.options.min`. */
export type CollectionEditorState = EditingState<CollectionForm, Collection> & Questions;

/**
 * One collection as a form, new or existing.
 *
 *   const editor = createCollectionEditor(collectionId);   // null: a new one
 *   await editor.open();                                   // reads it, offers drafts
 *   editor.edit('name', ({ rename }) => rename('posts'));  // removes the error there, keeps the draft
 *   await editor.save();                                   // reads again, merges, asks, sends the changed keys
 *   editor.close();
 *
 * Guarantees: no failure loses what was typed; a save drops no field that others added meanwhile; it asks before it
 * loses or breaks something; it sends only what was changed.
 */
export interface CollectionEditor
  extends Pick<
    Machine,
    | 'open'
    | 'close'
    | 'resolveConflicts'
    | 'cancelConflicts'
    | 'mayClose'
    | 'discard'
    | 'restoreDraft'
    | 'discardDraft'
  > {
  state: CollectionEditorState;
  /** Changes the form; `path` names where errors of the changed values would be. */
  edit<Result>(path: FormPath | readonly FormPath[], change: (edits: CollectionEdits) => Result): Result;
  editFields<Result>(path: FormPath | readonly FormPath[], change: (edits: FieldEdits) => Result): Result;
  /** Null when nothing was stored. */
  save(): Promise<CollectionOutcome | null>;
  confirmChanges(confirmation: Confirmation): void;
  cancelChanges(): void;
  /** The editor shows a new collection like the stored one. */
  duplicate(): Promise<boolean>;
  /** Deletes the collection with its records. False when the server refused. */
  remove(): Promise<boolean>;
}

export function createCollectionEditor(collectionId: string | null): CollectionEditor {
  const editing: Machine = createEditing<CollectionForm, Collection, Questions>({
    initial: newForm(),
    isNew: collectionId === null,
    more: { changes: null, outcome: null },
    read: (signal) => api.get(editing.state.stored?.id ?? collectionId ?? '', signal),
    known: () => collections.state.all.find(({ id }) => id === (editing.state.stored?.id ?? collectionId)),
    toForm: (stored) => (stored ? formOf(stored) : newForm()),
    show: showIn,
    changedPaths,
    check({ form, baseline, stored }) {
      const others = collections.state.all.filter(({ id }) => id !== stored?.id);
      // The server judges what was wrong before the edit; it must not prevent the change of a rule.
      const before = stored ? checkCollection(baseline, others) : {};
      const found = Object.entries(checkCollection(form, others));
      return Object.fromEntries(found.filter(([path, { message }]) => before[path]?.message !== message));
    },
    merge: mergeCollection,
    confirm: (edited) => save.confirm(edited),
    send: (edited) => save.send(edited),
    commit: ({ sent, now, stored }) => ({ form: keepLaterEdits(sent, now, stored) }),
    saved(stored, { wasNew }) {
      const kind = wasNew || state.outcome?.kind === 'created' ? 'created' : 'updated';
      state.outcome = ref<CollectionOutcome>({ kind, collection: stored });
      collections.adopt(stored);
      toasts.closeAll();
      toasts.success(`Successfully ${wasNew ? 'created' : 'updated'} collection.`);
    },
    writes: () => ({
      what: state.isNew ? 'create a collection' : `save the collection ${state.stored?.name ?? ''}`,
      verb: state.isNew ? 'create' : 'save',
    }),
    goneText: 'This collection no longer exists. What you have typed stays here until you close it.',
    placeErrors: (errors) => save.placeErrors(errors),
    draft: { ...collectionDraft, key: () => `collection_draft_${editing.state.stored?.id ?? ''}` },
  });
  const { state } = editing;
  const question = createPendingQuestion<CollectionChanges, Confirmation>((asked) => {
    state.changes = asked && ref(asked);
  });
  const save = createCollectionSave(editing, (changes) => editing.ask(() => question.ask(changes)));
  const edits = createCollectionEdits(state.form);
  const fieldEdits = createFieldEdits(state.form);

  return {
    ...editing,
    close() {
      editing.close();
      question.cancel();
    },
    edit: (path, change) => editing.edit(path, () => change(edits)),
    editFields: (path, change) => editing.edit(path, () => change(fieldEdits)),
    async save() {
      if (state.isSaving || state.changes || state.conflicts) return null;
      save.forgetAnswer();
      return (await editing.save()) ? state.outcome : null;
    },
    confirmChanges: question.answer,
    cancelChanges: question.cancel,
    async duplicate() {
      const isDuplicated = await editing.duplicate((stored) => {
        edits.forget();
        return duplicateOf(stored);
      });
      if (isDuplicated) editing.keepDraft();
      return isDuplicated;
    },
    async remove() {
      const { stored } = state;
      if (!stored || state.isSaving) return false;
      const act = { what: `delete the collection ${stored.name}`, verb: 'delete' };
      if (!(await writeLock.ask(act))) return false;
      const kept = await keepCollection(stored);
      if (!kept) return false;
      // The questions may have outlasted the open time.
      if (!(await writeLock.ask(act))) {
        void kept.discard();
        return false;
      }
      try {
        await api.remove(stored.id);
      } catch (error) {
        report(error);
        void (isWithoutAnswer(error) ? kept.close() : kept.discard());
        return false;
      }
      editing.discard();
      state.outcome = ref<CollectionOutcome>({ kind: 'deleted', collectionId: stored.id });
      collections.drop(stored.id);
      void kept.close();
      undo.offer(`Successfully deleted collection "${stored.name}".`, kept);
      return true;
    },
  };
}

/** Fields that stay keep their objects, because their rows follow them. A save gives a new field another key. */
function showIn(shown: CollectionForm, { fields, ...rest }: CollectionForm): void {
  const keys = new Set(fields.map(({ key }) => key));
  const known = new Map(shown.fields.map((field) => [keys.has(field.key) ? field.key : field.name, field]));
  Object.assign(shown, rest);
  const next = fields.map((field) =>
    Object.assign(known.get(field.key) ?? known.get(field.name) ?? {}, field),
  );
  shown.fields.splice(0, shown.fields.length, ...next);
}

/** The draft of a collection holds the form, and the collection that the form began with. */
interface CollectionDraft {
  form: CollectionForm;
  /** Null for a new collection. */
  base: Collection | null;
}

const collectionDraft = {
  content: ({ form, stored }: Edited<CollectionForm, Collection>) => ({ form, base: stored }),

  /** Another version of this page may have written something else. */
  isReadable({ values: { form, base } }: StoredDraft): boolean {
    return isForm(form) && (base === null || (isObject(base) && Array.isArray(base['schema'])));
  },

  restore(
    values: StoredDraft['values'],
    { stored }: Edited<CollectionForm, Collection>,
    choices: Choices,
  ): ReturnType<typeof mergeCollection> {
    const { form, base } = values as unknown as CollectionDraft;
    if (!stored || !base) return { form, conflicts: [] };
    return mergeCollection({ base, theirs: stored, mine: form }, choices);
  },
};

function isForm(form: unknown): boolean {
  if (!isObject(form)) return false;
  const { name, type, fields, indexes, rules, options } = form;
  return (
    [name, type].every(isText) &&
    [rules, options].every(isObject) &&
    Array.isArray(indexes) &&
    indexes.every(isText) &&
    Array.isArray(fields) &&
    fields.every(isField)
  );
}

function isField(field: unknown): boolean {
  if (!isObject(field)) return false;
  const { key, id, name, type, options } = field;
  return [key, id, name, type].every(isText) && isObject(options);
}

const isText = (value: unknown) => typeof value === 'string';
