import { proxy } from 'valtio/vanilla';
import { ApiError } from '../../api/ApiError';
import { cancel } from '../../api/client';
import * as files from '../../api/files';
import * as records from '../../api/records';
import { type Collection, collectionTypeOf, hasProtectedFile } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import type { Sort } from '../../model/sort';
import * as collections from '../../state/collections';
import * as fileToken from '../../state/fileToken';
import { createPagedList, type PagedListState } from '../../state/pagedList';
import { report } from '../../state/report';
import * as session from '../../state/session';
import { askedSort, defaultSort, listQueryOf, pageSize } from './recordsQuery';

/** A list as the address asks for it. */
interface Wanted {
  collection: Collection;
  sort: Sort | null;
  isDefaultSort: boolean;
}

export interface RecordListState {
  /** The collection whose rows are shown or on their way; '' before the first. */
  collectionId: string;
  sort: Sort | null;
  /** Null while unknown. */
  total: number | null;
  hasCountFailed: boolean;
  /** Opens protected files; '' while there is none. */
  fileToken: string;
}

export interface RecordList {
  rows: PagedListState<ListedRecord>;
  state: RecordListState;
  /** Shows the first page of a collection; `sort` as it stands in the address. */
  open(collection: Collection, sort: string | undefined): Promise<void>;
  loadMore(): Promise<void>;
  /** The first page and the count again. */
  refresh(): Promise<void>;
  /** A file that needs a token did not load: the token may have run out. */
  renewFileToken(): Promise<void>;
  /** The address of a file of a row, or of its small picture. */
  fileAddress(
    record: ListedRecord,
    name: string,
    options?: { thumb?: string; isProtected?: boolean },
  ): string;
  /** The screen goes: nobody waits for its answers any more. */
  close(): void;
}

/** The records of one collection, in pages, with their count beside them. */
export function createRecordList(): RecordList {
  const list = createPagedList<ListedRecord, Wanted>({
    pageSize,
    keyOf: ({ id }) => id,
    fetchPage: fetchRows,
    // The screen draws the failure of a first page in place of the rows.
    isSilent: () => false,
  });
  const state = proxy<RecordListState>({
    collectionId: '',
    sort: null,
    total: null,
    hasCountFailed: false,
    fileToken: '',
  });
  let wanted: Wanted | null = null;

  async function fetchRows(asked: Wanted, page: number): Promise<readonly ListedRecord[]> {
    const call = { ...listQueryOf(asked.collection, asked.sort, collections.find), page: String(page) };
    const { items } = await records.list(asked.collection.id, { ...call, perPage: String(pageSize) });
    return items;
  }

  async function open(collection: Collection, sortText: string | undefined): Promise<void> {
    const asked = askedSort(sortText, collection);
    const next = { collection, sort: asked ?? defaultSort(collection), isDefaultSort: asked === null };
    if (collection.id !== state.collectionId) list.reset();
    await show(next);
  }

  async function show(next: Wanted): Promise<void> {
    wanted = next;
    const { collection } = next;
    Object.assign(state, {
      collectionId: collection.id,
      sort: next.sort,
      total: null,
      hasCountFailed: false,
    });
    cancel('records_count');
    if (hasProtectedFile(collection)) void renewFileToken();
    await list.load(next);
    if (wanted !== next) return;
    const failure = list.state.loadError;
    if (failure) await explain(failure, next);
    else await count(next);
  }

  /** What a failed or an empty first page may really mean. */
  async function explain(failure: ApiError, next: Wanted): Promise<void> {
    // A view that mentions `created` without selecting it cannot be sorted by it.
    const isView = collectionTypeOf(next.collection) === 'view';
    if (failure.status === 400 && isView && next.isDefaultSort && next.sort) {
      return show({ ...next, sort: null });
    }
    // To a dead token the collection may look as if it were gone.
    if (failure.status === 404 && (await session.confirm())) await collections.load();
  }

  /** The server counts only where the rows do not tell. */
  async function count(next: Wanted): Promise<void> {
    const { items, hasMore } = list.state;
    if (!hasMore) {
      state.total = items.length;
      // A guest to whom no row is shown gets an empty list, not a refusal.
      if (items.length === 0) await session.confirm();
      return;
    }
    try {
      const total = await records.count(next.collection.id, '');
      if (wanted === next) state.total = total;
    } catch (error) {
      if (wanted !== next || (error instanceof ApiError && error.isAborted)) return;
      report(error, { isSilent: true });
      state.hasCountFailed = true;
    }
  }

  async function loadMore(): Promise<void> {
    await list.loadMore();
    if (state.total !== null && !list.state.hasMore) state.total = list.state.items.length;
  }

  async function refresh(): Promise<void> {
    if (wanted) await show(wanted);
  }

  async function renewFileToken(): Promise<void> {
    try {
      state.fileToken = await fileToken.get();
    } catch (error) {
      // The pictures themselves will show that they are missing.
      if (!(error instanceof ApiError)) throw error;
      console.warn('No file token could be had.', error.message);
    }
  }

  return {
    rows: list.state,
    state,
    open,
    loadMore,
    refresh,
    renewFileToken,
    fileAddress: ({ id, collectionId }, name, { thumb, isProtected = false } = {}) =>
      files.fileAddress({
        collectionId: collectionId ?? state.collectionId,
        recordId: id,
        name,
        thumb,
        token: isProtected ? state.fileToken : undefined,
      }),
    close() {
      wanted = null;
      cancel('records');
      cancel('records_count');
    },
  };
}
