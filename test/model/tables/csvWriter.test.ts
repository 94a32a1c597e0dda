import fc from 'fast-check';
import Papa from 'papaparse';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CsvCell,
  csvRow,
  guardFormula,
  isGuarded,
  withoutGuard,
} from '../../../ui/model/tables/csvWriter';

const rows: [cells: CsvCell[], expected: string][] = [
  [['a', null, ''], 'a,,""\r\n'],
  [['two\nlines', 'two\r\nlines', 'two\rlines'], '"two\nlines","two\r\nlines","two\rlines"\r\n'],
  [['a;b', 'a\tb'], 'a;b,a\tb\r\n'],
];
for (const [cells, expected] of rows) {
  test(`writes ${JSON.stringify(cells)}`, () => assert.is(csvRow(cells, ','), expected));
}

const guards: [text: string, guarded: string][] = [
  ...[...'=+-@\t\r'].map((sign): [string, string] => [`${sign}1`, `'${sign}1`]),
  ["'=1", "''=1"],
  ["''=1", "'''=1"],
];
const unguarded = ["'quoted'", 'a=b', ' =1', '', "'", "''", "a'=1", "' =1"];

test('a formula is guarded by a quote, which can be taken away; other texts are not', () => {
  for (const [text, guarded] of guards) {
    assert.is(guardFormula(text), guarded);
    assert.ok(isGuarded(guarded));
    assert.is(withoutGuard(guarded), text);
  }
  for (const text of unguarded)
    assert.equal([guardFormula(text), isGuarded(text), withoutGuard(text)], [text, false, text]);
});

const cell = fc.string({
  unit: fc.constantFrom('a', 'é', '😀', '"', ',', ';', '\t', '\n', '\r', ' ', '=', "'"),
});

test('another reader finds the same texts in any table', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(',', ';', '\t'),
      (table, separator) => {
        const text = table.map((row) => csvRow(row, separator)).join('');
        const { data } = Papa.parse<string[]>(text, { delimiter: separator, newline: '\r\n' });
        assert.equal(data, [...table, ['']]);
      },
    ),
    { numRuns: 1000 },
  );
});

test('the guard of any text can be taken away', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("'", '=', '-', '\t', '\n', 'a') }), (text) => {
      assert.is(withoutGuard(guardFormula(text)), text);
      assert.is(isGuarded(guardFormula(text)), guardFormula(text) !== text);
    }),
  );
});

test.run();
