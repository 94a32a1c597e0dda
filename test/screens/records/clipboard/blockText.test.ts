import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readTsv, writeTsv } from '../../../../ui/screens/records/clipboard/blockText';
import { joinItems, splitItems } from '../../../../ui/screens/records/clipboard/copiedCell';

/** A bar separates columns, a slash rows. */
const texts: [what: string, text: string, rows: string][] = [
  ['one cell', 'a', 'a'],
  ['nothing is one empty cell', '', ''],
  ['rows and columns', 'a\tb\nc\td', 'a|b/c|d'],
  ['the line break of a spreadsheet at the end', 'a\tb\r\nc\td\r\n', 'a|b/c|d'],
  ['old line breaks', 'a\rb\r', 'a/b'],
  ['an empty line is an empty cell', 'a\n\nb\n', 'a//b'],
  ['empty cells', '\t\n\tb', '|/|b'],
  ['a short row stays short', 'a\tb\nc', 'a|b/c'],
  ['quotes around a cell', '"a\tb"\t"c\nd"\t"e ""f"""', 'a\tb|c\nd|e "f"'],
  ['an empty cell in quotes', '""\tb', '|b'],
  ['quotes inside a cell are letters', 'a "b"\tc"', 'a "b"|c"'],
  ['text behind a quote: all are letters', '"a" b\tc', '"a" b|c'],
  ['a quote that is never closed is a letter', '"a\tb\nc', '"a|b/c'],
];

for (const [what, text, rows] of texts) {
  test(`reads ${what}`, () => {
    const found = readTsv(text).map((row) => row.join('|'));
    assert.is(found.join('/'), rows);
  });
}

test('reads what it has written', () => {
  const rows = [
    ['a', 'tab\there', 'two\nlines', '"quoted"'],
    ['', ' blanks ', 'in "it"', '"'],
    ['1.5', 'true', 'red, dark\\, matt', '\r'],
  ];
  assert.equal(readTsv(writeTsv(rows)), rows);
});

const lists: [text: string, items: string[]][] = [
  ['', []],
  [' , ', []],
  ['red', ['red']],
  ['red, green,blue', ['red', 'green', 'blue']],
  ['dark\\, matt, red', ['dark, matt', 'red']],
  ['C:\\x, D:\\\\', ['C:\\x', 'D:\\']],
  ['["a, b", "c"]', ['a, b', 'c']],
];

for (const [text, items] of lists) {
  test(`"${text}" is a list of ${items.length}`, () => {
    assert.equal(splitItems(text), items);
    assert.equal(splitItems(joinItems(items)), items);
  });
}

test.run();
