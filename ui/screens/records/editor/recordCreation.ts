import { ApiError } from '../../../api/ApiError';
import * as records from '../../../api/records';
import { type Collection, fieldOf } from '../../../model/collection';
import { messageAt } from '../../../model/fieldErrors';
import { randomText } from '../../../platform/random';
import type { EditedForm } from './editedForm';
import { bodyOf } from './recordBody';
import { byName, formOf, isSame, passwordNames, type RecordForm } from './recordValues';

export interface Stored {
  answer: records.RecordAnswer;
  /** What the form held when it was sent. */
  sent: RecordForm;
  /** An earlier try had stored it: what was typed since is not stored yet. */
  isEarlier?: boolean;
}

const idLength = 15;

/** Creates a record once: its id is made here, so that a try after one whose answer was lost finds the record. */
export function createRecordCreation(form: EditedForm) {
  /** What was sent when no answer came: it may be stored. */
  let unanswered: { sent: RecordForm; isOwnId: boolean } | null = null;

  const isUnanswered = (id: unknown) => unanswered !== null && unanswered.sent.values['id'] === id;

  /** What an earlier try has stored, if that one arrived. Under an id of the person's own another's may stand. */
  async function findEarlier(collection: Collection, id: string): Promise<Stored | null> {
    if (!unanswered || !isUnanswered(id)) return null;
    const { sent, isOwnId } = unanswered;
    const answer = await readIfThere(collection, id);
    if (!answer || (isOwnId && !holdsAll(collection, answer, sent))) return null;
    return { answer, sent, isEarlier: true };
  }

  return async (collection: Collection, onProgress: (share: number) => void): Promise<Stored> => {
    const sent = form.now();
    const id = String(sent.values['id']) || randomText(idLength);
    const earlier = await findEarlier(collection, id);
    if (earlier) return earlier;
    const named = { ...sent, values: byName([...Object.entries(sent.values), ['id', id]]) };
    try {
      const body = bodyOf(collection, named, form.before());
      return { sent, answer: await records.create(collection, body, { onProgress }) };
    } catch (error) {
      if (isLost(error)) {
        const isOwnId = sent.values['id'] === id && (!isUnanswered(id) || unanswered?.isOwnId === true);
        unanswered = { sent: named, isOwnId };
        // A draft of the form keeps it too.
        if (form.now().values['id'] === '') form.set('id', id);
      } else if (isTaken(error)) {
        // The earlier try arrived after it was looked for.
        const late = await findEarlier(collection, id);
        if (late) return late;
      }
      throw error;
    }
  };
}

/** The call may have been carried out. */
function isLost(error: unknown): boolean {
  return error instanceof ApiError && (error.kind !== 'refused' || error.status >= 500);
}

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && messageAt(error.fields, 'id') !== null;
}

async function readIfThere(collection: Collection, id: string): Promise<records.RecordAnswer | null> {
  try {
    return await records.get(collection, id);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Is all stored as it was sent? The server tells no passwords, names files, and fills in what an account lacks. */
function holdsAll(
  collection: Collection,
  answer: records.RecordAnswer,
  { values, files }: RecordForm,
): boolean {
  const stored = formOf(collection, answer);
  return (
    Object.entries(values).every(
      ([name, value]) =>
        passwordNames.includes(name) ||
        (value === '' && !fieldOf(collection, name)) ||
        isSame(collection, name, value, stored.values[name] ?? ''),
    ) && Object.entries(files).every(([name, { added }]) => stored.files[name]?.names.length === added.length)
  );
}
