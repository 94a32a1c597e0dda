import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createS3Check } from '../../../../ui/screens/settings/s3/s3Check';
import * as toasts from '../../../../ui/state/toasts';
import { settle } from '../../../api/connect';
import { type FakeBackend, failure } from '../../../support/backend';
import { callsOf, closeScene, routes, startScene } from '../settingsScene';

let backend: FakeBackend;
const raw = 'Failed to test the S3 filesystem. Raw error: \ndial tcp: no such host.';
const notSaved = 'warning: Successfully saved but failed to establish S3 connection.';
const shown = () => toasts.state.items.map(({ kind, message }) => `${kind}: ${message}`);

test.before.each(() => {
  ({ backend } = startScene());
});
test.after.each(() => {
  mock.timers.reset();
  mock.restoreAll();
  closeScene();
});

for (const filesystem of ['storage', 'backups'] as const) {
  test(`the test of ${filesystem} succeeds without a toast`, async () => {
    const check = createS3Check(filesystem);
    assert.equal({ ...check.state }, { status: 'none', reason: '' });
    const running = check.run({ savedToast: 1 });
    assert.is(check.state.status, 'testing');
    await running;
    assert.equal({ ...check.state }, { status: 'success', reason: '' });
    assert.equal(callsOf(backend), [`POST test/s3 {"filesystem":"${filesystem}"}`]);
    assert.equal(shown(), []);
  });
}

test("a failure shows the server's message, and replaces the toast of a save by a warning", async () => {
  const check = createS3Check('storage');
  backend.answer(routes.testS3, failure(400, raw));
  await check.run();
  assert.equal({ ...check.state }, { status: 'failure', reason: raw });
  assert.equal(shown(), []);
  toasts.info('Something else.');
  await check.run({ savedToast: toasts.success('Saved.') });
  assert.equal({ ...check.state }, { status: 'failure', reason: raw });
  assert.equal(shown(), ['info: Something else.', notSaved]);
});

test('a new run clears the last message', async () => {
  const check = createS3Check('storage');
  backend.answerOnce(routes.testS3, failure(400, raw));
  await check.run();
  const again = check.run();
  assert.equal({ ...check.state }, { status: 'testing', reason: '' });
  await again;
  assert.equal({ ...check.state }, { status: 'success', reason: '' });
});

for (const [older, newer, status] of [
  [null, failure(400, raw), 'failure'],
  [failure(400, raw), null, 'success'],
] as const) {
  test(`the newer of two runs wins even if the older one responds last: ${status}`, async () => {
    const check = createS3Check('storage');
    let answerOlder = (_: unknown) => {};
    backend.answerOnce(routes.testS3, () => new Promise((done) => (answerOlder = done)));
    const first = check.run({ savedToast: 1 });
    await settle();
    backend.answerOnce(routes.testS3, newer);
    await check.run();
    assert.is(check.state.status, status);
    answerOlder(older);
    await first;
    assert.is(check.state.status, status);
    assert.equal(shown(), []);
  });
}

test('a stopped run ignores its response', async () => {
  const check = createS3Check('storage');
  for (const given of [null, failure(400, raw)]) {
    backend.answer(routes.testS3, given);
    const release = backend.hold(routes.testS3);
    const running = check.run({ savedToast: 1 });
    check.stop();
    assert.equal({ ...check.state }, { status: 'none', reason: '' });
    release();
    await running;
    assert.equal([check.state.status, shown()], ['none', []]);
  }
});

test('the test is cancelled after 30 seconds', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  backend.hold(routes.testS3);
  const check = createS3Check('storage');
  const running = check.run();
  mock.timers.tick(29_999);
  await settle();
  assert.is(check.state.status, 'testing');
  mock.timers.tick(1);
  await running;
  assert.equal({ ...check.state }, { status: 'failure', reason: 'S3 test connection timeout.' });
  assert.ok(backend.calls[0]?.signal?.aborted);
});

test.run();
