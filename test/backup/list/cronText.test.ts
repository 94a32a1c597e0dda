import { Cron } from 'croner';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cronFault, cronMacros, cronPresets, nextRuns } from '../../../ui/backup/list/cronText';

for (const cron of [
  ...cronMacros,
  ...cronPresets.map((preset) => preset.cron),
  '007 0 * * *',
  '*/59 */23 */31 */12 *',
]) {
  test(`"${cron}" is valid`, () => {
    assert.is(cronFault(cron), null);
  });
}

const shape = /^Use a macro, or five segments separated by single spaces/;
const grammar = /: use numbers, lists, ranges and steps/;

const misshapen =
  '|daily|@reboot|@daily |* * * *|* * * * * *| * * * * *|* * * * * |* *  * *|*\t* * * *'.split('|');
const unread =
  '* * * * SUN|* * * JAN *|* * L * *|? * * * *|*/2/3 * * * *|1-2-3 * * * *|-5 * * * *|*/ * * * *|1, * * * *|0x5 * * * *|٣ * * * *'.split(
    '|',
  );
const wrong: [cron: string, words: RegExp][] = [
  ['60 * * * *', /^The minute "60": must be from 0 to 59\.$/],
  ['0-60 * * * *', /^The minute "0-60": must be from 0 to 59\.$/],
  ['5-4 * * * *', /^The minute "5-4": the end of a range must not come before its start\.$/],
  ['5/2 * * * *', /^The minute "5\/2": a step needs a range or \* before it\.$/],
  ['*/0 * * * *', /^The minute "\*\/0": the step must be from 1 to 59\.$/],
  ...misshapen.map((cron): [string, RegExp] => [cron, shape]),
  ...unread.map((cron): [string, RegExp] => [cron, grammar]),
];
for (const [cron, words] of wrong) {
  test(`"${cron}" is invalid`, () => {
    assert.match(cronFault(cron) ?? 'no fault', words);
  });
}

test('the first error from the left is reported', () => {
  assert.match(cronFault('60 24 * * 7') ?? '', /^The minute "60"/);
});

const from = new Date('2026-11-21T10:30:20Z');
const runsOf = (cron: string, count = 3) =>
  nextRuns(cron, count, from).map((run) => run.toISOString().slice(0, 16).replace('T', ' '));

const expected: [cron: string, runs: string[]][] = [
  ['0 0 29 2 *', ['2028-02-29 00:00', '2032-02-29 00:00', '2036-02-29 00:00']],
  ['0 0 31 2 *', []],
  ['nonsense', []],
  // Both the day of the month and the weekday must match.
  ['0 0 13 * 5', ['2027-08-13 00:00', '2028-10-13 00:00', '2029-04-13 00:00']],
  ['30 10 21 11 *', ['2027-11-21 10:30', '2028-11-21 10:30', '2029-11-21 10:30']],
  [' 0 12 * * * ', ['2026-11-21 12:00', '2026-11-22 12:00', '2026-11-23 12:00']],
];
for (const [cron, runs] of expected) {
  test(`"${cron}" runs at ${runs.join(', ') || 'no time'}`, () => {
    assert.equal(runsOf(cron), runs);
  });
}

const macros = Object.entries({
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
});

test('each macro runs as its five segments do', () => {
  assert.equal(
    macros.map(([macro]) => macro),
    [...cronMacros],
  );
  for (const [macro, cron] of macros) assert.equal(runsOf(macro), runsOf(cron), macro);
});

interface Segment {
  readonly least: number;
  readonly most: number;
}

const segments: readonly Segment[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12 },
  { least: 0, most: 6 },
];

const partOf = ({ least, most }: Segment) =>
  fc
    .record({
      kind: fc.constantFrom('*', 'one', 'range'),
      ends: fc.tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most })),
      step: fc.option(fc.integer({ min: 1, max: most })),
    })
    .map(({ kind, ends, step }) => {
      const [low, high] = [Math.min(...ends), Math.max(...ends)];
      if (kind === 'one') return `${low}`;
      return `${kind === '*' ? '*' : `${low}-${high}`}${step === null ? '' : `/${step}`}`;
    });

const anyCron = fc
  .tuple(
    ...segments.map((segment) =>
      fc.array(partOf(segment), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(',')),
    ),
  )
  .map((texts) => texts.join(' '));

/** Five segments that rarely match, so that whole years must be skipped. */
const rareCron = fc
  .tuple(
    fc.constantFrom('0', '59', '*/30'),
    fc.constantFrom('0', '23', '5-7/2'),
    fc.constantFrom('28', '29', '30,31', '31', '29-31', '13', '1'),
    fc.constantFrom('2', '2,4', '6', '12', '1-12/3', '*'),
    fc.constantFrom('0', '1', '5,6', '*/3', '*'),
  )
  .map((texts) => texts.join(' '));

test('another library finds the same runs', () => {
  const someDate = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(
      fc.oneof(anyCron, rareCron),
      someDate,
      fc.integer({ min: 1, max: 6 }),
      (cron, start, count) => {
        assert.is(cronFault(cron), null, cron);
        const other = new Cron(cron, { timezone: 'UTC', domAndDow: true, paused: true });
        assert.equal(nextRuns(cron, count, start), other.nextRuns(count, start), cron);
      },
    ),
    { numRuns: 400 },
  );
});

test('a run once in decades is found across a century without a leap year', () => {
  const leapSundays = ['2032-02-29 00:00', '2060-02-29 00:00', '2088-02-29 00:00', '2128-02-29 00:00'];
  assert.equal(runsOf('0 0 29 2 0', 4), leapSundays);
});

test('the present minute is not among the next runs', () => {
  const moment = new Date('2026-11-21T10:30:00Z');
  assert.is(nextRuns('30 10 * * *', 1, moment)[0]?.toISOString(), '2026-11-22T10:30:00.000Z');
  assert.is(
    nextRuns('30 10 * * *', 1, new Date(moment.getTime() - 1))[0]?.toISOString(),
    moment.toISOString(),
  );
});

test.run();
