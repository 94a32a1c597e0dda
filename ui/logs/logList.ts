// Rows are sorted by `rowid`, the order of storage, newest first. Later pages leave out what is newer than the list.
// Rows that are stored late shift them down, so that pages overlap and miss none; the list drops the rows that it
// knows.

import { proxy, ref } from 'valtio/vanilla';
import { apiAddress, type CallQuery, cancel } from '../backend/client';
import * as logs from '../backend/logs';
import { isEqual } from '../base/equal';
import { refererFor } from '../base/pageAddress';
import { joinFilters } from '../model/filter/filter';
import type { Log } from '../model/log';
import { createPagedList } from '../page/pagedList';
import { isShownInPlace } from '../page/report';
import { addCondition } from './logConditions';
import {
  filterOf,
  isTerm,
  type LogQuery,
  type LogSpan,
  mustScanAll,
  pageSize,
  searchFilter,
  spanOf,
} from './logsQuery';

const rowsOnEitherSide = 20;
/** Ask before a search through more logs than this, or one that took this long. */
const mostScanned = 100_000;
const longestScanMs = 3000;

interface LogListState {
  /** The filter of the rows and the chart; null before the first load. */
  filter: string | null;
  /** The period of the rows; null if an end is open. */
  span: LogSpan | null;
  /** Rises with every load, so that the chart loads too. */
  refreshKey: number;
  /** The filter without its condition on levels. */
  unlevelled: string;
  /**
   * True if the server would have to read the text of very many logs; the search waits for the user's
   * consent.
   */
  isHeld: boolean;
}

export type LogList = ReturnType<typeof createLogList>;

export function createLogList() {
  const list = createPagedList<Log, LogQuery | null>({
    pageSize,
    keyOf: ({ id }) => id,
    fetchPage: (query, page) => {
      if (around !== null) return rowsAround(around);
      return page === 1 ? readFirst(query) : readOlder();
    },
    searchOf: (query) => query?.search ?? '',
    isSilent: isShownInPlace,
  });
  const state = proxy<LogListState>({
    filter: null,
    span: null,
    refreshKey: 0,
    unlevelled: '',
    isHeld: false,
  });
  /** True if a search through the text of all logs is slow; null while unknown. */
  let isCostly: boolean | null = null;
  let mayScanAll = false;
  let opened: LogQuery | null = null;
  let around: string | null = null;
  let filter = '';

  async function readFirst(query: LogQuery | null): Promise<Log[]> {
    const begun = performance.now();
    try {
      return await readPage(1, filter);
    } finally {
      // Also applies if the search was cancelled.
      if (query && mustScanAll(query) && performance.now() - begun > longestScanMs) isCostly = true;
    }
  }

  const readPage = (page: number, wanted: string) =>
    read({ page: String(page), perPage: String(pageSize), filter: wanted || undefined });

  /** Leaves newer rows out. The few that are stored late let pages overlap. */
  async function readOlder(): Promise<Log[]> {
    const { items } = list.state;
    const known = new Set(items.map(({ id }) => id));
    const newest = items.reduce((most, { created }) => (created > most ? created : most), '');
    const wanted = joinFilters(filter, `created<="${newest}"`);
    for (let page = Math.floor(items.length / pageSize) + 1; ; page += 1) {
      const rows = await readPage(page, wanted);
      if (rows.length < pageSize || rows.some(({ id }) => !known.has(id))) return rows;
    }
  }

  async function load(query: LogQuery | null): Promise<void> {
    if (query) {
      const now = Date.now();
      const referer = query.includesAdmins ? '' : refererFor(apiAddress(''));
      filter = filterOf(query, now, referer);
      const unlevelled = filterOf({ ...query, levels: [] }, now, referer);
      Object.assign(state, {
        filter,
        unlevelled,
        span: spanOf(query, now),
        refreshKey: state.refreshKey + 1,
      });
    }
    list.clearSelection();
    await list.load(query);
  }

  async function isTooMuch(query: LogQuery): Promise<boolean> {
    if (mayScanAll || !mustScanAll(query)) return false;
    // The search itself reports any error.
    isCostly ??= await logs.areMoreThan(mostScanned, { key: 'logs_size' }).catch(() => null);
    return isCostly ?? false;
  }

  return {
    list,
    state,
    /** Shows the newest rows; does nothing for the same query. */
    async open(query: LogQuery): Promise<void> {
      if (around === null && isEqual(opened, query)) return;
      opened = query;
      around = null;
      const isHeld = await isTooMuch(query);
      if (opened !== query) return;
      state.isHeld = isHeld;
      if (isHeld) cancel('logs');
      else await load(query);
    },
    /** Shows the rows right before and after a row in time, ignoring the filter. */
    async openAround(id: string): Promise<void> {
      if (around === id) return;
      opened = null;
      around = id;
      state.isHeld = false;
      list.reset();
      await load(null);
    },
    loadMore: list.loadMore,
    async refresh(): Promise<void> {
      if (!state.isHeld && (opened || around !== null)) await load(opened);
    },
    /** Reads all logs, now and until the page closes. */
    async allowScan(): Promise<void> {
      mayScanAll = true;
      state.isHeld = false;
      await load(opened);
    },
    /** Adds rows that arrived later, newest first. */
    putOnTop(rows: readonly Log[]): void {
      const known = new Set(list.state.items.map(({ id }) => id));
      list.state.items = ref([...rows.filter(({ id }) => !known.has(id)), ...list.state.items]);
    },
    narrowed: (search: string, condition: string) =>
      isTerm(search) ? joinFilters(searchFilter(search), condition) : addCondition(search, condition),
    close(): void {
      opened = null;
      around = null;
      list.stop();
      cancel('logs');
      cancel('logs_size');
    },
  };
}

/** Returns the rows right before and after one in time, with it, newest first; empty if it was deleted. */
async function rowsAround(id: string): Promise<Log[]> {
  const [row] = await read({ filter: `id="${id}"`, perPage: '1' });
  if (!row) return [];
  const perPage = String(rowsOnEitherSide);
  const newer = await read({ filter: `created>"${row.created}"`, sort: 'created,rowid', perPage });
  const older = await read({
    filter: `created<="${row.created}"&&id!="${id}"`,
    sort: '-created,-rowid',
    perPage,
  });
  return [...newer.reverse(), row, ...older];
}

async function read(query: CallQuery): Promise<Log[]> {
  return (await logs.list({ page: '1', sort: '-rowid', ...query })).items;
}
