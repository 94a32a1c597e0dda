import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dateOf } from '../../../ui/model/types/date';
import { jsonOf, shownJson } from '../../../ui/model/types/json';
import { jsonNumberOf, numberOf } from '../../../ui/model/types/number';
import { anyJson } from '../../support/anyRecord';

const numbers: Array<[typed: string, value: number | null]> = [
  ['', null],
  ['  ', null],
  [' -1.5 ', -1.5],
  ['+2', 2],
  ['-', Number.NaN],
  ['Infinity', Number.NaN],
  ['NaN', Number.NaN],
  ['1e309', Number.NaN],
  ['5 apples', Number.NaN],
];

for (const [typed, value] of numbers) {
  test(`"${typed}" is the number ${value}`, () => assert.ok(Object.is(numberOf(typed), value)));
}

const anyNumber = fc.stringMatching(/^ ?[+-]?(\d{1,25}\.?\d{0,3}|\.\d{1,3})([eE][+-]?\d)?$/);

test('a typed number is written as JSON without a loss of digits', () =>
  fc.assert(
    fc.property(anyNumber, (typed) => {
      const text = jsonNumberOf(typed) ?? '';
      assert.ok(Object.is(JSON.parse(text), numberOf(typed)), text);
      const digits = (of: string) => of.replace(/e.*/i, '').replace(/\D/g, '').replace(/^0+/, '');
      assert.is(digits(text), digits(typed));
    }),
  ));

/** The server accepts the first dates and reads nothing from the second. */
const dates: Array<[typed: string, date: string | null]> = [
  ['', ''],
  ['2025-01-31', '2025-01-31 00:00:00'],
  [' 2025-01-31T10:00:59Z ', '2025-01-31 10:00:59'],
  ['2025-01-31 10:00:59.500Z', '2025-01-31 10:00:59.500'],
  ['2025-01-31T10:00:00+02:00', '2025-01-31 08:00:00'],
  ['2025-01-31 23:30 -01:30', '2025-02-01 01:00:00'],
  ['0001-01-01 00:00:00', null],
  ['9999-12-31T23:59:59-01:00', null],
  ['2025-02-29', null],
  ['2025-01-31 10:00:60', null],
  ['2025-01-31T10:00:00Z+02:00', null],
  ['31/01/2025', null],
  ['1738317600', null],
  ['@now', null],
];

for (const [typed, date] of dates) {
  test(`"${typed}" is ${date === null ? 'no date' : `"${date}"`}`, () => assert.is(dateOf(typed), date));
}

test('a date is the same moment in any time zone, even on days with a clock change', () => {
  const zone = process.env['TZ'];
  try {
    for (const tz of ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'Asia/Kolkata']) {
      process.env['TZ'] = tz;
      for (const hour of Array.from({ length: 24 }, (_, at) => String(at).padStart(2, '0'))) {
        for (const day of ['2025-03-30', '2025-10-26', '2025-03-09', '2025-11-02', '2011-12-30']) {
          assert.is(dateOf(`${day} ${hour}:30`), `${day} ${hour}:30:00`, tz);
        }
      }
    }
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});

const jsons: Array<[typed: string, sent: string | null]> = [
  ['', 'null'],
  ['{\n  "b": 1.10,\n  "a": 9007199254740993\n}', '{"b":1.10,"a":9007199254740993}'],
  ['{"":{}, "x": [ ]}', '{"":{},"x":[]}'],
  ['\u00a0{"a":1}\u00a0', '{"a":1}'],
  ['{"a":1', null],
  ['{"a":\u00a01}', null],
];

for (const [typed, sent] of jsons) {
  test(`the JSON ${JSON.stringify(typed)} is sent as ${sent}`, () => assert.is(jsonOf(typed), sent));
}

test('any JSON is formatted for editing and sent back with the same tokens', () => {
  fc.assert(
    fc.property(anyJson, (source) => {
      const sent = jsonOf(shownJson(source)) ?? '';
      assert.equal(JSON.parse(sent), JSON.parse(source));
      // Except the escapes that the server adds itself.
      assert.is(sent, source);
    }),
  );
});

test('characters that the server always escapes are shown unescaped', () => {
  assert.is(shownJson('"\\u003cb\\u003e \\u0026 \\u2028 \\u00e9"'), '"<b> & \u2028 \\u00e9"');
  assert.is(shownJson('"\\\\u003c \\\\\\u003c"'), '"\\\\u003c \\\\<"');
  assert.is(shownJson('{"\\u003c":"\\u003E"}'), '{\n  "<": "\\u003E"\n}');
});

test.run();
