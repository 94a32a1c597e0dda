import Papa from 'papaparse';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failedRowsText } from '../../../ui/model/record-import/failedRows';
import type { Cell, FileTable, TableFormat } from '../../../ui/model/tables/table';

function table(format: TableFormat, columns: string[], ...rows: Cell[][]): FileTable {
  const first = format === 'csv' ? 2 : 1;
  return { format, columns, rows: rows.map((cells, at) => ({ number: first + at, cells })) };
}

test('CSV keeps the cells, nothing and the empty text, and adds the row and its fault', () => {
  const given = table('csv', ['a', 'b'], ['1', 'x'], ['0005 ', null], ['', 'a,"b"\nc']);
  const failed = new Map([
    [3, 'Must be a number.'],
    [4, 'Missing required value.'],
  ]);
  assert.is(
    failedRowsText(given, failed),
    'a,b,lowline_row,lowline_fault\r\n' +
      '"0005 ",,3,Must be a number.\r\n' +
      '"","a,""b""\nc",4,Missing required value.\r\n',
  );
});

test('CSV uses the separator of the file', () => {
  const given = table('csv', ['a', 'b'], ['1,5', '2;3']);
  assert.is(
    failedRowsText(given, new Map([[2, 'No; never.']]), ';'),
    'a;b;lowline_row;lowline_fault\r\n1,5;"2;3";2;"No; never."\r\n',
  );
});

test('rows follow the file; numbers without a row are ignored', () => {
  const given = table('csv', ['a'], ['1'], ['2'], ['3']);
  const failed = new Map([
    [99, 'x'],
    [4, 'late'],
    [2, 'early'],
  ]);
  assert.is(failedRowsText(given, failed), 'a,lowline_row,lowline_fault\r\n1,2,early\r\n3,4,late\r\n');
  assert.is(failedRowsText(given, new Map()), 'a,lowline_row,lowline_fault\r\n');
});

test('a short row is filled, and the cells that a row has too many get columns without names', () => {
  const given = table('csv', ['a', 'b'], ['1'], ['1', '2', '3', '4']);
  const failed = new Map([
    [2, 'x'],
    [3, 'y'],
  ]);
  assert.is(
    failedRowsText(given, failed),
    'a,b,"","",lowline_row,lowline_fault\r\n1,,,,2,x\r\n1,2,3,4,3,y\r\n',
  );
});

test('a file of failed rows that fails again has the two columns once', () => {
  const given = table('csv', ['lowline_row', 'a', 'lowline_fault'], ['77', 'x', 'old']);
  assert.is(failedRowsText(given, new Map([[2, 'new']])), 'a,lowline_row,lowline_fault\r\nx,2,new\r\n');
  const json = table('json', ['a', 'lowline_row', 'lowline_fault'], ['"x"', '77', '"old"']);
  assert.is(failedRowsText(json, new Map([[1, 'new']])), '{"a":"x","lowline_row":1,"lowline_fault":"new"}\n');
});

test('a fault is no formula', () => {
  const text = failedRowsText(table('csv', ['a'], ['1']), new Map([[2, '=1+1']]));
  assert.match(text, "1,2,'=1+1");
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

test('another reader finds the cells', () => {
  const names = ['a', 'a', '__proto__'];
  const cells = ['x\r\ny', "'=1", ' '];
  const text = failedRowsText(table('csv', names, cells), new Map([[2, 'f']]), '\t');
  const { data } = Papa.parse<string[]>(text, { delimiter: '\t', newline: '\r\n', skipEmptyLines: true });
  assert.equal(data, [
    [...names, 'lowline_row', 'lowline_fault'],
    [...cells, '2', 'f'],
  ]);
});

test.run();
