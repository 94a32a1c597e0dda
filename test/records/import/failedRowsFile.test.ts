import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failedRowsText } from '../../../ui/records/import/failedRowsFile';
import type { Cell, FileTable, TableFormat } from '../../../ui/records/tables/table';

function table(format: TableFormat, columns: string[], ...rows: Cell[][]): FileTable {
  const first = format === 'csv' ? 2 : 1;
  return { format, columns, rows: rows.map((cells, at) => ({ number: first + at, cells })) };
}

const end = 'lowline_row,lowline_fault\r\n';

// The rows of the file below `columns`, the faults by row number, and the text.
for (const [what, columns, rows, failed, expected] of [
  [
    'keeps the cells, nothing and the empty text',
    ['a', 'b'],
    [
      ['1', 'x'],
      ['0005 ', null],
      ['', 'a,"b"\nc'],
    ],
    { 3: 'Must be a number.', 4: 'Missing required value.' },
    `a,b,${end}"0005 ",,3,Must be a number.\r\n"","a,""b""\nc",4,Missing required value.\r\n`,
  ],
  [
    'follows the file, and ignores numbers without a row',
    ['a'],
    [['1'], ['2'], ['3']],
    { 99: 'x', 4: 'late', 2: 'early' },
    `a,${end}1,2,early\r\n3,4,late\r\n`,
  ],
  [
    'fills a short row, and gives columns without names to what is too much',
    ['a', 'b'],
    [['1'], ['1', '2', '3', '4']],
    { 2: 'x', 3: 'y' },
    `a,b,"","",${end}1,,,,2,x\r\n1,2,3,4,3,y\r\n`,
  ],
  ['has no fault that is a formula', ['a'], [['1']], { 2: '=1+1' }, `a,${end}1,2,'=1+1\r\n`],
] as [string, string[], Cell[][], Record<number, string>, string][]) {
  test(`CSV ${what}`, () => {
    const faults = new Map(Object.entries(failed).map(([number, fault]) => [Number(number), fault]));
    assert.is(failedRowsText(table('csv', columns, ...rows), faults), expected);
  });
}

test('CSV uses the separator of the file', () => {
  const text = failedRowsText(table('csv', ['a', 'b'], ['1,5', '2;3']), new Map([[2, 'No.']]), ';');
  assert.is(text, 'a;b;lowline_row;lowline_fault\r\n1,5;"2;3";2;No.\r\n');
});

test('a file of failed rows that fails again has the two columns once', () => {
  const given = table('csv', ['lowline_row', 'a', 'lowline_fault'], ['77', 'x', 'old']);
  assert.is(failedRowsText(given, new Map([[2, 'new']])), 'a,lowline_row,lowline_fault\r\nx,2,new\r\n');
  const json = table('json', ['a', 'lowline_row', 'lowline_fault'], ['"x"', '77', '"old"']);
  assert.is(failedRowsText(json, new Map([[1, 'new']])), '{"a":"x","lowline_row":1,"lowline_fault":"new"}\n');
});

test('JSON becomes JSON Lines with the source texts, and a missing key stays missing', () => {
  const given = table(
    'json',
    ['n', '__proto__', 'constructor'],
    ['9007199254740993', '{"b": 1.0,\n "a":\r\n []}', null],
  );
  assert.is(
    failedRowsText(given, new Map([[1, 'Say "no".']])),
    '{"n":9007199254740993,"__proto__":{"b": 1.0,"a":[]},"lowline_row":1,"lowline_fault":"Say \\"no\\"."}\n',
  );
  assert.is(
    failedRowsText(table('jsonLines', ['a'], [null]), new Map([[1, 'x']])),
    '{"lowline_row":1,"lowline_fault":"x"}\n',
  );
  assert.is(failedRowsText(given, new Map()), '');
});

test.run();
