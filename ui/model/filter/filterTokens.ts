import { cut } from '../../base/text';
import { endOfQuoted, type FilterPiece, filterPieceAt } from './filterPieces';

export type FilterToken =
  | {
      readonly kind: 'name' | 'number' | 'text' | 'operator' | 'join';
      readonly source: string;
      readonly start: number;
    }
  /** A function with its brackets, which only newer servers know. Commas between its arguments are left out. */
  | {
      readonly kind: 'call';
      readonly source: string;
      readonly inside: readonly FilterToken[];
      readonly start: number;
    }
  | {
      readonly kind: 'brackets';
      readonly inside: readonly FilterToken[];
      readonly start: number;
      /** The position after the closing bracket. */
      readonly end: number;
    };

/** A syntax error in a filter; the message is a sentence for the user. */
export class FilterSyntaxError extends Error {}

/** Thrown when our parser gives up on a depth that the server may still accept. */
export class FilterNestingError extends FilterSyntaxError {}

const operators: readonly string[] = ['=', '!=', '~', '!~', '<', '<=', '>', '>='].flatMap((operator) => [
  operator,
  `?${operator}`,
]);

/** Operators that users type by mistake, and the correct ones. */
const meant: Readonly<Record<string, string>> = {
  '==': '=',
  '===': '=',
  '!==': '!=',
  '<>': '!=',
  '!': '!=',
  '=>': '>=',
  '=<': '<=',
  '=~': '~',
  '~=': '~',
  '~~': '~',
  '?': '?=',
  '&': '&&',
  '|': '||',
  and: '&&',
  or: '||',
};

/**
 * Returns the correct operator for a wrong one; undefined when the text is no operator or already correct.
 */
export function meantOperator(source: string): string | undefined {
  const word = source.toLowerCase();
  return Object.hasOwn(meant, word) ? meant[word] : undefined;
}

/** No user nests deeper, and a deeper recursion could overflow the stack. */
const deepest = 500;

/** Splits a filter into tokens like the server. Throws a FilterSyntaxError on a syntax error. */
export function tokensOf(text: string): FilterToken[] {
  const ends = new Map<number, number>();

  function read(from: number, to: number, depth: number, isCall = false): FilterToken[] {
    if (depth > deepest) throw new FilterNestingError();
    const tokens: FilterToken[] = [];
    for (let start = from; start < to; ) {
      const piece = filterPieceAt(text, start);
      const { kind, source } = piece;
      if (source === '"' || source === "'") {
        const end = endOfText(start, to);
        tokens.push({ kind: 'text', source: text.slice(start, end), start });
        start = end;
      } else if (source === '(') {
        const end = ends.get(start) ?? endOfBrackets(start, to);
        tokens.push({ kind: 'brackets', inside: read(start + 1, end - 1, depth + 1), start, end });
        start = end;
      } else if (kind === 'name' && text[start + source.length] === '(') {
        const open = start + source.length;
        const end = ends.get(open) ?? endOfBrackets(open, to);
        const inside = read(open + 1, end - 1, depth + 1, true);
        tokens.push({ kind: 'call', source: text.slice(start, end), inside, start });
        start = end;
      } else if (isCall && source === ',') {
        start += 1;
      } else {
        if (kind === 'sign') throw unexpectedCharacter(text.slice(start, start + 100));
        if (kind !== 'blank' && kind !== 'comment') {
          checkPiece(kind, source, text.slice(start, Math.min(to, start + source.length + 100)));
          tokens.push({ kind, source, start });
        }
        start += source.length;
      }
    }
    return tokens;
  }

  function endOfText(start: number, to: number): number {
    const end = endOfQuoted(text, start + 1, text.charAt(start));
    if (end >= 0 && end <= to) return end;
    throw new FilterSyntaxError(`A quote is not closed: ${cut(text.slice(start, to).trimEnd(), 30)}`);
  }

  /**
   * Returns the position after the closing bracket, and stores the positions of the inner brackets. Like the
   * server, it does not skip comments.
   */
  function endOfBrackets(start: number, to: number): number {
    const open: number[] = [];
    for (let at = start; at < to; at++) {
      const character = text.charAt(at);
      if (character === '"' || character === "'") at = endOfText(at, to) - 1;
      else if (character === '(') open.push(at);
      else if (character === ')') {
        ends.set(open.pop() ?? start, at + 1);
        if (open.length === 0) return at + 1;
      }
    }
    const { length } = open;
    throw new FilterSyntaxError(
      length > 1 ? `${length} brackets are not closed.` : 'A bracket is not closed.',
    );
  }

  return read(0, text.length, 0);
}

/** Returns `geoDistance(` of a call. */
export const nameOfCall = (source: string): string => source.slice(0, source.indexOf('(') + 1);

function unexpectedCharacter(rest: string): FilterSyntaxError {
  if (rest.startsWith(')')) return new FilterSyntaxError('A closing bracket has no opening one.');
  if (rest.startsWith('/')) return new FilterSyntaxError('A comment begins with //.');
  const found = /^(?:[\p{L}\p{M}\p{N}_]+|\S)/u.exec(rest)?.[0] ?? 'A special blank';
  return new FilterSyntaxError(`${cut(found, 30)} can only stand in quotes.`);
}

function checkPiece(kind: FilterPiece['kind'], source: string, rest: string): void {
  if (kind === 'name') {
    if (/[.:]$|^[@#_]$/.test(source))
      throw new FilterSyntaxError(`The name ${cut(source, 30)} is not complete.`);
  } else if (kind === 'number') {
    const whole = /^[\w.:-]+/.exec(rest)?.[0] ?? source;
    if (whole !== source || !/\d$/.test(source) || source.startsWith('.')) {
      throw new FilterSyntaxError(`${cut(whole, 30)} is not a number; as a text it needs quotes.`);
    }
  } else if (
    kind === 'operator' ? !operators.includes(source) : source.length !== 2 || source[0] !== source[1]
  ) {
    const better = meantOperator(source);
    const hint = better ? ` Use ${better} instead.` : '';
    throw new FilterSyntaxError(`There is no operator ${cut(source, 30)}.${hint}`);
  }
}
