import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addMonths,
  dayAfterKey,
  dayName,
  monthName,
  monthWeeks,
  normalTime,
} from '../../../ui/components/form/calendar';

const moves: [day: string, key: string, hasShift: boolean, to: string | null][] = [
  ['2026-11-24', 'ArrowRight', false, '2026-11-25'],
  ['2026-11-30', 'ArrowRight', false, '2026-12-01'],
  ['2026-01-01', 'ArrowLeft', false, '2025-12-31'],
  ['2026-03-01', 'ArrowUp', false, '2026-02-22'],
  ['2026-11-24', 'ArrowDown', false, '2026-12-01'],
  ['2026-11-24', 'Home', false, '2026-11-23'],
  ['2026-11-23', 'Home', false, '2026-11-23'],
  ['2026-11-24', 'End', false, '2026-11-29'],
  ['2026-11-29', 'End', false, '2026-11-29'],
  ['2026-03-31', 'PageUp', false, '2026-02-28'],
  ['2024-03-31', 'PageUp', false, '2024-02-29'],
  ['2026-12-31', 'PageDown', false, '2027-01-31'],
  ['2024-02-29', 'PageDown', true, '2025-02-28'],
  ['2026-11-24', 'PageUp', true, '2025-11-24'],
  ['0000-01-01', 'ArrowLeft', false, '0000-01-01'],
  ['9999-12-31', 'ArrowDown', false, '9999-12-31'],
  ['9999-12-31', 'PageDown', true, '9999-12-31'],
  ['0000-02-10', 'PageUp', true, '0000-01-01'],
  ['2026-11-24', 'x', false, null],
];

for (const [day, key, hasShift, to] of moves) {
  test(`${hasShift ? 'Shift+' : ''}${key} at ${day}: ${to}`, () =>
    assert.is(dayAfterKey(day, key, hasShift), to));
}

test('six weeks from Monday to Sunday contain the whole month', () => {
  const weeks = monthWeeks('2026-11-24');
  assert.equal([weeks.length, weeks.map((week) => week.length)], [6, [7, 7, 7, 7, 7, 7]]);
  assert.equal([weeks[0]?.[0], weeks[0]?.[6], weeks[5]?.[6]], ['2026-10-26', '2026-11-01', '2026-12-06']);
  assert.equal(monthWeeks('2027-02-10')[0]?.[0], '2027-02-01', 'a month that begins on a Monday');
});

test('shows the days before the first and after the last month', () => {
  assert.is(
    monthWeeks('0000-01-01')
      .flat()
      .filter((day) => day.startsWith('0000-01-')).length,
    31,
  );
  assert.is(
    monthWeeks('9999-12-31')
      .flat()
      .filter((day) => day.length === 10 && day.startsWith('9999-12-')).length,
    31,
  );
});

test('has each day of a month once, after the day before it', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }), (date) => {
      const day = date.toISOString().slice(0, 10);
      const days = monthWeeks(day).flat();
      assert.is(days.filter((one) => one === day).length, 1);
      assert.is(new Set(days).size, 42);
      assert.is(new Date(`${days[0]}T00:00:00Z`).getUTCDay(), 1);
    }),
  );
});

test('a month forward and back stays in the month', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
      fc.integer({ min: -40, max: 40 }),
      (date, months) => {
        const day = date.toISOString().slice(0, 10);
        assert.is(addMonths(addMonths(day, months), -months).slice(0, 7), day.slice(0, 7));
      },
    ),
  );
});

const times: [text: string, time: string | null][] = [
  ['08:05:09', '08:05:09'],
  ['8:5', '08:05:00'],
  [' 23:59:59 ', '23:59:59'],
  ['00:00', '00:00:00'],
  ['08:05:09.120', '08:05:09.120'],
  ['24:00', null],
  ['12:60', null],
  ['12:00:60', null],
  ['8', null],
  ['', null],
  ['8 pm', null],
];

for (const [text, time] of times) test(`the time ${text}: ${time}`, () => assert.is(normalTime(text), time));

test('uses English names in any time zone', () => {
  assert.is(monthName('2026-11-30'), 'November 2026');
  assert.is(dayName('2026-11-24'), 'Tuesday, November 24, 2026');
});

test.run();
