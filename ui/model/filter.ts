/**
 * What a backslash means inside the quotes of a filter. 'old': up to 0.22.49 it only escapes the quote;
 * 'new': from 0.22.50 it also escapes itself, n, r and t. 'plain': not known yet; right on both servers for
 * texts without a backslash.
 */
export type EscapeRules = 'old' | 'new' | 'plain';

export interface SearchColumn {
  readonly name: string;
  /** The field's type; without it the column is searched as text. */
  readonly type?: string | undefined;
}

/**
 * The filter for what stands in a search bar, ready to be sent. A text with an operator in it is a filter
 * already; any other is looked for in all columns, as is one that stands in quotes as a whole.
 */
export function toFilter(text: string, columns: readonly SearchColumn[], rules: EscapeRules): string {
  const trimmed = text.trim();
  const [, quote, quoted] = /^(["'])(.*)\1$/s.exec(trimmed) ?? [];
  if (quote === undefined || quoted === undefined) {
    if (hasOperator(trimmed)) return trimmed;
    return trimmed === '' ? '' : anyOf(columns.map((column) => comparison(column, trimmed, false, rules)));
  }
  if (quoted.includes(quote) && hasOperator(trimmed)) return trimmed;
  return quoted === '' ? '' : anyOf(columns.map((column) => comparison(column, quoted, true, rules)));
}

/** All of the filters at once; empty ones are left out. */
export function joinFilters(...filters: readonly (string | undefined)[]): string {
  const parts = filters.map((filter) => filter?.trim() ?? '').filter((filter) => filter !== '');
  return parts.length > 1 ? parts.map((part) => `(${withoutComments(part)})`).join('&&') : (parts[0] ?? '');
}

/** The server counts the brackets and quotes of a comment, too, when it looks for the end of a pair of brackets. */
function withoutComments(filter: string): string {
  return filter.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\/[^\n]*/gs, (found) =>
    found.startsWith('//') ? '' : found,
  );
}

/** The filter for the records with these ids; '' for none. */
export function idsFilter(ids: readonly string[], rules: EscapeRules): string {
  return anyOf(ids.map((id) => `id="${escapeText(id, rules)}"`));
}

/**
 * What stands between double quotes to mean this very text, in a comparison by `=`. Old servers cannot be
 * asked for a text that ends in a backslash.
 */
export function escapeText(text: string, rules: EscapeRules): string {
  const escaped = rules === 'new' ? text.replaceAll('\\', '\\\\') : text;
  return escaped.replaceAll('"', '\\"');
}

/**
 * The same for `~`: what contains this text, in which `%` and `_` stand for themselves. While the rules are
 * not known, any one character may stand where the text has a backslash.
 */
export function escapePattern(text: string, rules: EscapeRules): string {
  const backslash = { old: '\\\\', new: '\\\\\\\\', plain: '_' }[rules];
  const pattern = text.replace(/[\\%_"]/g, (found) => (found === '\\' ? backslash : `\\${found}`));
  // `_` is a wildcard only in a pattern that brings its own `%`; and for an old server a backslash at the end
  // would escape the quote, were there no `%` behind it.
  const needsOwnPercent = rules === 'plain' ? text.includes('\\') : rules === 'old' && text.endsWith('\\');
  return needsOwnPercent ? `%${pattern}%` : pattern;
}

function anyOf(comparisons: readonly string[]): string {
  return comparisons.join('||');
}

function hasOperator(text: string): boolean {
  return /[=~<>]/.test(text);
}

function comparison(column: SearchColumn, term: string, isQuoted: boolean, rules: EscapeRules): string {
  if (column.type === 'bool' && /^(true|false)$/i.test(term)) return `${column.name}=${term.toLowerCase()}`;
  // Through relations a path may lead to several values: one that matches is enough.
  const operator = column.name.includes('.') ? '?~' : '~';
  const isBare = !isQuoted && isBareNumber(term, column.type);
  return `${column.name}${operator}${isBare ? term : `"${escapePattern(term, rules)}"`}`;
}

/**
 * The server rewrites an unquoted number before it looks for it (`1.50` as 1.5, `007` as 7), which only suits
 * a column of numbers; long ones it rounds.
 */
function isBareNumber(term: string, columnType: string | undefined): boolean {
  const value = Number(term);
  if (!/^-?\d+(\.\d+)?$/.test(term) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  return String(value) === term || columnType === 'number';
}
