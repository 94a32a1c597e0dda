import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isDayStart, stackOf, timeTicks, valueTicks } from '../../../ui/kit/chart/plotTicks';

const at = (text: string) => Date.parse(text) / 1000;
const texts = (times: readonly number[]) =>
  times.map((time) => new Date(time * 1000).toISOString().slice(5, 13));

test('puts ticks at round hours of the day in UTC, wherever the line begins', () => {
  const days = timeTicks(at('2026-11-19T00:00Z'), at('2026-11-20T23:00Z'), 15);
  assert.equal([days.length, texts(days).slice(0, 3)], [12, ['11-19T00', '11-19T04', '11-19T08']]);
  const ticks = timeTicks(at('2026-11-19T05:00Z'), at('2026-11-20T13:00Z'), 6);
  assert.equal(texts(ticks), ['11-19T08', '11-19T16', '11-20T00', '11-20T08']);
  assert.equal(ticks.map(isDayStart), [false, false, true, false]);
  assert.equal(texts(timeTicks(at('2026-11-19T05:00Z'), at('2026-11-19T05:00Z'), 15)), ['11-19T05']);
  const year = timeTicks(at('2026-01-01T00:00Z'), at('2026-12-31T23:00Z'), 15);
  assert.ok(year.length > 10 && year.length <= 15 && year.every(isDayStart), `${year.length}`);
});

test('never returns more ticks than asked for, in order, with one for every day of an hourly axis', () => {
  const hours = fc.integer({ min: 0, max: 400_000 });
  fc.assert(
    fc.property(hours, hours, fc.integer({ min: 2, max: 15 }), (from, span, most) => {
      const ticks = timeTicks(from * 3600, (from + span) * 3600, most);
      const steps = new Set(ticks.slice(1).map((tick, place) => tick - (ticks[place] ?? 0)));
      return ticks.length <= most && steps.size <= 1 && [...steps].every((step) => step > 0);
    }),
  );
});

const values: [highest: number, ticks: number[]][] = [
  [0, [0, 1, 2, 3]],
  [1, [0, 1]],
  [2, [0, 1, 2]],
  [3, [0, 1, 2, 3]],
  [4, [0, 2, 4]],
  [10, [0, 4, 8, 12]],
  [222, [0, 80, 160, 240]],
  [999, [0, 400, 800, 1200]],
  [30_000, [0, 10_000, 20_000, 30_000]],
];
test('labels the axis with whole numbers', () => {
  for (const [highest, ticks] of values) assert.equal(valueTicks(highest), ticks, `${highest}`);
});

test('gives any axis at most four whole numbers from zero to at least the highest value', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (highest) => {
      const ticks = valueTicks(highest);
      return (
        ticks.length >= 2 &&
        ticks.length <= 4 &&
        ticks[0] === 0 &&
        (ticks.at(-1) ?? 0) >= highest &&
        ticks.every(Number.isInteger)
      );
    }),
  );
});

test('stacks layers, the last one at the bottom', () => {
  assert.equal(
    stackOf([
      [1, 2],
      [10, 0],
      [100, 5],
    ]),
    [
      [111, 7],
      [110, 5],
      [100, 5],
    ],
  );
  assert.equal(stackOf([[3, 4]]), [[3, 4]]);
  assert.equal(stackOf([]), []);
});

test.run();
