import { isMultiple, type SchemaField } from '../field';

// A backslash is written for servers from 0.22.50 on, where it escapes itself. Older ones find no text with one.

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
  /** The whole term is in quotes. */
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

/** Returns the filter for the records with these ids; '' for none. */
export function idsFilter(ids: readonly string[]): string {
  return anyOf(ids.map((id) => `id="${escapeText(id)}"`));
}

/** Escapes a text for a comparison by `=` between double quotes. */
export function escapeText(text: string): string {
  return text.replace(/[\\"]/g, '\\$&');
}

/** Escapes a text for a search by `~`, where `%` and `_` lose their wildcard meaning. */
export function escapePattern(text: string): string {
  return text.replace(/[\\%_"]/g, (found) => (found === '\\' ? '\\\\\\\\' : `\\${found}`));
}

function anyOf(comparisons: readonly string[]): string {
  return comparisons.join('||');
}

function comparison(column: SearchColumn, term: string, isQuoted: boolean): string {
  if (column.type === 'bool' && /^(true|false)$/i.test(term)) return `${column.name}=${term.toLowerCase()}`;
  // A path through relations may have several values; `?~` is true when at least one matches.
  const operator = column.name.includes('.') ? '?~' : '~';
  const isBare = !isQuoted && isBareNumber(term, column.type);
  return `${column.name}${operator}${isBare ? term : `"${escapePattern(term)}"`}`;
}

/**
 * True if the number can be sent without quotes. The server rewrites an unquoted number (`1.50` to 1.5, `007` to 7),
 * which is correct only for a number column. It rounds long numbers.
 */
function isBareNumber(term: string, columnType: string | undefined): boolean {
  const value = Number(term);
  if (!/^-?\d+(\.\d+)?$/.test(term) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  return String(value) === term || columnType === 'number';
}

/** Writes a JSON number without an exponent, because filters know none. No digit changes. */
export function withoutExponent(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = ''] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(source) ?? [];
  if (exponent === '') return source;
  const point = whole.length + Number(exponent);
  const digits = (whole + fraction).padEnd(point, '0');
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.slice(0, point) + (digits.length > point ? `.${digits.slice(point)}` : '');
}

/** The columns of a search term. */
interface SearchLanguage {
  readonly columns: readonly SearchColumn[];
}

/** The field name of the condition "Any column contains". */
export const anyColumn = '';

/** The form of a row that is a plain search term. */
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

/**
 * Returns a filter for records that have a value, or several values, in the field. Null when a filter would
 * parse the field name as a number.
 */
export function valueFilter(field: SchemaField, isSeveral: boolean): string | null {
  const { name, type } = field;
  if (/^\d/.test(name)) return null;
  if (isMultiple(field)) return `${name}:length > ${isSeveral ? 1 : 0}`;
  switch (type) {
    case 'number':
      return `${name} != 0`;
    case 'bool':
      return `${name} = true`;
    case 'json':
      // Empty texts, lists and objects count as empty, as in the server's check of a required field.
      return ['null', '""', '"[]"', '"{}"'].map((empty) => `${name} != ${empty}`).join(' && ');
    default:
      return `${name} != ""`;
  }
}
