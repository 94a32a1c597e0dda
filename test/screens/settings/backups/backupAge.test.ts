import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ageOf, newestBackupAge, newestTime, timeOf } from '../../../../ui/model/backup';

const hour = 3_600_000;
const at = (modified: string) => ({ key: 'a.zip', size: 1, modified });

const ages: [ms: number, text: string][] = [
  [-hour, 'less than an hour'],
  [0, 'less than an hour'],
  [hour - 1, 'less than an hour'],
  [hour, '1 hour'],
  [2 * hour - 1, '1 hour'],
  [2 * hour, '2 hours'],
  [47 * hour, '47 hours'],
  [48 * hour - 1, '47 hours'],
  [48 * hour, '2 days'],
  [100 * 24 * hour, '100 days'],
];
for (const [ms, text] of ages) {
  test(`${ms} ms are ${text}`, () => {
    assert.is(ageOf(ms), text);
  });
}

test('times are those of UTC, as the server writes them', () => {
  assert.is(timeOf(at('2026-11-21 00:45:38.285Z')), Date.UTC(2026, 10, 21, 0, 45, 38, 285));
  assert.ok(Number.isNaN(timeOf(at('yesterday'))));
});

test('the newest counts, and what has no time does not', () => {
  const some = ['2026-11-20 00:00:00.000Z', 'yesterday', '2026-11-21 00:00:00.000Z'].map(at);
  assert.is(newestTime(some), Date.UTC(2026, 10, 21));
  assert.is(newestBackupAge(some, Date.UTC(2026, 10, 24)), 'Newest backup: 3 days old');
  for (const none of [[], [at('yesterday')]]) {
    assert.equal([newestTime(none), newestBackupAge(none, 0)], [null, 'No backup yet']);
  }
});

test.run();
