// biome-ignore-all lint/a11y/noRedundantRoles: laid out as grids, table elements lose their roles in some browsers

import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import css from './Table.module.css';
import { type CellMarks, SkeletonRows, type TableColumn, TableRow, type TableStops } from './TableRow';
import { type ColumnLook, type ColumnShape, columnLooks, columnWidths } from './tableColumns';
import { drawnIndices, useListWindow, useTokenHeight } from './useListWindow';
import { type CellHandler, type TableCell, type TableData, useRowEvents } from './useRowEvents';

export interface TableProps<Row extends TableData> {
  label: string;
  /** Tab stops at one of these; by default at a row. */
  stops?: TableStops | undefined;
  /** With cells as stops: handles a key on a cell, or a double click. Returns true if it did. */
  onCellKey?: CellHandler<Row, KeyboardEvent> | undefined;
  onCellDoubleClick?: ((cell: TableCell<Row>) => void) | undefined;
  /** False: a click on a row only puts the cursor on the cell. */
  opensOnClick?: boolean | undefined;
  /** Called when the row with the cursor has left the table, and another row has the cursor now. */
  onLost?: (() => void) | undefined;
  /** True for cells that nobody can change. */
  isReadOnly?: boolean | undefined;
  /** Returns the marks of the changed cells of a row; the same object while they stay. */
  marksOf?: ((row: Row) => CellMarks | undefined) | undefined;
  /** Called when the focus or the pointer comes to the table, and maybe again. */
  onUse?: (() => void) | undefined;
  /** Drawn inside the scrolled area, above the rows, such as the input of a cell. */
  overlay?: ReactNode;
  /** Memoized by the caller: a new array renders every row again. */
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** CSS pixels, equal for all rows; by default the `--row` token. */
  rowHeight?: number | undefined;
  /** True on the first load: skeletons replace the rows. */
  isLoading?: boolean | undefined;
  /** True on a reload: the rows stay dimmed and cannot be clicked. */
  isDimmed?: boolean | undefined;
  /** Called for a click on a row outside its links and buttons, and for Enter on it. */
  onRowOpen?: ((row: Row) => void) | undefined;
  /** The `data-opens` of the rows: the shell fetches its code when the pointer is on one. */
  opens?: string | undefined;
  /** Called for Space on a row. */
  onRowToggle?: ((row: Row) => void) | undefined;
  /** Called for a right click on a row, or the menu key; `at` is the position in the window. */
  onRowMenu?: ((row: Row, element: HTMLElement, at: { x: number; y: number }) => void) | undefined;
  /** The same for a cell, with cells as stops. */
  onCellMenu?: ((cell: TableCell<Row>, at: { x: number; y: number }) => void) | undefined;
  isSelected?: ((row: Row) => boolean) | undefined;
  /** Called for the End key when the last row is in view. */
  onEnd?: (() => void) | undefined;
  /** True for the row that is open beside the table. */
  isOpen?: ((row: Row) => boolean) | undefined;
  /** True for a row that the user need not see: its text and its marks are weaker. */
  isFaint?: ((row: Row) => boolean) | undefined;
  /** True if the row is set off from the row above it. */
  startsGroup?: ((row: Row, above: Row) => boolean) | undefined;
  /** Shown under the last row, centred in the viewport: Load more, or why there are no rows. */
  after?: ReactNode;
  /** Keeps the last row clear of a bar that floats above the footer. */
  hasBulkBar?: boolean | undefined;
  /** True while a region lies over the end of the table, in a narrow window over its lower part. */
  isCovered?: boolean | undefined;
  /** Scrolls to the top when it changes. */
  resetScrollKey?: string | undefined;
}

/**
 * A table of any length with rows of one height. It renders only rows near the viewport, and during a scroll
 * only the columns in view. Rows are absolutely positioned grids, so that rendering one lays out no other;
 * ARIA roles make it a table.
 */
export function Table<Row extends TableData>(props: TableProps<Row>) {
  const { label, columns, rows, isSelected, isLoading = false, isDimmed = false, stops = 'rows' } = props;
  const isGrid = stops !== 'rows';
  const tokenHeight = useTokenHeight('--row');
  const rowHeight = props.rowHeight ?? tokenHeight;
  const { inView, follow } = useColumnsInView(columns);
  const { scroller, shown } = useListWindow<HTMLDivElement>({
    count: rows.length,
    rowHeight,
    onScroll(container) {
      markSideways(container);
      follow(container);
    },
  });
  const rested = useRestedRows(shown);
  const { stop, ...rowEvents } = useRowEvents({
    ...props,
    isDimmed,
    list: scroller,
    start: rested.first,
    resetKey: props.resetScrollKey,
  });
  const hasHeadStop = stops !== 'cells';
  const firstHead = columns.findIndex(({ isPick, sortState }) => isPick || sortState !== undefined);
  const looks = useMemo(() => columnLooks(columns), [columns]);
  const widths = useMemo(() => columnWidths(columns), [columns]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [props.resetScrollKey, scroller]);

  return (
    <section
      ref={scroller}
      className={css.root}
      aria-label={label}
      tabIndex={-1}
      onFocus={props.onUse}
      onPointerEnter={props.onUse}
      // Runs before the rows handle the key, which moves the focus to the last of them.
      onKeyDownCapture={({ key, ctrlKey, target, currentTarget }) => {
        // On a cell End leads to the last column.
        const isForRows = stops !== 'cells' || ctrlKey || target === currentTarget;
        if (key === 'End' && isForRows && isAtEnd(currentTarget, rowHeight)) props.onEnd?.();
      }}
      data-dimmed={isDimmed || undefined}
      data-bulk-bar={props.hasBulkBar || undefined}
      data-covered={props.isCovered || undefined}
      style={{ ...widths, '--row-height': `${rowHeight}px` } as CSSProperties}
    >
      <div className={css.wide}>
        <table
          className={css.table}
          role={isGrid ? 'grid' : 'table'}
          aria-label={label}
          aria-rowcount={rows.length + 1}
          {...(isGrid && props.isReadOnly && { 'aria-readonly': true })}
          aria-busy={isLoading || isDimmed || undefined}
        >
          <thead className={css.headGroup} role="rowgroup" onKeyDown={rowEvents.onKeyDown}>
            <tr className={css.head} role="row" aria-rowindex={1} data-head>
              {columns.map((column, place) => (
                <SortHeader
                  key={column.key}
                  column={column}
                  look={looks[place]}
                  isStop={hasHeadStop && place === firstHead}
                />
              ))}
            </tr>
          </thead>
          <tbody
            className={css.body}
            role="rowgroup"
            data-list
            data-opens={props.opens}
            data-click={(stops === 'cells' && props.opensOnClick !== false) || undefined}
            translate="no"
            style={isLoading ? undefined : { height: rows.length * rowHeight }}
            {...rowEvents}
          >
            {isLoading && <SkeletonRows columns={columns} looks={looks} />}
            {drawnIndices(shown, stop).map((index) => {
              const row = rows[index];
              if (row === undefined) return null;
              const isRested = index >= rested.first && index < rested.last;
              const above = rows[index - 1];
              // All columns of the Tab stop's row are rendered, because any of its cells may have the focus.
              const { first, last } = isRested || index === stop ? allColumns : inView;
              return (
                <TableRow
                  key={row.id}
                  row={row}
                  index={index}
                  columns={columns}
                  looks={looks}
                  isSelected={isSelected?.(row) ?? false}
                  isStop={index === stop}
                  stops={stops}
                  marks={props.marksOf?.(row)}
                  isOpen={props.isOpen?.(row) ?? false}
                  isFaint={props.isFaint?.(row) ?? false}
                  startsGroup={above !== undefined && (props.startsGroup?.(row, above) ?? false)}
                  top={index * rowHeight}
                  firstColumn={first}
                  lastColumn={last}
                />
              );
            })}
          </tbody>
        </table>
        {props.overlay}
        {props.after && <div className={css.after}>{props.after}</div>}
      </div>
    </section>
  );
}

function markSideways(container: HTMLElement): void {
  container.toggleAttribute('data-sideways', container.scrollLeft > 0);
}

/** True if less than a row is left to scroll. */
function isAtEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement, rowHeight: number): boolean {
  return scrollTop + clientHeight > scrollHeight - rowHeight;
}

/** Milliseconds without a new row after which a list rests. */
const restAfter = 120;

interface Rows {
  first: number;
  last: number;
}

/**
 * Returns the rows that were rendered when the list last rested. They have all their columns, for a search in
 * the page and for screen readers. Rendering all columns of rows during a fast scroll would drop every second
 * frame.
 */
function useRestedRows({ first, last }: Rows): Rows {
  const [rested, setRested] = useState({ first, last });
  useEffect(() => {
    const timer = setTimeout(() => setRested({ first, last }), restAfter);
    return () => clearTimeout(timer);
  }, [first, last]);
  return rested;
}

interface SortHeaderProps {
  column: TableColumn<never>;
  look: ColumnLook | undefined;
  /** True for the header cell with the Tab stop; arrow keys reach the others. */
  isStop: boolean;
}

/** The header cell of a column; a button if the table can be sorted by it. */
function SortHeader({ column, look, isStop }: SortHeaderProps) {
  const { head, headTitle, hasNameAsHead, icon, sortState, onSort } = column;
  const content = (
    <>
      {icon && <Icon of={icon} size={13} />}
      {typeof head === 'string' || hasNameAsHead ? <span className={css.text}>{head}</span> : head}
    </>
  );
  return (
    <th
      className={joinClasses(css.sortHeader, look?.className)}
      scope="col"
      data-column={column.key}
      role="columnheader"
      aria-sort={sortState ?? undefined}
      data-tooltip={headTitle}
      translate={hasNameAsHead ? 'no' : undefined}
      style={look?.style}
    >
      {sortState === undefined ? (
        content
      ) : (
        <button type="button" className={css.button} tabIndex={isStop ? 0 : -1} onClick={onSort}>
          {content}
          <span className={column.align === 'end' ? css.arrowFirst : css.arrow}>
            <Icon of={sortState === 'ascending' ? ArrowUp : ArrowDown} size={13} />
          </span>
        </button>
      )}
    </th>
  );
}

/** A horizontal extent, in CSS pixels. */
interface Span {
  left: number;
  right: number;
}

/** The columns of a row that are rendered, beside the sticky ones. */
interface ColumnWindow {
  first: number;
  last: number;
}

const allColumns: ColumnWindow = { first: 0, last: Number.POSITIVE_INFINITY };

/**
 * Returns the columns in view from the positions of all headers. The sticky columns come first and are not
 * counted.
 */
function columnsInView(heads: readonly Span[], stickyCount: number, viewport: Span): ColumnWindow {
  const isSeen = ({ left, right }: Span, index: number) =>
    index >= stickyCount && right > viewport.left && left < viewport.right;
  const first = heads.findIndex(isSeen);
  // No header is visible: the table is hidden, has no layout, or the sticky columns take all the space.
  if (first < 0) return allColumns;
  return { first, last: heads.findLastIndex(isSeen) + 1 };
}

/** The values that the last measurement depends on. */
interface Measured {
  columns: readonly ColumnShape[];
  scrollLeft: number;
  clientWidth: number;
}

/**
 * Returns the columns in view; call `follow` while the table scrolls.
 *
 * Nine new rows a frame take 32 ms with all 28 columns and 15 ms with the visible ones. So rows that come near during a
 * scroll get only the visible columns, and the rest after 120 ms without scrolling.
 */
function useColumnsInView(columns: readonly ColumnShape[]): {
  inView: ColumnWindow;
  follow: (container: HTMLElement) => void;
} {
  const [inView, setInView] = useState(allColumns);
  const measured = useRef<Measured | null>(null);
  const follow = (container: HTMLElement) => {
    const { scrollLeft, clientWidth } = container;
    const before = measured.current;
    // A scroll up or down moves no column.
    if (before?.columns === columns && before.scrollLeft === scrollLeft && before.clientWidth === clientWidth)
      return;
    measured.current = { columns, scrollLeft, clientWidth };
    const heads = [...container.querySelectorAll('[role="columnheader"]')];
    const stickyCount = columns.filter(({ isSticky }) => isSticky).length;
    const { left, width } = container.getBoundingClientRect();
    const spans = heads.map((head) => head.getBoundingClientRect());
    const next = columnsInView(spans, stickyCount, { left, right: left + width });
    setInView((last) => (last.first === next.first && last.last === next.last ? last : next));
  };
  return { inView, follow };
}
