import { proxy } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import * as listedRecords from '../../backend/listedRecords';
import type { Collection } from '../../model/collection';
import { type MentioningRule, textOfRule } from '../../model/mentions';
import { displayText } from '../../model/recordName';
import { report } from '../../page/report';
import * as toasts from '../../page/toasts';
import { askRule, foundBy, type Question, questionOf, type Unknown } from '../askRule';
import * as seenAs from '../seenAs';

export type RuleCount =
  | { readonly kind: 'counting' | 'stopped' }
  | { readonly kind: 'counted'; readonly found: number; readonly total: number }
  | Unknown;

/** Rules that are checked against stored records. The create rule is checked against the new one. */
export type CountedRule = Exclude<MentioningRule, 'createRule' | 'manageRule'>;

export const isCountedRule = (rule: MentioningRule): rule is CountedRule =>
  rule !== 'createRule' && rule !== 'manageRule';

/** Identifies a count. A change of the rule or of the collection gives another key. */
export const keyOf = (collection: Collection, rule: CountedRule) =>
  [collection.id, rule, collection.updated, textOfRule(collection, rule)].join(' ');

const atATime = 4;
/** In milliseconds. Rows that only pass by while scrolling are not counted. */
const restMs = 150;

interface Wanted {
  collection: Collection;
  rule: CountedRule;
  /** The number of components that show it. */
  uses: number;
}

interface State {
  byKey: Record<string, RuleCount>;
  /** The number of counts that run or wait. */
  left: number;
  /** In milliseconds since 1970; 0 before the first count. */
  countedAt: number;
}

export type RuleCounts = ReturnType<typeof createRuleCounts>;

/** Asks whether guests pass a rule, with any request. */
const byGuests = (collection: Collection, rule: CountedRule): Question => ({
  ...questionOf(collection, rule, null),
  request: null,
});

/**
 * The counts that a screen shows; of guests by default. `want` counts soon, at most four at once; `get` returns a
 * count such as `{ kind: 'counted', found: 3, total: 12 }`.
 */
export function createRuleCounts(question: typeof byGuests = byGuests) {
  const state = proxy<State>({ byKey: {}, left: 0, countedAt: 0 });
  const wanted = new Map<string, Wanted>();
  /** By collection, because all its rules need the same total. */
  const totals = new Map<string, Promise<number>>();
  let running = 0;
  let isStopped = false;
  let stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const waiting = () => [...wanted].filter(([key]) => state.byKey[key] === undefined);

  function schedule(): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(startMore, restMs);
  }

  function startMore(): void {
    const { signal } = stopping;
    for (const [key, { collection, rule }] of waiting().slice(0, atATime - running)) {
      state.byKey[key] = { kind: 'counting' };
      running += 1;
      void run(key, collection, rule, signal);
    }
    state.left = running + waiting().length;
  }

  async function run(key: string, collection: Collection, rule: CountedRule, signal: AbortSignal) {
    const count = await countRule(collection, rule, signal).catch(failureOf);
    if (signal.aborted) return;
    running -= 1;
    if (count) {
      state.byKey[key] = count;
      state.countedAt = Date.now();
    } else {
      delete state.byKey[key];
    }
    startMore();
  }

  async function countRule(
    collection: Collection,
    rule: CountedRule,
    signal: AbortSignal,
  ): Promise<RuleCount> {
    const verdict = await askRule(question(collection, rule), 'count', signal);
    const found = foundBy(verdict);
    if (typeof found === 'object') return found;
    const total = await totalOf(collection.id, signal);
    return { kind: 'counted', found: found === 'all' ? total : found, total };
  }

  function totalOf(collectionId: string, signal: AbortSignal): Promise<number> {
    const known = totals.get(collectionId);
    if (known) return known;
    const total = listedRecords.count(collectionId, '', { signal, isBackground: true });
    totals.set(collectionId, total);
    // Forgets a failed count, so that a retry counts again.
    total.catch(() => totals.get(collectionId) === total && totals.delete(collectionId));
    return total;
  }

  function cancel(left: RuleCount | null): void {
    clearTimeout(timer);
    stopping.abort();
    stopping = new AbortController();
    totals.clear();
    running = 0;
    state.left = 0;
    for (const [key, { kind }] of Object.entries(state.byKey)) {
      if (left === null || kind === 'counting') delete state.byKey[key];
    }
    if (left) for (const [key] of waiting()) state.byKey[key] = left;
  }

  return {
    state,
    get: (collection: Collection, rule: CountedRule): RuleCount | undefined =>
      state.byKey[keyOf(collection, rule)],

    /** Counts soon. The returned function ends the need: a count that has not begun is cancelled. */
    want(collection: Collection, rule: CountedRule): () => void {
      const key = keyOf(collection, rule);
      const known = wanted.get(key);
      wanted.set(key, { collection, rule, uses: (known?.uses ?? 0) + 1 });
      if (state.byKey[key] === undefined) {
        if (isStopped) state.byKey[key] = { kind: 'stopped' };
        else schedule();
      }
      return () => {
        const last = wanted.get(key);
        if (last && last.uses > 1) last.uses -= 1;
        else wanted.delete(key);
      };
    },

    /** Counts again after an error. */
    retry(collection: Collection, rule: CountedRule): void {
      delete state.byKey[keyOf(collection, rule)];
      isStopped = false;
      startMore();
    },

    /** Counts everything again that a component shows. */
    refresh(): void {
      isStopped = false;
      cancel(null);
      schedule();
    },

    /** Cancels all counts, until `refresh`. */
    stop(): void {
      isStopped = true;
      cancel({ kind: 'stopped' });
    },
  };
}

/** Null for a cancelled count. */
function failureOf(error: unknown): RuleCount | null {
  if (!(error instanceof ApiError)) throw error;
  return error.isAborted ? null : { kind: 'unknown', reason: error.message, isFailure: true };
}

export interface PersonCounts {
  readonly as: string;
  /** Null for a guest. */
  readonly name: string | null;
  readonly counts: RuleCounts;
}

/** Reads the person for the counts. Null if cancelled, or, after a message, if the account cannot be read. */
export async function openPersonCounts(as: string, signal: AbortSignal): Promise<PersonCounts | null> {
  try {
    const person = await seenAs.readPerson(seenAs.parseSeenAs(as), { signal });
    if (signal.aborted) return null;
    if (person === 'gone') {
      toasts.error('This user was deleted.');
      return null;
    }
    const name = person && displayText(person.record, person.collection);
    const counts = createRuleCounts((collection, rule) => questionOf(collection, rule, person));
    return { as, name, counts };
  } catch (error) {
    report(error);
    return null;
  }
}
