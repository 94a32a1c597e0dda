import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  changeText,
  countedIn,
  durationText,
  offeredPeriods,
  periodOf,
  placeOf,
  rankOf,
  spanOf,
} from '../../ui/overview/periods';

const now = Date.parse('2026-11-29T05:20:00Z');
const hoursAgo = (count: number) =>
  `${new Date(now - count * 3_600_000).toISOString().slice(0, 13).replace('T', ' ')}:00:00.000Z`;
/** One log in each of the last hours. */
const each = (hours: number, total = 1) =>
  Array.from({ length: hours }, (_, at) => ({ date: hoursAgo(at), total }));

const offers: readonly [maxDays: number | null, offered: string][] = [
  [null, '6h 24h 7d 30d'],
  [0, '6h'],
  [1, '6h 24h'],
  [5, '6h 24h'],
  [7, '6h 24h 7d'],
  [29, '6h 24h 7d'],
  [30, '6h 24h 7d 30d'],
];
for (const [maxDays, offered] of offers) {
  test(`with logs of ${maxDays} days these periods are offered: ${offered}`, () =>
    assert.is(offeredPeriods(maxDays).join(' '), offered));
}

test('the address names the period; one that is not offered gives way', () => {
  assert.is(periodOf('7d', offeredPeriods(7)), '7d');
  assert.is(periodOf('30d', offeredPeriods(5)), '24h');
  assert.is(periodOf(undefined, offeredPeriods(5)), '24h');
  assert.is(periodOf('constructor', offeredPeriods(null)), '24h');
  assert.is(periodOf('24h', offeredPeriods(0)), '6h');
});

const spans: readonly [period: '6h' | '24h' | '7d' | '30d', from: string, loadedFrom: string][] = [
  ['6h', '2026-11-29 00:00:00.000Z', '2026-11-27 12:00:00.000Z'],
  ['24h', '2026-11-28 06:00:00.000Z', '2026-11-22 06:00:00.000Z'],
  ['7d', '2026-11-22 06:00:00.000Z', '2026-11-15 06:00:00.000Z'],
  ['30d', '2026-10-30 06:00:00.000Z', '2026-09-30 06:00:00.000Z'],
];
for (const [period, from, loadedFrom] of spans) {
  test(`${period} start on a full hour`, () => {
    const span = spanOf(period, now);
    assert.equal([span.from, span.loadedFrom, span.to], [from, loadedFrom, '2026-11-29 05:20:00.000Z']);
  });
}

test('the hours of the period are counted, those before it, and the bars', () => {
  const counted = countedIn(
    [
      ...each(24),
      ...each(48)
        .slice(24)
        .map((one) => ({ ...one, total: 2 })),
    ],
    spanOf('24h', now),
    30,
  );
  assert.is(counted.sum, 24);
  assert.is(counted.values.length, 24);
  assert.equal(counted.before, Array(24).fill(2));
  assert.equal(
    counted.bars.map(({ value, isNow }) => `${value}${isNow ? ' now' : ''}`),
    ['0', '0', '0', '0', '0', '48', '24 now'],
  );
});

const kept: readonly [
  period: '6h' | '24h' | '7d',
  maxDays: number | null,
  hasBefore: boolean,
  bars: number,
][] = [
  ['24h', null, false, 1],
  ['24h', 1, false, 1],
  ['24h', 2, true, 2],
  ['24h', 5, true, 5],
  ['24h', 30, true, 7],
  ['6h', 1, true, 4],
  ['7d', 7, false, 7],
  ['7d', 14, true, 7],
];
for (const [period, maxDays, hasBefore, bars] of kept) {
  test(`${period}, logs are kept for ${maxDays} days: nothing is compared that is not wholly kept`, () => {
    const counted = countedIn(each(1000), spanOf(period, now), maxDays);
    assert.equal([counted.before !== null, counted.bars.length], [hasBefore, bars]);
  });
}

test('the change leaves out the hour that is not over', () => {
  const span = spanOf('6h', now);
  const change = (current: number, before: number) =>
    changeText(countedIn([...each(6, current), ...each(12, before).slice(6)], span, 30), '6h');
  assert.is(change(20, 10), '100% more than the 6 hours before');
  assert.is(change(9, 10), '10% less than the 6 hours before');
  assert.is(change(10, 10), 'as many as the 6 hours before');
  assert.is(change(10, 0), '');
  const [, ...others] = each(6, 10);
  const quietNow = countedIn([...others, ...each(12, 10).slice(6)], span, 30);
  assert.is(changeText(quietNow, '6h'), 'as many as the 6 hours before');
});

test('ranks, durations and their places', () => {
  assert.equal([rankOf(100, 0.05), rankOf(100, 0.5), rankOf(1, 0.05), rankOf(7, 0.5)], [5, 50, 1, 4]);
  assert.equal([0.44, 9.96, 12.4, 999, 1000, 1840].map(durationText), [
    '0.4 ms',
    '10 ms',
    '12 ms',
    '999 ms',
    '1.0 s',
    '1.8 s',
  ]);
  assert.equal([0, 1, 1000, 5000].map(placeOf), [0, 0, 1, 1]);
  assert.is(placeOf(10).toFixed(3), '0.333');
});

test.run();
