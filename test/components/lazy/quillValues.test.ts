// The three functions stand in lodash's place in the build: for all that Quill hands to them they must do the same.
import fc from 'fast-check';
import * as lodash from 'lodash-es';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cloneDeep, isEqual, merge } from '../../../ui/components/lazy/quillValues';

class Place {
  readonly index: number;
  readonly length: number;
  constructor(index: number, length = 0) {
    this.index = index;
    this.length = length;
  }
}

const handler = () => true;
const pattern = /^(?:\d+\.|-|\*)$/;
const leaf = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, false, 0, -0, 1, Number.NaN, '', 'a', 'user', handler),
  fc.string({ maxLength: 3 }),
);
const key = fc.constantFrom('bold', 'list', 'link', 'key', 'format', 'bindings', 'a b', '0', '1');
const place = fc.tuple(fc.nat(2), fc.nat(2)).map(([index, length]) => new Place(index, length));
const valuesWith = (...others: fc.Arbitrary<unknown>[]) =>
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      leaf,
      fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
      fc.array(tie('value'), { maxLength: 3 }),
      ...others,
    ),
  })).value;
const any = valuesWith(place);
const plain = fc.dictionary(key, any, { maxKeys: 4, noNullPrototype: true });
/** Options and formats: without places. */
const options = fc.dictionary(key, valuesWith(), { maxKeys: 4, noNullPrototype: true });
/** What they are handed is often nearly the same. */
const pair = fc.oneof(
  fc.tuple(any, any),
  any.map((value): [unknown, unknown] => [value, lodash.cloneDeep(value)]),
  fc
    .tuple(plain, key, leaf)
    .map(([value, name, inner]): [unknown, unknown] => [
      value,
      { ...(lodash.cloneDeep(value) as object), [name]: inner },
    ]),
);

test('two values are equal when lodash says so', () => {
  fc.assert(
    fc.property(pair, ([one, other]) => {
      assert.is(isEqual(one, other), lodash.isEqual(one, other));
    }),
    { numRuns: 2000 },
  );
});

test('a copy is equal to what it is a copy of, of the same class, and shares no part with it', () => {
  fc.assert(
    fc.property(any, (value) => {
      // Of a function by itself lodash makes an empty object; Quill copies none.
      fc.pre(typeof value !== 'function');
      const copy = cloneDeep(value);
      assert.ok(lodash.isEqual(copy, lodash.cloneDeep(value)));
      assert.not(sharesParts(value, copy));
    }),
    { numRuns: 2000 },
  );
  const binding = { key: 'Enter', prefix: pattern, handler };
  assert.is(cloneDeep(binding).prefix, pattern);
  assert.is(cloneDeep(binding).handler, handler);
  assert.instance(cloneDeep(new Place(1)), Place);
});

function sharesParts(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return false;
  if (one === other) return true;
  return Object.keys(one).some((name) => sharesParts(Reflect.get(one, name), Reflect.get(other, name)));
}

test('objects are merged as lodash merges them, and the sources stay as they are', () => {
  fc.assert(
    fc.property(fc.array(options, { maxLength: 3 }), (sources) => {
      const before = lodash.cloneDeep(sources);
      const merged = merge({}, ...sources);
      assert.ok(lodash.isEqual(merged, lodash.merge({}, ...before)));
      assert.ok(lodash.isEqual(sources, before));
    }),
    { numRuns: 2000 },
  );
});

test('a binding of keys is merged with the one of the same name, or gives way to false', () => {
  const defaults = {
    bindings: {
      tab: { key: 'Tab', handler },
      'list autofill': { key: ' ', format: { table: false }, prefix: /x/, handler },
    },
  };
  const bindings = { tab: false, 'list autofill': { format: { list: false }, prefix: pattern } };
  assert.equal(merge({}, defaults, { bindings }), {
    bindings: {
      tab: false,
      'list autofill': { key: ' ', format: { table: false, list: false }, prefix: pattern, handler },
    },
  });
});

test.run();
