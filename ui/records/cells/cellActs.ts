import type { TableCell } from '../../kit/table/useRowEvents';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { report } from '../../page/report';
import * as edits from '../edits';
import { cellFieldOf, emptyCell } from '../values/cellField';
import { stageCells } from './stageCells';

export function toggleCell(collection: Collection, { row, column }: TableCell<ListedRecord>): void {
  const cell = cellFieldOf(collection, column);
  if (!cell) return;
  const now = edits.changeAt(collection.id, row.id, cell.key)?.mine ?? edits.seenInRow(row, cell).before;
  edits.set(collection, [{ row, cell, mine: now !== true }]);
}

/** A value that the row holds only in part is read first. */
export async function clearCell(
  collection: Collection,
  { row, column }: TableCell<ListedRecord>,
): Promise<void> {
  const cell = cellFieldOf(collection, column);
  if (!cell) return;
  await stageCells(collection, [{ row, cell, mine: emptyCell(cell) }]).catch(report);
}
