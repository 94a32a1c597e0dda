import { proxy } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import * as listedRecords from '../../backend/listedRecords';
import { createPool } from '../../base/pool';

/** `slow` means that the count has been running for a while. */
export type ValueCount = number | 'counting' | 'slow' | 'unknown';

export interface CountedValues {
  /** The key of the count in the state. */
  key: string;
  collectionId: string;
  /** '' for all records. Null if no filter can find the values; then the count is unknown. */
  filter: string | null;
  /** Called before the count begins. If it returns false, the count is 0. */
  isNeeded?: () => boolean;
}

export interface ValueCounts {
  /** By key. */
  state: Record<string, ValueCount>;
  stop(): void;
}

const atATime = 2;
const slowAfterMs = 3000;

/** Counts values that a change would delete, at most two at a time. Nothing waits for the counts. */
export function countValues(wanted: readonly CountedValues[]) {
  const state = proxy<Record<string, ValueCount>>({});
  const stopping = new AbortController();
  const { signal } = stopping;
  const pool = createPool(atATime, signal, countOne);

  async function countOne({ key, collectionId, filter, isNeeded }: CountedValues): Promise<void> {
    if (isNeeded?.() === false) {
      state[key] = 0;
      return;
    }
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

  function add(more: readonly CountedValues[]): void {
    for (const { key } of more) state[key] = 'counting';
    void pool.add(more);
  }

  add(wanted);
  return {
    state,
    /** Counts these after the others, again if they were counted before. */
    add,
    stop: () => stopping.abort(),
  };
}
