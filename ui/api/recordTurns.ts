import { claimsOf } from '../model/token';
import { getOptions } from './client';
import { abortError } from './responses';

/** The updates of one page, by the JSON of collection and record id. */
interface PageTurns {
  /** The last call of each record that has one; resolves when it ends. */
  readonly lastCalls: Map<string, Promise<unknown>>;
  /** How many updates have ended. */
  ended: number;
  /** The number of the last update of each record, the oldest first. */
  readonly lastUpdates: Map<string, number>;
  /** The highest number that was dropped from `lastUpdates`. */
  forgotten: number;
}

/** Enough for all readings that are still in use. */
const mostRemembered = 2000;

/** By the configuration of the client: a page that opens waits for no call of an earlier one. */
const turnsByPage = new WeakMap<object, PageTurns>();

function turnsOf(page: object): PageTurns {
  const turns = turnsByPage.get(page) ?? {
    lastCalls: new Map(),
    ended: 0,
    lastUpdates: new Map(),
    forgotten: 0,
  };
  turnsByPage.set(page, turns);
  return turns;
}

const placeOf = (collectionId: string, recordId: string) => JSON.stringify([collectionId, recordId]);

/** Returns how many updates this page has ended. Note it before a reading, for `isUpdatedSince`. */
export function countUpdates(): number {
  return turnsOf(getOptions()).ended;
}

/** True if this page has updated the record since `countUpdates()` was that number. A refused update counts, too. */
export function isUpdatedSince(collectionId: string, recordId: string, count: number): boolean {
  const { lastUpdates, forgotten } = turnsOf(getOptions());
  return (lastUpdates.get(placeOf(collectionId, recordId)) ?? forgotten) > count;
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
  const mine = (earlier ? earlier.then(callAsSameAdmin) : call()).finally(() => noteUpdate(turns, place));
  const end = mine.catch(() => {});
  turns.lastCalls.set(place, end);
  try {
    return await mine;
  } finally {
    if (turns.lastCalls.get(place) === end) turns.lastCalls.delete(place);
  }
}

const adminOf = (token: string) => claimsOf(token)?.id;

function noteUpdate(turns: PageTurns, place: string): void {
  turns.ended += 1;
  turns.lastUpdates.delete(place);
  turns.lastUpdates.set(place, turns.ended);
  if (turns.lastUpdates.size <= mostRemembered) return;
  const [oldest] = turns.lastUpdates;
  if (!oldest) return;
  turns.lastUpdates.delete(oldest[0]);
  turns.forgotten = oldest[1];
}
