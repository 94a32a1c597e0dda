import { ApiError, isMissing, isResponseLost } from '../../api/ApiError';
import * as records from '../../api/records';
import { type Collection, fieldOf } from '../../model/collection';
import { messageAt } from '../../model/fieldErrors';
import type { RecordAnswer } from '../../model/record';
import { holdsFiles } from '../../model/records/fileChange';
import { bodyOf } from '../../model/records/recordBody';
import { idBytes } from '../../model/records/recordRules';
import { byName, formOf, isSame, passwordNames, type RecordForm } from '../../model/records/recordValues';
import { randomText } from '../../platform/random';
import type { Sent } from '../../state/forms/editing';
import type { RecordEditing } from './editorState';

type SentRecord = Sent<RecordForm, RecordAnswer>;

/** Creates a record only once. The id is made here, so a retry after a lost response can find the record. */
export function createRecordCreation(editing: () => RecordEditing) {
  /** The form of a failed try that the server may have stored. */
  let pendingAttempt: { sent: RecordForm; isOwnId: boolean } | null = null;

  const isUnanswered = (id: unknown) => pendingAttempt !== null && pendingAttempt.sent.values['id'] === id;

  /**
   * Returns the record that an earlier try has stored; null if none. An id that the person typed can belong
   * to someone else's record, so the values are compared.
   */
  async function findEarlier(collection: Collection, id: string): Promise<SentRecord | null> {
    if (!pendingAttempt || !isUnanswered(id)) return null;
    const { sent, isOwnId } = pendingAttempt;
    const stored = await readIfExists(collection, id);
    if (!stored || (isOwnId && !holdsAll(collection, stored, sent))) return null;
    return { stored, sent, isEarlier: true };
  }

  return async (
    collection: Collection,
    options: { onProgress: (share: number) => void },
  ): Promise<SentRecord> => {
    const { state, now, edit } = editing();
    const sent = now();
    const id = String(sent.values['id']) || randomText(idBytes);
    const earlier = await findEarlier(collection, id);
    if (earlier) return earlier;
    const named = { ...sent, values: byName([...Object.entries(sent.values), ['id', id]]) };
    try {
      const body = bodyOf(collection, named, state.baseline);
      return { sent, stored: await records.create(collection, body, options) };
    } catch (error) {
      if (isResponseLost(error)) {
        const isOwnId = sent.values['id'] === id && (!isUnanswered(id) || pendingAttempt?.isOwnId === true);
        pendingAttempt = { sent: named, isOwnId };
        // Keep the id in the form, so that a draft contains it too.
        if (state.form.values['id'] === '') {
          edit('id', ({ values }) => {
            values['id'] = id;
          });
        }
      } else if (isTaken(error)) {
        // The earlier try reached the server after the search for it.
        const late = await findEarlier(collection, id);
        if (late) return late;
      }
      throw error;
    }
  };
}

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && messageAt(error.fields, 'id') !== null;
}

async function readIfExists(collection: Collection, id: string): Promise<RecordAnswer | null> {
  try {
    return await records.get(collection, id);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * True if the record has all sent values. The server hides passwords, renames files, and fills empty account
 * properties.
 */
function holdsAll(collection: Collection, answer: RecordAnswer, { values, files }: RecordForm): boolean {
  const stored = formOf(collection, answer);
  return (
    Object.entries(values).every(
      ([name, value]) =>
        passwordNames.includes(name) ||
        (value === '' && !fieldOf(collection, name)) ||
        isSame(collection, name, value, stored.values[name] ?? ''),
    ) && Object.entries(files).every(([name, change]) => holdsFiles(stored.files[name]?.names ?? [], change))
  );
}
