import { ref } from 'valtio/vanilla';
import { isWithoutAnswer } from '../../backend/ApiError';
import * as api from '../../backend/collections';
import { isObject } from '../../base/plainData';
import type { Choices } from '../../base/threeWayMerge';
import type { Collection } from '../../model/collection';
import type { FieldErrors } from '../../model/fieldErrors';
import * as collections from '../../page/collections';
import type { StoredDraft } from '../../page/forms/drafts';
import { createEditing, type Edited, type Editing } from '../../page/forms/editing';
import { createPendingQuestion } from '../../page/forms/pendingQuestion';
import { notifyOtherErrors, report } from '../../page/report';
import * as writeLock from '../../page/session/writeLock';
import * as toasts from '../../page/toasts';
import { keepCollection } from '../../records/history/keeping';
import * as undo from '../../records/history/undo';
import { type CollectionChanges, changesOf, isHarmless, sentIndexes } from './collectionChanges';
import {
  type CollectionEdits,
  createCollectionEdits,
  createFieldEdits,
  duplicateOf,
  type FieldEdits,
} from './collectionEdits';
import { errorsByKey } from './collectionErrors';
import {
  type CollectionForm,
  changedPaths,
  type FormPath,
  formOf,
  liveFields,
  newForm,
} from './collectionForm';
import { keepLaterEdits, mergeCollection } from './collectionMerge';
import { checkCollection } from './collectionRules';
import { bodyOf, type Confirmation, cascadeRenames, storedBy } from './collectionSave';
import { hasPlace } from './collectionTabs';

declare module '../../page/panels' {
  interface Panels {
    collectionEditor: {
      takes: {
        /** Null for a new collection. */
        collectionId: string | null;
        /** The part to focus, as the path of its error. A field is given by name: `schema.title`. */
        at?: string | undefined;
        indexed?: string | undefined;
      };
      answers: CollectionOutcome | null;
    };
  }
}

export type CollectionOutcome =
  | { kind: 'created' | 'updated'; collection: Collection }
  | { kind: 'deleted'; collectionId: string };

interface Questions {
  /** Changes that the person must confirm before they are saved. (ref) */
  changes: CollectionChanges | null;
  outcome: CollectionOutcome | null;
}

export type CollectionEditor = ReturnType<typeof createCollectionEditor>;

const goneText = 'This collection no longer exists. What you have typed stays here until you close it.';

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
export function createCollectionEditor(collectionId: string | null) {
  const editing: Editing<CollectionForm, Collection, Questions> = createEditing({
    initial: newForm(),
    isNew: collectionId === null,
    more: { changes: null, outcome: null },
    toForm: (stored) => (stored ? formOf(stored) : newForm()),
    show: showIn,
    changedPaths,
    draft: { ...collectionDraft, key: () => `collection_draft_${editing.state.stored?.id ?? ''}` },
  });
  const { state } = editing;
  const question = createPendingQuestion<CollectionChanges, Confirmation>((asked) => {
    state.changes = asked && ref(asked);
  });
  const edits = createCollectionEdits(state.form);
  const fieldEdits = createFieldEdits(state.form);
  /** The last try: the form as it was sent, and the places of the sent indexes in the form. */
  let tried = { sent: newForm(), indexPlaces: [] as readonly number[], hasRenamed: false };

  /** The steps of a save. Returns true if the server has stored the form. */
  async function store(): Promise<boolean> {
    /** The confirmation, and the changes as the person saw them, printed for the comparison. */
    let answer = null as { confirmation: Confirmation; changes: string } | null;
    tried.hasRenamed = false;
    if (!check()) return false;
    for (;;) {
      if (!(await editing.beginWrite(writeAct()))) return false;

      const { stored: base } = state;
      if (!base) {
        const form = editing.now();
        tried = { sent: form, indexPlaces: [...form.indexes.keys()], hasRenamed: false };
        adopt(form, await storedBy(() => api.create(bodyOf(form, null)), form, form.name));
        return true;
      }

      const theirs = await api.get(base.id);
      const merged = await editing.answerConflicts(theirs, (choices) =>
        mergeCollection({ base, theirs, mine: editing.now() }, choices),
      );
      if (!merged) return false;
      if (merged === 'asked') continue;

      const changes = changesOf(editing.now(), theirs);
      const text = JSON.stringify(changes);
      const isQuestion = !isHarmless(changes) && answer?.changes !== text;
      // The question lists mentions in all collections, so it needs the current ones.
      if (isQuestion) await collections.load();
      if (!check()) return false;
      if (isQuestion) {
        const confirmation = await editing.ask(() => question.ask(changes));
        if (!confirmation) return false;
        answer = { confirmation, changes: text };
        continue;
      }

      const { renamesMentions, keptIndexes }: Confirmation = answer?.confirmation ?? {
        renamesMentions: false,
      };
      let form = editing.now();
      let before = theirs;
      const indexes = sentIndexes(form.indexes, changes.lostIndexes, keptIndexes);
      let sent: CollectionForm = { ...form, indexes: indexes.map(({ statement }) => statement) };
      const indexPlaces = indexes.map(({ at }) => at);
      tried = { sent, indexPlaces, hasRenamed: false };
      if (renamesMentions) {
        const renamed = await cascadeRenames(sent, theirs, () => {
          tried.hasRenamed = true;
        });
        before = renamed.collection;
        const inNew = (mine: CollectionForm) =>
          mergeCollection({ base: theirs, theirs: before, mine: renamed.inNewNames(mine) }).form;
        editing.reset(inNew(editing.now()), { stored: before });
        // Edits made since are not sent, because they were neither checked nor confirmed.
        [form, sent] = [inNew(form), inNew(sent)];
        tried.sent = sent;
      }
      const body = bodyOf(sent, before);
      const isSame = Object.keys(body).length === 0;
      adopt(form, isSame ? before : await storedBy(() => api.update(before.id, body), sent, before.id));
      return true;
    }
  }

  function check(): boolean {
    const { stored } = state;
    const others = collections.state.all.filter(({ id }) => id !== stored?.id);
    // Errors that were there before must not prevent another change. The server judges them.
    const before = stored ? checkCollection(state.baseline, others) : {};
    const found = Object.entries(checkCollection(editing.now(), others));
    return editing.placeErrors(
      Object.fromEntries(found.filter(([path, { message }]) => before[path]?.message !== message)),
    );
  }

  function writeAct(): writeLock.WriteAct {
    return state.isNew
      ? { what: 'create a collection', verb: 'create' }
      : { what: `save the collection ${state.stored?.name ?? ''}`, verb: 'save' };
  }

  function adopt(sent: CollectionForm, stored: Collection): void {
    const wasNew = state.isNew;
    editing.adopt(keepLaterEdits(sent, editing.now(), stored), { stored });
    const kind = wasNew || state.outcome?.kind === 'created' ? 'created' : 'updated';
    state.outcome = ref<CollectionOutcome>({ kind, collection: stored });
    collections.adopt(stored);
    toasts.closeAll();
    toasts.success(`Successfully ${wasNew ? 'created' : 'updated'} collection.`);
  }

  /** Puts the errors of the server at the inputs of the form, and shows the others in a toast. */
  function placeFailure(error: unknown): FieldErrors {
    const { sent, indexPlaces, hasRenamed } = tried;
    if (hasRenamed) toasts.warning('The renames were saved. The rest of your changes was not.');
    const { collections: reason, ...errors } = editing.report(error, goneText);
    // An import reports its reason under `collections`, which is no input.
    if (reason) toasts.error(reason.message);
    const keys = sent.type === 'view' ? [] : liveFields(sent).map(({ key }) => key);
    return errorsByKey(
      notifyOtherErrors(errors, (path) => hasPlace(path, sent.type)),
      keys,
      indexPlaces,
    );
  }

  const { close, resolveConflicts, cancelConflicts, mayClose, discard, restoreDraft, discardDraft } = editing;

  return {
    state,

    async open(): Promise<void> {
      const id = state.stored?.id ?? collectionId;
      const known = collections.state.all.find((one) => one.id === id);
      await editing.load(state.isNew ? null : { read: (signal) => api.get(id ?? '', signal), known });
    },

    close(): void {
      close();
      question.cancel();
    },

    resolveConflicts,
    cancelConflicts,
    mayClose,
    discard,
    restoreDraft,
    discardDraft,

    /** `path` is where errors of the changed values are shown; the edit removes them. */
    edit: <Result>(
      path: FormPath | readonly FormPath[],
      change: (edits: CollectionEdits) => Result,
    ): Result => editing.edit(path, () => change(edits)),
    editFields: <Result>(
      path: FormPath | readonly FormPath[],
      change: (edits: FieldEdits) => Result,
    ): Result => editing.edit(path, () => change(fieldEdits)),

    /** Null if nothing was stored. */
    async save(): Promise<CollectionOutcome | null> {
      if (!state.isNew && !state.isChanged) return null;
      return (await editing.save(store, placeFailure)) ? state.outcome : null;
    },

    confirmChanges: question.answer,
    cancelChanges: question.cancel,

    /** Turns the form into a copy of the stored collection. */
    async duplicate(): Promise<boolean> {
      const isDuplicated = await editing.duplicate((stored) => {
        edits.forget();
        return duplicateOf(stored);
      });
      if (isDuplicated) editing.keepDraft();
      return isDuplicated;
    },

    /** Deletes the collection with its records. Returns false if it was not deleted. */
    async remove(): Promise<boolean> {
      const { stored } = state;
      if (!stored || state.isSaving) return false;
      const act = { what: `delete the collection ${stored.name}`, verb: 'delete' };
      if (!(await writeLock.ask(act))) return false;
      const kept = await keepCollection(stored);
      if (!kept) return false;
      // The time for which writes are open may have ended during the questions.
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
      discard();
      state.outcome = ref<CollectionOutcome>({ kind: 'deleted', collectionId: stored.id });
      collections.drop(stored.id);
      void kept.close();
      undo.offer(`Successfully deleted collection "${stored.name}".`, kept);
      return true;
    },
  };
}

/** A save changes the key of a new field. The objects of the fields stay, because the rows are bound to them. */
function showIn(shown: CollectionForm, { fields, ...rest }: CollectionForm): void {
  const keys = new Set(fields.map(({ key }) => key));
  const known = new Map(shown.fields.map((field) => [keys.has(field.key) ? field.key : field.name, field]));
  Object.assign(shown, rest);
  const next = fields.map((field) =>
    Object.assign(known.get(field.key) ?? known.get(field.name) ?? {}, field),
  );
  shown.fields.splice(0, shown.fields.length, ...next);
}

/** A draft holds the form and the collection from which it began. */
interface CollectionDraft {
  form: CollectionForm;
  /** Null for a new collection. */
  base: Collection | null;
}

const collectionDraft = {
  content: ({ form, stored }: Edited<CollectionForm, Collection>) => ({ form, base: stored }),

  /** Another version of this page may have stored another format. */
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
