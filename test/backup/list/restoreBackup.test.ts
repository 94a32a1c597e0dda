import '../../support/bareWindow';
import { setImmediate } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as dialect from '../../../ui/backend/dialect';
import { createRestoreBackup, faultOfBackup } from '../../../ui/backup/list/restoreBackup';
import * as fileToken from '../../../ui/page/session/fileToken';
import * as toasts from '../../../ui/page/toasts';
import { connect } from '../../backend/connect';
import { type FakeBackend, failure, fakeBackend, html, networkError } from '../../support/backend';
import { adminToken } from '../../support/samples';
import { backupRoutes, health } from './backupAnswers';
import { sqliteHeader, zipOf } from './zipFile';

const good = zipOf({ 'data.db': sqliteHeader });

let backend: FakeBackend;
let serveFile: typeof fetch;
let reloads = 0;
let waits: number[] = [];

/** Waits end at once and are counted. */
function opened(file: Buffer = good) {
  serveFile = async (input, init) => {
    assert.is(String(input), `http://localhost:8090/api/backups/a%20b.zip?token=${adminToken()}`);
    const [from = 0, to = 0] = (new Headers(init?.headers).get('Range') ?? '')
      .replace('bytes=', '')
      .split('-')
      .map(Number);
    return new Response(new Uint8Array(file.subarray(from, to + 1)), { status: 206 });
  };
  return createRestoreBackup(
    { key: 'a b.zip', size: file.length, modified: '2026-11-21 00:45:38.285Z' },
    {
      reload: () => {
        reloads += 1;
      },
      wait: async (ms) => {
        waits.push(ms);
        await setImmediate();
      },
    },
  );
}

const asks = () => backend.callsTo(backupRoutes.health).length;

/** Sets the responses of the health endpoint in order; the last one repeats. */
function answers(...given: unknown[]) {
  const last = given.pop();
  for (const one of given) backend.answerOnce(backupRoutes.health, one as object);
  backend.answer(backupRoutes.health, last as object);
}

const told = () => toasts.state.items.map(({ message }) => message);

const free = health(true);
const makesOne = health(false);

test.before.each(() => {
  backend = fakeBackend({
    [backupRoutes.restore]: null,
    [backupRoutes.fileToken]: { token: adminToken() },
    [backupRoutes.health]: free,
  });
  backend.serveFiles((input, init) => serveFile(input, init));
  connect(backend, adminToken());
  fileToken.forget();
  reloads = 0;
  waits = [];
});
test.after.each(() => {
  toasts.closeAll();
});

test('a good file is found good, a bad one has its fault, and neither is restored', async () => {
  const restore = opened();
  assert.equal(restore.state, { file: 'checking', fault: '', phase: 'idle' });
  await restore.check();
  assert.equal(restore.state, { file: 'good', fault: '', phase: 'idle' });
  const bad = opened(zipOf({ 'logs.db': 'x' }));
  await bad.check();
  assert.equal(bad.state, {
    file: 'bad',
    fault: 'This zip has no data.db, so it is not a backup.',
    phase: 'idle',
  });
  await bad.restore();
  assert.equal([bad.state.phase, backend.callsTo(backupRoutes.restore).length], ['idle', 0]);
});

for (const [what, prepare] of [
  ['without a file token', () => backend.answerOnce(backupRoutes.fileToken, failure(500, 'Not now.'))],
] as const) {
  test(`a file ${what} is unknown; it can be checked again, and restored`, async () => {
    const restore = opened();
    const served = serveFile;
    prepare();
    await restore.check();
    assert.equal([restore.state, told()], [{ file: 'unknown', fault: '', phase: 'idle' }, []]);
    answers(networkError, free);
    await restore.restore();
    assert.equal([restore.state.phase, reloads], ['back', 1]);
    const again = opened();
    serveFile = served;
    await again.check();
    assert.is(again.state.file, 'good');
  });
}

const times = (count: number, answer: unknown) => Array.from({ length: count }, () => answer);

const healths: [what: string, answers: unknown[], phase: string, asks: number][] = [
  ['free again when it is asked', [free], 'back', 1],
  ['behind a gateway that answers for it', [html(502, 'Bad gateway'), free], 'back', 2],
  ['another program for a while', [html(200, '<p>Starting</p>'), free], 'back', 2],
  ['busy for minutes, then away', [...times(900, makesOne), ...times(200, networkError), free], 'back', 1101],
  ['away for two minutes', [networkError], 'away', 240],
];
for (const [what, given, phase, count] of healths) {
  test(`a server that is ${what}: the restore ends as '${phase}'`, async () => {
    const restore = opened();
    answers(...given);
    const restoring = restore.restore();
    assert.is(restore.state.phase, 'restoring');
    await restore.restore();
    await restoring;
    assert.equal([restore.state.phase, reloads, told()], [phase, phase === 'back' ? 1 : 0, []]);
    assert.is(asks(), count);
    // Asked once, however often the button is pressed.
    const paths = backend.callsTo(backupRoutes.restore).map(({ path }) => path);
    assert.equal(paths, ['/api/backups/a%20b.zip/restore']);
    assert.is(waits[0], 2000);
    assert.ok(waits.slice(1).every((ms) => ms === 500));
  });
}

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

const goodZip = zipOf({ 'data.db': database, 'logs.db': database, 'storage/a/b.txt': 'a file' });
const packed = zipOf({ 'logs.db': database, 'data.db': database }, { isDeflated: true });

/** Changes the first bits of the deflated data.db to an invalid block. */
function withBrokenStream(): Buffer {
  const copy = Buffer.from(zipOf({ 'data.db': database }, { isDeflated: true }));
  copy.fill(0xff, 30 + 'data.db'.length, 30 + 'data.db'.length + 8);
  return copy;
}

const cases: [what: string, file: Buffer, fault: string | null][] = [
  ['a database that is stored', goodZip, null],
  ['a database that is packed', packed, null],
  ['nothing', zipOf({}), noDatabase],
  ['a database of no bytes', zipOf({ 'data.db': '' }), emptyDatabase],
  [
    'a database of fewer bytes than its header',
    zipOf({ 'data.db': sqliteHeader.slice(0, 15) }),
    otherDatabase,
  ],
  [
    'a text with the name of the database',
    zipOf({ 'data.db': 'x'.repeat(600) }, { isDeflated: true }),
    otherDatabase,
  ],
  ['a database that cannot be unpacked', withBrokenStream(), brokenDatabase],
  ['all but its last bytes', goodZip.subarray(0, -40), noZip],
  ['no bytes', Buffer.alloc(0), noZip],
];
for (const [what, file, fault] of cases) {
  test(`a file that holds ${what} has the fault: ${fault ?? 'none'}`, async () => {
    serve(file);
    assert.is(await faultOfBackup(address, file.length), fault);
  });
}

test('a backup of a newer server is refused, but by a newer one', async () => {
  const newer = zipOf({ 'data.db': sqliteHeader, 'auxiliary.db': sqliteHeader });
  serve(newer);
  const fault = 'This backup is from a newer server (0.23 or later). This server cannot run with it.';
  assert.is(await faultOfBackup(address, newer.length), fault);
  dialect.learn(dialect.firstNewer);
  assert.is(await faultOfBackup(address, newer.length), null);
  dialect.learn(22);
});

test('a file shorter than its listed size is not good', async () => {
  serve(goodZip.subarray(0, 100));
  assert.is.not(await faultOfBackup(address, goodZip.length).catch(() => 'rejected'), null);
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
  ['ignores ranges', () => new Response(new Uint8Array(goodZip), { status: 200 })],
] as const) {
  test(`a server that ${what} at the first or the last read leaves the file unknown`, async () => {
    serve(goodZip);
    await faultOfBackup(address, goodZip.length);
    for (const from of [1, asked.length]) {
      serve(goodZip, (given, turn) => (turn >= from ? answer() : given));
      const outcome = await faultOfBackup(address, goodZip.length).catch(() => 'rejected');
      assert.is(outcome, 'rejected');
    }
  });
}

test.run();
