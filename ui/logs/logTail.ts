import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../backend/ApiError';
import { cancel } from '../backend/client';
import * as logs from '../backend/logs';
import { parseDate, printDate } from '../base/dates';
import { whileVisible } from '../base/timers';
import { joinFilters } from '../model/filter/filter';
import type { Log } from '../model/log';
import { report } from '../page/report';
import type { LogList } from './logList';
import type { LogStats } from './logStats';

const everyMs = 3000;
const mostAtOnce = 100;
/** After this many newer rows or calls, `bound` moves to a later time, so that the server sends and scans less. */
const mostAbove = 30;
const mostCalls = 20;
/** The server stores rows up to three seconds late; the rest is a reserve. */
const lateMs = 10_000;
/** Limits the memory of a list that grows all night. */
const mostRows = 5000;
const mostFresh = 500;
const key = 'logs_tail';
const background = { key, isBackground: true };

interface LogTailState {
  /** 'lost': the last call failed; it is repeated. */
  status: 'off' | 'live' | 'paused' | 'lost';
  /** Rows that are not shown yet, newest first. */
  fresh: readonly Log[];
  /** True if more rows arrived than were read. */
  isMore: boolean;
}

export type LogTail = ReturnType<typeof createLogTail>;

/** Polls for rows newer than those shown. Sends one call at a time, and none in a hidden tab. */
export function createLogTail(shown: LogList, stats: LogStats) {
  const state = proxy<LogTailState>({ status: 'off', fresh: ref([]), isMore: false });
  /** New rows are not older than this time. Null: unknown, so the newest rows are read. */
  let bound: string | null = null;
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
    // The next bound is found before the rows are read, so that no row is missed in between.
    const next = isMoving ? await newestBound() : bound;
    const filter = joinFilters(bound === null ? '' : `created>="${bound}"`, shown.state.filter ?? '');
    const query = { page: '1', perPage: String(mostAtOnce), sort: '-rowid', filter: filter || undefined };
    const { items } = await logs.list(query, background);
    // Another list was opened meanwhile.
    if (mine !== turn || readKey !== shown.state.refreshKey) return;
    const known = new Set([...shown.list.state.items, ...state.fresh].map(({ id }) => id));
    const last = items.findIndex(({ id }) => known.has(id));
    const isGap = last < 0 && items.length === mostAtOnce;
    const newer = last < 0 ? items : items.slice(0, last);
    const fresh = isGap ? newer : [...newer, ...state.fresh];
    // Without new rows nothing needs to render.
    if (newer.length > 0) state.fresh = ref(fresh.slice(0, mostFresh));
    const isTooLong = shown.list.state.items.length + fresh.length > mostRows;
    if (isGap || isTooLong || fresh.length > mostFresh) state.isMore = true;
    bound = next;
    calls = isMoving ? 0 : calls + 1;
    if (items.length > mostAbove) calls = mostCalls;
  }

  async function newestBound(): Promise<string | null> {
    const query = { page: '1', perPage: '1', sort: '-rowid', fields: 'id,created,level,message:excerpt(1)' };
    const [newest] = (await logs.list(query, background)).items;
    const at = parseDate(newest?.created ?? '');
    return at && printDate(new Date(at.getTime() - lateMs));
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
    stop(): void {
      // The counts also include the rows that arrived and are not shown.
      if (state.status !== 'off' && !shown.state.isHeld) void stats.reload();
      halt('off');
      forget();
      bound = null;
    },
    /** Stops all requests until `resume`; rows that arrived stay counted. */
    pause: (): void => halt('paused'),
    resume,
    /** Adds the rows that arrived to the top of the list. */
    show(): void {
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
