import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { movedItem } from '../../ui/platform/lists';

for (const [from, to, order] of [
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, 1, 'bac'],
  [0, 9, 'bca'],
] as const) {
  test(`from ${from} to ${to}, abc becomes ${order}`, () => {
    assert.is(movedItem(['a', 'b', 'c'], from, to).join(''), order);
  });
}

test.run();
