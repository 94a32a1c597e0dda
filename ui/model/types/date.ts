import { parseDate, printDate, utcDay, utcTime } from '../../base/dates';
import { optionOf, type SchemaField } from '../field';
import { isMacro, monthStart } from '../filter/ruleWords';
import { type FilterOperator, type Form, signs, withEach } from './conditionForms';
import { aboutLimits, type FieldType, limitWords, textOf, wrong } from './fieldType';
import { asFault, asValue, type DateOrder, type Reading, type ReadingChoice } from './textReading';

// Reads dates as people and programs write them. One that begins with the year means the same in every `DateOrder`.

const withoutZone = (value: unknown) => textOf(value).replace(/(\.000)?Z$/, '');

export const date: FieldType = {
  label: 'DateTime',
  isShort: true,
  width: 168,
  fit: { least: 96, most: 168, unit: 7.4, rest: 27 },
  isMoment: true,
  empty: () => '',
  fromStored: withoutZone,
  toSent: (text) => dateOf(text) ?? undefined,
  toRow(text) {
    const moment = dateOf(text);
    return moment ? `${moment}${moment.includes('.') ? '' : '.000'}Z` : text;
  },
  isSame: (one, other) => dateOf(one) !== null && dateOf(one) === dateOf(other),
  isEmpty: (value) => value === '',
  check: (_, value) =>
    dateOf(String(value)) === null ? wrong('invalid_date', 'Must be a valid date.') : null,
  print: (value) => `${utcDay(textOf(value))} ${utcTime(textOf(value))}`.trim(),
  printTyped: String,
  write: withoutZone,
  reading: {
    choices: () =>
      (['utc', 'browser'] as const).flatMap((zone) => {
        const ending = zone === 'utc' ? 'UTC' : 'local time';
        const dates: ReadingChoice[] = [
          { label: `Year-Month-Day, ${ending}`, reading: { kind: 'date', order: 'iso', zone } },
          { label: `Day.Month.Year, ${ending}`, reading: { kind: 'date', order: 'dayFirst', zone } },
          { label: `Month/Day/Year, ${ending}`, reading: { kind: 'date', order: 'monthFirst', zone } },
        ];
        if (zone === 'utc')
          dates.push({ label: 'Unix time', reading: { kind: 'date', order: 'unix', zone } });
        return dates;
      }),
    guess: (texts) => ({ kind: 'date', order: guessDateOrder(texts), zone: 'utc' }),
    read({ text }, reading) {
      if (reading.kind !== 'date') return asFault('Must be a valid date.');
      if (reading.order === null && isOpenDate(text ?? '')) return asFault('May be two dates.');
      const moment = readDate(text ?? '', reading);
      return moment === null ? asFault('Must be a valid date.') : asValue(moment);
    },
    question: (reading) => (reading.kind === 'date' && reading.order === null ? 'day or month first?' : null),
  },
  operators: () => ['is', 'isNot', 'before', 'after', 'atLeast', 'atMost', 'empty', 'filled'],
  wrongOperand: 'This is not a date.',
  forms: dateForms,
  conditionValues: (value) => [utcDay(String(value ?? ''))].filter((day) => day !== ''),
  example: ({ name }) => `${name} >= ${monthStart}`,
  sample(field) {
    const [min, max] = [optionOf(field, 'min'), optionOf(field, 'max')];
    if (typeof min === 'string' && min > sampleDate) return min;
    return typeof max === 'string' && max !== '' && max < sampleDate ? max : sampleDate;
  },
  about: (field) => [{ code: 'YYYY-MM-DD HH:mm:ss.sssZ' }, ` in UTC.${aboutLimits(field)}`],
  options: {
    min: { kind: 'date', input: { label: 'Min date' } },
    max: { kind: 'date', input: { label: 'Max date' } },
  },
  // Milliseconds of zero are left out.
  summary: (field) =>
    limitWords(field)
      .map((limit) => limit.replace(/\.000Z$/, ''))
      .join(', '),
  // The server empties a date that it cannot read.
  checkOptions: (field) =>
    ['min', 'max'].flatMap((name) => {
      const text = String(optionOf(field, name) ?? '');
      return text === '' || parseDate(text)
        ? []
        : [[name, 'Must be a date like 2026-01-31 23:59:59.'] as const];
    }),
  required: { word: 'Nonempty', refused: '""' },
};

export const sampleDate = '2022-01-01 10:00:00.123Z';

const day = /^(\d{4}-\d\d-\d\d)(?: 00:00(?::00)?)?$/;

function dateForms(field: SchemaField, operator: FilterOperator, typed: string): Form[] {
  const { name } = field;
  const value = typed.trim();
  const sign = signs[operator];
  const moment = parseDate(value);
  if (!sign || (!moment && !isMacro(value))) return [];
  const [, wholeDay] = day.exec(value) ?? [];
  if (moment && wholeDay && (operator === 'is' || operator === 'isNot')) {
    const first = `"${wholeDay} 00:00:00.000Z"`;
    const last = `"${wholeDay} 23:59:59.999Z"`;
    return operator === 'is'
      ? [[`(${name} >= ${first} && ${name} <= ${last})`]]
      : [[`(${name} < ${first} || ${name} > ${last})`]];
  }
  const plain: Form = moment
    ? [`${name} ${sign} "${printDate(moment)}"`, `${name} ${sign} "${value}"`]
    : [`${name} ${sign} ${value}`];
  // An empty date is before every other; `created` and `updated` are never empty.
  const findsEmpty = (operator === 'before' || operator === 'atMost') && field.id !== '';
  return findsEmpty ? [withEach(plain, (text) => `(${name} != "" && ${text})`), plain] : [plain];
}

const offsetPattern = /\s*([+-])(\d{2}):(\d{2})$/;
/** The server stores this date as an empty one. */
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
  // A date with the year first is the same in every order, and most dates of a large file are such.
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
