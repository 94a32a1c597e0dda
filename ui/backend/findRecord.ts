// Rejected: one filter over several collections, because the server joins them, which took 30 seconds.

import { createPool } from '../base/pool';
import { Admin } from '../model/admin';
import { idsFilter } from '../model/filter/filter';
import { escapePattern } from '../model/filter/filterTexts';
import { AnyRecord, fieldValue } from '../model/record';
import { requestList } from './client';
import { adminsPath } from './dialect';
import { recordsPath } from './listedRecords';

/** More calls at a time are not faster. */
const callsAtATime = 6;

export type Answer = 'found' | 'missing' | 'failed';

/**
 * Looks for a record in collections, one list call each. A call for the record itself would leave an error in the
 * server's log for each miss. Starts no further call after `onAnswer` has returned true.
 */
export async function findRecord(
  collectionIds: readonly string[],
  recordId: string,
  signal: AbortSignal,
  onAnswer: (collectionId: string, answer: Answer) => boolean,
): Promise<void> {
  let isEnough = false;

  async function ask(collectionId: string): Promise<void> {
    if (isEnough) return;
    const answer = await hasRecord(collectionId, recordId, signal).then(
      (has): Answer => (has ? 'found' : 'missing'),
      (): Answer => 'failed',
    );
    if (!signal.aborted && onAnswer(collectionId, answer)) isEnough = true;
  }

  await createPool(callsAtATime, signal, ask).add(collectionIds);
}

/** True if there is such a record. Leaves no error in the server's log. */
export async function hasRecord(
  collectionId: string,
  recordId: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const query = { filter: idsFilter([recordId]), perPage: '1', skipTotal: '1', fields: 'id' };
  const { items } = await requestList(recordsPath(collectionId), AnyRecord, { query, signal });
  return items.length > 0;
}

/** Returns the first users of an auth collection whose email holds the text. */
export async function findUsers(
  collectionId: string,
  text: string,
  signal: AbortSignal,
): Promise<{ id: string; email: string }[]> {
  const filter = `email~"${escapePattern(text)}"`;
  const query = { filter, perPage: '3', skipTotal: '1', fields: 'id,email' };
  const { items } = await requestList(recordsPath(collectionId), AnyRecord, { query, signal });
  return items.map((record) => ({ id: record.id, email: String(fieldValue(record, 'email')) }));
}

/** Returns the e-mail of the admin with this id; null if there is none. */
export async function findAdmin(id: string, signal: AbortSignal): Promise<string | null> {
  const query = { filter: idsFilter([id]), perPage: '1', skipTotal: '1' };
  const { items } = await requestList(adminsPath(), Admin, { query, signal });
  return items[0]?.email ?? null;
}
