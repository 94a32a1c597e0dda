import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import {
  isFull,
  mostRelated,
  relationNames,
  selectedText,
  toggledIds,
  withoutMissing,
} from '../../../ui/model/records/relatedIds';

for (const [maxSelect, most] of [
  [1, 1],
  [5, 5],
  [0, null],
  [null, null],
  [undefined, null],
] as const) {
  test(`a field with the maximum ${maxSelect} takes ${most ?? 'any number of'} records`, () => {
    const field = { id: 'f', name: 'items', type: 'relation', options: { maxSelect } };
    assert.is(mostRelated(field), most);
  });
}

test('a choice of several can be full; a single record is replaced', () => {
  assert.ok(isFull(['a', 'b'], 2));
  assert.ok(isFull(['a', 'b', 'c'], 2));
  assert.not(isFull(['a'], 2));
  assert.not(isFull(['a'], 1));
  assert.not(isFull(['a'], null));
});

for (const [ids, id, max, next] of [
  [[], 'a', null, ['a']],
  [['a'], 'b', null, ['a', 'b']],
  [['a', 'b'], 'a', null, ['b']],
  [['a', 'b'], 'c', 2, ['a', 'b']],
  [['a', 'b'], 'b', 2, ['a']],
  [['a'], 'b', 1, ['b']],
  [['a'], 'a', 1, []],
] as const) {
  test(`[${ids}] of at most ${max ?? 'any number'} and ${id} make [${next}]`, () =>
    assert.equal(toggledIds(ids, id, max), next));
}

test('the number of the chosen records is told with its maximum', () => {
  assert.is(selectedText(2, 3), '2 of 3 selected');
  assert.is(selectedText(0, null), '0 selected');
});

test('a change takes out missing records, and names those that nobody has removed', () => {
  const missing = new Set(['x', 'y']);
  assert.equal(withoutMissing(['a', 'x', 'y'], ['a', 'x', 'y', 'b'], missing), {
    kept: ['a', 'b'],
    warning:
      'The following relation ids were removed from the list because they are missing or invalid: x, y',
  });
  assert.equal(withoutMissing(['a', 'x'], ['a'], missing, 'x'), { kept: ['a'], warning: '' });
  assert.equal(withoutMissing(['a'], ['a', 'b'], missing), { kept: ['a', 'b'], warning: '' });
});

test('only the relations of a collection are expanded', () => {
  const schema = [
    { id: 'f1', name: 'title', type: 'text', options: {} },
    { id: 'f2', name: 'owner', type: 'relation', options: {} },
    { id: 'f3', name: 'guests', type: 'relation', options: {} },
  ];
  assert.equal(relationNames({ id: 'c', name: 'c', type: 'base', schema } as Collection), [
    'owner',
    'guests',
  ]);
});

test.run();
