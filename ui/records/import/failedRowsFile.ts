import { downloadText } from '../../base/download';
import { onOneLine } from '../../base/jsonText';
import { type CsvSeparator, csvRow, guardFormula } from '../tables/csv';
import { type Cell, type FileTable, hasSources, type TableRow } from '../tables/table';

export function saveFailedRows(table: FileTable, faults: ReadonlyMap<number, string>, source: string): void {
  const ending = hasSources(table) ? 'jsonl' : 'csv';
  const name = source.replace(/\.[^.]*$/, '') || 'rows';
  const type = hasSources(table) ? 'application/jsonl' : 'text/csv';
  downloadText(`${name}_left_out.${ending}`, failedRowsText(table, faults), type);
}

const rowColumn = 'lowline_row';
const faultColumn = 'lowline_fault';

/**
 * Prints the rows that failed, with their number and their fault, so that a person can correct them and import this
 * file. CSV stays CSV; JSON becomes JSON Lines. If the source was such a file, its two added columns are replaced.
 */
export function failedRowsText(
  table: FileTable,
  failed: ReadonlyMap<number, string>,
  separator: CsvSeparator = ',',
): string {
  const rows = table.rows.filter(({ number }) => failed.has(number));
  // A row may have more cells than the file has columns.
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), table.columns.length);
  const kept = Array.from({ length: width }, (_, place) => ({
    place,
    name: table.columns[place] ?? '',
  })).filter(({ name }) => name !== rowColumn && name !== faultColumn);
  const cellsOf = ({ cells }: TableRow) => kept.map(({ place }) => cells[place] ?? null);
  const faultOf = ({ number }: TableRow) => failed.get(number) ?? '';
  const names = kept.map(({ name }) => name);

  if (hasSources(table))
    return rows.map((row) => jsonLine(names, cellsOf(row), row.number, faultOf(row))).join('');
  const lines = rows.map((row) => [...cellsOf(row), String(row.number), guardFormula(faultOf(row))]);
  return [[...names, rowColumn, faultColumn], ...lines].map((cells) => csvRow(cells, separator)).join('');
}

function jsonLine(names: readonly string[], cells: readonly Cell[], number: number, fault: string): string {
  const members = names.flatMap((name, at) => {
    const source = cells[at] ?? null;
    return source === null ? [] : `${JSON.stringify(name)}:${onOneLine(source)}`;
  });
  const added = [`"${rowColumn}":${number}`, `"${faultColumn}":${JSON.stringify(fault)}`];
  return `{${[...members, ...added].join(',')}}\n`;
}
