import type { Collection } from '../../../model/collection';
import { isMultiple, targetOf } from '../../../model/types/fieldTypes';
import type { ListSeparator, Reading } from '../../../model/types/textReading';
import { type Cell, type FileTable, hasSources } from '../../tables/table';
import { readCell } from './cellReading';
import type { ColumnPlan, EmptyCell } from './columnPlan';
import type { ImportField } from './importFields';
import { keyFields } from './recordKeys';

export interface ReadingChoice {
  readonly label: string;
  readonly reading: Reading;
}

const separators: readonly (readonly [ListSeparator, string])[] = [
  ['json', 'JSON array'],
  [',', 'commas'],
  [';', 'semicolons'],
  ['|', 'bars'],
];

/** Lists the ways in which a column can be read for a field. A single one needs no choice. */
export function readingChoices(field: ImportField, collections: readonly Collection[]): ReadingChoice[] {
  switch (field.type) {
    case 'number':
      return [
        { label: 'Number like 1,234.5', reading: { kind: 'number', decimal: '.' } },
        { label: 'Number like 1.234,5', reading: { kind: 'number', decimal: ',' } },
      ];
    case 'date':
      return (['utc', 'browser'] as const).flatMap((zone) => {
        const ending = zone === 'utc' ? 'UTC' : 'local time';
        const dates: ReadingChoice[] = [
          { label: `Year-Month-Day, ${ending}`, reading: { kind: 'date', order: 'iso', zone } },
          { label: `Day.Month.Year, ${ending}`, reading: { kind: 'date', order: 'dayFirst', zone } },
          { label: `Month/Day/Year, ${ending}`, reading: { kind: 'date', order: 'monthFirst', zone } },
        ];
        if (zone === 'utc')
          dates.push({ label: 'Unix time', reading: { kind: 'date', order: 'unix', zone } });
        return dates;
      });
    case 'bool':
      return [{ label: 'True or false, yes or no, 1 or 0', reading: { kind: 'bool' } }];
    case 'json':
      return [{ label: 'JSON', reading: { kind: 'json' } }];
    case 'relation':
      return relationChoices(field, collections);
    case 'select':
      if (field.field && isMultiple(field.field)) {
        return separators.map(([separator, words]) => ({
          label: separator === 'json' ? 'Choices as JSON array' : `Choices between ${words}`,
          reading: { kind: 'list', separator },
        }));
      }
      return [{ label: 'Choice, any case', reading: { kind: 'text' } }];
    default:
      return [{ label: 'Text', reading: { kind: 'text' } }];
  }
}

function relationChoices({ field }: ImportField, collections: readonly Collection[]): ReadingChoice[] {
  if (!field) return [];
  const target = collections.find(({ id }) => id === targetOf(field));
  const keys = target ? keyFields(target) : ['id'];
  return keys.flatMap((by) => {
    const words = by === 'id' ? 'By id' : `By ${by} of ${target?.name}`;
    const kinds = isMultiple(field) ? separators : ([[',', '']] as const);
    return kinds.map(([separator, between]) => ({
      label:
        between === '' ? words : `${words}, ${separator === 'json' ? 'as JSON array' : `between ${between}`}`,
      reading: { kind: 'relation' as const, by, separator },
    }));
  });
}

export const emptyCellWords: Readonly<Record<EmptyCell, string>> = {
  leave: 'Leave as it is',
  empty: 'Set to empty',
  fault: 'Is an error',
  null: 'Set to null',
};

export function emptyCellChoices(field: ImportField): EmptyCell[] {
  return field.type === 'json' ? ['leave', 'null', 'empty', 'fault'] : ['leave', 'empty', 'fault'];
}

/** Returns the reason why the reading of the column is open; null if it is not. */
export function openReading({ field, reading }: ColumnPlan): string | null {
  if (field === null) return null;
  if (reading.kind === 'date' && reading.order === null) return `${field}: day or month first?`;
  if (reading.kind === 'number' && reading.decimal === null) {
    return `${field}: is the comma in 1,234 between thousands or before decimals?`;
  }
  return null;
}

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
