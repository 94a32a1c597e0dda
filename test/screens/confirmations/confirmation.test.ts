import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createEmailChangeForm,
  createPasswordResetForm,
  createVerification,
} from '../../../ui/screens/confirmations/confirmation';
import * as session from '../../../ui/state/session';
import * as toasts from '../../../ui/state/toasts';
import { connect } from '../../api/connect';
import { failure, fakeBackend, html, json, networkError } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { admin, adminToken, tokenOf, usersCollection } from '../../support/samples';

const route = (act: string) => `POST /api/collections/${usersCollection.id}/confirm-${act}`;
const token = tokenOf({ collectionId: usersCollection.id, email: 'ada@example.com', type: 'authRecord' });
const expired = { token: { code: 'validation_invalid_token', message: 'Invalid or expired token.' } };
const refusal = failure(400, 'An error occurred while validating the form.', expired);
const unreachable = 'The server cannot be reached. Check the connection and try again.';

/** Tokens in links that no server has issued. */
const noTokens: Array<[what: string, token: string]> = [
  ['an empty text', ''],
  ['an invalid token', 'garbage'],
  ['an invalid token with two dots', 'a.b.c'],
  ['a token without a collection', tokenOf({ email: 'ada@example.com' })],
  ['a token with an empty collection', tokenOf({ collectionId: '' })],
  ['a token with a number as its collection', tokenOf({ collectionId: 7 })],
  ['a token that contains null', `x.${btoa('null')}.x`],
];

/** The two forms, filled in, and their calls. */
const forms = [
  {
    name: 'a new password',
    act: 'password-reset',
    fill(given: string) {
      const form = createPasswordResetForm(given);
      form.set('password', 'new password');
      form.set('passwordConfirm', 'again');
      return form;
    },
    values: { password: 'new password', passwordConfirm: 'again' },
  },
  {
    name: 'a new e-mail address',
    act: 'email-change',
    fill(given: string) {
      const form = createEmailChangeForm(given);
      form.set('password', 'secret');
      return form;
    },
    values: { password: 'secret' },
  },
];

test.before.each(() => {
  resetDom();
  toasts.closeAll();
});
test.after.each(() => {
  session.end();
  mock.restoreAll();
});

// This test must be first: no server is connected to the client yet, which is a fault of the page itself.
test('an error of the page itself is shown as a sentence and logged to the console', async () => {
  const logged = mock.method(console, 'error', () => {});
  const verification = createVerification(token);
  await verification.confirm();
  assert.is(verification.state.status, 'failed');
  assert.is(verification.state.message, 'Something went wrong on this page.');
  for (const { fill } of forms) {
    const form = fill(token);
    assert.is(await form.submit(), false);
    assert.is(form.state.errors['form']?.message, 'Something went wrong on this page.');
  }
  assert.is(logged.mock.callCount(), 3);
});

for (const { name, act, fill, values } of forms) {
  test(`${name}: the form sends the token to the token's collection`, async () => {
    const backend = fakeBackend({ [route(act)]: null });
    connect(backend);
    assert.is(await fill(token).submit(), true);
    assert.equal(
      backend.calls.map(({ path, body }) => [path, body]),
      [[`/api/collections/${usersCollection.id}/confirm-${act}`, { token, ...values }]],
    );
  });

  for (const [what, text] of noTokens) {
    test(`${name}: with ${what} no request is sent`, async () => {
      const backend = fakeBackend();
      connect(backend);
      const form = fill(text);
      assert.is(await form.submit(), false);
      assert.equal(backend.calls, []);
      assert.is(form.state.errors['token']?.message, 'Invalid or expired token.');
      assert.equal({ ...form.state.values }, values);
    });
  }

  for (const [what, answer, errors] of [
    ['a used token is reported', refusal, { token: 'Invalid or expired token.' }],
    [
      'a used token hides the error of the password',
      failure(400, 'Failed.', { ...expired, password: { code: 'x', message: 'Wrong password.' } }),
      { token: 'Invalid or expired token.' },
    ],
    [
      'an error of an input is at that input',
      failure(400, 'Failed.', { password: { code: 'x', message: 'Too short.' } }),
      { password: 'Too short.' },
    ],
    [
      'an error without an input is above the form',
      failure(400, 'Unsupported collection type.'),
      { form: 'Unsupported collection type.' },
    ],
    [
      'an error of an unknown input is above the form',
      failure(400, 'Not now.', { name: { code: 'x', message: 'Cannot be blank.' } }),
      { form: 'Not now.' },
    ],
    ['an unreachable server is reported', networkError, { form: unreachable }],
    [
      "a gateway's error is reported",
      html(502, '<h1>Bad gateway</h1>'),
      { form: 'Something went wrong while processing your request.' },
    ],
  ] as const) {
    test(`${name}: ${what}, without a toast, and a second submit works`, async () => {
      const backend = fakeBackend();
      connect(backend);
      backend.answerOnce(route(act), answer);
      backend.answer(route(act), null);
      const form = fill(token);
      assert.is(await form.submit(), false);
      const messages = Object.entries(form.state.errors).map(([path, { message }]) => [path, message]);
      assert.equal(Object.fromEntries(messages), errors);
      assert.equal([...toasts.state.items], []);
      assert.is(await form.submit(), true);
      assert.equal({ ...form.state.errors }, {});
    });
  }

  test(`${name}: several submits during the request send only one`, async () => {
    const backend = fakeBackend({ [route(act)]: null });
    connect(backend);
    const form = fill(token);
    const release = backend.hold(route(act));
    const first = form.submit();
    assert.is(await form.submit(), false);
    release();
    assert.is(await first, true);
    assert.is(backend.calls.length, 1);
  });
}

test('opening the link verifies once, and a second call sends nothing', async () => {
  const backend = fakeBackend({ [route('verification')]: null });
  connect(backend);
  const verification = createVerification(token);
  assert.is(verification.state.status, 'waiting');
  assert.equal(backend.calls, []);
  await Promise.all([verification.confirm(), verification.confirm()]);
  assert.is(verification.state.status, 'done');
  await verification.confirm();
  assert.equal(
    backend.calls.map(({ body }) => body),
    [{ token }],
  );
});

for (const [what, text] of noTokens) {
  test(`with ${what} the verification fails without a request`, async () => {
    const backend = fakeBackend();
    connect(backend);
    const verification = createVerification(text);
    await verification.confirm();
    assert.is(verification.state.status, 'refused');
    assert.equal(backend.calls, []);
  });
}

for (const [what, answer, status, message] of [
  ['a used token', refusal, 'refused', null],
  ['a missing collection', failure(404, "The requested resource wasn't found."), 'refused', null],
  ['an unreachable server', networkError, 'failed', unreachable],
  ['a failing server', failure(500, 'Disk is full.'), 'failed', 'Disk is full.'],
  ['a gateway', html(503, '<h1>Away</h1>'), 'failed', 'Something went wrong while processing your request.'],
  ['a web page instead of a response', html(200, '<!doctype html>'), 'failed', /could not be read/],
] as const) {
  test(`${what} sets the verification to "${status}", and a retry can succeed`, async () => {
    const backend = fakeBackend();
    connect(backend);
    backend.answerOnce(route('verification'), answer);
    backend.answer(route('verification'), null);
    const verification = createVerification(token);
    await verification.confirm();
    assert.is(verification.state.status, status);
    if (message instanceof RegExp) assert.match(verification.state.message, message);
    else if (message) assert.is(verification.state.message, message);
    assert.equal([...toasts.state.items], []);

    const release = backend.hold(route('verification'));
    const again = verification.confirm();
    assert.is(verification.state.status, 'waiting');
    release();
    await again;
    assert.is(verification.state.status, 'done');
  });
}

test('the admin session in the same browser survives every response', async () => {
  const backend = fakeBackend();
  const page = connect(backend, adminToken());
  session.adopt({ token: adminToken(), admin });
  const before = localStorage.getItem('pb_admin_auth');
  const all = [...forms.map(({ act }) => act), 'verification'];
  for (const status of [401, 403, 404]) {
    for (const act of all) backend.answer(route(act), json(status, { message: 'Refused.' }));
    for (const { fill } of forms) await fill(token).submit();
    await createVerification(token).confirm();
  }
  assert.is(backend.calls.length, 9);
  assert.not(backend.calls.some(({ headers }) => 'authorization' in headers));
  assert.equal(page.told, []);
  assert.ok(session.isSignedIn());
  assert.is(localStorage.getItem('pb_admin_auth'), before);
});

test.run();
