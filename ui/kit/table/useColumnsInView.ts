// Nine new rows a frame take 32 ms with all 28 columns and 15 ms with the visible ones. So rows that come near during
// a scroll get only the visible columns, and the rest after 120 ms without scrolling; then a search in the page and a
// screen reader find every cell. Cells of the first two sticky columns have no `style`: with one, a browser cannot
// share their computed style, and a frame takes half as long again.

import { useRef, useState } from 'react';
import type { ColumnShape } from './tableColumns';

/** A horizontal extent, in CSS pixels. */
interface Span {
  left: number;
  right: number;
}

/** The columns of a row that are rendered, beside the sticky ones. */
interface ColumnWindow {
  /** Index of the first. */
  first: number;
  /** Index after the last. */
  last: number;
}

export const allColumns: ColumnWindow = { first: 0, last: Number.POSITIVE_INFINITY };

/**
 * Returns the columns in view from the positions of all headers. The sticky columns come first and are not
 * counted.
 */
export function columnsInView(heads: readonly Span[], stickyCount: number, viewport: Span): ColumnWindow {
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

/** Returns the columns in view; call `follow` while the table scrolls. */
export function useColumnsInView(columns: readonly ColumnShape[]): {
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
