import { claimsOf } from '../model/token';
import { getOptions } from './client';
import { abortError } from './responses';

/** The writes of one page, by the JSON of collection and record id. */
interface PageTurns {
  /** The last call of each record that has one; resolves when it ends. */
  readonly lastCalls: Map<string, Promise<unknown>>;
  /** How many calls have ended. */
  ended: number;
  /** The end of each record's last call, the oldest first: the value of `ended` then, and the time. */
  readonly lastEnds: Map<string, { readonly ended: number; readonly at: number }>;
}

/** No reading is used for so long. */
const remembersMs = 10_000;

/** A key for each configuration of the client: a page that opens waits for no call of an earlier one. */
const turnsByPage = new WeakMap<object, PageTurns>();

function turnsOf(page: object): PageTurns {
  const turns = turnsByPage.get(page) ?? { lastCalls: new Map(), ended: 0, lastEnds: new Map() };
  turnsByPage.set(page, turns);
  return turns;
}

const placeOf = (collectionId: string, recordId: string) => JSON.stringify([collectionId, recordId]);

/** Returns how many turns have ended in this page. Note it before a reading, for `isWrittenSince`. */
export const countTurns = (): number => turnsOf(getOptions()).ended;

/** True if a turn of the record has ended since `countTurns()` was that number, at most ten seconds ago. */
export function isWrittenSince(collectionId: string, recordId: string, count: number): boolean {
  return (turnsOf(getOptions()).lastEnds.get(placeOf(collectionId, recordId))?.ended ?? 0) > count;
}

/**
 * Runs a call when the earlier calls of the same record have ended, however they ended. The server writes whole
 * rows: of two updates at once, each would undo fields of the other. A call whose admin has left meanwhile is
 * aborted.
 */
export async function takeTurn<T>(
  collectionId: string,
  recordId: string,
  call: () => Promise<T>,
): Promise<T> {
  const page = getOptions();
  const turns = turnsOf(page);
  const place = placeOf(collectionId, recordId);
  const earlier = turns.lastCalls.get(place);
  const admin = adminOf(page.token());
  const callAsSameAdmin = () => {
    if (adminOf(page.token()) !== admin) throw abortError(page.apiBase);
    return call();
  };
  const mine = (earlier ? earlier.then(callAsSameAdmin) : call()).finally(() => noteEnd(turns, place));
  const end = mine.catch(() => {});
  turns.lastCalls.set(place, end);
  try {
    return await mine;
  } finally {
    if (turns.lastCalls.get(place) === end) turns.lastCalls.delete(place);
  }
}

const adminOf = (token: string) => claimsOf(token)?.id;

function noteEnd(turns: PageTurns, place: string): void {
  const { lastEnds } = turns;
  const now = Date.now();
  turns.ended += 1;
  lastEnds.delete(place);
  lastEnds.set(place, { ended: turns.ended, at: now });
  for (const [other, { at }] of lastEnds) {
    if (now - at < remembersMs) return;
    lastEnds.delete(other);
  }
}
