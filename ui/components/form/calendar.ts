/** Days of the Gregorian calendar as texts: `2026-11-24`, without a time and so without a zone. */
export type Day = string;

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

const dayMs = 86_400_000;
const firstDay = '0000-01-01';
const lastDay = '9999-12-31';

/** Returns six weeks from Monday to Sunday that contain the whole month of the day. */
export function monthWeeks(day: Day): Day[][] {
  const first = `${day.slice(0, 7)}-01`;
  const start = addDays(first, -weekdayOf(first), { isFree: true });
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => addDays(start, week * 7 + at, { isFree: true })),
  );
}

/** Returns `November 2026`. */
export function monthName(day: Day): string {
  return toDate(day).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Returns `Tuesday, November 24, 2026`. */
export function dayName(day: Day): string {
  return toDate(day).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' });
}

/** Returns the day that a key moves to in a date grid; null for every other key. */
export function dayAfterKey(day: Day, key: string, hasShift: boolean): Day | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return addMonths(day, hasShift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, hasShift ? 12 : 1);
    default:
      return null;
  }
}

/**
 * Returns the same day of another month, or its last day if the month is shorter. Stays within the years 0 to
 * 9999.
 */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const total = year * 12 + month - 1 + months;
  if (total < 0) return firstDay;
  if (total >= 10_000 * 12) return lastDay;
  const begin = `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((total % 12) + 1).padStart(2, '0')}`;
  for (let last = date; ; last--) {
    const found = `${begin}-${String(last).padStart(2, '0')}`;
    if (last <= 28 || toText(toDate(found)) === found) return found;
  }
}

/** Stays within the years 0 to 9999, unless `isFree`: the weeks of the first and the last month go beyond. */
function addDays(day: Day, days: number, { isFree = false } = {}): Day {
  const date = new Date(toDate(day).getTime() + days * dayMs);
  const year = date.getUTCFullYear();
  if (isFree || (year >= 0 && year <= 9999)) return toText(date);
  return year < 0 ? firstDay : lastDay;
}

/** 0 for Monday. */
function weekdayOf(day: Day): number {
  return (toDate(day).getUTCDay() + 6) % 7;
}

function toDate(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

function toText(date: Date): Day {
  return date.toISOString().slice(0, -'T00:00:00.000Z'.length);
}

/** Normalizes `8:5` to `08:05:00`; keeps a fraction of a second. Null for a text that is no 24-hour time. */
export function normalTime(text: string): string | null {
  const [, hours, minutes, seconds = '0', fraction = ''] =
    /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(\.\d{1,9})?)?$/.exec(text.trim()) ?? [];
  if (Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60)
    return `${[hours, minutes, seconds].map((part) => part?.padStart(2, '0')).join(':')}${fraction}`;
  return null;
}
