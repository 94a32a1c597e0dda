// The switches of an account, `emailVisibility` and `verified`, are hidden until they are chosen. The chosen ones
// have a list of their own, because an older list of hidden columns does not name them.

import { accountFlags } from './collection';

/** How the columns of a table are arranged. Keys name the columns, so that a renamed field keeps its place. */
export interface ColumnLayout {
  /** A missing column stays behind its neighbour in the collection. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Optional columns are visible only if they are listed here. */
  readonly shown: readonly string[];
  /** These stay in view while the table scrolls sideways. */
  readonly pinned: readonly string[];
  /** The chosen widths, in CSS pixels. */
  readonly widths: Readonly<Record<string, number>>;
}

/** The usual columns in the order of the collection. */
export const noLayout: ColumnLayout = { order: [], hidden: [], shown: [], pinned: [], widths: {} };

const optionalKeys = accountFlags.map((name) => `@${name}`);

export const isHidden = ({ hidden, shown }: ColumnLayout, key: string): boolean =>
  optionalKeys.includes(key) ? !shown.includes(key) : hidden.includes(key);

/** Returns the visible columns as they are arranged: the first one, which never moves, the pinned ones, the others. */
export function arrange<Column>(
  columns: readonly Column[],
  keyOf: (column: Column) => string,
  layout: ColumnLayout,
): Column[] {
  const { order, pinned } = layout;
  let before = -1;
  return columns
    .flatMap((column, at) => {
      const key = keyOf(column);
      if (at === 0) return { column, group: 0, place: before };
      if (order.includes(key)) before = order.indexOf(key);
      return isHidden(layout, key) ? [] : { column, group: pinned.includes(key) ? 1 : 2, place: before };
    })
    .sort((a, b) => a.group - b.group || a.place - b.place)
    .map(({ column }) => column);
}

/** The limits of a chosen width of a column, in CSS pixels at the default font size. */
export const columnWidthRange = { min: 48, max: 800 } as const;

/** The limits of the width of a page's sidebar, in CSS pixels. */
export const sidebarWidthRange = { min: 176, max: 416 } as const;
