// The server has no statistics by level, so each level is counted by a call of its own: one after the other, once the
// total is known, and without the levels of the filter.

import { proxy, ref } from 'valtio/vanilla';
import { ApiError, isWithoutAnswer, refusesFilter } from '../backend/ApiError';
import { cancel } from '../backend/client';
import * as logs from '../backend/logs';
import { joinFilters } from '../model/filter/filter';
import { type Log, type LogStat, logLevels } from '../model/log';
import { isShownInPlace, report } from '../page/report';

interface LogStatsState {
  /** Null while unknown. Old counts stay until new ones are loaded. */
  total: readonly LogStat[] | null;
  /** The counts of each known level, including hidden ones; null until all are loaded. */
  levels: readonly (readonly LogStat[])[] | null;
  isByLevel: boolean;
  isLoading: boolean;
  isLoadingLevels: boolean;
  hasFailed: boolean;
}

export type LogStats = ReturnType<typeof createLogStats>;

const key = 'log_stats';
/** If the total took longer than this, the counts of the four levels are requested only when the user asks. */
const quickMs = 1000;

export function createLogStats() {
  const state = proxy<LogStatsState>({
    total: null,
    levels: null,
    isByLevel: false,
    isLoading: false,
    isLoadingLevels: false,
    hasFailed: false,
  });
  let filter = '';
  let unlevelled = '';
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
    // The list already shows that the server refused the filter.
    const isRefused = refusesFilter(error, filter);
    if (!isRefused) console.warn('The logs could not be counted.', error);
    report(error, { isSilent: error instanceof ApiError && isShownInPlace(error) });
    state.hasFailed = !isRefused;
    if (!isWithoutAnswer(error)) Object.assign(state, { total: null, levels: null });
  }

  /**
   * Counts the matching logs, then those of each level, including hidden ones; a newer call cancels an older
   * one.
   */
  async function load(given: string, givenUnlevelled = given): Promise<void> {
    const mine = begin();
    // Counts by level remain valid if only the levels of the filter differ.
    if (givenUnlevelled !== unlevelled) state.levels = null;
    [filter, unlevelled] = [given, givenUnlevelled];
    state.isLoading = true;
    const begun = performance.now();
    try {
      const total = await logs.stats(filter, { key });
      if (mine !== turn) return;
      Object.assign(state, { total: ref(total), isLoading: false, hasFailed: false });
    } catch (error) {
      if (mine === turn) fail(error);
      return;
    }
    if (state.isByLevel || performance.now() - begun <= quickMs) await loadLevels(mine);
    else state.levels = null;
  }

  /** One at a time: each request reads all matching logs. */
  async function loadLevels(mine: number): Promise<void> {
    state.isLoadingLevels = true;
    const levels: LogStat[][] = [];
    try {
      for (const { level } of logLevels) {
        levels.push(await logs.stats(joinFilters(unlevelled, `level=${level}`), { key }));
        if (mine !== turn) return;
      }
      Object.assign(state, { levels: ref(levels), isLoadingLevels: false });
    } catch (error) {
      if (mine !== turn) return;
      if (state.isByLevel) fail(error);
      else Object.assign(state, { levels: null, isLoadingLevels: false });
    }
  }

  return {
    state,
    load,
    reload: () => load(filter, unlevelled),
    /** If counting is slow, the levels are counted only while this is on. */
    async setByLevel(isByLevel: boolean): Promise<void> {
      state.isByLevel = isByLevel;
      // While the total is loading, its call continues with the levels.
      if (!isByLevel || state.isLoading || state.isLoadingLevels || !state.total || state.levels) return;
      await loadLevels(begin());
    },
    /** Adds logs that arrived later. */
    add(rows: readonly Log[]): void {
      const withRows = (stats: readonly LogStat[], some: readonly Log[]) => [
        ...stats,
        ...some.map(({ created }) => ({ date: created, total: 1 })),
      ];
      const { total, levels } = state;
      if (total) state.total = ref(withRows(total, rows));
      if (levels) {
        state.levels = ref(
          levels.map((stats, at) =>
            withRows(
              stats,
              rows.filter(({ level }) => level === logLevels[at]?.level),
            ),
          ),
        );
      }
    },
    cancel: (): void => void begin(),
  };
}
