import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { windowOf } from '../../../ui/components/data/useListWindow';

const place = { scrollTop: 0, viewportHeight: 360, rowHeight: 36, count: 100, overscan: 2 };

test('renders the visible rows at the top and those just below', () => {
  assert.equal(windowOf(place), { first: 0, last: 12, padTop: 0, padBottom: 88 * 36 });
});

test('renders rows beyond both edges in the middle', () => {
  assert.equal(windowOf({ ...place, scrollTop: 1800 }), {
    first: 48,
    last: 62,
    padTop: 48 * 36,
    padBottom: 38 * 36,
  });
});

test('renders a row of which one pixel is visible', () => {
  const { first, last } = windowOf({ ...place, scrollTop: 35, overscan: 0 });
  assert.equal([first, last], [0, 11]);
});

test('shows the end of a list that became shorter than its scroll position', () => {
  assert.equal(windowOf({ ...place, scrollTop: 90_000, count: 20 }), {
    first: 8,
    last: 20,
    padTop: 8 * 36,
    padBottom: 0,
  });
});

test('renders nothing for a list without rows', () => {
  assert.equal(windowOf({ ...place, scrollTop: 500, count: 0 }), {
    first: 0,
    last: 0,
    padTop: 0,
    padBottom: 0,
  });
});

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
