import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as adminSession from '../../ui/backend/adminSession';
import { failure, fakeBackend, html, json, networkError } from '../support/backend';
import { admin, adminToken } from '../support/samples';
import { assertFails, connect } from './connect';

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

for (const [date, by] of [
  [new Date(now - 30 * 86_400_000).toUTCString(), '30 days '],
  [null, ''],
] as const) {
  test(`a clock that is wrong by ${by || 'an unknown time'} is told`, async () => {
    const message = `This computer's clock is ${by}ahead of the server's. Set it right, then sign in again.`;
    await assertFails(signInAtWrongTime(date), { kind: 'unreadable', message });
  });
}

test('a token that expires during the request says nothing about the clock', async () => {
  assert.equal(await signInAtWrongTime(new Date(now).toUTCString()), expired);
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

for (const [what, route, call] of [
  ['the sign-in', 'POST /api/admins/auth-with-password', () => adminSession.signIn('a@example.com', 'x')],
  ['the installer', 'POST /api/admins', () => adminSession.createFirst(newAdmin)],
  [
    'the forgotten password',
    'POST /api/admins/request-password-reset',
    () => adminSession.requestPasswordReset('a'),
  ],
  [
    'the new password',
    'POST /api/admins/confirm-password-reset',
    () => adminSession.confirmPasswordReset('t', 'x', 'x'),
  ],
] as const) {
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

for (const [what, answer] of [
  ['a server without such a collection', failure(404, 'Missing collection context.')],
  [
    'a 0.22 server with a collection of that name',
    { usernamePassword: true, emailPassword: true, authProviders: [] },
  ],
  ['a static host', html(200, '<html></html>')],
  ['a server that goes away', networkError],
] as const) {
  test(`${what} is not called newer: the first error is thrown`, async () => {
    connect(fakeBackend({ 'POST /api/admins/auth-with-password': unknownCall, [authMethodsRoute]: answer }));
    await assertFails(adminSession.signIn('a@example.com', 'x'), {
      kind: 'refused',
      status: 404,
      message: "The requested resource wasn't found.",
    });
  });
}

test('a refused sign-in asks nothing more, and does not affect the session', async () => {
  for (const status of [400, 401, 403, 429, 500]) {
    const backend = fakeBackend({ 'POST /api/admins/auth-with-password': failure(status, 'No.') });
    const page = connect(backend, 'older');
    await assertFails(adminSession.signIn('a@example.com', 'x'), { kind: 'refused', status, message: 'No.' });
    assert.equal([backend.calls.length, page.told], [1, []]);
  }
});

test.run();
