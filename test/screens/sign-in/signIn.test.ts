import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { configureClient } from '../../../ui/api/client';
import {
  createInstallerForm,
  createNewPasswordForm,
  createResetRequestForm,
  leadToInstallerOnFirstRun,
  serverName,
} from '../../../ui/screens/sign-in/signIn';
import * as session from '../../../ui/state/session';
import * as toasts from '../../../ui/state/toasts';
import { type FakeBackend, failure, fakeBackend, html, networkError } from '../../support/backend';
import { admin, adminToken } from '../../support/samples';
import { openPage, shownToasts, watchPageLoads } from './pages';

const signInRoute = 'POST /api/admins/auth-with-password';
const adminsRoute = 'POST /api/admins';
const mine = { admin, token: adminToken() };
const blank = { code: 'validation_required', message: 'Cannot be blank.' };

let backend: FakeBackend;

test.before.each(() => {
  backend = fakeBackend({ [signInRoute]: mine, [adminsRoute]: admin });
  openPage(backend, '/login');
});
test.after.each(() => {
  session.end();
  toasts.closeAll();
  mock.restoreAll();
});

test('the first admin is created and signed in', async () => {
  const form = createInstallerForm();
  const values = { email: 'root@example.com', password: '1234567890', passwordConfirm: '1234567890' };
  form.set('email', values.email);
  for (const key of ['password', 'passwordConfirm'] as const) form.set(key, values[key]);
  assert.is(await form.submit(), true);
  assert.equal(
    backend.calls.map(({ body }) => body),
    [values, { identity: 'root@example.com', password: '1234567890' }],
  );
  assert.is(session.isSignedIn(), true);
});

test('a refused first admin is reported in a toast and at the inputs, without a sign-in', async () => {
  backend.answer(
    adminsRoute,
    failure(400, 'Something went wrong.', { email: blank, passwordConfirm: blank }),
  );
  const form = createInstallerForm();
  assert.is(await form.submit(), false);
  assert.equal(form.state.errors, { email: blank, passwordConfirm: blank });
  assert.equal(shownToasts(), ['error: Something went wrong.']);
  assert.is(backend.calls.length, 1);
  assert.is(session.isSignedIn(), false);
});

test('the form requests a password reset mail', async () => {
  backend.answer('POST /api/admins/request-password-reset', null);
  const form = createResetRequestForm();
  form.set('email', 'root@example.com');
  assert.is(await form.submit(), true);
  assert.equal(backend.calls[0]?.body, { email: 'root@example.com' });
});

test('a new password is sent with the token of the mail, and success is reported', async () => {
  backend.answer('POST /api/admins/confirm-password-reset', null);
  const form = createNewPasswordForm('mail token');
  for (const key of ['password', 'passwordConfirm'] as const) form.set(key, '1234567890');
  assert.is(await form.submit(), true);
  assert.equal(backend.calls[0]?.body, {
    token: 'mail token',
    password: '1234567890',
    passwordConfirm: '1234567890',
  });
  assert.equal(shownToasts(), ['success: Successfully set a new admin password.']);
});

test('a refused token is reported', async () => {
  const invalidToken = { code: 'validation_invalid_token', message: 'Invalid or expired token.' };
  backend.answer('POST /api/admins/confirm-password-reset', failure(400, 'No.', { token: invalidToken }));
  const form = createNewPasswordForm('x');
  assert.is(await form.submit(), false);
  assert.equal(form.state.errors, { token: invalidToken });
});

test('a page below /_/ sends no request, because its server redirects to the installer', async () => {
  const loads = watchPageLoads();
  for (const page of ['/_/', '/pb/_/']) {
    openPage(backend, '/login', page);
    await leadToInstallerOnFirstRun();
  }
  assert.is(backend.calls.length, 0);
  assert.equal(loads, []);
});

const firstRuns: Array<[what: string, answer: unknown, loads: string[]]> = [
  [
    'without an admin opens the installer',
    failure(400, 'Failed.', { email: blank }),
    ['/lowline/?installer'],
  ],
  ['with an admin stays open', failure(401, 'No.'), []],
  ['with an unreachable server stays open', networkError, []],
  ['with a web page as the response stays open', html(200, '<html></html>'), []],
];

for (const [what, answer, expected] of firstRuns) {
  test(`a page elsewhere ${what}`, async () => {
    const loads = watchPageLoads();
    openPage(backend, '/login', '/lowline/');
    backend.answer(adminsRoute, answer as object);
    await leadToInstallerOnFirstRun();
    assert.is(backend.calls.length, 1);
    assert.equal(loads, expected);
    assert.equal(shownToasts(), []);
  });
}

const servers: Array<[apiBase: string, name: string]> = [
  ['https://api.example.com/api/', 'api.example.com'],
  ['http://10.0.0.2:8090/pb/api/', '10.0.0.2:8090/pb'],
  ['http://localhost/api/', 'localhost'],
];
for (const [apiBase, name] of servers) {
  test(`the server name for ${apiBase} is ${name}`, () => {
    const nobody = () => {};
    configureClient({
      apiBase,
      token: () => '',
      confirmSession: async () => true,
      onUnauthorized: nobody,
      onForbidden: nobody,
      onUnreachable: nobody,
    });
    assert.is(serverName(), name);
  });
}

test.run();
