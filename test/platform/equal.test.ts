import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isEqual } from '../../ui/platform/equal';

const file = new File(['a'], 'a.txt');

const cases: Array<[what: string, a: unknown, b: unknown, expected: boolean]> = [
  ['the same text', 'a', 'a', true],
  ['a number and its text', 1, '1', false],
  ['zero and minus zero, which JSON prints alike', 0, -0, true],
  ['two that are no number', Number.NaN, Number.NaN, true],
  ['no number and zero', Number.NaN, 0, false],
  ['null and undefined', null, undefined, false],
  ['null and an object', null, {}, false],
  ['empty text and null', '', null, false],
  ['keys in another order', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, true],
  ['lists in another order', [1, 2], [2, 1], false],
  ['lists of another length', [1], [1, undefined], false],
  ['nested lists', [[1], { a: [2] }], [[1], { a: [2] }], true],
  ['a list and an object like it', [1], { 0: 1, length: 1 }, false],
  ['an undefined key and a missing one', { a: 1, b: undefined }, { a: 1 }, true],
  ['an undefined key and another missing one', { a: undefined, b: 1 }, { a: 1, b: undefined }, false],
  ['a null key and a missing one', { a: null }, {}, false],
  ['another value deep inside', { a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }, false],
  ['a key that every object inherits', { toString: Object.prototype.toString }, { other: 1 }, false],
  ['an object without prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }, true],
  ['dates at one moment', new Date(5), new Date(5), true],
  ['dates at two moments', new Date(5), new Date(6), false],
  ['a date and an object', new Date(5), {}, false],
  ['the same file', { f: file }, { f: file }, true],
  ['two files of the same content', file, new File(['a'], 'a.txt'), false],
];

for (const [what, a, b, expected] of cases) {
  test(`${what}: ${expected ? 'equal' : 'different'}`, () => {
    assert.is(isEqual(a, b), expected);
    assert.is(isEqual(b, a), expected);
  });
}

test('a value is equal to its copy through JSON, and to no other value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      assert.is(isEqual(a, JSON.parse(JSON.stringify(a))), true);
      if (isEqual(a, b)) assert.equal(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));
      assert.is(isEqual([a, { k: a }], [b, { k: b }]), isEqual(a, b));
    }),
  );
});

test.run();
