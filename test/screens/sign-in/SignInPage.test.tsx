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

test('the fields can be filled by a password manager, and the e-mail has the focus', () => {
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

test('the server is named, and is no word to translate', () => {
  const name = open().byText('localhost:8090');
  assert.is(name.getAttribute('translate'), 'no');
});

test('the password can be seen', () => {
  const view = open();
  click(view.byLabel('Show password'));
  assert.is(view.byLabel<HTMLInputElement>('Password').type, 'text');
  click(view.byLabel('Hide password'));
  assert.is(view.byLabel<HTMLInputElement>('Password').type, 'password');
});

test('what is typed is sent, and the session begins', async () => {
  const view = open();
  fill(view);
  click(button(view));
  await tick();
  assert.equal(backend.calls[0]?.body, { identity: 'root@example.com', password: 'secret' });
  assert.is(session.isSignedIn(), true);
});

test('a refusal stands above the fields, is announced, and leaves what was typed', async () => {
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

test('a server that fails says why instead of blaming the password', async () => {
  backend.answer(route, failure(500, 'The disk is full.'));
  const view = open();
  fill(view);
  click(button(view));
  await tick();
  assert.ok(view.byText('The disk is full.'));
  assert.not.match(view.text(), /Invalid login/);
});

test('while the sign-in is under way the button is busy and a second one is not sent', async () => {
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

test('e-mail and password of the address are filled in and taken out of it at once', () => {
  const steps = history.length;
  const view = open({ demoEmail: 'demo@example.com', demoPassword: 'p&%+ß', other: 'stays' });
  assert.is(view.byLabel<HTMLInputElement>('Email').value, 'demo@example.com');
  assert.is(view.byLabel<HTMLInputElement>('Password').value, 'p&%+ß');
  assert.is(location.hash, '#/login?other=stays');
  assert.is(history.length, steps);
});

test('the filled-in fields can be sent and changed like any others', async () => {
  const view = open({ demoEmail: 'demo@example.com', demoPassword: 'demo' });
  view.rerender(<SignInPage query={{}} />);
  assert.is(view.byLabel<HTMLInputElement>('Email').value, 'demo@example.com');
  type(view.byLabel('Password'), 'another');
  click(button(view));
  await tick();
  assert.equal(backend.calls[0]?.body, { identity: 'demo@example.com', password: 'another' });
});

test('the forgotten password has a real link', () => {
  const view = open();
  assert.is(view.byText('Forgotten password?').getAttribute('href'), '#/request-password-reset');
});

test.run();
