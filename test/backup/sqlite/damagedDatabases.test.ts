// 2,000 damaged databases: each is refused in a sentence, or gives rows and tells of its damage.
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Pages } from '../../../ui/backup/sqlite/pages';
import { readRows, type SqliteRow, type TableDamage } from '../../../ui/backup/sqlite/tableRows';
import { openSqlite } from '../../../ui/backup/sqlite/tables';
import { countRows } from '../../../ui/backup/sqlite/treePages';
import { blobSource } from '../../../ui/base/byteSource';
import { FileFault } from '../../../ui/base/fileFault';
import { runsOf } from '../../support/runsOf';
import { changed, databaseOf, logOf, open, pageSizeOf, readTable } from '../../support/sqliteOracle';

const numbers = (from: number, to: number) =>
  `WITH n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`;

const whole = [512, 4096].map((size) =>
  databaseOf([
    `PRAGMA page_size = ${size}`,
    'CREATE TABLE t(id TEXT PRIMARY KEY, a NUMERIC DEFAULT 0, b TEXT)',
    `INSERT INTO t ${numbers(1, 900)} SELECT 'id' || i, i, hex(zeroblob(i % 50)) FROM n`,
    `INSERT INTO t ${numbers(901, 908)} SELECT 'id' || i, i, hex(zeroblob(3000)) FROM n`,
    'CREATE INDEX i ON t(a)',
    'CREATE TABLE other(x INTEGER PRIMARY KEY, y)',
    `INSERT INTO other ${numbers(1, 50)} SELECT i, 'y' FROM n`,
  ]),
);
const logs = whole.map((file) => logOf(file, [changed(file, ['UPDATE t SET a = a + 1'])]));

interface Outcome {
  readonly rows: readonly SqliteRow[];
  readonly damage: TableDamage | null;
  /** How often each page was read, at most. */
  readonly mostReads: number;
}

/** Reads all that a screen reads; null after a refusal, which must be a sentence. */
async function readAll(file: Uint8Array, log: Uint8Array | null): Promise<Outcome | null> {
  try {
    const database = await open(file, log);
    const reads = new Map<number, number>();
    const pages: Pages = {
      ...database.pages,
      read(number, signal) {
        reads.set(number, (reads.get(number) ?? 0) + 1);
        return database.pages.read(number, signal);
      },
    };
    const rows: SqliteRow[] = [];
    let damage: TableDamage | null = database.damage;
    let mostReads = 0;
    for (const name of ['t', 'other']) {
      const table = database.table(name);
      if (!table) continue;
      reads.clear();
      const onDamage = (found: TableDamage) => {
        damage = found;
      };
      for await (const part of readRows(pages, table, { onDamage })) rows.push(...part);
      mostReads = Math.max(mostReads, ...reads.values());
      // It ends in any file.
      await countRows(database.pages, table.root);
    }
    return { rows, damage, mostReads };
  } catch (error) {
    assert.instance(error, FileFault, error instanceof Error ? error.stack : String(error));
    assert.match((error as FileFault).message, /^[A-Z].*\.$/);
    return null;
  }
}

type Change = (file: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

const anyPlace = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const placeIn = (file: Uint8Array, share: number) => Math.floor(share * file.length);
const anyPage = fc.integer({ min: 1, max: 40 });
const hostileBytes = fc.oneof(fc.constantFrom(0, 1, 2, 5, 10, 13, 127, 128, 129, 255), fc.nat(255));

/** Overwrites bytes anywhere, in the header, in the heads of pages, or in their lists of cells. */
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc
    .tuple(anyPlace, fc.array(hostileBytes, { minLength: 1, maxLength: 8 }))
    .map(([share, bytes]) => (file: Uint8Array<ArrayBuffer>) => {
      file.set(bytes.slice(0, file.length - placeIn(file, share)), placeIn(file, share));
      return file;
    }),
  fc.tuple(fc.nat(99), hostileBytes).map(([at, byte]) => (file: Uint8Array<ArrayBuffer>) => {
    file[at] = byte;
    return file;
  }),
  fc.tuple(anyPage, fc.nat(30), hostileBytes).map(([page, at, byte]) => (file: Uint8Array<ArrayBuffer>) => {
    file[(page - 1) * pageSizeOf(file) + at + (page === 1 ? 100 : 0)] = byte;
    return file;
  }),
  // One page in the place of another makes loops and wrong kinds.
  fc.tuple(anyPage, anyPage).map(([from, to]) => (file: Uint8Array<ArrayBuffer>) => {
    const size = pageSizeOf(file) || 512;
    file.copyWithin((to - 1) * size, (from - 1) * size, from * size);
    return file;
  }),
  anyPlace.map((share) => (file: Uint8Array<ArrayBuffer>) => file.slice(0, placeIn(file, share))),
  fc.tuple(anyPlace, anyPlace).map(
    ([from, to]) =>
      (file: Uint8Array<ArrayBuffer>) =>
        file.fill(0, placeIn(file, Math.min(from, to)), placeIn(file, Math.max(from, to))),
  ),
);

const runs = runsOf(500);
for (const part of [1, 2, 3, 4]) {
  test(`part ${part} of the damaged databases`, async () => {
    const changes = fc.array(anyChange, { minLength: 1, maxLength: 5 });
    let told = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(1), changes, fc.boolean(), changes, async (which, inFile, hasLog, inLog) => {
        const file = inFile.reduce((bytes, change) => change(bytes), new Uint8Array(whole[which] ?? []));
        const log = inLog.reduce((bytes, change) => change(bytes), new Uint8Array(logs[which] ?? []));
        const outcome = await readAll(file, hasLog ? log : null);
        if (!outcome || outcome.damage) told += 1;
        assert.ok((outcome?.mostReads ?? 0) <= 1, 'no page is read twice');
      }),
      { numRuns: runs, seed: part },
    );
    assert.ok(told > runs * 0.4, `${told} damages are told`);
  });
}

/** Returns the numbers of the pages of a kind. */
function pagesOfType(file: Uint8Array, type: number): number[] {
  const size = pageSizeOf(file);
  return Array.from({ length: file.length / size }, (_, at) => at + 1).filter(
    (number) => file[(number - 1) * size + (number === 1 ? 100 : 0)] === type,
  );
}

const simple = databaseOf([
  'PRAGMA page_size = 512',
  'CREATE TABLE t(a)',
  `INSERT INTO t ${numbers(1, 5000)} SELECT i FROM n`,
]);

test('a lost leaf costs its rows alone, and their number is told', async () => {
  const sound = await readTable(simple, 't');
  const leaves = pagesOfType(simple, 13);
  for (const leaf of leaves.slice(1, 4)) {
    const file = simple.slice();
    file[(leaf - 1) * 512] = 0;
    const { rows, damage } = await readTable(file, 't');
    assert.is(damage?.pages, 1);
    const lostRows = sound.rows.length - rows.length;
    assert.ok(Math.abs((damage?.rows ?? 0) - lostRows) < lostRows / 2, `${damage?.rows} of ${lostRows}`);
    const lost = new Set(sound.rows.map(({ rowid }) => rowid));
    for (const { rowid } of rows) lost.delete(rowid);
    const [first, ...others] = [...lost].map(Number).sort((a, b) => a - b);
    assert.equal(
      others,
      others.map((_, at) => (first ?? 0) + at + 1),
    );
  }
});

test('a lost root leaves nothing to count', async () => {
  const database = await open(simple);
  const file = simple.slice();
  file[((database.table('t')?.root ?? 0) - 1) * 512] = 0;
  assert.equal(await readTable(file, 't'), { rows: [], damage: { pages: 1, rows: null } });
});

test('an interior page that leads to itself ends', async () => {
  const file = simple.slice();
  const { table } = await open(file);
  const root = table('t')?.root ?? 0;
  const view = new DataView(file.buffer, file.byteOffset);
  view.setUint32((root - 1) * 512 + 8, root);
  const { rows, damage } = await readTable(file, 't');
  assert.ok(rows.length > 0);
  assert.is(damage?.pages, 1);
});

test('a cell that claims a gigabyte costs itself alone', async () => {
  const file = databaseOf(['CREATE TABLE t(a)', "INSERT INTO t VALUES (1), (zeroblob(9000)), ('x')"]);
  const { table } = await open(file);
  const start = ((table('t')?.root ?? 0) - 1) * 4096;
  const view = new DataView(file.buffer, file.byteOffset + start);
  const cell = view.getUint16(8 + 2);
  // A payload size of two bytes becomes one of five.
  assert.ok(view.getUint8(cell) > 127);
  file.set([0x84, 0x80, 0x80, 0x80, 0x00, 2], start + cell);
  const { rows, damage } = await readTable(file, 't');
  assert.equal([rows.map(({ values }) => values), damage], [[[1], ['x']], { pages: 0, rows: 1 }]);
});

test('overflow pages that lead to each other end', async () => {
  const file = databaseOf([
    'CREATE TABLE t(a)',
    'INSERT INTO t VALUES (zeroblob(30000))',
    "INSERT INTO t VALUES ('x')",
  ]);
  const { table } = await open(file);
  const root = table('t')?.root ?? 0;
  const view = new DataView(file.buffer, file.byteOffset);
  view.setUint32(root * 4096, root + 1);
  const { rows, damage } = await readTable(file, 't');
  assert.equal([rows.map(({ values }) => values), damage], [[['x']], { pages: 0, rows: 1 }]);
});

test('cells that overlap are no rows', async () => {
  const file = databaseOf([
    'CREATE TABLE t(a)',
    `INSERT INTO t ${numbers(1, 300)} SELECT 'some text' FROM n`,
  ]);
  const { table } = await open(file);
  const start = ((table('t')?.root ?? 0) - 1) * 4096;
  const large = databaseOf(['CREATE TABLE t(a)', 'INSERT INTO t VALUES (zeroblob(3500))']);
  file.set(large.subarray(4096, 8192), start);
  const view = new DataView(file.buffer, file.byteOffset + start);
  const [cell] = [view.getUint16(8)];
  view.setUint16(3, 100);
  for (let at = 0; at < 100; at += 1) view.setUint16(8 + 2 * at, cell);
  const { rows, damage } = await readTable(file, 't');
  assert.equal([rows.length, damage], [1, { pages: 0, rows: 99 }]);
});

test('a file that shrinks while it is read is damaged, and a read that fails is an error of its own', async () => {
  const source = blobSource(new Blob([new Uint8Array(simple)]));
  const shorter = {
    ...source,
    read: async (from: number, length: number) => (await source.read(from, length)).subarray(0, 3000),
  };
  const { pages, table } = await openSqlite(shorter, null);
  let damage: TableDamage | null = null;
  const found = table('t');
  assert.ok(found);
  const onDamage = (told: TableDamage) => {
    damage = told;
  };
  for await (const _ of readRows(pages, found as NonNullable<typeof found>, { onDamage }));
  assert.ok(damage);
  const broken = { ...source, read: () => Promise.reject(new Error('The disk is gone.')) };
  assert.is(await openSqlite(broken, null).catch(({ message }) => message), 'The disk is gone.');
});

test.run();
