// biome-ignore-all lint/a11y/noRedundantRoles: laid out as grids, table elements lose their roles in some browsers
import type { LucideIcon } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import css from './Table.module.css';
import type { ColumnLook, ColumnShape } from './tableColumns';

export interface TableColumn<Row> extends ColumnShape {
  key: string;
  head: ReactNode;
  /** The full text of a head that may be cut. */
  headTitle?: string | undefined;
  /** The head is the name of something, not a word of this page. */
  hasNameAsHead?: boolean | undefined;
  icon?: LucideIcon | undefined;
  /** undefined: the table cannot be sorted by it; null: it could be. */
  sortState?: 'ascending' | 'descending' | null | undefined;
  onSort?: (() => void) | undefined;
  cell: (row: Row, isSelected: boolean) => ReactNode;
  /** Of the whole cell, so that a plain text needs no element of its own. */
  tooltip?: ((row: Row) => string | undefined) | undefined;
}

interface TableRowProps<Row> {
  row: Row;
  index: number;
  /** The same array as long as nothing in it changes: a row is drawn again only when its props differ. */
  columns: readonly TableColumn<Row>[];
  looks: readonly ColumnLook[];
  isSelected: boolean;
  /** Tab leads to it; to the others the arrow keys do. */
  isStop: boolean;
  isOpen: boolean;
  startsGroup: boolean;
  /** CSS pixels below the top of the first row. */
  top: number;
  /** Of the columns that are not sticky, those from this one ... */
  firstColumn: number;
  /** ... to before this one are drawn. */
  lastColumn: number;
}

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, columns, looks, isSelected, isOpen, isStop, top, firstColumn, lastColumn } = props;
  return (
    <tr
      className={css.row}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-selected={isSelected || undefined}
      data-starts-group={props.startsGroup || undefined}
      aria-current={isOpen || undefined}
      tabIndex={isStop ? 0 : -1}
      style={{ top }}
    >
      {columns.map((column, place) => {
        if (!column.isSticky && (place < firstColumn || place >= lastColumn)) return null;
        const isFirst = !column.isSticky && place === firstColumn;
        return (
          <td
            key={column.key}
            className={looks[place]?.className}
            role="cell"
            style={isFirst ? { gridColumnStart: place + 1 } : looks[place]?.style}
            data-tooltip={column.tooltip?.(row)}
          >
            {column.cell(row, isSelected)}
          </td>
        );
      })}
    </tr>
  );
}

/** One row of a table; its events are heard by the table. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;
