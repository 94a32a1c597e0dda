// The server stores `abc` in a number field as 0, and an invalid date as none, without an error. So an import
// checks before, by the rules of the record editor. Messages contain no value, so equal errors of many rows are one
// line.

import { missing } from '../../../model/types/fieldTypes';
import { asFault, asValue, type CellResult, textOfSource } from '../../../model/types/textReading';
import { isGuarded, withoutGuard } from '../../tables/csv';
import type { Cell } from '../../tables/table';
import type { ColumnPlan, EmptyCell } from './columnPlan';
import { type ImportField, optionsOf } from './importFields';

interface CellOrigin {
  readonly isSource: boolean;
  /** Removes the `'` that an export puts before a text, so that a spreadsheet does not run it as a formula. */
  readonly takesGuardAway: boolean;
}

/** Converts a cell to a value. The rules of the editor check the value. */
export function readCell(
  cell: Cell,
  field: ImportField,
  { reading, empty }: ColumnPlan,
  { isSource, takesGuardAway }: CellOrigin,
): CellResult {
  if (isNothing(cell, isSource)) return readNothing(field, empty);
  const { reading: reader, hasSource } = field.type;
  const bare = takesGuardAway && hasGuard(cell, field) ? withoutGuard(cell) : cell;
  const text = isSource ? textOfSource(cell) : bare;
  const content = hasSource ? cell : text;
  if (content === '') return asValue(emptyValue(field));
  const isBlank = content?.trim() === '' && !reader.keepsBlanks?.(optionsOf(field));
  if (isBlank) return readNothing(field, empty);
  const isPlainNumber = isSource && !cell.startsWith('"');
  return reader.read({ text, cell, isPlainNumber }, reading, optionsOf(field));
}

/** A JSON null counts as an empty cell. */
export function isNothing(cell: Cell, isSource: boolean): cell is null | 'null' {
  return cell === null || (isSource && cell === 'null');
}

/** True if the text begins with the `'` that an export puts before a formula. */
export function hasGuard(cell: string, { type }: Pick<ImportField, 'type'>): boolean {
  return type.isGuarded === true && isGuarded(cell);
}

const emptyValue = (field: ImportField) => field.type.empty(optionsOf(field));

function readNothing(field: ImportField, empty: EmptyCell): CellResult {
  switch (empty) {
    case 'leave':
      return { kind: 'none' };
    case 'fault':
      return asFault(missing.message);
    case 'empty':
      return asValue(emptyValue(field));
    case 'null':
      return field.type.hasSource ? { kind: 'null' } : asValue(emptyValue(field));
  }
}
