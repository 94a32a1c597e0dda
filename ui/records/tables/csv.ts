import { printCount } from '../../base/text';
import { type Cell, checkSize, filledUp, TableError, type TableReader, type TableRow } from './table';

/** The separators that a file is written with. A file that is read may have others. */
export const csvSeparators = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
] as const;
export type CsvSeparator = (typeof csvSeparators)[number]['value'];

/** Null stands for no value, and is written as nothing. An empty text is written as a pair of quotes. */
export type CsvCell = string | null;

/** Returns the row with its line break. */
export function csvRow(cells: readonly CsvCell[], separator: CsvSeparator): string {
  return `${cells.map((cell) => printCell(cell, separator)).join(separator)}\r\n`;
}

function printCell(cell: CsvCell, separator: CsvSeparator): string {
  if (cell === null) return '';
  // Some readers trim cells that are not in quotes.
  const needsQuotes = cell === '' || cell.includes(separator) || /["\r\n]/.test(cell) || /^\s|\s$/.test(cell);
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * A spreadsheet runs a text that begins with one of these signs as a formula, also after a character that it takes
 * for a separator. A `'` before it prevents this. A text that already looks guarded gets one more, so that a reader
 * can remove exactly one. After a comma, `-13.4` is part of a coordinate.
 */
const starts = [
  ['^', '[=+\\-@\\t\\r]'],
  ['[;|\\t]', '[=+\\-@]'],
  [',', '[=@]'],
];
const places = (quote: string) =>
  new RegExp(starts.map(([before, sign]) => `(?<=${before})${quote}(?='*${sign})`).join('|'), 'g');
const unguarded = places('');
const guard = places("'");

/** Puts a `'` where a formula would begin, and before a text that looks guarded. */
export const guardFormula = (text: string): string => text.replace(unguarded, "'");

/** Removes the `'` of a guard. */
export const withoutGuard = (text: string): string => text.replace(guard, '');

export const isGuarded = (text: string): boolean => text.search(guard) >= 0;

/** The state of the reader. `quote`: after a quote, which closes the cell unless another one follows. */
type Place = 'afterReturn' | 'start' | 'plain' | 'quoted' | 'quote';

/** A file with only separators would fill the memory. */
const mostCellsInRow = 2_000_000;

const lineFeed = '\n'.charCodeAt(0);
const carriageReturn = '\r'.charCodeAt(0);

/**
 * Reads CSV (RFC 4180) in chunks that may end anywhere. It refuses nothing: in `a"b,c`, the quote is text; in
 * `"a"b,c`, the text after the closing quote belongs to the cell, `ab`. A row ends with CRLF, LF or CR. A blank
 * line is no row, but it counts for the row numbers. The caller removes a byte order mark.
 */
export function createCsvReader(separator: string) {
  const separatorCode = separator.charCodeAt(0);
  let place: Place = 'start';
  let rows: TableRow[] = [];
  let number = 1;
  let cells: Cell[] = [];
  let text = '';
  let hasQuotes = false;

  /** Each step reads from `at` and returns where the next step begins. */
  const steps: Record<Place, (chunk: string, at: number) => number> = {
    afterReturn(chunk, at) {
      place = 'start';
      return chunk[at] === '\n' ? at + 1 : at;
    },
    start(chunk, at) {
      hasQuotes = chunk[at] === '"';
      place = hasQuotes ? 'quoted' : 'plain';
      return hasQuotes ? at + 1 : at;
    },
    plain(chunk, at) {
      const end = endOfPlain(chunk, at, separatorCode);
      text += chunk.slice(at, end);
      if (end === chunk.length) return end;
      const code = chunk.charCodeAt(end);
      if (code === separatorCode) endCell();
      else endRow();
      if (code === carriageReturn) place = 'afterReturn';
      return end + 1;
    },
    quoted(chunk, at) {
      const quote = chunk.indexOf('"', at);
      if (quote === -1) {
        text += chunk.slice(at);
        return chunk.length;
      }
      text += chunk.slice(at, quote);
      place = 'quote';
      return quote + 1;
    },
    quote(chunk, at) {
      const isDoubled = chunk[at] === '"';
      place = isDoubled ? 'quoted' : 'plain';
      if (!isDoubled) return at;
      text += '"';
      return at + 1;
    },
  };

  function endCell(): void {
    cells.push(text === '' && !hasQuotes ? null : text);
    if (cells.length > mostCellsInRow) throw new TableError(`Row ${printCount(number)} has too many cells.`);
    place = 'start';
    text = '';
    hasQuotes = false;
  }

  function endRow(): void {
    const isBlank = cells.length === 0 && !hasQuotes && text.trim() === '';
    endCell();
    if (!isBlank) rows.push({ number, cells });
    number += 1;
    cells = [];
  }

  function takeRows(): TableRow[] {
    const taken = rows;
    rows = [];
    return taken;
  }

  return {
    read(chunk: string): TableRow[] {
      for (let at = 0; at < chunk.length; ) at = steps[place](chunk, at);
      return takeRows();
    },
    /** Returns the last row if it has no line break, and its number if a quote in it is not closed. */
    end(): { rows: TableRow[]; openQuote: number | null } {
      const openQuote = place === 'quoted' ? number : null;
      endRow();
      return { rows: takeRows(), openQuote };
    },
  };
}

function endOfPlain(chunk: string, from: number, separatorCode: number): number {
  for (let at = from; at < chunk.length; at += 1) {
    const code = chunk.charCodeAt(at);
    if (code === separatorCode || code === lineFeed || code === carriageReturn) return at;
  }
  return chunk.length;
}

/**
 * Collects the rows after the skipped ones. The first row decides the number of columns; a longer row keeps its
 * cells.
 */
export function createCsvTable(separator: string, hasNames: boolean, skipped = 0): TableReader {
  const reader = createCsvReader(separator);
  const rows: TableRow[] = [];
  let names: readonly Cell[] | null = null;

  function add(read: readonly TableRow[]): void {
    for (const row of read) {
      if (row.number <= skipped) continue;
      names ??= row.cells;
      if (!hasNames || row.cells !== names) rows.push(row);
    }
    // Checked with each chunk, because the memory could be full before the end.
    checkSize(rows.length, usedLength(names ?? []));
  }

  return {
    read(chunk) {
      add(reader.read(chunk));
      return rows.length;
    },
    end() {
      const rest = reader.end();
      if (rest.openQuote !== null)
        throw new TableError(`The quote opened in row ${printCount(rest.openQuote)} is never closed.`);
      add(rest.rows);
      const columns = columnsOf(names ?? [], hasNames, rows);
      checkSize(rows.length, columns.length);
      return {
        format: 'csv',
        columns,
        rows: rows.map(({ number, cells }) => ({ number, cells: fitted(cells, columns.length) })),
      };
    },
  };
}

/** Drops columns at the end without a name and a value. */
function columnsOf(first: readonly Cell[], hasNames: boolean, rows: readonly TableRow[]): string[] {
  const names = hasNames ? first : first.map(() => null);
  const needed = rows.reduce((most, { cells }) => Math.max(most, usedLength(cells)), usedLength(names));
  return names.slice(0, needed).map((name, place) => (name?.trim() ? name : `Column ${place + 1}`));
}

function fitted(cells: readonly Cell[], columns: number): readonly Cell[] {
  return cells.length > columns
    ? cells.slice(0, Math.max(columns, usedLength(cells)))
    : filledUp(cells, columns);
}

/** Returns the number of cells up to the last one that has a text. */
export function usedLength(cells: readonly Cell[]): number {
  return cells.findLastIndex((cell) => Boolean(cell)) + 1;
}
