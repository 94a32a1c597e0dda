import { cut } from '../platform/text';
import type { EscapeRules } from './filter';
import { FilterFault, type FilterToken, meantOperator, tokensOf } from './filterTokens';

const macro = /^@(now|second|minute|hour|day|weekday|month|year|(today|month|year)(Start|End))$/;

/** What is longer was not typed, and reading thousands of nested brackets takes long. */
const longestRead = 10_000;

/**
 * Why the server may have refused a filter, in one sentence; null when we find nothing. What is wrong under
 * one of the rules only is not held against a filter while they are not known.
 *
 * `knownFields` are the names that a path may begin with; null: not known.
 */
export function explainFilter(
  filter: string,
  knownFields: readonly string[] | null,
  rules: EscapeRules = 'plain',
): string | null {
  if (filter.trim() === '' || filter.length > longestRead) return null;
  if (rules !== 'plain') return faultOf(filter, knownFields, rules);
  const fault = faultOf(filter, knownFields, 'new');
  return fault === null || faultOf(filter, knownFields, 'old') === null ? null : fault;
}

/** The server says only that something is wrong with a filter; our own reading may say what. */
export function explainRefusal(filter: string, knownFields: readonly string[]): string {
  return explainFilter(filter, knownFields) ?? 'The server did not understand this filter.';
}

/**
 * A refused filter with the operators that its author meant: `&&` for `and`, `=` for `==`. Null where that makes
 * no filter that can be run.
 */
export function correctedFilter(filter: string, knownFields: readonly string[] | null): string | null {
  if (explainFilter(filter, knownFields) === null) return null;
  const corrected = filter.replace(correctable, (found) => meantOperator(found) ?? found);
  return corrected !== filter && explainFilter(corrected, knownFields) === null ? corrected : null;
}

/** Texts and comments, which stay as they are, whole names, and operators. */
const correctable = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\/[^\n]*|[A-Za-z_@#][\w.:]*|[=?!<>~]+|[&|]+/g;

function faultOf(filter: string, knownFields: readonly string[] | null, rules: 'old' | 'new'): string | null {
  try {
    const tokens = tokensOf(filter, rules);
    if (tokens.length === 0) return 'The filter holds nothing but a comment.';
    checkConditions(tokens, knownFields);
    return null;
  } catch (error) {
    if (error instanceof FilterFault) return error.message;
    throw error;
  }
}

/** Walks through `left operator right` with `&&` or `||` between them. */
function checkConditions(tokens: readonly FilterToken[], knownFields: readonly string[] | null): void {
  let expected: 'left' | 'operator' | 'right' | 'join' = 'left';
  let before = '';
  for (const token of tokens) {
    if (token.kind === 'brackets') {
      if (token.inside.length === 0) throw new FilterFault('There is nothing between the brackets.');
      checkConditions(token.inside, knownFields);
      // The server takes brackets in any place.
      expected = 'join';
      before = ')';
      continue;
    }
    const { kind, source } = token;
    const isOperand = kind === 'name' || kind === 'number' || kind === 'text';
    const isExpected = expected === kind || (isOperand && (expected === 'left' || expected === 'right'));
    if (!isExpected) throw new FilterFault(surprise(expected, before, source));
    if (kind === 'name') checkName(source, expected === 'right', knownFields);
    expected = isOperand ? (expected === 'left' ? 'operator' : 'join') : kind === 'join' ? 'left' : 'right';
    before = source;
  }
  if (expected !== 'join') throw new FilterFault(surprise(expected, before, ''));
}

/** What is missing between two parts; the later is '' at the end. */
function surprise(expected: 'left' | 'operator' | 'right' | 'join', before: string, found: string): string {
  const [earlier, later] = [cut(before, 30), cut(found, 30)];
  switch (expected) {
    case 'left':
      if (later !== '' && !/^[&|]/.test(later)) return `A field is missing before ${later}.`;
      return earlier === ''
        ? `A condition is missing before ${later}.`
        : `A condition is missing after ${earlier}.`;
    case 'operator':
      return `An operator such as = or ~ is missing after ${earlier}.`;
    case 'right':
      return `A value is missing after ${earlier}.`;
    case 'join':
      return meantOperator(later)
        ? `Use ${meantOperator(later)} instead of ${later}.`
        : `&& or || is missing before ${later}.`;
  }
}

function checkName(name: string, isRight: boolean, knownFields: readonly string[] | null): void {
  if (/^(true|false|null)$/i.test(name) || /^@(request|collection)\./.test(name)) return;
  if (name.startsWith('@')) {
    if (macro.test(name)) return;
    throw new FilterFault(`There is no ${cut(name, 30)}.`);
  }
  const [first = ''] = name.split(/[.:]/, 1);
  const isBackRelation = /^\w+_via_\w+$/.test(first);
  if (knownFields && !isBackRelation && !knownFields.includes(first)) {
    const hint = isRight ? ' As a text it needs quotes.' : '';
    throw new FilterFault(`There is no field ${cut(first, 30)}.${hint}`);
  }
  const [, modifier] = /^\w+:(\w+)$/.exec(name) ?? [];
  if (modifier !== undefined && !['each', 'length', 'isset'].includes(modifier)) {
    throw new FilterFault(`There is no modifier :${cut(modifier, 30)}.`);
  }
}
