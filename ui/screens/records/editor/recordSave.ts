import { ref } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import { get as readCollection } from '../../../api/collections';
import * as records from '../../../api/records';
import { type Collection, fieldOf } from '../../../model/collection';
import type { FieldErrors } from '../../../model/fieldErrors';
import { type FullRecord, fieldValue } from '../../../model/record';
import { isEqual } from '../../../platform/equal';
import * as collections from '../../../state/collections';
import type { RecordOutcome } from '../../../state/panels';
import { tellOthers } from '../../../state/report';
import * as session from '../../../state/session';
import * as toasts from '../../../state/toasts';
import type { ConflictChoice } from './conflictChoice';
import { type EditorCore, tellFailure } from './editorCore';
import { bodyOf, isEmptyBody } from './recordBody';
import { createRecordCreation, type Stored } from './recordCreation';
import { mergeRecord } from './recordMerge';
import { checkForm } from './recordRules';
import { byName, formOf, passwordNames, type RecordForm } from './recordValues';
import { fittedForm, goneErrors, todaysCollection, typedIn } from './todaysCollection';

type Reading = 'same' | 'changed' | 'refused';

/**
 * Check, read again, merge, send. Null when nothing was stored: something is wrong, the call failed, or the person
 * gave up; then all that was typed stays.
 */
export function createRecordSave(core: EditorCore, choice: ConflictChoice) {
  const { state, form } = core;
  const create = createRecordCreation(form);
  const onProgress = (share: number) => {
    state.progress = share;
  };

  function check(collection: Collection): boolean {
    const { recordId, showsPassword } = state;
    const situation = { isNew: recordId === null, showsPassword, before: form.before() };
    state.errors = checkForm(collection, form.now(), situation);
    return Object.keys(state.errors).length === 0;
  }

  /**
   * Takes in how others have left the collection. Refused: something was typed into fields that are gone, which the
   * server would drop without a word.
   */
  function takeCollection(known: Collection, today: Collection): Reading {
    const typed = typedIn(known, form.now(), form.before());
    const { collection, gone, others } = todaysCollection(known, today, typed);
    if (!isEqual(collection, known)) {
      core.stored = withoutFields(core.stored, others);
      const blank = formOf(collection, core.stored);
      const mine = fittedForm(form.now(), blank, { from: known, to: collection });
      form.begin(mine, fittedForm(form.before(), blank, { from: known, to: today }));
      state.collection = ref(collection);
      void collections.load();
    } else if (Object.keys(gone).length === 0) return 'same';
    state.errors = gone;
    if (Object.keys(gone).length === 0) return 'changed';
    toasts.warning('The collection has changed. Copy what you need from the marked fields, then clear them.');
    return 'refused';
  }

  /** Takes in what others have saved since. */
  async function takeTheirs(collection: Collection, id: string): Promise<Reading> {
    const [theirs, today] = await Promise.all([records.get(collection, id), readCollection(collection.id)]);
    const taken = takeCollection(collection, today);
    // Of fields that are new nothing was read.
    if (taken !== 'same') return taken;
    const base = core.stored ?? theirs;
    const { form: merged, conflicts } = mergeRecord(collection, { base, theirs, mine: form.now() });
    if (conflicts.length === 0) {
      rebase(collection, theirs, merged);
      return 'same';
    }
    state.isSaving = false;
    const choices = await choice.ask(conflicts);
    if (!choices) return 'refused';
    state.isSaving = true;
    const chosen = mergeRecord(collection, { base, theirs, mine: form.now() }, choices);
    rebase(collection, theirs, chosen.form);
    // Choosing took its time: they may have saved again.
    return 'changed';
  }

  function rebase(collection: Collection, theirs: records.RecordAnswer, merged: RecordForm): void {
    core.stored = theirs;
    state.record = ref(theirs.record);
    form.begin(merged, formOf(collection, theirs));
  }

  /** Reads until nothing has changed since. Null: something is wrong, or the person gave up. */
  async function readAgain(known: Collection, id: string | null): Promise<Collection | null> {
    for (let collection = known; ; ) {
      const reading =
        id === null
          ? takeCollection(collection, await readCollection(collection.id))
          : await takeTheirs(collection, id);
      if (reading === 'refused') return null;
      collection = state.collection ?? collection;
      if (reading === 'same' || id === null) return check(collection) ? collection : null;
    }
  }

  async function send(known: Collection, id: string | null): Promise<Stored | null> {
    const collection = await readAgain(known, id);
    if (!collection) return null;
    if (id === null) return create(collection, onProgress);
    const sent = form.now();
    const body = bodyOf(collection, sent, form.before());
    // What was typed means what is stored, or they have stored the same.
    if (core.stored && isEmptyBody(body)) return { sent, answer: core.stored };
    const expand = collection.schema.filter(({ type }) => type === 'relation').map(({ name }) => name);
    return { sent, answer: await records.update(collection, id, body, { expand, onProgress }) };
  }

  /** The names of what was sent to fields that have gone meanwhile. */
  async function lostIn({ answer, sent }: Stored, collection: Collection): Promise<string[]> {
    const isMissing = (name: string) =>
      fieldOf(collection, name) !== undefined && fieldValue(answer.record, name) === undefined;
    const missing = typedIn(collection, sent, form.before()).filter(isMissing);
    if (missing.length === 0) return [];
    const today = await readCollection(collection.id).catch(() => collection);
    return missing.filter((name) => !fieldOf(today, name));
  }

  function adopt(collection: Collection, { answer, sent }: Stored, lost: readonly string[]): RecordOutcome {
    const isNew = state.recordId === null;
    core.stored = answer;
    state.record = ref(answer.record);
    state.recordId = answer.record.id;
    form.settle(collection, withoutNames(sent, lost), formOf(collection, answer));
    state.errors = goneErrors(lost);
    state.showsPassword = typeof state.values['password'] === 'string' && state.values['password'] !== '';
    // Who opened the editor has a list to read again, whatever was saved after that.
    const kind = isNew || state.outcome?.kind === 'created' ? 'created' : 'updated';
    const outcome: RecordOutcome = { kind, record: answer.record };
    state.outcome = ref(outcome);
    toasts.success(`Successfully ${isNew ? 'created' : 'updated'} record.`);
    return outcome;
  }

  /** Errors stand at their inputs, those of fields that others have added since, too; the others are told. */
  async function failed(collection: Collection, error: unknown): Promise<FieldErrors> {
    const isGone = state.recordId !== null && error instanceof ApiError && error.status === 404;
    if (isGone && (await session.confirm({ isFresh: true }))) {
      toasts.error('This record no longer exists. What you have typed stays here until you close it.');
      return {};
    }
    const errors = await tellFailure(error);
    const hasInput = (name: string) =>
      (name in state.values && (state.showsPassword || !passwordNames.includes(name))) || name in state.files;
    if (!Object.keys(errors).every(hasInput)) {
      const today = await readCollection(collection.id).catch(() => collection);
      takeCollection(state.collection ?? collection, today);
    }
    return { ...tellOthers(errors, hasInput), ...state.errors };
  }

  async function store(known: Collection): Promise<RecordOutcome | null> {
    const stored = await send(known, state.recordId);
    if (!stored) return null;
    const collection = state.collection ?? known;
    const outcome = adopt(collection, stored, await lostIn(stored, collection));
    return stored.isEarlier && state.isChanged ? store(collection) : outcome;
  }

  async function save(): Promise<RecordOutcome | null> {
    const { collection, recordId, isSaving, conflicts, status, isChanged } = state;
    if (!collection || status !== 'ready' || isSaving || conflicts) return null;
    if ((recordId !== null && !isChanged) || !check(collection)) return null;
    state.isSaving = true;
    try {
      return await store(collection);
    } catch (error) {
      state.errors = await failed(collection, error);
      return null;
    } finally {
      state.isSaving = false;
      state.progress = null;
    }
  }

  return save;
}

/** What was typed there is not stored. */
function withoutNames({ values, files }: RecordForm, names: readonly string[]): RecordForm {
  const others = <Value>(all: Readonly<Record<string, Value>>) =>
    byName(Object.entries(all).filter(([name]) => !names.includes(name)));
  return { values: others(values), files: others(files) };
}

function withoutFields(answer: records.RecordAnswer | null, names: readonly string[]) {
  const kept = Object.entries(answer?.record ?? {}).filter(([name]) => !names.includes(name));
  return answer && { ...answer, record: Object.fromEntries(kept) as FullRecord };
}
