// The recorded answers of servers of 0.23.12 and 0.36.9.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as admins from '../../ui/api/admins';
import { failure, fakeBackend, html, json, networkError } from '../support/backend';
import { assertFails, connect } from './connect';

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
  ['the sign-in', 'POST /api/admins/auth-with-password', () => admins.signIn('a@example.com', 'x')],
  ['the installer', 'POST /api/admins', () => admins.create(newAdmin)],
  [
    'the forgotten password',
    'POST /api/admins/request-password-reset',
    () => admins.requestPasswordReset('a@example.com'),
  ],
  [
    'the new password',
    'POST /api/admins/confirm-password-reset',
    () => admins.confirmPasswordReset('t', 'x', 'x'),
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
  test(`${what} is not called newer: the first answer is told`, async () => {
    connect(
      fakeBackend({
        'POST /api/admins/auth-with-password': unknownCall,
        [authMethodsRoute]: answer as object,
      }),
    );
    await assertFails(admins.signIn('a@example.com', 'x'), {
      kind: 'refused',
      status: 404,
      message: "The requested resource wasn't found.",
    });
  });
}

for (const status of [400, 401, 403, 429, 500]) {
  test(`nothing more is asked after a ${status}`, async () => {
    const backend = fakeBackend({ 'POST /api/admins/auth-with-password': failure(status, 'No.') });
    connect(backend);
    await assertFails(admins.signIn('a@example.com', 'x'), { kind: 'refused', status, message: 'No.' });
    assert.is(backend.calls.length, 1);
  });
}

test.run();
