import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadChunkOrReload } from '../../../ui/base/chunks';
import { setOwnTitle } from '../../../ui/base/servedPage';
import * as unsaved from '../../../ui/page/forms/unsaved';
import * as connection from '../../../ui/page/session/connection';
import * as newVersion from '../../../ui/page/session/newVersion';
import { connect, settle } from '../../backend/connect';
import { fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';

const minute = 60_000;
setOwnTitle('Lowline');
const oldPage = '<title>Lowline</title><script type="module" src="./assets/main-OLD.js"></script>';
const newPage = '<title>Lowline</title><script type="module" src="./assets/main-NEW.js"></script>';
const realFetch = globalThis.fetch;

let served: string | null;
let reads: number;
let visibility: DocumentVisibilityState;
let stop = () => {};

async function pass(ms: number): Promise<void> {
  mock.timers.tick(ms);
  await settle();
}

async function turnTo(state: DocumentVisibilityState): Promise<void> {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
}

test.before.each(() => {
  resetDom();
  served = oldPage;
  reads = 0;
  visibility = 'visible';
  Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true });
  const script = document.createElement('script');
  script.setAttribute('src', './assets/main-OLD.js');
  document.head.replaceChildren(script);
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  globalThis.fetch = async () => {
    reads += 1;
    if (served === null) throw new TypeError('Failed to fetch');
    return new Response(served);
  };
  stop = newVersion.follow();
});
test.after.each(() => {
  stop();
  mock.timers.reset();
  globalThis.fetch = realFetch;
});

test('a hidden tab does not check; when visible again it checks once after ten minutes', async () => {
  await turnTo('hidden');
  await pass(30 * minute);
  assert.is(reads, 0);
  await turnTo('visible');
  assert.is(reads, 1);
  for (let turn = 0; turn < 5; turn += 1) {
    await turnTo('hidden');
    await pass(minute);
    await turnTo('visible');
  }
  assert.is(reads, 1);
});

test('checks every ten minutes; a newer version is offered, and the checks stop', async () => {
  await pass(10 * minute - 1);
  assert.is(reads, 0);
  await pass(1);
  served = null;
  await pass(10 * minute);
  assert.equal([newVersion.state.isTold, reads], [false, 2], 'no page is no newer version');
  served = newPage;
  await pass(10 * minute);
  await pass(60 * minute);
  assert.equal([newVersion.state.isTold, reads], [true, 3]);
});

test('unsaved changes delay the notice; later it stays, but does not allow a reload', async () => {
  let hasChanges = true;
  const close = unsaved.watch(() => hasChanges);
  served = newPage;
  await pass(10 * minute);
  assert.equal({ ...newVersion.state }, { isTold: false, canReload: false });
  hasChanges = false;
  await pass(1000);
  assert.equal({ ...newVersion.state }, { isTold: true, canReload: true });
  hasChanges = true;
  await pass(1000);
  assert.equal({ ...newVersion.state }, { isTold: true, canReload: false });
  close();
  await pass(1000);
  assert.equal({ ...newVersion.state }, { isTold: true, canReload: true });
});

test('a missing chunk of the old build shows the notice at once', async () => {
  served = newPage;
  const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  const loading = loadChunkOrReload(gone, { retryAfterMs: 0, leaveWithinMs: 0, reload: () => {} });
  const ended = loading.catch(() => 'gone');
  for (let turn = 0; turn < 5; turn += 1) await pass(1);
  assert.equal([await ended, newVersion.state.isTold, reads], ['gone', true, 1]);
  await pass(60 * minute);
  assert.is(reads, 1);
});

test('checks at once when the server returns', async () => {
  const backend = fakeBackend({ 'GET /api/health': { code: 200, message: 'API is healthy.', data: {} } });
  connect(backend, 't');
  served = newPage;
  connection.lost();
  await pass(3000);
  assert.is(connection.state.isAway, false);
  assert.equal([newVersion.state.isTold, reads], [true, 1]);
});

test('after the stop it neither checks nor offers anything', async () => {
  served = newPage;
  mock.timers.tick(10 * minute);
  stop();
  await settle();
  assert.is(newVersion.state.isTold, false);
  await pass(60 * minute);
  assert.equal([newVersion.state.isTold, reads], [false, 1]);
});

test.run();
