import type { Collection } from '../../../model/collection';
import { printBool } from '../../../model/types/bool';
import type { ReadingChoice } from '../../../model/types/textReading';
import { type Cell, type FileTable, hasSources } from '../../tables/table';
import { readCell } from './cellReading';
import type { ColumnPlan, EmptyCell } from './columnPlan';
import type { ImportField } from './importFields';
import { readFieldOf } from './recordKeys';

/** Lists the ways to read a column for a field. A single one needs no choice. */
export function readingChoices(
  field: ImportField,
  collections: readonly Collection[],
): readonly ReadingChoice[] {
  return field.type.reading.choices(readFieldOf(field, collections));
}

export const emptyCellWords: Readonly<Record<EmptyCell, string>> = {
  leave: 'Leave as it is',
  empty: 'Set to empty',
  fault: 'Is an error',
  null: 'Set to null',
};

export function emptyCellChoices(field: ImportField): EmptyCell[] {
  return field.type.hasSource ? ['leave', 'null', 'empty', 'fault'] : ['leave', 'empty', 'fault'];
}

/** Returns why the reading of the column is still open; null if it is chosen. */
export function openReading({ reading }: ColumnPlan, field: ImportField | undefined): string | null {
  const question = field?.type.reading.question?.(reading);
  return field && question ? `${field.name}: ${question}` : null;
}

const mostShown = 2;
const mostRead = 1_000;

/** Returns the first distinct cells of a column that are not empty. */
export function firstValues({ rows }: FileTable, at: number): string[] {
  const values = new Set<string>();
  for (const { cells } of rows.slice(0, mostRead)) {
    const cell = cells[at];
    if (cell) values.add(cell.slice(0, 100));
    if (values.size === mostShown) break;
  }
  return [...values];
}

/** Shows the value of the first cell of a column, or its fault if it cannot be read. */
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
        ? printBool(read.value)
        : [read.value].flat().join(', ').slice(0, 200);
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
