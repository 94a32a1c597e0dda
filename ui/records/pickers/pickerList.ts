import { proxy } from 'valtio/vanilla';
import { refusesFilter } from '../../backend/ApiError';
import type { Collection } from '../../model/collection';
import { joinFilters, toFilter } from '../../model/filter/filter';
import { maxQueryLength, serverQueryLength } from '../../model/queryLength';
import { defaultSort, type ListCall, type ListQuery, searchColumnsOf } from '../../model/recordsQuery';
import { printSort, type Sort } from '../../model/sort';
import * as connection from '../../page/session/connection';
import { createRecordRows, type LengthNotes } from '../recordRows';

const pageSize = 50;

export interface PickerAsked {
  collection: Collection;
  sort: Sort | null;
  /** The typed search; '' lists everything. */
  search: string;
  fields: string;
  /** A filter that holds for all results. */
  only: string;
}

/** The length of the parameters that every call has. */
const reservedLength = '&page=1000000&perPage=50&skipTotal=1'.length;

/** Leaves out the number of the page. If the call is too long, a term is searched in fewer columns. */
export function pickerCallOf(asked: PickerAsked): ListCall {
  const { collection, sort, search, fields, only } = asked;
  const excessOf = (query: ListQuery) => serverQueryLength(query) + reservedLength - maxQueryLength;
  const columns = searchColumnsOf(collection);
  const queryFor = (count: number): ListQuery => {
    const filter = joinFilters(only, toFilter(search, columns.slice(0, count)));
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

export interface PickerOpening extends Pick<PickerAsked, 'fields' | 'only'> {
  collection: Collection;
  search: string;
}

export interface PickerListState extends LengthNotes {
  search: string;
}

export type PickerList = ReturnType<typeof createPickerList>;

interface Options {
  /** Reads more before the first rows are shown. */
  beforeFirst?: (asked: PickerAsked) => Promise<void>;
  /** Called when the first rows are shown. */
  onFirst?: (asked: PickerAsked) => void;
}

let lastKey = 0;

/**
 * The records of a picker, the newest first. Its calls have a key of their own, so that they do not cancel those of
 * the page's list.
 */
export function createPickerList({ beforeFirst, onFirst }: Options = {}) {
  lastKey += 1;
  const key = `records_picker_${lastKey}`;
  const state = proxy<PickerListState>({ search: '', searchError: null, searchNote: null });
  let opened: PickerOpening | null = null;
  let hasFailed = false;
  let stopWaiting: (() => void) | null = null;

  const rows = createRecordRows<PickerAsked>({
    pageSize,
    key,
    callOf: pickerCallOf,
    onChange: (mine) => void Object.assign(state, rows.notesOn(mine)),
    beforeFirst,
    onFirst,
    // The search bar explains a refused filter.
    isSilent: (error, { search }) => refusesFilter(error, search),
  });
  const { list } = rows;

  async function show(opening: PickerOpening): Promise<void> {
    stopWaiting ??= connection.retryOnReturn(() => list.state.loadError !== null, retry);
    opened = opening;
    const { collection, search, fields, only } = opening;
    state.search = search;
    const mine = { collection, sort: defaultSort(collection), search, fields, only };
    hasFailed = false;
    Object.assign(state, rows.notesOn(mine));
    await rows.show(mine);
  }

  async function retry(): Promise<void> {
    if (opened) await show({ ...opened });
  }

  async function loadMore(): Promise<void> {
    const { page } = list.state;
    await list.loadMore();
    hasFailed = list.state.page === page;
  }

  return {
    list,
    state,
    show,
    retry,
    loadMore,
    /** Near the end of the list, loads the next page, unless the last try has failed. */
    async loadMoreUnasked() {
      const { isLoading, isLoadingMore, hasMore } = list.state;
      if (hasMore && !hasFailed && !isLoading && !isLoadingMore) await loadMore();
    },
    close() {
      stopWaiting?.();
      stopWaiting = null;
      opened = null;
      rows.close();
    },
  };
}
