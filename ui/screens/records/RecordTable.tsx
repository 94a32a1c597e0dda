import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { Table } from '../../components/data/Table';
import type { TableColumn } from '../../components/data/tableColumns';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { printSort, type Sort, toggledSort } from '../../model/sort';
import * as collections from '../../state/collections';
import { fieldIcons } from './fieldIcons';
import css from './RecordTable.module.css';
import { RecordValue } from './RecordValue';
import { columnsOf, type RecordColumn } from './recordColumns';
import type { RecordList } from './recordList';

interface Props {
  collection: Collection;
  list: RecordList;
  onSort: (sort: string) => void;
}

/** The rows of a collection, one line each. */
export function RecordTable({ collection, list, onSort }: Props) {
  const { items, isLoading, isLoaded, isLoadingMore, hasMore } = useSnapshot(list.rows);
  const { sort, fileToken } = useSnapshot(list.state);
  const rows = items as readonly ListedRecord[];
  const firstRecord = rows[0];
  const columns = useMemo(() => {
    // Addresses of protected files hold the token: another one makes other cells.
    const context = {
      collectionById: collections.find,
      fileAddress: (record: ListedRecord, name: string, { isProtected }: { isProtected: boolean }) =>
        isProtected && fileToken === ''
          ? ''
          : list.fileAddress(record, name, { thumb: '100x100', isProtected }),
      onFileFailure: () => void list.renewFileToken(),
    };
    return columnsOf(collection, firstRecord).map(
      (column): TableColumn<ListedRecord> => ({
        key: column.name,
        head: <HeadText column={column} />,
        icon: fieldIcons[column.kind],
        headTitle: column.name,
        width: column.width,
        isFlexible: column.isFlexible,
        isSticky: column.kind === 'id',
        align: column.kind === 'number' ? 'end' : 'start',
        sortState: sortStateOf(column, sort),
        onSort: () => onSort(printSort(toggledSort(sort, column.name))),
        cell: (record) => <RecordValue record={record} column={column} {...context} />,
      }),
    );
  }, [collection, firstRecord, sort, fileToken, list, onSort]);

  return (
    <Table
      label={`Records of ${collection.name}`}
      columns={columns}
      rows={rows}
      keyOf={idOf}
      isLoading={!isLoaded}
      isDimmed={isLoaded && isLoading}
      resetScrollKey={`${collection.id} ${sort ? printSort(sort) : ''}`}
      after={
        hasMore && (
          <Button isBusy={isLoadingMore} onClick={() => void list.loadMore()}>
            Load more
          </Button>
        )
      }
    />
  );
}

const idOf = ({ id }: ListedRecord) => id;

function sortStateOf(column: RecordColumn, sort: Sort | null) {
  if (sort?.field !== column.name) return null;
  return sort.isDescending ? 'descending' : 'ascending';
}

function HeadText({ column }: { column: RecordColumn }) {
  return (
    <>
      <span className={css.headName}>{column.name}</span>
      {column.kind === 'date' && <span className={css.zone}>UTC</span>}
    </>
  );
}
