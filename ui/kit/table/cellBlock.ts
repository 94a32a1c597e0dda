/** A cell by its record and its column, so that it stays the same when rows move. */
export interface CellPlace {
  readonly id: string;
  readonly column: string;
}

/** A rectangle of cells: from the cell where it began to the cell with the cursor. */
export interface CellBlock {
  readonly anchor: CellPlace;
  readonly head: CellPlace;
}

/** Indices of rows and columns; the last ones belong to it. */
export interface BlockRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Returns the rectangle between two cells; null if one of them is no longer in the table. */
export function rangeOf(
  { anchor, head }: CellBlock,
  ids: readonly string[],
  columns: readonly string[],
): BlockRange | null {
  const rows = [ids.indexOf(anchor.id), ids.indexOf(head.id)] as const;
  const places = [columns.indexOf(anchor.column), columns.indexOf(head.column)] as const;
  if (Math.min(...rows, ...places) < 0) return null;
  return {
    top: Math.min(...rows),
    bottom: Math.max(...rows),
    left: Math.min(...places),
    right: Math.max(...places),
  };
}

export function isInRange({ top, bottom, left, right }: BlockRange, row: number, column: number): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

export const isSameCell = (one: CellPlace, other: CellPlace): boolean =>
  one.id === other.id && one.column === other.column;
