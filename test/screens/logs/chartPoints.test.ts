import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hourText, pointsOf, rangeOf, sumOf, tableOf, tickText } from '../../../ui/screens/logs/chartPoints';

const stat = (date: string, total: number) => ({ date: `2026-11-${date}:00:00.000Z`, total });
const at = (text: string) => Date.parse(text) / 1000;
const texts = (hours: readonly number[]) =>
  hours.map((hour) => new Date(hour * 1000).toISOString().slice(0, 16));

test('hours without logs are zeros', () => {
  const points = pointsOf([[stat('20 22', 5), stat('21 01', 7)]]);
  assert.equal(texts(points.hours), [
    '2026-11-20T22:00',
    '2026-11-20T23:00',
    '2026-11-21T00:00',
    '2026-11-21T01:00',
  ]);
  assert.equal(points.counts, [[5, 0, 0, 7]]);
});

test('no logs give no points, but a line', () => {
  assert.equal(pointsOf([[]]), { hours: [], counts: [[]] });
  assert.equal(pointsOf([[], [], [], []]).counts, [[], [], [], []]);
});

test('one hour gives one point', () => {
  assert.equal(pointsOf([[stat('20 22', 5)]]).counts, [[5]]);
});

test('a range is filled with zeros from its start to its end', () => {
  const range = { from: '2026-11-20 20:10:00.000Z', to: '2026-11-20 23:59:59.999Z' };
  const points = pointsOf([[stat('20 22', 5)]], range);
  assert.is(texts(points.hours)[0], '2026-11-20T20:00');
  assert.equal(points.counts, [[0, 0, 5, 0]]);
  assert.equal(pointsOf([[]], range).counts, [[0, 0, 0, 0]]);
});

test('an invalid range is ignored, and logs outside a range stay visible', () => {
  const broken = { from: 'yesterday', to: '' };
  assert.equal(pointsOf([[stat('20 22', 5)]], broken).counts, [[5]]);
  const short = { from: '2026-11-20 21:00:00.000Z', to: '2026-11-20 21:30:00.000Z' };
  assert.equal(pointsOf([[stat('20 22', 5)]], short).counts, [[0, 5]]);
});

test('the lines of the levels share one axis', () => {
  const points = pointsOf([[stat('20 03', 1)], [], [stat('20 01', 2), stat('20 02', 3)], []]);
  assert.is(texts(points.hours)[0], '2026-11-20T01:00');
  assert.equal(points.counts, [
    [0, 0, 1],
    [0, 0, 0],
    [2, 3, 0],
    [0, 0, 0],
  ]);
});

test('unordered hours are sorted, duplicates are added up, and invalid dates are ignored', () => {
  const stats = [stat('20 03', 1), stat('20 01', 2), stat('20 03', 4), { date: 'x', total: 9 }];
  assert.equal(pointsOf([stats]).counts, [[2, 0, 5]]);
});

test('a date far away does not create a million points, and the line stays the same', () => {
  const stats = [{ date: '1970-01-01 00:00:00.000Z', total: 3 }, stat('20 03', 1)];
  const points = pointsOf([stats]);
  assert.equal(points.counts, [[3, 0, 0, 1]]);
  assert.equal(texts(points.hours), [
    '1970-01-01T00:00',
    '1970-01-01T01:00',
    '2026-11-20T02:00',
    '2026-11-20T03:00',
  ]);
});

test('the table has a row per hour for up to seven days', () => {
  const stats = [stat('14 00', 1), stat('20 23', 4)];
  const { unit, rows } = tableOf(pointsOf([stats]));
  assert.is(unit, 'Hour');
  assert.is(rows.length, 168);
  assert.equal(rows[0], { time: '2026-11-14 00:00', counts: [1] });
  assert.equal(rows.at(-1), { time: '2026-11-20 23:00', counts: [4] });
});

test('the table sums up days beyond seven days, and months beyond three months', () => {
  const week = [stat('13 23', 1), stat('20 22', 4), stat('20 23', 5)];
  const days = tableOf(pointsOf([week, [stat('13 23', 1)]]));
  assert.is(days.unit, 'Day');
  assert.is(days.rows.length, 8);
  assert.equal(days.rows.at(-1), { time: '2026-11-20', counts: [9, 0] });
  assert.equal(days.rows[0], { time: '2026-11-13', counts: [1, 1] });

  const year = tableOf(pointsOf([[{ date: '2025-12-31 10:00:00.000Z', total: 2 }, ...week]]));
  assert.is(year.unit, 'Month');
  assert.equal(
    [year.rows.length, year.rows[0], year.rows.at(-1)],
    [12, { time: '2025-12', counts: [2] }, { time: '2026-11', counts: [10] }],
  );
});

test('a table without points is empty', () => {
  assert.equal(tableOf(pointsOf([[]])).rows, []);
});

const hourTexts: [date: string, text: string, tick: string][] = [
  ['2026-11-20T00:00Z', '20 Nov 00:00', '20 Nov'],
  ['2026-09-05T11:00Z', '5 Sep 11:00', '11:00'],
  ['2026-11-20T12:00Z', '20 Nov 12:00', '12:00'],
  ['2026-12-31T23:00Z', '31 Dec 23:00', '23:00'],
];
for (const [date, text, tick] of hourTexts) {
  test(`the text for ${date} is ${text}, on the axis ${tick}`, () =>
    assert.equal([hourText(at(date)), tickText(at(date))], [text, tick]));
}

test('a selection ends at the last millisecond of its last hour', () => {
  assert.equal(rangeOf(at('2026-11-20T12:00Z'), at('2026-11-20T14:00Z')), {
    from: '2026-11-20 12:00:00.000Z',
    to: '2026-11-20 14:59:59.999Z',
  });
});

test('a selected range gives the same hours again', () => {
  const hours = pointsOf([[]], rangeOf(at('2026-11-20T12:00Z'), at('2026-11-20T14:00Z'))).hours;
  assert.equal(texts(hours), ['2026-11-20T12:00', '2026-11-20T13:00', '2026-11-20T14:00']);
});

test('the count is the sum of all hours', () => {
  assert.is(sumOf([]), 0);
  assert.is(sumOf([stat('20 03', 4), stat('20 04', 9)]), 13);
});

test.run();
