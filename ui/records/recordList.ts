import { proxy } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import { isEqual } from '../base/equal';
import { cut, plainText } from '../base/text';
import type { Collection } from '../model/collection';
import { type FullRecord, fieldValue, type ListedRecord } from '../model/record';
import {
  type Asked,
  askedSort,
  defaultSort,
  listCallOf,
  type OnlyRows,
  pageSize,
} from '../model/recordsQuery';
import type { Sort } from '../model/sort';
import { typeOf } from '../model/types/fieldTypes';
import * as collections from '../page/collections';
import { isShownInPlace } from '../page/report';
import * as session from '../page/session/session';
import type { RecordOutcome } from './editor/recordEditor';
import { createRecordFiles } from './files/recordFiles';
import * as lastRows from './lastRows';
import { createLookedRow } from './quick-look/lookedRow';
import { createRecordCount } from './recordCount';
import { createRecordRows, type LengthNotes } from './recordRows';

/** The list that the address and the columns menu ask for. */
export interface Opening {
  collection: Collection;
  /** As in the address. */
  sort: string | undefined;
  search: string | undefined;
  hidden: readonly string[];
  /** The rows that another person gets, instead of the search. */
  only?: OnlyRows | null;
}

export interface RecordListState extends LengthNotes {
  /** The collection of the rows that are shown or loading; '' before the first. */
  collectionId: string;
  sort: Sort | null;
  /** Counts the calls of `refresh`: parts of the page read their own data again, too. */
  refreshes: number;
}

export type RecordList = ReturnType<typeof createRecordList>;

/** Above this number, the rows are not kept while another page is open: they need much memory. */
const mostKept = 1000;

let kept: RecordList | null = null;

/**
 * Returns the list of the last visit if it shows this collection, or if no collection ('') is asked for; else a new
 * one. Its rows are shown at once, while they are read again. The list ends with the session.
 */
export function keptRecordList(collectionId: string): RecordList {
  if (collectionId !== '' && kept?.state.collectionId !== collectionId) kept?.list.reset();
  if (kept) return kept;
  const endWithSession = (token: string) => {
    if (token !== '') return;
    kept = null;
    unsubscribe();
  };
  const unsubscribe = subscribeKey(session.state, 'token', endWithSession, true);
  kept = createRecordList();
  return kept;
}

/** Looks in the rows that are loaded. Makes no call. */
export function findKeptRow(id: string): { collectionId: string; row: ListedRecord } | null {
  const row = kept?.list.state.items.find((one) => one.id === id);
  return kept && row ? { collectionId: kept.state.collectionId, row } : null;
}

export function createRecordList() {
  const count = createRecordCount();
  const files = createRecordFiles();
  const state = proxy<RecordListState>({
    collectionId: '',
    sort: null,
    refreshes: 0,
    searchError: null,
    searchNote: null,
  });
  let opened: Opening | null = null;
  let first: readonly ListedRecord[] = [];

  const callOf = (mine: Asked) => listCallOf(mine, collections.find);
  const rows = createRecordRows<Asked>({
    pageSize,
    key: 'records',
    callOf,
    onChange: describe,
    isSilent: isShownInPlace,
  });
  const { list, asked } = rows;

  function describe(mine: Asked): void {
    Object.assign(state, { sort: mine.sort, ...rows.notesOn(mine) });
  }

  async function open(opening: Opening): Promise<void> {
    // Nothing has changed but the hidden columns.
    if (isEqual(opened && { ...opened, hidden: [] }, { ...opening, hidden: [] })) {
      setHidden(opening.hidden);
      return;
    }
    opened = opening;
    const { collection, search = '', hidden, only = null } = opening;
    if (collection.id !== state.collectionId) {
      list.reset();
      first = [];
    }
    const sort = askedSort(opening.sort, collection) ?? defaultSort(collection);
    const mine = { collection, sort, search, hidden, only };
    if (!only) lastRows.remember(mine, opening.sort, callOf(mine).query);
    await show(mine);
  }

  /** A column that becomes visible may need related records. */
  function setHidden(hidden: readonly string[]): void {
    const mine = asked();
    if (!mine) return;
    const before = expandsOf(mine);
    const next = { ...mine, hidden };
    if (expandsOf(next).some((name) => !before.includes(name))) void show(next);
    // The rows that are loading stay valid.
    else mine.hidden = hidden;
  }

  /** Lists the relations that are read with the rows. */
  function expandsOf(mine: Asked): string[] {
    return (callOf(mine).query['expand'] ?? '').split(',').filter(Boolean);
  }

  async function show(mine: Asked): Promise<void> {
    const { collection } = mine;
    state.collectionId = collection.id;
    describe(mine);
    count.reset();
    void files.prepare(collection);
    const isShown = await rows.show(mine);
    if (isShown) await countRows(mine);
    else if (list.state.refusedSearch !== null) count.know(0);
    else if (isShown === false && list.state.loadError?.status === 404) await collections.load();
  }

  /** Makes no call if all rows are loaded. */
  async function countRows(mine: Asked, isAsked = false): Promise<void> {
    const { items, hasMore } = list.state;
    const filter = callOf(mine).query['filter'] ?? '';
    if (hasMore) await count.count(mine.collection.id, filter, { isAsked, query: mine.only?.query });
    else count.know(items.length);
  }

  async function reload(): Promise<void> {
    const mine = asked();
    // There are no rows that must keep their place.
    if (list.state.items.length === 0 && mine) return show({ ...mine });
    await list.reload();
    if (mine && asked() === mine) await countRows(mine);
  }

  async function readOn(read: () => Promise<void>): Promise<void> {
    await read();
    if (list.state.isLoaded && !list.state.hasMore) count.know(list.state.items.length);
  }

  /** If the response of a save has no related records, the row keeps those that it has. */
  function withNames(row: ListedRecord): ListedRecord {
    const known = list.state.items.find(({ id }) => id === row.id);
    return row.expand || !known?.expand ? row : { ...row, expand: known.expand };
  }

  return {
    list,
    count,
    files,
    look: createLookedRow(),
    state,
    /** The parameters of the rows; null before the first load. */
    asked,
    /**
     * Shows the first page. Does nothing for the same opening. For other hidden columns, loads only missing
     * relations.
     */
    open,
    loadMore: () => readOn(list.loadMore),
    loadAll: () => readOn(list.loadAll),
    async refresh() {
      state.refreshes += 1;
      const mine = asked();
      if (mine) await show({ ...mine });
    },
    /** Reads the loaded pages and the count again. The scroll position stays. */
    reload,
    /** Shows what an editor has done: replaces an updated record, else reloads the rows. */
    async adopt(outcome: RecordOutcome) {
      if (outcome.kind !== 'updated') return reload();
      const { record } = outcome;
      // By now the list may show another collection, whose records may have the same ids.
      if (record.collectionId !== state.collectionId) return;
      list.replace(withNames(listedLike(record, asked()?.collection)));
    },
    /** Returns the first rows since the collection was opened, to which the column widths are fitted. */
    firstRows(collectionId: string): readonly ListedRecord[] {
      if (collectionId !== state.collectionId) return [];
      if (first.length === 0) first = list.state.items;
      return first;
    },
    /** Counts even if the last count was slow. */
    async countNow() {
      const mine = asked();
      if (mine) await countRows(mine, true);
    },
    /** Cancels the reads. The rows stay for the next opening, unless there are very many. */
    close() {
      opened = null;
      rows.close();
      count.stop();
      list.clearSelection();
      if (list.state.items.length > mostKept) list.reset();
    },
  };
}

/** Cuts a complete record like the server cuts rows, so that all rows are alike and need little memory. */
function listedLike(record: FullRecord, collection: Collection | undefined): ListedRecord {
  const editors = collection?.schema.filter((field) => typeOf(field).isRich) ?? [];
  const excerpts = editors.map(({ name }) => [
    name,
    cut(plainText(String(fieldValue(record, name) ?? '')), 200),
  ]);
  return { ...record, ...Object.fromEntries(excerpts) } as unknown as ListedRecord;
}
