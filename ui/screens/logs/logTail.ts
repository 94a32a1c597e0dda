import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../api/ApiError';
import { cancel } from '../../api/client';
import * as logs from '../../api/logs';
import { joinFilters } from '../../model/filter';
import type { Log } from '../../model/log';
import { whileVisible } from '../../platform/timers';
import { report } from '../../state/report';
import type { LogList } from './logList';
import { boundWithin, newestIds } from './logRowids';
import type { LogStats } from './logStats';

const everyMs = 3000;
const mostAtOnce = 100;
/** The bound is moved on when so many rows lie above it, or after so many calls: the server has less to look at. */
const mostAbove = 30;
const mostCalls = 20;
/** A list that grew all night would fill the memory. */
const mostRows = 5000;
const mostFresh = 500;
const key = 'logs_tail';

export interface LogTailState {
  /** 'lost': the last call came to nothing; it is tried again. */
  status: 'off' | 'live' | 'paused' | 'lost';
  /** Rows that are not shown yet, newest first. */
  fresh: readonly Log[];
  /** More have come than were read. */
  isMore: boolean;
}

export interface LogTail {
  state: LogTailState;
  start(): void;
  stop(): void;
  /** Asks nothing until it is resumed; what has come stays counted. */
  pause(): void;
  resume(): void;
  /** Puts what has come on top of the list. */
  show(): void;
}

/**
 * Asks again and again for rows newer than those that are shown, in the order in which they were stored: by time
 * some would be missed, for rows come up to three seconds late. One call at a time, and none in a hidden tab.
 */
export function createLogTail(shown: LogList, stats: LogStats): LogTail {
  const state = proxy<LogTailState>({ status: 'off', fresh: ref([]), isMore: false });
  /** All rows up to there were stored before the list was read. Null: not known, the newest rows are read. */
  let bound: number | null = null;
  let calls = 0;
  let isBusy = false;
  let readKey = -1;
  let turn = 0;
  let stopTimer: (() => void) | null = null;

  function forget(): void {
    Object.assign(state, { fresh: ref([]), isMore: false });
  }

  async function ask(): Promise<void> {
    const { isLoading, loadError, isLoaded } = shown.list.state;
    if (isBusy || isLoading || loadError || !isLoaded || shown.state.filter === null) return;
    if (readKey !== shown.state.refreshKey) forget();
    readKey = shown.state.refreshKey;
    const mine = turn;
    isBusy = true;
    try {
      await readNewer(mine);
      if (mine === turn) state.status = 'live';
    } catch (error) {
      if (mine !== turn) return;
      if (!(error instanceof ApiError)) report(error);
      else if (!error.isAborted) state.status = 'lost';
    } finally {
      if (mine === turn) isBusy = false;
    }
  }

  async function readNewer(mine: number): Promise<void> {
    const isMoving = bound === null || calls >= mostCalls;
    // Before the rows are read: none can come in between unseen.
    const next = isMoving ? await newestBound() : bound;
    const filter = joinFilters(shown.state.filter ?? '', bound === null ? '' : `rowid>${bound}`);
    const query = { page: '1', perPage: String(mostAtOnce), sort: '-rowid', filter: filter || undefined };
    const { items } = await logs.list(query, { key });
    // Another list has been opened meanwhile.
    if (mine !== turn || readKey !== shown.state.refreshKey) return;
    const known = new Set([...shown.list.state.items, ...state.fresh].map(({ id }) => id));
    const last = items.findIndex(({ id }) => known.has(id));
    const isGap = last < 0 && items.length === mostAtOnce;
    const newer = last < 0 ? items : items.slice(0, last);
    const fresh = isGap ? newer : [...newer, ...state.fresh];
    // The same rows again draw nothing again.
    if (newer.length > 0) state.fresh = ref(fresh.slice(0, mostFresh));
    const isTooLong = shown.list.state.items.length + fresh.length > mostRows;
    if (isGap || isTooLong || fresh.length > mostFresh) state.isMore = true;
    bound = next;
    calls = isMoving ? 0 : calls + 1;
    if (items.length > mostAbove) calls = mostCalls;
  }

  async function newestBound(): Promise<number> {
    const ids = await newestIds(key);
    return ids.length > 0 ? (await boundWithin(ids, key)).rowid : 0;
  }

  function run(): void {
    stopTimer = whileVisible(everyMs, () => void ask());
    void ask();
  }

  function halt(status: 'off' | 'paused'): void {
    turn += 1;
    isBusy = false;
    stopTimer?.();
    stopTimer = null;
    cancel(key);
    state.status = status;
  }

  function resume(): void {
    if (stopTimer) return;
    state.status = 'live';
    run();
  }

  return {
    state,
    start: resume,
    stop() {
      // Those that have come and are not shown count as well.
      if (state.status !== 'off' && !shown.state.isHeld) void stats.reload();
      halt('off');
      forget();
      bound = null;
    },
    pause: () => halt('paused'),
    resume,
    show() {
      const { fresh, isMore } = state;
      const isOfOlderList = readKey !== shown.state.refreshKey;
      forget();
      if (isOfOlderList) return;
      if (isMore) void shown.refresh();
      else {
        shown.putOnTop(fresh);
        stats.add(fresh);
      }
    },
  };
}
