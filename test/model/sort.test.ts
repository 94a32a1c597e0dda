import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { orderOf, parseSort, printSort, type Sort, toggledSort } from '../../ui/model/sort';

const down = (field: string): Sort => ({ field, isDescending: true });
const up = (field: string): Sort => ({ field, isDescending: false });

const cases: [text: string, expected: Sort | null][] = [
  ['-created', down('created')],
  ['+created', up('created')],
  ['created', up('created')],
  [' created', up('created')],
  ['-created,+name', down('created')],
  ['+name , -created', up('name')],
  ['-author.name', down('author.name')],
  ['-data.execTime', down('data.execTime')],
  ['tags:length', up('tags:length')],
  ['@random', up('@random')],
  ['', null],
  ['-', null],
  [',name', null],
  ['--name', null],
  ['na me', null],
  ['name.', null],
  ['"name"', null],
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

const clicks: [before: Sort | null, field: string, after: Sort][] = [
  [null, 'name', down('name')],
  [down('name'), 'name', up('name')],
  [up('name'), 'name', down('name')],
  [down('created'), 'name', down('name')],
  [up('created'), 'name', down('name')],
];
for (const [before, field, after] of clicks) {
  test(`a click on ${field} changes ${before ? printSort(before) : 'no sort'} to the sort ${printSort(after)}`, () => {
    assert.equal(toggledSort(before, field), after);
  });
}

const orders: [sort: Sort, words: string][] = [
  [down('created'), 'newest first'],
  [up('created'), 'oldest first'],
  [down('updated'), 'newest first'],
  [down('title'), 'descending'],
  [up('title'), 'ascending'],
];
for (const [sort, words] of orders) {
  test(`the order of ${printSort(sort)} is called ${words}`, () => assert.is(orderOf(sort), words));
}

test.run();
