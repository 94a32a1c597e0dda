// Backups of real servers, read without the server: every record as the API sends it, byte for byte.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as api from '../../ui/backend/backups';
import { requestSource } from '../../ui/backend/client';
import * as collectionsApi from '../../ui/backend/collections';
import * as settings from '../../ui/backend/settings';
import type { BackupDatabase } from '../../ui/backup/content/backupDatabase';
import { type OpenBackup, openBackup } from '../../ui/backup/content/openBackup';
import type { BackupRecord } from '../../ui/backup/content/recordSource';
import { blobSource } from '../../ui/base/byteSource';
import { sliceItems } from '../../ui/base/jsonText';
import { storedForm } from '../../ui/collections/import/plan/storedForm';
import type { Collection } from '../../ui/model/collection';
import * as fileToken from '../../ui/page/session/fileToken';
import { fixtures } from '../support/fixtures';
import {
  createCollection,
  createRecord,
  field,
  formOf,
  pngFile,
  sharedBackend,
} from '../support/realBackend';
import { type S3Server, s3Server } from '../support/s3Server';
import { backends } from '../support/server';

const texts = [
  ...['', 'plain', 'a\u0000b', '[', "it's", '\uFEFFmark', 'x'.repeat(9000)],
  '<b>&amp; "quoted" \\ \u2028 😀\b\f\n\r\t\u0001\u007f',
];
const numbers = [
  ...[0, -0, 1, -1.5, 1e-7, 1e21, 1e20, 2 ** 53 + 2],
  ...[123_456_789_012_345_680, 0.1, 1234567.5, -9e18],
];
const jsonTexts = [
  ...['null', 'true', '1.10', '1e3', '1234567.5', '0.00001', '9007199254740993', '12345678901234567890'],
  ...['-0.0', '" 7"', '"42"', '"true"', '""', '[ 1, 2 , {"b":1, "a" : [ ] } ]', `["${'y'.repeat(5000)}"]`],
  '{ "html": "<b>&</b>", "n": 1.10, "é": "\\u00e9\\/" }',
];

/** Go removes blanks outside of texts and escapes these characters, before it sends JSON. */
function asSent(source: string): string {
  const compact = source.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
  return compact.replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Older servers print two control characters as numbers. */
const sameNotation = (source: string) => source.replaceAll('\\u0008', '\\b').replaceAll('\\u000c', '\\f');

async function recordsFrom(database: BackupDatabase, collection: Collection): Promise<BackupRecord[]> {
  const records: BackupRecord[] = [];
  const onDamage = () => assert.unreachable(`${collection.name} is damaged`);
  for await (const part of database.recordsOf(collection, { onDamage })) records.push(...part);
  return records;
}

async function recordsByApi(collection: Collection): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const text = await requestSource(`collections/${collection.id}/records`, {
      query: { page: String(page), perPage: '500', sort: 'id' },
    });
    const items = sliceItems(text, ['items']);
    for (const item of items) sources.set((JSON.parse(item) as { id: string }).id, item);
    if (items.length < 500) return sources;
  }
}

const shared = fixtures();

for (const { name, binary } of backends()) {
  const sources: { what: string; data?: string; isOnS3?: boolean }[] = [
    { what: 'a new server' },
    { what: 'a new server with backups on S3', isOnS3: true },
    ...(shared ? [{ what: 'the fixtures', data: `${shared}/backend-testdata` }] : []),
  ];
  for (const { what, data, isOnS3 } of sources) {
    const server = sharedBackend(binary, { data });
    let backup: OpenBackup | null = null;
    let database: BackupDatabase | null = null;
    /** The requests for parts of the zip. */
    let addresses = 0;
    let s3: S3Server | null = null;

    async function scene(): Promise<{ backup: OpenBackup; database: BackupDatabase }> {
      await server.connect();
      if (backup && database) return { backup, database };
      fileToken.forget();
      if (!data) await fillServer();
      if (isOnS3) {
        s3 = await s3Server();
        await settings.update('backups', { backups: { s3: s3.settings } });
      }
      await api.create('content.zip');
      if (s3) assert.equal(await s3.keys(), ['content.zip']);
      const listed = (await api.list()).find(({ key }) => key === 'content.zip');
      const source = api.rangeSource(listed?.size ?? 0, async () => {
        addresses += 1;
        return api.backupAddress('content.zip', await fileToken.get());
      });
      backup = await openBackup(source);
      const told: number[] = [];
      database = await backup.readDatabase({ onProgress: (bytes) => told.push(bytes) });
      assert.is(told.at(-1), backup.databaseBytes);
      assert.ok(addresses <= 4, `${addresses} requests`);
      return { backup, database };
    }

    test(`${name}, ${what}: the collections are those of the API`, async () => {
      const { database } = await scene();
      const expected = await collectionsApi.listAll();
      // Older servers stored less, and all send their defaults.
      const formsOf = (all: readonly Collection[]) =>
        [...all]
          .sort((a, b) => (a.id < b.id ? -1 : 1))
          .map((collection) => ({ ...collection, ...storedForm(collection) }));
      assert.equal(formsOf(database.collections), formsOf(expected));
      assert.equal([database.faults, database.settings], [[], { isEncrypted: false, hasS3: false }]);
    });

    test(`${name}, ${what}: every record is that of the API, byte for byte`, async () => {
      const { database } = await scene();
      let count = 0;
      for (const collection of database.collections.filter(({ type }) => type !== 'view')) {
        const expected = await recordsByApi(collection);
        const found = await recordsFrom(database, collection);
        assert.is(found.length, expected.size, collection.name);
        for (const { id, source } of found) {
          assert.is(asSent(source), sameNotation(expected.get(id) ?? ''), `${collection.name} ${id}`);
          count += 1;
        }
      }
      assert.ok(count > 5, `${count} records`);
    });

    test(`${name}, ${what}: no secret leaves the reader`, async () => {
      const { database } = await scene();
      const all = JSON.stringify([
        database,
        await Promise.all(database.collections.map((collection) => recordsFrom(database, collection))),
      ]);
      for (const word of ['passwordHash', 'tokenKey', 'lastResetSentAt', '$2a$', '"secret":']) {
        assert.not.match(all, word);
      }
    });

    test(`${name}, ${what}: the files are there`, async () => {
      const { backup, database } = await scene();
      for (const records of backup.files.values()) {
        for (const file of [...records.values()].flat()) {
          assert.is((await backup.readFile(file)).size, file.entry.size);
        }
      }
      if (data) return;
      const things = database.collections.find(({ name }) => name === 'things');
      const notes = backup.files.get(things?.id ?? '')?.get('filesfilesfiles') ?? [];
      const text = notes.find((file) => file.name.endsWith('.txt'));
      assert.ok(text?.attributes);
      assert.is(await (await backup.readFile(text as NonNullable<typeof text>)).text(), 'a text');
      const before = addresses;
      const upload = await backup.readUpload(text as NonNullable<typeof text>);
      assert.equal([upload.name, await upload.text(), addresses - before], ['note one.txt', 'a text', 1]);
      assert.match(upload.type, /^text\/plain/);
    });

    if (!data && !isOnS3) {
      test(`${name}: a file of this computer is read in the same way`, async () => {
        await scene();
        const address = api.backupAddress('content.zip', await fileToken.get());
        const file = await (await fetch(address)).blob();
        const local = await openBackup(blobSource(file));
        const opened = await local.readDatabase();
        const [things] = opened.collections.filter((collection) => collection.name === 'things');
        assert.ok(things && (await recordsFrom(opened, things)).length > 30);
        assert.ok(local.asOf !== null);
      });
    }

    test.after(async () => {
      await Promise.all([server.stop(), s3?.stop()]);
    });
  }
}

async function fillServer(): Promise<void> {
  const things = await createCollection({
    name: 'things',
    schema: [
      ...['text', 'editor', 'number', 'email', 'url', 'date', 'json', 'file'].map((type) =>
        field(type, type),
      ),
      field('bool', 'flag'),
      field('select', 'one'),
      field('select', 'many', { maxSelect: 3 }),
      field('file', 'files', { maxSelect: 5 }),
      field('relation', 'user'),
      field('relation', 'users', { maxSelect: null }),
    ],
  });
  const users: string[] = [];
  for (const username of ['first', 'second']) {
    const body = {
      username,
      password: '1234567890',
      passwordConfirm: '1234567890',
      email: `${username}@example.com`,
    };
    users.push((await createRecord({ id: 'users' }, { ...body, emailVisibility: username === 'first' })).id);
  }
  for (const text of texts) await createRecord(things, { text, editor: `<p>${text}</p>` });
  for (const number of numbers) await createRecord(things, { number });
  for (const json of jsonTexts) await createRecord(things, formOf({ json }));
  for (const json of jsonTexts) await createRecord(things, { json: JSON.parse(json) as unknown });
  await createRecord(things, {
    flag: true,
    email: 'a@example.com',
    url: 'https://example.com/?a=1&b=2',
    date: '2026-11-21 00:29:33.7Z',
    one: 'b',
    many: ['c', 'a'],
    user: users[0],
    users: [users[1], users[0]],
  });
  const form = formOf({ id: 'filesfilesfiles', file: pngFile('picture.png') });
  form.append('files', new File(['a text'], 'note one.txt'));
  form.append('files', new File(['more'], 'other.bin'));
  await createRecord(things, form);
}

test.run();
