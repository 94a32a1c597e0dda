import { escapePattern, escapeText } from '../filter/filterTexts';

export type FilterOperator =
  | 'is'
  | 'isNot'
  | 'anyOf'
  | 'contains'
  | 'containsNot'
  | 'atLeast'
  | 'atMost'
  | 'before'
  | 'after'
  | 'empty'
  | 'filled';

/** Texts with one meaning: first the one to write, then others that are read as it. */
export type Form = readonly [string, ...string[]];

export const textOperators = ['contains', 'containsNot', 'is', 'isNot', 'anyOf', 'empty', 'filled'] as const;
export const searchOperators = ['contains', 'containsNot', 'empty', 'filled'] as const;

/** The operators for values that name something: one of them, or a list. */
export const namingOperators = (isList: boolean): readonly FilterOperator[] =>
  isList
    ? ['contains', 'containsNot', 'anyOf', 'empty', 'filled']
    : ['is', 'isNot', 'anyOf', 'empty', 'filled'];

export const signs: Readonly<Partial<Record<FilterOperator, string>>> = {
  is: '=',
  isNot: '!=',
  atLeast: '>=',
  atMost: '<=',
  before: '<',
  after: '>',
};

/** Null if the server cannot read the text in quotes. */
export function quoted(text: string): string | null {
  return text.includes('\0') ? null : `"${escapeText(text)}"`;
}

/** Returns the forms of `contains` and `containsNot`. */
export function searchForms(name: string, operator: 'contains' | 'containsNot', value: string): Form[] {
  if (value.includes('\0')) return [];
  const sign = operator === 'contains' ? '~' : '!~';
  const written = `${name} ${sign} "${escapePattern(value)}"`;
  // The server itself escapes a text without a `%`, so a person may have written it without escapes.
  return [/[%\\]/.test(value) ? [written] : [written, `${name} ${sign} "${escapeText(value)}"`]];
}

export function withEach([first, ...others]: Form, change: (text: string) => string): Form {
  return [change(first), ...others.map(change)];
}
