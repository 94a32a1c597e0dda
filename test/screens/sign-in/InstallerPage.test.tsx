import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { InstallerPage } from '../../../ui/screens/sign-in/InstallerPage';
import * as session from '../../../ui/state/session';
import { type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { click, mount, tick, type, type View } from '../../support/render';
import { admin, adminToken } from '../../support/samples';
import { openPage, shownToasts, watchPageLoads } from './pages';

const route = 'POST /api/admins';
const exists = { code: 'validation_admin_email_exists', message: 'Admin email already exists.' };
const mismatch = { code: 'validation_values_mismatch', message: "Values don't match." };
let backend: FakeBackend;

function open(): View {
  openPage(backend, '/', '/_/?installer');
  return mount(<InstallerPage />);
}

function fill(view: View): void {
  type(view.byLabel('Email'), 'root@example.com');
  type(view.byLabel('Password'), '1234567890');
  type(view.byLabel('Password confirm'), '1234567890');
}

const button = (view: View) => view.find('button[type="submit"]');

test.before.each(() => {
  backend = fakeBackend({
    [route]: admin,
    'POST /api/admins/auth-with-password': { admin, token: adminToken() },
  });
});
test.after.each(() => session.end());

test('opening the installer ends the current session', () => {
  session.adopt({ admin, token: adminToken() });
  mount(<InstallerPage />);
  assert.is(session.isSignedIn(), false);
});

test('the first input has the focus, and both passwords are new ones of at least 10 characters', () => {
  const view = open();
  assert.ok(document.activeElement === view.byLabel('Email'));
  for (const label of ['Password', 'Password confirm']) {
    const input = view.byLabel<HTMLInputElement>(label);
    assert.equal(
      [input.type, input.autocomplete, input.minLength, input.required],
      ['password', 'new-password', 10, true],
    );
  }
});

test('the first admin is created and signed in, and the address loses the installer flag', async () => {
  const loads = watchPageLoads();
  const view = open();
  fill(view);
  click(button(view));
  await tick();
  assert.is(session.isSignedIn(), true);
  assert.equal(loads, ['/_/']);
});

test('the server, not the browser, checks an empty form, and the first error has the focus', async () => {
  const required = { code: 'validation_required', message: 'Cannot be blank.' };
  backend.answer(route, failure(400, 'Failed.', { password: required, passwordConfirm: required }));
  const view = open();
  type(view.byLabel('Email'), 'root@example.com');
  assert.is(view.find<HTMLFormElement>('form').noValidate, true);
  click(button(view));
  await tick();
  assert.is(backend.callsTo(route).length, 1);
  assert.ok(document.activeElement === view.byLabel('Password'));
});

test('errors are below their inputs and in a toast, and typing removes them', async () => {
  const loads = watchPageLoads();
  backend.answer(route, failure(400, 'Failed.', { email: exists, passwordConfirm: mismatch }));
  const view = open();
  fill(view);
  click(button(view));
  await tick();
  assert.equal(shownToasts(), ['error: Failed.']);
  const email = view.byLabel('Email');
  const confirmation = view.byLabel('Password confirm');
  for (const [control, message] of [
    [email, exists.message],
    [confirmation, mismatch.message],
  ] as const) {
    assert.is(control.getAttribute('aria-invalid'), 'true');
    const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
    assert.ok(ids.some((id) => document.getElementById(id)?.textContent === message));
  }
  assert.is(view.byLabel('Password').getAttribute('aria-invalid'), null);
  type(email, 'other@example.com');
  await tick();
  assert.is(email.getAttribute('aria-invalid'), null);
  assert.is(confirmation.getAttribute('aria-invalid'), 'true');
  assert.equal(loads, []);
});

test('a second submit during the request creates no second admin', async () => {
  const loads = watchPageLoads();
  const release = backend.hold(route);
  const view = open();
  fill(view);
  click(button(view));
  click(button(view));
  view.find<HTMLFormElement>('form').requestSubmit();
  await tick();
  assert.is(button(view).getAttribute('aria-busy'), 'true');
  assert.is(backend.callsTo(route).length, 1);
  release();
  await tick();
  assert.equal(loads, ['/_/']);
});

test.run();
