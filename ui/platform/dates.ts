/** The dates of the server: "2026-11-21 00:29:33.714Z", in UTC, a blank instead of the T; '' is no date. */

const datePattern = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)Z?)?$/;

/** Reads UTC whether or not a Z says so; the time, or its end, may be missing. Null for all else. */
export function parseDate(text: string): Date | null {
  const [, day, time = '00:00'] = datePattern.exec(text.trim()) ?? [];
  if (!day) return null;
  const date = new Date(`${day}T${time}Z`);
  // February 31 and 24:00 would quietly become another day.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? date : null;
}

/** As the server writes it. */
export function printDate(date: Date): string {
  return date.toISOString().replace('T', ' ');
}

/** As the server would write it; '' for no date. */
export function normalDate(text: string): string {
  const date = parseDate(text);
  return date ? printDate(date) : '';
}

/** '2026-11-21', or '' for no date. */
export function utcDay(text: string): string {
  return normalDate(text).slice(0, 10);
}

/** '00:29:33', or '' for no date. */
export function utcTime(text: string): string {
  return normalDate(text).slice(11, 19);
}

/** '00:29:33.714', or '' for no date. */
export function utcTimeWithMs(text: string): string {
  return normalDate(text).slice(11, 23);
}

/** '2026-11-21 01:29:33.714' in the reader's own zone, or '' for no date. */
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

/** For file names: `20261121002933`, in UTC. */
export function utcStamp(date: Date): string {
  return date.toISOString().slice(0, 19).replace(/\D/g, '');
}

/** The reader's own time zone, such as `Europe/Paris`. */
export function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
