import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { printRanges } from '../../../../ui/records/import/plan/rowRanges';

const cases: [numbers: number[], mostShown: number | undefined, expected: string][] = [
  [[118, 119, 120, 402, 511, 512], undefined, '118-120, 402, 511-512'],
  [[1999, 2000, 12345], undefined, '1,999-2,000, 12,345'],
  [[1, 3, 5, 6, 7], 2, '1, 3, and 3 more'],
  [[1, 3], 0, 'and 2 more'],
];
for (const [numbers, mostShown, expected] of cases) {
  test(`prints "${expected}"`, () => assert.is(printRanges(numbers, mostShown), expected));
}

test('the ranges hold exactly the numbers, whatever their order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: 1 }), (numbers) => {
      const printed = printRanges(numbers)
        .split(', ')
        .flatMap((range) => {
          const [first = 0, last = first] = range.split('-').map(Number);
          return Array.from({ length: last - first + 1 }, (_, at) => first + at);
        });
      assert.equal(
        printed,
        [...new Set(numbers)].sort((a, b) => a - b),
      );
    }),
  );
});

test.run();
