// While writes are locked, no call leaves the page but reads and those that are known to change nothing.
import { readdirSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as apiErrors from '../../ui/backend/ApiError';
import * as accounts from '../../ui/backend/accounts';
import * as addresses from '../../ui/backend/addresses';
import * as adminSession from '../../ui/backend/adminSession';
import * as admins from '../../ui/backend/admins';
import * as appMeta from '../../ui/backend/appMeta';
import * as backups from '../../ui/backend/backups';
import { configureClient, mayChangeData, request } from '../../ui/backend/client';
import * as collections from '../../ui/backend/collections';
import * as dialect from '../../ui/backend/dialect';
import * as files from '../../ui/backend/files';
import * as findRecord from '../../ui/backend/findRecord';
import * as health from '../../ui/backend/health';
import * as listedRecords from '../../ui/backend/listedRecords';
import * as logs from '../../ui/backend/logs';
import * as realtime from '../../ui/backend/realtime';
import * as recordPages from '../../ui/backend/recordPages';
import * as records from '../../ui/backend/records';
import * as recordTurns from '../../ui/backend/recordTurns';
import * as recordWalk from '../../ui/backend/recordWalk';
import * as responses from '../../ui/backend/responses';
import * as settings from '../../ui/backend/settings';
import { upload } from '../../ui/backend/upload';
import { fakeBackend } from '../support/backend';
import { admin, adminToken, postsCollection } from '../support/samples';
import { apiBase, failureOf, settle } from './connect';

test('only reads, sign-ins and tokens are known to change nothing', () => {
  for (const harmless of [
    ...['GET collections', 'HEAD files/a/b/c', 'POST admins/auth-with-password', 'POST admins/auth-refresh'],
    ...['POST files/token', 'POST realtime'],
  ])
    assert.not(mayChangeData(...(harmless.split(' ') as [string, string])), harmless);
  for (const change of [
    ...['PATCH admins/auth-refresh', 'DELETE realtime', 'POST realtime/', 'POST collections/../realtime'],
    ...['POST collections/realtime', 'POST admins', 'PUT collections/import', 'POST settings/test/s3'],
    ...['POST tomorrow', 'TRACE collections'],
  ])
    assert.ok(mayChangeData(...(change.split(' ') as [string, string])), change);
});

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
  'records.patch': () => records.patch(postsCollection, 'a', withFile),
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
  'accounts.confirmVerification': () => accounts.confirmVerification('users', 't'),
  'accounts.confirmPasswordReset': () =>
    accounts.confirmPasswordReset('users', { token: 't', password: 'a', passwordConfirm: 'a' }),
  'accounts.confirmEmailChange': () => accounts.confirmEmailChange('users', 't', 'a'),
  'files.requestToken': files.requestToken,
};

const { signal } = new AbortController();
const address = `${apiBase}files/posts/a/b.txt`;
const page = { fields: ['id'], signal };
const order = {
  collection: postsCollection,
  filter: '',
  sort: null,
  printedSort: '',
  ids: null,
  fields: null,
  total: null,
  rowSize: null,
};

/** Those that only read: they pass, too. */
const reads: Readonly<Record<string, () => Promise<unknown>>> = {
  'adminSession.countWhere': () => adminSession.countWhere(''),
  'admins.listAll': () => admins.listAll({}),
  'admins.get': () => admins.get('a'),
  'appMeta.get': appMeta.get,
  'backups.list': () => backups.list(),
  'backups.canBackup': backups.canBackup,
  'backups.isReadable': () => backups.isReadable(address),
  'backups.readBytes': () => backups.readBytes(address, 0, 1),
  'backups.rangeSource': () => backups.rangeSource(9, async () => address).read(0, 1),
  'collections.listAll': () => collections.listAll(),
  'collections.get': () => collections.get('a'),
  'files.readSize': () => files.readSize(address),
  'files.readContent': () => files.readContent(address, { most: 9, signal }),
  'findRecord.findRecord': () => findRecord.findRecord(['posts'], 'a', signal, () => true),
  'findRecord.hasRecord': () => findRecord.hasRecord('posts', 'a'),
  'findRecord.findAdmin': () => findRecord.findAdmin('a', signal),
  'findRecord.findUsers': () => findRecord.findUsers('users', 'a@b', signal),
  'health.check': health.check,
  'health.recognize': health.recognize,
  'health.time': health.time,
  'listedRecords.list': () => listedRecords.list('posts', {}),
  'listedRecords.count': () => listedRecords.count('posts', ''),
  'listedRecords.countAsGuest': () => listedRecords.countAsGuest('posts', { signal }),
  'listedRecords.countWithFirst': () => listedRecords.countWithFirst('posts', '', signal),
  'logs.list': () => logs.list({}),
  'logs.listRequests': () => logs.listRequests({}, { signal }),
  'logs.areMoreThan': () => logs.areMoreThan(1, {}),
  'logs.get': () => logs.get('a'),
  'logs.stats': () => logs.stats(''),
  'recordPages.readPage': () => recordPages.readPage('posts', { ...page, perPage: 1 }),
  'recordPages.readByIds': () => recordPages.readByIds('posts', ['a'], page),
  'recordPages.readMatching': () => recordPages.readMatching('posts', ['id="a"'], page),
  'recordPages.readAllMatching': () => recordPages.readAllMatching('posts', ['id="a"'], { ...page, most: 1 }),
  'recordWalk.createRecordWalk': () => recordWalk.createRecordWalk(order).next(signal),
  'records.get': () => records.get(postsCollection, 'a'),
  'records.getIfExists': () => records.getIfExists(postsCollection, 'a'),
  'records.listExternalAuths': () => records.listExternalAuths('users', 'a'),
  'settings.read': () => settings.read('application'),
  'settings.readAll': () => settings.readAll(),
};

/** A stream opens in a browser only. The others call nothing. */
const others = [
  // Only a newer server is asked.
  'admins: accounts',
  'realtime: listen',
  'ApiError: ApiError refusesFilter lockedError outdatedError defaultMessage messageOf isMissing isResponseLost isWithoutAnswer',
  'addresses: apiBaseOf baseOf pathSegment collectionPath collectionsPage',
  'backups: backupAddress',
  'dialect: open isRecognized serverVersion isNewer isOutdated onRecognized onDoubted learn doubt isForeign versionOfHealth isOfAdmins adminPath adminsPath',
  'collections: verifyAfterError',
  'files: fileAddress',
  'health: recognized',
  'listedRecords: recordsPath listAddress',
  'recordTurns: countTurns isWrittenSince takeTurn',
  'recordPages: sourceText toAnswer toListed withFields',
  'recordWalk: isById',
  'responses: parseBody httpError abortError unreachableError unreadableError',
].flatMap((line) => {
  const [module, names = ''] = line.split(': ');
  return names.split(' ').map((name) => `${module}.${name}`);
});

const modules: Readonly<Record<string, object>> = {
  ApiError: apiErrors,
  accounts,
  addresses,
  adminSession,
  admins,
  appMeta,
  backups,
  collections,
  dialect,
  files,
  findRecord,
  health,
  listedRecords,
  logs,
  realtime,
  recordPages,
  recordTurns,
  recordWalk,
  records,
  responses,
  settings,
};

test('all functions of the api are named here', () => {
  const partsOfClient = ['callsUnderWay', 'client', 'upload'];
  const files = readdirSync('ui/backend').filter((file) => file.endsWith('.ts'));
  const found = files.map((file) => file.replace('.ts', ''));
  assert.equal(found.sort(), [...partsOfClient, ...Object.keys(modules)].sort());
  const exported = Object.entries(modules).flatMap(([name, module]) =>
    Object.entries(module).flatMap(([key, value]) => (typeof value === 'function' ? [`${name}.${key}`] : [])),
  );
  const known = [writes, passing, reads].flatMap(Object.keys);
  assert.equal(exported.sort(), [...known, ...others].sort());
});

/** Connects a page whose writes are locked; records the questions. */
function locked(answer: boolean | (() => Promise<boolean>)) {
  const backend = fakeBackend({});
  const asked: unknown[] = [];
  configureClient({
    apiBase,
    token: () => 'the token',
    confirmSession: () => true,
    onUnauthorized: () => {},
    onForbidden: () => {},
    onUnreachable: () => {},
    permitWrite(...write) {
      asked.push([write[0], write[1].isBackground]);
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

for (const [name, call] of Object.entries({ ...passing, ...reads })) {
  test(`${name} passes without a question`, async () => {
    const { backend, asked } = locked(false);
    await call().catch(() => {});
    assert.is(asked.length, 0);
    assert.ok(backend.calls.length > 0);
    const isRead = backend.calls.every(({ method }) => ['GET', 'HEAD'].includes(method));
    assert.is(isRead, name in reads);
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

test('the lock hears of the method and the background', async () => {
  const { asked } = locked(false);
  await records.remove('posts', 'a').catch(() => {});
  await records.update(postsCollection, 'a', withFile).catch(() => {});
  await settings.testS3('storage', { isBackground: true }).catch(() => {});
  assert.equal(asked, [
    ['DELETE', undefined],
    ['PATCH', undefined],
    ['POST', true],
  ]);
});

test('a session is renewed while writes are locked', async () => {
  const { backend } = locked(false);
  backend.answer('POST /api/admins/auth-refresh', { admin, token: adminToken() });
  assert.equal((await adminSession.refresh()).admin, admin);
});

test.run();
