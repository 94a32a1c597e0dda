// The server stores `abc` in a number field as 0 and a garbled date as none, and says nothing. So an import decides
// before, by the rules of the record editor. Messages hold no value, so equal errors of many rows are one line.

import { missing } from '../../../model/types/fieldTypes';
import { asFault, asValue, type CellResult, textOfSource } from '../../../model/types/textReading';
import { isGuarded, withoutGuard } from '../../tables/csv';
import type { Cell } from '../../tables/table';
import type { ColumnPlan, EmptyCell } from './columnPlan';
import { type ImportField, optionsOf } from './importFields';

interface CellOrigin {
  /** The cell is the source text of a JSON value. */
  readonly isSource: boolean;
  /** Takes away the `'` by which an export keeps a spreadsheet from running the text. */
  readonly takesGuardAway: boolean;
}

/** Reads a cell, but does not check the value: the rules of the editor do. */
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

/** A JSON null is like an empty cell. */
export function isNothing(cell: Cell, isSource: boolean): cell is null | 'null' {
  return cell === null || (isSource && cell === 'null');
}

/** True if an export has put a `'` before the text, so that no spreadsheet runs it as a formula. */
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
