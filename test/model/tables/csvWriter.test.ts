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
  [['id', 'title'], 'id,title\r\n'],
  [['a', null, ''], 'a,,""\r\n'],
  [[null, null], ',\r\n'],
  [['one, two', 'say "hi"'], '"one, two","say ""hi"""\r\n'],
  [['two\nlines', 'two\r\nlines', 'two\rlines'], '"two\nlines","two\r\nlines","two\rlines"\r\n'],
  [[' ahead', 'behind ', 'in the middle'], '" ahead","behind ",in the middle\r\n'],
  [['a;b', 'a\tb'], 'a;b,a\tb\r\n'],
];
for (const [cells, expected] of rows) {
  test(`writes ${JSON.stringify(cells)}`, () => assert.is(csvRow(cells, ','), expected));
}

test('quotes a cell with the separator of the file', () => {
  assert.is(csvRow(['a,b', 'c;d'], ';'), 'a,b;"c;d"\r\n');
  assert.is(csvRow(['a,b', 'c\td'], '\t'), 'a,b\t"c\td"\r\n');
});

const guards: [text: string, expected: string][] = [
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-1', "'-1"],
  ['@me', "'@me"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ["'=1", "''=1"],
  ["''=1", "'''=1"],
  ["'quoted'", "'quoted'"],
  ['a=b', 'a=b'],
  [' =1', ' =1'],
  ['', ''],
];
for (const [text, expected] of guards) {
  test(`guards ${JSON.stringify(text)} as ${JSON.stringify(expected)}`, () =>
    assert.is(guardFormula(text), expected));
}

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

test('one quote less gives the guarded text back', () => {
  fc.assert(
    fc.property(cell, (text) => {
      const guarded = guardFormula(text);
      assert.is(/^'+[=+\-@\t\r]/.test(guarded) ? guarded.slice(1) : guarded, text);
      assert.not(/^[=+\-@\t\r]/.test(guarded));
    }),
  );
});

const texts: [text: string, without: string][] = [
  ["'=1+1", '=1+1'],
  ["'+49", '+49'],
  ["'-1", '-1'],
  ["'@me", '@me'],
  ["'\tx", '\tx'],
  ["'\rx", '\rx'],
  ["''=1", "'=1"],
];
for (const [text, without] of texts) {
  test(`${JSON.stringify(text)} is guarded`, () => {
    assert.ok(isGuarded(text));
    assert.is(withoutGuard(text), without);
  });
}

for (const text of ['', "'", '=1', "'quoted'", "''", "a'=1", "' =1"]) {
  test(`${JSON.stringify(text)} is not guarded`, () => {
    assert.not(isGuarded(text));
    assert.is(withoutGuard(text), text);
  });
}

test('the guard of any text can be taken away', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("'", '=', '-', '\t', '\n', 'a') }), (text) => {
      assert.is(withoutGuard(guardFormula(text)), text);
      assert.is(isGuarded(guardFormula(text)), guardFormula(text) !== text);
    }),
  );
});

test.run();
