import type { BlockRange } from '../../../components/data/cellBlock';
import { type CopiedCell, mostPasted, type PastedCell } from './copiedCell';

/** A cell of the clipboard at its place in the table. */
export interface PlacedCell {
  /** Indices in the table. */
  readonly row: number;
  readonly column: number;
  readonly source: CopiedCell;
  /** The row of what is pasted, from 0. */
  readonly from: number;
}

export interface PastePlan {
  /** The number of cells of the rectangle that have a source. */
  readonly total: number;
  readonly cells: readonly PlacedCell[];
  /** Cells below the last loaded row, and cells beside the last column. */
  readonly below: number;
  readonly beside: number;
}

/**
 * Places the cells of the clipboard. They begin at the first cell of the marked block. One cell fills the block,
 * more repeat if the block is an exact multiple. Returns the number of cells if there are too many.
 */
export function pasteBlock(
  source: readonly (readonly PastedCell[])[],
  marked: BlockRange,
  table: { rows: number; columns: number },
): PastePlan | number {
  const size = { rows: source.length, columns: Math.max(0, ...source.map((row) => row.length)) };
  const block = { rows: marked.bottom - marked.top + 1, columns: marked.right - marked.left + 1 };
  const repeats = block.rows % size.rows === 0 && block.columns % size.columns === 0;
  const { rows, columns } = repeats ? block : size;
  if (rows * columns > mostPasted) return rows * columns;
  const cells: PlacedCell[] = [];
  let [total, below, beside] = [0, 0, 0];
  for (let down = 0; down < rows; down += 1) {
    for (let right = 0; right < columns; right += 1) {
      const from = down % size.rows;
      const cell = source[from]?.[right % size.columns] ?? null;
      if (!cell) continue;
      const [row, column] = [marked.top + down, marked.left + right];
      total += 1;
      if (row >= table.rows) below += 1;
      else if (column >= table.columns) beside += 1;
      else cells.push({ row, column, source: cell, from });
    }
  }
  return { total, cells, below, beside };
}
