// The server counts by whole hours, so a period is a number of hours that ends with the current one.

import { printDate } from '../base/dates';
import { type ChartPoints, pointsOf, sumOf } from '../logs/chartPoints';
import type { LogStat } from '../model/log';

const periodNames = ['6h', '24h', '7d', '30d'] as const;
export type Period = (typeof periodNames)[number];

interface PeriodLook {
  readonly name: string;
  readonly short: string;
  readonly hours: number;
  /** The period before it, within a sentence. */
  readonly before: string;
}

export const periods: Readonly<Record<Period, PeriodLook>> = {
  '6h': { name: '6 hours', short: '6 h', hours: 6, before: 'the 6 hours before' },
  '24h': { name: '24 hours', short: '24 h', hours: 24, before: 'yesterday' },
  '7d': { name: '7 days', short: '7 d', hours: 168, before: 'the week before' },
  '30d': { name: '30 days', short: '30 d', hours: 720, before: 'the 30 days before' },
};

const hourMs = 3_600_000;
const barCount = 7;
const dayHours = 24;

/** Returns the periods whose logs are kept wholly, the shortest always. Null: nobody knows how long logs are kept. */
export function offeredPeriods(maxDays: number | null): Period[] {
  return periodNames.filter(
    (name, at) => at === 0 || maxDays === null || periods[name].hours <= maxDays * dayHours,
  );
}

/** Returns the period that is asked for, or the longest one that is offered and not longer. */
export function periodOf(asked: string | undefined, offered: readonly Period[]): Period {
  const known = periodNames.find((name) => name === asked) ?? '24h';
  return offered.includes(known) ? known : (offered.at(-1) ?? '6h');
}

/** The moments of a period, in the format of the server. `loadedFrom` also covers the bars and the period before. */
export interface Span {
  readonly period: Period;
  readonly now: number;
  readonly from: string;
  readonly loadedFrom: string;
  readonly to: string;
}

export function spanOf(period: Period, now: number): Span {
  const { hours } = periods[period];
  const current = Math.floor(now / hourMs) * hourMs;
  const start = (count: number) => printDate(new Date(current - (count - 1) * hourMs));
  const loaded = Math.max(2 * hours, barCount * barHours(period));
  return { period, now, from: start(hours), loadedFrom: start(loaded), to: printDate(new Date(now)) };
}

/** The bars are days, but those of a shorter period are as long as it is. */
const barHours = (period: Period) => Math.min(dayHours, periods[period].hours);

export interface Bar {
  readonly value: number;
  /** True if the bar is a part of the period, false if it is before it. */
  readonly isNow: boolean;
}

/** The counts of one kind of requests. */
export interface Counted {
  readonly sum: number;
  /** The hours of the period. */
  readonly values: readonly number[];
  /** The same hours of the period before; null if its logs are not wholly kept. */
  readonly before: readonly number[] | null;
  /** The oldest first; only those whose logs are wholly kept. */
  readonly bars: readonly Bar[];
}

/** Adds up what the server counted since `loadedFrom`. `maxDays` is null while it is not known. */
export function countedIn(stats: readonly LogStat[], span: Span, maxDays: number | null): Counted {
  const { period, now, loadedFrom: from, to } = span;
  const { hours } = periods[period];
  const all = pointsOf([stats.filter(({ date }) => date >= from.slice(0, 13))], { from, to }).counts[0] ?? [];
  const kept = maxDays === null ? 0 : Math.min(all.length, keptHours(now, maxDays));
  const size = barHours(period);
  const bars = Array.from({ length: barCount }, (_, at) => barCount - at)
    .filter((age) => age === 1 || age * size <= kept)
    .map((age) => ({
      value: sum(last(all, age * size).slice(0, size)),
      isNow: age * size <= hours,
    }));
  const values = last(all, hours);
  const before = 2 * hours <= kept ? last(all, 2 * hours).slice(0, hours) : null;
  return { sum: sum(values), values, before, bars };
}

/** Returns the number of hours whose logs are wholly kept, with the current hour. */
const keptHours = (now: number, maxDays: number) =>
  Math.floor((maxDays * dayHours * hourMs + hourMs - 1 - (now % hourMs)) / hourMs);

const last = (values: readonly number[], count: number) => values.slice(Math.max(0, values.length - count));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Returns `11% more than yesterday`; '' if that is not known. The current hour, which is not over, is left out of both. */
export function changeText({ values, before }: Counted, period: Period): string {
  const earlier = before && sum(before.slice(0, -1));
  if (!earlier) return '';
  const change = Math.round((sum(values.slice(0, -1)) / earlier - 1) * 100);
  const than = periods[period].before;
  if (change === 0) return `as many as ${than}`;
  return `${Math.abs(change)}% ${change > 0 ? 'more' : 'less'} than ${than}`;
}

export function chartPoints({ from, to }: Span, counts: ChartPoints['counts']): ChartPoints {
  return { hours: pointsOf([], { from, to }).hours, counts };
}

/** True if the server has counted nothing. */
export const isNothing = (stats: readonly LogStat[]): boolean => sumOf(stats) === 0;

/** Returns the place of a value from the slowest on, so that this share of `count` is slower or as slow. */
export const rankOf = (count: number, share: number): number => Math.max(1, Math.ceil(count * share));

/** Prints `1.8 s`, `960 ms` or `0.4 ms`. */
export function durationText(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
}

/** Returns the place of a time on a logarithmic scale from 1 ms to 1 s, from 0 to 1. */
export const placeOf = (ms: number): number => Math.min(1, Math.max(0, Math.log10(Math.max(ms, 1)) / 3));
