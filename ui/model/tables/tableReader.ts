import { printCount } from '../../platform/text';
import { type Cell, type FileTable, TableError } from './table';

/** Collects the rows of a text that comes in chunks. Both methods throw a TableError. */
export interface TableReader {
  /** Returns the number of rows so far. */
  read(chunk: string): number;
  end(): FileTable;
}

const mostColumns = 1_000;
/** With empty ones. So many fill the memory, and a file of few bytes can have a name in each row. */
const mostCells = 20_000_000;

export function checkSize(rows: number, columns: number): void {
  if (columns > mostColumns)
    throw new TableError(`The file has more than ${printCount(mostColumns)} columns.`);
  if (rows * columns > mostCells)
    throw new TableError(
      `The file has more than ${printCount(mostCells)} cells. Split it and import the parts.`,
    );
}

/** Adds empty cells, so that there is one for each column. */
export function filledUp(cells: readonly Cell[], columns: number): readonly Cell[] {
  if (cells.length >= columns) return cells;
  return [...cells, ...Array<null>(columns - cells.length).fill(null)];
}
