import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createLetterSearch,
  keptValues,
  matchingOptions,
  toggledValues,
  valuesWithout,
} from '../../../ui/components/form/selectValues';

const options = [
  { value: 'draft' },
  { value: 'paid' },
  { value: 'packed', label: 'In the box' },
  { value: 'pending' },
];

for (const [words, found] of [
  ['', ['draft', 'paid', 'packed', 'pending']],
  ['  ', ['draft', 'paid', 'packed', 'pending']],
  ['PA', ['paid', 'packed']],
  ['p a i d', ['paid']],
  ['inthe', ['packed']],
  ['IN THE B', ['packed']],
  ['nothing', []],
] as const) {
  test(`"${words}" finds ${found.join(', ') || 'nothing'}`, () => {
    assert.equal(
      matchingOptions(options, words).map(({ value }) => value),
      found,
    );
  });
}

for (const [values, max, kept] of [
  [['paid', 'gone', 'draft'], undefined, ['paid', 'draft']],
  [['draft', 'paid', 'packed'], 2, ['paid', 'packed']],
  [['draft', 'gone', 'paid'], 2, ['draft', 'paid']],
  [[], 2, []],
] as const) {
  test(`of ${values.join(', ') || 'nothing'} at most ${max} are ${kept.join(', ') || 'nothing'}`, () => {
    assert.equal(keptValues(values, { options, max }), kept);
  });
}

test('choosing adds at the end and drops the oldest; choosing again removes', () => {
  const limits = { options, max: 2 };
  assert.equal(toggledValues(['draft', 'paid'], 'packed', limits), ['paid', 'packed']);
  assert.equal(toggledValues(['draft', 'paid'], 'draft', limits), ['paid']);
  assert.equal(toggledValues(['gone'], 'draft', limits), ['draft']);
});

test('removing one also drops values that are no longer offered', () => {
  assert.equal(valuesWithout(['draft', 'gone', 'paid'], 0, { options }), ['paid']);
  assert.equal(valuesWithout(['draft', 'gone'], 1, { options }), ['draft']);
});

test('the same character cycles, other characters narrow, a pause restarts', () => {
  const search = createLetterSearch();
  const find = (from: number, letter: string, now: number) =>
    search(options, from, letter, now)?.value ?? null;
  assert.is(find(0, 'p', 0), 'paid');
  assert.is(find(1, 'P', 100), 'pending');
  assert.is(find(3, 'p', 200), 'paid');
  assert.is(find(1, 'p', 1000), 'pending');
  assert.is(find(3, 'a', 1100), 'paid');
  assert.is(find(1, 'x', 1200), null);
  assert.is(find(1, 'i', 2000), 'packed', 'by its label');
});

test.run();
