import { getOptions } from './client';

/**
 * The last call of each record that has one; resolves when it ends. By the configuration of the client: a page that
 * opens waits for no call of an earlier one.
 */
const lastCallsOf = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs a call when the earlier calls of the same record have ended, however they ended. The server writes whole
 * rows: of two updates at once, each would undo fields of the other.
 */
export async function takeTurn<T>(
  collectionId: string,
  recordId: string,
  call: () => Promise<T>,
): Promise<T> {
  const page = getOptions();
  const lastCalls = lastCallsOf.get(page) ?? new Map<string, Promise<unknown>>();
  lastCallsOf.set(page, lastCalls);
  const place = JSON.stringify([collectionId, recordId]);
  const earlier = lastCalls.get(place);
  const mine = earlier ? earlier.then(call) : call();
  const end = mine.catch(() => {});
  lastCalls.set(place, end);
  try {
    return await mine;
  } finally {
    if (lastCalls.get(place) === end) lastCalls.delete(place);
  }
}
