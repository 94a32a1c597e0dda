import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasSameKeys, placeAt } from '../../../ui/components/data/useDragList';

const rows = [0, 40, 80].map((top) => ({ left: 0, top, width: 300, height: 40 }));
for (const [y, place] of [
  [-10, 0],
  [19, 0],
  [21, 1],
  [61, 2],
  [500, 3],
] as const) {
  test(`at height ${y} of rows the place is ${place}`, () =>
    assert.is(placeAt(5, y, rows, 'vertical'), place));
}

// Two lines: a and b, below them c.
const chips = [
  { left: 0, top: 0, width: 100, height: 20 },
  { left: 104, top: 0, width: 60, height: 20 },
  { left: 0, top: 24, width: 80, height: 20 },
];
for (const [x, y, place] of [
  [20, 10, 0],
  [80, 10, 1],
  [160, 10, 2],
  [20, 30, 2],
  [60, 30, 3],
  [20, 90, 3],
  [500, -20, 0],
] as const) {
  test(`at ${x}, ${y} of chips the place is ${place}`, () => assert.is(placeAt(x, y, chips, 'wrap'), place));
}

test('keys in another order are the same keys', () => {
  assert.is(hasSameKeys(['a', 'b'], ['b', 'a']), true);
  assert.is(hasSameKeys(['a', 'b'], ['a', 'c']), false);
  assert.is(hasSameKeys(['a'], ['a', 'b']), false);
});

test.run();
