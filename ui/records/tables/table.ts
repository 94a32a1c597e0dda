import { printCount } from '../../base/text';

/**
 * In CSV: the text of the cell; '' for empty quotes, null for nothing. In JSON: the source text of the value; null
 * if the key is missing.
 */
export type Cell = string | null;

export interface TableRow {
  /** As in a spreadsheet, where the names are row 1. In JSON, the first item is row 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

export type TableFormat = 'csv' | 'json' | 'jsonLines';

/** Columns are identified by position, because names may repeat. */
export interface FileTable {
  readonly format: TableFormat;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

export function hasSources({ format }: Pick<FileTable, 'format'>): boolean {
  return format !== 'csv';
}

export const unknownFormat = 'Only CSV, TSV, JSON and JSON Lines files can be imported.';

/** A file that is no table. The message is a sentence for the person. */
export class TableError extends Error {
  override readonly name = 'TableError';
}

/** Collects the rows of a text in chunks. Both methods throw a TableError. */
export interface TableReader {
  /** Returns the number of rows so far. */
  read(chunk: string): number;
  end(): FileTable;
}

const mostColumns = 1_000;
/** With empty cells. More would fill the memory: a small file can have a name in each row. */
const mostCells = 20_000_000;

export function checkSize(rows: number, columns: number): void {
  if (columns > mostColumns)
    throw new TableError(`The file has more than ${printCount(mostColumns)} columns.`);
  if (rows * columns > mostCells)
    throw new TableError(
      `The file has more than ${printCount(mostCells)} cells. Split it and import the parts.`,
    );
}

/** Adds empty cells up to the number of columns. */
export function filledUp(cells: readonly Cell[], columns: number): readonly Cell[] {
  if (cells.length >= columns) return cells;
  return [...cells, ...Array<null>(columns - cells.length).fill(null)];
}
