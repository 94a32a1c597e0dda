import { proxy } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import { cancel } from '../../../api/client';
import * as records from '../../../api/records';
import type { Collection } from '../../../model/collection';
import type { ListedRecord } from '../../../model/record';
import * as connection from '../../../state/connection';
import * as filterRules from '../../../state/filterRules';
import { createPagedList, type PagedList } from '../../../state/pagedList';
import * as session from '../../../state/session';
import { defaultSort, sortInsteadOf } from '../recordsQuery';
import { type PickerAsked, pageSize, pickerCallOf } from './pickerQuery';

export interface PickerOpening extends Pick<PickerAsked, 'fields' | 'only'> {
  collection: Collection;
  search: string;
}

export interface PickerListState {
  search: string;
  /** What is wrong with the search, in a sentence. */
  searchError: string | null;
  /** The server does not understand it as a filter. */
  isFilterRefused: boolean;
  /** The columns that a term was looked for in, when the call had no room for all. */
  narrowedTo: readonly string[] | null;
}

/** The records that a picker offers, the newest first. It stands beside the list of the page and cancels none of its calls. */
export interface PickerList {
  list: PagedList<ListedRecord, PickerAsked>;
  state: PickerListState;
  show(opening: PickerOpening): Promise<void>;
  /** The first page of what was shown last, again. */
  retry(): Promise<void>;
  loadMore(): Promise<void>;
  /** The end is near: the next page, unless the last try to read one has failed. */
  loadMoreUnasked(): Promise<void>;
  close(): void;
}

interface Options {
  /** What else has to be read before the first rows are shown. */
  beforeFirst?: (asked: PickerAsked) => Promise<void>;
  /** They are shown now. */
  onFirst?: (asked: PickerAsked) => void;
}

let lastKey = 0;

export function createPickerList({ beforeFirst, onFirst }: Options = {}): PickerList {
  lastKey += 1;
  const key = `records_picker_${lastKey}`;
  const state = proxy<PickerListState>({
    search: '',
    searchError: null,
    isFilterRefused: false,
    narrowedTo: null,
  });
  let opened: PickerOpening | null = null;
  let asked: PickerAsked | null = null;
  let hasFailed = false;
  let stopWaiting: (() => void) | null = null;

  const list = createPagedList<ListedRecord, PickerAsked>({
    pageSize,
    keyOf: ({ id }) => id,
    async fetchPage(mine, page) {
      const before = page === 1 ? beforeFirst?.(mine) : undefined;
      const [rows] = await Promise.all([readPage(mine, page), before]);
      if (page === 1 && asked === mine) onFirst?.(mine);
      return rows;
    },
    // The search bar says what is wrong with a filter.
    isSilent: ({ status }, { search }) => status === 400 && search !== '',
  });

  async function readPage(mine: PickerAsked, page: number): Promise<readonly ListedRecord[]> {
    try {
      const query = { ...pickerCallOf(mine).query, page: String(page), perPage: String(pageSize) };
      return (await records.listApart(key, mine.collection.id, query)).items;
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 400;
      const sort = isRefused ? sortInsteadOf(mine.sort, mine.collection) : undefined;
      if (sort === undefined || asked !== mine) throw error;
      mine.sort = sort;
      return readPage(mine, page);
    }
  }

  async function show(opening: PickerOpening): Promise<void> {
    stopWaiting ??= connection.onReturn(() => {
      if (list.state.loadError) void retry();
    });
    opened = opening;
    const { collection, search, fields, only } = opening;
    state.search = search;
    const rules = await filterRules.rulesFor(search);
    if (opened !== opening) return;
    const mine = { collection, sort: defaultSort(collection), search, rules, fields, only };
    asked = mine;
    hasFailed = false;
    const { narrowedTo, excess } = pickerCallOf(mine);
    const searchError = excess > 0 ? `This filter is ${excess} characters too long for the server.` : null;
    Object.assign(state, { narrowedTo, searchError, isFilterRefused: false });
    const isShown = await list.load(mine);
    if (asked !== mine) return;
    state.isFilterRefused = !isShown && list.state.loadError?.status === 400 && search !== '';
    // A guest to whom no row is shown gets an empty list, not a refusal.
    if (isShown && list.state.items.length === 0 && search === '') await session.confirm();
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
    async loadMoreUnasked() {
      const { isLoading, isLoadingMore, hasMore } = list.state;
      if (hasMore && !hasFailed && !isLoading && !isLoadingMore) await loadMore();
    },
    close() {
      stopWaiting?.();
      stopWaiting = null;
      opened = null;
      asked = null;
      cancel(key);
    },
  };
}
