import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../api/ApiError';
import { cancel } from '../../api/client';
import * as logs from '../../api/logs';
import { joinFilters } from '../../model/filter';
import { type LogStat, logLevels } from '../../model/log';
import { report } from '../../state/report';

export interface LogStatsState {
  /** Null while unknown. What was shown stays until what is loading has come. */
  total: readonly LogStat[] | null;
  /** For each of the known levels; null until all of them have come. */
  levels: readonly (readonly LogStat[])[] | null;
  isByLevel: boolean;
  isLoading: boolean;
  isLoadingLevels: boolean;
  hasFailed: boolean;
}

export interface LogStats {
  state: LogStatsState;
  /** Counts the logs that fit; a newer call ends the older one. */
  load(filter: string): Promise<void>;
  /** The server has no statistics by level, so each level is asked for; what has come is not asked for again. */
  setByLevel(isByLevel: boolean): Promise<void>;
  cancel(): void;
}

const key = 'log_stats';

export function createLogStats(): LogStats {
  const state = proxy<LogStatsState>({
    total: null,
    levels: null,
    isByLevel: false,
    isLoading: false,
    isLoadingLevels: false,
    hasFailed: false,
  });
  let filter = '';
  let turn = 0;

  function begin(): number {
    cancel(key);
    turn += 1;
    Object.assign(state, { isLoading: false, isLoadingLevels: false });
    return turn;
  }

  function fail(error: unknown): void {
    Object.assign(state, { isLoading: false, isLoadingLevels: false });
    if (error instanceof ApiError && error.isAborted) return;
    // The list says what is wrong with the filter.
    const isSilent = error instanceof ApiError && error.status === 400 && filter !== '';
    if (!isSilent) console.warn('The logs could not be counted.', error);
    report(error, { isSilent });
    Object.assign(state, { total: null, levels: null, hasFailed: !isSilent });
  }

  async function load(given: string): Promise<void> {
    const mine = begin();
    filter = given;
    state.isLoading = true;
    try {
      const total = await logs.stats(filter, { key });
      if (mine !== turn) return;
      Object.assign(state, { total: ref(total), isLoading: false, hasFailed: false });
      if (state.isByLevel) await loadLevels(mine);
      else state.levels = null;
    } catch (error) {
      if (mine === turn) fail(error);
    }
  }

  /** One after the other: each of them reads all the logs that fit. */
  async function loadLevels(mine: number): Promise<void> {
    state.isLoadingLevels = true;
    const levels: LogStat[][] = [];
    for (const { level } of logLevels) {
      levels.push(await logs.stats(joinFilters(filter, `level=${level}`), { key }));
      if (mine !== turn) return;
    }
    Object.assign(state, { levels: ref(levels), isLoadingLevels: false });
  }

  return {
    state,
    load,
    async setByLevel(isByLevel) {
      state.isByLevel = isByLevel;
      // Before the total is there, its call goes on to the levels by itself.
      if (state.isLoading || !state.total) return;
      if (!isByLevel && state.isLoadingLevels) {
        begin();
        state.levels = null;
      }
      if (!isByLevel || state.levels) return;
      const mine = begin();
      try {
        await loadLevels(mine);
      } catch (error) {
        if (mine === turn) fail(error);
      }
    },
    cancel: () => void begin(),
  };
}
