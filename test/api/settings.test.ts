import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as settings from '../../ui/api/settings';
import { authProviders } from '../../ui/model/authProviders';
import { closeScene, mask, merged, routes, startScene } from '../screens/settings/settingsScene';
import { fakeBackend, html, networkError } from '../support/backend';
import { settings as sample } from '../support/samples';
import { assertFails, connect, settle } from './connect';

test.after.each(() => {
  mock.timers.reset();
  mock.restoreAll();
  closeScene();
});

test('a page reads its own groups', async () => {
  const { backend } = startScene();
  assert.is((await settings.read('application')).meta.appName, 'Acme');
  assert.is((await settings.read('mail')).smtp.port, 587);
  assert.is((await settings.read('storage')).s3.enabled, false);
  assert.is((await settings.read('tokens')).adminAuthToken.secret, mask);
  assert.equal((await settings.read('authProviders'))['googleAuth']?.pkce, null);
  assert.equal(
    backend.calls.map(({ query }) => query['fields']),
    [
      ...['meta', 'meta,smtp', 's3'],
      'recordAuthToken,recordVerificationToken,recordPasswordResetToken,recordEmailChangeToken,recordFileToken,' +
        'adminAuthToken,adminPasswordResetToken,adminFileToken',
      authProviders.map((name) => `${name}Auth`).join(),
    ],
  );
});

test('an aborted read is cancelled, and no other', async () => {
  const { backend } = startScene();
  const release = backend.hold(routes.read);
  const given = new AbortController();
  const older = assertFails(settings.read('mail', given.signal), { kind: 'aborted' });
  const other = settings.read('mail');
  given.abort();
  await older;
  release();
  assert.is((await other).smtp.port, 587);
});

test('sends only the given values, and returns the settings of the page', async () => {
  const { backend, server } = startScene();
  const before = server.held;
  const changes = { smtp: { port: 25, password: 'new' } };
  const saved = await settings.update('mail', changes);
  assert.equal([saved.smtp.port, saved.smtp.password, saved.meta.senderName], [25, mask, 'Support']);
  assert.equal(Object.keys(saved), ['meta', 'smtp']);
  const [{ body, query } = { body: null, query: {} }] = backend.calls;
  assert.equal([body, query], [changes, { fields: 'meta,smtp' }]);
  assert.equal(server.held, merged(before, changes));
});

test('settings of another shape are unreadable', async () => {
  const { backend } = startScene();
  backend.answer(routes.read, { meta: { appName: 'Acme' } });
  await assertFails(settings.read('application'), { kind: 'unreadable', message: /meta\.appUrl/ });
  backend.answer(routes.write, { s3: null });
  await assertFails(settings.update('storage', {}), { kind: 'unreadable', message: /s3/ });
  backend.answer(routes.read, html(200, '<p>A portal</p>'));
  await assertFails(settings.read('tokens'), { kind: 'unreadable' });
});

test('tests a mail and a storage with the given values', async () => {
  const { backend } = startScene();
  await settings.testMail('a@b.c', 'password-reset');
  await settings.testS3('backups');
  assert.equal(
    backend.calls.map(({ body }) => body),
    [{ email: 'a@b.c', template: 'password-reset' }, { filesystem: 'backups' }],
  );
});

for (const [what, route, run] of [
  ['mail', routes.testMail, () => settings.testMail('a@b.c', 'verification')],
  ['storage', routes.testS3, () => settings.testS3('storage')],
] as const) {
  test(`the test of a ${what} times out after 30 seconds`, async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { backend } = startScene();
    backend.hold(route);
    const failing = assertFails(run(), { kind: 'timeout', message: /within 30 seconds/ });
    mock.timers.tick(29_999);
    await settle();
    assert.not(backend.calls[0]?.signal?.aborted);
    mock.timers.tick(1);
    await failing;
  });
}

test('a key from Apple returns a secret', async () => {
  const { backend } = startScene();
  const key = { clientId: 'id', teamId: 'team', keyId: 'key', privateKey: 'text', duration: 60 };
  assert.is(await settings.generateAppleSecret(key), 'made.of.a.key');
  assert.equal(backend.calls[0]?.body, key);
  backend.answer(routes.appleSecret, {});
  await assertFails(settings.generateAppleSecret(key), { kind: 'unreadable', message: /secret/ });
  backend.answer(routes.appleSecret, networkError);
  await assertFails(settings.generateAppleSecret(key), { kind: 'unreachable' });
});

test('requests only the logs group', async () => {
  const backend = fakeBackend({ [routes.read]: { logs: sample.logs } });
  connect(backend, 't');
  assert.equal(await settings.read('logs'), { logs: { maxDays: 5, minLevel: 0, logIp: true } });
  assert.equal(backend.calls[0]?.query, { fields: 'logs' });
});

test('sends only the given keys, and returns the server’s new values', async () => {
  const backend = fakeBackend({ [routes.write]: { logs: { ...sample.logs, logIp: false } } });
  connect(backend, 't');
  assert.is((await settings.update('logs', { logs: { logIp: false } })).logs.logIp, false);
  assert.equal(backend.calls[0]?.body, { logs: { logIp: false } });
  assert.equal(backend.calls[0]?.query, { fields: 'logs' });
});

test('settings without a number of days are unreadable', async () => {
  connect(fakeBackend({ [routes.read]: { logs: { minLevel: 0, logIp: true } } }), 't');
  await assertFails(settings.read('logs'), { kind: 'unreadable', message: /logs\.maxDays/ });
});

test.run();
