import { parseDate, printDate } from '../../../base/dates';
import { checkJson, sliceItems } from '../../../base/jsonText';
import { dateOf } from '../../../model/types/date';
import { numberOf } from '../../../model/types/number';
import type { DateOrder, ListSeparator, Reading } from '../../../model/types/textReading';

/** Dates as people and programs write them. A date that begins with the year is the same in every order. */

type DateReading = Pick<Extract<Reading, { kind: 'date' }>, 'order' | 'zone'>;

const yearFirst = /^(?<year>\d{4})([-/.])(?<first>\d{1,2})\2(?<second>\d{1,2})(?!\d)/;
const yearLast = /^(?<first>\d{1,2})([-/.])(?<second>\d{1,2})\2(?<year>\d{4}|\d{2})(?!\d)/;
const timePattern =
  /^(?:T|,?\s+)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<part>\d{1,9}))?)?(?:\s*(?<half>[ap])\.?m\.?)?\s*(?<offset>Z|UTC|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?$/i;
/** Seconds or milliseconds from 1973 on. A day such as 20261120 has fewer digits. */
const unixPattern = /^(?:\d{9,10}|\d{12,13})$/;

/**
 * Returns the date in UTC as `dateOf` prints it; null for another text or an impossible date. The zone counts for
 * a text without an offset.
 */
export function readDate(text: string, { order, zone }: DateReading): string | null {
  if (order === null) {
    return readDate(text, { order: 'dayFirst', zone }) ?? readDate(text, { order: 'monthFirst', zone });
  }
  const typed = text.trim();
  if (order === 'unix') return readUnix(typed);
  const day = dayOf(typed, order);
  const time = day && timeOf(typed.slice(day.length));
  if (!day || !time) return null;
  const local = `${day.text} ${time.text}`;
  if (parseDate(local) === null) return null;
  if (time.offset !== '') return dateOf(`${local}${time.offset === 'Z' ? '' : time.offset}`);
  return dateOf(zone === 'utc' ? local : printDate(new Date(local.replace(' ', 'T'))));
}

/** True if the text is one date when the day comes first, and another when the month does. */
export function isOpenDate(text: string): boolean {
  const one = readDate(text, { order: 'dayFirst', zone: 'utc' });
  const other = readDate(text, { order: 'monthFirst', zone: 'utc' });
  return one !== null && other !== null && one !== other;
}

/** Null if the texts leave it open whether the day or the month comes first. With dots, the day does. */
export function guessDateOrder(texts: readonly string[]): DateOrder | null {
  // The same in every order, and most texts of a large file.
  const open = texts.filter((text) => !yearFirst.test(text));
  const readable = (order: DateOrder) =>
    open.filter((text) => readDate(text, { order, zone: 'utc' }) !== null).length;
  if (texts.length > 0 && texts.every((text) => /^(\d{10}|\d{13})$/.test(text))) return 'unix';
  const [iso, days, months] = [readable('iso'), readable('dayFirst'), readable('monthFirst')];
  if (days === iso && months === iso) return 'iso';
  if (days !== months) return days > months ? 'dayFirst' : 'monthFirst';
  return open.every(isDotted) ? 'dayFirst' : null;
}

const isDotted = (text: string) => /^\d+\.\d+\.\d/.test(text);

function readUnix(text: string): string | null {
  if (!unixPattern.test(text)) return null;
  return dateOf(printDate(new Date(text.length > 10 ? Number(text) : Number(text) * 1000)));
}

function dayOf(text: string, order: DateOrder): { text: string; length: number } | null {
  const isIso = yearFirst.test(text);
  const found = isIso ? yearFirst.exec(text) : order === 'iso' ? null : yearLast.exec(text);
  if (!found) return null;
  const { year = '', first = '', second = '' } = found.groups ?? {};
  const [month, day] = isIso || order === 'monthFirst' ? [first, second] : [second, first];
  return { text: `${fullYear(year)}-${padded(month)}-${padded(day)}`, length: found[0].length };
}

function fullYear(year: string): string {
  if (year.length === 4) return year;
  return `${Number(year) >= 70 ? '19' : '20'}${year}`;
}

/** Returns the time with seconds and milliseconds; the offset is `Z`, `+01:00` or ''. */
function timeOf(text: string): { text: string; offset: string } | null {
  if (text === '') return { text: '00:00:00.000', offset: '' };
  const found = timePattern.exec(text)?.groups;
  if (!found) return null;
  const { hour = '', minute = '', second = '00', part = '', half = '', offset = '' } = found;
  const hours = half === '' ? hour : hourOfDay(Number(hour), half);
  if (hours === null) return null;
  const milliseconds = part.slice(0, 3).padEnd(3, '0');
  return { text: `${padded(hours)}:${minute}:${second}.${milliseconds}`, offset: fullOffset(offset) };
}

function hourOfDay(hour: number, half: string): string | null {
  if (hour < 1 || hour > 12) return null;
  return String((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0));
}

function fullOffset(offset: string): string {
  if (/^(Z|UTC)$/i.test(offset)) return 'Z';
  const [, hours = '', minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(offset) ?? [];
  return hours === '' ? '' : `${hours}:${minutes}`;
}

function padded(part: string): string {
  return part.padStart(2, '0');
}

/** Numbers as people and programs write them: `1284.5`, `1,284.50`, `1.284,5`, `1 284,5`, `1'284.5`. */

type Decimal = '.' | ',';

const patterns: Readonly<Record<Decimal, RegExp>> = { '.': patternOf('.', ','), ',': patternOf(',', '.') };

/** Groups have three digits, and one sign separates them all. The first group does not begin with a zero. */
function patternOf(decimal: Decimal, other: Decimal): RegExp {
  const gap = `[${other} \\u00a0\\u2009\\u202f'\u2019]`;
  const grouped = `[1-9]\\d{0,2}(?<gap>${gap})\\d{3}(?:\\k<gap>\\d{3})*(?!.*e)`;
  const whole = `(?<whole>${grouped}|\\d*)`;
  return new RegExp(`^(?<sign>[+\u2212-]?)${whole}(?:[${decimal}](?<part>\\d*))?(?<power>e[+-]?\\d+)?$`, 'i');
}

/** Returns the number as the editor takes it, with all its digits; null for another text. */
export function readNumber(text: string, decimal: Decimal | null): string | null {
  if (decimal === null) return readNumber(text, '.') ?? readNumber(text, ',');
  const { sign = '', whole = '', part = '', power = '' } = patterns[decimal].exec(text.trim())?.groups ?? {};
  if (whole === '' && part === '') return null;
  const digits = whole.replace(/\D/g, '') || '0';
  const number = `${sign === '' || sign === '+' ? '' : '-'}${digits}${part === '' ? '' : `.${part}`}${power}`;
  return Number.isNaN(numberOf(number)) ? null : number;
}

/** True if the text is another number for another reader: `1,234`. */
export function isOpenNumber(text: string): boolean {
  const [one, other] = [readNumber(text, '.'), readNumber(text, ',')];
  return one !== null && other !== null && one !== other;
}

/** Null if the texts leave it open. */
export function guessDecimal(texts: readonly string[]): Decimal | null {
  // The same for every reader, and most texts of a large file.
  const open = texts.filter((text) => !/^-?\d+$/.test(text));
  const readable = (decimal: Decimal) => open.filter((text) => readNumber(text, decimal) !== null).length;
  const [points, commas] = [readable('.'), readable(',')];
  if (points !== commas) return points > commas ? '.' : ',';
  return open.every((text) => readNumber(text, '.') === readNumber(text, ',')) ? '.' : null;
}

/**
 * Returns the text that a JSON source means: of a string its letters, of a number or a word its source. Null for
 * an array or an object.
 */
export function textOfSource(source: string): string | null {
  if (source.startsWith('"')) return JSON.parse(source) as string;
  return /^[[{]/.test(source) ? null : source;
}

/** Returns the values of a JSON array of texts, without the empty ones; null for any other text. */
export function itemsOfArray(text: string): string[] | null {
  const json = text.trim();
  if (!json.startsWith('[') || checkJson(json) !== null) return null;
  const items = sliceItems(json, []).map(textOfSource);
  return items.some((item) => item === null)
    ? null
    : (items.filter((item) => item !== null && item !== '') as string[]);
}

/** Returns the values of a cell; null for a broken array. A text that is no array is one value. */
export function splitList(text: string, separator: ListSeparator): string[] | null {
  if (separator === 'json' && text.trim().startsWith('[')) return itemsOfArray(text);
  const parts = separator === 'json' ? [text] : text.split(separator);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Chooses the separator that gives most cells with known values only, then the one that most cells contain. */
export function guessListSeparator(
  texts: readonly string[],
  isKnown: (item: string) => boolean,
): ListSeparator {
  if (texts.length === 0 || texts.some((text) => itemsOfArray(text) !== null)) return 'json';
  const used = ([';', '|', ','] as const).filter((separator) =>
    texts.some((text) => text.includes(separator)),
  );
  if (used.length === 0) return ',';
  const ranked = [...used, 'json' as const].map((separator) => ({
    separator,
    known: texts.filter((text) => splitList(text, separator)?.every(isKnown)).length,
    cells: texts.filter((text) => text.includes(separator)).length,
  }));
  const [best] = ranked.sort((a, b) => b.known - a.known || b.cells - a.cells);
  return best?.separator ?? ',';
}
