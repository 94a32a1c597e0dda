import { mock } from 'node:test';
import { string, type } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { followCalls } from '../../ui/backend/callsUnderWay';
import { cancelReads, request, startRead } from '../../ui/backend/client';
import { upload } from '../../ui/backend/upload';
import { failure, fakeBackend, networkError } from '../support/backend';
import { assertFails, connect, settle, tokenSentWith } from './connect';

const Row = type({ id: string() });
const route = 'GET /api/a';

let backend = fakeBackend({ [route]: { id: 'x' } });
const read = (query?: { b: string }) => request('GET', 'a', { answer: Row, query });
const sent = () => backend.callsTo(route).length;

test.after.each(() => mock.timers.reset());
test.before.each(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  cancelReads();
  backend = fakeBackend({
    [route]: { id: 'x' },
    'POST /api/a': {},
    'POST /api/token': {},
    'DELETE /api/a': null,
  });
  connect(backend, 'the token');
});

test('the next call with the same URL takes over the response, once', async () => {
  startRead('a', { b: '1' });
  startRead('a', { b: '1' });
  assert.equal(await read({ b: '1' }), { id: 'x' });
  assert.is(sent(), 1);
  assert.is(tokenSentWith(backend.calls[0]), 'the token');
  await read({ b: '1' });
  assert.is(sent(), 2);
});

test('a call takes over a read that is still under way, and another URL does not', async () => {
  const release = backend.hold(route);
  startRead('a');
  const mine = read();
  const other = read({ b: '1' });
  await settle();
  assert.is(sent(), 2);
  release();
  assert.equal(await mine, { id: 'x' });
  assert.equal(await other, { id: 'x' });
});

test('a renewed token takes over the read of the old one', async () => {
  const page = connect(backend, 'old');
  startRead('a');
  page.token = 'new';
  await read();
  assert.is(sent(), 1);
});

test('the end of the session drops a started read', async () => {
  startRead('a');
  await settle();
  cancelReads();
  await read();
  assert.is(sent(), 2);
});

test('a call that is cancelled cancels the read that it took over', async () => {
  backend.hold(route);
  startRead('a');
  const mine = read();
  await settle();
  cancelReads();
  await assertFails(mine, { kind: 'aborted' });
  assert.is(backend.calls[0]?.signal?.aborted, true);
});

for (const [what, given] of [
  ['a network error', networkError],
  ['a refusal', failure(403, 'No.')],
] as const) {
  test(`${what} of a started read is silent, and the call asks again`, async () => {
    const page = connect(backend, 'the token');
    backend.answerOnce(route, given);
    startRead('a');
    await settle();
    assert.equal(page.told, []);
    assert.equal(await read(), { id: 'x' });
    assert.is(sent(), 2);
  });
}

for (const [what, write] of [
  ['a write', () => request('POST', 'a', { body: {} })],
  ['a deletion', () => request('DELETE', 'a')],
  ['an upload', () => upload('POST', 'a', { form: new FormData() })],
] as const) {
  test(`${what} drops a started read, which may be outdated`, async () => {
    startRead('a');
    await write();
    await read();
    assert.is(sent(), 2);
  });
}

test('a request for a token changes no data and drops nothing', async () => {
  startRead('a');
  await request('POST', 'token');
  await read();
  assert.is(sent(), 1);
});

test('a read that no call takes over is dropped after ten seconds', async () => {
  startRead('a');
  await settle();
  mock.timers.tick(10_000);
  await read();
  assert.is(sent(), 2);
});

test('started reads and uploads count as calls under way', async () => {
  const counts: number[] = [];
  const stop = followCalls(({ size }) => counts.push(size));
  startRead('a');
  await settle();
  await read();
  await upload('POST', 'a', { form: new FormData() });
  stop();
  await read();
  assert.equal(counts, [0, 1, 0, 1, 0, 1, 0]);
});

test.run();
