import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ApiError, outdatedError } from '../../ui/backend/ApiError';
import { request } from '../../ui/backend/client';
import * as dialect from '../../ui/backend/dialect';
import * as health from '../../ui/backend/health';
import { can } from '../../ui/page/capabilities';
import { report } from '../../ui/page/report';
import * as toasts from '../../ui/page/toasts';
import { failure, fakeBackend, html, json, networkError } from '../support/backend';
import { resetDom } from '../support/dom';
import { connect } from './connect';

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

test('after an error in the form of the other API, it is asked again whether the page is outdated', async () => {
  for (const [first, next, isOutdated] of [
    [old, newer, true],
    [newer, old, true],
    [old, old, false],
    [old, networkError, false],
  ] as const) {
    resetDom();
    const backend = fakeBackend({ [route]: first });
    connect(backend);
    await health.recognize();
    let doubts = 0;
    dialect.onDoubted(() => {
      doubts += 1;
    });
    dialect.doubt(first === newer);
    assert.is(doubts, 0, 'its own errors say nothing');
    dialect.doubt(first === old);
    dialect.doubt(first === old);
    assert.is(doubts, 1);
    backend.answer(route, next);
    await health.recognize();
    assert.is(dialect.isOutdated(), isOutdated);
    assert.is(dialect.isNewer(), isOutdated ? next === newer : first === newer);
    const deleted = await request('DELETE', 'collections/a/records/b').catch((error: ApiError) => {
      report(error);
      return error.kind;
    });
    const isSent = backend.calls.some(({ method }) => method === 'DELETE');
    assert.equal(
      [deleted === 'locked', isSent],
      [isOutdated, !isOutdated],
      'an outdated page writes nothing',
    );
    const told = toasts.state.items.map(({ message }) => message);
    assert.is(told.includes(outdatedError().message), isOutdated, 'and says so');
    toasts.closeAll();
  }
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
