import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { proxy } from 'valtio/vanilla';
import { plainCopy } from '../../ui/platform/plainData';

for (const data of [{}, [], { a: [1, null, { b: 'x' }], c: false }, 'text', null]) {
  test(`a copy of ${JSON.stringify(data)} is equal`, () => assert.equal(plainCopy(data), data));
}

test('a copy is not watched', () => {
  const state = proxy({ values: [1], max: 2 });
  const copy = plainCopy(state);
  state.values.push(2);
  assert.equal(copy, { values: [1], max: 2 });
  // A proxy throws here.
  assert.equal(structuredClone(copy), copy);
});

test.run();
