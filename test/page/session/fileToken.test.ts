import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as fileToken from '../../../ui/page/session/fileToken';
import { assertFails, connect } from '../../backend/connect';
import { failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { tokenOf } from '../../support/samples';

const key = 'pb_admin_file_token';
const route = 'POST /api/files/token';
const now = Date.parse('2026-11-21T00:00:00Z');
const inSeconds = (seconds: number) => tokenOf({ exp: now / 1000 + seconds, id: 'x', type: 'admin' });

test.before.each(() => {
  resetDom();
  mock.timers.enable({ apis: ['Date'], now });
  fileToken.forget();
});
test.after.each(() => mock.timers.reset());

test('a stored token is used until 10 seconds before it expires', async () => {
  const backend = fakeBackend({ [route]: { token: inSeconds(500) } });
  connect(backend, 't');
  localStorage.setItem(key, inSeconds(120));
  mock.timers.setTime(now + 109_999);
  assert.is(await fileToken.get(), inSeconds(120));
  assert.is(backend.calls.length, 0);
  mock.timers.setTime(now + 110_000);
  assert.is(await fileToken.get(), inSeconds(500));
  assert.is(localStorage.getItem(key), inSeconds(500));
});

for (const [what, text] of [
  ['a text that is no token', 'abc'],
  ['a token that has run out', inSeconds(-1)],
] as const) {
  test(`${what} in storage is not used`, async () => {
    connect(fakeBackend({ [route]: { token: inSeconds(120) } }), 't');
    localStorage.setItem(key, text);
    assert.is(await fileToken.get(), inSeconds(120));
  });
}

test('simultaneous callers share one request', async () => {
  const backend = fakeBackend({ [route]: { token: inSeconds(120) } });
  connect(backend, 't');
  assert.equal(await Promise.all([fileToken.get(), fileToken.get(), fileToken.get()]), [
    inSeconds(120),
    inSeconds(120),
    inSeconds(120),
  ]);
  assert.is(backend.calls.length, 1);
});

test('all callers receive a failure, and the next call requests again', async () => {
  const backend = fakeBackend({ [route]: { token: inSeconds(120) } });
  connect(backend, 't');
  backend.answerOnce(route, failure(400, 'Failed to generate file token.'));
  const asked = [fileToken.get(), fileToken.get()];
  for (const one of asked) {
    await assertFails(one, { kind: 'refused', message: 'Failed to generate file token.' });
  }
  assert.is(localStorage.getItem(key), null);
  assert.is(await fileToken.get(), inSeconds(120));
  assert.is(backend.calls.length, 2);
});

test('a token that arrives after the end of its session is not stored or passed to the next one', async () => {
  const backend = fakeBackend({ [route]: { token: inSeconds(120) } });
  connect(backend, 'older');
  const release = backend.hold(route);
  const older = fileToken.get();
  fileToken.forget();
  release();
  await older;
  assert.is(localStorage.getItem(key), null);

  const releaseAgain = backend.hold(route);
  const second = fileToken.get();
  fileToken.forget();
  const third = fileToken.get();
  releaseAgain();
  await Promise.all([second, third]);
  assert.is(backend.calls.length, 3);
  assert.is(localStorage.getItem(key), inSeconds(120));
});

test.run();
