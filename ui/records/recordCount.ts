// If the first page is not full, its length is the total; so the page counts last, and only when needed.

import { proxy } from 'valtio/vanilla';
import { ApiError } from '../backend/ApiError';
import { cancel } from '../backend/client';
import * as listedRecords from '../backend/listedRecords';
import * as preferences from '../page/preferences';
import { report } from '../page/report';

/**
 * The number of records. A count is the slowest call of a large collection and loads the server. So the
 * person can stop a long count, and a collection with a long count is counted only on request.
 */
export interface RecordCountState {
  /** Null while unknown. */
  total: number | null;
  status: 'counting' | 'long' | 'counted' | 'stopped' | 'failed' | 'onDemand';
}

interface CountOptions {
  isAsked?: boolean | undefined;
  /** Parameters that the filter reads. */
  query?: Readonly<Record<string, string>> | undefined;
}

export type RecordCount = ReturnType<typeof createRecordCount>;

const longMs = 2000;

export function createRecordCount() {
  const state = proxy<RecordCountState>({ total: null, status: 'counting' });
  let turn = 0;

  function begin(status: RecordCountState['status'], total: number | null): number {
    cancel('records_count');
    turn += 1;
    Object.assign(state, { status, total });
    return turn;
  }

  async function count(collectionId: string, filter: string, options: CountOptions = {}): Promise<void> {
    const { isAsked = false, query } = options;
    if (!isAsked && preferences.isSlowToCount(collectionId)) {
      begin('onDemand', null);
      return;
    }
    const mine = begin('counting', null);
    const timer = setTimeout(() => {
      preferences.rememberCount(collectionId, { isSlow: true });
      if (mine === turn) state.status = 'long';
    }, longMs);
    try {
      const total = await listedRecords.count(collectionId, filter, { key: 'records_count', query });
      if (mine !== turn) return;
      if (state.status === 'counting') preferences.rememberCount(collectionId, { isSlow: false });
      Object.assign(state, { total, status: 'counted' });
    } catch (error) {
      if (mine !== turn || (error instanceof ApiError && error.isAborted)) return;
      report(error, { isSilent: true });
      state.status = 'failed';
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    state,
    /** Counts, unless the last count took long and `isAsked` is false. */
    count,
    /** Sets the total without a call, because the rows are complete. */
    know: (total: number) => void begin('counted', total),
    stop: () => void begin('stopped', null),
    reset: () => void begin('counting', null),
  };
}
