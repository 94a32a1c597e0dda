import { proxy } from 'valtio/vanilla';
import { ApiError } from '../../api/ApiError';
import { cancel } from '../../api/client';
import * as files from '../../api/files';
import * as recordLists from '../../api/recordLists';
import { type Collection, hasProtectedFile } from '../../model/collection';
import { type FullRecord, fieldValue, type ListedRecord } from '../../model/record';
import type { Sort } from '../../model/sort';
import { isEqual } from '../../platform/equal';
import { cut, plainText } from '../../platform/text';
import * as collections from '../../state/collections';
import * as fileToken from '../../state/fileToken';
import * as filterRules from '../../state/filterRules';
import { createPagedList, type PagedList } from '../../state/pagedList';
import type { RecordOutcome } from '../../state/panels';
import * as queryLimit from '../../state/queryLimit';
import { isShownInPlace } from '../../state/report';
import * as session from '../../state/session';
import { type LengthNotes, lengthNotes, readRows } from './readRows';
import { createRecordCount, type RecordCount } from './recordCount';
import { type Asked, askedSort, defaultSort, type ListCall, listCallOf, pageSize } from './recordsQuery';

const tokenAskedEveryMs = 20_000;

/** A list as the address and the menu of columns ask for it. */
export interface Opening {
  collection: Collection;
  /** As they stand in the address. */
  sort: string | undefined;
  search: string | undefined;
  /** Names of the columns that are not drawn. */
  hidden: readonly string[];
}

export interface RecordListState extends LengthNotes {
  /** The collection whose rows are shown or on their way; '' before the first. */
  collectionId: string;
  sort: Sort | null;
  /** The server did not take the filter, and does not say why. */
  isFilterRefused: boolean;
  /** Opens protected files; '' while there is none. */
  fileToken: string;
}

export interface RecordList {
  list: PagedList<ListedRecord, Asked>;
  count: RecordCount;
  state: RecordListState;
  /** What the rows were asked for by; null before the first. */
  asked(): Asked | null;
  /** Shows the first page; the same opening again does nothing, one with other columns only what they need. */
  open(opening: Opening): Promise<void>;
  loadMore(): Promise<void>;
  loadAll(): Promise<void>;
  /** The first page and the count again. */
  refresh(): Promise<void>;
  /** The loaded rows and the count again, where they stand. */
  reload(): Promise<void>;
  /** What an editor did to a record: a saved one takes its place in the list, else the loaded rows are read again. */
  adopt(outcome: RecordOutcome): Promise<void>;
  /** Counts, however long it took the last time. */
  countNow(): Promise<void>;
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
  const list = createPagedList<ListedRecord, Asked>({
    pageSize,
    keyOf: ({ id }) => id,
    fetchPage: fetchRows,
    isSilent: isShownInPlace,
  });
  const count = createRecordCount();
  const state = proxy<RecordListState>({
    collectionId: '',
    sort: null,
    searchError: null,
    isFilterRefused: false,
    narrowedTo: null,
    fileToken: '',
  });
  let asked: Asked | null = null;
  let opened: Opening | null = null;
  let tokenAskedAt = 0;

  function fetchRows(mine: Asked, page: number, perPage: number): Promise<readonly ListedRecord[]> {
    return readRows(mine, {
      call: () => callFor(mine),
      async read(query) {
        const call = { ...query, page: String(page), perPage: String(perPage) };
        return (await recordLists.list(mine.collection.id, call)).items;
      },
      isWanted: () => asked === mine,
      onChange: () => describe(mine),
    });
  }

  function describe(mine: Asked): void {
    Object.assign(state, { sort: mine.sort, ...lengthNotes(callFor(mine)) });
  }

  async function open(opening: Opening): Promise<void> {
    // The collections were read again and this one is as it was, or only a column was shown or hidden.
    if (isEqual(opened && { ...opened, hidden: [] }, { ...opening, hidden: [] })) {
      setHidden(opening.hidden);
      return;
    }
    opened = opening;
    const { collection, search = '', hidden } = opening;
    if (collection.id !== state.collectionId) list.reset();
    const rules = await filterRules.rulesFor(search);
    if (opened !== opening) return;
    const sort = askedSort(opening.sort, collection) ?? defaultSort(collection);
    await show({ collection, sort, search, rules, hidden });
  }

  /** Related records that were not asked for are read now. */
  function setHidden(hidden: readonly string[]): void {
    if (!asked) return;
    const before = expandsOf(asked);
    const next = { ...asked, hidden };
    if (expandsOf(next).some((name) => !before.includes(name))) void show(next);
    // The rows that are on their way stay wanted.
    else asked.hidden = hidden;
  }

  async function show(mine: Asked): Promise<void> {
    asked = mine;
    const { collection } = mine;
    Object.assign(state, { collectionId: collection.id, isFilterRefused: false });
    describe(mine);
    count.reset();
    if (hasProtectedFile(collection)) void renewFileToken();
    const isShown = await list.load(mine);
    if (asked !== mine) return;
    if (isShown) await countRows(mine);
    else await explain(list.state.loadError, mine);
  }

  /** What a failed first page means. */
  async function explain(error: ApiError | null, { search }: Asked): Promise<void> {
    if (error?.status === 400 && search !== '') state.isFilterRefused = true;
    // To a dead token the collection may look as if it were gone.
    if (error?.status === 404 && (await session.confirm())) await collections.load();
  }

  /** The server counts only where the rows do not tell. */
  async function countRows({ collection, search, ...others }: Asked, isAsked = false): Promise<void> {
    const { items, hasMore } = list.state;
    if (hasMore) {
      const { query } = callFor({ collection, search, ...others });
      await count.count(collection.id, query['filter'] ?? '', { isAsked });
      return;
    }
    count.know(items.length);
    // A guest to whom no row is shown gets an empty list, not a refusal.
    if (items.length === 0 && search === '') await session.confirm();
  }

  async function reload(): Promise<void> {
    const mine = asked;
    // Nothing was shown that could stay.
    if (list.state.items.length === 0 && mine) return show({ ...mine });
    await list.reload();
    if (mine && asked === mine) await countRows(mine);
  }

  async function renewFileToken(): Promise<void> {
    // A file that is gone fails with any token.
    if (Date.now() - tokenAskedAt < tokenAskedEveryMs) return;
    tokenAskedAt = Date.now();
    try {
      state.fileToken = await fileToken.get();
    } catch (error) {
      // The pictures themselves will show that they are missing.
      if (!(error instanceof ApiError)) throw error;
      console.warn('Could not get a file token.', error.message);
    }
  }

  async function readOn(read: () => Promise<void>): Promise<void> {
    await read();
    if (list.state.isLoaded && !list.state.hasMore) count.know(list.state.items.length);
  }

  return {
    list,
    count,
    state,
    asked: () => asked,
    open,
    loadMore: () => readOn(list.loadMore),
    loadAll: () => readOn(list.loadAll),
    async refresh() {
      if (asked) await show({ ...asked });
    },
    reload,
    async adopt(outcome) {
      if (outcome.kind === 'updated') list.replace(listedLike(outcome.record, asked?.collection));
      else await reload();
    },
    async countNow() {
      if (asked) await countRows(asked, true);
    },
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
      asked = null;
      opened = null;
      cancel('records');
      count.stop();
    },
  };
}

function callFor(asked: Asked): ListCall {
  return listCallOf(asked, collections.find, queryLimit.current());
}

/** A record in full, cut to what a list gives of it: rows of one kind, and little to hold in memory. */
function listedLike(record: FullRecord, collection: Collection | undefined): ListedRecord {
  const editors = collection?.schema.filter(({ type }) => type === 'editor') ?? [];
  const excerpts = editors.map(({ name }) => [
    name,
    cut(plainText(String(fieldValue(record, name) ?? '')), 200),
  ]);
  return { ...record, ...Object.fromEntries(excerpts) } as unknown as ListedRecord;
}

/** The relations whose records come along. */
function expandsOf(asked: Asked): string[] {
  return (callFor(asked).query['expand'] ?? '').split(',').filter(Boolean);
}
