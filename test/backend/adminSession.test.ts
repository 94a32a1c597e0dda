import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as adminSession from '../../ui/backend/adminSession';
import { failure, fakeBackend, html, json, networkError } from '../support/backend';
import { resetDom } from '../support/dom';
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
const healthRoute = 'GET /api/health';
const newerHealth = { code: 200, message: 'API is healthy.', data: {} };
const newAdmin = { email: 'a@example.com', password: '1234567890', passwordConfirm: '1234567890' };

for (const [what, call, path, answer] of [
  [
    'the sign-in',
    () => adminSession.signIn('a@example.com', 'x'),
    'auth-with-password',
    { record: admin, token: adminToken() },
  ],
  ['the installer', () => adminSession.createFirst(newAdmin), 'records', admin],
  ['the forgotten password', () => adminSession.requestPasswordReset('a'), 'request-password-reset', null],
  [
    'the new password',
    () => adminSession.confirmPasswordReset('t', 'x', 'x'),
    'confirm-password-reset',
    null,
  ],
] as const) {
  test(`${what} goes on where a server was not recognized before and is a newer one`, async () => {
    const older = `POST /api/admins${path === 'records' ? '' : `/${path}`}`;
    const newer = `POST /api/collections/_superusers/${path}`;
    const backend = fakeBackend({ [older]: unknownCall, [newer]: answer, [healthRoute]: newerHealth });
    resetDom();
    connect(backend, 'older');
    await call();
    assert.equal(
      backend.calls.map((one) => `${one.method} ${one.path}`),
      [older, healthRoute, newer],
    );
    assert.ok(backend.calls.every(({ headers }) => !('authorization' in headers)));
  });
}

for (const [what, answer] of [
  ['a server of 0.22', { code: 200, data: { canBackup: true } }],
  ['a static host', html(200, '<html></html>')],
  ['a server that goes away', networkError],
] as const) {
  test(`${what} is not called newer: the first error is thrown`, async () => {
    resetDom();
    connect(fakeBackend({ 'POST /api/admins/auth-with-password': unknownCall, [healthRoute]: answer }));
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
