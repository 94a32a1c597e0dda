import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withoutExponent } from '../../../ui/model/filters/filterLiterals';

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

test.run();
