import { parseDate, printDate } from '../base/dates';
import type { LogStat } from '../model/log';

/** UTC moments such as `2026-11-21 12:00:00.000Z`; both ends are included. */
export interface ChartRange {
  from: string;
  to: string;
}

export interface ChartPoints {
  /** The start of each hour, in seconds since 1970; ascending. */
  readonly hours: readonly number[];
  /** For each line one count per hour. */
  readonly counts: readonly (readonly number[])[];
}

export interface ChartTable {
  readonly unit: 'Hour' | 'Day' | 'Month';
  readonly rows: readonly { readonly time: string; readonly counts: readonly number[] }[];
}

const hourSeconds = 3600;

/** Beyond two years, only hours next to an hour with logs get a point: the drawn line is the same. */
const mostHours = 2 * 366 * 24;
const mostHoursInTable = 7 * 24;
const mostDaysInTable = 92;

/**
 * Adds the hours without logs, which the server omits, as zero. They run from the first to the last hour of
 * all lines, and to both ends of the range.
 */
export function pointsOf(
  stats: readonly (readonly LogStat[])[],
  range: ChartRange | null = null,
): ChartPoints {
  const lines = stats.map(totalsByHour);
  const ends = range ? [range.from, range.to] : [];
  const known = new Set([
    ...lines.flatMap((totals) => [...totals.keys()]),
    ...ends.map(hourOf).filter((hour) => hour !== null),
  ]);
  const hours = withoutGaps([...known].sort((a, b) => a - b));
  return { hours, counts: lines.map((totals) => hours.map((hour) => totals.get(hour) ?? 0)) };
}

function totalsByHour(stats: readonly LogStat[]): Map<number, number> {
  const totals = new Map<number, number>();
  for (const { date, total } of stats) {
    const hour = hourOf(date);
    if (hour !== null) totals.set(hour, (totals.get(hour) ?? 0) + total);
  }
  return totals;
}

function hourOf(date: string): number | null {
  const seconds = (parseDate(date)?.getTime() ?? Number.NaN) / 1000;
  return Number.isNaN(seconds) ? null : seconds - (((seconds % hourSeconds) + hourSeconds) % hourSeconds);
}

function withoutGaps(known: readonly number[]): number[] {
  const first = known[0] ?? 0;
  const last = known.at(-1) ?? -hourSeconds;
  const count = (last - first) / hourSeconds + 1;
  if (count <= mostHours) return Array.from({ length: count }, (_, at) => first + at * hourSeconds);
  const beside = known.flatMap((hour) => [hour - hourSeconds, hour, hour + hourSeconds]);
  return [...new Set(beside)].filter((hour) => hour >= first && hour <= last).sort((a, b) => a - b);
}

/**
 * Returns the same data as a table short enough for a screen reader: by hour up to a week, then by day or
 * month.
 */
export function tableOf({ hours, counts }: ChartPoints): ChartTable {
  const span = ((hours.at(-1) ?? 0) - (hours[0] ?? 0)) / hourSeconds;
  const unit = span < mostHoursInTable ? 'Hour' : span < mostDaysInTable * 24 ? 'Day' : 'Month';
  const rows = new Map<string, number[]>();
  for (const [at, hour] of hours.entries()) {
    const time = moment(hour).slice(0, { Hour: 16, Day: 10, Month: 7 }[unit]);
    const before = rows.get(time);
    rows.set(
      time,
      counts.map((line, place) => (before?.[place] ?? 0) + (line[at] ?? 0)),
    );
  }
  return { unit, rows: [...rows].map(([time, sums]) => ({ time, counts: sums })) };
}

/** Returns the range from the start of the first hour to the end of the last one. */
export function rangeOf(firstHour: number, lastHour: number): ChartRange {
  return { from: moment(firstHour), to: moment(lastHour + hourSeconds - 0.001) };
}

function moment(seconds: number): string {
  return printDate(new Date(Math.round(seconds * 1000)));
}

/** Returns `Nov 20, 2026 3 PM`, in UTC. */
export function hourText(hour: number): string {
  const parts = {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    timeZone: 'UTC',
  } as const;
  return new Date(hour * 1000)
    .toLocaleString('en-US', parts)
    .replace(/,(?=[^,]*$)/, '')
    .replaceAll('\u202f', ' ');
}

/** Returns a label of the axis: the day at midnight, otherwise the time. */
export function tickText(hour: number): string {
  return hour % (24 * hourSeconds) === 0 ? dayText(hour) : clockText(hour);
}

function dayText(hour: number): string {
  const date = new Date(hour * 1000);
  return `${date.getUTCDate()} ${date.toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' })}`;
}

const clockText = (hour: number) => moment(hour).slice(11, 16);

export function sumOf(stats: readonly LogStat[]): number {
  return stats.reduce((sum, { total }) => sum + total, 0);
}
