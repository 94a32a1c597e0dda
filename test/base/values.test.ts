import { mock } from 'node:test';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { proxy } from 'valtio/vanilla';
import { isEqual } from '../../ui/base/equal';
import { movedItem } from '../../ui/base/lists';
import { plainCopy } from '../../ui/base/plainData';
import { randomText } from '../../ui/base/random';
import { toggledKeys } from '../../ui/base/toggledKeys';

test.after.each(() => mock.restoreAll());

const file = new File(['a'], 'a.txt');
for (const [what, a, b, expected] of [
  ['zero and minus zero, which JSON prints alike', 0, -0, true],
  ['two that are no number', Number.NaN, Number.NaN, true],
  ['null and undefined', null, undefined, false],
  ['keys in another order', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, true],
  ['lists of another length', [1], [1, undefined], false],
  ['a list and an object like it', [1], { 0: 1, length: 1 }, false],
  ['an undefined key and a missing one', { a: 1, b: undefined }, { a: 1 }, true],
  ['a null key and a missing one', { a: null }, {}, false],
  ['a key that every object inherits', { toString: Object.prototype.toString }, { other: 1 }, false],
  ['an object without prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }, true],
  ['dates at one moment', new Date(5), new Date(5), true],
  ['dates at two moments', new Date(5), new Date(6), false],
  ['the same file', { f: file }, { f: file }, true],
  ['two files of the same content', file, new File(['a'], 'a.txt'), false],
] as const) {
  test(`${what}: ${expected ? 'equal' : 'different'}`, () => {
    assert.equal([isEqual(a, b), isEqual(b, a)], [expected, expected]);
  });
}

test('a value is equal to its copies, and to no other value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      assert.is(isEqual(a, JSON.parse(JSON.stringify(a))), true);
      assert.is(isEqual(a, plainCopy(a)), true);
      if (isEqual(a, b)) assert.equal(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));
      assert.is(isEqual([a, { k: a }], [b, { k: b }]), isEqual(a, b));
    }),
  );
});

test('a plain copy is not watched', () => {
  const state = proxy({ values: [1], max: 2 });
  const copy = plainCopy(state);
  state.values.push(2);
  // A proxy throws here.
  assert.equal(structuredClone(copy), { values: [1], max: 2 });
});

for (const [from, to, order] of [
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, 9, 'bca'],
] as const) {
  test(`from ${from} to ${to}, abc becomes ${order}`, () =>
    assert.is(movedItem(['a', 'b', 'c'], from, to).join(''), order));
}

for (const [what, selected, key, from, expected] of [
  ['one box', '', 'b', null, 'b'],
  ['a selected box', 'ab', 'b', null, 'a'],
  ['a range downwards', 'b', 'd', 'b', 'bcd'],
  ['a range upwards', 'd', 'b', 'd', 'dbc'],
  ['a range of selected boxes', 'abcde', 'd', 'b', 'ae'],
  ['the same box again', 'b', 'b', 'b', ''],
  ['a box after the last one has gone', 'x', 'b', 'x', 'xb'],
  ['a box that is not in the list', 'a', 'x', 'a', 'ax'],
] as const) {
  test(`${what}: ${key} after ${from ?? 'nothing'}`, () => {
    const toggled = toggledKeys(new Set(selected), key, { keys: [...'abcde'], from });
    assert.is([...toggled].join(''), expected);
  });
}

/** Makes the random source return these bytes, again from the first after the last. */
function giveBytes(...bytes: number[]): void {
  // A second mock would put back the first.
  mock.restoreAll();
  let next = 0;
  // A mock of a mock would stay.
  mock.restoreAll();
  mock.method(crypto, 'getRandomValues', (array: Uint8Array) => {
    for (const at of array.keys()) array[at] = bytes[next++ % bytes.length] ?? 0;
    return array;
  });
}

test('a random text has the length and the letters that are asked for, and is new each time', () => {
  for (const length of [0, 15, 1_000]) assert.match(randomText(length), new RegExp(`^[a-z0-9]{${length}}$`));
  assert.equal([...new Set(randomText(2_000, '-_09AZaz'))].sort(), [...'-_09AZaz'].sort());
  assert.is(new Set(Array.from({ length: 500 }, () => randomText(15))).size, 500);
  for (const wrong of ['', 'a'.repeat(257)]) assert.throws(() => randomText(1, wrong), /1 to 256/);
  assert.is(randomText(1, 'a'.repeat(256)), 'a');
});

test('every character of a random text is equally likely', () => {
  // 252 is 7 times 36: bytes from 252 on would favour a, b, c and d.
  giveBytes(0, 252, 35, 255, 36, 251);
  assert.is(randomText(4), 'a9a9');
  giveBytes(...Array.from({ length: 256 }, (_, byte) => byte));
  const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_!';
  const text = randomText(3 * alphabet.length, alphabet);
  for (const letter of alphabet) assert.is(text.split(letter).length - 1, 3, letter);
});

test.run();
