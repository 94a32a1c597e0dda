import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { joinWords, movedItem } from '../../ui/platform/lists';

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

for (const [words, text] of [
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
] as const) {
  test(`${words.length} words are joined to "${text}"`, () => assert.is(joinWords(words), text));
}

test.run();
