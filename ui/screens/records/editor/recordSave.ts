import { ref } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import * as records from '../../../api/records';
import type { Collection } from '../../../model/collection';
import type { FieldErrors } from '../../../model/fieldErrors';
import * as collections from '../../../state/collections';
import type { RecordOutcome } from '../../../state/panels';
import * as session from '../../../state/session';
import * as toasts from '../../../state/toasts';
import type { ConflictChoice } from './conflictChoice';
import { type EditorCore, tellFailure } from './editorCore';
import { bodyOf, isEmptyBody } from './recordBody';
import { mergeRecord } from './recordMerge';
import { checkForm } from './recordRules';
import { formOf, type RecordForm } from './recordValues';

interface Stored {
  answer: records.RecordAnswer;
  /** What the form held when it was sent. */
  sent: RecordForm;
}

/**
 * Check, read again, merge, send. Null when nothing was stored: something is wrong, the call failed, or the person
 * gave up; then all that was typed stays.
 */
export function createRecordSave(core: EditorCore, choice: ConflictChoice) {
  const { state, form } = core;

  function check(collection: Collection): boolean {
    const { recordId, showsPassword } = state;
    state.errors = checkForm(collection, form.now(), { isNew: recordId === null, showsPassword });
    return Object.keys(state.errors).length === 0;
  }

  /** Takes in what others have saved since. False: the person gave up, or a field is gone. */
  async function takeTheirs(collection: Collection, id: string): Promise<boolean> {
    for (;;) {
      const theirs = await records.get(collection, id);
      const base = core.stored ?? theirs;
      const { form: merged, conflicts, gone } = mergeRecord(collection, { base, theirs, mine: form.now() });
      if (gone.length > 0) {
        state.errors = goneErrors(gone);
        void collections.load();
        return false;
      }
      if (conflicts.length === 0) {
        rebase(collection, theirs, merged);
        return true;
      }
      state.isSaving = false;
      const choices = await choice.ask(conflicts);
      if (!choices) return false;
      state.isSaving = true;
      const chosen = mergeRecord(collection, { base, theirs, mine: form.now() }, choices);
      rebase(collection, theirs, chosen.form);
      // Choosing took its time: they may have saved again.
    }
  }

  function rebase(collection: Collection, theirs: records.RecordAnswer, merged: RecordForm): void {
    core.stored = theirs;
    state.record = ref(theirs.record);
    form.begin(merged, formOf(collection, theirs));
  }

  async function send(collection: Collection, id: string | null): Promise<Stored | null> {
    if (id !== null && !((await takeTheirs(collection, id)) && check(collection))) return null;
    const sent = form.now();
    const body = bodyOf(collection, sent, form.before());
    const onProgress = (share: number) => {
      state.progress = share;
    };
    if (id === null) return { sent, answer: await records.create(collection, body, { onProgress }) };
    // What was typed means what is stored, or they have stored the same.
    if (core.stored && isEmptyBody(body)) return { sent, answer: core.stored };
    const expand = collection.schema.filter(({ type }) => type === 'relation').map(({ name }) => name);
    return { sent, answer: await records.update(collection, id, body, { expand, onProgress }) };
  }

  function adopt(collection: Collection, { answer, sent }: Stored): RecordOutcome {
    const isNew = state.recordId === null;
    core.stored = answer;
    state.record = ref(answer.record);
    state.recordId = answer.record.id;
    form.settle(collection, sent, formOf(collection, answer));
    state.showsPassword = typeof state.values['password'] === 'string' && state.values['password'] !== '';
    // Who opened the editor has a list to read again, whatever was saved after that.
    const kind = isNew || state.outcome?.kind === 'created' ? 'created' : 'updated';
    const outcome: RecordOutcome = { kind, record: answer.record };
    state.outcome = ref(outcome);
    toasts.success(`Successfully ${isNew ? 'created' : 'updated'} record.`);
    return outcome;
  }

  async function save(): Promise<RecordOutcome | null> {
    const { collection, recordId, isSaving, conflicts, status, isChanged } = state;
    if (!collection || status !== 'ready' || isSaving || conflicts) return null;
    if ((recordId !== null && !isChanged) || !check(collection)) return null;
    state.isSaving = true;
    try {
      const stored = await send(collection, recordId);
      return stored && adopt(collection, stored);
    } catch (error) {
      state.errors = await failed(error, recordId !== null);
      return null;
    } finally {
      state.isSaving = false;
      state.progress = null;
    }
  }

  return save;
}

async function failed(error: unknown, isExisting: boolean): Promise<FieldErrors> {
  const isGone = isExisting && error instanceof ApiError && error.status === 404;
  if (!isGone || !(await session.confirm({ isFresh: true }))) return tellFailure(error);
  toasts.error('This record no longer exists. What you have typed stays here until you close it.');
  return {};
}

function goneErrors(names: readonly string[]): FieldErrors {
  const message = 'This field no longer exists in the collection.';
  return Object.fromEntries(names.map((name) => [name, { code: 'field_gone', message }]));
}
