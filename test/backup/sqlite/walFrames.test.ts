import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changed, databaseOf, logOf, open, readTable, valuesIn } from '../../support/sqliteOracle';

const first = databaseOf(['CREATE TABLE t(a)', 'INSERT INTO t VALUES (1)']);
const second = changed(first, ['INSERT INTO t VALUES (2)']);
const third = changed(second, [
  'INSERT INTO t WITH n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) SELECT i FROM n',
]);

const countOf = async (log: Uint8Array | null) => (await readTable(first, 't', log)).rows.length;

function flipped(log: Buffer, at: number): Buffer {
  const copy = Buffer.from(log);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

const whole = logOf(first, [second, third]);
const framesOfSecond = logOf(first, [second]).length;

const cases: [what: string, log: Uint8Array | null, rows: number][] = [
  ['no log', null, 1],
  ['a log of two commits', whole, 3000],
  ['a log with the high byte first', logOf(first, [second, third], { isBig: true }), 3000],
  ['a second commit whose last byte is missing', whole.subarray(0, -1), 2],
  ['a second commit with a wrong byte in a page', flipped(whole, framesOfSecond + 24 + 100), 2],
  ['a first commit with a wrong byte', flipped(whole, 32 + 24 + 200), 1],
  ['a header of another program', flipped(whole, 0), 1],
  ['frames of an older log behind the newer ones', withOlderFrames(), 2],
];

/** SQLite begins a log anew over the old one: the old frames have other salts. */
function withOlderFrames(): Buffer {
  const older = logOf(first, [third], { salt: 99 });
  const newer = logOf(first, [second]);
  return Buffer.concat([newer, older.subarray(newer.length)]);
}

for (const [what, log, rows] of cases) {
  test(`${what}: ${rows} rows`, async () => assert.is(await countOf(log), rows));
}

test('a log may hold the whole database', async () => {
  const empty = new Uint8Array(4096);
  assert.equal(valuesIn(await readTable(new Uint8Array(), 't', logOf(withHeader(empty), [first]))), [[1]]);
});

/** Keeps the page size alone, for the writer of the log. */
function withHeader(bytes: Uint8Array): Uint8Array {
  bytes.set(first.subarray(16, 18), 16);
  return bytes;
}

test('a log of another page size is refused in a sentence', async () => {
  const small = databaseOf(['PRAGMA page_size = 512', 'CREATE TABLE t(a)']);
  const log = logOf(small, [changed(small, ['CREATE TABLE u(a)'])]);
  const message = await open(first, log).then(
    () => '',
    (error: Error) => error.message,
  );
  assert.is(message, 'The write-ahead log does not belong to this database.');
});

test.run();
