import { proxy } from 'valtio/vanilla';
import { cancel } from '../../../api/client';
import * as records from '../../../api/records';
import type { Collection } from '../../../model/collection';
import type { ListedRecord } from '../../../model/record';
import * as connection from '../../../state/connection';
import * as filterRules from '../../../state/filterRules';
import { createPagedList, type PagedList } from '../../../state/pagedList';
import * as queryLimit from '../../../state/queryLimit';
import * as session from '../../../state/session';
import { type LengthNotes, lengthNotes, readRows } from '../readRows';
import { defaultSort, type ListCall } from '../recordsQuery';
import { type PickerAsked, pageSize, pickerCallOf } from './pickerQuery';

export interface PickerOpening extends Pick<PickerAsked, 'fields' | 'only'> {
  collection: Collection;
  search: string;
}

export interface PickerListState extends LengthNotes {
  search: string;
  /** The server does not understand it as a filter. */
  isFilterRefused: boolean;
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

  function readPage(mine: PickerAsked, page: number): Promise<readonly ListedRecord[]> {
    return readRows(mine, {
      call: () => callFor(mine),
      async read(query) {
        const call = { ...query, page: String(page), perPage: String(pageSize) };
        return (await records.listApart(key, mine.collection.id, call)).items;
      },
      isWanted: () => asked === mine,
      onChange: () => void Object.assign(state, lengthNotes(callFor(mine))),
    });
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
    Object.assign(state, { ...lengthNotes(callFor(mine)), isFilterRefused: false });
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

function callFor(asked: PickerAsked): ListCall {
  return pickerCallOf(asked, queryLimit.current());
}
