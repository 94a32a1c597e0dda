import { ApiError, isResponseLost } from '../../backend/ApiError';
import * as records from '../../backend/records';
import { randomText } from '../../base/random';
import { type Collection, fieldOf } from '../../model/collection';
import { messageAt } from '../../model/fieldErrors';
import type { RecordAnswer } from '../../model/record';
import { holdsFiles } from '../values/fileChange';
import { bodyOf } from '../values/recordBody';
import { idFrom } from '../values/recordIds';
import { byName, formOf, isSame, isSecretName, type RecordForm } from '../values/recordValues';

/**
 * A create whose response was lost: the server may have stored the record. The next try gets the same object and
 * looks first, so nothing is created twice.
 */
export interface Creation {
  lost: { sent: RecordForm; isOwnId: boolean } | null;
}

interface Created {
  stored: RecordAnswer;
  /** The form as it was sent. */
  sent: RecordForm;
  /** True if an earlier try has stored it. Then later edits are not stored yet. */
  isEarlier: boolean;
}

/**
 * Creates a record once (POST api/collections/{collection}/records). The id is made here, so that a retry can find
 * the record.
 */
export async function createOnce(
  collection: Collection,
  sent: RecordForm,
  creation: Creation,
  options: records.SaveOptions,
): Promise<Created> {
  const id = String(sent.values['id']) || (idFrom(collection, randomText(25)) ?? '');
  const isUnanswered = id !== '' && creation.lost?.sent.values['id'] === id;

  /** A typed id may belong to another record, so the values are compared. */
  async function findEarlier(): Promise<Created | null> {
    if (!creation.lost || !isUnanswered) return null;
    const { sent, isOwnId } = creation.lost;
    const stored = await records.getIfExists(collection, id);
    if (!stored || (isOwnId && !holdsAll(collection, stored, sent))) return null;
    return { stored, sent, isEarlier: true };
  }

  const earlier = await findEarlier();
  if (earlier) return earlier;
  const named = { ...sent, values: byName([...Object.entries(sent.values), ['id', id]]) };
  try {
    const body = bodyOf(collection, named, formOf(collection, null));
    return { sent, stored: await records.create(collection, body, options), isEarlier: false };
  } catch (error) {
    if (isTaken(error)) {
      // A browser repeats a call by itself when its connection breaks. Nobody else has the id that was made here.
      const mine = sent.values['id'] === '' ? await records.getIfExists(collection, id) : null;
      if (mine) return { stored: mine, sent, isEarlier: false };
      // The earlier try may have reached the server after this one has looked for it.
      const late = await findEarlier();
      if (late) return late;
    }
    if (isResponseLost(error)) {
      const isOwnId = sent.values['id'] === id && (!isUnanswered || creation.lost?.isOwnId === true);
      creation.lost = { sent: named, isOwnId };
    }
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && messageAt(error.fields, 'id') !== null;
}

/**
 * True if the record has all sent values. Passwords are hidden, files are renamed, and the server sets empty
 * account values, so these are not compared.
 */
function holdsAll(collection: Collection, answer: RecordAnswer, { values, files }: RecordForm): boolean {
  const stored = formOf(collection, answer);
  return (
    Object.entries(values).every(
      ([name, value]) =>
        isSecretName(collection, name) ||
        (value === '' && !fieldOf(collection, name)) ||
        isSame(collection, name, value, stored.values[name] ?? ''),
    ) && Object.entries(files).every(([name, change]) => holdsFiles(stored.files[name]?.names ?? [], change))
  );
}
