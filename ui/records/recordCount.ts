// The first page shows the total if it is not full, so the count comes last, and only if it is needed.

import { proxy } from 'valtio/vanilla';
import { ApiError } from '../backend/ApiError';
import { cancel } from '../backend/client';
import * as listedRecords from '../backend/listedRecords';
import * as preferences from '../page/preferences';
import { report } from '../page/report';

/**
 * The number of records. Counting is the slowest call for a large collection. So the person can stop it, and a
 * collection whose last count was slow is counted only on request.
 */
export interface RecordCountState {
  /** Null while unknown. */
  total: number | null;
  status: 'counting' | 'long' | 'counted' | 'stopped' | 'failed' | 'onDemand';
}

interface CountOptions {
  isAsked?: boolean | undefined;
  /** Parameters that the filter uses. */
  query?: Readonly<Record<string, string>> | undefined;
}

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
    /** After a slow count, counts only if `isAsked`. */
    count,
    /** Sets the total if all rows are loaded, without a call. */
    know: (total: number) => void begin('counted', total),
    stop: () => void begin('stopped', null),
    reset: () => void begin('counting', null),
  };
}
