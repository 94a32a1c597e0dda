import { parseDate, printDate } from '../../platform/dates';
import { dateOf } from '../records/typedValues';
import type { DateOrder, Reading } from './columnPlan';

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
  const readable = (order: DateOrder) =>
    texts.filter((text) => readDate(text, { order, zone: 'utc' }) !== null).length;
  if (texts.length > 0 && texts.every((text) => /^(\d{10}|\d{13})$/.test(text))) return 'unix';
  const [iso, days, months] = [readable('iso'), readable('dayFirst'), readable('monthFirst')];
  if (days === iso && months === iso) return 'iso';
  if (days !== months) return days > months ? 'dayFirst' : 'monthFirst';
  return texts.every((text) => yearFirst.test(text) || isDotted(text)) ? 'dayFirst' : null;
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
