import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as adminSession from '../../ui/api/adminSession';
import { failure, fakeBackend, html, json, networkError } from '../support/backend';
import { admin, adminToken } from '../support/samples';
import { assertFails, connect } from './connect';

const session = { admin, token: adminToken() };
const hasToken = (headers: Readonly<Record<string, string>>) => 'authorization' in headers;

test('a sign-in sends e-mail and password as a guest, even during a session', async () => {
  const backend = fakeBackend({ 'POST /api/admins/auth-with-password': session });
  connect(backend, 'older');
  assert.equal(await adminSession.signIn('root@example.com', 'secret'), session);
  assert.equal(backend.calls[0]?.body, { identity: 'root@example.com', password: 'secret' });
  assert.not(hasToken(backend.calls[0]?.headers ?? {}));
});

test('a refused sign-in does not affect the session', async () => {
  const backend = fakeBackend({
    'POST /api/admins/auth-with-password': failure(400, 'Failed to authenticate.'),
  });
  const page = connect(backend, 'older');
  await assertFails(adminSession.signIn('root@example.com', 'wrong'), {
    kind: 'refused',
    status: 400,
    message: 'Failed to authenticate.',
  });
  assert.equal(page.told, []);
});

test('a sign-in response without an admin is unreadable', async () => {
  connect(fakeBackend({ 'POST /api/admins/auth-with-password': { token: 'x', record: {} } }));
  await assertFails(adminSession.signIn('a', 'b'), { kind: 'unreadable', message: /admin/ });
});

const now = 1_800_000_000_000;
const expired = { admin, token: adminToken(now / 1000 - 86_400) };

async function signInAtWrongTime(date: string | null) {
  mock.timers.enable({ apis: ['Date'], now });
  const backend = fakeBackend({ 'POST /api/admins/auth-with-password': expired, 'GET /api/health': {} });
  const dated: typeof fetch = async (...call) => {
    const answer = await backend.fetch(...call);
    if (date) answer.headers.set('Date', date);
    return answer;
  };
  connect({ ...backend, fetch: dated });
  try {
    return await adminSession.signIn('root@example.com', 'secret');
  } finally {
    mock.timers.reset();
  }
}

test('a token that is expired by the local clock reports the wrong clock and its difference', () =>
  assertFails(signInAtWrongTime(new Date(now - 30 * 86_400_000).toUTCString()), {
    kind: 'unreadable',
    message: "This computer's clock is 30 days ahead of the server's. Set it right, then sign in again.",
  }).then(() => {}));

test('without a server time the clock is still reported as wrong', () =>
  assertFails(signInAtWrongTime(null), {
    kind: 'unreadable',
    message: "This computer's clock is ahead of the server's. Set it right, then sign in again.",
  }).then(() => {}));

test('a token that expires during the request says nothing about the clock', async () => {
  assert.equal(await signInAtWrongTime(new Date(now).toUTCString()), expired);
});

test('a refresh sends the token and returns a new session', async () => {
  const backend = fakeBackend({ 'POST /api/admins/auth-refresh': session });
  connect(backend, 'the token');
  assert.equal(await adminSession.refresh(), session);
  assert.is(backend.calls[0]?.headers['authorization'], 'the token');
  assert.is(backend.calls[0]?.body, null);
});

test('an admin is created as a guest, and the error names the fields', async () => {
  const backend = fakeBackend({ 'POST /api/admins': admin });
  connect(backend, 'older');
  const body = { email: 'root@example.com', password: '1234567890', passwordConfirm: '1234567890' };
  assert.equal(await adminSession.createFirst(body), admin);
  assert.equal(backend.calls[0]?.body, body);
  assert.not(hasToken(backend.calls[0]?.headers ?? {}));

  const mismatch = { code: 'validation_values_mismatch', message: "Values don't match." };
  backend.answer('POST /api/admins', failure(400, 'Failed.', { passwordConfirm: mismatch }));
  const error = await assertFails(adminSession.createFirst(body), { kind: 'refused' });
  assert.equal(error.fields, { passwordConfirm: mismatch });
});

test('a password reset is requested and confirmed as a guest, and both responses are empty', async () => {
  const backend = fakeBackend({
    'POST /api/admins/request-password-reset': null,
    'POST /api/admins/confirm-password-reset': null,
  });
  connect(backend, 'older');
  assert.is(await adminSession.requestPasswordReset('root@example.com'), undefined);
  assert.is(await adminSession.confirmPasswordReset('mail token', 'new password', 'again'), undefined);
  assert.equal(
    backend.calls.map(({ body }) => body),
    [
      { email: 'root@example.com' },
      { token: 'mail token', password: 'new password', passwordConfirm: 'again' },
    ],
  );
  assert.not(backend.calls.some(({ headers }) => hasToken(headers)));
});

const createRoute = 'POST /api/admins';
const blank = { code: 'validation_required', message: 'Cannot be blank.' };

test('a server that reports only a blank e-mail and password has no admin yet', async () => {
  const backend = fakeBackend({ [createRoute]: failure(400, 'Failed.', { email: blank, password: blank }) });
  const page = connect(backend, 't');
  assert.is(await adminSession.needsFirst(), true);
  assert.equal(backend.calls[0]?.body, {});
  assert.not('authorization' in (backend.calls[0]?.headers ?? {}));
  assert.equal(page.told, []);
});

for (const status of [401, 403, 404, 500]) {
  test(`a server that responds with ${status} has admins`, async () => {
    const page = connect(fakeBackend({ [createRoute]: failure(status, 'No.') }), 't');
    assert.is(await adminSession.needsFirst(), false);
    assert.equal(page.told, []);
  });
}

test('an unreachable server, or a web page in its place, throws', async () => {
  const backend = fakeBackend({ [createRoute]: networkError });
  connect(backend);
  await assertFails(adminSession.needsFirst(), { kind: 'unreachable' });
  backend.answer(createRoute, html(200, '<html></html>'));
  await assertFails(adminSession.needsFirst(), { kind: 'unreadable' });
});

// Recorded responses of servers 0.23.12 and 0.36.9.
const unknownCall = json(404, { data: {}, message: "The requested resource wasn't found.", status: 404 });
const authMethodsRoute = 'GET /api/collections/_superusers/auth-methods';
const authMethods = {
  password: { identityFields: ['email'], enabled: true },
  oauth2: { providers: [], enabled: false },
  mfa: { enabled: false, duration: 0 },
  otp: { enabled: false, duration: 0 },
  authProviders: null,
  usernamePassword: false,
  emailPassword: true,
};
const newer = 'This server is PocketBase 0.23 or newer. Lowline is for 0.22.';
const newAdmin = { email: 'a@example.com', password: '1234567890', passwordConfirm: '1234567890' };

const calls: Array<[what: string, route: string, call: () => Promise<unknown>]> = [
  ['the sign-in', 'POST /api/admins/auth-with-password', () => adminSession.signIn('a@example.com', 'x')],
  ['the installer', 'POST /api/admins', () => adminSession.createFirst(newAdmin)],
  [
    'the forgotten password',
    'POST /api/admins/request-password-reset',
    () => adminSession.requestPasswordReset('a@example.com'),
  ],
  [
    'the new password',
    'POST /api/admins/confirm-password-reset',
    () => adminSession.confirmPasswordReset('t', 'x', 'x'),
  ],
];

for (const [what, route, call] of calls) {
  test(`${what} names a newer server`, async () => {
    const backend = fakeBackend({ [route]: unknownCall, [authMethodsRoute]: authMethods });
    connect(backend, 'older');
    await assertFails(call(), { kind: 'refused', status: 404, message: newer });
    assert.equal(
      backend.calls.map(({ method, path }) => `${method} ${path}`),
      [route, authMethodsRoute],
    );
    assert.not('authorization' in (backend.calls[1]?.headers ?? {}));
  });
}

const others: Array<[what: string, answer: unknown]> = [
  ['a server without such a collection', failure(404, 'Missing collection context.')],
  [
    'a 0.22 server with a collection of that name',
    { usernamePassword: true, emailPassword: true, onlyVerified: false, authProviders: [] },
  ],
  ['a static host', html(200, '<html></html>')],
  ['a server that goes away', networkError],
];

for (const [what, answer] of others) {
  test(`${what} is not called newer: the first error is thrown`, async () => {
    connect(
      fakeBackend({
        'POST /api/admins/auth-with-password': unknownCall,
        [authMethodsRoute]: answer as object,
      }),
    );
    await assertFails(adminSession.signIn('a@example.com', 'x'), {
      kind: 'refused',
      status: 404,
      message: "The requested resource wasn't found.",
    });
  });
}

for (const status of [400, 401, 403, 429, 500]) {
  test(`no further request follows a ${status}`, async () => {
    const backend = fakeBackend({ 'POST /api/admins/auth-with-password': failure(status, 'No.') });
    connect(backend);
    await assertFails(adminSession.signIn('a@example.com', 'x'), { kind: 'refused', status, message: 'No.' });
    assert.is(backend.calls.length, 1);
  });
}

test.run();
