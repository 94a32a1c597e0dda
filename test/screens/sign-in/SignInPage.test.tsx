import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SignInPage } from '../../../ui/screens/sign-in/SignInPage';
import * as session from '../../../ui/state/session';
import { type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { click, mount, tick, type, type View } from '../../support/render';
import { admin, adminToken } from '../../support/samples';
import { openPage, shownToasts } from './pages';

const route = 'POST /api/admins/auth-with-password';
let backend: FakeBackend;

function open(query: Record<string, string> = {}): View {
  openPage(backend, `/login?${new URLSearchParams(query)}`);
  return mount(<SignInPage query={query} />);
}

function fill(view: View): void {
  type(view.byLabel('Email'), 'root@example.com');
  type(view.byLabel('Password'), 'secret');
}

const button = (view: View) => view.find<HTMLButtonElement>('button[type="submit"]');

test.before.each(() => {
  backend = fakeBackend({ [route]: { admin, token: adminToken() } });
});
test.after.each(() => session.end());

test('a password manager can fill the inputs, and the e-mail has the focus', () => {
  const view = open();
  const email = view.byLabel<HTMLInputElement>('Email');
  const password = view.byLabel<HTMLInputElement>('Password');
  assert.equal([email.name, email.autocomplete, email.type], ['email', 'username', 'email']);
  assert.equal(
    [password.name, password.autocomplete, password.type],
    ['password', 'current-password', 'password'],
  );
  assert.ok(document.activeElement === email);
});

test('the page shows the server name, which browsers do not translate', () => {
  const name = open().byText('localhost:8090');
  assert.is(name.getAttribute('translate'), 'no');
});

test('a button shows the password', () => {
  const view = open();
  click(view.byLabel('Show password'));
  assert.is(view.byLabel<HTMLInputElement>('Password').type, 'text');
  click(view.byLabel('Hide password'));
  assert.is(view.byLabel<HTMLInputElement>('Password').type, 'password');
});

test('the typed values are sent, and the session starts', async () => {
  const view = open();
  fill(view);
  click(button(view));
  await tick();
  assert.equal(backend.calls[0]?.body, { identity: 'root@example.com', password: 'secret' });
  assert.is(session.isSignedIn(), true);
});

test('a refusal is above the inputs and announced, and the typed values stay', async () => {
  backend.answer(route, failure(400, 'Failed to authenticate.'));
  const view = open();
  fill(view);
  click(button(view));
  await tick();
  const note = view.byText('Invalid login credentials.');
  assert.is(note.closest('[role]')?.getAttribute('role'), 'alert');
  assert.is(view.byLabel<HTMLInputElement>('Email').value, 'root@example.com');
  assert.is(view.byLabel<HTMLInputElement>('Password').value, 'secret');
  assert.equal(shownToasts(), []);
});

test('a failing server is reported as such, not as a wrong password', async () => {
  backend.answer(route, failure(500, 'The disk is full.'));
  const view = open();
  fill(view);
  click(button(view));
  await tick();
  assert.ok(view.byText('The disk is full.'));
  assert.not.match(view.text(), /Invalid login/);
});

test('during the sign-in the button is busy, and a second submit sends nothing', async () => {
  const release = backend.hold(route);
  const view = open();
  fill(view);
  click(button(view));
  assert.is(button(view).getAttribute('aria-busy'), 'true');
  click(button(view));
  view.find<HTMLFormElement>('form').requestSubmit();
  await tick();
  assert.is(backend.calls.length, 1);
  release();
  await tick();
  assert.is(button(view).getAttribute('aria-busy'), null);
});

test('e-mail and password from the address fill the inputs, and the address drops them at once', () => {
  const steps = history.length;
  const view = open({ demoEmail: 'demo@example.com', demoPassword: 'p&%+ß', other: 'stays' });
  assert.is(view.byLabel<HTMLInputElement>('Email').value, 'demo@example.com');
  assert.is(view.byLabel<HTMLInputElement>('Password').value, 'p&%+ß');
  assert.is(location.hash, '#/login?other=stays');
  assert.is(history.length, steps);
});

test('prefilled inputs can be changed and sent like others', async () => {
  const view = open({ demoEmail: 'demo@example.com', demoPassword: 'demo' });
  view.rerender(<SignInPage query={{}} />);
  assert.is(view.byLabel<HTMLInputElement>('Email').value, 'demo@example.com');
  type(view.byLabel('Password'), 'another');
  click(button(view));
  await tick();
  assert.equal(backend.calls[0]?.body, { identity: 'demo@example.com', password: 'another' });
});

test('the link to the forgotten password has an address', () => {
  const view = open();
  assert.is(view.byText('Forgotten password?').getAttribute('href'), '#/request-password-reset');
});

test.run();
