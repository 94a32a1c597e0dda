import { createCsvReader, usedLength } from './csvReader';
import type { CsvSeparator } from './csvWriter';
import { createEndFinder, createJsonItemsReader } from './jsonItems';
import { TableError, type TableFormat, type TableRow } from './table';

/** Guesses from the first characters of a file, which may end anywhere. */

export type Separator = CsvSeparator | '|';

const separators: readonly Separator[] = [',', ';', '\t', '|'];

export function guessFormat(start: string): TableFormat {
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
export function guessSeparator(start: string): Separator {
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
export function guessHasNames(start: string, separator: string): boolean {
  const cells = firstRows(start, separator)[0]?.cells ?? [];
  const names = cells.slice(0, usedLength(cells)).map((cell) => cell?.trim() ?? '');
  const hasOtherThanNames = names.some((name) => name === '' || number.test(name) || date.test(name));
  return !hasOtherThanNames && new Set(names).size === names.length;
}
