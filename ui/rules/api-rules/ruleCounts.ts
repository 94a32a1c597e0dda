import { proxy } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import * as listedRecords from '../../backend/listedRecords';
import type { Collection } from '../../model/collection';
import { type MentioningRule, textOfRule } from '../../model/mentions';
import { lookupOf } from '../../model/rulePaths';
import * as collections from '../../page/collections';
import { type GuestFilter, guestFilter } from '../reading/guestFilter';

/** The number of records that a rule gives. */
export type RuleCount =
  | { readonly kind: 'counting' | 'stopped' }
  | { readonly kind: 'counted'; readonly found: number; readonly total: number }
  | { readonly kind: 'notSimulated'; readonly reason: string }
  | { readonly kind: 'failed'; readonly message: string };

/** The rules that read stored records; the create rule reads the new one. */
export type CountedRule = Exclude<MentioningRule, 'createRule' | 'manageRule'>;

/** Counts the records that a rule gives to guests, or to somebody else. */
export type CountRule = (
  collection: Collection,
  rule: CountedRule,
  signal: AbortSignal,
) => Promise<RuleCount>;

export const isCountedRule = (rule: MentioningRule): rule is CountedRule =>
  rule !== 'createRule' && rule !== 'manageRule';

/**
 * Counts, as an admin, the records that guests pass a rule for. The list rule compares public e-mail addresses
 * only.
 */
export async function countAsGuest(
  collection: Collection,
  rule: CountedRule,
  signal: AbortSignal,
): Promise<RuleCount> {
  const lookup = lookupOf(collections.state.all);
  const answer = guestFilter(textOfRule(collection, rule), collection, lookup, rule === 'listRule');
  if (answer.kind === 'notSimulated') return answer;
  const options = { signal, isBackground: true };
  const found = await countOf(answer, collection.id, options);
  const total = answer.kind === 'all' ? found : await listedRecords.count(collection.id, '', options);
  return { kind: 'counted', found, total };
}

async function countOf(
  answer: Exclude<GuestFilter, { kind: 'notSimulated' }>,
  collectionId: string,
  options: { signal: AbortSignal; isBackground: boolean },
): Promise<number> {
  if (answer.kind === 'none') return 0;
  return listedRecords.count(collectionId, answer.kind === 'filter' ? answer.filter : '', options);
}

/** A rule of a collection. A changed rule or collection has another key. */
export const keyOf = (collection: Collection, rule: CountedRule) =>
  [collection.id, rule, collection.updated, textOfRule(collection, rule)].join(' ');

export interface RuleCounts {
  state: {
    byKey: Record<string, RuleCount>;
    /** Counts that run or wait. */
    left: number;
    /** In milliseconds since 1970; 0 before the first count. */
    countedAt: number;
  };
  get(collection: Collection, rule: CountedRule): RuleCount | undefined;
  /** Counts soon. Call the result when the count is no longer needed: it cancels a count that has not begun. */
  want(collection: Collection, rule: CountedRule): () => void;
  /** Counts again after a failure. */
  retry(collection: Collection, rule: CountedRule): void;
  /** Counts everything again that is wanted. */
  refresh(): void;
  /** Cancels all counts. `refresh` counts again. */
  stop(): void;
}

const atATime = 4;
/** Rows that a scroll only passes are not counted. In milliseconds. */
const restMs = 150;

interface Wanted {
  collection: Collection;
  rule: CountedRule;
  /** The number of parts of the screen that show it. */
  uses: number;
}

/**
 * The counts that a screen shows.
 *
 *   const counts = createRuleCounts();
 *   const stop = counts.want(collection, 'listRule');   // counts it soon, at most four at once
 *   counts.get(collection, 'listRule');                  // { kind: 'counted', found: 3, total: 12 }
 */
export function createRuleCounts(countRule: CountRule = countAsGuest): RuleCounts {
  const state = proxy<RuleCounts['state']>({ byKey: {}, left: 0, countedAt: 0 }) as RuleCounts['state'];
  const wanted = new Map<string, Wanted>();
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

  function cancel(left: RuleCount | null): void {
    clearTimeout(timer);
    stopping.abort();
    stopping = new AbortController();
    running = 0;
    state.left = 0;
    for (const [key, { kind }] of Object.entries(state.byKey)) {
      if (left === null || kind === 'counting') delete state.byKey[key];
    }
    if (left) for (const [key] of waiting()) state.byKey[key] = left;
  }

  return {
    state,
    get: (collection, rule) => state.byKey[keyOf(collection, rule)],

    want(collection, rule) {
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

    retry(collection, rule) {
      delete state.byKey[keyOf(collection, rule)];
      isStopped = false;
      startMore();
    },

    refresh() {
      isStopped = false;
      cancel(null);
      schedule();
    },

    stop() {
      isStopped = true;
      cancel({ kind: 'stopped' });
    },
  };
}

/** Null for a cancelled count. */
function failureOf(error: unknown): RuleCount | null {
  if (!(error instanceof ApiError)) throw error;
  return error.isAborted ? null : { kind: 'failed', message: error.message };
}
