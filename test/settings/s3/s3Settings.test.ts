import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as toasts from '../../../ui/page/toasts';
import { createS3Check, s3Errors } from '../../../ui/settings/s3/s3Settings';
import { faults } from '../../../ui/settings/settingsRules';
import { createStorageForm } from '../../../ui/settings/storageForm';
import { settle } from '../../backend/connect';
import { type FakeBackend, failure } from '../../support/backend';
import { callsOf, closeScene, routes, startScene, storedS3, write } from '../settingsScene';

let backend: FakeBackend;
const raw = 'Failed to test the S3 filesystem. Raw error: \ndial tcp: no such host.';
const shown = () => toasts.state.items.map(({ kind, message }) => `${kind}: ${message}`);

test.before.each(() => {
  ({ backend } = startScene());
});
test.after.each(() => {
  mock.timers.reset();
  mock.restoreAll();
  closeScene();
});

test('a save takes back the test that is about to be made or under way', async () => {
  ({ backend } = startScene({ s3: storedS3 }));
  mock.timers.enable({ apis: ['setTimeout'] });
  const { settings, check } = createStorageForm();
  await settings.load();
  settings.set('s3.bucket', 'other');
  const release = backend.hold(routes.testS3);
  assert.ok(await settings.save());
  await settle();
  mock.timers.tick(10_000);
  await settle();
  const tested = 'POST test/s3 {"filesystem":"storage"}';
  assert.equal(callsOf(backend), ['GET', 'GET', 'PATCH {"s3":{"bucket":"other"}}', tested]);
  assert.is(check.state.status, 'testing');
  settings.set('s3.enabled', false);
  assert.ok(await settings.save());
  assert.is(check.state.status, 'none');
  release();
  await settle();
  assert.equal([check.state.status, callsOf(backend)], ['none', ['GET', 'PATCH {"s3":{"enabled":false}}']]);
});

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

const needed = ['endpoint', 'bucket', 'region', 'accessKey', 'secret'];
for (const prefix of ['s3', 'backups.s3']) {
  const errorsOf = (storage: object) => {
    const values = {};
    write(values, prefix, storage);
    return s3Errors(values, prefix);
  };

  test(`${prefix}: only an enabled storage needs its values`, () => {
    assert.equal(errorsOf(storedS3), {});
    for (const key of needed) {
      const without = { ...storedS3, [key]: ' ' };
      assert.equal(errorsOf(without), { [`${prefix}.${key}`]: faults.required });
      assert.equal(errorsOf({ ...without, enabled: false }), {});
    }
  });
}

test.run();
