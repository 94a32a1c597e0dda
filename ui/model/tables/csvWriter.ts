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

/**
 * A spreadsheet runs a text that begins with one of these signs as a formula. A `'` before it prevents that. A text
 * that looks guarded gets one more, so that the reader can take exactly one away.
 */
const formula = /^'*[=+\-@\t\r]/;
const guardedFormula = /^'+[=+\-@\t\r]/;

/** Puts a `'` before a text that a spreadsheet would run as a formula, and before a text that looks guarded. */
export function guardFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

export function isGuarded(text: string): boolean {
  return guardedFormula.test(text);
}

/** Takes the `'` of the guard away. Any other text stays. */
export function withoutGuard(text: string): string {
  return isGuarded(text) ? text.slice(1) : text;
}
