import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createItemTable,
  createJsonItemsReader,
  type JsonFormat,
} from '../../../ui/records/tables/jsonItems';
import { type FileTable, TableError } from '../../../ui/records/tables/table';
import { runsOf } from '../../support/runsOf';
import { cutIntoPieces, pieceLengths } from '../../support/textPieces';

function itemsIn(text: string, format: JsonFormat, lengths: readonly number[] = [text.length]): string[] {
  const reader = createJsonItemsReader(format);
  const items = cutIntoPieces(text, lengths).flatMap((chunk) => reader.read(chunk));
  reader.end();
  return items;
}

function tableOf(text: string, format: JsonFormat = 'json'): FileTable {
  const table = createItemTable(format);
  table.read(text);
  return table.end();
}

const hostile = String.raw`{ "n" : 12345678901234567890, "1":1.10, "0": {"b":"}]\\\"", "a":[1e3,{}]}, "é\u00e9": null }`;

const texts: [format: JsonFormat, text: string, items: string[]][] = [
  ['json', '', []],
  ['json', `\r\n[\n\t${hostile}\n,\n{}\n]\n`, [hostile, '{}']],
  ['json', '{"page":1,"more":[{"items":[{}]}],"a":{"items":[{}]},"items":[{"a":1}],"b":[{}]}', ['{"a":1}']],
  ['json', '{"is":"items","a":[{}],"items" : [ {"a":1} , {} ] , "total":2}', ['{"a":1}', '{}']],
  ['jsonLines', '', []],
  ['jsonLines', `${hostile}\n\n{"items":[{}]}\r\n`, [hostile, '{"items":[{}]}']],
  ['jsonLines', '{"a":\n1}{} {}', ['{"a":\n1}', '{}', '{}']],
];
for (const [format, text, items] of texts) {
  test(`finds the items of ${JSON.stringify(text)} as ${format}`, () => {
    assert.equal(itemsIn(text, format), items);
    assert.equal(itemsIn(text, format, [1]), items);
  });
}

const noList = 'The JSON is neither a list of objects nor an object with one such list.';
const wrong: [format: JsonFormat, text: string, sentence: string][] = [
  ['json', 'id,title', noList],
  ['json', '{}', noList],
  ['json', '{"a":"items","b":[{}]}', noList],
  ['json', '{"items":[{},"a"]}', 'Row 2 is not an object.'],
  ['json', '[,{}]', 'Row 1 is not an object.'],
  ['json', '[{},,{}]', 'Row 2 is not an object.'],
  ['json', '[{} {}]', 'After row 1 a comma is missing.'],
  ['json', '[{}]]', 'The list ends after row 1, but more text follows.'],
  ['json', '{"items":[{}]}{}', 'The list ends after row 1, but more text follows.'],
  ['json', '[{},{"a":[1,', 'The file ends inside row 2.'],
  ['jsonLines', '{}\n{"a":{"b":1}\n{}', 'The file ends inside row 2.'],
];
for (const [format, text, sentence] of wrong) {
  test(`refuses ${text} as ${format}`, () => {
    for (const lengths of [[text.length], [1]]) {
      assert.throws(
        () => itemsIn(text, format, lengths),
        (error: unknown) => error instanceof TableError && error.message === sentence,
      );
    }
  });
}

test('columns are the keys in the order in which they appear', () => {
  const table = tableOf(
    '[{"b":1.0,"2":{ "z":1, "a":2 }},{},{"a":"\\u0041","b":null},{"__proto__":[],"":true}]',
  );
  assert.equal(table, {
    format: 'json',
    columns: ['b', '2', 'a', '__proto__', ''],
    rows: [
      { number: 1, cells: ['1.0', '{ "z":1, "a":2 }', null, null, null] },
      { number: 2, cells: [null, null, null, null, null] },
      { number: 3, cells: ['null', null, '"\\u0041"', null, null] },
      { number: 4, cells: [null, null, null, '[]', 'true'] },
    ],
  });
});

for (const item of ['{"a":1,}', '{"a":[1}}', '{"a" 1}', '{"a":tru}', "{'a':1}", '{"a":"\n"}', '{"a":01}']) {
  test(`names the row of ${JSON.stringify(item)}`, () => {
    assert.throws(
      () => tableOf(`{}\n${item}\n{}`, 'jsonLines'),
      (error: unknown) => error instanceof TableError && error.message === 'Row 2 is not valid JSON.',
    );
  });
}

const objects = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()));

test('finds any items in any chunks', () => {
  fc.assert(
    fc.property(objects, fc.nat(2), pieceLengths, (values, spaces, lengths) => {
      const items = values.map((value) => JSON.stringify(value, null, spaces));
      const print = (value: unknown) => JSON.stringify(value, null, spaces);
      const parsed = values.map((value) => JSON.stringify(value));
      for (const text of [
        print(values),
        print({ first: '[{"', page: [values], items: values, last: values }),
      ]) {
        const found = itemsIn(text, 'json', lengths);
        assert.equal(
          found.map((item) => JSON.stringify(JSON.parse(item))),
          parsed,
        );
      }
      assert.equal(itemsIn(items.join('\n'), 'jsonLines', lengths), items);
      assert.equal(itemsIn(`[${items.join(' , ')}]`, 'json', lengths), items);
    }),
    { numRuns: runsOf(500) },
  );
});

/** Null: the reader refuses the text with a sentence. */
function rowsOrNull(text: string, format: JsonFormat): number | null {
  try {
    return tableOf(text, format).rows.length;
  } catch (error) {
    assert.instance(error, TableError);
    return null;
  }
}

const signs = fc.constantFrom('', '{', '}', '[', ']', '"', '\\', ':', ',', '1', '\n', 'a');

test('refuses the same broken lists as a parser', () => {
  const object = fc.dictionary(fc.constantFrom('a', 'b', '"'), fc.jsonValue({ maxDepth: 1 }));
  fc.assert(
    fc.property(fc.array(object, { minLength: 1 }), fc.nat(), signs, (values, place, sign) => {
      const whole = JSON.stringify(values);
      const at = 1 + (place % (whole.length - 1));
      const text = whole.slice(0, at) + sign + whole.slice(at + 1);
      assert.is(rowsOrNull(text, 'json'), countOfObjects(text));
    }),
    { numRuns: runsOf(2000) },
  );
});

function countOfObjects(text: string): number | null {
  try {
    const values = JSON.parse(text) as unknown[];
    const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
    return values.every(isObject) ? values.length : null;
  } catch {
    return null;
  }
}

// Quadratic time would exceed the time limit of the file.
const many = 300_000;
const long: [name: string, text: string][] = [
  ['blanks', `[${' '.repeat(3 * many)}{}]`],
  ['a deep value', `[{"a":${'['.repeat(many)}${']'.repeat(many)}}]`],
  ['quotes', `[{"a":"${'\\"'.repeat(many)}"}]`],
  ['members around the list', `{${'"a":1,'.repeat(many)}"items":[{}]}`],
];
for (const [name, text] of long) {
  test(`reads a long text of ${name}`, () => {
    const lastRow = name.startsWith('many') ? many + 1 : 1;
    assert.is(tableOf(text).rows.at(-1)?.number, lastRow);
    assert.is(itemsIn(text, 'json', [1]).length, lastRow);
  });
}

test('a new key in each row is refused before it fills the memory', () => {
  const items = Array.from({ length: 50_000 }, (_, row) => `{"k${row}":1}`);
  assert.throws(() => tableOf(items.join('\n'), 'jsonLines'), /^The file has more than 1,000 columns\.$/);
});

test('too many empty cells are refused', () => {
  const names = Array.from({ length: 1_000 }, (_, place) => `"k${place}":1`);
  const text = `{${names.join(',')}}${'{}'.repeat(30_000)}`;
  assert.throws(
    () => tableOf(text, 'jsonLines'),
    /^The file has more than 20,000,000 cells\. Split it and import the parts\.$/,
  );
});

test.run();
