// reads: test/backup/content
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BackupDatabase, damageSentence } from '../../../ui/backup/content/backupDatabase';
import { type OpenBackup, openBackup } from '../../../ui/backup/content/openBackup';
import type { BackupRecord } from '../../../ui/backup/content/recordSource';
import { FileFault } from '../../../ui/base/fileFault';
import { type Collection, fieldOf, systemFieldNames, viewQuery } from '../../../ui/model/collection';
import { optionOf, type SchemaField } from '../../../ui/model/field';
import { databaseOf, sourceOf } from '../../support/sqliteOracle';
import { zipOf } from '../list/zipFile';

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
const collectionsTable =
  'CREATE TABLE _collections (id TEXT PRIMARY KEY, system BOOLEAN, type TEXT, name TEXT, schema JSON, indexes JSON, listRule TEXT, options JSON, created TEXT, updated TEXT)';

function collectionRow(id: string, name: string, schema: object[], type = 'base'): string {
  return `INSERT INTO _collections VALUES (${quote(id)}, 0, ${quote(type)}, ${quote(name)}, ${quote(JSON.stringify(schema))}, '[]', NULL, '{}', '', '')`;
}

const photo = { id: 'f1', name: 'photo', type: 'file', options: { maxSelect: 1 } };
const settings = { s3: { enabled: true, secret: 'hidden' }, smtp: { password: 'hidden' } };

const statements = [
  collectionsTable,
  'CREATE TABLE _params (id TEXT PRIMARY KEY, key TEXT, value JSON)',
  `INSERT INTO _params VALUES ('p1', 'other', '1'), ('p2', 'settings', ${quote(JSON.stringify(settings))})`,
  collectionRow('c1', 'orders', [photo]),
  collectionRow('c2', 'totals', [], 'view'),
  "CREATE TABLE orders (created TEXT, id TEXT PRIMARY KEY, updated TEXT, photo TEXT DEFAULT '' NOT NULL)",
  "INSERT INTO orders VALUES ('a', 'r1', 'b', 'one.png'), ('a', 'r2', 'b', '')",
];

const files = {
  'storage/c1/r1/one.png': '12345',
  'storage/c1/r1/one.png.attrs': '{}',
  'storage/c1/r1/thumbs_one.png/100x100_one.png': '123',
  'storage/c1/r1/old.png': '1234567',
  'storage/c1/r3/lost.png': '1',
  'storage/c9/r1/gone.png': '22',
};

const zipWith = (all: readonly string[], more: Record<string, string | Buffer> = {}) =>
  zipOf({ 'data.db': Buffer.from(databaseOf(all)), ...more }, { isDeflated: true });

async function opened(zip: Uint8Array): Promise<{ backup: OpenBackup; database: BackupDatabase }> {
  const backup = await openBackup(sourceOf(zip));
  return { backup, database: await backup.readDatabase() };
}

async function recordsOf(database: BackupDatabase, collection: Collection): Promise<BackupRecord[]> {
  const records: BackupRecord[] = [];
  for await (const part of database.recordsOf(collection)) records.push(...part);
  return records;
}

async function idsOf(database: BackupDatabase, collection: Collection | undefined): Promise<string[]> {
  assert.ok(collection);
  return (await recordsOf(database, collection as Collection)).map(({ id }) => id);
}

async function faultOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('It was read.'),
    (thrown: unknown) => thrown,
  );
  assert.instance(error, FileFault, String(error));
  return (error as FileFault).message;
}

test('collections, records and the two flags of the settings', async () => {
  const { backup, database } = await opened(zipWith(statements, files));
  assert.equal(
    database.collections.map(({ id, name, type }) => [id, name, type]),
    [
      ['c1', 'orders', 'base'],
      ['c2', 'totals', 'view'],
    ],
  );
  const [orders, totals] = database.collections;
  assert.equal([await idsOf(database, orders), await idsOf(database, totals)], [['r1', 'r2'], []]);
  assert.equal(database.settings, { isEncrypted: false, hasS3: true });
  assert.is(backup.asOf, Date.UTC(1980, 0, 1));
  assert.not.match(JSON.stringify([database, backup]), 'hidden');
});

test('the files of records are those of the storage', async () => {
  const { backup } = await opened(zipWith(statements, files));
  const [file] = backup.files.get('c1')?.get('r1') ?? [];
  assert.is(await (await backup.readFile(file as NonNullable<typeof file>)).text(), '12345');
});

/** Reads of the zip. */
function counted(zip: Uint8Array) {
  const source = sourceOf(zip);
  const reads: number[] = [];
  const stream: typeof source.stream = (from, length, ...rest) => {
    reads.push(length);
    return source.stream(from, length, ...rest);
  };
  return { reads, source: { ...source, stream } };
}

const fileIn = ({ files }: OpenBackup, name: string) => {
  const found = [...(files.get('c1')?.get('r1') ?? [])].find((file) => file.name === name);
  assert.ok(found, name);
  return found as NonNullable<typeof found>;
};
const attributesOf = (name: unknown, type: unknown = 'text/plain') =>
  JSON.stringify({ 'user.content_type': type, 'user.metadata': { 'original-filename': name }, md5: 'x' });

test('a file goes up under the name of its first upload, and is one read of the zip', async () => {
  const { reads, source } = counted(
    zipWith(statements, {
      'storage/c1/r1/a_x1b2c3d4e5_y1b2c3d4e5.txt': 'of a short name',
      'storage/c1/r1/a_x1b2c3d4e5_y1b2c3d4e5.txt.attrs': attributesOf('A.txt'),
    }),
  );
  const backup = await openBackup(source);
  const file = await backup.readUpload(fileIn(backup, 'a_x1b2c3d4e5_y1b2c3d4e5.txt'));
  assert.equal([file.name, file.type, await file.text()], ['A.txt', 'text/plain', 'of a short name']);
  assert.is(reads.length, 1);
});

test('attributes far from their file are read by themselves', async () => {
  const { reads, source } = counted(
    zipWith(statements, {
      'storage/c1/r1/a_x1b2c3d4e5.txt': 'one',
      'storage/c1/r1/big.bin': randomBytes(200_000),
      'storage/c1/r1/a_x1b2c3d4e5.txt.attrs': attributesOf('A b.txt'),
    }),
  );
  const backup = await openBackup(source);
  const file = await backup.readUpload(fileIn(backup, 'a_x1b2c3d4e5.txt'));
  assert.equal([file.name, await file.text(), reads.length], ['A b.txt', 'one', 2]);
  assert.ok(reads.every((length) => length < 100_000));
});

for (const [what, attributes] of [
  ['damaged', '{"user.metadata"'],
  ['without a name', '{"user.metadata":null,"user.content_type":7}'],
  ['too large', attributesOf('x'.repeat(70_000))],
] as const) {
  test(`without a first name (attributes: ${what}) the stored name loses its suffix`, async () => {
    const backup = await openBackup(
      sourceOf(
        zipWith(statements, {
          'storage/c1/r1/photo_x1b2c3d4e5.png': '12345',
          ...(attributes !== null && { 'storage/c1/r1/photo_x1b2c3d4e5.png.attrs': attributes }),
        }),
      ),
    );
    const file = await backup.readUpload(fileIn(backup, 'photo_x1b2c3d4e5.png'));
    assert.equal([file.name, file.type, await file.text()], ['photo.png', '', '12345']);
  });
}

test('a collection without a readable table is not counted as empty, and does not stop the others', async () => {
  const more = [
    collectionRow('c3', 'missing', [photo]),
    collectionRow('c4', 'keyed', [photo]),
    'CREATE TABLE keyed (id TEXT PRIMARY KEY, photo TEXT) WITHOUT ROWID',
  ];
  const { database } = await opened(
    zipWith([...statements, ...more], { ...files, 'storage/c3/r1/a.png': '1', 'storage/c4/r1/b.png': '1' }),
  );
  const counts = database.collections.map((collection) => database.countRecords(collection));
  assert.equal(await Promise.all(counts), [2, null, null, null]);
  const keyed = database.collections[3];
  assert.is(await faultOf(idsOf(database, keyed)), 'A table without rowid cannot be read.');
});

test('encrypted settings are one text, and a database may have none', async () => {
  const encrypted = statements.map((statement) => statement.replace(/'\{"s3".*\}'/, "'c2VjcmV0'"));
  for (const [all, isEncrypted] of [
    [encrypted, true],
    [[collectionsTable], null],
  ] as const) {
    const { database } = await opened(zipWith(all));
    assert.equal(database.settings, { isEncrypted, hasS3: null });
  }
});

/** Parts of backups of real servers. Their hashes and secrets are replaced by words that hold `secret`. */
const newerParts = (version: string) =>
  readFileSync(`test/backup/content/newer-${version}.sql`, 'utf8').split(/;\n/);

for (const version of ['0.23.1', '0.40.6']) {
  test(`${version}: collections look as on 0.22, and records as the server sends them`, async () => {
    const { database } = await opened(zipWith(newerParts(version)));
    assert.equal([database.isNewer, database.faults], [true, []]);
    assert.equal(database.settings, { isEncrypted: false, hasS3: false });
    const names = database.collections.map(({ name, type }) => `${name} ${type}`);
    assert.equal(names.sort(), ['kitchen base', 'members auth', 'users auth', 'v1 view']);
    const of = (name: string) => database.collections.find((one) => one.name === name) as Collection;
    assert.match(viewQuery(of('v1')) ?? '', /^SELECT id, f_text/);
    assert.is(optionOf(fieldOf(of('kitchen'), 'f_select') as SchemaField, 'maxSelect'), 2);
    assert.equal(systemFieldNames(of('kitchen')), ['id']);
    const options = of('users').options as Record<string, unknown>;
    assert.equal(options['authToken'], { duration: version === '0.23.1' ? 604_800 : 432_000 });
    assert.is(options['allowEmailAuth'], true);

    const kitchen = (await recordsOf(database, of('kitchen'))).find(({ source }) => source.includes('live'));
    assert.is(kitchen?.updated, null);
    const { id, f_auto, f_file, f_rel, ...values } = JSON.parse(kitchen?.source ?? '');
    assert.equal(values, {
      ...{ collectionId: of('kitchen').id, collectionName: 'kitchen', f_bool: true, f_date: '', f_num: 3 },
      ...{
        f_editor: '<p>hi</p>',
        f_email: 'x@y.co',
        f_pass: '',
        f_url: 'http://x.y',
        f_text: 'live',
        f_select: ['a'],
      },
      f_json: { a: 12345678901234567000, b: 1 },
    });
    assert.match(f_auto, /^2026-11-28 21:0/);
    assert.equal([id.length, f_file.length, f_rel.length], [15, 3, 1]);
    const json = (await recordsOf(database, of('kitchen'))).map((record) => record.source);
    assert.ok(json.some((source) => source.includes('"f_json":{"b":1,"a":12345678901234567890}')));
    const users = await recordsOf(database, of('users'));
    assert.equal(
      users.map(({ updated, source }) => [updated, Object.keys(JSON.parse(source)).join()]),
      users.map(({ updated }) => [
        updated ?? 'a date',
        'avatar,collectionId,collectionName,created,email,emailVisibility,id,name,updated,verified',
      ]),
    );
  });

  test(`${version}: no hash and no secret leaves the reader, though a definition names their columns`, async () => {
    const columns = ['id', 'email', 'password', 'tokenKey'].map((name) => ({ id: name, name, type: 'text' }));
    const named = (name: string, fields: readonly object[]) =>
      `UPDATE _collections SET system = 0, type = 'base', fields = ${quote(JSON.stringify(fields))} WHERE name = ${quote(name)}`;
    const secret = columns.map((field) =>
      field.name === 'password' ? { ...field, type: 'password' } : field,
    );
    for (const changes of [[], [named('users', secret), named('_superusers', columns)]]) {
      const { database } = await opened(zipWith([...newerParts(version), ...changes]));
      const all: unknown[] = [database];
      for (const collection of database.collections) {
        if (!collection.name.startsWith('_')) all.push(await recordsOf(database, collection));
        else assert.is(await faultOf(recordsOf(database, collection)), 'The table _superusers is private.');
      }
      assert.not.match(JSON.stringify(all), /secret|\$2a\$|"f_pass":"[^"]/i);
      assert.match(JSON.stringify(all), 'u1@example.com');
    }
  });
}

test('a damaged definition of a newer server is told of', async () => {
  for (const change of ["fields = '{}'", "fields = '[null]'", `options = '"x"'`]) {
    const damage = `UPDATE _collections SET ${change} WHERE name = 'kitchen'`;
    const { database } = await opened(zipWith([...newerParts('0.40.6'), damage]));
    assert.equal([database.collections.length, database.faults], [3, ['About 1 collection cannot be read.']]);
  }
});

test('a collection that cannot be read is told of, and a table that is gone', async () => {
  const { database } = await opened(
    zipWith([
      collectionsTable,
      collectionRow('c1', 'orders', []),
      collectionRow('c2', 'x', [{ nothing: 1 }]),
    ]),
  );
  assert.equal(database.faults, ['About 1 collection cannot be read.']);
  assert.is(await faultOf(idsOf(database, database.collections[0])), 'This database has no table orders.');
});

for (const name of ['_params', '_ADMINS']) {
  test(`a collection that calls itself ${name} is refused`, async () => {
    const secret = { id: 'f', name: 'value', type: 'text' };
    const { database } = await opened(zipWith([...statements, collectionRow('c3', name, [secret])]));
    assert.is(await faultOf(idsOf(database, database.collections[2])), `The table ${name} is private.`);
  });
}

/** Writes a larger size into the directory, for the first file. */
function claiming(zip: Buffer, size: number): Buffer {
  const copy = Buffer.from(zip);
  copy.writeUInt32LE(size, copy.indexOf(Buffer.from('504b0102', 'hex')) + 24);
  return copy;
}

for (const [what, zip, message] of [
  ['no data.db', zipOf({ 'logs.db': 'x' }), 'This zip has no data.db, so it is not a backup.'],
  ['a data.db of text', zipOf({ 'data.db': 'text '.repeat(100) }), 'This is not a database.'],
  ['another database', zipWith(['CREATE TABLE t(a)']), 'This database has no table _collections.'],
  [
    '3.5 GB',
    claiming(zipWith(statements), 3.5 * 1024 ** 3),
    'This database has 3.5 GB. Up to 2 GB can be opened here.',
  ],
  [
    'a false size',
    claiming(zipWith(statements), 5000),
    'The data.db in this zip is damaged and cannot be unpacked.',
  ],
] as const) {
  test(`a backup with ${what} is refused in a sentence, and its files are listed`, async () => {
    const backup = await openBackup(sourceOf(zip));
    assert.is(await faultOf(backup.readDatabase()), message);
    assert.is(backup.zipBytes, zip.length);
  });
}

test('damage is told in a sentence', () => {
  const orders: Collection = { id: 'c', name: 'orders', type: 'base', schema: [] };
  const damage = 'Part of orders is damaged: about 40 records cannot be read.';
  assert.is(damageSentence(orders, { pages: 1, rows: 40 }), damage);
  assert.is(
    damageSentence(orders, { pages: 1, rows: null }),
    'The records of orders are damaged and cannot be read.',
  );
});

test.run();
