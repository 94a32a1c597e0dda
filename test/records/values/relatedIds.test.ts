import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mostRelated, relationNames, toggledIds } from '../../../ui/records/values/relatedIds';

for (const [maxSelect, most] of [
  [5, 5],
  [0, 1],
  [null, null],
  [undefined, null],
] as const) {
  test(`a field with the maximum ${maxSelect} takes ${most ?? 'any number of'} records`, () => {
    const field = { id: 'f', name: 'items', type: 'relation', options: { maxSelect } };
    assert.is(mostRelated(field), most);
  });
}

for (const [ids, id, max, next] of [
  [[], 'a', null, ['a']],
  [['a', 'b'], 'a', null, ['b']],
  [['a', 'b'], 'c', 2, ['a', 'b']],
  [['a', 'b'], 'b', 2, ['a']],
  [['a'], 'b', 1, ['b']],
  [['a'], 'a', 1, []],
] as const) {
  test(`[${ids}] of at most ${max ?? 'any number'} and ${id} make [${next}]`, () =>
    assert.equal(toggledIds(ids, id, max), next));
}

test('only the relations of a collection are expanded', () => {
  const schema = ['text', 'relation'].map((type) => ({ id: type, name: `a_${type}`, type, options: {} }));
  assert.equal(relationNames({ id: 'c', name: 'c', type: 'base', schema }), ['a_relation']);
});

test.run();
