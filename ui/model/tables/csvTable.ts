import { printCount } from '../../platform/text';
import { createCsvReader } from './csvReader';
import { type Cell, TableError, type TableRow } from './table';
import { checkSize, filledUp, type TableReader } from './tableReader';

/**
 * Collects the rows of a CSV text. The first row decides how many columns there are. A row with more values keeps them.
 */
export function createCsvTable(separator: string, hasNames: boolean): TableReader {
  const reader = createCsvReader(separator);
  const rows: TableRow[] = [];
  let names: readonly Cell[] | null = null;

  function add(read: readonly TableRow[]): void {
    for (const row of read) {
      names ??= row.cells;
      if (!hasNames || row.cells !== names) rows.push(row);
    }
    // While reading, because the memory would be full at the end.
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

/** Drops the columns at the end that have neither a name nor a value. */
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

/** Returns the number of cells up to the last one with a text. */
export function usedLength(cells: readonly Cell[]): number {
  return cells.findLastIndex((cell) => Boolean(cell)) + 1;
}
