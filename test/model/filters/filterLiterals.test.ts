import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { intervalAround, withoutExponent } from '../../../ui/model/filters/filterLiterals';

for (const [source, expected] of [
  ['12.50', '12.50'],
  ['1e+21', '1000000000000000000000'],
  ['1.25e1', '12.5'],
  ['-1.5e-07', '-0.00000015'],
  ['1e-7', '0.0000001'],
  ['NaN', 'NaN'],
  ['123e-2', '1.23'],
] as const) {
  test(`${source} is ${expected} without an exponent`, () => assert.is(withoutExponent(source), expected));
}

test('a number without an exponent is the same number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const plain = withoutExponent(String(value));
      assert.match(plain, /^-?\d+(\.\d+)?$/);
      assert.is(Number(plain), value);
    }),
  );
});

for (const [text, before, after] of [
  ['end\\', ['', 'end', 'end[', 'end[z'], ['end\\ ', 'end\\\\', 'end]', 'f']],
  ['\\', ['', '[', 'A'], ['\\\\', ']', 'a']],
] as const) {
  test(`only ${text} is in the interval around it`, () => {
    const { low, high } = intervalAround(text);
    const isInside = (one: string) => low < one && one < high;
    assert.ok(isInside(text));
    for (const other of [...before, ...after]) assert.not(isInside(other), other);
  });
}

test.run();
