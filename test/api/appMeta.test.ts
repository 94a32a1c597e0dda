import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as appMeta from '../../ui/api/appMeta';
import { fakeBackend } from '../support/backend';
import { settings as sample } from '../support/samples';
import { assertFails, connect } from './connect';

const route = 'GET /api/settings';

test('requests only the meta group', async () => {
  const backend = fakeBackend({ [route]: { meta: sample.meta } });
  connect(backend, 't');
  assert.is((await appMeta.get()).meta.appName, 'Acme');
  assert.equal(backend.calls[0]?.query, { fields: 'meta' });
});

test('a newer request for the settings cancels the older one', async () => {
  const backend = fakeBackend({ [route]: { meta: sample.meta } });
  connect(backend, 't');
  const release = backend.hold(route);
  const older = assertFails(appMeta.get(), { kind: 'aborted' });
  const newer = appMeta.get();
  await older;
  release();
  assert.is((await newer).meta.appName, 'Acme');
});

test('settings without a name are unreadable', async () => {
  connect(fakeBackend({ [route]: { meta: {} } }), 't');
  await assertFails(appMeta.get(), { kind: 'unreadable', message: /meta\.appName/ });
});

test.run();
