import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newestBackupAge, newestTime, timeOf } from '../../../../ui/model/backup';

const at = (modified: string) => ({ key: 'a.zip', size: 1, modified });

test('times are read as UTC, the time zone of the server', () => {
  assert.is(timeOf(at('2026-11-21 00:45:38.285Z')), Date.UTC(2026, 10, 21, 0, 45, 38, 285));
  assert.ok(Number.isNaN(timeOf(at('yesterday'))));
});

test('the newest backup counts, and one without a time is ignored', () => {
  const some = ['2026-11-20 00:00:00.000Z', 'yesterday', '2026-11-21 00:00:00.000Z'].map(at);
  assert.is(newestTime(some), Date.UTC(2026, 10, 21));
  assert.is(newestBackupAge(some, Date.UTC(2026, 10, 24)), 'Latest backup: 3 days ago');
  for (const none of [[], [at('yesterday')]]) {
    assert.equal([newestTime(none), newestBackupAge(none, 0)], [null, 'No backup yet']);
  }
});

test.run();
