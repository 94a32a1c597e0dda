import '../../../support/bareWindow';
import { setImmediate } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { onDisconnect } from '../../../../ui/api/realtime';
import { createRestoreBackup } from '../../../../ui/screens/settings/backups/restoreBackup';
import * as fileToken from '../../../../ui/state/fileToken';
import * as toasts from '../../../../ui/state/toasts';
import { connect } from '../../../api/connect';
import { type FakeBackend, failure, fakeBackend, html, networkError } from '../../../support/backend';
import { adminToken } from '../../../support/samples';
import { backupRoutes, busy, FakeStream, fakeStreams, health, settleAll } from './backupAnswers';
import { sqliteHeader, zipOf } from './zipFile';

const { fetch } = globalThis;
const good = zipOf({ 'data.db': sqliteHeader });

let backend: FakeBackend;
let reloads = 0;
let waits: number[] = [];

/** Waits pass at once, and are counted. */
function opened(file: Buffer = good) {
  globalThis.fetch = async (input, init) => {
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

/** What health answers, in order; the last one for ever. */
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
  connect(backend, adminToken());
  fakeStreams();
  fileToken.forget();
  reloads = 0;
  waits = [];
});
test.after.each(() => {
  globalThis.fetch = fetch;
  toasts.closeAll();
});

test('a good file is found good, a bad one has its fault, and none is restored', async () => {
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
  assert.equal(
    [bad.state.phase, backend.callsTo(backupRoutes.restore).length, FakeStream.all.length],
    ['idle', 0, 0],
  );
});

for (const [what, prepare] of [
  ['without a file token', () => backend.answerOnce(backupRoutes.fileToken, failure(500, 'Not now.'))],
  [
    'that cannot be read',
    () => {
      globalThis.fetch = async () => {
        throw new TypeError('Failed to fetch');
      };
    },
  ],
  [
    'that is refused to the token',
    () => {
      globalThis.fetch = async () => new Response('{}', { status: 403 });
    },
  ],
] as const) {
  test(`a file ${what} is unknown; it can be looked at again, and restored all the same`, async () => {
    const restore = opened();
    const served = globalThis.fetch;
    prepare();
    await restore.check();
    assert.equal([restore.state, told()], [{ file: 'unknown', fault: '', phase: 'idle' }, []]);
    answers(networkError, free);
    await restore.restore();
    assert.equal([restore.state.phase, reloads], ['back', 1]);
    const again = opened();
    globalThis.fetch = served;
    await again.check();
    assert.is(again.state.file, 'good');
  });
}

for (const [what, given] of [
  ['no answer', networkError],
  ['a gateway', html(502, 'Bad gateway')],
  ['a gateway that waits', failure(504, 'Gateway timeout')],
  ['an answer of something else', html(200, '<p>Starting</p>')],
] as const) {
  test(`when ${what} comes, then health, it is back, and the page is loaded again after two seconds`, async () => {
    const restore = opened();
    answers(free, free, makesOne, given, given, free);
    const restoring = restore.restore();
    assert.is(restore.state.phase, 'restoring');
    await restoring;
    assert.equal([restore.state.phase, reloads, told()], ['back', 1, []]);
    assert.is(asks(), 6);
    assert.equal(
      backend.callsTo(backupRoutes.restore).map(({ path }) => path),
      ['/api/backups/a%20b.zip/restore'],
    );
    assert.equal([waits[0], waits.at(-1)], [2000, 800]);
    assert.equal(waits.slice(1, -1), [150, 150, 150, 150, 150]);
  });
}

test('an answer that refuses is no answer of a free server, and none of one that is away', async () => {
  const restore = opened();
  answers(failure(404, 'No such route.'), networkError, free);
  await restore.restore();
  assert.equal([restore.state.phase, asks()], ['back', 3]);
});

test('one that is away for long is waited for', async () => {
  const restore = opened();
  answers(free, ...Array.from({ length: 700 }, () => networkError), free);
  await restore.restore();
  assert.equal([restore.state.phase, reloads, asks()], ['back', 1, 702]);
});

test('one that does not come back within two minutes is given up, and the page stays', async () => {
  const restore = opened();
  answers(networkError);
  await restore.restore();
  assert.equal([restore.state.phase, reloads, asks()], ['away', 0, 800]);
  assert.ok(FakeStream.all.every(({ isClosed }) => isClosed));
});

test('one that is busy for minutes has its 12 seconds to start again afterwards', async () => {
  const restore = opened();
  answers(
    ...Array.from({ length: 900 }, () => makesOne),
    ...Array.from({ length: 60 }, () => free),
    networkError,
    free,
  );
  await restore.restore();
  assert.equal([restore.state.phase, asks()], ['back', 962]);
});

test('one that goes on as if nothing had happened is silent after 12 seconds; nothing is loaded again', async () => {
  const restore = opened();
  answers(free);
  await restore.restore();
  assert.equal([restore.state.phase, reloads, told()], ['silent', 0, []]);
  assert.equal([asks(), waits.slice(1).reduce((sum, ms) => sum + ms, 0)], [80, 12_000]);
  assert.ok(FakeStream.all.every(({ isClosed }) => isClosed));
});

test('one that was busy and then free, and never away, has restored nothing', async () => {
  const restore = opened();
  answers(free, makesOne, makesOne, free);
  await restore.restore();
  assert.equal([restore.state.phase, reloads], ['silent', 0]);
});

test('one that was away between two questions is seen by its broken connection', async () => {
  const restore = opened();
  answers(free);
  const restoring = restore.restore();
  const [stream] = FakeStream.all;
  assert.is(stream?.url, 'http://localhost:8090/api/realtime');
  stream?.onopen?.();
  while (asks() < 3) await setImmediate();
  assert.is(restore.state.phase, 'restoring');
  stream?.onerror?.();
  await restoring;
  assert.equal([restore.state.phase, reloads, stream?.isClosed], ['back', 1, true]);
  assert.ok(asks() < 6, `${asks()}`);
});

test('a connection that never came about has not been broken', async () => {
  const restore = opened();
  answers(free);
  const restoring = restore.restore();
  FakeStream.all[0]?.onerror?.();
  await restoring;
  assert.is(restore.state.phase, 'silent');
});

for (const [what, given, message] of [
  ['busy', busy, 'Try again later - another backup/restore process has already been started.'],
  ['without the file', failure(400, 'Missing or invalid backup file.'), 'Missing or invalid backup file.'],
  ['away', networkError, 'The server cannot be reached. Check the connection and try again.'],
] as const) {
  test(`a server that is ${what} restores nothing, says so and can be asked again`, async () => {
    const restore = opened();
    backend.answerOnce(backupRoutes.restore, given);
    await restore.restore();
    assert.equal([restore.state.phase, told(), reloads, asks()], ['idle', [message], 0, 0]);
    assert.ok(FakeStream.all.every(({ isClosed }) => isClosed));
    answers(networkError, free);
    await restore.restore();
    assert.equal([restore.state.phase, reloads], ['back', 1]);
  });
}

test('it is asked for once, however often one presses', async () => {
  const restore = opened();
  answers(networkError, free);
  const first = restore.restore();
  await restore.restore();
  await first;
  assert.is(backend.callsTo(backupRoutes.restore).length, 1);
});

test('the break of an open connection is told once, and not after one has stopped to listen', async () => {
  let breaks = 0;
  const count = () => {
    breaks += 1;
  };
  onDisconnect(count);
  const [first] = FakeStream.all;
  first?.onerror?.();
  assert.equal([breaks, first?.isClosed], [0, false], 'the browser tries to connect again');
  first?.onopen?.();
  first?.onerror?.();
  assert.equal([breaks, first?.isClosed], [1, true]);

  const stop = onDisconnect(count);
  const second = FakeStream.all[1];
  second?.onopen?.();
  stop();
  assert.equal([second?.isClosed, breaks], [true, 1]);
});

test('a restore that has ended leaves no calls behind', async () => {
  const restore = opened();
  answers(networkError, free);
  await restore.restore();
  const before = backend.calls.length;
  await settleAll();
  assert.is(backend.calls.length, before);
});

test.run();
