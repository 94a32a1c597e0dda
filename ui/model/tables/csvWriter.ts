/** CSV as RFC 4180 describes it. */

export type CsvSeparator = ',' | ';' | '\t';

/** The text of a cell. Null is no value: nothing at all, while an empty text is a pair of quotes. */
export type CsvCell = string | null;

/** Returns one row with its line break. */
export function csvRow(cells: readonly CsvCell[], separator: CsvSeparator): string {
  return `${cells.map((cell) => printCell(cell, separator)).join(separator)}\r\n`;
}

function printCell(cell: CsvCell, separator: CsvSeparator): string {
  if (cell === null) return '';
  // Some readers cut the blanks at the ends of a cell without quotes.
  const needsQuotes = cell === '' || cell.includes(separator) || /["\r\n]/.test(cell) || /^\s|\s$/.test(cell);
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}
