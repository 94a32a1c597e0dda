// Tests the request of each call of the API, and how the call reads unusual responses.
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError, isMissing } from '../../ui/backend/ApiError';
import * as accounts from '../../ui/backend/accounts';
import * as adminSession from '../../ui/backend/adminSession';
import * as admins from '../../ui/backend/admins';
import * as appMeta from '../../ui/backend/appMeta';
import { fullList } from '../../ui/backend/client';
import * as collections from '../../ui/backend/collections';
import * as files from '../../ui/backend/files';
import * as health from '../../ui/backend/health';
import * as listedRecords from '../../ui/backend/listedRecords';
import * as records from '../../ui/backend/records';
import * as settings from '../../ui/backend/settings';
import { authProviders } from '../../ui/model/authProviders';
import type { Collection } from '../../ui/model/collection';
import { fakeBackend, type Given, html } from '../support/backend';
import { admin, adminToken, listOf, post, postsCollection, settings as sample } from '../support/samples';
import { assertFails, connect, settle } from './connect';

test.after.each(() => mock.timers.reset());

const session = { admin, token: adminToken() };
const passwords = { password: 'new', passwordConfirm: 'again' };
const values = { title: 'x', meta: '{"a":1.0}', views: null, 'pictures-': ['a.png'] };
const posts = { ...postsCollection, id: 'a/b' } as unknown as Collection;
const tokenGroups =
  'recordAuthToken,recordVerificationToken,recordPasswordResetToken,recordEmailChangeToken,recordFileToken,' +
  'adminAuthToken,adminPasswordResetToken,adminFileToken';
const providers = Object.fromEntries(authProviders.map((name) => [`${name}Auth`, sample.googleAuth]));
const wholeSettings = { ...sample, ...providers };
const imported = { collections: [postsCollection], deleteMissing: false };
const parts = {
  application: 'meta',
  mail: 'meta,smtp',
  storage: 's3',
  logs: 'logs',
  tokens: tokenGroups,
  authProviders: authProviders.map((name) => `${name}Auth`).join(),
};
const named = 'collections/a%2Fb';
const rows = `${named}/records`;
const counted = { page: '1', perPage: '1', fields: 'id' };
const noFiles = { values, files: [] };

const one = { answer: postsCollection };
const apple = { clientId: 'id', teamId: 'team', keyId: 'key', privateKey: 'text', duration: 60 };
const email = 'a@b.c';
const person = { email, ...passwords };
const token = 't';
const list = listOf([postsCollection], 200);
const onePost = { answer: post };

/** `request` begins with "guest" for a call without a token. The server returns `answer`, or nothing. */
const calls: [
  call: () => Promise<unknown>,
  request: string,
  body?: unknown,
  more?: { query?: object; answer?: unknown },
][] = [
  [() => health.check(), 'guest GET health'],
  [
    () => adminSession.signIn(email, 'secret'),
    'guest POST admins/auth-with-password',
    { identity: email, password: 'secret' },
    { answer: session },
  ],
  [() => adminSession.refresh(), 'POST admins/auth-refresh', null, { answer: session }],
  [() => adminSession.createFirst(person), 'guest POST admins', person, { answer: admin }],
  [() => adminSession.needsFirst(), 'guest POST admins', {}],
  [() => adminSession.requestPasswordReset(email), 'guest POST admins/request-password-reset', { email }],
  [
    () => adminSession.confirmPasswordReset(token, 'new', 'again'),
    'guest POST admins/confirm-password-reset',
    { token, ...passwords },
  ],
  [() => admins.create(person), 'POST admins', person, { answer: admin }],
  [() => admins.update('a/b', { avatar: 2 }), 'PATCH admins/a%2Fb', { avatar: 2 }, { answer: admin }],
  [() => admins.remove('a/b'), 'DELETE admins/a%2Fb'],
  [() => appMeta.get(), 'GET settings', null, { query: { fields: 'meta' }, answer: { meta: sample.meta } }],
  [() => accounts.requestVerification('a/b', email), `POST ${named}/request-verification`, { email }],
  [() => accounts.requestPasswordReset('a/b', email), `POST ${named}/request-password-reset`, { email }],
  [() => accounts.confirmVerification('a/b', token), `guest POST ${named}/confirm-verification`, { token }],
  [
    () => accounts.confirmPasswordReset('a/b', { token, ...passwords }),
    `guest POST ${named}/confirm-password-reset`,
    { token, ...passwords },
  ],
  [
    () => accounts.confirmEmailChange('a/b', token, 'secret'),
    `guest POST ${named}/confirm-email-change`,
    { token, password: 'secret' },
  ],
  [
    () => collections.listAll(),
    'GET collections',
    null,
    { query: { page: '1', perPage: '200', sort: '+name' }, answer: list },
  ],
  [() => collections.get('a/b'), `GET ${named}`, null, one],
  [() => collections.create({ name: 'a' }), 'POST collections', { name: 'a' }, one],
  [() => collections.update('a/b', { listRule: null }), `PATCH ${named}`, { listRule: null }, one],
  [() => collections.remove('a/b'), `DELETE ${named}`],
  // Nothing that is missing in the import may be deleted.
  [() => collections.importAll(imported), 'PUT collections/import', imported],
  [
    () => listedRecords.list('a/b', { page: '2', sort: '-created' }),
    `GET ${rows}`,
    null,
    { query: { page: '2', sort: '-created', skipTotal: '1' }, answer: list },
  ],
  [() => listedRecords.count('a/b', ''), `GET ${rows}`, null, { query: counted, answer: list }],
  [
    () => listedRecords.count('a/b', 'title ~ "é"'),
    `GET ${rows}`,
    null,
    { query: { ...counted, filter: 'title ~ "é"' }, answer: list },
  ],
  [() => records.get(posts, 'ä?#'), `GET ${rows}/%C3%A4%3F%23`, null, onePost],
  [() => records.create(posts, noFiles), `POST ${rows}`, values, onePost],
  [
    () => records.update(posts, 'x y', noFiles, { expand: ['author', 'other'] }),
    `PATCH ${rows}/x%20y`,
    values,
    { query: { expand: 'author,other' }, answer: post },
  ],
  [() => records.remove('a/b', '100%'), `DELETE ${rows}/%31%30%30%25`],
  [() => records.listExternalAuths('a/b', 'r'), `GET ${rows}/r/external-auths`, null, { answer: [] }],
  [() => records.unlink('a/b', 'r', 'a/b'), `DELETE ${rows}/r/external-auths/a%2Fb`],
  [() => files.requestToken(), 'POST files/token', null, { answer: { token: 'a.b.c' } }],
  ...Object.entries(parts).map(([part, fields]): (typeof calls)[number] => [
    () => settings.read(part as 'mail'),
    'GET settings',
    null,
    { query: { fields }, answer: wholeSettings },
  ]),
  [
    () => settings.update('logs', { logs: { logIp: false } }),
    'PATCH settings',
    { logs: { logIp: false } },
    { query: { fields: 'logs' }, answer: sample },
  ],
  [
    () => settings.testMail(email, 'password-reset'),
    'POST settings/test/email',
    { email, template: 'password-reset' },
  ],
  [() => settings.testS3('backups'), 'POST settings/test/s3', { filesystem: 'backups' }],
  [
    () => settings.generateAppleSecret(apple),
    'POST settings/apple/generate-client-secret',
    apple,
    { answer: { secret: 'made' } },
  ],
];

for (const [call, request, body = null, { query = {}, answer = null } = {}] of calls) {
  test(`sends ${request} ${JSON.stringify(query)}`, async () => {
    const [path = '', method = '', guest] = request.split(' ').reverse();
    const pattern = path.split('/').map((part) => (part.includes('%') ? `:${part.length}` : part));
    const backend = fakeBackend({ [`${method} /api/${pattern.join('/')}`]: answer as Given });
    connect(backend, 'the token');
    await call();
    assert.equal(
      backend.calls.map((sent) => [sent.method, sent.path, sent.query, sent.body]),
      [[method, `/api/${path}`, query, body]],
    );
    assert.is(backend.calls[0]?.headers['authorization'], guest ? undefined : 'the token');
  });
}

const { schema: _, ...withoutSchema } = postsCollection;
const asRead = (given: Given) => ({ 'GET /api/settings': given });
const listRoute = 'GET /api/collections/:collection/records';
const auths = 'GET /api/collections/:collection/records/:id/external-auths';

const providersOf = () => records.listExternalAuths('u', 'r');
const appleRoute = 'POST /api/settings/apple/generate-client-secret';

for (const [what, given, call, message] of [
  [
    'an admin',
    { 'POST /api/admins/auth-with-password': { token: 'x' } },
    () => adminSession.signIn('a', 'b'),
    /admin/,
  ],
  ['a name', asRead({ meta: {} }), () => appMeta.get(), /meta\.appName/],
  [
    'a key of a group',
    asRead({ meta: { appName: 'A' } }),
    () => settings.read('application'),
    /meta\.appUrl/,
  ],
  ['the days of logs', asRead({ logs: { minLevel: 0 } }), () => settings.read('logs'), /maxDays/],
  ['data, by a portal', asRead(html(200, '<p>A portal</p>')), () => settings.read('tokens'), /web page/],
  ['a saved group', { 'PATCH /api/settings': { s3: null } }, () => settings.update('storage', {}), /s3/],
  ['a secret for Apple', { [appleRoute]: {} }, () => settings.generateAppleSecret(apple), /secret/],
  [
    'a schema',
    { 'GET /api/collections': listOf([withoutSchema], 200) },
    () => collections.listAll(),
    /items\.0\.schema is not what was expected/,
  ],
  ['an id', { [listRoute]: listOf([{ title: 'x' }]) }, () => listedRecords.list('a', {}), /items\.0\.id/],
  ['a list of providers', { [auths]: {} }, providersOf, /read/],
  ['the id of a provider', { [auths]: [{ provider: 'a' }] }, providersOf, /expected/],
  ['a file token', { 'POST /api/files/token': {} }, () => files.requestToken(), /token is not/],
] as const) {
  test(`an answer without ${what} is unreadable`, async () => {
    connect(fakeBackend(given), 't');
    await assertFails(call(), { kind: 'unreadable', message });
  });
}

test('a collection with keys of a newer server and null in place of lists is accepted', async () => {
  const collection = { ...postsCollection, type: 'future', indexes: null, options: null, newer: { x: 1 } };
  connect(fakeBackend({ 'GET /api/collections': listOf([collection], 200) }), 't');
  assert.equal(await collections.listAll(), [collection as never]);
});

for (const [what, route, run, ms] of [
  ['a test mail', 'POST /api/settings/test/email', () => settings.testMail('a@b.c', 'verification'), 30_000],
  ['a test of a storage', 'POST /api/settings/test/s3', () => settings.testS3('storage'), 30_000],
  ['health', 'GET /api/health', () => health.check(), 5_000],
] as const) {
  test(`${what} times out after ${ms} ms`, async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const backend = fakeBackend();
    connect(backend);
    backend.hold(route);
    const failing = assertFails(run(), {
      kind: 'timeout',
      message: new RegExp(`within ${ms / 1000} seconds`),
    });
    mock.timers.tick(ms - 1);
    await settle();
    assert.not(backend.calls[0]?.signal?.aborted);
    mock.timers.tick(1);
    await failing;
  });
}

test('a newer list, count or name of the application cancels only the older one of its kind', async () => {
  const backend = fakeBackend({ [listRoute]: listOf([post]), ...asRead({ meta: sample.meta }) });
  connect(backend, 't');
  const releases = [backend.hold(listRoute), backend.hold('GET /api/settings')];
  const { signal } = new AbortController();
  const kinds = [() => listedRecords.list('a', {}), () => listedRecords.count('a', ''), () => appMeta.get()];
  const own = [1, 2].map(() => listedRecords.count('a', '', { signal }));
  const older = kinds.map((call) => assertFails(call(), { kind: 'aborted' }));
  const newer = kinds.map((call) => call());
  await Promise.all(older);
  for (const release of releases) release();
  await Promise.all<unknown>([...newer, ...own]);
});

test('a read stops with its signal', async () => {
  const backend = fakeBackend();
  connect(backend, 't');
  const controller = new AbortController();
  const { signal } = controller;
  const reads = [
    () => listedRecords.count('a', '', { signal }),
    () => records.get(posts, 'x', { signal }),
    () => settings.read('mail', signal),
    () => collections.listAll(signal),
  ].map((call) => assertFails(call(), { kind: 'aborted' }));
  controller.abort();
  await Promise.all(reads);
});

for (const [what, error, expected] of [
  ['404', new ApiError({ kind: 'refused', url: '', status: 404, message: 'No.' }), true],
  ['403', new ApiError({ kind: 'refused', url: '', status: 403, message: 'No.' }), false],
  ['another error', new Error('404'), false],
  ['a look-alike', { status: 404 }, false],
  ['nothing', undefined, false],
] as const) {
  test(`${what} ${expected ? 'means' : 'does not mean'} that a thing is missing`, () =>
    assert.is(isMissing(error), expected));
}

/** Reads all pages; '' stands for a page that fails. Returns the rows and the numbers of the pages. */
async function readAll(totalItems: number, perPage: number, pages: string[]) {
  const asked: number[] = [];
  const read = fullList(async (page) => {
    asked.push(page);
    const text = pages[page - 1];
    if (text === undefined) throw new Error(`no page ${page}`);
    // The first of several pages comes last.
    if (page > 1) for (let turn = page; turn < 9; turn += 1) await Promise.resolve();
    return { page, perPage, totalItems, items: [...text] };
  });
  return { rows: await read.catch((error: Error) => [error.message]), asked: asked.join('') };
}

for (const [what, total, perPage, pages, rows, asked] of [
  ['one page', 2, 2, ['ab'], 'ab', '1'],
  ['no row', 0, 2, [''], '', '1'],
  ['three pages, in their order', 5, 2, ['ab', 'cd', 'e'], 'abcde', '123'],
  ['a list that gets shorter meanwhile', 5, 2, ['ab', 'd', ''], 'abd', '123'],
  ['no total', -1, 2, ['a'], 'a', '1'],
  ['no page size', 5, 0, ['a'], 'a', '1'],
  ['a page that fails', 4, 2, ['ab'], 'no page 2', '12'],
] as const) {
  test(`all rows of a list: ${what}`, async () => {
    const read = await readAll(total, perPage, [...pages]);
    assert.equal([read.rows.join(''), read.asked], [rows, asked]);
  });
}

test.run();
