import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { timeAgo } from '../../ui/platform/timeAgo';

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

const table: [passed: number, text: string][] = [
  [-day, 'just now'],
  [0, 'just now'],
  [59 * second, 'just now'],
  [minute, '1 minute ago'],
  [2 * minute - 1, '1 minute ago'],
  [40 * minute, '40 minutes ago'],
  [hour - 1, '59 minutes ago'],
  [hour, '1 hour ago'],
  [23.9 * hour, '23 hours ago'],
  [day, '1 day ago'],
  [29.9 * day, '29 days ago'],
  [30 * day, '1 month ago'],
  [364 * day, '12 months ago'],
  [365 * day, '1 year ago'],
  [900 * day, '2 years ago'],
];
for (const [passed, text] of table) {
  test(`${passed} ms before now is ${text}`, () => {
    const now = Date.UTC(2026, 10, 22);
    assert.is(timeAgo(now - passed, now), text);
  });
}

test.run();
