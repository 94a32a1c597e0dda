import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../api/ApiError';
import { report } from './report';

/**
 * The list pattern: pages of rows for a query, read one after the other.
 *
 *   const list = createPagedList({ pageSize: 40, keyOf: (row) => row.id, fetchPage: (query, page) => ... });
 *   await list.load(query);     // the rows that are shown stay, marked as loading, until the new ones come
 *   await list.loadMore();
 *
 * Promises: only the newest load counts; a failed one keeps its error in the state for the screen to draw;
 * a row that two pages give is shown once; the rows are replaced whole and never changed in place.
 */
export interface PagedListState<Row> {
  items: readonly Row[];
  /** The last page that was read; 0 before the first. */
  page: number;
  isLoading: boolean;
  isLoadingMore: boolean;
  /** False until a load has ended, well or not. */
  isLoaded: boolean;
  hasMore: boolean;
  loadError: ApiError | null;
}

interface Options<Row, Query> {
  pageSize: number;
  keyOf: (row: Row) => string;
  fetchPage: (query: Query, page: number) => Promise<readonly Row[]>;
  /** True when the screen itself says what is wrong, so that no toast repeats it. */
  isSilent?: (error: ApiError, query: Query) => boolean;
}

export interface PagedList<Row, Query> {
  state: PagedListState<Row>;
  load(query: Query): Promise<void>;
  loadMore(): Promise<void>;
  /** Back to the beginning: nothing loaded, nothing shown. */
  reset(): void;
}

export function createPagedList<Row, Query>(options: Options<Row, Query>): PagedList<Row, Query> {
  const { pageSize, keyOf, fetchPage, isSilent } = options;
  const empty = () => ({
    items: ref([]) as readonly Row[],
    page: 0,
    isLoading: false,
    isLoadingMore: false,
    isLoaded: false,
    hasMore: false,
    loadError: null,
  });
  const state = proxy<PagedListState<Row>>(empty()) as PagedListState<Row>;
  let query: Query;
  let turn = 0;

  function show(items: readonly Row[], page: number, received: number): void {
    state.items = ref(items as Row[]);
    state.page = page;
    state.hasMore = received >= pageSize;
    state.loadError = null;
  }

  function fail(error: unknown, mine: number): void {
    if (mine !== turn || (error instanceof ApiError && error.isAborted)) return;
    const known = error instanceof ApiError ? error : null;
    report(error, { isSilent: known !== null && isSilent?.(known, query) === true });
    state.loadError = known === null ? null : ref(known);
  }

  async function load(given: Query): Promise<void> {
    turn += 1;
    const mine = turn;
    query = given;
    state.isLoading = true;
    state.isLoadingMore = false;
    try {
      const rows = await fetchPage(given, 1);
      if (mine === turn) show(rows, 1, rows.length);
    } catch (error) {
      fail(error, mine);
      if (mine === turn) Object.assign(state, { items: ref([]), page: 0, hasMore: false });
    } finally {
      if (mine === turn) Object.assign(state, { isLoading: false, isLoaded: true });
    }
  }

  async function loadMore(): Promise<void> {
    if (state.isLoading || state.isLoadingMore || !state.hasMore) return;
    const mine = turn;
    const page = state.page + 1;
    state.isLoadingMore = true;
    try {
      const rows = await fetchPage(query, page);
      if (mine !== turn) return;
      const known = new Set(state.items.map(keyOf));
      show([...state.items, ...rows.filter((row) => !known.has(keyOf(row)))], page, rows.length);
    } catch (error) {
      if (mine === turn) report(error);
    } finally {
      if (mine === turn) state.isLoadingMore = false;
    }
  }

  function reset(): void {
    turn += 1;
    Object.assign(state, empty());
  }

  return { state, load, loadMore, reset };
}
