import { proxy } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import * as recordLists from '../../../api/recordLists';
import { valueFilter } from '../../../model/valueFilter';
import type { ImportPlan } from './importPlan';
import { lostFields } from './lostData';

/** What goes with an import, counted. Nobody has to wait for the counts. */
export interface LossCounts {
  /** By `keyOf`. */
  state: Record<string, ValueCount>;
  stop(): void;
}

export type ValueCount = number | 'counting' | 'unknown';

const atATime = 2;

export const keyOf = (collectionId: string, fieldId = '') => `${collectionId} ${fieldId}`;

/** Counts the records of collections that go, and the values of fields. */
export function countLosses(plan: ImportPlan): LossCounts {
  const state = proxy<Record<string, ValueCount>>({});
  const stopping = new AbortController();
  const { signal } = stopping;
  const waiting = [
    // A view has no records of its own.
    ...plan.deleted
      .filter(({ type }) => type !== 'view')
      .map(({ id }) => ({ key: keyOf(id), collectionId: id, filter: '' as string | null })),
    ...lostFields(plan).map(({ collection, field, loss }) => ({
      key: keyOf(collection.id, field.id),
      collectionId: collection.id,
      filter: valueFilter(field, loss === 'single'),
    })),
  ];
  for (const { key } of waiting) state[key] = 'counting';

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const { key, collectionId, filter } = next;
      try {
        state[key] = filter === null ? 'unknown' : await recordLists.count(collectionId, filter, { signal });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        state[key] = 'unknown';
      }
    }
  }
  for (let worker = 0; worker < atATime; worker += 1) void work();

  return { state, stop: () => stopping.abort() };
}

/** `1,204 records`; what is not known is not said. */
export function countText(count: ValueCount | undefined, one: string): string {
  if (typeof count !== 'number') return count === 'counting' ? 'counting...' : `${one}s not counted`;
  return `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;
}
