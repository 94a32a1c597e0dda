/**
 * A cell of a file. In CSV: its text; '' for an empty text in quotes; null if there is nothing. In JSON: the source
 * text of the value; null if the key is missing.
 */
export type Cell = string | null;

export interface TableRow {
  /** As in a spreadsheet: the names are row 1. In a JSON file the first item is row 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

export type TableFormat = 'csv' | 'json' | 'jsonLines';

/** The rows of a file. Columns are known by their place, because names may repeat. */
export interface FileTable {
  readonly format: TableFormat;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

/** True if the cells are source texts of JSON values. */
export function hasSources({ format }: Pick<FileTable, 'format'>): boolean {
  return format !== 'csv';
}

/** The fault of a file of another kind. */
export const unknownFormat = 'Only CSV, TSV, JSON and JSON Lines files can be imported.';

/** A file that cannot be read as a table. The message is a sentence for the person who chose the file. */
export class TableError extends Error {
  override readonly name = 'TableError';
}
