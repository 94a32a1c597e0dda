import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as connection from '../../../ui/page/session/connection';
import { connect, settle } from '../../backend/connect';
import { type FakeBackend, failure, fakeBackend, html, networkError } from '../../support/backend';
import { resetDom } from '../../support/dom';

const route = 'GET /api/health';
const healthy = { code: 200, message: 'API is healthy.', data: {} };
let visibility: DocumentVisibilityState = 'visible';
let backend: FakeBackend;

async function pass(ms: number): Promise<void> {
  mock.timers.tick(ms);
  await settle();
}

test.before.each(() => {
  resetDom();
  visibility = 'visible';
  Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true });
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  backend = fakeBackend({ [route]: networkError });
  connect(backend, 't');
});
test.after.each(async () => {
  backend.answer(route, healthy);
  await pass(3_000);
  assert.is(connection.state.isAway, false);
  mock.timers.reset();
});

test('polls a lost server once every 3 seconds until it responds', async () => {
  await pass(60_000);
  assert.equal([connection.state.isAway, backend.calls.length], [false, 0]);
  connection.lost();
  connection.lost();
  assert.is(connection.state.isAway, true);
  await pass(2_999);
  assert.is(backend.calls.length, 0);
  await pass(1);
  await pass(3_000);
  assert.is(backend.calls.length, 2);
  assert.is(connection.state.isAway, true);
  backend.answer(route, healthy);
  await pass(3_000);
  assert.is(connection.state.isAway, false);
  await pass(3_000);
  await pass(3_000);
  assert.is(backend.calls.length, 3);
});

test('listeners learn of each return once, when the server is there, unless they were removed', async () => {
  const away: boolean[] = [];
  const gone = mock.fn();
  const stop = connection.onReturn(() => away.push(connection.state.isAway));
  connection.onReturn(gone)();
  connection.lost();
  await pass(3_000);
  assert.equal(away, []);
  backend.answer(route, healthy);
  const release = backend.hold(route);
  await pass(3_000);
  await pass(1_500);
  window.dispatchEvent(new Event('online'));
  assert.is(backend.calls.length, 3, 'two calls wait for their response');
  release();
  await settle();
  assert.equal(away, [false]);
  connection.lost();
  await pass(3_000);
  assert.equal(away, [false, false]);
  assert.is(gone.mock.callCount(), 0);
  stop();
});

const answers: Array<[what: string, given: unknown, isBack: boolean]> = [
  ['health', healthy, true],
  ['a refusal', failure(403, 'No.'), true],
  ['a missing route', failure(404, 'Not Found.'), true],
  ['a 500 of the server', failure(500, 'Oops.'), true],
  ['a 502 of a gateway', html(502, '<h1>Bad gateway</h1>'), false],
  ['a 503 of a gateway', html(503, ''), false],
  ['a 504 of a gateway', html(504, ''), false],
  ['the web page of a café’s network', html(200, '<html></html>'), false],
  ['nothing', networkError, false],
];

for (const [what, given, isBack] of answers) {
  test(`${what} is ${isBack ? 'a response' : 'no response of the server'}`, async () => {
    connection.lost();
    backend.answer(route, given as object);
    await pass(3_000);
    assert.is(connection.state.isAway, !isBack);
  });
}

test('a health request without a response is cancelled after 5 seconds, and others follow', async () => {
  const release = backend.hold(route);
  connection.lost();
  await pass(3_000);
  await pass(3_000);
  assert.is(backend.calls.length, 2);
  await pass(2_000);
  assert.equal(
    backend.calls.map(({ signal }) => signal?.aborted),
    [true, false],
  );
  assert.is(connection.state.isAway, true);
  release();
  await settle();
});

test('a browser that is online again polls at once, but only while the server is away', async () => {
  window.dispatchEvent(new Event('online'));
  await settle();
  assert.is(backend.calls.length, 0);
  connection.lost();
  backend.answer(route, healthy);
  window.dispatchEvent(new Event('online'));
  await settle();
  assert.is(connection.state.isAway, false);
  window.dispatchEvent(new Event('online'));
  await settle();
  assert.is(backend.calls.length, 1);
});

test('a hidden tab does not poll, and polls at once when it becomes visible', async () => {
  connection.lost();
  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(60_000);
  assert.is(backend.calls.length, 0);
  visibility = 'visible';
  backend.answer(route, healthy);
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
  assert.is(backend.calls.length, 1);
  assert.is(connection.state.isAway, false);
});

test.run();
