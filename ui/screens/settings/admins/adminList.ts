import { proxy, ref } from 'valtio/vanilla';
import { ApiError, refusesFilter } from '../../../api/ApiError';
import * as admins from '../../../api/admins';
import type { CallQuery } from '../../../api/client';
import type { Admin } from '../../../model/admin';
import { type EscapeRules, toFilter } from '../../../model/filters/filter';
import { parseSort, printSort, type Sort } from '../../../model/sort';
import { isEqual } from '../../../platform/equal';
import type { Query } from '../../../platform/hash';
import * as filterDialect from '../../../state/filterDialect';
import { isShownInPlace, report } from '../../../state/report';

export interface AdminListState {
  /** Replaced as a whole, never mutated. (ref) */
  items: readonly Admin[];
  isLoading: boolean;
  /** True after the first load has ended, with or without an error. */
  isLoaded: boolean;
  /** (ref) */
  loadError: ApiError | null;
  /** A search that the server refused; the server gives no reason. */
  refusedSearch: string | null;
}

export interface AdminList {
  state: AdminListState;
  /** Shows the results of the query; does nothing for the same query. */
  open(query: AdminsQuery): Promise<void>;
  refresh(): Promise<void>;
  /** Ends the list; its responses are ignored from now on. */
  close(): void;
}

/** All admins that match a search. They are few, so the list has no pages. */
export function createAdminList(): AdminList {
  const state = proxy<AdminListState>({
    items: ref([]),
    isLoading: false,
    isLoaded: false,
    loadError: null,
    refusedSearch: null,
  });
  let opened: AdminsQuery | null = null;
  let current: AbortController | null = null;

  /** Keeps the shown rows until the new ones arrive. A newer load cancels an older one. */
  async function load(query: AdminsQuery): Promise<void> {
    current?.abort();
    const mine = new AbortController();
    current = mine;
    state.isLoading = true;
    try {
      const rules = await filterDialect.rulesFor(query.search);
      if (mine !== current) return;
      const items = await admins.listAll(listCallOf(query, rules), mine.signal);
      if (mine !== current) return;
      Object.assign(state, { items: ref(items), isLoaded: true, loadError: null, refusedSearch: null });
    } catch (error) {
      if (mine === current) fail(error, query);
    } finally {
      if (mine === current) state.isLoading = false;
    }
  }

  function fail(error: unknown, { search }: AdminsQuery): void {
    const isCall = error instanceof ApiError;
    report(error, { isSilent: isCall && isShownInPlace(error) });
    if (!isCall || error.isAborted) return;
    Object.assign(state, { items: ref([]), isLoaded: true, loadError: ref(error) });
    state.refusedSearch = refusesFilter(error, search) ? search : null;
  }

  return {
    state,
    async open(query) {
      if (isEqual(opened, query)) return;
      opened = query;
      await load(query);
    },
    async refresh() {
      if (opened) await load(opened);
    },
    close() {
      opened = null;
      current?.abort();
      current = null;
    },
  };
}

/** The only names that the server accepts in a filter or a sort of admins. */
export const filterFields: readonly string[] = ['id', 'email', 'created', 'updated'];

/** The query of the address for a list of admins. */
interface AdminsQuery {
  /** The typed search; '' lists all. */
  search: string;
  sort: Sort;
}

const newestFirst: Sort = { field: 'created', isDescending: true };
const searchColumns = filterFields.map((name) => ({ name }));

/** Reads the query of an address; ignores a sort that admins do not support. */
export function adminsQueryOf({ filter = '', sort = '' }: Query): AdminsQuery {
  const asked = parseSort(sort);
  return { search: filter, sort: asked && filterFields.includes(asked.field) ? asked : newestFirst };
}

/** Builds the parameters of the list call, except the page. */
export function listCallOf({ search, sort }: AdminsQuery, rules: EscapeRules): CallQuery {
  return { sort: printSort(sort), filter: toFilter(search, searchColumns, rules) || undefined };
}
