// A create rule judges one new record. Its values are columns for the server but literals in the filter, and SQLite
// converts what it compares with a column. So a number or a text is converted before, or it is written because the
// result does not depend on the database. Everything else is "Not simulated".

import {
  isLike,
  isSeveral,
  jsonReason,
  type LiteralSide,
  NotSimulated,
  orderReason,
  type PersonSide,
} from './conditionSide';
import type { Print } from './ruleLiterals';

const isNew = (side: PersonSide): side is LiteralSide =>
  side.kind === 'literal' && side.columnClass !== undefined;
const isEquality = (operator: string) => /^\??!?=$/.test(operator);
const numberMacro = /^@(second|minute|hour|day|month|weekday|year)$/;

/** Returns the result of a comparison with a value of the new record, if it does not depend on the database. */
export function resultWithNew(left: PersonSide, right: PersonSide, operator: string): boolean | null {
  const pairs = [
    [left, right],
    [right, left],
  ] as const;
  for (const [side, other] of pairs) {
    if (side.kind !== 'literal') continue;
    checkItem(side, other);
    if (!isNew(side)) continue;
    if (side.columnClass === 'json') return resultWithNull(other, operator);
    if (side.isNewId) {
      const isKnown =
        isEquality(operator) && !(other.kind === 'literal' && (other.isNewId || isIsset(other)));
      if (!isKnown) throw new NotSimulated('It is not known which id the server would make.');
      return resultOfOthers(other, operator);
    }
    checkNew(side, operator.replace('?', ''), other);
    if (isEquality(operator) && other.kind === 'column' && side.value !== '') {
      const { columnClass } = other.end;
      // The server compares two columns without a conversion.
      if (['text', 'number'].includes(columnClass) && columnClass !== side.columnClass) {
        return resultOfOthers(other, operator);
      }
    }
  }
  return null;
}

const isIsset = ({ source }: LiteralSide) => source.endsWith(':isset');

/** Two values that differ are not equal. "All of them" also asks that no record is missing. */
function resultOfOthers(other: PersonSide, operator: string): boolean {
  if (operator === '!=' && isSeveral(other)) throw new NotSimulated(orderReason);
  return operator.endsWith('!=');
}

/** Json is compared by `IS`, so NULL is not "". */
function resultWithNull(other: PersonSide, operator: string): boolean {
  if (!isEquality(operator)) return false;
  if (other.kind === 'column' || isSeveral(other)) throw new NotSimulated(jsonReason);
  return (other.value === null) === !operator.endsWith('!=');
}

/** An item of the new record is converted by a column of numbers, and by no other. */
function checkItem({ isStored }: LiteralSide, other: PersonSide): void {
  if (!isStored) return;
  const columnClass = other.kind === 'column' ? other.end.columnClass : (other.columnClass ?? 'text');
  if (columnClass !== 'text' && columnClass !== 'list') throw new NotSimulated(orderReason);
}

/** Throws NotSimulated if it is not known how SQLite converts the sides. */
function checkNew({ columnClass, source }: LiteralSide, operator: string, other: PersonSide): void {
  if (isLike(operator)) return;
  if (other.kind === 'literal') {
    const isClock = source === '@now' && other.value === undefined;
    const isOdd = other.isCount || isIsset(other) || numberMacro.test(other.source);
    const isItem = columnClass === 'number' && other.items !== undefined;
    if (isClock || isItem || (columnClass === 'text' && isOdd)) throw new NotSimulated(orderReason);
    return;
  }
  const { end } = other;
  if (end.columnClass === 'json' || end.columnClass === 'unknown') throw new NotSimulated(orderReason);
  if (isEquality(operator) || end.columnClass === columnClass || end.columnClass === 'list') return;
  // A column of numbers converts a text in either case.
  if (columnClass !== 'text' || end.modifier !== null) throw new NotSimulated(orderReason);
}

/**
 * Returns a value as SQLite converts it. A value of the new record is a column for the server, which converts
 * what is compared with it, but a literal of the filter is not.
 */
export function asCompared(side: PersonSide, operator: string, other: PersonSide, print: Print): PersonSide {
  if (side.kind === 'column') return side;
  const { value, columnClass } = side;
  const withText = (text: string) => ({
    ...side,
    value: text,
    source: print(text),
    pattern: print(`%${text}%`),
  });
  if (isLike(operator)) {
    return columnClass === 'number' && typeof value === 'number' ? withText(plainNumber(value)) : side;
  }
  if (!isNew(other)) return side;
  if (other.columnClass === 'text' && typeof value === 'number' && columnClass === undefined) {
    const isWord = /^(true|false)$/i.test(side.source);
    return withText(isWord || !Number.isInteger(value) ? plainNumber(value) : `${plainNumber(value)}.0`);
  }
  const isConverted = columnClass === undefined || !isEquality(operator);
  if (other.columnClass === 'number' && typeof value === 'string' && isConverted) {
    if (/^-?\d{1,12}(\.\d{1,6})?$/.test(value))
      return { ...side, value: Number(value), source: print(Number(value)) };
    if (/^\s*[-+.\d]/.test(value)) throw new NotSimulated(orderReason);
  }
  return side;
}

/** Returns a number as SQLite writes it as a text, if no rounding can change that. */
function plainNumber(value: number): string {
  const text = String(value);
  if (!/^-?\d{1,12}(\.\d{1,6})?$/.test(text) || Object.is(value, -0)) throw new NotSimulated(orderReason);
  return text;
}
