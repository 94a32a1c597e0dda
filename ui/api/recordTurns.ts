/** The last call of each record that has one; resolves when it ends. */
const lastCalls = new Map<string, Promise<unknown>>();

/**
 * Runs a call when the earlier calls of the same record have ended, however they ended. The server writes whole
 * rows: of two updates at once, each would undo fields of the other.
 */
export async function takeTurn<T>(
  collectionId: string,
  recordId: string,
  call: () => Promise<T>,
): Promise<T> {
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
