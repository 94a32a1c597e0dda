// The first column stays in view. Pinned ones follow it and take at most 60 % of the table. They keep a fixed width,
// because the position of the next one depends on it.

import { joinClasses } from '../basics/joinClasses';
import css from './Table.module.css';

/** The properties that decide where a column's cells are. */
export interface ColumnShape {
  /** CSS pixels at the default font size. */
  width: number;
  /** Its width on narrow screens, when that differs. */
  narrowWidth?: number | undefined;
  /** On wide screens it shrinks to this before the table scrolls sideways. */
  least?: number | undefined;
  /** True if it gets a share of the free width. */
  isFlexible?: boolean | undefined;
  align?: 'start' | 'end' | undefined;
  /** True if it stays in view while scrolling sideways; only the first columns can. */
  isSticky?: boolean | undefined;
  /** True if a person made it sticky. Then it does not name the row for screen readers. */
  isPinned?: boolean | undefined;
  /** True if it contains only a checkbox. */
  isPick?: boolean | undefined;
}

type Properties = Readonly<Record<`--${string}`, string>>;

const rem = (pixels: number) => `${pixels / 16}rem`;

/** Returns the widths as custom properties of the table: each row is a grid with its own layout. */
export function columnWidths(columns: readonly ColumnShape[]): Properties {
  const widths = columns.map((column) => column.width);
  const narrow = columns.map((column) => column.narrowWidth ?? column.width);
  return {
    '--columns-wide': tracksOf(
      columns,
      widths,
      columns.map(({ least }) => least),
    ),
    '--columns-narrow': tracksOf(columns, narrow),
    '--width-wide': rem(sumOf(columns.map(({ least, width }) => least ?? width))),
    '--width-narrow': rem(sumOf(narrow)),
    '--sticky-wide': rem(sumOf(widths.filter((_, index) => columns[index]?.isSticky))),
    '--sticky-narrow': rem(sumOf(narrow.filter((_, index) => columns[index]?.isSticky))),
    '--second-wide': rem(widths[0] ?? 0),
    '--second-narrow': rem(narrow[0] ?? 0),
  };
}

/**
 * The class and style that all cells of a column share. A browser computes a cell with a style of its own, and what is
 * in it, anew in each row; so the first two sticky columns have none.
 */
export interface ColumnLook {
  className: string;
  style: Properties | undefined;
}

export function columnLooks(columns: readonly ColumnShape[]): readonly ColumnLook[] {
  let wide = 0;
  let narrow = 0;
  return columns.map((column, index) => {
    const { isSticky, isPick, align, width, narrowWidth = width } = column;
    const className = joinClasses(
      css.cell,
      isPick && css.pick,
      align === 'end' && css.end,
      isSticky && css.sticky,
      isSticky && !columns[index + 1]?.isSticky && css.lastSticky,
    );
    if (!isSticky) return { className, style: undefined };
    const style = index > 1 ? { '--left-wide': rem(wide), '--left-narrow': rem(narrow) } : undefined;
    wide += width;
    narrow += narrowWidth;
    return { className, style };
  });
}

function tracksOf(
  columns: readonly ColumnShape[],
  widths: readonly number[],
  least: readonly (number | undefined)[] = [],
): string {
  return columns
    .map((column, index) => {
      const width = rem(widths[index] ?? column.width);
      if (column.isFlexible) return `minmax(${width}, 1fr)`;
      return least[index] === undefined ? width : `minmax(${rem(least[index])}, ${width})`;
    })
    .join(' ');
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
