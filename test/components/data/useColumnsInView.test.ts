import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { allColumns, columnsInView } from '../../../ui/components/data/useColumnsInView';

/** Two sticky columns of 40 and 160 px, and ten of 100 px. The box starts at 20 px and is 500 px wide. */
const spansAt = (scrollLeft: number) => [
  { left: 20, right: 60 },
  { left: 60, right: 220 },
  ...Array.from({ length: 10 }, (_, index) => {
    const left = 220 + index * 100 - scrollLeft;
    return { left, right: left + 100 };
  }),
];
const viewport = { left: 20, right: 520 };

const cases: [string, scrollLeft: number, [first: number, last: number]][] = [
  ['at the start', 0, [2, 5]],
  ['one that has only its edge in view is in view', 1, [2, 6]],
  ['one under the sticky ones counts as seen', 250, [2, 8]],
  ['one that touches the edge from outside is not', 300, [3, 8]],
  ['at the end', 700, [7, 12]],
  ['before the start, while the page bounces', -90, [2, 5]],
];

for (const [text, scrollLeft, [first, last]] of cases) {
  test(`columns in view: ${text}`, () => {
    assert.equal(columnsInView(spansAt(scrollLeft), 2, viewport), { first, last });
  });
}

test('returns all columns if none has a position, or if the sticky ones take all the space', () => {
  const hidden = spansAt(0).map(() => ({ left: 0, right: 0 }));
  assert.equal(columnsInView(hidden, 2, { left: 0, right: 0 }), allColumns);
  assert.equal(columnsInView(spansAt(0), 2, { left: 20, right: 200 }), allColumns);
});

test('without sticky columns the first visible one can be the first', () => {
  assert.equal(columnsInView(spansAt(0), 0, viewport), { first: 0, last: 5 });
});

test.run();
