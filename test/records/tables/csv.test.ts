import fc from 'fast-check';
import Papa from 'papaparse';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CsvCell,
  createCsvReader,
  csvRow,
  guardFormula,
  isGuarded,
  withoutGuard,
} from '../../../ui/records/tables/csv';
import type { TableRow } from '../../../ui/records/tables/table';
import { runsOf } from '../../support/runsOf';
import { cutIntoPieces, pieceLengths } from '../../support/textPieces';

function readRows(text: string, separator = ',', lengths: readonly number[] = [text.length]): TableRow[] {
  const reader = createCsvReader(separator);
  const rows = cutIntoPieces(text, lengths).flatMap((chunk) => reader.read(chunk));
  const { rows: rest, openQuote } = reader.end();
  assert.is(openQuote, null);
  return [...rows, ...rest];
}

const cellsIn = (...args: Parameters<typeof readRows>) => readRows(...args).map(({ cells }) => cells);

/** Texts, and their rows as JSON. */
const texts: [text: string, rows: string][] = [
  ['a\n""\nb', '[["a"],[""],["b"]]'],
  ['', '[]'],
  ['a,,""', '[["a",null,""]]'],
  ['"say ""hi""","""",""""""', String.raw`[["say \"hi\"","\"","\"\""]]`],
  ['"two\r\nlines","two\nlines","two\rlines"', String.raw`[["two\r\nlines","two\nlines","two\rlines"]]`],
  [' "a","b" ', String.raw`[[" \"a\"","b "]]`],
  ['"a"b"c",d', String.raw`[["ab\"c\"","d"]]`],
  ['a\n\n\r\n  \nb\n\n', '[["a"],["b"]]'],
  ['\uFEFFa', '[["\uFEFFa"]]'],
];
for (const [text, rows] of texts) {
  test(`reads ${JSON.stringify(text)}`, () => {
    for (const lengths of [[text.length], [1]]) assert.is(JSON.stringify(cellsIn(text, ',', lengths)), rows);
  });
}

test('counts rows as a spreadsheet does', () => {
  const rows = readRows('names\n\n"a\nb\n"\r\n\r\nc\rd');
  assert.is(rows.map(({ number }) => number).join(), '1,3,5,6');
});

test('returns each row with the chunk in which it ends', () => {
  const reader = createCsvReader(',');
  assert.equal(reader.read('a,'), []);
  assert.equal(reader.read('b\r'), [{ number: 1, cells: ['a', 'b'] }]);
  assert.equal(reader.read(''), []);
  assert.equal(reader.read('\n'), []);
  assert.equal(reader.read('c'), []);
  assert.equal(reader.end(), { rows: [{ number: 2, cells: ['c'] }], openQuote: null });
});

const openQuotes: [text: string, row: number | null][] = [
  ['a\n\n"b\nc\n', 3],
  ['a,"b""', 1],
  ['a,"b"', null],
];
for (const [text, row] of openQuotes) {
  test(`the open quote of ${JSON.stringify(text)} is in row ${row}`, () => {
    const reader = createCsvReader(',');
    reader.read(text);
    assert.is(reader.end().openQuote, row);
  });
}

const separators = fc.constantFrom(',', ';', '\t', '|');
const texture = fc.string({
  unit: fc.constantFrom('a', 'é', '😀', '"', ',', ';', '\t', '|', '\n', '\r', ' ', '='),
});
/** A row of one empty cell would be a blank line, so there are two cells at least. */
function tables<T>(cell: fc.Arbitrary<T>): fc.Arbitrary<T[][]> {
  return fc
    .integer({ min: 2, max: 5 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { maxLength: 8 }),
    );
}

test('reads any table of our writer in any chunks', () => {
  fc.assert(
    fc.property(
      tables(fc.option(texture)),
      fc.constantFrom<(',' | ';' | '\t')[]>(',', ';', '\t'),
      pieceLengths,
      (table, separator, lengths) => {
        const text = table.map((row) => csvRow(row, separator)).join('');
        assert.equal(cellsIn(text, separator, lengths), table);
      },
    ),
    { numRuns: runsOf(1000) },
  );
});

test('reads any table of another writer as another reader does', () => {
  fc.assert(
    fc.property(
      tables(texture),
      separators,
      fc.constantFrom('\r\n', '\n', '\r'),
      fc.boolean(),
      pieceLengths,
      (table, delimiter, newline, quotes, lengths) => {
        const text = Papa.unparse(table, { delimiter, newline, quotes });
        // The other reader cannot tell an empty text from nothing.
        const found = cellsIn(text, delimiter, lengths).map((row) => row.map((cell) => cell ?? ''));
        assert.equal(found, table);
        assert.equal(
          found,
          Papa.parse<string[]>(text, { delimiter, newline }).data.filter((row) => row.length > 1),
        );
      },
    ),
    { numRuns: runsOf(1000) },
  );
});

test('any text is read alike in any chunks', () => {
  fc.assert(
    fc.property(texture, separators, pieceLengths, (text, separator, lengths) => {
      const readAll = (chunks: string[]) => {
        const reader = createCsvReader(separator);
        const rows = chunks.flatMap((chunk) => reader.read(chunk));
        const { rows: rest, openQuote } = reader.end();
        return { rows: [...rows, ...rest], openQuote };
      };
      assert.equal(readAll(cutIntoPieces(text, lengths)), readAll([text]));
    }),
    { numRuns: runsOf(1000) },
  );
});

// Quadratic time would exceed the time limit of the file.
const many = 500_000;
const hostile: [name: string, text: string, rows: number][] = [
  ['separators', ','.repeat(many), 1],
  ['quotes', '"'.repeat(many), 1],
  ['an open quote', `"${'a\n'.repeat(many)}`, 1],
  ['one long cell', 'a'.repeat(many), 1],
];
for (const [name, text, rows] of hostile) {
  test(`reads a long text of ${name}`, () => {
    for (const lengths of [[text.length], [1]]) {
      const reader = createCsvReader(',');
      let count = 0;
      for (const chunk of cutIntoPieces(text, lengths)) count += reader.read(chunk).length;
      const rest = reader.end().rows;
      assert.is(count + rest.length, rows);
    }
  });
}

test('a row of separators alone is refused before it fills the memory', () => {
  const reader = createCsvReader(',');
  assert.throws(() => {
    for (let chunk = 0; chunk < 5; chunk += 1) reader.read(','.repeat(1_000_000));
  }, /Row 1 has too many cells\./);
});

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
  [';=1+1;', ";'=1+1;"],
  ['\t=1', "'\t'=1"],
  ['52.1,-13.4,=1', "52.1,-13.4,'=1"],
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
