import { type ReactNode, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { fieldIcons } from '../../components/basics/fieldIcons';
import { LoadMoreButton } from '../../components/data/LoadMoreButton';
import { Table } from '../../components/data/Table';
import type { TableColumn } from '../../components/data/TableRow';
import { Checkbox } from '../../components/form/Checkbox';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { printSort, type Sort, toggledSort } from '../../model/sort';
import * as collections from '../../state/collections';
import { cellTooltip } from './cellText';
import css from './RecordTable.module.css';
import { RecordValue } from './RecordValue';
import type { RecordColumn } from './recordColumns';
import type { RecordList } from './recordList';

interface Props {
  collection: Collection;
  columns: readonly RecordColumn[];
  records: RecordList;
  /** False for views, because their rows have no actions. */
  canSelect: boolean;
  onSort: (sort: string) => void;
  onOpen: (recordId: string) => void;
  /** Shown instead of rows. */
  children?: ReactNode;
}

const pickWidth = 40;
/** Without checkboxes the id is the first column, and the padding of the page takes part of its width. */
const edgeWidth = 8;

/** Shows the rows of a collection, one line each. */
export function RecordTable({ collection, columns, records, canSelect, onSort, onOpen, children }: Props) {
  const { list, state } = records;
  const { items, isLoading, isLoaded, isLoadingMore, isLoadingAll, hasMore, selected } = useSnapshot(
    list.state,
  );
  const { total } = useSnapshot(records.count.state);
  const { sort, fileToken } = useSnapshot(state);
  const rows = items as readonly ListedRecord[];
  const selectedCount = selected.size;

  const pick = useMemo(
    (): TableColumn<ListedRecord> => ({
      key: 'pick',
      head: <SelectAll list={list} />,
      width: pickWidth,
      isSticky: true,
      isPick: true,
      cell: ({ id }, isSelected) => (
        <Checkbox
          aria-label={`Select ${id}`}
          tabIndex={-1}
          isChecked={isSelected}
          onChange={(_, hasShift) => list.toggle(id, { isRange: hasShift })}
        />
      ),
    }),
    [list],
  );

  const valueColumns = useMemo(() => {
    const context = {
      collectionId: collection.id,
      onOpen,
      collectionById: collections.find,
      // URLs of protected files contain the token, so a new token needs new cells.
      fileAddress: (record: ListedRecord, name: string, { isProtected }: { isProtected: boolean }) =>
        isProtected && fileToken === ''
          ? ''
          : records.fileAddress(record, name, { thumb: '100x100', isProtected }),
      onFileFailure: () => void records.renewFileToken(),
    };
    return columns.map(
      (column, index): TableColumn<ListedRecord> => ({
        key: column.name,
        head: <HeadText column={column} />,
        headTitle: column.name,
        hasNameAsHead: true,
        icon: fieldIcons[column.kind],
        width: column.width + (index === 0 && !canSelect ? edgeWidth : 0),
        narrowWidth: column.narrowWidth,
        isFlexible: column.isFlexible,
        isSticky: column.kind === 'id',
        align: column.kind === 'number' ? 'end' : 'start',
        sortState: sortStateOf(column, sort),
        onSort: () => onSort(printSort(toggledSort(sort, column.name))),
        tooltip: (record) => cellTooltip(record, column),
        cell: (record) => <RecordValue record={record} column={column} {...context} />,
      }),
    );
  }, [columns, sort, fileToken, records, canSelect, onSort, collection, onOpen]);

  const allColumns = useMemo(
    () => (canSelect ? [pick, ...valueColumns] : valueColumns),
    [canSelect, pick, valueColumns],
  );

  return (
    <Table
      label={`Records of ${collection.name}`}
      columns={allColumns}
      rows={rows}
      keyOf={idOf}
      isLoading={!isLoaded}
      isDimmed={isLoaded && isLoading}
      isSelected={({ id }) => selected.has(id)}
      opens={canSelect ? 'recordEditor' : 'recordPreview'}
      onRowOpen={({ id }) => onOpen(id)}
      onRowToggle={canSelect ? ({ id }) => list.toggle(id) : undefined}
      hasBulkBar={selectedCount > 0}
      resetScrollKey={`${collection.id} ${sort ? printSort(sort) : ''}`}
      after={
        children ??
        (hasMore && (
          <LoadMoreButton
            isBusy={isLoadingMore}
            onLoad={records.loadMore}
            all={{
              isLoading: isLoadingAll,
              onLoad: records.loadAll,
              onStop: list.stopLoadingAll,
              total,
              loaded: rows.length,
            }}
          />
        ))
      }
      onEnd={() => void records.loadMore()}
    />
  );
}

/** Subscribes to the selection here, because new columns would draw every row again. */
function SelectAll({ list }: { list: RecordList['list'] }) {
  const { items, selected } = useSnapshot(list.state);
  return (
    <Checkbox
      aria-label="Select all"
      isChecked={selected.size > 0 && selected.size === items.length}
      isPartial={selected.size > 0 && selected.size < items.length}
      onChange={list.toggleAll}
    />
  );
}

const idOf = ({ id }: ListedRecord) => id;

function sortStateOf(column: RecordColumn, sort: Sort | null) {
  if (sort?.field !== column.name) return null;
  return sort.isDescending ? 'descending' : 'ascending';
}

function HeadText({ column }: { column: RecordColumn }) {
  if (column.kind !== 'date') return column.name;
  return (
    <>
      {column.name} <span className={css.zone}>UTC</span>
    </>
  );
}
