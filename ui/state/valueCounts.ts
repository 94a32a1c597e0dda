import { proxy } from 'valtio/vanilla';
import { ApiError } from '../api/ApiError';
import * as listedRecords from '../api/listedRecords';

/** `slow`: the count has been running for a while. */
export type ValueCount = number | 'counting' | 'slow' | 'unknown';

/** Records to count. */
interface CountedValues {
  /** The key of the count in the state. */
  key: string;
  collectionId: string;
  /** '' for all records; null when no filter can find the values, so the count is unknown. */
  filter: string | null;
}

export interface ValueCounts {
  /** The counts by key. */
  state: Record<string, ValueCount>;
  stop(): void;
}

const atATime = 2;
const slowAfterMs = 3000;

/**
 * Counts the values that a change would delete, at most two at a time. The user need not wait for the counts.
 */
export function countValues(wanted: readonly CountedValues[]): ValueCounts {
  const state = proxy<Record<string, ValueCount>>({});
  const stopping = new AbortController();
  const { signal } = stopping;
  const waiting = [...wanted];
  for (const { key } of wanted) state[key] = 'counting';

  async function countOne({ key, collectionId, filter }: CountedValues): Promise<void> {
    if (filter === null) {
      state[key] = 'unknown';
      return;
    }
    const timer = setTimeout(() => {
      state[key] = 'slow';
    }, slowAfterMs);
    try {
      state[key] = await listedRecords.count(collectionId, filter, { signal });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      state[key] = 'unknown';
    } finally {
      clearTimeout(timer);
    }
  }

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) await countOne(next);
  }
  for (let worker = 0; worker < atATime; worker += 1) void work();

  return { state, stop: () => stopping.abort() };
}
