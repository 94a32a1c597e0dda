import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { DateOrder } from '../../../ui/model/record-import/columnPlan';
import { guessDateOrder, isOpenDate, readDate } from '../../../ui/model/record-import/writtenDates';

const none = (order: DateOrder, texts: string[]) =>
  texts.map((text): [string, DateOrder, null] => [text, order, null]);

const inUtc: [text: string, order: DateOrder, expected: string | null][] = [
  ['2026-11-20 18:42:07.123Z', 'iso', '2026-11-20 18:42:07.123'],
  ['2026-11-20T18:42+01:00', 'iso', '2026-11-20 17:42:00'],
  [' 2026-11-20 ', 'iso', '2026-11-20 00:00:00'],
  ['2024.05.06 7:30', 'iso', '2024-05-06 07:30:00'],
  ['1.2.70', 'dayFirst', '1970-02-01 00:00:00'],
  ['1.2.69', 'dayFirst', '2069-02-01 00:00:00'],
  ['6/5/2024', 'monthFirst', '2024-06-05 00:00:00'],
  ['11/20/2026 6:42 PM', 'monthFirst', '2026-11-20 18:42:00'],
  ['11/20/2026 12:05 am', 'monthFirst', '2026-11-20 00:05:00'],
  ['1763664120', 'unix', '2025-11-20 18:42:00'],
  ['1763664120123', 'unix', '2025-11-20 18:42:00.123'],
  ...none(
    'iso',
    '2023-02-29|2026-13-01|2026-11-31|2026-11-20 24:00|2026-11-20 12:00:60|2026-11-20Z|2026-11|0001-01-01 00:00:00.000Z|20261120|'.split(
      '|',
    ),
  ),
  ...none('dayFirst', ['11/20/2026', '31.02.2026', '20.11.026']),
  ...none('monthFirst', ['11/20/2026 13:05 PM', '20/11/2026']),
  ...none('unix', ['20261120', '17636641201234', '2026-11-20']),
];
for (const [text, order, expected] of inUtc) {
  test(`reads ${JSON.stringify(text)} as ${order}`, () =>
    assert.is(readDate(text, { order, zone: 'utc' }), expected));
}

const open: [text: string, isOpen: boolean, read: string | null][] = [
  ['6/5/2024', true, '2024-05-06 00:00:00'],
  ['06.05.2024', true, '2024-05-06 00:00:00'],
  ['13/5/2024', false, '2024-05-13 00:00:00'],
];
for (const [text, isOpen, read] of open) {
  test(`without an order ${text} is ${isOpen ? 'open' : 'clear'}`, () => {
    assert.is(isOpenDate(text), isOpen);
    assert.is(readDate(text, { order: null, zone: 'utc' }), read);
  });
}

const guesses: [texts: string[], expected: DateOrder | null][] = [
  [['01.02.2026', '03.04.2026'], 'dayFirst'],
  [['20/11/2026', '01/02/2026'], 'dayFirst'],
  [['11/20/2026', '01/02/2026'], 'monthFirst'],
  [['01/02/2026', '2026-11-20'], null],
  [['13/1/2026', '14/1/2026', '1/13/2026'], 'dayFirst'],
  [['1763664120', '1763664121'], 'unix'],
  [['1763664120', '2026-11-20'], 'iso'],
  [['soon'], 'iso'],
];
for (const [texts, expected] of guesses) {
  test(`guesses ${expected} from ${JSON.stringify(texts)}`, () => assert.is(guessDateOrder(texts), expected));
}

test('the zone of this browser counts for a text without an offset only', () => {
  const before = process.env['TZ'];
  process.env['TZ'] = 'Asia/Kolkata';
  try {
    const read = (text: string, order: DateOrder = 'iso') => readDate(text, { order, zone: 'browser' });
    assert.is(read('2026-11-20 18:42'), '2026-11-20 13:12:00');
    assert.is(read('20.11.2026', 'dayFirst'), '2026-11-19 18:30:00');
    assert.is(read('2026-11-20 18:42Z'), '2026-11-20 18:42:00');
    assert.is(read('2026-11-20 18:42+01:00'), '2026-11-20 17:42:00');
    assert.is(read('1763664120', 'unix'), '2025-11-20 18:42:00');
    assert.is(read('31.02.2026', 'dayFirst'), null);
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
});

const anyDay = fc.date({ min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true });

test('every day is read in each way to write it', () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom('.', '/', '-'), (date, separator) => {
      const day = date.toISOString().slice(0, 10);
      const [year = '', month = '', dayOfMonth = ''] = day.split('-');
      const expected = `${day} 00:00:00`;
      const written = (...parts: string[]) => parts.join(separator);
      const read = (text: string, order: DateOrder) => readDate(text, { order, zone: 'utc' });
      assert.is(read(written(year, month, dayOfMonth), 'iso'), expected);
      assert.is(read(written(dayOfMonth, month, year), 'dayFirst'), expected);
      assert.is(read(written(month, dayOfMonth, year), 'monthFirst'), expected);
      assert.is(read(written(dayOfMonth, month, year.slice(2)), 'dayFirst'), expected);
    }),
  );
});

test.run();
