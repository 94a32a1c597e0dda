import { slotsOf } from './cronText';

/** After so many years the dates fall on the same days of the week again, so what has not come by then never comes. */
const calendarYears = 400;
const dayMs = 86_400_000;

/**
 * The next runs of an expression, in UTC; fewer where there are no more, such as of February 31. A run is due where all
 * five segments fit: unlike in other crons, day of the month and day of the week must both.
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
      // There is no such day in this month: it would be one of the next.
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
