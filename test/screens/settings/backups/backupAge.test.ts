import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newestBackupAge, newestTime, timeOf } from '../../../../ui/model/backup';

const at = (modified: string) => ({ key: 'a.zip', size: 1, modified });

test('times are those of UTC, as the server writes them', () => {
  assert.is(timeOf(at('2026-11-21 00:45:38.285Z')), Date.UTC(2026, 10, 21, 0, 45, 38, 285));
  assert.ok(Number.isNaN(timeOf(at('yesterday'))));
});

test('the newest counts, and what has no time does not', () => {
  const some = ['2026-11-20 00:00:00.000Z', 'yesterday', '2026-11-21 00:00:00.000Z'].map(at);
  assert.is(newestTime(some), Date.UTC(2026, 10, 21));
  assert.is(newestBackupAge(some, Date.UTC(2026, 10, 24)), 'Latest backup: 3 days ago');
  for (const none of [[], [at('yesterday')]]) {
    assert.equal([newestTime(none), newestBackupAge(none, 0)], [null, 'No backup yet']);
  }
});

test.run();
