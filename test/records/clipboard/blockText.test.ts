// The text and the HTML of the clipboard become rows of cells, and the other way round.
import type { FieldTypeName } from '../../../ui/model/types/fieldTypes';
import { joinItems } from '../../../ui/model/types/list';
import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ListedRecord } from '../../../ui/model/record';
import { readHtml, readTsv, writeHtml, writeTsv } from '../../../ui/records/clipboard/blockText';
import {
  type CopiedCell,
  copiedCell,
  type ExactCell,
  splitItems,
} from '../../../ui/records/clipboard/copiedCell';

/** A bar separates columns, a slash rows. */
const texts: [what: string, text: string, rows: string][] = [
  ['nothing is one empty cell', '', ''],
  ['rows and columns', 'a\tb\nc\td', 'a|b/c|d'],
  ['the line break of a spreadsheet at the end', 'a\tb\r\nc\td\r\n', 'a|b/c|d'],
  ['an empty line is an empty cell', 'a\n\nb\n', 'a//b'],
  ['empty cells', '\t\n\tb', '|/|b'],
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

test('reads the text that it has written', () => {
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

const exactOf = (html: string) =>
  readHtml(html)?.map((row) => row.map((cell) => (cell ? cell.exact : null))) ?? null;

test('reads the exact values of HTML that it has written', () => {
  const rows: CopiedCell[][] = [
    [
      { text: 'a "b" <i>&amp;', exact: 'a "b" <i>&amp;' },
      { text: 'two\nlines', exact: ' two\nlines ' },
      { text: 'red, dark\\, matt', exact: ['red', 'dark, matt'] },
    ],
    [
      { text: 'Ring', exact: { not: 'excerpt' } },
      { text: 'Ring twice', exact: { html: '<p>Ring <b>twice</b></p>' } },
      { text: '', exact: '' },
    ],
  ];
  assert.equal(
    exactOf(writeHtml(rows)),
    rows.map((row) => row.map(({ exact }) => exact)),
  );
});

const tables: [what: string, html: string, rows: unknown][] = [
  ['no table', '<p>a</p>', null],
  [
    'a spreadsheet with its styles',
    '<html><head><style>td { color: red }</style></head><body>\n<table border=0>\n<tr height=20>\n' +
      '<td>Kenya\n  AA</td><td x:num>12,5</td></tr><tr><td>a<br>b</td><td>&nbsp;</td></tr></table>\n</body></html>',
    [
      ['Kenya AA', '12,5'],
      ['a\nb', ''],
    ],
  ],
  [
    'a text program: paragraphs are lines',
    '<table><tr><td>\n <p>12 High Street</p>\n <p>London</p></td><td><div>a</div>b<ul><li>c<li>d</ul>e<p>f<br>g</p></td></tr></table>',
    [['12 High Street\nLondon', 'a\nb\nc\nd\ne\nf\ng']],
  ],
  [
    'merged cells',
    '<table><tr><td colspan=2 rowspan=2>a</td><td>b</td></tr><tr><td>c</td></tr><tr><td>d</td></tr></table>',
    [['a', null, 'b'], [null, null, 'c'], ['d']],
  ],
  [
    'a false exact value',
    `<table><tr><td data-lowline="{">a</td><td data-lowline="[1]">b</td><td data-lowline='{"not":"x"}'>c</td></tr></table>`,
    [['a', 'b', 'c']],
  ],
  [
    'hostile spans',
    '<table><tr><td colspan="-1">a</td><td rowspan="999999">b</td><td colspan="x">c</td></tr></table>',
    [['a', 'b', 'c']],
  ],
  ['scripts', '<table><tr><td>a<script>alert(1)</script></td></tr></table>', [['a']]],
];

for (const [what, html, rows] of tables) {
  test(`reads HTML: ${what}`, () => assert.equal(exactOf(html), rows));
}

test('writes no markup of a value', () => {
  const html = writeHtml([[{ text: '<img src=x onerror=alert(1)>', exact: '"><script>' }]]);
  assert.not.match(html, /<img|<script/);
});

const several = { maxSelect: 3 };

type Options = Record<string, unknown>;
const copies: [type: FieldTypeName, options: Options, value: unknown, text: string, exact: ExactCell][] = [
  ['text', {}, 'a\tb', 'a\tb', 'a\tb'],
  ['number', {}, 1.5, '1.5', 1.5],
  ['bool', {}, true, 'true', 'true'],
  ['date', {}, '2026-05-01 10:00:00.120Z', '2026-05-01 10:00:00.120', '2026-05-01 10:00:00.120'],
  ['select', several, ['red', 'dark, matt'], 'red, dark\\, matt', ['red', 'dark, matt']],
  ['select', { maxSelect: 1 }, 'dark, matt', 'dark, matt', ['dark, matt']],
  ['json', {}, { a: [1, 'b'] }, '{"a":[1,"b"]}', '{"a":[1,"b"]}'],
  ['json', {}, null, '', ''],
  ['json', {}, 9007199254740992, '9007199254740992', { not: 'excerpt' }],
  ['editor', {}, 'Ring twice', 'Ring twice', { not: 'excerpt' }],
  ['file', several, ['a.png'], 'a.png', { not: 'file' }],
];

for (const [type, options, value, text, exact] of copies) {
  test(`copies ${type} ${JSON.stringify(value)}`, () => {
    const row = { id: 'r', f: value } as unknown as ListedRecord;
    const field = { id: 'f', name: 'f', type, options };
    assert.equal(copiedCell({ name: 'f', kind: type, field }, row, null), { text, exact });
  });
}

test('changed rich text and json are copied whole', () => {
  const row = { id: 'r', f: 'Ring' } as unknown as ListedRecord;
  const copy = (kind: FieldTypeName, mine: string) => copiedCell({ name: 'f', kind }, row, mine);
  assert.equal(copy('editor', '<p>Ring</p>'), { text: 'Ring', exact: { html: '<p>Ring</p>' } });
  assert.equal(copy('json', '{ "a": 9007199254740993 }'), {
    text: '{"a":9007199254740993}',
    exact: '{"a":9007199254740993}',
  });
});

test.run();
