import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { guessDateOrder, isOpenDate, readDate } from '../../../ui/model/types/date';
import { guessDecimal, isOpenNumber, readNumber } from '../../../ui/model/types/number';
import {
  type DateOrder,
  guessListSeparator,
  itemsOfArray,
  type ListSeparator,
  splitList,
  textOfSource,
} from '../../../ui/model/types/textReading';

const none = (order: DateOrder, texts: string[]) =>
  texts.map((text): [string, DateOrder, null] => [text, order, null]);

const inUtc: [text: string, order: DateOrder, expected: string | null][] = [
  ['2026-11-20 18:42:07.123Z', 'iso', '2026-11-20 18:42:07.123'],
  ['2026-11-20T18:42+01:00', 'iso', '2026-11-20 17:42:00'],
  [' 2026-11-20 ', 'iso', '2026-11-20 00:00:00'],
  ['2024.05.06 7:30', 'iso', '2024-05-06 07:30:00'],
  ['1.2.70', 'dayFirst', '1970-02-01 00:00:00'],
  ['1.2.69', 'dayFirst', '2069-02-01 00:00:00'],
  ['6/5/2024', 'monthFirst', '2024-06-05 00:00:00'],
  ['11/20/2026 6:42 PM', 'monthFirst', '2026-11-20 18:42:00'],
  ['11/20/2026 12:05 am', 'monthFirst', '2026-11-20 00:05:00'],
  ['1763664120', 'unix', '2025-11-20 18:42:00'],
  ['1763664120123', 'unix', '2025-11-20 18:42:00.123'],
  ...none(
    'iso',
    '2023-02-29|2026-13-01|2026-11-31|2026-11-20 24:00|2026-11-20 12:00:60|2026-11-20Z|2026-11|0001-01-01 00:00:00.000Z|20261120|'.split(
      '|',
    ),
  ),
  ...none('dayFirst', ['11/20/2026', '31.02.2026', '20.11.026']),
  ...none('monthFirst', ['11/20/2026 13:05 PM', '20/11/2026']),
  ...none('unix', ['20261120', '17636641201234', '2026-11-20']),
];
for (const [text, order, expected] of inUtc) {
  test(`reads ${JSON.stringify(text)} as ${order}`, () =>
    assert.is(readDate(text, { order, zone: 'utc' }), expected));
}

const open: [text: string, isOpen: boolean, read: string | null][] = [
  ['6/5/2024', true, '2024-05-06 00:00:00'],
  ['06.05.2024', true, '2024-05-06 00:00:00'],
  ['13/5/2024', false, '2024-05-13 00:00:00'],
];
for (const [text, isOpen, read] of open) {
  test(`without an order ${text} is ${isOpen ? 'open' : 'clear'}`, () => {
    assert.is(isOpenDate(text), isOpen);
    assert.is(readDate(text, { order: null, zone: 'utc' }), read);
  });
}

const dateGuesses: [texts: string[], expected: DateOrder | null][] = [
  [['01.02.2026', '03.04.2026'], 'dayFirst'],
  [['20/11/2026', '01/02/2026'], 'dayFirst'],
  [['11/20/2026', '01/02/2026'], 'monthFirst'],
  [['01/02/2026', '2026-11-20'], null],
  [['13/1/2026', '14/1/2026', '1/13/2026'], 'dayFirst'],
  [['1763664120', '1763664121'], 'unix'],
  [['1763664120', '2026-11-20'], 'iso'],
  [['soon'], 'iso'],
];
for (const [texts, expected] of dateGuesses) {
  test(`guesses ${expected} from ${JSON.stringify(texts)}`, () => assert.is(guessDateOrder(texts), expected));
}

test('the zone of this browser counts for a text without an offset only', () => {
  const before = process.env['TZ'];
  process.env['TZ'] = 'Asia/Kolkata';
  try {
    const read = (text: string, order: DateOrder = 'iso') => readDate(text, { order, zone: 'browser' });
    assert.is(read('2026-11-20 18:42'), '2026-11-20 13:12:00');
    assert.is(read('20.11.2026', 'dayFirst'), '2026-11-19 18:30:00');
    assert.is(read('2026-11-20 18:42Z'), '2026-11-20 18:42:00');
    assert.is(read('2026-11-20 18:42+01:00'), '2026-11-20 17:42:00');
    assert.is(read('1763664120', 'unix'), '2025-11-20 18:42:00');
    assert.is(read('31.02.2026', 'dayFirst'), null);
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
});

const anyDay = fc.date({ min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true });

test('every day is read in each way to write it', () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom('.', '/', '-'), (date, separator) => {
      const day = date.toISOString().slice(0, 10);
      const [year = '', month = '', dayOfMonth = ''] = day.split('-');
      const expected = `${day} 00:00:00`;
      const written = (...parts: string[]) => parts.join(separator);
      const read = (text: string, order: DateOrder) => readDate(text, { order, zone: 'utc' });
      assert.is(read(written(year, month, dayOfMonth), 'iso'), expected);
      assert.is(read(written(dayOfMonth, month, year), 'dayFirst'), expected);
      assert.is(read(written(month, dayOfMonth, year), 'monthFirst'), expected);
      assert.is(read(written(dayOfMonth, month, year.slice(2)), 'dayFirst'), expected);
    }),
  );
});

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

const decimalGuesses: [texts: string[], expected: '.' | ',' | null][] = [
  [[], '.'],
  [['12.5', '1,234'], '.'],
  [['12,5', '12.5'], null],
  [['12,5', '1,234'], ','],
  [['1.234,5'], ','],
  [['1,234', '5,678'], null],
  [['12,5', '7,5', '12.5'], ','],
  [['abc', '12,5'], ','],
];
for (const [texts, expected] of decimalGuesses) {
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

const sources: [source: string, expected: string | null][] = [
  ['"a\\u00e9\\n"', 'aé\n'],
  ['[]', null],
  ['{"a":1}', null],
];
for (const [source, expected] of sources) {
  test(`the source ${source} means ${expected}`, () => assert.is(textOfSource(source), expected));
}

const arrays: [text: string, expected: string[] | null][] = [
  ['[]', []],
  ['["a", " b ", "c,d"]', ['a', ' b ', 'c,d']],
  [' [9007199254740993, true, ""] ', ['9007199254740993', 'true']],
  ...['[["a"]]', '["a"', 'a', '{}', ''].map((text): [string, null] => [text, null]),
];
for (const [text, expected] of arrays) {
  test(`the array ${text}`, () => assert.equal(itemsOfArray(text), expected));
}

const lists: [text: string, separator: ListSeparator, expected: string[] | null][] = [
  ['a,b;c', ';', ['a,b', 'c']],
  [' , ', ',', []],
  ['["a"]', ',', ['["a"]']],
  ['["a"', 'json', null],
];
for (const [text, separator, expected] of lists) {
  test(`${text} separated by ${separator}`, () => assert.equal(splitList(text, separator), expected));
}

const isChoice = (item: string) => ['red', 'green', 'dark, blue', 'a|b'].includes(item);
const separatorGuesses: [texts: string[], expected: ListSeparator][] = [
  [[], 'json'],
  [['["red"]', 'green'], 'json'],
  [['red,green', 'green'], ','],
  [['red|green'], '|'],
  [['dark, blue;red'], ';'],
  [['dark, blue', 'red'], 'json'],
  [['[not json', 'x;y'], ';'],
];
for (const [texts, expected] of separatorGuesses) {
  test(`guesses ${expected} from ${JSON.stringify(texts)}`, () =>
    assert.is(guessListSeparator(texts, isChoice), expected));
}

test.run();
