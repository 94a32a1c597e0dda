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

test('the session that is there ends when the installer opens', () => {
  session.adopt({ admin, token: adminToken() });
  mount(<InstallerPage />);
  assert.is(session.isSignedIn(), false);
});

test('the first field has the focus, and both passwords are new ones of 10 characters at least', () => {
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

test('the first admin is made, signed in, and lands on a page without the flag', async () => {
  const loads = watchPageLoads();
  const view = open();
  fill(view);
  click(button(view));
  await tick();
  assert.is(session.isSignedIn(), true);
  assert.equal(loads, ['/_/']);
});

test('a refusal stands under the fields it names and in a toast, and typing takes it away', async () => {
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

test('a second submit while one is under way makes no second admin', async () => {
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
