// A zone with a half-hour offset and summer time differs from UTC in every part of a date.
process.env['TZ'] = 'Australia/Adelaide';

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  localDateTime,
  parseDate,
  toServerDate,
  utcDay,
  utcTime,
  utcTimeWithMs,
} from '../../ui/platform/dates';

const read: Array<[text: string, iso: string | null]> = [
  ['2026-11-21 00:29:33.714Z', '2026-11-21T00:29:33.714Z'],
  ['2026-11-21T00:29:33.714Z', '2026-11-21T00:29:33.714Z'],
  ['2026-11-21 00:29:33Z', '2026-11-21T00:29:33.000Z'],
  ['2026-11-21 00:29:33', '2026-11-21T00:29:33.000Z'],
  ['2026-11-21 00:29', '2026-11-21T00:29:00.000Z'],
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  [' 2026-11-21 ', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21 00:29:33.714159Z', '2026-11-21T00:29:33.714Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['0001-01-01 00:00:00.000Z', '0001-01-01T00:00:00.000Z'],
  ['', null],
  ['   ', null],
  ['2026-02-29', null],
  ['2026-02-31 10:00:00', null],
  ['2026-13-01', null],
  ['0000-00-00 00:00:00', null],
  ['2026-11-21 24:00:00', null],
  ['2026-11-21 10:60:00', null],
  ['2026-11-21 10', null],
  ['2026-11-21Z', null],
  ['2026-11-21 10:00:00 +02:00', null],
  ['26-11-21', null],
  ['01/02/2026', null],
  ['1732148973', null],
  ['yesterday', null],
];

for (const [text, iso] of read) {
  test(`"${text}" is ${iso ? 'read as UTC' : 'no date'}`, () => {
    assert.is(parseDate(text)?.toISOString() ?? null, iso);
    assert.is(toServerDate(text), iso?.replace('T', ' ') ?? '');
  });
}

test('day and time are in UTC', () => {
  assert.is(utcDay('2026-11-21 23:29:33.714Z'), '2026-11-21');
  assert.is(utcTime('2026-11-21 23:29:33.714Z'), '23:29:33');
  assert.is(utcTimeWithMs('2026-11-21 23:29:33.714Z'), '23:29:33.714');
  assert.is(utcTimeWithMs('2026-11-21 23:29'), '23:29:00.000');
});

test('the local time has milliseconds, and another day where the zone is ahead', () => {
  assert.is(localDateTime('2026-11-21 23:29:33.714Z'), '2026-11-22 09:59:33.714');
  assert.is(localDateTime('2026-07-01 00:00:00.005Z'), '2026-07-01 09:30:00.005');
});

test('an invalid date gives no text', () => {
  for (const print of [utcDay, utcTime, utcTimeWithMs, localDateTime]) {
    assert.is(print(''), '');
    assert.is(print('N/A'), '');
  }
});

test.run();
