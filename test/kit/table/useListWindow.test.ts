import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { windowOf } from '../../../ui/kit/table/useListWindow';

const place = { scrollTop: 0, viewportHeight: 360, rowHeight: 36, count: 100, overscan: 2 };

const windows: [what: string, given: Partial<typeof place>, first: number, last: number][] = [
  ['the top', {}, 0, 12],
  ['the middle, with rows beyond both edges', { scrollTop: 1800 }, 48, 62],
  ['a row of which one pixel is visible', { scrollTop: 35, overscan: 0 }, 0, 11],
  ['the end of a list that became shorter', { scrollTop: 90_000, count: 20 }, 8, 20],
  ['a list without rows', { scrollTop: 500, count: 0 }, 0, 0],
];
for (const [what, given, first, last] of windows) {
  test(`renders ${what}`, () => {
    const { count } = { ...place, ...given };
    const expected = { first, last, padTop: first * 36, padBottom: (count - last) * 36 };
    assert.equal(windowOf({ ...place, ...given }), expected);
  });
}

test('renders the visible rows and keeps the total height at any position', () => {
  const places = fc.record({
    scrollTop: fc.integer({ min: -500, max: 5_000_000 }),
    viewportHeight: fc.integer({ min: 0, max: 3000 }),
    rowHeight: fc.integer({ min: 1, max: 60 }),
    count: fc.integer({ min: 0, max: 100_000 }),
    overscan: fc.integer({ min: 0, max: 10 }),
  });
  fc.assert(
    fc.property(places, (each) => {
      const { first, last, padTop, padBottom } = windowOf(each);
      const height = each.count * each.rowHeight;
      const top = Math.max(Math.min(each.scrollTop, height - each.viewportHeight), 0);
      assert.is(padTop + (last - first) * each.rowHeight + padBottom, height);
      assert.ok(first >= 0 && first <= last && last <= each.count);
      assert.ok(padTop <= top, 'the first visible row is drawn');
      assert.ok(height - padBottom >= Math.min(top + each.viewportHeight, height), 'and the last one');
      assert.ok(last - first <= each.viewportHeight / each.rowHeight + 2 + 2 * each.overscan);
    }),
  );
});

test.run();
