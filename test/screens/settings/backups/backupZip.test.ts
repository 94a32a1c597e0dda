import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { faultOfBackup } from '../../../../ui/screens/settings/backups/backupZip';
import { connect } from '../../../api/connect';
import { fakeBackend } from '../../../support/backend';
import { damaged, sqliteHeader, zipOf } from './zipFile';

const address = 'http://localhost:8090/api/backups/a.zip?token=t';
const database = sqliteHeader + 'tables and rows, '.repeat(50);

/** The range and the cache mode of each request. */
const asked: { range: string; cache: string | undefined }[] = [];

/** Makes a server that has the file and supports ranges. Refuses an invalid range, as the real one does. */
function serve(
  file: Buffer,
  change: (answer: Response, turn: number) => Response = (answer) => answer,
): void {
  asked.length = 0;
  const backend = fakeBackend();
  backend.serveFiles(async (input, init) => {
    assert.is(String(input), address);
    const range = new Headers(init?.headers).get('Range') ?? '';
    asked.push({ range, cache: init?.cache });
    const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    assert.ok(from !== '' && Number(from) <= Number(to), range);
    const isThere = Number(from) < file.length;
    const part = file.subarray(Number(from), Number(to) + 1);
    const answer = isThere
      ? new Response(new Uint8Array(part), { status: 206 })
      : new Response(null, { status: 416 });
    return change(answer, asked.length);
  });
  connect(backend);
}

const noZip = 'This is not a readable zip file. It may be incomplete.';
const noDatabase = 'This zip has no data.db, so it is not a backup.';
const emptyDatabase = 'The data.db in this zip is empty.';
const otherDatabase = 'The data.db in this zip is not a database.';
const brokenDatabase = 'The data.db in this zip is damaged and cannot be unpacked.';

const good = zipOf({ 'data.db': database, 'logs.db': database, 'storage/a/b.txt': 'a file' });
const packed = zipOf({ 'logs.db': database, 'data.db': database }, { isDeflated: true });

/** Changes the first bits of the deflated data.db to an invalid block. */
function withBrokenStream(): Buffer {
  const copy = Buffer.from(zipOf({ 'data.db': database }, { isDeflated: true }));
  copy.fill(0xff, 30 + 'data.db'.length, 30 + 'data.db'.length + 8);
  return copy;
}

const cases: [what: string, file: Buffer, fault: string | null][] = [
  ['a database that is stored', good, null],
  ['a database that is packed', packed, null],
  ['a database and nothing else', zipOf({ 'data.db': sqliteHeader }), null],
  ['nothing', zipOf({}), noDatabase],
  ['other files', zipOf({ 'logs.db': database, 'readme.txt': 'hello' }), noDatabase],
  ['a database in a folder', zipOf({ 'pb_data/data.db': database }), noDatabase],
  ['a database of no bytes', zipOf({ 'data.db': '' }), emptyDatabase],
  [
    'a database of fewer bytes than its header',
    zipOf({ 'data.db': sqliteHeader.slice(0, 15) }),
    otherDatabase,
  ],
  ['ten bytes of text instead of a database', zipOf({ 'data.db': '0123456789' }), otherDatabase],
  ['a database with another header', zipOf({ 'data.db': damaged(good, 'format') }), otherDatabase],
  [
    'a text with the name of the database',
    zipOf({ 'data.db': 'x'.repeat(600) }, { isDeflated: true }),
    otherDatabase,
  ],
  ['a database that cannot be unpacked', withBrokenStream(), brokenDatabase],
  ['all but its last bytes', good.subarray(0, -40), noZip],
  ['half of a backup', good.subarray(0, good.length / 2), noZip],
  ['one byte', good.subarray(0, 1), noZip],
  ['no bytes', Buffer.alloc(0), noZip],
  ['zeros', Buffer.alloc(4000), noZip],
  ['a text', Buffer.from('This is no zip. '.repeat(20)), noZip],
];
for (const [what, file, fault] of cases) {
  test(`a file that holds ${what} has the fault: ${fault ?? 'none'}`, async () => {
    serve(file);
    assert.is(await faultOfBackup(address, file.length), fault);
  });
}

test('a file shorter than its listed size is not good', async () => {
  serve(good.subarray(0, 100));
  assert.is.not(await faultOfBackup(address, good.length).catch(() => 'rejected'), null);
});

test('only the end of a large file and the first bytes of its database are read, without the cache', async () => {
  const large = zipOf({
    'storage/film.mp4': Buffer.alloc(3_000_000, 7),
    'data.db': Buffer.concat([Buffer.from(sqliteHeader), Buffer.alloc(300_000, 1)]),
  });
  serve(large);
  assert.is(await faultOfBackup(address, large.length), null);
  const bytes = asked.reduce((sum, { range }) => {
    const [from = 0, to = 0] = range.replace('bytes=', '').split('-').map(Number);
    return sum + to - from + 1;
  }, 0);
  assert.ok(bytes < 400_000, `${bytes} bytes in ${asked.length} reads`);
  assert.equal([...new Set(asked.map(({ cache }) => cache))], ['no-store']);
});

for (const [what, answer] of [
  ['refuses', () => new Response('{"code":403}', { status: 403 })],
  ['ignores ranges', () => new Response(new Uint8Array(good), { status: 200 })],
  [
    'is unreachable',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
] as const) {
  for (const at of ['first', 'last'] as const) {
    test(`a server that ${what} at the ${at} read leaves the file unknown`, async () => {
      serve(good);
      await faultOfBackup(address, good.length);
      const from = at === 'first' ? 1 : asked.length;
      assert.ok(asked.length > 1);
      serve(good, (given, turn) => (turn >= from ? answer() : given));
      const outcome = await faultOfBackup(address, good.length).catch(() => 'rejected');
      assert.is(outcome, 'rejected');
    });
  }
}

test.run();
