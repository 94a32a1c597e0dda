import * as admins from '../../backend/admins';
import type { CallQuery } from '../../backend/client';
import { isEqual } from '../../base/equal';
import type { Query } from '../../base/hash';
import type { Admin } from '../../model/admin';
import { toFilter } from '../../model/filter/filter';
import { parseSort, printSort, type Sort } from '../../model/sort';
import { createPagedList } from '../../page/pagedList';
import { isShownInPlace } from '../../page/report';

export type AdminList = ReturnType<typeof createAdminList>;

/** All admins that match a search. They are few, so the list is one page. */
export function createAdminList() {
  let opened: AdminsQuery | null = null;
  let current: AbortController | null = null;

  /** A newer load cancels an older one. */
  async function fetchAll(query: AdminsQuery): Promise<readonly Admin[]> {
    current?.abort();
    current = new AbortController();
    const { signal } = current;
    return admins.listAll(listCallOf(query), signal);
  }

  const list = createPagedList<Admin, AdminsQuery>({
    pageSize: Number.POSITIVE_INFINITY,
    keyOf: ({ id }) => id,
    fetchPage: fetchAll,
    searchOf: ({ search }) => search,
    isSilent: isShownInPlace,
  });

  return {
    state: list.state,
    /** Shows the results of the query; does nothing for the same query. */
    async open(query: AdminsQuery): Promise<void> {
      if (isEqual(opened, query)) return;
      opened = query;
      await list.load(query);
    },
    async refresh(): Promise<void> {
      if (opened) await list.load(opened);
    },
    /** Ends the list; its responses are ignored from now on. */
    close(): void {
      opened = null;
      current?.abort();
      list.reset();
    },
  };
}

/** The only names that the server accepts in a filter or a sort of admins. */
export const filterFields: readonly string[] = ['id', 'email', 'created', 'updated'];

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
export function listCallOf({ search, sort }: AdminsQuery): CallQuery {
  return { sort: printSort(sort), filter: toFilter(search, searchColumns) || undefined };
}
