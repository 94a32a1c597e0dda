// Two lanes of calls, so that at most six are under way: logs, two at a time, because each of their calls reads all
// logs of the period; and the rest, four at a time. A call of logs that takes too long is cancelled, and none that
// waits begins: on a server with that many logs, seven of them would slow down the server itself.

import { proxy, ref } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import { ApiError } from '../backend/ApiError';
import { baseOf } from '../backend/addresses';
import { apiAddress } from '../backend/client';
import { adminPath } from '../backend/dialect';
import * as listedRecords from '../backend/listedRecords';
import * as logs from '../backend/logs';
import * as settings from '../backend/settings';
import { createBackupList } from '../backup/list/backupList';
import { printDate } from '../base/dates';
import type { QueryChanges } from '../base/hash';
import { refererFor } from '../base/pageAddress';
import { createPool } from '../base/pool';
import { sumOf } from '../logs/chartPoints';
import { addressOf, filterOf, type LogQuery } from '../logs/logsQuery';
import { type Collection, collectionTypeOf, hasField } from '../model/collection';
import { type Log, type LogStat, logData } from '../model/log';
import type { AllSettings } from '../model/settings';
import * as collections from '../page/collections';
import { perform } from '../page/perform';
import * as preferences from '../page/preferences';
import { isShownInPlace, report, shownReason } from '../page/report';
import { createFindings, noteFacts } from '../rules/findings/findings';
import { type Period, rankOf, type Span, spanOf } from './periods';

interface Values {
  /** All requests by hour, since `loadedFrom` of the span. */
  total: readonly LogStat[];
  /** Those with a status from 400 to 499. */
  refused: readonly LogStat[];
  /** Those with a status of 500 or more. */
  errors: readonly LogStat[];
  /** In milliseconds; null without requests. */
  median: number | null;
  /** 95% of the requests took at most this long. */
  slow: number | null;
  /** The newest first. */
  failing: readonly Log[];
  /** The slowest first. */
  slowest: readonly Log[];
  settings: AllSettings;
}
export type PartName = keyof Values;
type LogPart = Exclude<PartName, 'settings'>;

/** One answer of the server. The old value stays until a new one comes. */
export interface Part<Value> {
  /** `held`: there are too many logs. */
  status: 'waiting' | 'ready' | 'failed' | 'held';
  value: Value | null;
  /** Why it failed; '' without a reason. */
  reason: string;
}

/** The records of a collection. Null while they are not known. */
interface CollectionCount {
  records: number | null;
  /** Those of the last week; null for a view, too. */
  fresh: number | null;
  hasFailed: boolean;
}

interface State {
  span: Span;
  isRunning: boolean;
  /** The logs take so long that parts without a value say so. */
  isSlow: boolean;
  /** Unused: nobody but admins called the server, and it has no records. */
  use: 'unknown' | 'used' | 'unused';
  parts: { [Name in PartName]: Part<Values[Name]> };
  /** By the id of the collection. */
  counts: Record<string, CollectionCount>;
  /** The collections whose records are counted: the pinned ones, then by name; not all if there are many. (ref) */
  shown: readonly Collection[];
}

const logParts: readonly LogPart[] = ['total', 'refused', 'errors', 'median', 'slow', 'failing', 'slowest'];
const allParts: readonly PartName[] = [...logParts, 'settings'];
const logsAtATime = 2;
const othersAtATime = 4;
const longestMs = 3000;
export const mostListed = 200;
const fewCollections = 8;
const weekMs = 7 * 86_400_000;

const isRequest = 'data.type = "request"';
export const searches = {
  failed: 'data.status >= 400',
  refused: 'data.status >= 400 && data.status < 500',
  errors: 'data.status >= 500',
};

const queryOf = (search: string, from: string, to: string): LogQuery => ({
  search: search ? `${isRequest} && ${search}` : isRequest,
  includesAdmins: false,
  levels: [],
  range: { from, to },
});

/** Returns the query of the address of the logs that a figure counts. */
export const logsAddress = ({ from, to }: Pick<Span, 'from' | 'to'>, search = ''): QueryChanges =>
  addressOf(queryOf(search, from, to));

/** The state of the server on one page. It only reads. */
export function createOverview(address = new URL(window.location.href)) {
  const parts = Object.fromEntries(
    allParts.map((name) => [name, { status: 'waiting', value: null, reason: '' }]),
  );
  const state = proxy<State>({
    span: ref(spanOf('24h', Date.now())),
    isRunning: false,
    isSlow: false,
    use: 'unknown',
    parts: parts as State['parts'],
    counts: {},
    shown: ref([]),
  });
  const backups = createBackupList();
  const findings = createFindings(address);
  let run = new AbortController();
  /** Resolves when the calls that do not read logs have ended; later ones wait for it. */
  let others = Promise.resolve();
  let mayTakeLong = false;
  /** Resolves when the total is known, or will not be. */
  let counted = Promise.resolve();

  /** Makes calls that do not read logs, after those before them. */
  function afterOthers(act: () => Promise<unknown>): Promise<void> {
    const { signal } = run;
    others = others.then(async () => {
      if (!signal.aborted) await act();
    });
    return others;
  }

  async function fill<Name extends PartName>(
    name: Name,
    read: (signal: AbortSignal) => Promise<Values[Name]>,
    signal: AbortSignal,
  ): Promise<void> {
    const part = state.parts[name] as Part<Values[Name]>;
    const { signal: mine } = run;
    try {
      const value = await read(signal);
      if (mine.aborted) return;
      const kept = typeof value === 'object' && value !== null ? ref(value) : value;
      Object.assign(part, { status: 'ready', value: kept, reason: '' });
    } catch (error) {
      if (mine.aborted) return;
      const isTooLong = signal.aborted;
      if (!isTooLong) tell(error);
      const reason = error instanceof ApiError && !isTooLong ? shownReason(error) : '';
      Object.assign(part, { status: isTooLong ? 'held' : 'failed', reason });
    }
  }

  /** A part shows its own error, but a refusal (401, 403) is shown in a message, too. */
  function tell(error: unknown): void {
    report(error, { isSilent: error instanceof ApiError && isShownInPlace(error) });
  }

  async function readLogs(names: readonly LogPart[]): Promise<void> {
    const { span } = state;
    const { signal } = run;
    let count = () => {};
    const counting = new Promise<void>((done) => {
      count = done;
    });
    counted = counting;
    state.isSlow = mayTakeLong;
    const slow = setTimeout(() => {
      state.isSlow = true;
    }, longestMs);
    let isTooMuch = false;

    const filter = (search: string, from: string) =>
      filterOf(queryOf(search, from, span.to), span.now, refererFor(apiAddress('')));
    const stats = (search: string) => (limit: AbortSignal) =>
      logs.stats(filter(search, span.loadedFrom), { signal: limit });
    const rows = async (search: string, query: Record<string, string>, limit: AbortSignal) =>
      (await logs.listRequests({ page: '1', ...query, filter: filter(search, span.from) }, { signal: limit }))
        .items;
    const atRank = (share: number) => async (limit: AbortSignal) => {
      const from = span.from.slice(0, 13);
      const total = state.parts.total.value?.filter(({ date }) => date >= from) ?? [];
      const requests = sumOf(total);
      if (requests === 0) return null;
      const query = { page: String(rankOf(requests, share)), perPage: '1', sort: '-data.execTime' };
      const [row] = await rows('', query, limit);
      return row ? Number(logData(row)['execTime']) || 0 : null;
    };
    const perPage = String(mostListed);
    const reads: { [Name in LogPart]: (limit: AbortSignal) => Promise<Values[Name]> } = {
      total: stats(''),
      refused: stats(searches.refused),
      errors: stats(searches.errors),
      median: atRank(0.5),
      slow: atRank(0.05),
      failing: (limit) => rows(searches.failed, { perPage, sort: '-rowid' }, limit),
      slowest: (limit) => rows('', { perPage, sort: '-data.execTime' }, limit),
    };

    async function read(name: LogPart): Promise<void> {
      const part = state.parts[name];
      if (name === 'median' || name === 'slow') await counting;
      if (signal.aborted) return;
      const needsTotal = (name === 'median' || name === 'slow') && state.parts.total.status !== 'ready';
      if (isTooMuch || needsTotal) {
        Object.assign(part, { status: isTooMuch ? 'held' : 'failed', reason: '' });
        return;
      }
      const limit = new AbortController();
      const stop = () => limit.abort();
      signal.addEventListener('abort', stop, { once: true });
      const timer = mayTakeLong
        ? undefined
        : setTimeout(() => {
            isTooMuch = true;
            stop();
          }, longestMs);
      await fill(name, reads[name] as (limit: AbortSignal) => Promise<Values[typeof name]>, limit.signal);
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      if (name === 'total') count();
    }

    for (const name of names) state.parts[name].status = 'waiting';
    if (!names.includes('total')) count();
    await createPool(logsAtATime, signal, read).add(names);
    clearTimeout(slow);
    if (!signal.aborted) state.isSlow = false;
  }

  async function showingWork(work: Promise<unknown>): Promise<void> {
    const mine = run;
    state.isRunning = true;
    await work;
    if (mine === run) state.isRunning = false;
  }

  async function countCollections(all: boolean): Promise<void> {
    const { signal } = run;
    if (!(await areLoaded(signal))) return;
    const known = inOrder(collections.state.all);
    state.shown = ref(all ? known : known.slice(0, fewCollections));
    const since = `created>="${printDate(new Date(state.span.now - weekMs))}"`;
    const wanted = state.shown
      .filter(({ id }) => !all || state.counts[id]?.records === undefined || state.counts[id]?.hasFailed)
      .flatMap((collection) => {
        state.counts[collection.id] ??= { records: null, fresh: null, hasFailed: false };
        Object.assign(state.counts[collection.id] ?? {}, { hasFailed: false });
        const isDated = collectionTypeOf(collection) !== 'view' && hasField(collection, 'created');
        return [
          { collection, key: 'records' as const, filter: '' },
          ...(!isDated ? [] : [{ collection, key: 'fresh' as const, filter: since }]),
        ];
      });
    await createPool<(typeof wanted)[number]>(
      othersAtATime,
      signal,
      async ({ collection: { id }, key, filter }) => {
        const count = state.counts[id];
        if (!count) return;
        try {
          const found = await listedRecords.count(id, filter, { signal });
          if (!signal.aborted) count[key] = found;
        } catch (error) {
          if (signal.aborted) return;
          tell(error);
          count.hasFailed = true;
        }
      },
    ).add(wanted);
  }

  async function readOthers(): Promise<void> {
    const { signal } = run;
    const reading = fill('settings', (limit) => settings.readAll(limit), signal);
    await Promise.all([reading, backups.load()]);
    if (!signal.aborted) await countCollections(false);
    if (!signal.aborted && state.use !== 'used') await judgeUse();
    if (signal.aborted) return;
    const { status, value } = state.parts.settings;
    await noteFacts(findings, {
      ...(status === 'ready' && value && { settings: { value } }),
      ...(backups.state.isLoaded &&
        backups.state.loadError === null && { backups: { value: backups.state.items } }),
    });
  }

  /** The sign-in of an admin is no call of an app, but the server logs it as a guest's. */
  async function judgeUse(): Promise<void> {
    const { signal } = run;
    const { loadedFrom, to, now } = state.span;
    const hasRecords = Object.values(state.counts).some(({ records }) => records !== 0);
    if (!hasRecords) await counted;
    if (signal.aborted) return;
    const signIn = adminPath('').replace(/\/$/, '');
    const byApps = queryOf(`data.url !~ "/api/${signIn}%" && data.url !~ "/api/health%"`, loadedFrom, to);
    const filter = filterOf(byApps, now, refererFor(apiAddress('')));
    const isCalled = async () =>
      (await logs.listRequests({ page: '1', perPage: '1', filter }, { signal })).items.length > 0;
    const hasTotal = state.parts.total.status === 'ready';
    const isUsed =
      hasRecords || !hasTotal || !collections.state.isLoaded || (await isCalled().catch(() => true));
    if (!signal.aborted) state.use = isUsed ? 'used' : 'unused';
  }

  /** Reads everything again. The old values stay until the new ones come. */
  async function refresh(): Promise<void> {
    stop();
    run = new AbortController();
    state.span = ref(spanOf(state.span.period, Date.now()));
    for (const name of allParts) state.parts[name].status = 'waiting';
    others = Promise.resolve();
    await showingWork(Promise.all([readLogs(logParts), afterOthers(readOthers)]));
  }

  function stop(): void {
    run.abort();
    backups.close();
    findings.close();
    state.isRunning = false;
  }

  const unread = () => logParts.filter((name) => state.parts[name].status !== 'ready');

  return {
    state,
    backups,
    findings,
    refresh,
    /** Cancels all calls. */
    close: stop,

    /** Reads the logs of another period, or everything at first. */
    async open(period: Period): Promise<void> {
      mayTakeLong = false;
      for (const name of logParts) if (state.span.period !== period) state.parts[name].value = null;
      state.span = ref(spanOf(period, Date.now()));
      await refresh();
    },

    /** Reads the logs that are missing. */
    retryLogs: () => showingWork(readLogs(unread())),

    /** Reads the logs that are missing, however long it takes. */
    async allowLong(): Promise<void> {
      mayTakeLong = true;
      await showingWork(readLogs(unread()));
    },

    retrySettings: () =>
      afterOthers(() => fill('settings', (signal) => settings.readAll(signal), run.signal)),
    retryBackups: () => afterOthers(backups.load),
    retryFindings: () => afterOthers(() => noteFacts(findings)),
    /** Runs all checks of the findings, with the counts of records that some of them need. */
    countAsGuest: () => afterOthers(findings.load),
    retryCounts: () => afterOthers(() => countCollections(state.shown.length > fewCollections)),
    /** Counts the records of all collections that are not counted yet. */
    countAll: () => afterOthers(() => countCollections(true)),

    hasFailed: () =>
      allParts.some((name) => state.parts[name].status === 'failed') || backups.state.loadError !== null,

    /** The address that an app connects to. */
    serverAddress: () => baseOf(apiAddress('')),

    /** Sends the two values that turn on automatic backups. */
    async turnOnBackups(): Promise<void> {
      await perform({
        what: 'turn on automatic backups',
        verb: 'turn them on',
        run: () => settings.update('backups', { backups: { cron: '0 0 * * *', cronMaxKeep: 7 } }),
        done: 'Automatic backups are on.',
      });
      await afterOthers(() => fill('settings', (signal) => settings.readAll(signal), run.signal));
    },
  };
}

export type Overview = ReturnType<typeof createOverview>;

/** The pinned ones first, as in the sidebar, then by name. */
function inOrder(all: readonly Collection[]): Collection[] {
  const { pinnedCollections: pinned } = preferences.state;
  const rank = ({ id }: Collection) => (pinned.includes(id) ? pinned.indexOf(id) : pinned.length);
  return [...all].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'));
}

/** Waits for the collections of the page. False if they could not be read. */
function areLoaded(signal: AbortSignal): Promise<boolean> {
  return new Promise((done) => {
    const { state } = collections;
    const check = () => {
      if (!state.isLoaded && !state.loadError && !signal.aborted) return;
      for (const stop of stops) stop();
      signal.removeEventListener('abort', check);
      done(state.isLoaded && !signal.aborted);
    };
    const stops = [subscribeKey(state, 'isLoaded', check), subscribeKey(state, 'loadError', check)];
    signal.addEventListener('abort', check);
    check();
  });
}
