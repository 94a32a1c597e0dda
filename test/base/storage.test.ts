import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  keysStartingWith,
  onChangeInOtherTab,
  readJson,
  readText,
  remove,
  writeJson,
  writeText,
} from '../../ui/base/storage';
import { resetDom } from '../support/dom';

const real = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');

function replaceStorage(get: () => unknown): void {
  Object.defineProperty(globalThis, 'localStorage', { get, configurable: true });
}

test.before.each(() => {
  if (real) Object.defineProperty(globalThis, 'localStorage', real);
  resetDom();
});

test('a text is stored until it is removed, and so is JSON; invalid JSON reads as null', () => {
  assert.equal([readText('a'), writeText('a', ''), readText('a'), readJson('a')], [null, true, '', null]);
  writeText('a', '{broken');
  assert.equal([readText('a'), readJson('a')], ['{broken', null]);
  remove('a');
  assert.equal([readText('a'), readJson('a')], [null, null]);
  assert.is(writeJson('a', { list: [1, 'ü', null] }), true);
  assert.equal(readJson('a'), { list: [1, 'ü', null] });
});

test('a value that JSON cannot express is refused, and the old one stays', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  writeJson('a', 1);
  for (const value of [undefined, circle, 10n, () => 1]) {
    assert.is(writeJson('a', value), false);
    assert.is(readJson('a'), 1);
  }
});

test('keys are found by their prefix', () => {
  for (const key of ['draft_1', 'draft_2', 'my_draft_', 'Draft_3']) writeText(key, 'x');
  assert.equal(keysStartingWith('draft_').sort(), ['draft_1', 'draft_2']);
});

for (const [what, get] of [
  [
    'naming it throws',
    () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  ],
  ['it is absent', () => undefined],
] as [string, () => unknown][]) {
  test(`nothing throws where ${what}`, () => {
    replaceStorage(get);
    assert.equal([readText('a'), readJson('a'), keysStartingWith('')], [null, null, []]);
    assert.equal([writeText('a', 'x'), writeJson('a', {})], [false, false]);
    assert.not.throws(() => remove('a'));
  });
}

test('a full storage returns false and can still be read', () => {
  replaceStorage(() => ({
    getItem: () => '"old"',
    setItem: () => {
      throw new DOMException('Full.', 'QuotaExceededError');
    },
  }));
  assert.is(writeText('a', 'x'), false);
  assert.is(writeJson('a', 'x'), false);
  assert.is(readJson('a'), 'old');
});

test('reports a change in another tab by its key, or null when cleared, until the listener stops', () => {
  const told: Array<string | null> = [];
  const stop = onChangeInOtherTab((key) => told.push(key));
  window.dispatchEvent(new StorageEvent('storage', { key: 'a' }));
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  stop();
  window.dispatchEvent(new StorageEvent('storage', { key: 'b' }));
  assert.equal(told, ['a', null]);
});

test.run();
