import type { TableCell } from '../../kit/table/useRowEvents';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { report } from '../../page/report';
import * as staged from '../staged/staged';
import { cellFieldOf, emptyCell } from '../values/cellField';
import { stageCells } from './stageCells';

/** Turns a bool over. */
export function toggleCell(collection: Collection, { row, column }: TableCell<ListedRecord>): void {
  const cell = cellFieldOf(collection, column);
  if (!cell) return;
  const now = staged.cellAt(collection.id, row.id, cell.key)?.mine ?? staged.seenIn(row, cell).before;
  staged.stage(collection, [{ row, cell, mine: now !== true }]);
}

/** Empties a cell. A value that the row holds only in part is read first. */
export async function clearCell(
  collection: Collection,
  { row, column }: TableCell<ListedRecord>,
): Promise<void> {
  const cell = cellFieldOf(collection, column);
  if (!cell) return;
  await stageCells(collection, [{ row, cell, mine: emptyCell(cell) }]).catch(report);
}
