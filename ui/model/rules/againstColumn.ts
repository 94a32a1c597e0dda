import { withoutExponent } from '../filters/filterLiterals';
import {
  type ColumnSide,
  isLike,
  isSeveral,
  jsonReason,
  NotSimulated,
  orderReason,
  type PersonSide,
} from './conditionSide';
import type { PathColumn } from './followPath';
import { always, type KnownValue, never, type Print } from './ruleLiterals';

interface ValueAgainstColumn {
  value: KnownValue;
  operator: string;
  open: ColumnSide;
  known: PersonSide;
  /** The value is on the left. */
  isLeft: boolean;
}

/** Prints a known value against an own column or one of `@collection`. */
export function againstColumn(
  { value, operator, open, known, isLeft }: ValueAgainstColumn,
  print: Print,
): string {
  const { source, end } = open;
  if (value === null) {
    if (operator === '=') return `${source}=""`;
    return operator === '!=' && !isSeveral(known) ? `${source}!=""` : never;
  }
  const { columnClass } = end;
  // A list is stored as the text of its JSON.
  if (!['text', 'number', 'list'].includes(columnClass)) throw new NotSimulated(jsonReason);
  if (isLike(operator)) {
    return isLeft
      ? `${print(asText(value))}${operator}${source}`
      : `${source}${operator}${print(`%${asText(value)}%`)}`;
  }
  const isMixed = (typeof value === 'number') !== (columnClass === 'number');
  // The server compares two columns without a conversion, and a missing row counts as "".
  if (isMixed && operator === '=') return value === '' ? `${source}=""` : never;
  if (isMixed && operator === '!=') return end.isSeveral || value === '' ? `${source}!=""` : always;
  const sent = print(isMixed ? converted(value, known, end) : value);
  const condition = isLeft ? `${sent}${operator}${source}` : `${source}${operator}${sent}`;
  // A missing record among several is not equal to a text, but a comparison with a literal skips it.
  return operator === '=' && value !== '' && end.isSeveral ? `${condition}&&${source}!=""` : condition;
}

/**
 * Returns the value whose order against a column of another type is the one that SQLite finds between both
 * columns. A number column converts the other side, else a text column does; json, `:each` and `:length` are
 * neither.
 */
function converted(value: string | number, known: PersonSide, open: PathColumn): string | number {
  const side = known.kind === 'column' ? columnTypeOf(known.end) : null;
  const type = columnTypeOf(open);
  if (type === 'number') return value;
  if (side === 'number' || (side === 'text' && type === null)) {
    // A list is never a number.
    if (typeof value === 'string' && open.columnClass !== 'text') return value;
    throw new NotSimulated(orderReason);
  }
  return side === null && type === 'text' && typeof value === 'number' ? asText(value) : value;
}

/** The type that SQLite converts to; null for none. A list is in a column of numbers. */
function columnTypeOf({ columnClass, modifier }: PathColumn): 'text' | 'number' | null {
  if (modifier !== null || columnClass === 'json' || columnClass === 'unknown') return null;
  return columnClass === 'text' ? 'text' : 'number';
}

const asText = (value: string | number) =>
  typeof value === 'number' ? withoutExponent(String(value)) : value;
