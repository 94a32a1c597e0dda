import type { BlockRange } from '../../../components/data/cellBlock';
import { cellFieldOf } from '../../../model/records/cellField';
import { wrongCell } from '../../../model/records/recordRules';
import { countOf, printCount } from '../../../platform/text';
import { report } from '../../../state/report';
import * as toasts from '../../../state/toasts';
import { type NewValue, stageCells } from '../cells/stageCells';
import type { BlockedTable } from './blockCells';
import { readHtml, readTsv } from './blockText';
import { type CopiedCell, mostPasted, type PastedCell } from './copiedCell';
import { pastedValue } from './pastedValue';

/** The forms of the clipboard's content; '' for a missing form. */
export interface Pasted {
  readonly html: string;
  readonly text: string;
  readonly hasFiles: boolean;
}

/** A value with its place in what was pasted. */
interface Reading extends NewValue {
  readonly from: number;
}

/**
 * Pastes into the cells from the first one of the block on: one step for undo. A message says how many were taken;
 * its button shows the sentences about the others.
 */
export async function pasteCells(
  table: BlockedTable,
  range: BlockRange,
  pasted: Pasted,
  onShow: (sentences: readonly string[]) => void,
): Promise<void> {
  const block = readClipboard(pasted);
  if (!block) {
    if (pasted.hasFiles) toasts.warning('Files cannot be pasted into the table.');
    return;
  }
  const plan = pasteBlock(block, range, {
    rows: table.rows.length,
    columns: table.columns.length,
  });
  if (typeof plan === 'number') {
    toasts.warning(`These are ${printCount(plan)} cells. At most ${printCount(mostPasted)} can be pasted.`);
    return;
  }
  const values: Reading[] = [];
  const sentences: string[] = [];
  for (const placed of plan.cells) {
    const reading = readPlaced(table, placed);
    if (typeof reading === 'string') sentences.push(reading);
    else values.push(reading);
  }
  try {
    const { gone, late } = await stageCells(table.collection, values);
    const leftOut = (list: readonly Reading[], reason: string) =>
      list.map(({ from, cell }) => sentenceOf(from, cell.name, reason));
    sentences.push(
      ...leftOut(gone, 'The record no longer exists.'),
      ...leftOut(late, 'It was changed during the paste.'),
    );
    tell(plan.total, values.length - gone.length - late.length, [
      ...sentences,
      ...beyond(plan.below, 'below the last loaded row'),
      ...beyond(plan.beside, 'beside the last column'),
    ]);
  } catch (error) {
    report(error);
  }

  function tell(total: number, done: number, others: readonly string[]): void {
    if (others.length === 0) toasts.success(`Pasted ${countOf(total, 'cell')}.`);
    else {
      const message = `Pasted ${printCount(done)} of ${countOf(total, 'cell')}.`;
      toasts.withAction('warning', message, { label: 'Show', run: () => onShow(others) });
    }
  }
}

/** Returns null without a text. A copied picture, for example, has HTML and a file. */
function readClipboard({ html, text }: Pasted): readonly (readonly PastedCell[])[] | null {
  const table = html === '' ? null : readHtml(html);
  if (table || text === '') return table;
  return readTsv(text).map((row) => row.map((cell) => ({ text: cell, exact: cell })));
}

const beyond = (count: number, where: string) =>
  count === 0 ? [] : [`${countOf(count, 'cell lies', 'cells lie')} ${where}.`];

const sentenceOf = (from: number, column: string, reason: string) => `Row ${from + 1}, ${column}: ${reason}`;

/** Returns the value of a cell, or the sentence that says why it takes none. */
function readPlaced({ collection, columns, rows }: BlockedTable, placed: PlacedCell): Reading | string {
  const { from, source } = placed;
  const column = columns[placed.column];
  const row = rows[placed.row];
  if (!column || !row) return sentenceOf(from, String(placed.column), 'There is no such cell.');
  const { name } = column;
  const cell = cellFieldOf(collection, name);
  if (!cell) return sentenceOf(from, name, 'It cannot be changed.');
  const result = pastedValue(cell, source);
  if ('reason' in result) return sentenceOf(from, name, result.reason);
  const wrong = wrongCell(collection, name, result.value);
  return wrong ? sentenceOf(from, name, wrong.message) : { row, cell, mine: result.value, from };
}

/** A cell of the clipboard at its place in the table. */
interface PlacedCell {
  /** Indices in the table. */
  readonly row: number;
  readonly column: number;
  readonly source: CopiedCell;
  /** The row of what is pasted, from 0. */
  readonly from: number;
}

interface PastePlan {
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
