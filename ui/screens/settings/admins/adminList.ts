import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import * as accounts from '../../../api/adminAccounts';
import type { Admin } from '../../../model/admin';
import { isEqual } from '../../../platform/equal';
import * as filterRules from '../../../state/filterRules';
import { isShownInPlace, report } from '../../../state/report';
import { type AdminsQuery, listCallOf } from './adminsQuery';

export interface AdminListState {
  /** Replaced whole, never changed in place. (ref) */
  items: readonly Admin[];
  isLoading: boolean;
  /** False until a load has come to its end, well or not. */
  isLoaded: boolean;
  /** (ref) */
  loadError: ApiError | null;
  /** The search that the server did not take; it does not say why. */
  refusedSearch: string | null;
}

export interface AdminList {
  state: AdminListState;
  /** Shows what is found; the same query again does nothing. */
  open(query: AdminsQuery): Promise<void>;
  refresh(): Promise<void>;
  /** Nobody waits for an answer any more. */
  close(): void;
}

/** All admins that a search finds: there are few, so they come without pages. */
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

  /** The rows that are shown stay until the new ones come; only the newest load counts. */
  async function load(query: AdminsQuery): Promise<void> {
    current?.abort();
    const mine = new AbortController();
    current = mine;
    state.isLoading = true;
    try {
      const rules = await filterRules.rulesFor(query.search);
      if (mine !== current) return;
      const items = await accounts.listAll(listCallOf(query, rules), mine.signal);
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
    const isRefused = error.status === 400 && search !== '';
    Object.assign(state, { items: ref([]), isLoaded: true, loadError: ref(error) });
    state.refusedSearch = isRefused ? search : null;
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
