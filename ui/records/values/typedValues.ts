import { parseDate } from '../../base/dates';
import { checkJson, indentJson } from '../../base/jsonText';

/** Parsers of typed numbers, dates and JSON. An unreadable text is never converted silently. */

const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Returns null for an empty text, NaN for an invalid or too large number. */
export function numberOf(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  const value = numberPattern.test(typed) ? Number(typed) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Returns a number as JSON with all digits that were typed; null for an invalid one. */
export function jsonNumberOf(text: string): string | null {
  const value = numberOf(text);
  if (value === null) return 'null';
  if (Number.isNaN(value)) return null;
  return text
    .trim()
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^-?(?=\.)/, '$&0')
    .replace(/\.(?!\d)/, '');
}

const offsetPattern = /\s*([+-])(\d{2}):(\d{2})$/;
/** The server stores this date as none. */
const noDate = '0001-01-01 00:00:00';

/**
 * Returns the UTC date like `2025-01-31 10:00:00`, with milliseconds if there are any; '' for an empty text,
 * null for an invalid date. Adds missing seconds, because the server silently stores '' without them.
 */
export function dateOf(text: string): string | null {
  const typed = text.trim();
  if (typed === '') return '';
  const [offset = '', sign, hours, minutes] = offsetPattern.exec(typed) ?? [];
  const local = typed.slice(0, typed.length - offset.length);
  const date = parseDate(local);
  if (!date || (offset !== '' && !/:\d{2}(\.\d+)?$/.test(local))) return null;
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  const utc = new Date(date.getTime() - (sign === '-' ? -ahead : ahead)).toISOString();
  const printed = utc.replace('T', ' ').replace(/(\.000)?Z$/, '');
  return /^\d{4}-/.test(printed) && printed !== noDate ? printed : null;
}

/**
 * Returns the JSON without white space, as the server counts and stores it. An empty text gives `null`;
 * invalid JSON gives null.
 */
export function jsonOf(text: string): string | null {
  const typed = text.trim();
  if (typed === '') return 'null';
  if (checkJson(typed) !== null) return null;
  // Without indent, line breaks occur only between tokens, and a space only after the colon of a key.
  const lines = indentJson(typed, 0).split('\n');
  return lines.map((line) => line.replace(/^("(?:[^"\\]|\\.)*"): /, '$1:')).join('');
}

const serverEscapes: Readonly<Record<string, string>> = {
  '\\u003c': '<',
  '\\u003e': '>',
  '\\u0026': '&',
  '\\u2028': '\u2028',
  '\\u2029': '\u2029',
};

/**
 * Formats a stored json value for editing: on several lines, and without the server's escapes. The server
 * escapes five characters in every response, however they were stored.
 */
export function shownJson(source: string): string {
  // Match each escape as a whole: `\\u003c` is an escaped backslash before plain text.
  return indentJson(
    source.replace(/\\(?:u003[ce]|u0026|u202[89]|.)/g, (found) => serverEscapes[found] ?? found),
  );
}
