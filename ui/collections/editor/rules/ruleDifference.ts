import { ref } from 'valtio/vanilla';
import { ApiError } from '../../../backend/ApiError';
import { readByIds, toListed } from '../../../backend/recordPages';
import type { Collection } from '../../../model/collection';
import { displayText } from '../../../model/recordName';
import { report } from '../../../page/report';
import { isAsked, mostIds, type RuleCall, readIds, translate } from '../../../rules/ruleAnswers';
import type { RuleKey } from '../collectionForm';

/** How the records of a typed rule differ from those of the stored rule. */
export type RuleDifference =
  | { readonly kind: 'asking' }
  | { readonly kind: 'known'; readonly more: FoundRecords; readonly fewer: FoundRecords }
  | { readonly kind: 'failed'; readonly reason: string };

/** Some records by name, and how many there are. */
export interface FoundRecords {
  readonly count: number;
  readonly first: readonly { readonly id: string; readonly name: string }[];
}

export type RuleDifferences = Partial<Record<RuleKey, RuleDifference>>;

/** More records are not compared. */
export const mostCompared = mostIds;
const mostNamed = 20;

/** Compares the records that two rules find, and keeps the results in `state`. */
export function createDifferences(state: { differences: RuleDifferences }) {
  const running = new Map<RuleKey, AbortController>();

  async function compare(key: RuleKey, typed: RuleCall, stored: RuleCall): Promise<void> {
    forget(key);
    const controller = new AbortController();
    running.set(key, controller);
    const { signal } = controller;
    state.differences[key] = { kind: 'asking' };
    try {
      const [now, then] = await Promise.all([idsOf(typed, signal), idsOf(stored, signal)]);
      const [more, fewer] = await Promise.all([
        foundRecords(typed.collection, missingIn(then, now), signal),
        foundRecords(typed.collection, missingIn(now, then), signal),
      ]);
      if (!signal.aborted) state.differences[key] = ref({ kind: 'known', more, fewer });
    } catch (error) {
      const failure = failureOf(error);
      if (signal.aborted) return;
      if (failure) state.differences[key] = failure;
      else delete state.differences[key];
    }
  }

  /** Cancels the comparison, too, or its answer would show it again. */
  function forget(key: RuleKey): void {
    running.get(key)?.abort();
    delete state.differences[key];
  }

  function close(): void {
    for (const controller of running.values()) controller.abort();
  }

  return { compare, forget, close };
}

/** Null for a cancelled call. */
export function failureOf(error: unknown): { kind: 'failed'; reason: string } | null {
  if (!(error instanceof ApiError)) throw error;
  if (error.isAborted) return null;
  report(error, { isSilent: true });
  return { kind: 'failed', reason: error.message };
}

async function idsOf(call: RuleCall, signal: AbortSignal): Promise<Set<string>> {
  const answer = await translate(call, signal);
  return isAsked(answer) ? readIds(call.collection, answer, signal) : new Set();
}

const missingIn = (ids: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...others].filter((id) => !ids.has(id));

async function foundRecords(
  collection: Collection,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<FoundRecords> {
  const named = ids.slice(0, mostNamed);
  const fields = ['*:excerpt(200)'];
  const rows = await readByIds(collection.id, named, { fields, signal });
  const byId = new Map(rows.map((row) => [row.id, toListed(row)]));
  const nameOf = (id: string) => {
    const row = byId.get(id);
    return row ? displayText(row, collection) : id;
  };
  return { count: ids.length, first: named.map((id) => ({ id, name: nameOf(id) })) };
}
