/** How the columns of a table are arranged. Keys name the columns, so that a renamed field keeps its place. */
export interface ColumnLayout {
  /** A column that is not in it stays behind its neighbour of the collection. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** These stay in view while the table scrolls sideways. */
  readonly pinned: readonly string[];
  /** The chosen widths, in CSS pixels. */
  readonly widths: Readonly<Record<string, number>>;
}

/** All columns in the order of the collection. */
export const noLayout: ColumnLayout = { order: [], hidden: [], pinned: [], widths: {} };

/** Returns the visible columns as they are arranged: the first one, which never moves, the pinned ones, the others. */
export function arrange<Column>(
  columns: readonly Column[],
  keyOf: (column: Column) => string,
  { order, hidden, pinned }: ColumnLayout,
): Column[] {
  let before = -1;
  return columns
    .map((column, at) => {
      const key = keyOf(column);
      if (at > 0 && order.includes(key)) before = order.indexOf(key);
      const group = at === 0 ? 0 : pinned.includes(key) ? 1 : 2;
      return { column, group, place: before, isHidden: group > 0 && hidden.includes(key) };
    })
    .filter(({ isHidden }) => !isHidden)
    .sort((a, b) => a.group - b.group || a.place - b.place)
    .map(({ column }) => column);
}
