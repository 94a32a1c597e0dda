import { type Cell, type FileTable, hasSources } from '../tables/table';
import { readCell } from './cellReading';
import type { ColumnPlan } from './columnPlan';
import type { ImportField } from './importFields';

const mostShown = 2;
const mostRead = 1_000;

/** Returns the first different cells of a column that hold something. */
export function firstValues({ rows }: FileTable, at: number): string[] {
  const values = new Set<string>();
  for (const { cells } of rows.slice(0, mostRead)) {
    const cell = cells[at];
    if (cell) values.add(cell.slice(0, 100));
    if (values.size === mostShown) break;
  }
  return [...values];
}

/** Returns what the first cell of a column becomes; its fault if it cannot be read. */
export function previewOf(
  table: FileTable,
  at: number,
  field: ImportField,
  column: ColumnPlan,
  takesGuardAway: boolean,
): string {
  const cell: Cell = table.rows.slice(0, mostRead).find(({ cells }) => cells[at])?.cells[at] ?? null;
  const read = readCell(cell, field, column, { isSource: hasSources(table), takesGuardAway });
  switch (read.kind) {
    case 'value':
      return typeof read.value === 'boolean'
        ? read.value
          ? 'True'
          : 'False'
        : String(typeof read.value === 'string' ? read.value : read.value.join(', ')).slice(0, 200);
    case 'null':
      return 'null';
    case 'fault':
      return read.message;
    case 'lookup':
      return read.texts.join(', ').slice(0, 200);
    case 'none':
      return '';
  }
}
