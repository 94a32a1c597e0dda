// Cron expressions in the server's syntax: five segments of numbers, in UTC.

const macros = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
} as const;

type Macro = keyof typeof macros;

export const cronMacros = Object.keys(macros) as readonly Macro[];

export const cronPresets = [
  { cron: '0 0 * * *', text: 'Every day at 00:00' },
  { cron: '0 0 * * 0', text: 'Every Sunday at 00:00' },
  { cron: '0 0 * * 1,3', text: 'Every Mon and Wed at 00:00' },
  { cron: '0 0 1 * *', text: 'Every first day of the month at 00:00' },
] as const;

const segments = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of the month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12 },
  { name: 'day of the week', least: 0, most: 6 },
] as const;

type Segment = (typeof segments)[number];

/** Returns the fault as a sentence; null if the expression is valid. The server refuses blanks at the ends. */
export function cronFault(cron: string): string | null {
  if (Object.hasOwn(macros, cron)) return null;
  const parts = cron.split(' ');
  if (parts.length !== segments.length || parts.includes('')) {
    return 'Use a macro, or five segments separated by single spaces: minute, hour, day of the month, month, day of the week.';
  }
  for (const [place, segment] of segments.entries()) {
    for (const part of (parts[place] ?? '').split(',')) {
      const fault = partFault(part, segment);
      if (fault) return `The ${segment.name} "${part}": ${fault}`;
    }
  }
  return null;
}

/** A part is `*`, `5` or `1-5`. A step such as `/2` may follow `*` and `1-5`. */
const partShape = /^(?:(\*)|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/;

function partFault(part: string, { least, most }: Segment): string | null {
  const match = partShape.exec(part);
  if (!match) return 'use numbers, lists, ranges and steps, such as 1,3 or 1-5 or */2.';
  const [, star, from, to, step] = match;
  if (!star && to === undefined && step !== undefined) return 'a step needs a range or * before it.';
  const numbers = [from, to].filter((text) => text !== undefined).map(Number);
  if (numbers.some((number) => number < least || number > most)) return `must be from ${least} to ${most}.`;
  if (to !== undefined && Number(to) < Number(from))
    return 'the end of a range must not come before its start.';
  if (step !== undefined && (Number(step) < 1 || Number(step) > most)) {
    return `the step must be from 1 to ${most}.`;
  }
  return null;
}

type Slots = readonly [number[], number[], number[], number[], number[]];

/** Returns the numbers of each segment in order; null if the expression is invalid. */
export function slotsOf(cron: string): Slots | null {
  if (cronFault(cron)) return null;
  const parts = (macros[cron as Macro] ?? cron).split(' ');
  return segments.map((segment, place) => numbersOf(parts[place] ?? '', segment)) as unknown as Slots;
}

function numbersOf(text: string, { least, most }: Segment): number[] {
  const ranges = text.split(',').map((part) => {
    const [, star, from, to = from, step = 1] = partShape.exec(part) ?? [];
    const [first, last] = star ? [least, most] : [Number(from), Number(to)];
    return { first, last, step: Number(step) };
  });
  const all = Array.from({ length: most + 1 }, (_, number) => number);
  return all.filter((number) =>
    ranges.some(
      ({ first, last, step }) => number >= first && number <= last && (number - first) % step === 0,
    ),
  );
}

/** The calendar repeats after 400 years, so a run that is not in them never comes. */
const calendarYears = 400;
const dayMs = 86_400_000;

/**
 * Returns the next runs in UTC; fewer than `count` if there are no more, as for February 31. Unlike other crons,
 * the server needs a match of both the day of the month and the weekday.
 */
export function nextRuns(cron: string, count: number, from: Date): Date[] {
  const slots = slotsOf(cron.trim());
  const runs: Date[] = [];
  if (!slots) return runs;
  const [minutes, hours, days, months, weekdays] = slots;
  let last = from.getUTCFullYear() + calendarYears;
  for (let year = from.getUTCFullYear(); year <= last; year += 1) {
    for (const [month, day] of months.flatMap((month) => days.map((day) => [month, day] as const))) {
      const midnight = new Date(Date.UTC(year, month - 1, day));
      // This month does not have the day, so the date is in the next month.
      if (midnight.getUTCDate() !== day || !weekdays.includes(midnight.getUTCDay())) continue;
      if (midnight.getTime() + dayMs <= from.getTime()) continue;
      for (const [hour, minute] of hours.flatMap((hour) =>
        minutes.map((minute) => [hour, minute] as const),
      )) {
        const run = new Date(Date.UTC(year, month - 1, day, hour, minute));
        if (run <= from) continue;
        if (runs.push(run) === count) return runs;
        last = year + calendarYears;
      }
    }
  }
  return runs;
}
