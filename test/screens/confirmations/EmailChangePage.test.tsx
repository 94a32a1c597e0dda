import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EmailChangePage } from '../../../ui/screens/confirmations/EmailChangePage';
import { connect } from '../../api/connect';
import { failure, fakeBackend, networkError } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { act, mount, tick, type, type View } from '../../support/render';
import { tokenOf, usersCollection } from '../../support/samples';

const route = `POST /api/collections/${usersCollection.id}/confirm-email-change`;
const tokenFor = (newEmail: string) =>
  tokenOf({ collectionId: usersCollection.id, email: 'ada@example.com', newEmail });
const page = (token?: string) => <EmailChangePage params={{ token }} />;

async function submit(view: View, password: string) {
  type(view.byLabel('Password'), password);
  act(() => view.find<HTMLFormElement>('form').requestSubmit());
  await tick();
}

test.before.each(resetDom);
test.after.each(() => mock.restoreAll());

test('the page shows the new address and asks for the current password', () => {
  const view = mount(page(tokenFor('new@example.com')));
  assert.is(view.find('h1').textContent, 'Change your email');
  assert.match(view.text(), 'Type your password to change your email address to new@example.com');
  assert.not.match(view.text(), 'ada@example.com');
  const input = view.find<HTMLInputElement>('input');
  assert.equal(
    [input.type, input.name, input.autocomplete, input.required],
    ['password', 'password', 'current-password', true],
  );
  assert.ok(document.activeElement === input);
});

for (const [what, token] of [
  ['no token', undefined],
  ['an invalid token', 'garbage'],
  ['a token without a collection', tokenOf({ exp: 1 })],
] as const) {
  test(`with ${what} the page shows no address, and a submit reports the invalid link`, async () => {
    const backend = fakeBackend();
    connect(backend);
    const view = mount(page(token));
    assert.match(view.text(), /your email address\s*Password/);
    await submit(view, 'secret');
    assert.is(view.find('[role=alert]').textContent, 'Invalid or expired token.');
    assert.equal(backend.calls, []);
  });
}

test('a wrong password is an error at its input, and typing removes it', async () => {
  const message = 'Missing or invalid auth record password.';
  connect(fakeBackend({ [route]: failure(400, 'Failed.', { password: { code: 'x', message } }) }));
  const view = mount(page(tokenFor('new@example.com')));
  await submit(view, 'wrong');
  const input = view.byLabel<HTMLInputElement>('Password');
  assert.is(input.getAttribute('aria-invalid'), 'true');
  const described = (input.getAttribute('aria-describedby') ?? '').split(' ');
  assert.ok(described.some((id) => document.getElementById(id)?.textContent === message));
  type(input, 'right');
  assert.not.match(view.text(), message);
});

test('a used token or an unreachable server is an error above the form', async () => {
  const backend = fakeBackend({ [route]: networkError });
  connect(backend);
  const taken = { token: { code: 'validation_existing_token_email', message: 'The new email is taken.' } };
  backend.answerOnce(route, failure(400, 'Failed.', taken));
  const view = mount(page(tokenFor('new@example.com')));
  await submit(view, 'secret');
  assert.is(view.find('[role=alert]').textContent, 'The new email is taken.');
  await submit(view, 'secret');
  assert.match(view.find('[role=alert]').textContent ?? '', /^The server cannot be reached/);
});

test('the button is busy during the request, then two lines show the result', async () => {
  const close = mock.method(window, 'close', () => {});
  const backend = fakeBackend({ [route]: null });
  connect(backend);
  const release = backend.hold(route);
  const view = mount(page(tokenFor('new@example.com')));
  await submit(view, 'secret');
  assert.is(view.byText('Confirm new email').getAttribute('aria-busy'), 'true');
  release();
  await tick();
  assert.is(view.find('h1').textContent, 'Email changed');
  assert.equal(
    view.findAll('[role=status] p').map((line) => line.textContent),
    ['Your email address was changed.', 'You can now sign in with the new one.'],
  );
  act(() => view.byText('Close').click());
  assert.is(close.mock.callCount(), 1);
});

test('a second link in the same window opens a fresh page', async () => {
  const backend = fakeBackend({ [route]: null });
  connect(backend);
  const view = mount(page(tokenFor('one@example.com')));
  await submit(view, 'secret');
  assert.is(view.find('h1').textContent, 'Email changed');
  view.rerender(page(tokenFor('two@example.com')));
  assert.match(view.text(), 'two@example.com');
  assert.is(view.byLabel<HTMLInputElement>('Password').value, '');
  await submit(view, 'secret');
  assert.is(backend.calls.length, 2);
  assert.equal(backend.calls[1]?.body, { token: tokenFor('two@example.com'), password: 'secret' });
});

test.run();
