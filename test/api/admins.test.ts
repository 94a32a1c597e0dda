import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as admins from '../../ui/api/admins';
import { failure, fakeBackend } from '../support/backend';
import { admin, adminToken } from '../support/samples';
import { assertFails, connect } from './connect';

const session = { admin, token: adminToken() };
const hasToken = (headers: Readonly<Record<string, string>>) => 'authorization' in headers;

test('signing in sends e-mail and password as a guest, also while there is a session', async () => {
  const backend = fakeBackend({ 'POST /api/admins/auth-with-password': session });
  connect(backend, 'older');
  assert.equal(await admins.signIn('root@example.com', 'secret'), session);
  assert.equal(backend.calls[0]?.body, { identity: 'root@example.com', password: 'secret' });
  assert.not(hasToken(backend.calls[0]?.headers ?? {}));
});

test('a refused sign-in leaves the session alone', async () => {
  const backend = fakeBackend({
    'POST /api/admins/auth-with-password': failure(400, 'Failed to authenticate.'),
  });
  const page = connect(backend, 'older');
  await assertFails(admins.signIn('root@example.com', 'wrong'), {
    kind: 'refused',
    status: 400,
    message: 'Failed to authenticate.',
  });
  assert.equal(page.told, []);
});

test('an answer to the sign-in without an admin in it is unreadable', async () => {
  connect(fakeBackend({ 'POST /api/admins/auth-with-password': { token: 'x', record: {} } }));
  await assertFails(admins.signIn('a', 'b'), { kind: 'unreadable', message: /admin/ });
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
    return await admins.signIn('root@example.com', 'secret');
  } finally {
    mock.timers.reset();
  }
}

test('a token that has run out by the clock here says that the clock is wrong, and by how much', () =>
  assertFails(signInAtWrongTime(new Date(now - 30 * 86_400_000).toUTCString()), {
    kind: 'unreadable',
    message: "This computer's clock is 30 days ahead of the server's. Set it right, then sign in again.",
  }).then(() => {}));

test('where the server tells no time, the clock is wrong all the same', () =>
  assertFails(signInAtWrongTime(null), {
    kind: 'unreadable',
    message: "This computer's clock is ahead of the server's. Set it right, then sign in again.",
  }).then(() => {}));

test('a token that ran out on its way is no matter of the clock', async () => {
  assert.equal(await signInAtWrongTime(new Date(now).toUTCString()), expired);
});

test('a refresh goes with the token and gives a new session', async () => {
  const backend = fakeBackend({ 'POST /api/admins/auth-refresh': session });
  connect(backend, 'the token');
  assert.equal(await admins.refresh(), session);
  assert.is(backend.calls[0]?.headers['authorization'], 'the token');
  assert.is(backend.calls[0]?.body, null);
});

test('an admin is made as a guest, and the refusal names the fields', async () => {
  const backend = fakeBackend({ 'POST /api/admins': admin });
  connect(backend, 'older');
  const body = { email: 'root@example.com', password: '1234567890', passwordConfirm: '1234567890' };
  assert.equal(await admins.create(body), admin);
  assert.equal(backend.calls[0]?.body, body);
  assert.not(hasToken(backend.calls[0]?.headers ?? {}));

  const mismatch = { code: 'validation_values_mismatch', message: "Values don't match." };
  backend.answer('POST /api/admins', failure(400, 'Failed.', { passwordConfirm: mismatch }));
  const error = await assertFails(admins.create(body), { kind: 'refused' });
  assert.equal(error.fields, { passwordConfirm: mismatch });
});

test('a password reset is asked for and confirmed as a guest, and both answer with nothing', async () => {
  const backend = fakeBackend({
    'POST /api/admins/request-password-reset': null,
    'POST /api/admins/confirm-password-reset': null,
  });
  connect(backend, 'older');
  assert.is(await admins.requestPasswordReset('root@example.com'), undefined);
  assert.is(await admins.confirmPasswordReset('mail token', 'new password', 'again'), undefined);
  assert.equal(
    backend.calls.map(({ body }) => body),
    [
      { email: 'root@example.com' },
      { token: 'mail token', password: 'new password', passwordConfirm: 'again' },
    ],
  );
  assert.not(backend.calls.some(({ headers }) => hasToken(headers)));
});

test.run();
