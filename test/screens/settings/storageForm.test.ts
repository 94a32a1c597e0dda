import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createStorageForm } from '../../../ui/screens/settings/storageForm';
import { settle } from '../../api/connect';
import { type FakeBackend, failure } from '../../support/backend';
import {
  callsOf,
  closeScene,
  routes,
  type Server,
  setAny,
  startScene,
  storedS3,
  storedSecret,
  told,
} from './settingsScene';

let backend: FakeBackend;
let server: Server;

const saved = 'Successfully saved files storage settings.';
const tested = 'POST test/s3 {"filesystem":"storage"}';

async function opened(given: object = { s3: storedS3 }) {
  ({ backend, server } = startScene(given));
  mock.timers.enable({ apis: ['setTimeout'] });
  const storage = createStorageForm();
  await storage.settings.load();
  return storage;
}

test.after.each(() => {
  mock.timers.reset();
  mock.restoreAll();
  closeScene();
});

test('a storage that is used is tested a tenth of a second after it was loaded', async () => {
  const { check } = await opened();
  assert.equal(callsOf(backend), ['GET']);
  mock.timers.tick(99);
  assert.equal([callsOf(backend), check.state.status], [[], 'none']);
  mock.timers.tick(1);
  assert.is(check.state.status, 'testing');
  await settle();
  assert.equal([callsOf(backend), check.state.status], [[tested], 'success']);
});

test('one that is not used is not tested', async () => {
  const { check } = await opened({});
  mock.timers.tick(10_000);
  await settle();
  assert.equal([callsOf(backend), check.state.status], [['GET'], 'none']);
});

test('who leaves before has nothing tested', async () => {
  const { check } = await opened();
  check.stop();
  mock.timers.tick(10_000);
  await settle();
  assert.equal(callsOf(backend), ['GET']);
});

test('a storage that is switched on needs all its settings; then it is saved and tested', async () => {
  const { settings, check } = await opened({});
  settings.set('s3.enabled', true);
  assert.not(await settings.save());
  assert.equal(Object.keys(settings.state.errors).sort(), [
    's3.accessKey',
    's3.bucket',
    's3.endpoint',
    's3.region',
    's3.secret',
  ]);
  assert.equal(callsOf(backend), ['GET']);
  for (const [key, value] of Object.entries(storedS3)) setAny(settings, `s3.${key}`, value);
  assert.ok(await settings.save());
  await settle();
  assert.equal(callsOf(backend), ['GET', `PATCH ${JSON.stringify({ s3: inOrder(storedS3) })}`, tested]);
  assert.equal([check.state.status, told()], ['success', [saved]]);
  assert.is((server.held['s3'] as typeof storedS3).secret, storedSecret);
});

/** Returns the keys in the order of the server. */
const inOrder = ({ enabled, bucket, region, endpoint, accessKey, secret }: typeof storedS3) => ({
  enabled,
  bucket,
  region,
  endpoint,
  accessKey,
  secret,
});

test('a storage that is not reached is saved all the same, and one warning says both', async () => {
  const { settings, check } = await opened();
  backend.answer(routes.testS3, failure(400, 'No such bucket.'));
  settings.set('s3.bucket', 'other');
  assert.ok(await settings.save());
  await settle();
  assert.equal({ ...check.state }, { status: 'failure', reason: 'No such bucket.' });
  assert.equal(told(), ['Successfully saved but failed to establish S3 connection.']);
});

test('a save takes back the test that is about to be made or under way', async () => {
  const { settings, check } = await opened();
  settings.set('s3.bucket', 'other');
  const release = backend.hold(routes.testS3);
  assert.ok(await settings.save());
  await settle();
  mock.timers.tick(10_000);
  await settle();
  assert.equal(callsOf(backend), ['GET', 'GET', 'PATCH {"s3":{"bucket":"other"}}', tested]);
  assert.is(check.state.status, 'testing');
  settings.set('s3.enabled', false);
  assert.ok(await settings.save());
  assert.is(check.state.status, 'none');
  release();
  await settle();
  assert.equal([check.state.status, callsOf(backend)], ['none', ['GET', 'PATCH {"s3":{"enabled":false}}']]);
});

test.run();
