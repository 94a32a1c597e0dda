// While writes are locked, no call leaves the page but reads and those that are known to change nothing.
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as accounts from '../../ui/api/accounts';
import * as adminSession from '../../ui/api/adminSession';
import * as admins from '../../ui/api/admins';
import * as backups from '../../ui/api/backups';
import { configureClient, request, upload } from '../../ui/api/client';
import * as collections from '../../ui/api/collections';
import * as confirmations from '../../ui/api/confirmations';
import * as files from '../../ui/api/files';
import { mayChangeData } from '../../ui/api/harmlessCalls';
import * as realtime from '../../ui/api/realtime';
import * as records from '../../ui/api/records';
import * as settings from '../../ui/api/settings';
import { fakeBackend } from '../support/backend';
import { admin, adminToken, postsCollection } from '../support/samples';
import { apiBase, failureOf, settle } from './connect';

const judged: Array<[method: string, path: string, mayChange: boolean]> = [
  ['GET', 'collections', false],
  ['HEAD', 'files/a/b/c', false],
  ['POST', 'admins/auth-with-password', false],
  ['POST', 'admins/auth-refresh', false],
  ['POST', 'files/token', false],
  ['POST', 'realtime', false],
  ['PATCH', 'admins/auth-refresh', true],
  ['DELETE', 'realtime', true],
  ['POST', 'realtime/', true],
  ['POST', 'collections/../realtime', true],
  ['POST', 'collections/realtime', true],
  ['POST', 'admins', true],
  ['PUT', 'collections/import', true],
  ['POST', 'settings/test/s3', true],
  ['POST', 'tomorrow', true],
  ['TRACE', 'collections', true],
];

for (const [method, path, mayChange] of judged) {
  test(`${method} ${path} ${mayChange ? 'may change' : 'does not change'} data`, () =>
    assert.is(mayChangeData(method, path), mayChange));
}

const record = { values: { title: 'x' }, files: [] };
const withFile = { values: {}, files: [['pictures', new File(['a'], 'a.txt')] as const] };
const mails = { email: 'a@example.com', password: 'x', passwordConfirm: 'x' };

/** All exported functions that send a method other than GET. */
const writes: Readonly<Record<string, () => Promise<unknown>>> = {
  'accounts.requestVerification': () => accounts.requestVerification('users', 'a@example.com'),
  'accounts.requestPasswordReset': () => accounts.requestPasswordReset('users', 'a@example.com'),
  'admins.create': () => admins.create({}),
  'admins.update': () => admins.update('a', {}),
  'admins.remove': () => admins.remove('a'),
  'backups.create': () => backups.create(''),
  'backups.upload': () => backups.upload(new File(['a'], 'a.zip'), () => {}),
  'backups.remove': () => backups.remove('a.zip'),
  'backups.restore': () => backups.restore('a.zip'),
  'collections.create': () => collections.create({}),
  'collections.update': () => collections.update('a', {}),
  'collections.remove': () => collections.remove('a'),
  'collections.importAll': () => collections.importAll({ collections: [], deleteMissing: false }),
  'records.create': () => records.create(postsCollection, record),
  'records.update': () => records.update(postsCollection, 'a', withFile),
  'records.remove': () => records.remove('posts', 'a'),
  'records.unlink': () => records.unlink('users', 'a', 'google'),
  'settings.update': () => settings.update('application', {}),
  'settings.testMail': () => settings.testMail('a@example.com', 'verification'),
  'settings.testS3': () => settings.testS3('storage'),
  'settings.generateAppleSecret': () =>
    settings.generateAppleSecret({ clientId: '', teamId: '', keyId: '', privateKey: '', duration: 1 }),
};

/** Those that pass: they change nothing, or a guest sends them. */
const passing: Readonly<Record<string, () => Promise<unknown>>> = {
  'adminSession.signIn': () => adminSession.signIn('a', 'b'),
  'adminSession.refresh': adminSession.refresh,
  'adminSession.needsFirst': adminSession.needsFirst,
  'adminSession.createFirst': () => adminSession.createFirst(mails),
  'adminSession.requestPasswordReset': () => adminSession.requestPasswordReset('a@example.com'),
  'adminSession.confirmPasswordReset': () => adminSession.confirmPasswordReset('t', 'a', 'a'),
  'confirmations.confirmVerification': () => confirmations.confirmVerification('users', 't'),
  'confirmations.confirmPasswordReset': () =>
    confirmations.confirmPasswordReset('users', { token: 't', password: 'a', passwordConfirm: 'a' }),
  'confirmations.confirmEmailChange': () => confirmations.confirmEmailChange('users', 't', 'a'),
  'files.requestToken': files.requestToken,
};

/** Its stream opens in a browser only. */
const streams = { 'realtime.listen': realtime.listen };

/** Returns the exported functions whose source names another method than GET. */
function writingExports(): string[] {
  return readdirSync('ui/api')
    .filter((file) => !['client.ts', 'harmlessCalls.ts'].includes(file))
    .flatMap((file) => {
      const text = readFileSync(`ui/api/${file}`, 'utf8');
      // A function ends before the next line that begins a statement.
      const parts = text.split(
        /^(?=(?:export )?(?:async )?(?:function|const|class|interface|type) |\/\*\*)/m,
      );
      return parts.flatMap((part) => {
        if (!/'(?:POST|PATCH|PUT|DELETE)'/.test(part)) return [];
        const [, isExported, name] = /^(export )?(?:async )?(?:function|const) (\w+)/.exec(part) ?? [];
        return isExported ? [`${file.replace('.ts', '')}.${name}`] : [`not exported: ${file} ${name}`];
      });
    });
}

test('all functions of the api that send something are named here', () => {
  // A private function that both of its exported callers give the method to.
  const inner = ['not exported: records.ts send'];
  const known = [...Object.keys(writes), ...Object.keys(passing), ...Object.keys(streams), ...inner];
  assert.equal(writingExports().sort(), known.sort());
});

/** Connects a page whose writes are locked; records the questions. */
function locked(answer: boolean | (() => Promise<boolean>)) {
  const backend = fakeBackend({});
  const asked: unknown[] = [];
  configureClient({
    apiBase,
    token: () => 'the token',
    confirmSession: async () => true,
    onUnauthorized: () => {},
    onForbidden: () => {},
    onUnreachable: () => {},
    permitWrite(...write) {
      asked.push([write[0], write[1].isBackground, write[1].lease]);
      return typeof answer === 'boolean' ? answer : answer();
    },
    fetch: backend.fetch,
    xhr: backend.xhr,
  });
  return { backend, asked };
}

for (const [name, call] of Object.entries(writes)) {
  test(`${name} is refused, and no request leaves`, async () => {
    const { backend, asked } = locked(false);
    const error = await failureOf(call());
    assert.is(error.kind, 'locked');
    assert.is(error.status, 0);
    assert.is(error.isAborted, false);
    assert.equal(backend.calls, []);
    assert.is(asked.length, 1);
  });
}

for (const [name, call] of Object.entries(passing)) {
  test(`${name} passes without a question`, async () => {
    const { backend, asked } = locked(false);
    await call().catch(() => {});
    assert.is(asked.length, 0);
    assert.is(backend.calls[0]?.method, 'POST');
  });
}

test('an unknown call is refused, as an upload, too', async () => {
  const { backend } = locked(false);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    assert.is((await failureOf(request(method, 'tomorrow', { isBackground: true }))).kind, 'locked');
    assert.is((await failureOf(upload(method, 'realtime2', { form: new FormData() }))).kind, 'locked');
  }
  assert.equal(backend.calls, []);
});

test('the question waits; after it the same call goes on once, with the token of that moment', async () => {
  let unlock = (_: boolean) => {};
  const { backend, asked } = locked(() => new Promise((resolve) => (unlock = resolve)));
  backend.answer('PATCH /api/admins/a', { ...admin, id: 'a' });
  const saving = admins.update('a', { email: 'b@example.com' });
  await settle();
  assert.equal(backend.calls, []);
  unlock(true);
  await saving;
  assert.is(backend.callsTo('PATCH /api/admins/a').length, 1);
  assert.equal(backend.calls[0]?.body, { email: 'b@example.com' });
  assert.is(asked.length, 1);
});

test('a lock that permits adds no wait: the request leaves at once', () => {
  const { backend } = locked(true);
  backend.answer('DELETE /api/admins/a', null);
  void admins.remove('a');
  assert.is(backend.calls.length, 1);
});

test('the lock hears of the method, the background and the run', async () => {
  const { asked } = locked(false);
  const lease = {};
  await records.remove('posts', 'a', { lease }).catch(() => {});
  await records.update(postsCollection, 'a', withFile, { lease }).catch(() => {});
  await settings.testS3('storage', { isBackground: true }).catch(() => {});
  assert.equal(asked, [
    ['DELETE', undefined, lease],
    ['PATCH', undefined, lease],
    ['POST', true, undefined],
  ]);
});

test('a session is renewed while writes are locked', async () => {
  const { backend } = locked(false);
  backend.answer('POST /api/admins/auth-refresh', { admin, token: adminToken() });
  assert.equal((await adminSession.refresh()).admin, admin);
});

test.run();
