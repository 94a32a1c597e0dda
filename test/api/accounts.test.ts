import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as accounts from '../../ui/api/accounts';
import { failure, fakeBackend } from '../support/backend';
import { assertFails, connect } from './connect';

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
