// biome-ignore-all lint/a11y/noRedundantRoles: laid out as grids, table elements lose their roles in some browsers
import { type CSSProperties, type ReactNode, useLayoutEffect, useMemo } from 'react';
import { allColumns } from './columnsInView';
import { drawnIndices } from './listWindow';
import { SkeletonRows } from './SkeletonRows';
import { SortHeader } from './SortHeader';
import css from './Table.module.css';
import { type TableColumn, TableRow } from './TableRow';
import { columnLooks, columnWidths } from './tableColumns';
import { useColumnsInView } from './useColumnsInView';
import { useListWindow } from './useListWindow';
import { useRestedRows } from './useRestedRows';
import { useRowEvents } from './useRowEvents';
import { useTokenHeight } from './useTokenHeight';

export interface TableProps<Row> {
  label: string;
  /** Memoised by the caller: another array draws every row again. */
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** CSS pixels, all rows alike; by default the `--row` token. */
  rowHeight?: number | undefined;
  /** Loads for the first time: skeletons stand for the rows. */
  isLoading?: boolean | undefined;
  /** Loads again: the rows stay, dimmed, and nothing in them can be pressed. */
  isDimmed?: boolean | undefined;
  /** A click on a row, outside of its links and buttons, or Enter on it. */
  onRowOpen?: ((row: Row) => void) | undefined;
  /** Space on a row. */
  onRowToggle?: ((row: Row) => void) | undefined;
  /** A right click on a row, or the menu key; `at` says where in the window. */
  onRowMenu?: ((row: Row, element: HTMLElement, at: { x: number; y: number }) => void) | undefined;
  isSelected?: ((row: Row) => boolean) | undefined;
  /** The End key, once the last row is in view. */
  onEnd?: (() => void) | undefined;
  /** Shown beside the table, at the moment. */
  isOpen?: ((row: Row) => boolean) | undefined;
  /** Set off from the row above it. */
  startsGroup?: ((row: Row, above: Row) => boolean) | undefined;
  /** Under the last row, centred in what is seen: Load more, or why there are no rows. */
  after?: ReactNode;
  /** Keeps the last row clear of a bar that floats above the footer. */
  hasBulkBar?: boolean | undefined;
  /** Scrolls to the top when it changes. */
  resetScrollKey?: string | undefined;
}

/**
 * A table of any length: rows of one height, of which only those near the viewport are drawn, and those that
 * fly by only with the columns in view. Rows are absolutely placed grids, so that drawing one lays out no other;
 * roles make it a table.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, isSelected, isLoading = false, isDimmed = false } = props;
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
      // Before the rows take the key, which leads to the last of them.
      onKeyDownCapture={({ key, currentTarget }) => {
        if (key === 'End' && isAtEnd(currentTarget, rowHeight)) props.onEnd?.();
      }}
      data-dimmed={isDimmed || undefined}
      data-bulk-bar={props.hasBulkBar || undefined}
      style={{ ...widths, '--row-height': `${rowHeight}px` } as CSSProperties}
    >
      <div className={css.wide}>
        <table
          className={css.table}
          role="table"
          aria-label={label}
          aria-rowcount={rows.length + 1}
          aria-busy={isLoading || isDimmed || undefined}
        >
          <thead className={css.headGroup} role="rowgroup" onKeyDown={rowEvents.onKeyDown}>
            <tr className={css.head} role="row" aria-rowindex={1} data-head>
              {columns.map((column, place) => (
                <SortHeader
                  key={column.key}
                  column={column}
                  look={looks[place]}
                  isStop={place === firstHead}
                />
              ))}
            </tr>
          </thead>
          <tbody
            className={css.body}
            role="rowgroup"
            data-list
            translate="no"
            style={isLoading ? undefined : { height: rows.length * rowHeight }}
            {...rowEvents}
          >
            {isLoading && <SkeletonRows columns={columns} looks={looks} />}
            {drawnIndices(shown, stop).map((index) => {
              const row = rows[index];
              if (row === undefined) return null;
              const isRested = index >= rested.first && index < rested.last;
              // The focus may be in any cell of its row.
              const above = rows[index - 1];
              const { first, last } = isRested || index === stop ? allColumns : inView;
              return (
                <TableRow
                  key={keyOf(row)}
                  row={row}
                  index={index}
                  columns={columns}
                  looks={looks}
                  isSelected={isSelected?.(row) ?? false}
                  isStop={index === stop}
                  isOpen={props.isOpen?.(row) ?? false}
                  startsGroup={above !== undefined && (props.startsGroup?.(row, above) ?? false)}
                  top={index * rowHeight}
                  firstColumn={first}
                  lastColumn={last}
                />
              );
            })}
          </tbody>
        </table>
        {props.after && <div className={css.after}>{props.after}</div>}
      </div>
    </section>
  );
}

function markSideways(container: HTMLElement): void {
  container.toggleAttribute('data-sideways', container.scrollLeft > 0);
}

/** Less than a row is left to scroll. */
function isAtEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement, rowHeight: number): boolean {
  return scrollTop + clientHeight > scrollHeight - rowHeight;
}
