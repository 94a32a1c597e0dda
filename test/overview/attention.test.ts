import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mattersOf } from '../../ui/overview/attention';
import { type Finding, plainWords, type Severity } from '../../ui/rules/findings/checks/finding';

const now = Date.parse('2026-11-29T05:20:00Z');
const finding = (severity: Severity): Finding => ({
  id: severity,
  key: severity,
  severity,
  title: plainWords(`A ${severity} one`),
  why: [],
  parts: [],
  fix: [],
  place: { text: 'x' },
});
const backup = (date: string) => ({ key: 'a.zip', size: 1, modified: date });
const nothing = { findings: [], errors: 0, failing: [], backups: [], cron: '', now };

test('the worst come first; server errors are as bad as high findings', () => {
  const findings = (['low', 'high', 'critical', 'medium'] as const).map(finding);
  const backups = [backup('2026-11-20 00:00:00.000Z')];
  assert.equal(
    mattersOf({ ...nothing, findings, errors: 2, backups, cron: '0 0 * * *' }).map(({ title }) => title),
    [
      'A critical one',
      '2 requests failed with a server error',
      'A high one',
      'The automatic backup is overdue',
      'A medium one',
      'A low one',
    ],
  );
  assert.equal(mattersOf(nothing), []);
});

for (const [newest, cron, isOverdue] of [
  ['2026-11-29 00:00:00.000Z', '0 0 * * *', false],
  ['2026-11-28 00:00:00.000Z', '0 0 * * *', true],
  // It is being made, or was late by less than an hour.
  ['2026-11-29 00:00:00.000Z', '0 5 * * *', false],
  ['2026-11-28 00:00:00.000Z', '', false],
  ['2026-11-28 00:00:00.000Z', 'nonsense', false],
] as const) {
  test(`with "${cron}", a backup of ${newest} is ${isOverdue ? '' : 'not '}overdue`, () =>
    assert.is(mattersOf({ ...nothing, backups: [backup(newest)], cron }).length, isOverdue ? 1 : 0));
}

test.run();
