import { detectEncoding, type Encoding, readText } from '../../base/fileText';
import { createCsvReader, createCsvTable, csvSeparators, usedLength } from './csv';
import { createEndFinder, createItemTable, createJsonItemsReader, listKeyIn } from './jsonItems';
import {
  type Cell,
  type FileTable,
  TableError,
  type TableFormat,
  type TableRow,
  unknownFormat,
} from './table';

export interface TableOptions {
  readonly encoding: Encoding;
  readonly format: TableFormat;
  /** Only for CSV, like `hasNames`. */
  readonly separator: Separator;
  readonly hasNames: boolean;
  /** The number of rows above the table, such as a title or `sep=;`. */
  readonly titleRows: number;
  readonly skipsTitle: boolean;
  /** The quoted key of the list, if the JSON is an object around it. */
  readonly listKey: string;
}

const largestMegabytes = 100;

/** Throws a TableError if the file is no table. */
export async function guessOptions(file: Blob, signal?: AbortSignal): Promise<TableOptions> {
  checkFileSize(file);
  const encoding = await detectEncoding(file, signal);
  const start = await startOf(file, encoding, signal);
  checkText(start);
  const separator = guessSeparator(start);
  const rows = firstRows(start, separator);
  const titleRows = guessTitleRows(rows);
  const listKey = listKeyIn(start);
  return {
    encoding,
    format: guessFormat(start, listKey),
    separator,
    hasNames: guessHasNames(rows.find(({ number }) => number > titleRows)),
    titleRows,
    skipsTitle: titleRows > 0,
    listKey,
  };
}

interface ReadTableControls {
  readonly signal?: AbortSignal | undefined;
  /** Called from time to time with the number of rows so far. */
  readonly onProgress?: ((rows: number) => void) | undefined;
}

/**
 * Reads the file in slices. Each row has a cell per column, and more only if the row is too long. Throws a
 * TableError with the reason.
 */
export async function readTable(
  file: Blob,
  { encoding, format, separator, hasNames, titleRows, skipsTitle, listKey }: TableOptions,
  { signal, onProgress }: ReadTableControls = {},
): Promise<FileTable> {
  checkFileSize(file);
  const skipped = skipsTitle ? titleRows : 0;
  const reader =
    format === 'csv' ? createCsvTable(separator, hasNames, skipped) : createItemTable(format, listKey);
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
 * Refuses a file that is no text. A spreadsheet is a zip file, which begins with PK. A text may contain a zero
 * character, but a binary file or another encoding contains many control characters.
 */
function checkText(text: string): void {
  const isBinary = text.includes('\0') && countControls(text) > text.length * mostControls;
  if (text.startsWith('PK\u0003\u0004') || isBinary) throw new TableError(unknownFormat);
}

/** As a share of all characters. Random bytes have about 0.1. */
const mostControls = 0.08;

function countControls(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) count += 1;
  }
  return count;
}

// These functions guess from the first characters of a file, which may end anywhere.

export const separators = [...csvSeparators, { value: '|', label: 'Bar' }] as const;
type Separator = (typeof separators)[number]['value'];

/** A line that names the separator for Excel. */
const sepLine = /^sep=(.)\s*$/im;

function guessFormat(start: string, listKey: string): TableFormat {
  const text = start.trimStart();
  if (/^\[\s*(?:[[\]{"\d-]|true|false|null|$)/.test(text)) return 'json';
  if (!/^\{\s*(?:["}]|$)/.test(text)) return 'csv';
  const end = createEndFinder()(text, 0);
  const rest = end === null ? '' : text.slice(end);
  if (!/^[ \t]*(?:[\r\n{]|$)/.test(rest)) return 'csv';
  return rest.trim() === '' && hasItems(text, listKey, end !== null) ? 'json' : 'jsonLines';
}

/** True if the object has a list of items. If the object does not end in the text, an item must be there. */
function hasItems(text: string, listKey: string, isWhole: boolean): boolean {
  try {
    return createJsonItemsReader('json', listKey).read(text).length > 0 || isWhole;
  } catch (error) {
    if (error instanceof TableError) return false;
    throw error;
  }
}

/**
 * Returns the separator that gives most rows the same number of cells, at least two; of equal ones, that with more
 * cells.
 */
function guessSeparator(start: string): Separator {
  const told = separators.find(({ value }) => value === sepLine.exec(start)?.[1]);
  if (told) return told.value;
  let best: Separator = ',';
  let most: Agreement = { rows: 0, cells: 0 };
  for (const { value: separator } of separators) {
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

/** In characters. More would not help a guess, and four separators are tried. */
const guessedLength = 100_000;

function firstRows(start: string, separator: string): TableRow[] {
  const reader = createCsvReader(separator);
  const rows = reader.read(start.slice(0, guessedLength));
  // The last row may be cut, so it is ignored, unless it is the only one.
  const isCut = start.length > guessedLength && rows.length > 0;
  return isCut ? rows : [...rows, ...reader.end().rows];
}

const number = /^[-+]?\d[\d.,\s]*%?$/;
const date = /^\d{1,4}([-./])\d{1,2}\1\d{1,4}(?!\d)/;

/** Returns the number of rows of a title: rows with one text above rows with several cells. */
function guessTitleRows(rows: readonly TableRow[]): number {
  // Most rows of a table have the same number of cells.
  const { cells: width, rows: alike } = agreementOf(rows);
  const isTable = width > 1 && alike * 2 > rows.length;
  const first = rows.findIndex(
    ({ cells, number }) => !(number === 1 && isSepLine(cells)) && !(isTable && usedLength(cells) < 2),
  );
  return rows[first - 1]?.number ?? 0;
}

const isSepLine = (cells: readonly Cell[]) => /^sep=/i.test(cells[0] ?? '') && usedLength(cells) === 1;

/** Names are not empty, do not repeat, and are no numbers or dates. Empty cells at the end are ignored. */
function guessHasNames(first: TableRow | undefined): boolean {
  const cells = first?.cells ?? [];
  const names = cells.slice(0, usedLength(cells)).map((cell) => cell?.trim() ?? '');
  const hasOtherThanNames = names.some((name) => name === '' || number.test(name) || date.test(name));
  return !hasOtherThanNames && new Set(names).size === names.length;
}
