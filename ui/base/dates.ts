// Dates in UTC with a space instead of the T, such as "2026-11-21 00:29:33.714Z"; '' is no date.

const datePattern = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)Z?)?$/;

/**
 * Parses a date as UTC with or without a Z; the time, or its end, may be missing. Null for any other text.
 */
export function parseDate(text: string): Date | null {
  const [, day, time = '00:00'] = datePattern.exec(text.trim()) ?? [];
  if (!day) return null;
  const date = new Date(`${day}T${time}Z`);
  // The Date constructor turns February 31 and 24:00 into another day.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? date : null;
}

export function printDate(date: Date): string {
  return date.toISOString().replace('T', ' ');
}

/** Prints a date again with all its parts; '' for no date. */
export function toServerDate(text: string): string {
  const date = parseDate(text);
  return date ? printDate(date) : '';
}

/** Returns '2026-11-21', or '' for no date. */
export function utcDay(text: string): string {
  return toServerDate(text).slice(0, 10);
}

/** Returns '00:29:33', or '' for no date. */
export function utcTime(text: string): string {
  return toServerDate(text).slice(11, 19);
}

/** Returns '00:29:33.714', or '' for no date. */
export function utcTimeWithMs(text: string): string {
  return toServerDate(text).slice(11, 23);
}

/** Returns '2026-11-21 01:29:33.714' in the user's time zone, or '' for no date. */
export function localDateTime(text: string): string {
  const date = parseDate(text);
  if (!date) return '';
  const day = [padded(date.getFullYear(), 4), padded(date.getMonth() + 1), padded(date.getDate())].join('-');
  const time = [padded(date.getHours()), padded(date.getMinutes()), padded(date.getSeconds())].join(':');
  return `${day} ${time}.${padded(date.getMilliseconds(), 3)}`;
}

function padded(value: number, digits = 2): string {
  return String(value).padStart(digits, '0');
}

/** Returns `20261121002933`, in UTC, for file names. */
export function utcStamp(date: Date): string {
  return date.toISOString().slice(0, 19).replace(/\D/g, '');
}

/** Returns the user's time zone, such as `Europe/Paris`. */
export function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const words = new Intl.RelativeTimeFormat('en');
const units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * Returns `40 minutes ago`: the time from `time` to `now`, both in milliseconds since 1970, in the largest
 * whole unit. A future time, by a clock that is ahead, is `just now`.
 */
export function timeAgo(time: number, now: number): string {
  return inWords(now - time, -1) || 'just now';
}

/** Returns `in 40 minutes`: the time from `now` to `time`, as above. */
export function timeUntil(time: number, now: number): string {
  return inWords(time - now, 1) || 'now';
}

/** Returns '' below a minute. */
function inWords(ms: number, direction: 1 | -1): string {
  const [unit, size] = units.find(([, one]) => ms >= one) ?? [];
  return unit ? words.format(direction * Math.floor(ms / size), unit) : '';
}
