import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { secondsOf } from '../../ui/platform/durationSeconds';
import { durationText } from '../../ui/platform/durationText';

const table: [seconds: number, expected: string][] = [
  [0, '0 seconds'],
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '1 minute 1 second'],
  [120, '2 minutes'],
  [1800, '30 minutes'],
  [3600, '1 hour'],
  [5400, '1 hour 30 minutes'],
  [86_399, '23 hours 59 minutes 59 seconds'],
  [86_400, '1 day'],
  [604_800, '7 days'],
  [1_209_600, '14 days'],
  [15_777_000, '182 days 14 hours 30 minutes'],
  [63_072_000, '730 days'],
  [86_400_000, '1,000 days'],
  [-1, ''],
  [1.5, ''],
  [Number.NaN, ''],
  [Number.POSITIVE_INFINITY, ''],
  [2 ** 53, ''],
];
for (const [seconds, expected] of table) {
  test(`${seconds} seconds are "${expected}"`, () => assert.is(durationText(seconds), expected));
}

const sizes: Record<string, number> = { day: 86_400, hour: 3_600, minute: 60, second: 1 };

test('the parts of a duration add up to it', () => {
  fc.assert(
    fc.property(fc.nat(), (seconds) => {
      const parts = [...durationText(seconds).matchAll(/([\d,]+) (day|hour|minute|second)(s?)/g)];
      const sum = parts.reduce((total, [, count = '', unit = '', plural]) => {
        const number = Number(count.replaceAll(',', ''));
        assert.is(plural === '', number === 1);
        return total + number * (sizes[unit] ?? Number.NaN);
      }, 0);
      assert.is(sum, seconds);
    }),
  );
});

const typed: [text: string, seconds: number | null][] = [
  ['0', 0],
  ['1209600', 1_209_600],
  [' 007 ', 7],
  ['14d', 1_209_600],
  ['14 D', 1_209_600],
  ['14 days', 1_209_600],
  ['1 day', 86_400],
  ['30m', 1800],
  ['30 min', 1800],
  ['30 mins', 1800],
  ['1 minute', 60],
  ['1h30m', 5400],
  ['1h 30m', 5400],
  ['2 hours 5 minutes 1 second', 7501],
  ['1 hr', 3600],
  ['90s', 90],
  ['90 sec', 90],
  ['1.5h', 5400],
  ['1.1h', 3960],
  ['0.5s', null],
  ['1,000 days', 86_400_000],
  ['1,00 days', null],
  ['', null],
  ['d', null],
  ['14x', null],
  ['14 months', null],
  ['1h 30', null],
  ['1h, 30m', null],
  ['-1h', null],
  ['1.5', null],
  ['1e3', null],
  ['99999999999999999999', null],
  ['99999999999999999999d', null],
];
for (const [text, seconds] of typed) {
  test(`"${text}" is ${seconds === null ? 'no duration' : `${seconds} seconds`}`, () =>
    assert.is(secondsOf(text), seconds));
}

test('parsing a printed duration returns the same duration', () => {
  fc.assert(fc.property(fc.nat(), (seconds) => assert.is(secondsOf(durationText(seconds)), seconds)));
});

test('a long text is no duration', () => {
  assert.is(secondsOf(`${'1d'.repeat(1_000_000)}!`), null);
  assert.is(secondsOf(`${'1'.repeat(1_000_000)} !`), null);
});

test.run();
