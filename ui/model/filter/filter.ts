import { typeNamed } from '../types/fieldTypes';
import { escapePattern, escapeText } from './filterTexts';

export interface SearchColumn {
  readonly name: string;
  /** The field's type. A column without a type is searched as text. */
  readonly type?: string | undefined;
}

/**
 * Converts the text of a search bar to a filter for a request. A text with an operator is used as a filter.
 * Other texts, and texts that are completely in quotes, are searched in all columns.
 */
export function toFilter(text: string, columns: readonly SearchColumn[]): string {
  const found = searchTermOf(text);
  if (!found) return text.trim();
  const { term, isQuoted } = found;
  return term === '' ? '' : anyOf(columns.map((column) => comparison(column, term, isQuoted)));
}

interface SearchTerm {
  readonly term: string;
  readonly isQuoted: boolean;
}

/** Returns the term that a text of a search bar is; null for a filter. */
export function searchTermOf(text: string): SearchTerm | null {
  const trimmed = text.trim();
  const [, quote = '', quoted] = /^(["'])(.*)\1$/s.exec(trimmed) ?? [];
  const isQuoted = quoted !== undefined;
  const term = quoted ?? trimmed;
  return /[=~<>]/.test(term) && (!isQuoted || term.includes(quote)) ? null : { term, isQuoted };
}

/** Joins the filters with `&&`; empty filters are left out. */
export function joinFilters(...filters: readonly (string | undefined)[]): string {
  const parts = filters.map((filter) => filter?.trim() ?? '').filter((filter) => filter !== '');
  return parts.length > 1 ? parts.map((part) => `(${withoutComments(part)})`).join('&&') : (parts[0] ?? '');
}

/**
 * Removes comments, because the server counts their brackets and quotes when it looks for a closing bracket.
 */
function withoutComments(filter: string): string {
  return filter.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\/[^\n]*/gs, (found) =>
    found.startsWith('//') ? '' : found,
  );
}

export function idsFilter(ids: readonly string[]): string {
  return anyOf(ids.map((id) => `id="${escapeText(id)}"`));
}

function anyOf(comparisons: readonly string[]): string {
  return comparisons.join('||');
}

function comparison({ name, type = '' }: SearchColumn, term: string, isQuoted: boolean): string {
  const { isSwitch, isAmount } = typeNamed(type);
  if (isSwitch && /^(true|false)$/i.test(term)) return `${name}=${term.toLowerCase()}`;
  // A path through relations may have several values; `?~` is true when at least one matches.
  const operator = name.includes('.') ? '?~' : '~';
  const isBare = !isQuoted && isBareNumber(term, isAmount);
  return `${name}${operator}${isBare ? term : `"${escapePattern(term)}"`}`;
}

/**
 * True if the number can be sent without quotes. The server rewrites an unquoted number (`1.50` to 1.5, `007` to 7),
 * which is correct only for a number column. It rounds long numbers.
 */
function isBareNumber(term: string, isNumberColumn = false): boolean {
  const value = Number(term);
  if (!/^-?\d+(\.\d+)?$/.test(term) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  return String(value) === term || isNumberColumn;
}

interface SearchLanguage {
  readonly columns: readonly SearchColumn[];
}

/** The field name of the condition "Any column contains". */
export const anyColumn = '';

/** The place in `formsOf` of a row that is a plain search term, which has none there. */
export const termForm = -1;

/** Returns the filters of a search term, as it is and as a text in quotes. */
export function anyForms(term: string, { columns }: SearchLanguage): string[] {
  const texts = [toTerm(term), quotedTerm(term)].filter((text) => text !== null);
  return columns.length === 0 ? [] : texts.map((text) => `(${toFilter(text, columns)})`);
}

/** Returns the text of a search bar that searches for the term; null if there is none. */
export function toTerm(term: string): string | null {
  const found = searchTermOf(term);
  return found && !found.isQuoted && found.term === term && term !== '' ? term : quotedTerm(term);
}

function quotedTerm(term: string): string | null {
  const text = [`"${term}"`, `'${term}'`].find((one) => searchTermOf(one)?.term === term);
  return term === '' ? null : (text ?? null);
}
