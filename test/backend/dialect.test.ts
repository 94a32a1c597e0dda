import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from '../../ui/backend/client';
import * as dialect from '../../ui/backend/dialect';
import * as health from '../../ui/backend/health';
import { can } from '../../ui/page/capabilities';
import { failure, fakeBackend, html, json, networkError } from '../support/backend';
import { resetDom } from '../support/dom';
import { assertFails, connect } from './connect';

const route = 'GET /api/health';
const old = { code: 200, message: 'API is healthy.', data: { canBackup: false } };
const newer = { code: 200, message: 'API is healthy.', data: {} };
const newerError = json(404, { data: {}, message: "The requested resource wasn't found.", status: 404 });

test.before.each(resetDom);
test.after(() => {
  resetDom();
  connect(fakeBackend());
});

async function start(answer: unknown): Promise<number> {
  const backend = fakeBackend({ [route]: answer as object, 'GET /api/x': newerError });
  connect(backend, 'older');
  await health.recognize();
  assert.ok(backend.calls.every(({ headers }) => !('authorization' in headers)));
  return backend.calls.length;
}

test('the first start of a browser asks which server it is, and later ones know it', async () => {
  for (const [answer, isNewer] of [
    [old, false],
    [newer, true],
  ] as const) {
    resetDom();
    assert.equal([await start(answer), dialect.isNewer()], [1, isNewer]);
    assert.equal([await start(networkError), dialect.isNewer()], [0, isNewer]);
    assert.equal([can('accountNames'), can('otp'), can('geoPoint')], [!isNewer, isNewer, false]);
  }
});

for (const [what, answer] of [
  ['no answer', networkError],
  ['an error', failure(429, 'Too many.')],
  ['a web page', html(200, '<html></html>')],
  ['another health', { data: { db: 'up' } }],
  ['no data', { data: null }],
] as const) {
  test(`${what} says nothing: the server counts as 0.22, and the next start asks again`, async () => {
    assert.equal([await start(answer), dialect.isNewer(), dialect.isRecognized()], [1, false, false]);
    assert.equal([await start(old), dialect.isRecognized()], [1, true]);
  });
}

test('after an error in the form of the other API, the next start asks again', async () => {
  await start(old);
  await assertFails(request('GET', 'x'), { kind: 'refused', status: 404 });
  assert.not(dialect.isNewer(), 'this page goes on as before');
  assert.equal([await start(newer), dialect.isNewer()], [1, true]);
  await assertFails(request('GET', 'x'), { kind: 'refused', status: 404 });
  assert.is(await start(networkError), 0, 'its own errors change nothing');
});

test('of a newer server more is learned, and nothing is forgotten', async () => {
  await start(newer);
  dialect.learn(38);
  dialect.learn(23);
  assert.equal([dialect.serverVersion(), can('geoPoint')], [38, true]);
  dialect.learn(22);
  assert.equal([dialect.serverVersion(), can('geoPoint')], [22, false]);
});

test.run();
