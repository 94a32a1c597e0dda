import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { orderOf, parseSort, printSort, type Sort, toggledSort } from '../../ui/model/sort';

const down = (field: string): Sort => ({ field, isDescending: true });
const up = (field: string): Sort => ({ field, isDescending: false });

const cases: [text: string, expected: Sort | null][] = [
  ['-created', down('created')],
  ['+created', up('created')],
  [' created', up('created')],
  ['-data.execTime', down('data.execTime')],
  ['', null],
  ['--name', null],
  ['ünï', null],
];
for (const [text, expected] of cases) {
  test(`the sort "${text}" is read as ${expected ? printSort(expected) : 'none'}`, () => {
    assert.equal(parseSort(text), expected);
  });
}

test('parsing a printed sort returns the same sort', () => {
  const field = fc.stringMatching(/^\w+(\.\w+)?$/);
  fc.assert(
    fc.property(field, fc.boolean(), (name, isDescending) => {
      const sort = { field: name, isDescending };
      assert.equal(parseSort(printSort(sort)), sort);
    }),
  );
});

for (const [before, after] of [
  [null, down('name')],
  [down('name'), up('name')],
  [up('name'), down('name')],
  [up('created'), down('name')],
] as const) {
  test(`a click on name changes ${before ? printSort(before) : 'no sort'} to ${printSort(after)}`, () =>
    assert.equal(toggledSort(before, 'name'), after));
}

test('the orders have words', () => {
  const words = [down('created'), up('updated'), down('title'), up('title')].map(orderOf);
  assert.equal(words, ['newest first', 'oldest first', 'descending', 'ascending']);
});

test.run();
