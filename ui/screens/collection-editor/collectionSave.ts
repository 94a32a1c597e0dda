import { ref } from 'valtio/vanilla';
import { ApiError } from '../../api/ApiError';
import * as api from '../../api/collections';
import type { Collection } from '../../model/collection';
import type { FieldErrors } from '../../model/fieldErrors';
import * as collections from '../../state/collections';
import type { CollectionOutcome } from '../../state/panels';
import type { PendingQuestion } from '../../state/pendingQuestion';
import { report, tellOthers } from '../../state/report';
import * as toasts from '../../state/toasts';
import { bodyOf } from './collectionBody';
import { type CollectionChanges, changesOf, isHarmless, sentIndexes } from './collectionChanges';
import { errorsByKey } from './collectionErrors';
import { type CollectionForm, formOf, isSameForm, liveFields } from './collectionForm';
import { type Choices, type Conflict, mergeCollection, mergeForms } from './collectionMerge';
import { checkCollection } from './collectionRules';
import { hasPlace } from './collectionTabs';
import type { EditorCore } from './editorCore';
import { believed, isStoredAs } from './falseRefusal';
import { renameElsewhere } from './renameElsewhere';

/** What the person decided about changes that can lose or break something. */
export interface Confirmation {
  /** Rules, queries and indexes that mention what is renamed are to be rewritten with it. */
  renamesMentions: boolean;
  /** Indexes that name a removed field and are to stay without it; the others go with the field. */
  keptIndexes?: readonly string[];
}

interface Questions {
  conflicts: PendingQuestion<readonly Conflict[], Choices>;
  changes: PendingQuestion<CollectionChanges, Confirmation>;
}

/**
 * Check, read again, merge, ask, send. Null when nothing was stored: something is wrong, the call failed, or the
 * person gave up; then all that was typed stays.
 */
export function createCollectionSave(core: EditorCore, questions: Questions) {
  const { state } = core;
  /** The form as it was when it was sent, while the person may type on. */
  let typed: CollectionForm = core.now();
  /** What of it goes to the server. */
  let sent = typed;
  /** Where the indexes that are sent stand in the form. */
  let sentPlaces: readonly number[] = [];
  /** The first of two steps is done. */
  let hasRenamed = false;

  /** What is wrong before the edit too is the server's to judge: it must not stand in the way of a rule. */
  function check(): boolean {
    const others = collections.state.all.filter(({ id }) => id !== state.collectionId);
    const before = state.stored ? checkCollection(core.before(), others) : {};
    const found = Object.entries(checkCollection(core.now(), others)).filter(
      ([path, { message }]) => before[path]?.message !== message,
    );
    state.errors = Object.fromEntries(found);
    return found.length === 0;
  }

  /** A person may take their time, and look around meanwhile. */
  async function ask<Asked, Answer>(question: PendingQuestion<Asked, Answer>, asked: Asked) {
    state.isSaving = false;
    const answer = await question.ask(asked);
    state.isSaving = answer !== null;
    return answer;
  }

  /** Takes in what others have saved. Null: the person gave up. */
  async function takeTheirs(theirs: Collection): Promise<'taken' | 'asked' | null> {
    const base = state.stored ?? theirs;
    const mine = core.now();
    let merged = mergeCollection({ base, theirs, mine });
    const isAsked = merged.conflicts.length > 0;
    if (isAsked) {
      const choices = await ask(questions.conflicts, merged.conflicts);
      if (!choices) return null;
      merged = mergeCollection({ base, theirs, mine: core.now() }, choices);
    }
    core.begin(merged.form, theirs);
    return isAsked ? 'asked' : 'taken';
  }

  /** Reads until nobody has changed anything since the last question. Null: the person gave up. */
  async function agree(id: string): Promise<Confirmation | null> {
    let confirmation: Confirmation = { renamesMentions: false };
    let confirmed = '';
    for (;;) {
      const theirs = await api.get(id);
      const isNews = theirs.updated !== state.stored?.updated;
      const taken = await takeTheirs(theirs);
      if (!taken) return null;
      // Choosing took its time: they may have saved again.
      if (taken === 'asked') continue;
      const changes = changesOf(core.now(), theirs);
      const key = JSON.stringify(changes);
      if (isHarmless(changes) || (key === confirmed && !isNews)) return confirmation;
      if (key === confirmed) continue;
      // What others mention is told as it is now, and nobody confirms what cannot be stored.
      await collections.load();
      if (!check()) return null;
      const answer = await ask(questions.changes, changes);
      if (!answer) return null;
      confirmation = answer;
      confirmed = key;
    }
  }

  const stored = (idOrName: string, write: () => Promise<Collection>) =>
    believed(write, async () => {
      const found = await api.get(idOrName);
      return isStoredAs(sent, found) ? found : null;
    });

  async function send(id: string | null): Promise<Collection | null> {
    typed = core.now();
    sent = typed;
    hasRenamed = false;
    sentPlaces = [...sent.indexes.keys()];
    if (id === null) return stored(sent.name, () => api.create(bodyOf(sent, null)));
    const confirmation = await agree(id);
    if (!confirmation || !check() || !state.stored) return null;
    typed = core.now();
    const { lostIndexes } = changesOf(typed, state.stored);
    const indexes = sentIndexes(typed.indexes, lostIndexes, confirmation.keptIndexes);
    sentPlaces = indexes.map(({ at }) => at);
    sent = { ...typed, indexes: indexes.map(({ statement }) => statement) };
    if (confirmation.renamesMentions) {
      const base = state.stored;
      const { collection: theirs, inNewNames } = await renameElsewhere(sent, base, () => {
        hasRenamed = true;
      });
      const inNew = (form: CollectionForm) => mergeCollection({ base, theirs, mine: inNewNames(form) }).form;
      core.begin(inNew(core.now()), theirs);
      // What was typed meanwhile was neither checked nor confirmed.
      typed = inNew(typed);
      sent = inNew(sent);
    }
    const body = bodyOf(sent, state.stored);
    if (Object.keys(body).length === 0) return state.stored;
    return stored(id, () => api.update(id, body));
  }

  function adopt(collection: Collection): CollectionOutcome {
    const isNew = state.collectionId === null;
    state.collectionId = collection.id;
    core.begin(typedSince(typed, core.now(), collection), collection);
    const outcome: CollectionOutcome = {
      kind: isNew || state.outcome?.kind === 'created' ? 'created' : 'updated',
      collection,
    };
    state.outcome = ref(outcome);
    collections.adopt(collection);
    toasts.closeAll();
    toasts.success(`Successfully ${isNew ? 'created' : 'updated'} collection.`);
    return outcome;
  }

  async function save(): Promise<CollectionOutcome | null> {
    const { status, isSaving, conflicts, changes, isChanged, collectionId } = state;
    if (status !== 'ready' || isSaving || conflicts || changes) return null;
    if ((collectionId !== null && !isChanged) || !check()) return null;
    state.isSaving = true;
    try {
      const collection = await send(collectionId);
      return collection && adopt(collection);
    } catch (error) {
      if (hasRenamed) toasts.warning('The renames were saved. The rest of your changes was not.');
      state.errors = atPlaces(failed(error, sent, collectionId !== null), sentPlaces);
      return null;
    } finally {
      state.isSaving = false;
    }
  }

  return save;
}

/** What is stored now, and on top of it what was typed while the form was sent. */
function typedSince(sent: CollectionForm, now: CollectionForm, collection: Collection): CollectionForm {
  const stored = formOf(collection);
  if (isSameForm(now, sent)) return stored;
  // New fields have got their ids, in the order in which they were sent.
  const ids = new Map(liveFields(sent).map(({ key, id }, at) => [key, id || (stored.fields[at]?.id ?? '')]));
  const withIds = (form: CollectionForm): CollectionForm => ({
    ...form,
    fields: form.fields.map((field) => {
      const id = ids.get(field.key) ?? '';
      return id === '' ? field : { ...field, key: id, id };
    }),
  });
  return mergeForms({ base: withIds(sent), theirs: stored, mine: withIds(now) }).form;
}

/** The server counts the indexes that were sent. */
function atPlaces(errors: FieldErrors, places: readonly number[]): FieldErrors {
  const placed = (path: string) =>
    path.replace(/^indexes\.(\d+)/, (all, at) => (places[at] === undefined ? all : `indexes.${places[at]}`));
  return Object.fromEntries(Object.entries(errors).map(([path, error]) => [placed(path), error]));
}

function failed(error: unknown, form: CollectionForm, isExisting: boolean): FieldErrors {
  if (isExisting && error instanceof ApiError && error.status === 404) {
    toasts.error('This collection no longer exists. What you have typed stays here until you close it.');
    return {};
  }
  // An import tells the reason in a value that has no input.
  const { collections: reason, ...errors } = report(error);
  if (reason) toasts.error(reason.message);
  const placed = tellOthers(errors, (path) => hasPlace(path, form.type));
  return errorsByKey(placed, form.type === 'view' ? [] : liveFields(form).map(({ key }) => key));
}
