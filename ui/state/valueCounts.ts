import { proxy } from 'valtio/vanilla';
import { ApiError } from '../api/ApiError';
import * as recordLists from '../api/recordLists';

/** `slow`: it is still being counted, for a while already. */
export type ValueCount = number | 'counting' | 'slow' | 'unknown';

/** Records to count. */
export interface CountedValues {
  /** What the count is called in the state. */
  key: string;
  collectionId: string;
  /** '' for all records; null where no filter finds the values, so that nobody knows. */
  filter: string | null;
}

export interface ValueCounts {
  /** By their keys. */
  state: Record<string, ValueCount>;
  stop(): void;
}

const atATime = 2;
const slowAfterMs = 3000;

/** Counts what someone is about to lose, at most two at a time. Nobody has to wait for the counts. */
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
      state[key] = await recordLists.count(collectionId, filter, { signal });
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
