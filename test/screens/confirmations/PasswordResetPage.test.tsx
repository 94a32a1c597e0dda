import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PasswordResetPage } from '../../../ui/screens/confirmations/PasswordResetPage';
import { connect } from '../../api/connect';
import { failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { act, mount, tick, type, type View } from '../../support/render';
import { tokenOf, usersCollection } from '../../support/samples';

const route = `POST /api/collections/${usersCollection.id}/confirm-password-reset`;
const tokenFor = (email: string) => tokenOf({ collectionId: usersCollection.id, email });
const page = (token?: string) => <PasswordResetPage params={{ token }} />;

async function submit(view: View, password: string, passwordConfirm = password) {
  type(view.byLabel('New password'), password);
  type(view.byLabel('New password confirm'), passwordConfirm);
  act(() => view.find<HTMLFormElement>('form').requestSubmit());
  await tick();
}

test.before.each(resetDom);
test.after.each(() => mock.restoreAll());

test('the page shows the address of the token and asks for the new password twice', () => {
  const view = mount(page(tokenFor('ada@example.com')));
  assert.is(view.find('h1').textContent, 'Reset your password');
  assert.match(view.text(), 'For ada@example.com');
  const inputs = view.findAll<HTMLInputElement>('input');
  assert.equal(
    inputs.map(({ type, name, autocomplete, required }) => [type, name, autocomplete, required]),
    [
      ['password', 'password', 'new-password', true],
      ['password', 'passwordConfirm', 'new-password', true],
    ],
  );
  assert.ok(document.activeElement === inputs[0]);
});

test("the page shows markup in the token's address as text", () => {
  const view = mount(page(tokenFor('<img src=x onerror=alert(1)>@example.com')));
  assert.match(view.text(), 'For <img src=x onerror=alert(1)>@example.com');
  assert.equal(view.findAll('img'), []);
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
    assert.not.match(view.text(), 'For ');
    await submit(view, 'new password');
    assert.is(view.find('[role=alert]').textContent, 'Invalid or expired token.');
    assert.equal(backend.calls, []);
  });
}

test('a server error is at its input, and typing removes it', async () => {
  const message = "Values don't match.";
  connect(fakeBackend({ [route]: failure(400, 'Failed.', { passwordConfirm: { code: 'x', message } }) }));
  const view = mount(page(tokenFor('ada@example.com')));
  await submit(view, 'new password', 'another');
  const confirm = view.byLabel<HTMLInputElement>('New password confirm');
  assert.is(confirm.getAttribute('aria-invalid'), 'true');
  const described = (confirm.getAttribute('aria-describedby') ?? '').split(' ');
  assert.ok(described.some((id) => document.getElementById(id)?.textContent === message));
  assert.equal(view.findAll('[role=alert]'), []);
  assert.is(confirm.value, 'another');
  type(confirm, 'new password');
  assert.not.match(view.text(), message);
});

test('a used token or a failing server is an error above the form', async () => {
  const backend = fakeBackend();
  connect(backend);
  const used = { token: { code: 'validation_invalid_token', message: 'Invalid or expired token.' } };
  backend.answerOnce(route, failure(400, 'Failed.', used));
  backend.answerOnce(route, failure(500, 'Disk is full.'));
  const view = mount(page(tokenFor('ada@example.com')));
  await submit(view, 'new password');
  assert.is(view.find('[role=alert]').textContent, 'Invalid or expired token.');
  await submit(view, 'new password');
  assert.is(view.find('[role=alert]').textContent, 'Disk is full.');
  assert.is(view.byLabel<HTMLInputElement>('New password').value, 'new password');
});

test('the button is busy during the request, then two lines show the result', async () => {
  const close = mock.method(window, 'close', () => {});
  const backend = fakeBackend({ [route]: null });
  connect(backend);
  const release = backend.hold(route);
  const view = mount(page(tokenFor('ada@example.com')));
  await submit(view, 'new password');
  assert.is(view.byText('Set new password').getAttribute('aria-busy'), 'true');
  release();
  await tick();
  assert.is(view.find('h1').textContent, 'Password changed');
  assert.equal(
    view.findAll('[role=status] p').map((line) => line.textContent),
    ['Your password was changed.', 'You can now sign in with the new one.'],
  );
  assert.equal(view.findAll('form'), []);
  assert.is(close.mock.callCount(), 0);
  act(() => view.byText('Close').click());
  assert.is(close.mock.callCount(), 1);
});

test('a second link in the same window opens a fresh page', async () => {
  const backend = fakeBackend({ [route]: null });
  connect(backend);
  const view = mount(page(tokenFor('ada@example.com')));
  type(view.byLabel('New password'), 'of ada');
  view.rerender(page(tokenFor('bob@example.com')));
  assert.match(view.text(), 'For bob@example.com');
  assert.is(view.byLabel<HTMLInputElement>('New password').value, '');
  await submit(view, 'of bob');
  assert.equal(
    backend.calls.map(({ body }) => (body as { token: string }).token),
    [tokenFor('bob@example.com')],
  );
  view.rerender(page(tokenFor('eve@example.com')));
  assert.is(view.find('h1').textContent, 'Reset your password');
});

test.run();
