import { detectEncoding, type Encoding, readText } from '../../platform/fileText';
import { type CsvSeparator, createCsvReader, createCsvTable, usedLength } from './csv';
import { createEndFinder, createItemTable, createJsonItemsReader } from './jsonItems';
import { type FileTable, TableError, type TableFormat, type TableRow, unknownFormat } from './table';

export interface TableOptions {
  readonly encoding: Encoding;
  readonly format: TableFormat;
  /** Counts in CSV only, as `hasNames`. */
  readonly separator: Separator;
  readonly hasNames: boolean;
}

const largestMegabytes = 100;

/** Guesses how to read the file. Throws a TableError if it is no table at all. */
export async function guessOptions(file: Blob, signal?: AbortSignal): Promise<TableOptions> {
  checkFileSize(file);
  const encoding = await detectEncoding(file, signal);
  const start = await startOf(file, encoding, signal);
  checkText(start);
  const separator = guessSeparator(start);
  return {
    encoding,
    format: guessFormat(start),
    separator,
    hasNames: guessHasNames(start, separator),
  };
}

interface ReadTableControls {
  readonly signal?: AbortSignal | undefined;
  /** Called from time to time with the number of rows that are read. */
  readonly onProgress?: ((rows: number) => void) | undefined;
}

/**
 * Reads the file in slices. Each row has a cell for each column, and more only if the row is too long. Throws a
 * TableError that says why the file cannot be read.
 */
export async function readTable(
  file: Blob,
  { encoding, format, separator, hasNames }: TableOptions,
  { signal, onProgress }: ReadTableControls = {},
): Promise<FileTable> {
  checkFileSize(file);
  const reader = format === 'csv' ? createCsvTable(separator, hasNames) : createItemTable(format);
  for await (const text of readText(file, encoding, signal)) {
    checkText(text);
    const rows = reader.read(text);
    onProgress?.(rows);
  }
  const table = reader.end();
  if (table.rows.length === 0) throw new TableError('The file holds no rows.');
  return table;
}

function checkFileSize({ size }: Blob): void {
  if (size > largestMegabytes * 1024 ** 2)
    throw new TableError(`The file is larger than ${largestMegabytes} MB. Split it and import the parts.`);
}

async function startOf(file: Blob, encoding: Encoding, signal?: AbortSignal): Promise<string> {
  for await (const text of readText(file, encoding, signal)) return text;
  return '';
}

/**
 * Refuses a file that is no text. A spreadsheet of today is a zip file, which begins with PK. A text of a record may
 * hold a zero character, but a binary file and a text in another encoding hold many control characters.
 */
function checkText(text: string): void {
  const isBinary = text.includes('\0') && countControls(text) > text.length * mostControls;
  if (text.startsWith('PK\u0003\u0004') || isBinary) throw new TableError(unknownFormat);
}

/** As a share of the characters. Random bytes have a tenth. */
const mostControls = 0.08;

function countControls(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) count += 1;
  }
  return count;
}

/** Guesses from the first characters of a file, which may end anywhere. */

type Separator = CsvSeparator | '|';

const separators: readonly Separator[] = [',', ';', '\t', '|'];

function guessFormat(start: string): TableFormat {
  const text = start.trimStart();
  if (/^\[\s*(?:[[\]{"\d-]|true|false|null|$)/.test(text)) return 'json';
  if (!/^\{\s*(?:["}]|$)/.test(text)) return 'csv';
  const end = createEndFinder()(text, 0);
  const rest = end === null ? '' : text.slice(end);
  if (!/^[ \t]*(?:[\r\n{]|$)/.test(rest)) return 'csv';
  return rest.trim() === '' && hasItems(text, end !== null) ? 'json' : 'jsonLines';
}

/** True if the object has a list of items. In an object that ends later, one of them must be there. */
function hasItems(text: string, isWhole: boolean): boolean {
  try {
    return createJsonItemsReader('json').read(text).length > 0 || isWhole;
  } catch (error) {
    if (error instanceof TableError) return false;
    throw error;
  }
}

/** Returns the separator that gives most rows the same number of cells, at least two; in a draw more cells. */
function guessSeparator(start: string): Separator {
  let best: Separator = ',';
  let most: Agreement = { rows: 0, cells: 0 };
  for (const separator of separators) {
    const found = agreementOf(firstRows(start, separator));
    if (found.rows < most.rows || (found.rows === most.rows && found.cells <= most.cells)) continue;
    best = separator;
    most = found;
  }
  return best;
}

/** `rows` rows have `cells` cells each. */
interface Agreement {
  readonly rows: number;
  readonly cells: number;
}

function agreementOf(rows: readonly TableRow[]): Agreement {
  const rowsByCells = new Map<number, number>();
  for (const { cells } of rows) rowsByCells.set(cells.length, (rowsByCells.get(cells.length) ?? 0) + 1);
  let most: Agreement = { rows: 0, cells: 0 };
  for (const [cells, count] of rowsByCells) {
    const isMore = count > most.rows || (count === most.rows && cells > most.cells);
    if (cells > 1 && isMore) most = { rows: count, cells };
  }
  return most;
}

/** In characters. A guess needs no more, and four separators are tried. */
const guessedLength = 100_000;

function firstRows(start: string, separator: string): TableRow[] {
  const reader = createCsvReader(separator);
  const rows = reader.read(start.slice(0, guessedLength));
  // A row that is cut says nothing, unless it is the only one.
  const isCut = start.length > guessedLength && rows.length > 0;
  return isCut ? rows : [...rows, ...reader.end().rows];
}

const number = /^[-+]?\d[\d.,\s]*%?$/;
const date = /^\d{1,4}([-./])\d{1,2}\1\d{1,4}(?!\d)/;

/** Names are not empty, not repeated and neither numbers nor dates. Empty cells at the end are no cells. */
function guessHasNames(start: string, separator: string): boolean {
  const cells = firstRows(start, separator)[0]?.cells ?? [];
  const names = cells.slice(0, usedLength(cells)).map((cell) => cell?.trim() ?? '');
  const hasOtherThanNames = names.some((name) => name === '' || number.test(name) || date.test(name));
  return !hasOtherThanNames && new Set(names).size === names.length;
}
