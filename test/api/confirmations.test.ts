import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as confirmations from '../../ui/api/confirmations';
import { failure, fakeBackend, html, networkError } from '../support/backend';
import { adminToken } from '../support/samples';
import { assertFails, connect } from './connect';

const newPassword = { token: 'mail.token.x', password: 'new password', passwordConfirm: 'again' };

const calls: Array<[act: string, call: (id: string) => Promise<void>, body: object]> = [
  [
    'confirm-verification',
    (id) => confirmations.confirmVerification(id, 'mail.token.x'),
    { token: 'mail.token.x' },
  ],
  ['confirm-password-reset', (id) => confirmations.confirmPasswordReset(id, newPassword), newPassword],
  [
    'confirm-email-change',
    (id) => confirmations.confirmEmailChange(id, 'mail.token.x', 'secret'),
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

test.run();
