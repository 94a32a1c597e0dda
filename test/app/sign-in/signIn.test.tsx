// The pages of a guest: sign-in, first admin, forgotten password, new password.
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ForgottenPasswordPage } from '../../../ui/app/sign-in/ForgottenPasswordPage';
import { InstallerLinkPage } from '../../../ui/app/sign-in/InstallerLinkPage';
import { InstallerPage } from '../../../ui/app/sign-in/InstallerPage';
import { NewPasswordPage } from '../../../ui/app/sign-in/NewPasswordPage';
import { SignInPage } from '../../../ui/app/sign-in/SignInPage';
import { configureClient } from '../../../ui/backend/client';
import * as dialect from '../../../ui/backend/dialect';
import { navigate } from '../../../ui/base/hash';
import * as session from '../../../ui/page/session/session';
import * as toasts from '../../../ui/page/toasts';
import { connect, tokenSentWith } from '../../backend/connect';
import {
  type FakeBackend,
  failure,
  fakeBackend,
  type Given,
  html,
  json,
  networkError,
} from '../../support/backend';
import { resetDom } from '../../support/dom';
import { click, mount, rest, tick, type, type View } from '../../support/render';
import { admin, adminToken, tokenOf } from '../../support/samples';

const signInRoute = 'POST /api/admins/auth-with-password';
const adminsRoute = 'POST /api/admins';
const requestRoute = 'POST /api/admins/request-password-reset';
const confirmRoute = 'POST /api/admins/confirm-password-reset';
const mine = { admin, token: adminToken() };
const blank = { code: 'validation_required', message: 'Cannot be blank.' };
const mismatch = { code: 'validation_values_mismatch', message: "Values don't match." };
const passwords = { password: '1234567890', passwordConfirm: '1234567890' };

let backend: FakeBackend;
/** The URLs of page loads. happy-dom would request them from the network. */
let loads: string[] = [];
const shownToasts = () => toasts.state.items.map(({ kind, message }) => `${kind}: ${message}`);
const bodies = () => backend.calls.map(({ body }) => body);
const button = (view: View) => view.find<HTMLButtonElement>('button[type="submit"]');
const textIn = (view: View, label: string) => view.byLabel<HTMLInputElement>(label).value;
const isInvalid = (view: View, label: string) => view.byLabel(label).getAttribute('aria-invalid') === 'true';

/** Opens a fresh page at a URL. Nobody is signed in. */
function openPage(hash: string, page = '/_/'): void {
  history.replaceState(null, '', page);
  const [path = '', query = ''] = hash.split('?');
  navigate(path, Object.fromEntries(new URLSearchParams(query)), { replace: true });
}

async function send(view: View): Promise<void> {
  click(button(view));
  await rest();
}

/** Submits thrice before the answer: one call is sent. */
async function sendOnce(view: View, route: string): Promise<void> {
  const release = backend.hold(route);
  click(button(view));
  assert.is(button(view).getAttribute('aria-busy'), 'true');
  click(button(view));
  view.find<HTMLFormElement>('form').requestSubmit();
  await tick();
  assert.is(backend.callsTo(route).length, 1);
  release();
  await rest();
}

test.before.each(() => {
  session.end();
  toasts.closeAll();
  resetDom();
  loads = [];
  Object.defineProperty(window.location, 'replace', {
    value: (address: string) => loads.push(address),
    configurable: true,
  });
  backend = fakeBackend({
    [signInRoute]: mine,
    [adminsRoute]: admin,
    [requestRoute]: null,
    [confirmRoute]: null,
  });
  Object.defineProperty(connect(backend), 'token', { get: session.token });
});
test.after.each(() => {
  session.acceptOnly('');
  session.end();
  toasts.closeAll();
  mock.restoreAll();
});

function openSignIn(query: Record<string, string> = {}, page = '/_/'): View {
  openPage(`/login?${new URLSearchParams(query)}`, page);
  return mount(<SignInPage query={query} />);
}

function openFilled(): View {
  const view = openSignIn();
  type(view.byLabel('Email'), 'root@example.com');
  type(view.byLabel('Password'), 'secret');
  return view;
}

test('a password manager can fill the sign-in, the e-mail has the focus, and a button shows the password', () => {
  const view = openSignIn();
  const email = view.byLabel<HTMLInputElement>('Email');
  const password = view.byLabel<HTMLInputElement>('Password');
  assert.equal([email.name, email.autocomplete, email.type], ['email', 'username', 'email']);
  assert.equal(
    [password.name, password.autocomplete, password.type],
    ['password', 'current-password', 'password'],
  );
  assert.ok(document.activeElement === email);
  click(view.byLabel('Show password'));
  assert.is(password.type, 'text');
  click(view.byLabel('Hide password'));
  assert.is(password.type, 'password');
  assert.is(view.byText('Forgotten password?').getAttribute('href'), '#/request-password-reset');
});

test('the typed values are sent once, the session starts, and older toasts close', async () => {
  const view = openFilled();
  toasts.error('Something of before.');
  await sendOnce(view, signInRoute);
  assert.equal(bodies(), [{ identity: 'root@example.com', password: 'secret' }]);
  assert.is(session.state.admin?.email, admin.email);
  assert.equal(shownToasts(), []);
});

test('an empty sign-in is marked at its fields, and is not sent', async () => {
  const view = openSignIn();
  await send(view);
  assert.equal(bodies(), []);
  assert.is(view.findAll('[aria-invalid]').length, 2);
});

test('another admin is not signed in while the work of one waits', async () => {
  session.acceptOnly('zzzzzzzzzzzzzzz');
  const view = openFilled();
  await send(view);
  assert.is(session.isSignedIn(), false);
  assert.ok(view.byText('This is not the admin who was signed in. Sign in as that admin, or leave.'));
  session.acceptOnly('');
  await send(view);
  assert.is(session.isSignedIn(), true);
});

const invalid = 'Invalid login credentials.';
const generic = 'Something went wrong while processing your request.';
const refusals: Array<[what: string, answer: Given, message: string | RegExp]> = [
  ['a wrong password or an unknown e-mail', failure(400, 'Failed to authenticate.'), invalid],
  ['an e-mail that is none', failure(400, 'Failed.', { identity: blank }), invalid],
  ['a 401', failure(401, 'No.'), invalid],
  ['a 403', failure(403, 'No.'), invalid],
  ['a proxy', html(403, '<h1>No</h1>'), 'Something between this page and the server refused the call (403).'],
  ['a server that fails', failure(500, 'The disk is full.'), 'The disk is full.'],
  ['too many attempts', failure(429, 'Slow down.'), 'Slow down.'],
  ['a missing route', failure(404, ''), "The requested resource wasn't found."],
  ['a gateway', html(502, '<h1>Bad gateway</h1>'), generic],
  [
    'a server that is away',
    networkError,
    'The server cannot be reached. Check the connection and try again.',
  ],
  ['a web page', html(200, '<html></html>'), /^The server's answer could not be read: a web page/],
];

for (const [what, answer, message] of refusals) {
  test(`${what}: a message above the inputs, no toast, and the typed values stay`, async () => {
    backend.answerOnce(signInRoute, answer);
    const view = openFilled();
    await send(view);
    const shown = view.find('[role=alert]').textContent ?? '';
    if (message instanceof RegExp) assert.match(shown, message);
    else assert.is(shown, message);
    assert.equal([textIn(view, 'Email'), textIn(view, 'Password')], ['root@example.com', 'secret']);
    assert.equal([session.isSignedIn(), shownToasts()], [false, []]);
    const release = backend.hold(signInRoute);
    await send(view);
    assert.equal(view.findAll('[role=alert]'), [], 'gone with the next attempt');
    release();
    await rest();
    assert.is(session.isSignedIn(), true);
  });
}

test('e-mail and password from the address fill the inputs, and the address drops them at once', async () => {
  const steps = history.length;
  const view = openSignIn({ demoEmail: 'demo@example.com', demoPassword: 'p&%+ß', other: 'stays' });
  assert.equal([textIn(view, 'Email'), textIn(view, 'Password')], ['demo@example.com', 'p&%+ß']);
  assert.is(location.hash, '#/login?other=stays');
  assert.is(history.length, steps);
  view.rerender(<SignInPage query={{}} />);
  type(view.byLabel('Password'), 'another');
  await send(view);
  assert.equal(bodies(), [{ identity: 'demo@example.com', password: 'another' }]);
});

const firstRuns: Array<[page: string, what: string, answer: Given, loads: string[], calls: number]> = [
  ['/_/', 'its server leads to the installer', failure(400, 'Failed.', { email: blank }), [], 0],
  ['/pb/_/', 'its server leads to the installer', failure(400, 'Failed.', { email: blank }), [], 0],
  ['/lowline/', 'without an admin', failure(400, 'Failed.', { email: blank }), ['/lowline/?installer'], 1],
  ['/lowline/', 'with an admin', failure(401, 'No.'), [], 1],
  ['/lowline/', 'with an unreachable server', networkError, [], 1],
  ['/lowline/', 'with a web page as the response', html(200, '<html></html>'), [], 1],
];

for (const [page, what, answer, expected, calls] of firstRuns) {
  test(`the sign-in at ${page}, ${what}: ${expected[0] ?? 'stays'}`, async () => {
    backend.answer(adminsRoute, answer);
    openSignIn({}, page);
    await rest();
    assert.equal([loads, backend.calls.length, shownToasts()], [expected, calls, []]);
  });
}

for (const [apiBase, name] of [
  ['https://api.example.com/api/', 'api.example.com'],
  ['http://10.0.0.2:8090/pb/api/', '10.0.0.2:8090/pb'],
  ['http://localhost/api/', 'localhost'],
] as const) {
  test(`the sign-in names the server of ${apiBase}, and browsers do not translate it`, () => {
    const nobody = () => {};
    configureClient({
      apiBase,
      token: () => '',
      confirmSession: async () => true,
      onUnauthorized: nobody,
      onForbidden: nobody,
      onUnreachable: nobody,
    });
    assert.is(openSignIn().byText(name).getAttribute('translate'), 'no');
  });
}

function openInstaller(): View {
  openPage('/', '/_/?installer');
  const view = mount(<InstallerPage />);
  type(view.byLabel('Password'), passwords.password);
  type(view.byLabel('Password confirm'), passwords.passwordConfirm);
  type(view.byLabel('Email'), 'root@example.com');
  return view;
}

test('the first admin is created once, even if the sign-in fails, and the address loses its flag', async () => {
  backend.answerOnce(signInRoute, networkError);
  const view = openInstaller();
  await sendOnce(view, adminsRoute);
  assert.equal([session.isSignedIn(), loads], [false, []]);
  await send(view);
  const credentials = { identity: 'root@example.com', password: '1234567890' };
  assert.equal(bodies(), [{ email: 'root@example.com', ...passwords }, credentials, credentials]);
  assert.is(session.isSignedIn(), true);
  assert.equal(loads, ['/_/']);
});

test('the server checks the first admin: errors are at their inputs and in a toast', async () => {
  const errors = { password: blank, passwordConfirm: mismatch };
  backend.answer(adminsRoute, failure(400, 'Failed.', errors));
  const view = openInstaller();
  assert.is(view.find<HTMLFormElement>('form').noValidate, true);
  await send(view);
  assert.equal(shownToasts(), ['error: Failed.']);
  assert.ok(document.activeElement === view.byLabel('Password'), 'the first error has the focus');
  const ids = view.byLabel('Password confirm').getAttribute('aria-describedby')?.split(' ') ?? [];
  assert.ok(ids.some((id) => document.getElementById(id)?.textContent === mismatch.message));
  assert.not.match(view.text(), /Minimum 10 characters/);
  type(view.byLabel('Password'), 'other');
  assert.match(view.text(), /Minimum 10 characters/);
  const labels = ['Email', 'Password', 'Password confirm'];
  assert.equal(
    labels.map((label) => isInvalid(view, label)),
    [false, false, true],
  );
  assert.equal([backend.calls.length, loads, session.isSignedIn()], [1, [], false]);
});

test('a short password is refused before the request, and an empty one has the reason of an empty field', async () => {
  const view = openInstaller();
  for (const [password, message] of [
    ['abc', 'Minimum 10 characters.'],
    ['', 'Cannot be blank.'],
  ] as const) {
    type(view.byLabel('Password'), password);
    await send(view);
    const [id = ''] = view.byLabel('Password').getAttribute('aria-describedby')?.split(' ') ?? [];
    assert.is(document.getElementById(id)?.textContent, message);
  }
  assert.equal([bodies(), shownToasts()], [[], []]);
});

test('a forgotten password: a mail is asked for once, and a text replaces the form', async () => {
  backend.answerOnce(
    requestRoute,
    failure(400, 'Failed.', { email: { ...blank, message: 'Must be valid.' } }),
  );
  openPage('/request-password-reset');
  const view = mount(<ForgottenPasswordPage />);
  type(view.byLabel('Email'), 'root@example.com');
  await send(view);
  assert.ok(view.byText('Must be valid.'));
  assert.is(textIn(view, 'Email'), 'root@example.com');
  assert.equal(shownToasts(), ['error: Failed.']);
  assert.is(view.byText('Back to login').getAttribute('href'), '#/login');
  backend.calls.length = 0;
  await sendOnce(view, requestRoute);
  assert.equal(bodies(), [{ email: 'root@example.com' }]);
  assert.equal(view.findAll('form'), []);
  assert.match(view.text(), /Check root@example\.com for the link to set a new password\./);
  assert.is(view.byText('Back to login').getAttribute('href'), '#/login');
});

function openNewPassword(token: string | undefined): View {
  openPage(`/confirm-password-reset/${token ?? ''}`);
  return mount(<NewPasswordPage params={{ token }} />);
}

async function sendPasswords(view: View): Promise<void> {
  type(view.byLabel('New password'), passwords.password);
  type(view.byLabel('New password confirm'), passwords.passwordConfirm);
  await send(view);
}

test('a new password is sent with the token; the start page replaces the link in the history', async () => {
  const token = tokenOf({ email: '<img src=x onerror=alert(1)>', exp: 4102444800, type: 'admin' });
  backend.answerOnce(confirmRoute, failure(400, 'Failed.', { passwordConfirm: mismatch }));
  const view = openNewPassword(token);
  const steps = history.length;
  assert.is(view.find('b').textContent, '<img src=x onerror=alert(1)>', 'as text');
  assert.equal(view.findAll('img[src="x"]'), []);
  assert.ok(document.activeElement === view.byLabel('New password'));
  await sendPasswords(view);
  assert.equal([isInvalid(view, 'New password'), isInvalid(view, 'New password confirm')], [false, true]);
  assert.not.match(view.text(), /Ask for a new link/);
  toasts.closeAll();
  await send(view);
  assert.equal(bodies()[1], { token, ...passwords });
  assert.equal(shownToasts(), ['success: Successfully set a new admin password.']);
  assert.equal([location.hash, history.length], ['#/', steps]);
});

const oddTokens = [undefined, 'abc', 'a.b.c', tokenOf({ email: { x: 1 } }), tokenOf({ id: 'x' }), '100%'];
for (const token of oddTokens) {
  test(`the token ${token} shows no e-mail, and a refusal leads to a new link`, async () => {
    const error = { code: 'validation_invalid_token', message: 'Invalid or expired token.' };
    backend.answer(confirmRoute, failure(400, 'An error occurred.', { token: error }));
    const view = openNewPassword(token);
    assert.not.match(view.text(), /For /);
    await sendPasswords(view);
    assert.equal(bodies(), [{ token: token ?? '', ...passwords }]);
    assert.is(view.find('[role=alert]').textContent, 'Invalid or expired token. Ask for a new link.');
    assert.is(view.byText('Ask for a new link.').getAttribute('href'), '#/request-password-reset');
  });
}

const newerSignIn = 'POST /api/collections/_superusers/auth-with-password';
const otpRequest = 'POST /api/collections/_superusers/request-otp';
const otpSignIn = 'POST /api/collections/_superusers/auth-with-otp';
const halfDone = (mfaId: string): Given => json(401, { mfaId });
const newerRefusal = (status: number, message: string): Given => json(status, { data: {}, message, status });

async function openSecondStep(): Promise<View> {
  dialect.learn(23);
  backend.answer(newerSignIn, halfDone('first'));
  backend.answer(otpRequest, { otpId: 'mail1' });
  backend.answer(otpSignIn, {
    record: { ...admin, collectionId: 'x', collectionName: 'y' },
    token: adminToken(),
  });
  const view = openFilled();
  await send(view);
  return view;
}

test('a second step asks for the code of a mail, at an input that a password manager fills', async () => {
  const view = await openSecondStep();
  const code = view.byLabel<HTMLInputElement>('Code');
  assert.equal(
    [code.autocomplete, code.inputMode, document.activeElement === code],
    ['one-time-code', 'numeric', true],
  );
  assert.match(view.text(), 'by mail to root@example.com');
  await send(view);
  assert.is(isInvalid(view, 'Code'), true, 'empty');
  backend.answerOnce(otpSignIn, newerRefusal(400, 'Invalid or expired OTP.'));
  type(code, '11111111');
  await send(view);
  assert.match(view.text(), 'This code is wrong or too old. Type the newest one, or send a new code.');
  assert.equal([textIn(view, 'Code'), document.activeElement === code], ['11111111', true]);
  type(code, ' 22222222 ');
  await send(view);
  assert.equal(bodies().at(-1), { otpId: 'mail1', password: '22222222', mfaId: 'first' });
  assert.equal([session.state.admin?.email, shownToasts()], [admin.email, []]);
});

test('a new code begins the second step anew, and the way back keeps the password', async () => {
  const view = await openSecondStep();
  backend.answer(newerSignIn, halfDone('second'));
  backend.answerOnce(otpRequest, newerRefusal(429, 'Too Many Requests.'));
  type(view.byLabel('Code'), '1');
  click(view.byText('Send a new code'));
  await rest();
  assert.match(view.text(), 'Too Many Requests.');
  assert.is(textIn(view, 'Code'), '1');
  backend.answerOnce(otpRequest, { otpId: 'mail2' });
  click(view.byText('Send a new code'));
  await rest();
  assert.equal([textIn(view, 'Code'), shownToasts()], ['', ['success: A new code was sent.']]);
  assert.ok(document.activeElement === view.byLabel('Code'));
  type(view.byLabel('Code'), '22222222');
  click(view.byText('Back to the password'));
  await rest();
  assert.equal([textIn(view, 'Email'), textIn(view, 'Password')], ['root@example.com', 'secret']);
  assert.ok(document.activeElement === view.byLabel('Password'));
  backend.answerOnce(newerSignIn, newerRefusal(400, 'Failed to authenticate.'));
  await send(view);
  assert.match(view.text(), invalid);
  await send(view);
  type(view.byLabel('Code'), '33333333');
  await send(view);
  assert.equal(bodies().at(-1), { otpId: 'mail1', password: '33333333', mfaId: 'second' });
});

const superusersRoute = 'POST /api/collections/_superusers/records';

/** Opens the link as the page does: the route with the token leads to the one without. */
async function openLink(token: string): Promise<View> {
  openPage(`/pbinstal/${token}`);
  dialect.learn(23);
  mount(<InstallerLinkPage params={{ token }} />);
  await rest();
  assert.is(location.hash, '#/pbinstall');
  return mount(<InstallerLinkPage params={{}} />);
}

test('the link of the installer creates the first admin with eight characters, and the address loses the token', async () => {
  const steps = history.length;
  backend.answer(superusersRoute, { ...admin, collectionId: 'x', collectionName: 'y' });
  backend.answer(newerSignIn, { record: admin, token: adminToken() });
  const token = tokenOf({ exp: 4102444800, type: 'auth' });
  const view = await openLink(token);
  type(view.byLabel('Email'), 'root@example.com');
  for (const label of ['Password', 'Password confirm']) type(view.byLabel(label), '1234567');
  await send(view);
  assert.match(view.text(), 'Minimum 8 characters.');
  for (const label of ['Password', 'Password confirm']) type(view.byLabel(label), '12345678');
  backend.answerOnce(superusersRoute, newerRefusal(403, 'No.'));
  await send(view);
  const over =
    'This link has expired or was used. A server without an admin prints a new one when it starts.';
  assert.is(view.find('[role=alert]').textContent, over);
  assert.is(textIn(view, 'Password'), '12345678');
  await send(view);
  assert.is(tokenSentWith(backend.callsTo(superusersRoute).at(-1)), token);
  assert.equal([session.isSignedIn(), loads, history.length], [true, ['/_/'], steps]);
});

test('an expired link, and a page that was loaded anew, say so before anything is typed', async () => {
  const expired = await openLink(tokenOf({ exp: 1, type: 'auth' }));
  assert.match(expired.text(), 'This link has expired or was used.');
  const { text, findAll } = mount(<InstallerLinkPage params={{}} />);
  assert.match(text(), 'Open the link again');
  assert.equal([findAll('form').length, backend.calls.length], [0, 0]);
});

test('an address that is not allowed has a sentence', async () => {
  dialect.learn(23);
  backend.answer(newerSignIn, newerRefusal(403, 'You are not allowed to perform this request.'));
  const view = openFilled();
  await send(view);
  assert.is(view.find('[role=alert]').textContent, 'This server allows no admin from your address.');
});

test.run();
