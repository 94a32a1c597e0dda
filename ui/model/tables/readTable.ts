import { detectEncoding, type Encoding, readText } from '../../platform/fileText';
import { createCsvTable } from './csvReader';
import { guessFormat, guessHasNames, guessSeparator, type Separator } from './formatGuess';
import { createItemTable } from './jsonItems';
import { type FileTable, TableError, type TableFormat, unknownFormat } from './table';

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
