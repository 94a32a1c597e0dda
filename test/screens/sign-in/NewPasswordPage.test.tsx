import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NewPasswordPage } from '../../../ui/screens/sign-in/NewPasswordPage';
import { type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { click, mount, tick, type, type View } from '../../support/render';
import { tokenOf } from '../../support/samples';
import { openPage, shownToasts } from './pages';

const route = 'POST /api/admins/confirm-password-reset';
const invalidToken = { code: 'validation_invalid_token', message: 'Invalid or expired token.' };
let backend: FakeBackend;

function open(token: string | undefined): View {
  openPage(backend, `/confirm-password-reset/${token ?? ''}`);
  return mount(<NewPasswordPage params={{ token }} />);
}

async function submit(view: View): Promise<void> {
  type(view.byLabel('New password'), '1234567890');
  type(view.byLabel('New password confirm'), '1234567890');
  click(view.find('button[type="submit"]'));
  await tick();
}

test.before.each(() => {
  backend = fakeBackend({ [route]: null });
});

test('the page shows the e-mail of the token, and the first password has the focus', () => {
  const view = open(tokenOf({ email: 'root@example.com', exp: 4102444800, type: 'admin' }));
  assert.match(view.text(), /For root@example\.com/);
  assert.ok(document.activeElement === view.byLabel('New password'));
});

const oddTokens: Array<[what: string, token: string | undefined]> = [
  ['an invalid token', 'abc'],
  ['a token with unreadable parts', 'a.b.c'],
  ['a token with an e-mail of the wrong type', tokenOf({ email: { x: 1 } })],
  ['a token without an e-mail', tokenOf({ id: 'x' })],
  ['a token with a broken escape', '100%'],
  ['no token', undefined],
];

for (const [what, token] of oddTokens) {
  test(`${what} shows no e-mail, and the submit shows the server's error`, async () => {
    backend.answer(route, failure(400, 'An error occurred.', { token: invalidToken }));
    const view = open(token);
    assert.not.match(view.text(), /For /);
    await submit(view);
    assert.equal(backend.calls[0]?.body, {
      token: token ?? '',
      password: '1234567890',
      passwordConfirm: '1234567890',
    });
    const note = view.byText('Invalid or expired token. Ask for a new link.');
    assert.is(note.closest('[role]')?.getAttribute('role'), 'alert');
    assert.is(view.byText('Ask for a new link.').getAttribute('href'), '#/request-password-reset');
  });
}

test('a success is reported and opens the start page without a history entry for the link', async () => {
  const view = open(tokenOf({ email: 'root@example.com' }));
  const steps = history.length;
  await submit(view);
  assert.equal(shownToasts(), ['success: Successfully set a new admin password.']);
  assert.is(location.hash, '#/');
  assert.is(history.length, steps);
});

test('refused passwords have errors below their inputs', async () => {
  const mismatch = { code: 'validation_values_mismatch', message: "Values don't match." };
  backend.answer(route, failure(400, 'Failed.', { passwordConfirm: mismatch }));
  const view = open(tokenOf({}));
  await submit(view);
  assert.is(view.byLabel('New password confirm').getAttribute('aria-invalid'), 'true');
  assert.is(view.byLabel('New password').getAttribute('aria-invalid'), null);
  assert.not.match(view.text(), /Ask for a new link/);
});

test('the e-mail of the token is shown as text only', () => {
  const view = open(tokenOf({ email: '<img src=x onerror=alert(1)>' }));
  assert.is(view.find('b').textContent, '<img src=x onerror=alert(1)>');
  assert.is(view.findAll('img[src="x"]').length, 0);
});

test.run();
