import type { Collection } from '../../../model/collection';
import { type EscapeRules, joinFilters, toFilter } from '../../../model/filter';
import { serverQueryLength } from '../../../model/queryLength';
import { printSort, type Sort } from '../../../model/sort';
import { type ListCall, type ListQuery, searchColumnsOf } from '../recordsQuery';

export const pageSize = 50;

/** What a picker's list is asked for. */
export interface PickerAsked {
  collection: Collection;
  sort: Sort | null;
  /** As it was typed; '' for everything. */
  search: string;
  rules: EscapeRules;
  /** What of each record is read. */
  fields: string;
  /** A filter that all records must fit besides. */
  only: string;
}

/** Room for what every call adds. */
const reservedLength = '&page=1000000&perPage=50&skipTotal=1'.length;

/** The list call, page aside. One that would be longer than `maxLength` looks for a term in fewer columns. */
export function pickerCallOf(asked: PickerAsked, maxLength: number): ListCall {
  const { collection, sort, search, rules, fields, only } = asked;
  const excessOf = (query: ListQuery) => serverQueryLength(query) + reservedLength - maxLength;
  const columns = searchColumnsOf(collection);
  const queryFor = (count: number): ListQuery => {
    const filter = joinFilters(only, toFilter(search, columns.slice(0, count), rules));
    return { ...(sort && { sort: printSort(sort) }), ...(filter && { filter }), fields };
  };
  for (let count = columns.length; count > 0; count--) {
    const query = queryFor(count);
    if (excessOf(query) > 0) continue;
    const isNarrowed = count < columns.length;
    return {
      query,
      narrowedTo: isNarrowed ? columns.slice(0, count).map(({ name }) => name) : null,
      excess: 0,
    };
  }
  const shortest = queryFor(1);
  return { query: shortest, narrowedTo: null, excess: excessOf(shortest) };
}
