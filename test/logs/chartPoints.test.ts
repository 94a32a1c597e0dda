import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hourText, pointsOf, rangeOf, tableOf, tickText } from '../../ui/logs/chartPoints';

const stat = (date: string, total: number) => ({ date: `2026-11-${date}:00:00.000Z`, total });
const at = (text: string) => Date.parse(text) / 1000;
const hourAt = (hour: number | undefined) => new Date((hour ?? 0) * 1000).toISOString().slice(0, 13);

const range = { from: '2026-11-20 20:10:00.000Z', to: '2026-11-20 23:59:59.999Z' };
const short = { from: '2026-11-20 21:00:00.000Z', to: '2026-11-20 21:30:00.000Z' };
const five = [stat('20 22', 5)];

const lines: [what: string, given: Parameters<typeof pointsOf>, first: string, counts: number[][]][] = [
  ['no logs give a line without points', [[[]]], '', [[]]],
  ['hours without logs are zeros', [[[...five, stat('21 01', 7)]]], '2026-11-20T22', [[5, 0, 0, 7]]],
  ['a range is filled with zeros', [[five], range], '2026-11-20T20', [[0, 0, 5, 0]]],
  ['an invalid range is ignored', [[five], { from: 'yesterday', to: '' }], '2026-11-20T22', [[5]]],
  ['logs outside a range stay visible', [[five], short], '2026-11-20T21', [[0, 5]]],
  [
    'the lines of the levels share one axis',
    [[[stat('20 03', 1)], [], [stat('20 01', 2), stat('20 02', 3)]]],
    '2026-11-20T01',
    [
      [0, 0, 1],
      [0, 0, 0],
      [2, 3, 0],
    ],
  ],
  [
    'unordered hours are sorted, the same ones added up, and invalid dates ignored',
    [[[stat('20 03', 1), stat('20 01', 2), stat('20 03', 4), { date: 'x', total: 9 }]]],
    '2026-11-20T01',
    [[2, 0, 5]],
  ],
  [
    'a date far away does not create a million points',
    [[[{ date: '1970-01-01 00:00:00.000Z', total: 3 }, stat('20 03', 1)]]],
    '1970-01-01T00',
    [[3, 0, 0, 1]],
  ],
];
for (const [what, given, first, counts] of lines) {
  test(what, () => {
    const points = pointsOf(...given);
    assert.equal(points.counts, counts);
    assert.is(points.hours.length > 0 ? hourAt(points.hours[0]) : '', first);
  });
}

const week = [stat('13 23', 1), stat('20 22', 4), stat('20 23', 5)];
const year = [{ date: '2025-12-31 10:00:00.000Z', total: 2 }, ...week];
const tables: [stats: Parameters<typeof pointsOf>[0], unit: string, rows: number, ends: string[]][] = [
  [[[stat('14 00', 1), stat('20 23', 4)]], 'Hour', 168, ['2026-11-14 00:00: 1', '2026-11-20 23:00: 4']],
  [[week, [stat('13 23', 1)]], 'Day', 8, ['2026-11-13: 1 1', '2026-11-20: 9 0']],
  [[year], 'Month', 12, ['2025-12: 2', '2026-11: 10']],
  [[[]], 'Hour', 0, ['', '']],
];
test('the table has hours for up to seven days, days for three months, then months', () => {
  for (const [stats, unit, count, ends] of tables) {
    const { unit: found, rows } = tableOf(pointsOf(stats));
    const shown = [rows[0], rows.at(-1)].map((row) => (row ? `${row.time}: ${row.counts.join(' ')}` : ''));
    assert.equal([rows.length, shown], [count, ends]);
    if (count > 0) assert.is(found, unit);
  }
});

test('a day begins with its date on the axis', () => {
  for (const [date, text, tick] of [
    ['2026-11-20T00:00Z', 'Nov 20, 2026 12 AM', '20 Nov'],
    ['2026-09-05T11:00Z', 'Sep 5, 2026 11 AM', '11:00'],
    ['2026-12-31T23:00Z', 'Dec 31, 2026 11 PM', '23:00'],
  ] as const) {
    assert.equal([hourText(at(date)), tickText(at(date))], [text, tick]);
  }
});

test('a selection ends at the last millisecond of its last hour, and gives the same hours again', () => {
  const selected = rangeOf(at('2026-11-20T12:00Z'), at('2026-11-20T14:00Z'));
  assert.equal(selected, { from: '2026-11-20 12:00:00.000Z', to: '2026-11-20 14:59:59.999Z' });
  assert.equal(pointsOf([[]], selected).hours.map(hourAt), [
    '2026-11-20T12',
    '2026-11-20T13',
    '2026-11-20T14',
  ]);
});

test.run();
