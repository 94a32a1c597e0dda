import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../api/ApiError';
import { cancel } from '../../api/client';
import * as logs from '../../api/logs';
import { joinFilters } from '../../model/filter';
import { type Log, type LogStat, logLevels } from '../../model/log';
import { report } from '../../state/report';

export interface LogStatsState {
  /** Null while unknown. What was shown stays until what is loading has come. */
  total: readonly LogStat[] | null;
  /** For each of the known levels, whichever of them are shown; null until all of them have come. */
  levels: readonly (readonly LogStat[])[] | null;
  isByLevel: boolean;
  isLoading: boolean;
  isLoadingLevels: boolean;
  hasFailed: boolean;
}

export interface LogStats {
  state: LogStatsState;
  /** Counts the logs that fit, then those of each level, whichever are shown; a newer call ends the older one. */
  load(filter: string, unlevelled?: string): Promise<void>;
  /** The same again. */
  reload(): Promise<void>;
  /** Where counting takes long, the levels are counted only for this. */
  setByLevel(isByLevel: boolean): Promise<void>;
  /** Logs that have come since. */
  add(logs: readonly Log[]): void;
  cancel(): void;
}

const key = 'log_stats';
/** A server that took longer to count all of them is not asked four times more for the sake of a small number. */
const quickMs = 1000;

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
    // The list says what is wrong with the filter.
    const isSilent = error instanceof ApiError && error.status === 400 && filter !== '';
    if (!isSilent) console.warn('The logs could not be counted.', error);
    report(error, { isSilent });
    Object.assign(state, { total: null, levels: null, hasFailed: !isSilent });
  }

  async function load(given: string, givenUnlevelled = given): Promise<void> {
    const mine = begin();
    // Those of a filter that differs only in the levels are still right.
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

  /** The server has no statistics by level. One after the other: each of them reads all the logs that fit. */
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
    async setByLevel(isByLevel) {
      state.isByLevel = isByLevel;
      // Before the total is there, its call goes on to the levels by itself.
      if (!isByLevel || state.isLoading || state.isLoadingLevels || !state.total || state.levels) return;
      await loadLevels(begin());
    },
    add(rows) {
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
    cancel: () => void begin(),
  };
}
