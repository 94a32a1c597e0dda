import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as accounts from '../../ui/api/accounts';
import { failure, fakeBackend, html, networkError } from '../support/backend';
import { adminToken } from '../support/samples';
import { assertFails, connect } from './connect';

const newPassword = { token: 'mail.token.x', password: 'new password', passwordConfirm: 'again' };

const calls: Array<[act: string, call: (id: string) => Promise<void>, body: object]> = [
  [
    'confirm-verification',
    (id) => accounts.confirmVerification(id, 'mail.token.x'),
    { token: 'mail.token.x' },
  ],
  ['confirm-password-reset', (id) => accounts.confirmPasswordReset(id, newPassword), newPassword],
  [
    'confirm-email-change',
    (id) => accounts.confirmEmailChange(id, 'mail.token.x', 'secret'),
    { token: 'mail.token.x', password: 'secret' },
  ],
];

for (const [act, call, body] of calls) {
  const route = `POST /api/collections/:collection/${act}`;

  test(`${act} is sent to the collection as a guest, even during an admin’s session`, async () => {
    const backend = fakeBackend({ [route]: null });
    const page = connect(backend, adminToken());
    assert.is(await call('_pb_users_auth_'), undefined);
    assert.is(backend.calls.length, 1);
    assert.is(backend.calls[0]?.path, `/api/collections/_pb_users_auth_/${act}`);
    assert.equal(backend.calls[0]?.body, body);
    assert.not('authorization' in (backend.calls[0]?.headers ?? {}));
    assert.equal(page.told, []);
  });

  test(`${act} escapes an id as one path segment, with any characters`, async () => {
    const backend = fakeBackend({ [route]: null });
    connect(backend);
    for (const id of ['a/b', '?x', '#x', 'a%20b', '100%25', 'ü']) await call(id);
    assert.equal(
      backend.callsTo(route).map(({ params }) => params['collection']),
      ['a/b', '?x', '#x', 'a%20b', '100%25', 'ü'],
    );
  });

  test(`no error of ${act} affects the session of an admin`, async () => {
    const backend = fakeBackend();
    const page = connect(backend, adminToken());
    for (const status of [400, 401, 403, 404, 500]) {
      backend.answer(route, failure(status, `Refused with ${status}.`));
      await assertFails(call('users'), { kind: 'refused', status, message: `Refused with ${status}.` });
    }
    assert.equal(page.told, []);
  });

  test(`${act} reports field errors, a missing response and an invalid response`, async () => {
    const invalid = { code: 'validation_invalid_token', message: 'Invalid or expired token.' };
    const backend = fakeBackend({ [route]: failure(400, 'An error occurred.', { token: invalid }) });
    const page = connect(backend, adminToken());
    const { fields } = await assertFails(call('users'), { kind: 'refused', status: 400 });
    assert.equal(fields, { token: invalid });
    backend.answer(route, html(200, '<!doctype html>'));
    await assertFails(call('users'), { kind: 'unreadable' });
    assert.equal(page.told, []);
    backend.answer(route, networkError);
    await assertFails(call('users'), { kind: 'unreachable', status: 0 });
    assert.equal(page.told, ['unreachable']);
  });
}

for (const [act, call] of [
  ['request-verification', accounts.requestVerification],
  ['request-password-reset', accounts.requestPasswordReset],
] as const) {
  test(`${act} is requested by the signed-in admin`, async () => {
    const route = `POST /api/collections/:collection/${act}`;
    const backend = fakeBackend({ [route]: null });
    connect(backend, 'the token');
    assert.is(await call('a/b', 'ada@example.com'), undefined);
    const [sent] = backend.callsTo(route);
    assert.equal(sent?.body, { email: 'ada@example.com' });
    assert.is(sent?.params['collection'], 'a/b');
    assert.is(sent?.headers['authorization'], 'the token');
    const invalid = { code: 'validation_is_email', message: 'Must be a valid email address.' };
    backend.answer(route, failure(400, 'An error occurred.', { email: invalid }));
    const error = await assertFails(call('users', 'x'), { kind: 'refused', status: 400 });
    assert.equal(error.fields, { email: invalid });
  });
}

test.run();
