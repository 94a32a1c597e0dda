import { cut } from '../../base/text';
import { type Collection, dateNames, systemFieldNames } from '../collection';
import { typeOf } from '../types/fieldTypes';
import {
  FilterNestingError,
  FilterSyntaxError,
  type FilterToken,
  meantOperator,
  nameOfCall,
  tokensOf,
} from './filterTokens';
import { backRelation, isMacro, isModifier, isOfCollections, isOfRequest, newerWordsOf } from './ruleWords';

/** No user types a longer filter. */
const longestRead = 10_000;

/**
 * Returns a sentence that says why the server may have refused a filter, or null when no fault is found.
 * `knownFields` are the possible first names of a path, and the words of a newer server; null means unknown.
 */
export function explainFilter(filter: string, knownFields: readonly string[] | null): string | null {
  if (filter.trim() === '' || filter.length > longestRead) return null;
  try {
    const tokens = tokensOf(filter);
    if (tokens.length === 0) return 'The filter holds nothing but a comment.';
    checkConditions(tokens, knownFields);
    return null;
  } catch (error) {
    if (error instanceof FilterNestingError) return null;
    if (error instanceof FilterSyntaxError) return error.message;
    throw error;
  }
}

/** The server's own refusal of a filter, which gives no reason. */
const withoutReason =
  /^(Something went wrong while processing your request\.)? ?(Invalid filter( format)?\.)?$/;

/** Explains a refused filter by our own check, unless a hook of the server has refused it for its own reason. */
export function explainRefusal(filter: string, knownFields: readonly string[], message = ''): string {
  if (!withoutReason.test(message)) return message;
  return explainFilter(filter, knownFields) ?? 'The server did not understand this filter.';
}

/**
 * Replaces operators that the server does not know: `and` becomes `&&`, `==` becomes `=`. Returns null when
 * the result is still no valid filter.
 */
export function correctedFilter(filter: string, knownFields: readonly string[] | null): string | null {
  if (explainFilter(filter, knownFields) === null) return null;
  const corrected = filter.replace(correctable, (found) => meantOperator(found) ?? found);
  return corrected !== filter && explainFilter(corrected, knownFields) === null ? corrected : null;
}

/** Matches strings and comments (which stay unchanged), whole names, and operators. */
const correctable = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\/[^\n]*|[A-Za-z_@#][\w.:]*|[=?!<>~]+|[&|]+/g;

/** Checks that the tokens are `left operator right` conditions, joined by `&&` or `||`. */
function checkConditions(tokens: readonly FilterToken[], knownFields: readonly string[] | null): void {
  let expected: 'left' | 'operator' | 'right' | 'join' = 'left';
  let before = '';
  for (const token of tokens) {
    if (token.kind === 'brackets') {
      if (token.inside.length === 0) throw new FilterSyntaxError('There is nothing between the brackets.');
      checkConditions(token.inside, knownFields);
      // The server accepts brackets at any position.
      expected = 'join';
      before = ')';
      continue;
    }
    const { kind, source } = token;
    if (kind === 'call' && !knownFields?.includes(nameOfCall(source)))
      throw new FilterSyntaxError(`Functions such as ${cut(nameOfCall(source), 30)}) cannot be used.`);
    const isOperand = kind === 'call' || kind === 'name' || kind === 'number' || kind === 'text';
    const isExpected = expected === kind || (isOperand && (expected === 'left' || expected === 'right'));
    if (!isExpected) throw new FilterSyntaxError(missingPartMessage(expected, before, source));
    if (kind === 'name') checkName(source, expected === 'right', knownFields);
    expected = isOperand ? (expected === 'left' ? 'operator' : 'join') : kind === 'join' ? 'left' : 'right';
    before = source;
  }
  if (expected !== 'join') throw new FilterSyntaxError(missingPartMessage(expected, before, ''));
}

/** Returns a sentence about the missing part between two tokens. `found` is '' at the end of the filter. */
function missingPartMessage(
  expected: 'left' | 'operator' | 'right' | 'join',
  before: string,
  found: string,
): string {
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
  if (/^(true|false|null)$/i.test(name) || isOfRequest(name) || isOfCollections(name)) return;
  if (name.startsWith('@')) {
    if (isMacro(name) || knownFields?.includes(name)) return;
    throw new FilterSyntaxError(`There is no ${cut(name, 30)}.`);
  }
  const [first = ''] = name.split(/[.:]/, 1);
  const isBackRelation = backRelation.test(first);
  if (knownFields && !isBackRelation && !knownFields.includes(first)) {
    const hint = isRight ? ' As a text it needs quotes.' : '';
    throw new FilterSyntaxError(`There is no field ${cut(first, 30)}.${hint}`);
  }
  const [, modifier] = /^\w+:(\w+)$/.exec(name) ?? [];
  if (modifier !== undefined && !isModifier(modifier) && !knownFields?.includes(`:${modifier}`)) {
    throw new FilterSyntaxError(`There is no modifier :${cut(modifier, 30)}.`);
  }
}

export function filterNames(collection: Collection): string[] {
  const fields = collection.schema.map(({ name }) => name);
  // It is unknown which dates a view has, so both are allowed.
  return [...systemFieldNames(collection), ...dateNames, ...fields, ...newerWordsOf(collection)];
}

/** Returns a valid filter for this collection, with its own fields if it has suitable ones. */
export function filterExample({ schema }: Collection): string {
  const text = schema.find((field) => typeOf(field).isTextual);
  const other = schema.map((field) => typeOf(field).example?.(field)).find((example) => example);
  return `${text?.name ?? 'id'} ~ "a" && ${other ?? 'id != ""'}`;
}
