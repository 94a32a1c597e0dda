import { proxy, ref } from 'valtio/vanilla';
import { apiAddress, cancel } from '../../api/client';
import * as logs from '../../api/logs';
import { joinFilters } from '../../model/filters/filter';
import type { Log } from '../../model/log';
import { isEqual } from '../../platform/equal';
import { refererFor } from '../../platform/pageAddress';
import * as filterDialect from '../../state/filterDialect';
import { createPagedList, type PagedList } from '../../state/lists/pagedList';
import { isShownInPlace } from '../../state/report';
import { addCondition } from './logConditions';
import { boundWithin, rowsAround } from './logRowids';
import {
  filterOf,
  isTerm,
  type LogQuery,
  type LogSpan,
  mustScanAll,
  pageSize,
  searchFilter,
  spanOf,
  textForRules,
} from './logsQuery';

const rowsOnEitherSide = 20;
/** Ask before a search through more logs than this, or one that took this long. */
const mostScanned = 100_000;
const longestScanMs = 3000;

export interface LogListState {
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

export interface LogList {
  list: PagedList<Log, LogQuery | null>;
  state: LogListState;
  /** Shows the newest rows; does nothing for the same query. */
  open(query: LogQuery): Promise<void>;
  /** Shows the rows stored right before and after a row, ignoring the filter. */
  openAround(id: string): Promise<void>;
  loadMore(): Promise<void>;
  refresh(): Promise<void>;
  /** Reads all logs, now and until the page closes. */
  allowScan(): Promise<void>;
  /** Adds rows that arrived later, newest first. */
  putOnTop(rows: readonly Log[]): void;
  /** Returns the search with the condition added. */
  narrowed(search: string, condition: string): Promise<string>;
  /** Cancels all requests. */
  close(): void;
}

/** The start of later pages: rows that arrive meanwhile are above it and shift nothing. */
interface Frozen {
  rowid: number;
  /** The newest row that is certainly below it. */
  firstId: string;
  /** The number of rows before that one that may be below it too. */
  unsure: number;
}

/** The logs in pages that do not shift when new ones arrive. */
export function createLogList(): LogList {
  const list = createPagedList<Log, LogQuery | null>({
    pageSize,
    keyOf: ({ id }) => id,
    fetchPage: (query, page) => {
      if (around !== null) return rowsAround(around, rowsOnEitherSide);
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
  /** Null while unknown. */
  let isCostly: boolean | null = null;
  let mayScanAll = false;
  let opened: LogQuery | null = null;
  let around: string | null = null;
  let filter = '';
  let frozen: Frozen | null = null;

  async function read(wanted: string, page: number, perPage: number): Promise<Log[]> {
    const query = {
      page: String(page),
      perPage: String(perPage),
      sort: '-rowid',
      filter: wanted || undefined,
    };
    return (await logs.list(query)).items;
  }

  async function readFirst(query: LogQuery | null): Promise<Log[]> {
    const begun = performance.now();
    try {
      return await read(filter, 1, pageSize);
    } finally {
      // Also applies if the search was cancelled.
      if (query && mustScanAll(query) && performance.now() - begun > longestScanMs) isCostly = true;
    }
  }

  async function readOlder(): Promise<Log[]> {
    const { items } = list.state;
    frozen ??= await freeze(items);
    const { rowid, firstId, unsure } = frozen;
    const known = new Set(items.map(({ id }) => id));
    const skipped = items.length - items.findIndex(({ id }) => id === firstId);
    const { page, perPage, first } = pageWith(skipped, pageSize + unsure);
    const rows = await read(joinFilters(filter, `rowid<=${rowid}`), page, perPage);
    return rows
      .slice(first)
      .filter(({ id }) => !known.has(id))
      .slice(0, pageSize);
  }

  async function load(query: LogQuery | null): Promise<void> {
    if (query) {
      const { search } = query;
      const rules = await filterDialect.rulesFor(textForRules(search));
      if (opened !== query) return;
      const now = Date.now();
      const referer = query.includesAdmins ? '' : refererFor(apiAddress(''));
      filter = filterOf(query, rules, now, referer);
      const unlevelled = filterOf({ ...query, levels: [] }, rules, now, referer);
      Object.assign(state, {
        filter,
        unlevelled,
        span: spanOf(query, now),
        refreshKey: state.refreshKey + 1,
      });
    }
    frozen = null;
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
    async open(query) {
      if (around === null && isEqual(opened, query)) return;
      opened = query;
      around = null;
      const isHeld = await isTooMuch(query);
      if (opened !== query) return;
      state.isHeld = isHeld;
      if (isHeld) cancel('logs');
      else await load(query);
    },
    async openAround(id) {
      if (around === id) return;
      opened = null;
      around = id;
      state.isHeld = false;
      list.reset();
      await load(null);
    },
    loadMore: list.loadMore,
    async refresh() {
      if (!state.isHeld && (opened || around !== null)) await load(opened);
    },
    async allowScan() {
      mayScanAll = true;
      state.isHeld = false;
      await load(opened);
    },
    putOnTop(rows) {
      const known = new Set(list.state.items.map(({ id }) => id));
      list.state.items = ref([...rows.filter(({ id }) => !known.has(id)), ...list.state.items]);
    },
    async narrowed(search, condition) {
      if (!isTerm(search)) return addCondition(search, condition);
      const rules = await filterDialect.rulesFor(textForRules(search));
      return joinFilters(searchFilter(search, rules), condition);
    },
    close() {
      opened = null;
      around = null;
      list.stop();
      cancel('logs');
      cancel('logs_size');
    },
  };
}

async function freeze(items: readonly Log[]): Promise<Frozen> {
  const { rowid, above, below } = await boundWithin(
    items.map(({ id }) => id),
    { key: 'logs' },
  );
  return { rowid, firstId: items[below]?.id ?? '', unsure: below - above };
}

/**
 * Returns a page that contains `count` rows from this place on, and the place of the first one in it. Pages
 * start at multiples of their size.
 */
export function pageWith(place: number, count: number): { page: number; perPage: number; first: number } {
  let perPage = count;
  while (perPage - (place % perPage) < count) perPage += 1;
  return { page: Math.floor(place / perPage) + 1, perPage, first: place % perPage };
}
