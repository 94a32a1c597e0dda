import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as session from '../../ui/state/session';
import { createSignInForm } from '../../ui/state/signInForm';
import * as toasts from '../../ui/state/toasts';
import { connect } from '../api/connect';
import { type FakeBackend, failure, fakeBackend, html, networkError } from '../support/backend';
import { resetDom } from '../support/dom';
import { admin, adminToken } from '../support/samples';

const signInRoute = 'POST /api/admins/auth-with-password';
const credentials = { identity: 'root@example.com', password: 'secret' };
const blank = { code: 'validation_required', message: 'Cannot be blank.' };

let backend: FakeBackend;
const shownToasts = () => toasts.state.items.map(({ kind, message }) => `${kind}: ${message}`);

test.before.each(() => {
  resetDom();
  backend = fakeBackend({ [signInRoute]: { admin, token: adminToken() } });
  connect(backend);
});
test.after.each(() => {
  session.end();
  toasts.closeAll();
  mock.restoreAll();
});

test('a sign-in starts the session and closes older toasts', async () => {
  toasts.error('Something of before.');
  const form = createSignInForm(credentials);
  assert.is(await form.submit(), true);
  assert.is(session.state.admin?.email, admin.email);
  assert.equal(shownToasts(), []);
  assert.equal(backend.calls[0]?.body, credentials);
});

test('another admin is not signed in while the work of one waits', async () => {
  session.acceptOnly('zzzzzzzzzzzzzzz');
  const form = createSignInForm(credentials);
  assert.is(await form.submit(), false);
  assert.is(session.isSignedIn(), false);
  assert.is(
    form.state.errors['form']?.message,
    'This is not the admin who was signed in. Sign in as that admin, or leave.',
  );
  session.acceptOnly('');
  assert.is(await form.submit(), true);
});

const invalid = 'Invalid login credentials.';
const unreachable = 'The server cannot be reached. Check the connection and try again.';
const generic = 'Something went wrong while processing your request.';
const failures: Array<[what: string, answer: unknown, message: string]> = [
  ['a wrong password or an unknown e-mail', failure(400, 'Failed to authenticate.'), invalid],
  ['an e-mail that is none', failure(400, 'Failed.', { identity: blank }), invalid],
  ['a 401', failure(401, 'No.'), invalid],
  ['a 403', failure(403, 'No.'), invalid],
  [
    'a proxy that refuses',
    html(403, '<h1>Forbidden</h1>'),
    'Something between this page and the server refused the call (403).',
  ],
  ['a server that fails', failure(500, 'The disk is full.'), 'The disk is full.'],
  ['a server that fails without a word', html(500, '<h1>Oops</h1>'), generic],
  ['too many attempts', failure(429, 'Slow down.'), 'Slow down.'],
  ['a missing route', failure(404, ''), "The requested resource wasn't found."],
  ['a gateway', html(502, '<h1>Bad gateway</h1>'), generic],
  ['a server that is away', networkError, unreachable],
];

for (const [what, answer, message] of failures) {
  test(`${what} shows a message above the fields and no toast: ${message}`, async () => {
    backend.answer(signInRoute, answer as object);
    toasts.info('Something of before.');
    const form = createSignInForm(credentials);
    assert.is(await form.submit(), false);
    assert.is(form.state.errors['form']?.message, message);
    assert.equal(form.state.values, credentials);
    assert.is(session.isSignedIn(), false);
    assert.equal(shownToasts(), ['info: Something of before.']);
  });
}

test('a web page in place of a response is no wrong password', async () => {
  backend.answer(signInRoute, html(200, '<html></html>'));
  const form = createSignInForm(credentials);
  await form.submit();
  assert.match(
    form.state.errors['form']?.message ?? '',
    /^The server's answer could not be read: a web page/,
  );
});

test('the error disappears with the next attempt', async () => {
  backend.answerOnce(signInRoute, failure(400, 'Failed to authenticate.'));
  const form = createSignInForm(credentials);
  await form.submit();
  const release = backend.hold(signInRoute);
  const again = form.submit();
  assert.equal(form.state.errors, {});
  release();
  assert.is(await again, true);
});

test('a bug of this page has its own message, and is logged', async () => {
  const logged = mock.method(console, 'error', () => {});
  mock.method(globalThis, 'URL', () => {
    throw new TypeError('x is undefined');
  });
  const form = createSignInForm(credentials);
  assert.is(await form.submit(), false);
  assert.is(form.state.errors['form']?.message, 'Something went wrong on this page.');
  assert.is(logged.mock.callCount(), 1);
});

test.run();
