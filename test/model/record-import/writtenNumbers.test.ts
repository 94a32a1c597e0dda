import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { guessDecimal, isOpenNumber, readNumber } from '../../../ui/model/record-import/writtenNumbers';

const noNumbers =
  '12,34.5|1,23,456|1,234 567|1e999||.|e5|--5|1 2|0x10|12 €|(12)|Infinity|\u0661\u0662|true'.split('|');

const cases: [text: string, point: string | null, comma: string | null][] = [
  ['+5', '5', '5'],
  ['\u22125', '-5', '-5'],
  ['0,125', null, '0.125'],
  ['1,234', '1234', '1.234'],
  ['1.284,5', null, '1284.5'],
  ['1 234 567', '1234567', '1234567'],
  ['1\u202f234,5', null, '1234.5'],
  ["1'234,567", null, '1234.567'],
  ['012,345', null, '012.345'],
  ['1.234e+21', '1.234e+21', null],
  ['9007199254740993', '9007199254740993', '9007199254740993'],
  ...noNumbers.map((text): [string, null, null] => [text, null, null]),
];
for (const [text, point, comma] of cases) {
  test(`reads ${JSON.stringify(text)}`, () => {
    assert.is(readNumber(text, '.'), point);
    assert.is(readNumber(text, ','), comma);
    assert.is(readNumber(text, null), point ?? comma);
    assert.is(isOpenNumber(text), point !== null && comma !== null && point !== comma);
  });
}

const guesses: [texts: string[], expected: '.' | ',' | null][] = [
  [[], '.'],
  [['12.5', '1,234'], '.'],
  [['12,5', '12.5'], null],
  [['12,5', '1,234'], ','],
  [['1.234,5'], ','],
  [['1,234', '5,678'], null],
  [['12,5', '7,5', '12.5'], ','],
  [['abc', '12,5'], ','],
];
for (const [texts, expected] of guesses) {
  test(`guesses ${expected} from ${JSON.stringify(texts)}`, () => assert.is(guessDecimal(texts), expected));
}

test('a number of any country is read as itself', () => {
  for (const [language, decimal] of [
    ['en-US', '.'],
    ['de-DE', ','],
    ['sv-SE', ','],
  ] as const) {
    const print = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
    fc.assert(
      fc.property(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), (thousandths) => {
        const value = thousandths / 1000;
        assert.is(Number(readNumber(print.format(value), decimal)), value === 0 ? 0 : value);
      }),
    );
  }
});

test.run();
