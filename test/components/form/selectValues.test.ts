import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
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

test.run();
