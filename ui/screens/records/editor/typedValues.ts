import { parseDate } from '../../../platform/dates';
import { checkJson, indentJson } from '../../../platform/jsonText';

/** What a typed text means: of numbers, dates and JSON. What cannot be read is never quietly made into something. */

const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Null for nothing, NaN for what is no number or too large for one. */
export function numberOf(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  const value = numberPattern.test(typed) ? Number(typed) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

const offsetPattern = /\s*([+-])(\d{2}):(\d{2})$/;
/** The server takes it for no date at all. */
const noDate = '0001-01-01 00:00:00';

/**
 * `2025-01-31 10:00:00` in UTC, with milliseconds where there are any; '' for nothing, null for what is no date.
 * The server stores '' without a word for a date whose time has no seconds, so they are added here.
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

/** The same tokens without white space, as the server counts and keeps them; an empty text is null. Null for no JSON. */
export function jsonOf(text: string): string | null {
  const typed = text.trim();
  if (typed === '') return 'null';
  if (checkJson(typed) !== null) return null;
  // With no indent a line break stands between tokens only, and a blank only behind the colon of a key.
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
 * The source of a json value as a person edits it: on lines, and without the five escapes that the server writes
 * into every answer, whether or not they were stored so.
 */
export function shownJson(source: string): string {
  // Read escape by escape: `\\u003c` is an escaped backslash before a plain text.
  return indentJson(
    source.replace(/\\(?:u003[ce]|u0026|u202[89]|.)/g, (found) => serverEscapes[found] ?? found),
  );
}
