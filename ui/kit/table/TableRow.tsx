// biome-ignore-all lint/a11y/noRedundantRoles: laid out as grids, table elements lose their roles in some browsers

import type { LucideIcon } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { joinClasses } from '../basics/joinClasses';
import css from './Table.module.css';
import type { ColumnLook, ColumnShape } from './tableColumns';

export interface TableColumn<Row> extends ColumnShape {
  key: string;
  head: ReactNode;
  /** The full text of a header that may be cut. */
  headTitle?: string | undefined;
  /** True if the header is data, such as a field's name, so it is not translated. */
  hasNameAsHead?: boolean | undefined;
  icon?: LucideIcon | undefined;
  /** undefined: not sortable; null: sortable, but not sorted by it now. */
  sortState?: 'ascending' | 'descending' | null | undefined;
  onSort?: (() => void) | undefined;
  /** True if the control of a cell takes its focus, such as a checkbox. */
  focusesControl?: boolean | undefined;
  /** `isStop`: the row has the Tab stop; a grid gives it to a control of a cell. */
  cell: (row: Row, isSelected: boolean, isStop: boolean) => ReactNode;
  /** The tooltip of the whole cell, so that a plain text needs no element of its own. */
  tooltip?: ((row: Row) => string | undefined) | undefined;
}

/**
 * The parts of a row that take the focus: the row itself, the controls of its cells, or the cells. With controls or
 * cells the table is a grid.
 */
export type TableStops = 'rows' | 'controls' | 'cells';

interface TableRowProps<Row> {
  row: Row;
  index: number;
  /** The same array while nothing in it changes: a row renders again only if its props differ. */
  columns: readonly TableColumn<Row>[];
  looks: readonly ColumnLook[];
  isSelected: boolean;
  /** True for the row with the Tab stop; arrow keys reach the others. */
  isStop: boolean;
  stops: TableStops;
  marks: CellMarks | undefined;
  isOpen: boolean;
  isFaint: boolean;
  startsGroup: boolean;
  /** CSS pixels below the top of the first row. */
  top: number;
  /** Index of the first rendered column among those that are not sticky. */
  firstColumn: number;
  /** Index after the last rendered column. */
  lastColumn: number;
}

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, columns, looks, isSelected, isOpen, isStop, stops, marks, top } = props;
  const { firstColumn, lastColumn } = props;
  const isGrid = stops !== 'rows';
  return (
    <tr
      className={css.row}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-selected={isSelected || undefined}
      data-starts-group={props.startsGroup || undefined}
      data-faint={props.isFaint || undefined}
      aria-current={isOpen || undefined}
      tabIndex={isGrid ? undefined : isStop ? 0 : -1}
      style={{ top }}
    >
      {columns.map((column, place) => {
        if (!column.isSticky && (place < firstColumn || place >= lastColumn)) return null;
        // True if the columns before it are left out, so that it must name its own place in the grid.
        const isAfterGap =
          place === firstColumn && place > 0 && !column.isSticky && !columns[place - 1]?.isSticky;
        const mark = marks?.get(column.key);
        return (
          <td
            key={column.key}
            className={looks[place]?.className}
            role={roleOf(column, isGrid)}
            style={isAfterGap ? { gridColumnStart: place + 1 } : looks[place]?.style}
            data-control={column.focusesControl || undefined}
            data-tooltip={column.tooltip?.(row)}
            {...marked(mark)}
          >
            {mark?.text ?? column.cell(row, isSelected, isStop)}
          </td>
        );
      })}
    </tr>
  );
}

function roleOf({ isSticky, isPick, isPinned }: ColumnShape, isGrid: boolean) {
  if (!isGrid) return 'cell';
  return isSticky && !isPick && !isPinned ? 'rowheader' : 'gridcell';
}

function marked(mark: CellMark | undefined) {
  if (!mark) return null;
  const { kind, description } = mark;
  return {
    'data-mark': kind,
    'data-tooltip': description,
    'aria-description': description,
    'aria-invalid': kind === 'wrong' || undefined,
  };
}

/** One row of a table; the table handles its events. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

interface SkeletonRowsProps {
  columns: readonly TableColumn<never>[];
  looks: readonly ColumnLook[];
  count?: number;
}

/** Placeholder rows of a table that loads for the first time; visible only after 150 ms. */
export function SkeletonRows({ columns, looks, count = 10 }: SkeletonRowsProps) {
  return (
    <>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other
        <tr key={row} className={joinClasses(css.skeleton, 'appearsLate')} aria-hidden>
          {columns.map((column, place) => (
            <td key={column.key} className={looks[place]?.className} style={looks[place]?.style}>
              <span
                className={column.isPick ? css.box : 'bone'}
                style={column.isPick ? undefined : { width: `${boneWidth(row, place)}%` }}
              />
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}

/** Returns a width in percent of the cell that varies, but is the same on each render. */
function boneWidth(row: number, place: number): number {
  return 45 + ((row * 7 + place * 13) % 5) * 10;
}

/** A cell whose value is changed and not saved. */
export interface CellMark {
  /** 'wrong': the value cannot be saved. 'conflict': someone else has changed it, too. */
  readonly kind: 'changed' | 'wrong' | 'conflict';
  /** Names the stored value, the error of a wrong one, and the other value of a conflict. Also the tooltip. */
  readonly description: string;
  /** A wrong text as it was typed, shown in place of the value. */
  readonly text?: string | undefined;
}

/** By the key of the column, which is the name of its field. */
export type CellMarks = ReadonlyMap<string, CellMark>;
