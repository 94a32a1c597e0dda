import type { CallQuery } from '../../../api/client';
import { type EscapeRules, toFilter } from '../../../model/filter';
import { parseSort, printSort, type Sort } from '../../../model/sort';
import type { Query } from '../../../platform/hash';

/** The names that a filter or a sort may hold: the server takes no others. */
export const filterFields: readonly string[] = ['id', 'email', 'created', 'updated'];

/** The admins that the address asks for. */
export interface AdminsQuery {
  /** As it was typed; '' for all. */
  search: string;
  sort: Sort;
}

const newestFirst: Sort = { field: 'created', isDescending: true };
const searchColumns = filterFields.map((name) => ({ name }));

/** Reads an address; a sort that admins cannot have counts as none. */
export function adminsQueryOf({ filter = '', sort = '' }: Query): AdminsQuery {
  const asked = parseSort(sort);
  return { search: filter, sort: asked && filterFields.includes(asked.field) ? asked : newestFirst };
}

/** What the list call asks for, page aside. */
export function listCallOf({ search, sort }: AdminsQuery, rules: EscapeRules): CallQuery {
  return { sort: printSort(sort), filter: toFilter(search, searchColumns, rules) || undefined };
}
