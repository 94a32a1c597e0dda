import fc from 'fast-check';
import Papa from 'papaparse';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  guessFormat,
  guessHasNames,
  guessSeparator,
  type Separator,
} from '../../../ui/model/tables/formatGuess';
import type { TableFormat } from '../../../ui/model/tables/table';

const formats: [start: string, expected: TableFormat][] = [
  ['', 'csv'],
  ['id,title\n1,a', 'csv'],
  ['"id","title"', 'csv'],
  ['[]', 'json'],
  [' \n[\n{"a":1},', 'json'],
  ['[', 'json'],
  ['[1,2]', 'json'],
  ['[null]', 'json'],
  ['[id],[title]\n1,a', 'csv'],
  ['{"items":[]}', 'json'],
  ['{"page":1,"items":[{"a":1}]}\n', 'json'],
  ['{"page":1,"items":[{"a":1},{"b"', 'json'],
  ['{"a":1}', 'jsonLines'],
  ['{"a":1}\n', 'jsonLines'],
  ['{"a":1}\r\n{"a":2}', 'jsonLines'],
  ['{"a":1}{"a":2}', 'jsonLines'],
  ['{"a":1}\nbroken', 'jsonLines'],
  ['{"items":[{"a":1}]}\n{"items":[]}', 'jsonLines'],
  ['{"id":"a","items":["b"]}', 'jsonLines'],
  ['{"id":"a","items":"b"}', 'jsonLines'],
  ['{"text":"a long', 'jsonLines'],
  ['{\n  "a": {"items": [{}]}\n}', 'jsonLines'],
  ['{"a":1},{"a":2}', 'csv'],
  ['{a},b', 'csv'],
];
for (const [start, expected] of formats) {
  test(`${JSON.stringify(start)} is ${expected}`, () => assert.is(guessFormat(start), expected));
}

const starts: [start: string, expected: Separator][] = [
  ['', ','],
  ['id\n1\n2', ','],
  ['a,b\n1,2', ','],
  ['a;b\n1,5;2,5\n3,5;4,5\n', ';'],
  ['a\tb c, d\n1\t2, 3\n4\t5', '\t'],
  ['a|b\n1|2', '|'],
  ['a,b\n"1;2;3;4",5\n"1;2;3;4",6\n', ','],
  ['"a\nb;c";d\n1;2\n', ';'],
  ['a;b;c\n', ';'],
  ['a;b;c', ';'],
  // Both give two rows of one length.
  ['a,b;c;d\n1,2;3;4\n5', ';'],
];
for (const [start, expected] of starts) {
  test(`${JSON.stringify(start)} is separated by ${JSON.stringify(expected)}`, () =>
    assert.is(guessSeparator(start), expected));
}

test('a row that is cut does not count', () => {
  assert.is(guessSeparator(`a;b|c\n1;2|3${';'.repeat(200_000)}`), ';');
  assert.is(guessSeparator(`a,b;c\n1,2;3;4\n1,2;3;4;5\n${'|'.repeat(200_000)}`), ',');
  assert.is(guessSeparator('a;'.repeat(200_000)), ';');
});

test('the separator of any table is found', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', '\n', ' '), minLength: 1 });
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 6 }).chain((columns) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
          minLength: 1,
          maxLength: 9,
        }),
      ),
      fc.constantFrom<Separator[]>(',', ';', '\t', '|'),
      (table, delimiter) => {
        assert.is(guessSeparator(Papa.unparse(table, { delimiter })), delimiter);
      },
    ),
  );
});

const firstRows: [start: string, hasNames: boolean][] = [
  ['id,title,Packed at\n1,a,b', true],
  ['id', true],
  ['id,title,,\n1,2,3,4', true],
  ['line 1,2nd line,v1.0,a-1-2', true],
  ['id,,title', false],
  ['id,"",title', false],
  ['id, ,title', false],
  ['id,title,id', false],
  ['id,title,id ', false],
  ['a,5', false],
  ['a,-1.50', false],
  ['a,"1,234.5"', false],
  ['a,15%', false],
  ['a,2024-01-31', false],
  ['a,2024-01-31 10:20:30.000Z', false],
  ['a,31.1.24', false],
  ['a,1/31/2024 10:20', false],
];
for (const [start, hasNames] of firstRows) {
  test(`${JSON.stringify(start)} has ${hasNames ? '' : 'no '}names`, () =>
    assert.is(guessHasNames(start, ','), hasNames));
}

for (const sign of ['"', '{', '[', '{"a":', ',', '\n', 'a"', '{"items":[']) {
  test(`guesses from a long text of ${JSON.stringify(sign)}`, () => {
    const text = sign.repeat(Math.round(1_000_000 / sign.length));
    guessFormat(text);
    guessHasNames(text, guessSeparator(text));
  });
}

test.run();
