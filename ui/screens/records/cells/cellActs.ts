import type { TableCell } from '../../../components/data/useRowEvents';
import { completeDate } from '../../../components/form/dateText';
import type { Collection } from '../../../model/collection';
import type { ListedRecord } from '../../../model/record';
import { cellFieldOf, emptyCell } from '../../../model/records/cellField';
import { report } from '../../../state/report';
import * as staged from '../../../state/staged/staged';
import { createCellEdit, type EditedCell } from './cellEdit';
import { stageCells } from './stageCells';

/** Turns a bool over. */
export function toggleCell(collection: Collection, { row, column }: TableCell<ListedRecord>): void {
  const cell = cellFieldOf(collection, column);
  if (!cell) return;
  const now = staged.cellAt(collection.id, row.id, cell.key)?.mine ?? staged.seenIn(row, cell).before;
  staged.stage(collection, [{ row, cell, mine: now !== true }]);
}

/** Stages a value that was typed before its input was there. */
export function keepTyped(collection: Collection, { row, column, start, ahead }: EditedCell): void {
  const cell = cellFieldOf(collection, column);
  if (!cell) return;
  const edit = createCellEdit(collection, row, cell);
  const text = `${start ?? String(edit.state.value)}${ahead}`;
  edit.set(cell.type === 'date' ? completeDate(text) : text);
  edit.keep();
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
