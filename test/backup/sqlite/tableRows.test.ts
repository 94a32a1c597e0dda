// reads: ui test package.json ../shared/fixtures/backend-testdata
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readRows } from '../../../ui/backup/sqlite/tableRows';
import { FileFault } from '../../../ui/base/fileFault';
import { fixtures } from '../../support/fixtures';
import { databaseOf, open, readTable, rowsBySqlite, valuesIn } from '../../support/sqliteOracle';

const cases: [what: string, ...statements: string[]][] = [
  [
    'integers of all sizes',
    'CREATE TABLE t(a)',
    ...[7, 8, 15, 16, 23, 24, 31, 32, 47, 48, 53, 54].map(
      (bits) =>
        `INSERT INTO t VALUES (1 << ${bits}), ((1 << ${bits}) - 1), (-(1 << ${bits})), (-(1 << ${bits}) - 1)`,
    ),
    'INSERT INTO t VALUES (9223372036854775807), (-9223372036854775808), (9007199254740993)',
  ],
  [
    'reals',
    'CREATE TABLE t(a REAL, b NUMERIC)',
    'INSERT INTO t VALUES (1, 1.0), (1e308, 1e308), (-0.1, -0.1), (9007199254740993, 9e999), (-9e999, 1e18)',
  ],
  [
    'cells of one byte less and more than fit on their page',
    'PRAGMA page_size = 512',
    'CREATE TABLE t(a)',
    ...[470, 471, 472, 473, 474, 475, 476, 477, 478, 984, 985, 986, 20_000].map(
      (size) => `INSERT INTO t VALUES (zeroblob(${size}))`,
    ),
  ],
  [
    'rows older than the columns',
    'CREATE TABLE t(a)',
    'INSERT INTO t VALUES (1)',
    "ALTER TABLE t ADD COLUMN b TEXT DEFAULT 'it''s' NOT NULL",
    'ALTER TABLE t ADD COLUMN c NUMERIC DEFAULT -7',
    'ALTER TABLE t ADD COLUMN d BOOLEAN DEFAULT TRUE NOT NULL',
    "ALTER TABLE t ADD COLUMN e JSON DEFAULT '[]' NOT NULL",
    'ALTER TABLE t ADD COLUMN f JSON DEFAULT NULL',
    'ALTER TABLE t ADD COLUMN g TEXT DEFAULT 12',
    "ALTER TABLE t ADD COLUMN h INTEGER DEFAULT '12'",
    "ALTER TABLE t ADD COLUMN i DEFAULT x'0aff'",
    'INSERT INTO t(a) VALUES (2)',
  ],
  [
    'a key that is the rowid',
    'CREATE TABLE t(a TEXT, "k" INTEGER PRIMARY KEY)',
    "INSERT INTO t VALUES ('x', -5), ('y', 1 << 60)",
  ],
  [
    'many rows in a deep tree',
    'PRAGMA page_size = 512',
    'CREATE TABLE t(a, b)',
    'INSERT INTO t WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i, i * 3 FROM n',
    'DELETE FROM t WHERE a % 7 < 3',
  ],
  [
    'pages with reserved bytes in their place',
    'PRAGMA page_size = 65536',
    'CREATE TABLE t(a)',
    'INSERT INTO t WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000) SELECT hex(zeroblob(i % 50)) FROM n',
  ],
];

for (const [what, ...statements] of cases) {
  test(`${what}: read as by SQLite`, async () => {
    const file = databaseOf(statements);
    const read = await readTable(file, 't');
    assert.equal(valuesIn(read), rowsBySqlite(file).get('t'));
    assert.is(read.damage, null);
  });
}

test('the rows come in parts, and the rest is not read', async () => {
  const { pages, table } = await open(
    databaseOf([
      'CREATE TABLE t(a)',
      'INSERT INTO t WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i FROM n',
    ]),
  );
  const found = table('T');
  assert.ok(found);
  let asked = 0;
  const counted: typeof pages = {
    ...pages,
    read(number, signal) {
      asked += 1;
      return pages.read(number, signal);
    },
  };
  const signal = AbortSignal.abort();
  const stopped = readRows(pages, found as NonNullable<typeof found>, { signal });
  assert.is(await stopped.next().catch(({ name }) => name), 'AbortError');
  const parts = readRows(counted, found as NonNullable<typeof found>);
  const { value: first } = await parts.next();
  await parts.return(undefined);
  assert.ok(first && first.length > 100 && first.length < 1000);
  assert.is(asked, 2);
});

for (const [what, statement] of [
  ['without rowid', 'CREATE TABLE t(a PRIMARY KEY, b) WITHOUT ROWID'],
  ['of a text that is too long', `CREATE TABLE t(a DEFAULT '${'x'.repeat(200_000)}')`],
] as const) {
  test(`a table ${what} is refused in a sentence`, async () => {
    const { table } = await open(databaseOf([statement, 'CREATE TABLE other(a)']));
    assert.throws(
      () => table('t'),
      (error: unknown) => error instanceof FileFault && error.message.endsWith('.'),
    );
    assert.ok(table('other'));
    assert.is(table('third'), null);
  });
}

for (const [what, bytes] of [
  ['no bytes', new Uint8Array()],
  ['a text', new TextEncoder().encode('This is no database. '.repeat(30))],
  ['a header alone', databaseOf(['CREATE TABLE t(a)']).slice(0, 99)],
] as const) {
  test(`a file of ${what} is refused in a sentence`, async () => {
    const error = await open(bytes).catch((thrown: unknown) => thrown);
    assert.instance(error, FileFault);
    assert.is((error as FileFault).message, 'This is not a database.');
  });
}

const folder = fixtures();
if (folder !== null) {
  test('the tables of a real server: read as by SQLite (fixtures)', async () => {
    const file = new Uint8Array(readFileSync(join(folder, 'backend-testdata/data.db')));
    for (const [name, rows] of rowsBySqlite(file)) {
      const read = await readTable(file, name);
      assert.equal([valuesIn(read), read.damage], [rows, null], name);
    }
  });
}

test.run();
