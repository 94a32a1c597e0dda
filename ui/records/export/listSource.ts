import { subscribeKey } from 'valtio/vanilla/utils';
import * as files from '../../backend/files';
import * as listedRecords from '../../backend/listedRecords';
import { readByIds, readPage } from '../../backend/recordPages';
import { createRecordWalk, isById, mostSorted } from '../../backend/recordWalk';
import type { Collection } from '../../model/collection';
import { listCallOf } from '../../model/recordsQuery';
import * as collections from '../../page/collections';
import * as preferences from '../../page/preferences';
import type { RecordList } from '../recordList';
import { currentLayout } from '../views/tableLayout';
import type { ExportScope, ExportSource } from './exportSource';

/** The records of a list. Keeps its search and sort, even if the list changes. */
export function createListSource(
  collection: Collection,
  { list, count, asked, state: { sort } }: RecordList,
): ExportSource {
  const mine = asked();
  const { filter = '', sort: printedSort = '' } = mine ? listCallOf(mine, collections.find).query : {};
  const ofScope = (scope: ExportScope) =>
    scope === 'list' ? { filter, query: mine?.only?.query } : { filter: '' };
  const selected = list.state.items.filter(({ id }) => list.state.selected.has(id)).map(({ id }) => id);

  function isTooLongToSort(scope: ExportScope, total: number | null): boolean {
    return scope !== 'selected' && !isById(sort, collection) && (total ?? 0) > mostSorted;
  }

  return {
    collection,
    search: mine?.search ?? '',
    sort,
    hasList: mine !== null,
    isFiltered: filter !== '',
    selectedCount: selected.length,
    scope: null,
    layout: currentLayout(collection),
    date: new Date(),
    linkTo: (recordId, name) => files.fileAddress({ collectionId: collection.id, recordId, name }),
    isTooLongToSort,

    watchTotal(tell) {
      // The count may belong to another list.
      if (!mine) return () => {};
      tell(count.state.total);
      return subscribeKey(count.state, 'total', tell);
    },

    async count(scope, signal) {
      if (scope === 'selected' || preferences.isSlowToCount(collection.id)) return null;
      const { filter: counted, query } = ofScope(scope);
      return listedRecords.count(collection.id, counted, { query, signal });
    },

    async readFirst(scope, { count: perPage, total, signal }) {
      const call = { fields: null, signal };
      if (scope === 'selected') return readByIds(collection.id, selected.slice(0, perPage), call);
      const order = isTooLongToSort(scope, total) ? 'id' : printedSort;
      const { rows } = await readPage(collection.id, { ...call, ...ofScope(scope), sort: order, perPage });
      return rows;
    },

    walk(scope, reading) {
      const ids = scope === 'selected' ? selected : null;
      return createRecordWalk({ collection, ...ofScope(scope), sort, printedSort, ids, ...reading });
    },
  };
}
