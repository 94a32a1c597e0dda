// A valtio proxy over 10,000 rows takes nearly a second. So arrays of rows are replaced whole, inside `ref()`;
// selection and flags are proxies.

import { proxy, ref } from 'valtio/vanilla';
import { ApiError, isWithoutAnswer, refusesFilter } from '../backend/ApiError';
import { isEqual } from '../base/equal';
import { toggledKeys } from '../base/toggledKeys';
import { report } from './report';
import * as session from './session/session';

/**
 * A list whose pages of rows are read one after the other for a query.
 *
 *   const list = createPagedList({ pageSize: 40, keyOf: (row) => row.id, fetchPage: (query, page) => ... });
 *   await list.load(query);     // the rows that are shown stay, marked as loading, until the new ones come
 *   await list.loadMore();
 *
 * Guarantees: only the newest load counts. A failed load keeps its error in the state for the screen, and empties the
 * list; without an answer, the rows of the same query stay. A cancelled load leaves the list unchanged. A load of
 * the first page that the end of the session cancelled is repeated after the next sign-in, unless the list was stopped.
 * A row in two pages is shown once. The rows are replaced as a whole and never changed in place. Only loaded rows are
 * selected.
 */
interface PagedListState<Row> {
  items: readonly Row[];
  /** The last loaded page; 0 before the first. */
  page: number;
  isLoading: boolean;
  isLoadingMore: boolean;
  /** True while all remaining rows load. `isLoadingMore` is true too, and a little longer after a stop. */
  isLoadingAll: boolean;
  /** False until a load has ended, with or without success. */
  isLoaded: boolean;
  hasMore: boolean;
  loadError: ApiError | null;
  /** The search that the server refused, until the next load ends. */
  refusedSearch: string | null;
  /** Keys of selected loaded rows. Replaced as a whole, like the rows. */
  selected: ReadonlySet<string>;
}

/** True while the shown rows may be outdated: until a load ends, and after one without an answer. */
export const areOld = (
  list: Pick<PagedListState<unknown>, 'isLoaded' | 'isLoading'> & { loadError: object | null },
): boolean => list.isLoaded && (list.isLoading || list.loadError !== null);

/** The server's maximum number of rows per page. */
const maxPerPage = 500;
/** More rows than a user reads; the tab must not run out of memory. */
const mostLoadedAtOnce = 100_000;

interface Options<Row, Query> {
  pageSize: number;
  keyOf: (row: Row) => string;
  fetchPage: (query: Query, page: number, perPage: number) => Promise<readonly Row[]>;
  /** Returns the search text of a query; '' for none. */
  searchOf?: (query: Query) => string;
  /** True when the screen itself shows the error, so that no toast repeats it. */
  isSilent?: (error: ApiError, query: Query) => boolean;
}

export type PagedList<Row, Query> = ReturnType<typeof createPagedList<Row, Query>>;

export function createPagedList<Row, Query>(options: Options<Row, Query>) {
  const { pageSize, keyOf, fetchPage, searchOf = () => '', isSilent } = options;
  const pagesAtMost = Math.floor(maxPerPage / pageSize);
  const empty = () => ({
    items: ref([]) as readonly Row[],
    page: 0,
    isLoading: false,
    isLoadingMore: false,
    isLoadingAll: false,
    isLoaded: false,
    hasMore: false,
    loadError: null,
    refusedSearch: null,
    selected: ref(new Set<string>()) as ReadonlySet<string>,
  });
  const state = proxy<PagedListState<Row>>(empty()) as PagedListState<Row>;
  let query: Query;
  /** The query whose rows are shown. */
  let shown: Query | undefined;
  let turn = 0;
  let lastToggled: string | null = null;

  function select(keys: Iterable<string>): void {
    state.selected = ref(new Set(keys));
  }

  function show(items: readonly Row[], page: number, received: number): void {
    shown = query;
    state.items = ref(items as Row[]);
    state.page = page;
    state.hasMore = received >= pageSize;
    state.isLoaded = true;
    state.loadError = null;
    state.refusedSearch = null;
    if (state.selected.size > 0) select(items.map(keyOf).filter((key) => state.selected.has(key)));
  }

  function fail(error: unknown): void {
    report(error, { isSilent: error instanceof ApiError && isSilent?.(error, query) === true });
    // A cancelled request or a bug of this page says nothing about the rows.
    if (!(error instanceof ApiError) || error.isAborted) return;
    const search = searchOf(query);
    const refusedSearch = refusesFilter(error, search) ? search : null;
    Object.assign(state, { isLoaded: true, loadError: ref(error), refusedSearch });
    if (isWithoutAnswer(error) && isEqual(query, shown)) return;
    Object.assign(state, { items: ref([]), page: 0, hasMore: false });
    clearSelection();
  }

  /** Ends the loads before it, and returns the turn of a new one. */
  function begin(isLoading = true): number {
    Object.assign(state, { isLoading, isLoadingMore: false, isLoadingAll: false });
    turn += 1;
    return turn;
  }

  /** Returns true when its rows have arrived and are shown. */
  async function load(given: Query): Promise<boolean> {
    const mine = begin();
    query = given;
    try {
      const rows = await fetchPage(given, 1, pageSize);
      if (mine !== turn) return false;
      show(rows, 1, rows.length);
      return true;
    } catch (error) {
      if (mine !== turn) return false;
      fail(error);
      if (session.isSignedIn() || !(error instanceof ApiError && error.isAborted)) return false;
      await session.signedIn();
      return mine === turn && load(given);
    } finally {
      if (mine === turn) state.isLoading = false;
    }
  }

  /** Loads more with `pagesAtOnce` pages per request while `goesOn` returns true. */
  async function readOn(pagesAtOnce: number, goesOn: () => boolean): Promise<void> {
    const mine = turn;
    state.isLoadingMore = true;
    try {
      do {
        // With a different page size, the first page may contain rows that are loaded already.
        const before = Math.floor(state.page / pagesAtOnce);
        const perPage = pagesAtOnce * pageSize;
        const rows = await fetchPage(query, before + 1, perPage);
        if (mine !== turn) return;
        const known = new Set(state.items.map(keyOf));
        const items = [...state.items, ...rows.filter((row) => !known.has(keyOf(row)))];
        show(items, (before + 1) * pagesAtOnce, rows.length >= perPage ? pageSize : 0);
      } while (state.hasMore && goesOn());
    } catch (error) {
      if (mine === turn) report(error);
    } finally {
      if (mine === turn) Object.assign(state, { isLoadingMore: false, isLoadingAll: false });
    }
  }

  async function loadMore(): Promise<void> {
    if (state.isLoading || state.isLoadingMore || !state.hasMore) return;
    await readOn(1, () => false);
  }

  /**
   * Loads all further rows in as few requests as possible, at most 100,000. A failure keeps the rows that
   * have arrived.
   */
  async function loadAll(): Promise<void> {
    if (state.isLoading || state.isLoadingMore || !state.hasMore) return;
    state.isLoadingAll = true;
    const most = state.items.length + mostLoadedAtOnce;
    await readOn(pagesAtMost, () => state.isLoadingAll && state.items.length < most);
  }

  /** Sends no further request; the rows of a running request are still shown. */
  function stopLoadingAll(): void {
    state.isLoadingAll = false;
  }

  /**
   * Reads the loaded rows again in as few requests as possible. Rows, page and selection stay until the
   * response.
   */
  async function reload(): Promise<void> {
    if (state.page === 0) return;
    const mine = begin();
    const pages = state.page;
    const wanted = pages * pageSize;
    const perPage = Math.min(wanted, pagesAtMost * pageSize);
    try {
      const rows: Row[] = [];
      for (let page = 1; rows.length < wanted; page++) {
        const received = await fetchPage(query, page, perPage);
        if (mine !== turn) return;
        rows.push(...received);
        if (received.length < perPage) break;
      }
      const known = new Map(rows.slice(0, wanted).map((row) => [keyOf(row), row]));
      show([...known.values()], pages, rows.length >= wanted ? pageSize : 0);
    } catch (error) {
      if (mine === turn) fail(error);
    } finally {
      if (mine === turn) state.isLoading = false;
    }
  }

  function replace(row: Row): void {
    const key = keyOf(row);
    state.items = ref(state.items.map((item) => (keyOf(item) === key ? row : item)));
  }

  /** Toggles a row. `isRange`: sets all rows from the last toggled row to this one to the same state. */
  function toggle(key: string, { isRange = false } = {}): void {
    const from = isRange ? lastToggled : null;
    state.selected = ref(toggledKeys(state.selected, key, { keys: state.items.map(keyOf), from }));
    lastToggled = key;
  }

  /** Selects all loaded rows, or none when all are selected already. */
  function toggleAll(): void {
    const isAll = state.selected.size === state.items.length;
    select(isAll ? [] : state.items.map(keyOf));
    lastToggled = null;
  }

  function selectOnly(keys: readonly string[]): void {
    const loaded = new Set(state.items.map(keyOf));
    select(keys.filter((key) => loaded.has(key)));
    lastToggled = null;
  }

  const clearSelection = () => selectOnly([]);

  function reset(): void {
    turn += 1;
    Object.assign(state, empty());
  }

  return {
    state,
    load,
    loadMore,
    loadAll,
    stopLoadingAll,
    reload,
    replace,
    toggle,
    toggleAll,
    /** Selects the loaded rows among these keys, and no others. */
    select: selectOnly,
    clearSelection,
    /** Ends all loads: their responses are ignored. The rows stay. */
    stop: (): void => void begin(false),
    reset,
  };
}
