import { useCallback, useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { SearchBar } from '../../components/data/SearchBar';
import { type Collection, collectionTypeOf } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { type Query, replaceQuery } from '../../platform/hash';
import * as collections from '../../state/collections';
import * as preferences from '../../state/preferences';
import { ColumnsMenu } from './ColumnsMenu';
import { RecordsBody } from './RecordsBody';
import { columnKeyOf, columnsOf } from './recordColumns';
import type { RecordList } from './recordList';
import { SelectionBar } from './SelectionBar';

interface Props {
  collection: Collection;
  records: RecordList;
  query: Query;
}

const placeholder = 'Search term or filter like created > "2022-01-01"...';

/** One collection: the search, its records, and what can be done with the selected ones. */
export function CollectionRecords({ collection, records, query }: Props) {
  const { sort, filter: search = '' } = query;
  const { id } = collection;
  const { items, selected } = useSnapshot(records.list.state);
  const { searchError, narrowedTo } = useSnapshot(records.state);
  const { hiddenColumns } = useSnapshot(preferences.state);
  const { all } = useSnapshot(collections.state);
  const words = useMemo(() => ({ collection, collections: all as Collection[] }), [collection, all]);
  const hiddenKeys = hiddenColumns.collectionId === id ? hiddenColumns.columns : null;
  const firstRecord = items[0] as ListedRecord | undefined;
  const columns = useMemo(() => columnsOf(collection, firstRecord), [collection, firstRecord]);
  const shown = useMemo(
    () => columns.filter((column) => column.kind === 'id' || !hiddenKeys?.includes(columnKeyOf(column))),
    [columns, hiddenKeys],
  );
  const canSelect = collectionTypeOf(collection) !== 'view';

  useEffect(() => preferences.openHiddenColumns(id), [id]);

  useEffect(() => {
    // Which columns are hidden decides what is read.
    if (!hiddenKeys) return;
    const hidden = columnsOf(collection)
      .filter((column) => hiddenKeys.includes(columnKeyOf(column)))
      .map(({ name }) => name);
    void records.open({ collection, sort, search, hidden });
  }, [collection, sort, search, hiddenKeys, records]);

  const handleSort = useCallback((next: string) => replaceQuery({ collectionId: id, sort: next }), [id]);
  const handleSearch = (text: string) => replaceQuery({ collectionId: id, filter: text });

  return (
    <>
      <SearchBar
        applied={search}
        placeholder={placeholder}
        error={searchError ?? undefined}
        note={narrowedTo ? `Too long for all columns: searched in ${narrowedTo.join(', ')}.` : undefined}
        words={words}
        onApply={handleSearch}
      >
        <ColumnsMenu
          columns={columns}
          hiddenKeys={hiddenKeys ?? []}
          onChange={preferences.setHiddenColumns}
        />
      </SearchBar>
      <RecordsBody
        collection={collection}
        columns={shown}
        records={records}
        canSelect={canSelect}
        search={search}
        onSort={handleSort}
        onClear={() => handleSearch('')}
      />
      {selected.size > 0 && <SelectionBar collection={collection} records={records} />}
    </>
  );
}
