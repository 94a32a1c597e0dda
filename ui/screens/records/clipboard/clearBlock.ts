import type { BlockRange } from '../../../components/data/cellBlock';
import { cellFieldOf, emptyCell } from '../../../model/records/cellField';
import { countOf } from '../../../platform/text';
import * as confirm from '../../../state/confirm';
import { report } from '../../../state/report';
import * as toasts from '../../../state/toasts';
import { stageCells } from '../cells/stageCells';
import type { BlockedTable } from './blockCells';

/** Empties the cells of a block, after a question if it has several rows. Ids, dates of the server and files stay. */
export async function clearBlock(
  { collection, columns, rows }: BlockedTable,
  range: BlockRange,
): Promise<void> {
  const all = columns
    .slice(range.left, range.right + 1)
    .flatMap(({ name }) => cellFieldOf(collection, name) ?? []);
  // The clipboard cannot bring files back.
  const cells = all.filter(({ type }) => type !== 'file');
  const records = rows.slice(range.top, range.bottom + 1);
  if (cells.length === 0) {
    if (all.length > 0)
      toasts.warning('Files stay: they cannot be pasted again. Delete in a single file cell empties it.');
    return;
  }
  const question = `Clear ${countOf(cells.length, 'column')} of ${countOf(records.length, 'record')}?${cells.length < all.length ? ' Files stay.' : ''}`;
  if (records.length > 1 && !(await confirm.ask(question))) return;
  try {
    await stageCells(
      collection,
      records.flatMap((row) => cells.map((cell) => ({ row, cell, mine: emptyCell(cell) }))),
    );
  } catch (error) {
    report(error);
  }
}
