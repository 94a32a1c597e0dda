import { ApiError, isResponseLost, isWithoutAnswer, lockedError } from '../../backend/ApiError';
import { get as readCollection } from '../../backend/collections';
import { readByIds, toAnswer } from '../../backend/recordPages';
import * as records from '../../backend/records';
import { countTurns, isWrittenSince, takeTurn } from '../../backend/recordTurns';
import { isEqual } from '../../base/equal';
import type { Conflict } from '../../base/threeWayMerge';
import { type Collection, fieldOf, isDated } from '../../model/collection';
import {
  type FullRecord,
  fieldValue,
  isSameStamp,
  type RecordAnswer,
  type RecordBody,
  stampOf,
} from '../../model/record';
import { displayText } from '../../model/recordName';
import type { Recorder } from '../history/history';
import { readRemovedFiles } from '../history/keeping';
import { partKey } from '../history/plan/act';
import { holdsFiles } from '../values/fileChange';
import { bodyOf, changedBy, isEmptyBody, removedFiles } from '../values/recordBody';
import { mergeRecord } from '../values/recordMerge';
import { changedNames, formOf, isSame, isSecretName, type RecordForm } from '../values/recordValues';

/** A complete record that was read for a write. */
export interface Reading {
  readonly answer: RecordAnswer;
  /** Taken before the request. */
  readonly start: ReadingStart;
}

export type ReadingStart = ReturnType<typeof startReading>;

/** Must be called before the request of a reading. */
export const startReading = () => ({ readAt: Date.now(), turns: countTurns() });

/** In milliseconds. An older reading is repeated before the write. */
const freshMs = 2000;

/** Reads records in one request, for writes that follow at once. Deleted ones are missing. */
export async function readForWrites(
  collection: Collection,
  ids: readonly string[],
): Promise<Map<string, Reading>> {
  const start = startReading();
  const rows = await readByIds(collection.id, ids, { fields: null });
  return new Map(rows.map((row) => [row.id, { start, answer: toAnswer(collection, row) }]));
}

/** The change that a write makes to the present record. */
export interface Made {
  /** The record as it will be. */
  form: RecordForm;
  /** Values that others have changed too. If there are any, nothing is sent. */
  conflicts?: readonly Conflict[];
  /** True if the form is invalid now. Then nothing is sent, and the outcome is a conflict. */
  isWrong?: boolean;
  /** The values to send; by default, those that differ between record and form. */
  body?: RecordBody;
}

/**
 * A write whose response was lost, and that could not be looked for. The next try gets the same object and looks
 * first, so that nothing is added twice.
 */
export interface Attempt {
  lost: LostWrite | null;
}

interface LostWrite {
  /** The record before it. */
  readonly first: RecordAnswer;
  readonly form: RecordForm;
  readonly body: RecordBody;
  readonly act: Recorder | null;
}

export type Written =
  /** `act` has the values from before the write, which may be an earlier try that has arrived late. */
  | { kind: 'stored'; after: RecordAnswer; act: Recorder | null }
  /** There was nothing to send. */
  | { kind: 'same'; after: RecordAnswer }
  /** Nothing was sent, or others have changed some of it since. `arrived` names the fields that were stored. */
  | { kind: 'conflict'; conflicts: readonly Conflict[]; now: RecordAnswer; arrived: readonly string[] };

interface WriteOptions extends records.SaveOptions {
  /** Used instead of another request while it is fresh. */
  reading?: Reading | null | undefined;
  attempt?: Attempt | undefined;
  /** Keeps the former values for Undo before the write. If it cannot, it asks; after a No, nothing is sent. */
  act?: Recorder | undefined;
  /**
   * True if the caller looks for dropped values. Otherwise they make the write fail, although the other values are
   * stored.
   */
  looksForLost?: boolean;
}

/**
 * Changes a stored record; there is no other way. In the record's turn, it reads it, lets `make` change it (perhaps
 * twice), and sends the difference (PATCH api/collections/{collection}/records/{id}). After a lost response, it
 * compares the record with the reading before the write. If every field has the sent value, it is stored. If every
 * field has its old value, it was not stored, and is sent once more unless the server has answered with an error.
 * Otherwise others have written too, which is a conflict and never a second write.
 */
export function writeRecord(
  collection: Collection,
  id: string,
  make: (now: RecordAnswer) => Made | Promise<Made>,
  { reading, attempt = { lost: null }, act, looksForLost = false, ...options }: WriteOptions = {},
): Promise<Written> {
  const read = () => records.get(collection, id);

  const key = partKey({ collectionId: collection.id, id });

  async function stored(after: RecordAnswer, { body, act: own }: LostWrite): Promise<Written> {
    attempt.lost = null;
    const changed = changedBy(collection, body);
    const lost = await lostNames(collection, changed, after);
    const left = changed.filter((name) => !lost.includes(name));
    if (lost.length > 0 && left.length === 0) await own?.forget([key]);
    else own?.after(key, cutTo(left, after));
    if (lost.length > 0 && !looksForLost) throw lostError(lost);
    return { kind: 'stored', after, act: own };
  }

  /** Stores what the write changes. A password alone cannot be kept. */
  async function keep(write: LostWrite): Promise<void> {
    const { first, form, body } = write;
    const changed = changedBy(collection, body);
    if (!write.act || changed.length === 0) return;
    const removed = removedFiles(form, formOf(collection, first));
    const name = displayText(first.record, collection);
    const before = cutTo(changed, first);
    const part = { collectionId: collection.id, id, name, before, after: null, sent: sentOf(form, changed) };
    const kept = await readRemovedFiles(collection, first, removed);
    if (!(await write.act.add({ parts: [part], ...kept, changed, collections: [collection] })))
      throw lockedError();
  }

  /** If the response is lost, returns the record as it is now. */
  async function send(write: LostWrite): Promise<Written | { error: unknown; now: RecordAnswer }> {
    let after: RecordAnswer;
    try {
      after = await records.patch(collection, id, write.body, options);
    } catch (error) {
      if (!isResponseLost(error)) {
        await write.act?.forget([key]);
        throw error;
      }
      attempt.lost = write;
      const now = error.isAborted ? null : await read().catch(() => null);
      if (!now) throw error;
      return { error, now };
    }
    return stored(after, write);
  }

  return takeTurn(collection.id, id, async () => {
    let now = !attempt.lost && isFresh(collection, id, reading) ? reading.answer : await read();
    let failure: unknown = null;
    for (let tries = 0; ; tries += 1) {
      const { lost } = attempt;
      if (lost) {
        const arrived = arrivedNames(collection, lost, now);
        if (arrived === 'all') return stored(now, lost);
        const { conflicts } = mergeRecord(collection, { base: lost.first, theirs: now, mine: lost.form });
        if (arrived !== 'none') return { kind: 'conflict', conflicts, now, arrived };
      }
      if (lost) await lost.act?.forget([key]);
      attempt.lost = null;
      if (failure && (tries > 1 || !isWithoutAnswer(failure))) throw failure;
      const {
        form,
        conflicts = [],
        isWrong = false,
        body = bodyOf(collection, form, formOf(collection, now)),
      } = await make(now);
      if (conflicts.length > 0 || isWrong) return { kind: 'conflict', conflicts, now, arrived: [] };
      if (isEmptyBody(body)) return { kind: 'same', after: now };
      const write = { first: now, form, body, act: act ?? null };
      await keep(write);
      const result = await send(write);
      if ('kind' in result) return result;
      ({ error: failure, now } = result);
    }
  });
}

/**
 * Lists sent fields that are missing in the response and in the collection, because the server drops values of
 * unknown fields. A field that a hook hides is not listed.
 */
export async function lostNames(
  known: Collection,
  sent: readonly string[],
  { record }: RecordAnswer,
): Promise<string[]> {
  const missing = sent.filter((name) => fieldOf(known, name) && fieldValue(record, name) === undefined);
  const today = missing.length > 0 ? await readCollection(known.id).catch(() => null) : known;
  return missing.filter((name) => !today || !fieldOf(today, name));
}

export function lostError(names: readonly string[]): ApiError {
  const message = 'This field no longer exists in the collection.';
  const fields = Object.fromEntries(names.map((name) => [name, { code: 'field_gone', message }]));
  return new ApiError({ kind: 'refused', url: '', status: 400, message, fields });
}

/** Returns the sent values as plain data; of new files, only the names. */
function sentOf({ values, files }: RecordForm, names: readonly string[]): RecordForm {
  const some = (all: object) => Object.entries(all).filter(([name]) => names.includes(name));
  const form = { values: Object.fromEntries(some(values)), files: Object.fromEntries(some(files)) };
  const text = JSON.stringify(form, (_, one) => (one instanceof File ? { name: one.name } : one));
  return JSON.parse(text) as RecordForm;
}

/** Returns only these fields, and the dates. */
export function cutTo(names: readonly string[], { record, sources }: RecordAnswer): RecordAnswer {
  const isKept = ([name]: [string, unknown]) => ['id', 'created', 'updated', ...names].includes(name);
  return {
    record: Object.fromEntries(Object.entries(record).filter(isKept)) as unknown as FullRecord,
    sources: Object.fromEntries(Object.entries(sources).filter(isKept)),
  };
}

/** False if the reading is old, or if this page has written the record since. */
export function isFresh(collection: Collection, id: string, reading?: Reading | null): reading is Reading {
  if (!reading) return false;
  const { readAt, turns } = reading.start;
  return Date.now() - readAt <= freshMs && !isWrittenSince(collection.id, id, turns);
}

/**
 * Returns which fields have the sent value; others differ because someone else has written too. A password cannot
 * be read, so if only that was sent, it counts as not stored.
 */
export function arrivedNames(
  collection: Collection,
  { first, form }: Pick<LostWrite, 'first' | 'form'>,
  now: RecordAnswer,
): 'all' | 'none' | readonly string[] {
  if (isDated(collection) && isSameStamp(stampOf(now.record), stampOf(first.record))) return 'none';
  const [before, today] = [formOf(collection, first), formOf(collection, now)];
  const isAs = (name: string, one: RecordForm) => {
    const change = one.files[name];
    return change
      ? holdsFiles(today.files[name]?.names ?? [], change)
      : isSame(collection, name, one.values[name] ?? '', today.values[name] ?? '');
  };
  const sent = [
    ...changedNames(collection, form.values, before.values).filter((name) => !isSecretName(collection, name)),
    ...Object.keys(form.files).filter((name) => !isEqual(form.files[name], before.files[name])),
  ];
  const arrived = sent.filter((name) => isAs(name, form));
  if (sent.length > 0 && arrived.length === sent.length) return 'all';
  return sent.every((name) => isAs(name, before)) ? 'none' : arrived;
}
