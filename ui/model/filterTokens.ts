import { cut } from '../platform/text';
import type { EscapeRules } from './filter';

export type FilterToken =
  | { readonly kind: 'name' | 'number' | 'text' | 'operator' | 'join'; readonly source: string }
  | { readonly kind: 'brackets'; readonly inside: readonly FilterToken[] };

/** What keeps a text from being read as a filter, as a sentence for a person. */
export class FilterFault extends Error {}

const operators: readonly string[] = ['=', '!=', '~', '!~', '<', '<=', '>', '>='].flatMap((operator) => [
  operator,
  `?${operator}`,
]);

/** What people write for an operator, and what they mean. */
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

/** What somebody meant who wrote this for an operator; undefined where it is none, or a right one. */
export function meantOperator(source: string): string | undefined {
  const word = source.toLowerCase();
  return Object.hasOwn(meant, word) ? meant[word] : undefined;
}

const kinds = [
  ['blank', /[ \t\n]+|\/\/[^\n]*/y],
  ['name', /[A-Za-z_@#][\w.:]*/y],
  ['number', /-?\d*(?:\.\d*)?/y],
  ['operator', /[=?!<>~]+/y],
  ['join', /[&|]+/y],
] as const;

/** The parts of a filter as the server takes it apart. Throws a FilterFault where it cannot. */
export function tokensOf(text: string, rules: Exclude<EscapeRules, 'plain'>): FilterToken[] {
  const tokens: FilterToken[] = [];
  let at = 0;
  while (at < text.length) {
    const first = text.charAt(at);
    if (first === '"' || first === "'") {
      const end = endOfText(text, at, rules);
      tokens.push({ kind: 'text', source: text.slice(at, end) });
      at = end;
    } else if (first === '(') {
      const end = endOfBrackets(text, at, rules);
      tokens.push({ kind: 'brackets', inside: tokensOf(text.slice(at + 1, end - 1), rules) });
      at = end;
    } else {
      at += readPlain(text, at, tokens);
    }
  }
  return tokens;
}

/** Reads one token that is neither quoted nor bracketed; answers with its length. */
function readPlain(text: string, at: number, tokens: FilterToken[]): number {
  for (const [kind, pattern] of kinds) {
    pattern.lastIndex = at;
    const source = pattern.exec(text)?.[0] ?? '';
    if (source === '') continue;
    if (kind !== 'blank') {
      checkSource(kind, source, text.slice(at));
      tokens.push({ kind, source });
    }
    return source.length;
  }
  const rest = text.slice(at);
  if (rest.startsWith(')')) throw new FilterFault('A closing bracket has no opening one.');
  if (rest.startsWith('/')) throw new FilterFault('A comment begins with //.');
  const found = /^(?:[\p{L}\p{M}\p{N}_]+|\S)/u.exec(rest)?.[0] ?? 'A special blank';
  throw new FilterFault(`${cut(found, 30)} can only stand in quotes.`);
}

function checkSource(kind: 'name' | 'number' | 'operator' | 'join', source: string, rest: string): void {
  if (kind === 'name') {
    if (rest[source.length] === '(')
      throw new FilterFault(`Functions such as ${cut(source, 30)}() cannot be used.`);
    if (/[.:]$|^[@#_]$/.test(source)) throw new FilterFault(`The name ${cut(source, 30)} is not complete.`);
  } else if (kind === 'number') {
    const whole = /^[\w.:-]+/.exec(rest)?.[0] ?? source;
    if (whole !== source || !/\d$/.test(source) || source.startsWith('.')) {
      throw new FilterFault(`${cut(whole, 30)} is not a number; as a text it needs quotes.`);
    }
  } else if (
    kind === 'operator' ? !operators.includes(source) : source.length !== 2 || source[0] !== source[1]
  ) {
    const better = meantOperator(source);
    const hint = better ? ` Use ${better} instead.` : '';
    throw new FilterFault(`There is no operator ${cut(source, 30)}.${hint}`);
  }
}

/** The position behind the closing quote. */
function endOfText(text: string, start: number, rules: Exclude<EscapeRules, 'plain'>): number {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\' && (rules === 'new' || text.charAt(at + 1) === quote)) at++;
    else if (character === quote) return at + 1;
  }
  throw new FilterFault(`A quote is not closed: ${cut(text.slice(start).trimEnd(), 30)}`);
}

/** The position behind the closing bracket. Comments are not heeded here: the server does not either. */
function endOfBrackets(text: string, start: number, rules: Exclude<EscapeRules, 'plain'>): number {
  let open = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"' || character === "'") at = endOfText(text, at, rules) - 1;
    else if (character === '(') open++;
    else if (character === ')' && --open === 0) return at + 1;
  }
  throw new FilterFault(open > 1 ? `${open} brackets are not closed.` : 'A bracket is not closed.');
}
