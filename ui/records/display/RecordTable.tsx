import { useMemo } from 'react';
import { Table, type TableProps } from '../../kit/table/Table';
import type { TableColumn } from '../../kit/table/TableRow';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { printSort, type Sort, toggledSort } from '../../model/sort';
import type { RecordValueContext } from '../types/fieldLook';
import { columnLook } from '../types/fieldLooks';
import { cellTooltip, RecordValue } from './RecordValue';
import { columnType, edgeWidth, extraAt, type RecordColumn } from './recordColumns';

type Columns = readonly TableColumn<ListedRecord>[];

interface Props extends Omit<TableProps<ListedRecord>, 'label' | 'columns' | 'resetScrollKey'> {
  collection: Collection;
  columns: readonly RecordColumn[];
  /** Must be memoized: another object renders every cell again. */
  context: RecordValueContext;
  /** The checkboxes, if rows can be selected. Must be memoized. */
  pick?: TableColumn<ListedRecord> | undefined;
  /** Returns the record of a row that has only its id. Must be memoized. */
  recordOf?: ((row: ListedRecord) => ListedRecord) | undefined;
  /** The number of pinned columns after the id, which stay in view. */
  pinnedCount?: number | undefined;
  /** More columns, which are no fields of the record. Must be memoized. */
  extra?: Columns | undefined;
  sort?: Sort | null | undefined;
  /** Without it, the heads do not sort. Must be memoized. */
  onSort?: ((sort: string) => void) | undefined;
}

const none: Columns = [];
const itself = (row: ListedRecord) => row;

export function RecordTable(props: Props) {
  const { collection, columns, context, pick, extra = none, sort = null, onSort, ...rest } = props;
  const { recordOf = itself, pinnedCount = 0, ...table } = rest;

  const allColumns = useMemo(() => {
    const all = columns.map(
      (column, index): TableColumn<ListedRecord> => ({
        key: column.name,
        head: <HeadText column={column} />,
        headTitle: column.name,
        hasNameAsHead: true,
        icon: columnLook(column).icon,
        width: column.width + (index === 0 && !pick ? edgeWidth : 0),
        narrowWidth: column.narrowWidth,
        least: column.least,
        isFlexible: column.isFlexible,
        isSticky: index <= pinnedCount,
        isPinned: column.isPinned,
        align: columnType(column).isAtEnd ? 'end' : 'start',
        sortState: onSort && sortStateOf(column, sort),
        onSort: onSort && (() => onSort(printSort(toggledSort(sort, column.name)))),
        tooltip: (row) => cellTooltip(recordOf(row), column),
        cell: (row) => <RecordValue record={recordOf(row)} column={column} context={context} />,
      }),
    );
    all.splice(extraAt(columns), 0, ...extra);
    return pick ? [pick, ...all] : all;
  }, [columns, context, pick, extra, sort, onSort, recordOf, pinnedCount]);

  return (
    <Table
      {...table}
      label={`Records of ${collection.name}`}
      columns={allColumns}
      resetScrollKey={`${collection.id} ${sort ? printSort(sort) : ''}`}
    />
  );
}

function sortStateOf(column: RecordColumn, sort: Sort | null) {
  if (sort?.field !== column.name) return null;
  return sort.isDescending ? 'descending' : 'ascending';
}

function HeadText({ column }: { column: RecordColumn }) {
  if (!columnType(column).isMoment) return column.name;
  return (
    <>
      {column.name} <span className="dimmed">UTC</span>
    </>
  );
}
