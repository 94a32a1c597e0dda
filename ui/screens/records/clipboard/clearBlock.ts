import type { BlockRange } from '../../../components/data/cellBlock';
import { cellFieldOf, emptyCell } from '../../../model/records/cellField';
import { countOf } from '../../../platform/text';
import * as confirm from '../../../state/confirm';
import { report } from '../../../state/report';
import * as toasts from '../../../state/toasts';
import { stageCells } from '../cells/stageCells';
import { type BlockedTable, isCopiedWhole } from './blockCells';

interface ClearOptions {
  /** True after a copy: values that the clipboard does not hold whole stay. */
  isCut?: boolean;
}

/** Empties the cells of a block, after a question if it has several rows. Ids, dates of the server and files stay. */
export async function clearBlock(
  { collection, columns, rows }: BlockedTable,
  range: BlockRange,
  { isCut = false }: ClearOptions = {},
): Promise<void> {
  const all = columns.slice(range.left, range.right + 1).flatMap((column) => {
    const cell = cellFieldOf(collection, column.name);
    return cell ? [{ column, cell }] : [];
  });
  const records = rows.slice(range.top, range.bottom + 1);
  const cleared = records.flatMap((row) =>
    all
      // The clipboard cannot bring files back.
      .filter(({ column, cell }) => (isCut ? isCopiedWhole(collection, column, row) : cell.type !== 'file'))
      .map(({ cell }) => ({ row, cell, mine: emptyCell(cell) })),
  );
  const hasKept = cleared.length < records.length * all.length;
  if (all.length === 0 && !isCut) {
    const count = range.right - range.left + 1;
    toasts.warning(`${count === 1 ? 'This column' : 'These columns'} cannot be changed.`);
    return;
  }
  if (cleared.length === 0) {
    if (hasKept) toasts.warning(isCut ? notCut : filesStay);
    return;
  }
  const count = new Set(cleared.map(({ cell }) => cell.key)).size;
  const note = hasKept ? (isCut ? ` ${partStays}` : ' Files stay.') : '';
  const question = `Clear ${countOf(count, 'column')} of ${countOf(records.length, 'record')}?${note}`;
  if (records.length > 1 && !(await confirm.ask(question))) return;
  await stageCells(collection, cleared).catch(report);
  if (records.length === 1 && hasKept && isCut) toasts.warning(partStays);
}

const filesStay = 'Files stay: they cannot be pasted again. Delete in a single file cell empties it.';
const notCut = 'Not cut: these values are too long for the clipboard. Delete empties the cells.';
const partStays = 'Values that the clipboard cannot hold whole stay.';
