import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Column, parseCreateTable } from '../../../ui/backup/sqlite/createTable';

const columnsIn = (sql: string) => parseCreateTable(sql).columns;
const namesIn = (sql: string) => columnsIn(sql).map(({ name }) => name);

const names: [sql: string, names: string[]][] = [
  ['CREATE TABLE t(a)', ['a']],
  ['create table "t (x"("a,b", [c)d], `e``f`, \'g\')', ['a,b', 'c)d', 'e`f', 'g']],
  ['CREATE TABLE t(a TEXT, PRIMARY KEY(a), b TEXT)', ['a', 'b']],
  ['CREATE TABLE t(a, /* b, */ c -- d,\n, e)', ['a', 'c', 'e']],
  ['CREATE TABLE t(a CHECK (a IN (1, 2)), b DEFAULT (1 + 2), UNIQUE (a, b))', ['a', 'b']],
  ['CREATE TABLE t("primary" TEXT, "check", key)', ['primary', 'check', 'key']],
  ['CREATE TABLE t(a, b AS (1, 2), c AS (a) STORED)', ['a', 'c']],
  ['CREATE TABLE IF NOT EXISTS main.t(a, CONSTRAINT k FOREIGN KEY (a) REFERENCES u(b)) STRICT', ['a']],
];
for (const [sql, expected] of names) test(sql, () => assert.equal(namesIn(sql), expected));

const parts: [column: string, part: Partial<Column>][] = [
  ['a', { affinity: 'blob', defaultValue: null, isRowid: false }],
  ['a VARCHAR(255)', { affinity: 'text' }],
  ['a DOUBLE', { affinity: 'real' }],
  ['a INTEGER PRIMARY KEY DESC', { isRowid: false }],
  ['a INT PRIMARY KEY', { isRowid: false }],
  ["a TEXT DEFAULT 'x\"''y' NOT NULL", { defaultValue: 'x"\'y' }],
  ['a DEFAULT -0x10', { defaultValue: -16 }],
  ['a DEFAULT 9223372036854775807', { defaultValue: 9_223_372_036_854_775_807n }],
  ['a DEFAULT 9223372036854775808', { defaultValue: 2 ** 63 }],
  ["a NUMERIC DEFAULT '12 monkeys'", { defaultValue: '12 monkeys' }],
  ['a TEXT DEFAULT (5)', { defaultValue: '5' }],
  ['a BOOLEAN DEFAULT FALSE NOT NULL', { defaultValue: 0 }],
  ['a DEFAULT NULL', { defaultValue: null }],
  ["a DEFAULT x'00fF'", { defaultValue: new Uint8Array([0, 255]) }],
];
for (const [column, part] of parts) {
  test(column, () => {
    const [found] = columnsIn(`CREATE TABLE t(${column})`);
    assert.equal({ ...found, ...part }, found);
  });
}

for (const sql of [
  '',
  'CREATE TABLE t',
  'CREATE TABLE t(',
  'CREATE TABLE t()',
  'CREATE VIRTUAL TABLE t USING fts5(a)',
  'hello (a)',
  'CREATE TABLE t(a PRIMARY KEY) WITHOUT ROWID',
]) {
  test(`"${sql}" is refused in a sentence`, () =>
    assert.throws(() => parseCreateTable(sql), /^[A-Z][^.]*\.$/));
}

test.run();
