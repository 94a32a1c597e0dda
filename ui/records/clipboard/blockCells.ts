import type { BlockRange } from '../../kit/table/cellBlock';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import type { RecordColumn } from '../display/recordColumns';
import * as edits from '../edits';
import { cellFieldOf } from '../values/cellField';
import { writeHtml, writeTsv } from './blockText';
import { type CopiedCell, copiedCell } from './copiedCell';

export interface BlockedTable {
  readonly collection: Collection;
  readonly columns: readonly RecordColumn[];
  /** The rows with their changed values. */
  readonly rows: readonly ListedRecord[];
}

export function copyBlock(table: BlockedTable, range: BlockRange): { text: string; html: string } {
  const columns = table.columns.slice(range.left, range.right + 1);
  const rows = table.rows
    .slice(range.top, range.bottom + 1)
    .map((row) => columns.map((column) => copyCell(table.collection, column, row)));
  return { text: writeTsv(rows.map((cells) => cells.map(({ text }) => text))), html: writeHtml(rows) };
}

/** False for files, and for a long value that the row cuts. */
export function isCopiedWhole(collection: Collection, column: RecordColumn, row: ListedRecord): boolean {
  const { exact } = copyCell(collection, column, row);
  return typeof exact !== 'object' || !('not' in exact);
}

function copyCell(collection: Collection, column: RecordColumn, row: ListedRecord): CopiedCell {
  const cell = cellFieldOf(collection, column.name);
  const changed = cell && edits.changeAt(collection.id, row.id, cell.key);
  return copiedCell(column, row, changed?.mine ?? null);
}
