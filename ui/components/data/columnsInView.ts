/** Where something stands sideways, in CSS pixels. */
export interface Span {
  left: number;
  right: number;
}

/** Which columns of a row are drawn, beside the sticky ones. */
export interface ColumnWindow {
  /** Index of the first. */
  first: number;
  /** Index after the last. */
  last: number;
}

export const allColumns: ColumnWindow = { first: 0, last: Number.POSITIVE_INFINITY };

/** The columns in view, by where the heads of all stand; the sticky ones come first and are not counted. */
export function columnsInView(heads: readonly Span[], stickyCount: number, viewport: Span): ColumnWindow {
  const isSeen = ({ left, right }: Span, index: number) =>
    index >= stickyCount && right > viewport.left && left < viewport.right;
  const first = heads.findIndex(isSeen);
  // Hidden, without a layout, or the sticky ones take all the room.
  if (first < 0) return allColumns;
  return { first, last: heads.findLastIndex(isSeen) + 1 };
}
