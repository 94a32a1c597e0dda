import type { Collection } from '../model/collection';
import type { RecordAnswer } from '../model/record';
import { readByIds, toAnswer } from './recordPages';
import * as records from './records';
import { countUpdates } from './recordTurns';

/** A whole record that was read for a write. */
export interface Reading {
  readonly answer: RecordAnswer;
  /** In milliseconds since 1970. */
  readonly readAt: number;
  /** For `updateAsRead`. */
  readonly updates: number;
}

/** A reading that is older is renewed before the write. */
const freshMs = 2000;

export const isOld = ({ readAt }: Reading): boolean => Date.now() - readAt > freshMs;

/** Must be called before the request. */
const startReading = () => ({ readAt: Date.now(), updates: countUpdates() });

export async function readForWrite(collection: Collection, id: string): Promise<Reading> {
  const start = startReading();
  return { ...start, answer: await records.get(collection, id) };
}

/** Reads records in one request. Deleted ones are missing. */
export async function readManyForWrite(
  collection: Collection,
  ids: readonly string[],
): Promise<Map<string, Reading>> {
  const start = startReading();
  const rows = await readByIds(collection.id, ids, { fields: null });
  return new Map(rows.map((row) => [row.id, { ...start, answer: toAnswer(collection, row) }]));
}
