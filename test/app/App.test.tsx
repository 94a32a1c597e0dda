import { mock } from 'node:test';
import { StrictMode } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { App } from '../../ui/app/App';
import { boot } from '../../ui/app/boot';
import { routes, type ShellRoute } from '../../ui/app/routes';
import { currentLocation, navigate, parseHash } from '../../ui/base/hash';
import * as preferences from '../../ui/page/preferences';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import { masked, wholeSettings } from '../settings/settingsScene';
import { type FakeBackend, failure, fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';
import { act, click, mount, rest, tick, type, type View } from '../support/render';
import {
  admin,
  adminToken,
  listOf,
  postsCollection,
  collections as sampleCollections,
} from '../support/samples';

const mine = { admin, token: adminToken() };
const postsHash = `#/collections?collectionId=${postsCollection.id}&sort=-title`;

let backend: FakeBackend;
let isBroken = false;

function Fragile() {
  if (isBroken) throw new Error('The screen is broken on purpose.');
  return <p>A whole screen</p>;
}

const fragileRoute: ShellRoute = {
  path: '/fragile/:part',
  access: 'anyone',
  hasSidebar: true,
  pageName: 'Fragile',
  Screen: Fragile,
  preload: () => {},
};

/** Opens the page at a URL, and waits for its screen. */
async function open(address: string, element = <App />): Promise<View> {
  history.replaceState(null, '', `/_/${address}`);
  const view = mount(element);
  await rest();
  return view;
}

async function doing(run: () => void): Promise<void> {
  await act(async () => run());
  await rest();
}

const goTo = (hash: string) =>
  doing(() => {
    const { path, query } = parseHash(hash);
    navigate(path, query);
  });

async function signInAt(view: View): Promise<void> {
  type(view.byLabel('Email'), 'root@example.com');
  type(view.byLabel('Password'), 'secret');
  click(view.byText('Login'));
  await rest();
}

const heading = (view: View) => view.find('h1').textContent;

test.before(() => {
  (routes as ShellRoute[]).push(fragileRoute);
  resetDom();
  boot();
});
test.before.each(async () => {
  session.end();
  await tick();
  resetDom();
  toasts.closeAll();
  isBroken = false;
  backend = fakeBackend({
    'GET /api/collections': listOf(sampleCollections, 200),
    'GET /api/collections/:id/records': listOf([]),
    'GET /api/settings': masked(wholeSettings()),
    'GET /api/admins': listOf([admin]),
    'GET /api/logs': listOf([]),
    'GET /api/logs/stats': [],
    'POST /api/admins/auth-with-password': mine,
    'POST /api/admins/auth-refresh': mine,
  });
  globalThis.fetch = backend.fetch;
});
test.after.each(async () => {
  mount(null).unmount();
  toasts.closeAll();
  mock.restoreAll();
});
test.after(() => session.end());

test('a guest is redirected to the sign-in, without a history entry, a sidebar or a request', async () => {
  const steps = history.length;
  for (const hash of ['', '#/settings/mail']) {
    const view = await open(hash);
    assert.is(location.hash, '#/login');
    assert.is(history.length, steps);
    assert.is(heading(view), 'Admin sign in');
    assert.match(document.title, /^Admin sign in - /);
    assert.equal([view.findAll('nav'), backend.calls], [[], []]);
    view.unmount();
  }
});

for (const hash of ['', '#/login', '#/request-password-reset', '#/confirm-password-reset/abc']) {
  test(`an admin at "${hash}" is redirected to the collections`, async () => {
    session.begin(mine);
    const view = await open(hash);
    assert.match(location.hash, /^#\/collections\?collectionId=/);
    assert.is(view.find('nav[aria-label="Main"] [aria-current="page"]').textContent, 'Collections');
  });
}

for (const [mode, element] of [
  ['', <App key="app" />],
  [
    ', also when every effect runs twice',
    <StrictMode key="strict">
      <App />
    </StrictMode>,
  ],
] as const) {
  test(`a requested URL waits for the sign-in, and is forgotten after its visit${mode}`, async () => {
    const view = await open(postsHash, element);
    backend.answerOnce('POST /api/admins/auth-with-password', failure(400, 'Failed to authenticate.'));
    await signInAt(view);
    assert.match(view.text(), /Invalid login credentials\./);
    await goTo('#/request-password-reset');
    await goTo('#/login');
    await signInAt(view);
    assert.equal([location.hash, heading(view)], [postsHash, 'posts']);
    click(view.byLabel('Account'));
    const names = view.findAll('[role^="menuitem"]').map(({ textContent }) => textContent);
    assert.equal(names.slice(-2), ['Manage admins', 'Logout']);
    assert.is(view.byText('Manage admins').closest('a')?.getAttribute('href'), '#/settings/admins');
    click(view.byText('Logout'));
    await rest();
    assert.equal([location.hash, session.isSignedIn()], ['#/login', false]);
    await signInAt(view);
    assert.match(location.hash, /^#\/collections/);
    assert.not.match(location.hash, /sort/);
  });
}

test('an expired session asks for a sign-in, and then returns to its page', async () => {
  session.begin(mine);
  const view = await open(postsHash);
  await doing(session.end);
  assert.is(location.hash, '#/login');
  await signInAt(view);
  assert.is(location.hash, postsHash);
});

test('on the first run every URL redirects to the installer, which ends the session', async () => {
  for (const hash of ['', '#/login', postsHash, '#/nowhere', '#/fragile/a']) {
    session.begin(mine);
    const view = await open(`?installer${hash}`);
    assert.is(currentLocation().path, '/', hash);
    assert.is(location.search, '?installer');
    assert.is(session.isSignedIn(), false);
    assert.match(heading(view) ?? '', /^Create your first admin account/);
    view.unmount();
  }
});

test('a screen that throws shows a message; the shell still works, and so do other pages', async () => {
  mock.method(console, 'error', () => {});
  session.begin(mine);
  isBroken = true;
  const view = await open('#/fragile/a');
  assert.is(heading(view), 'This screen stopped working.');
  assert.ok(view.byLabel('Account'));
  isBroken = false;
  click(view.byText('Try again'));
  assert.match(view.text(), /A whole screen/);
  isBroken = true;
  await goTo('#/fragile/b');
  assert.is(heading(view), 'This screen stopped working.');
  isBroken = false;
  await goTo('#/fragile/c');
  assert.match(view.text(), /A whole screen/, 'within its own route');
  isBroken = true;
  await goTo('#/fragile/d');
  await goTo('#/settings');
  assert.is(heading(view), 'Application');
});

test('the account menu chooses the overview to start with', async () => {
  session.begin(mine);
  const view = await open('');
  click(view.byLabel('Account'));
  await rest();
  const items = () =>
    view.findAll('[role^="menuitem"]').filter(({ textContent }) => textContent?.startsWith('Start with'));
  assert.equal(
    items().map((item) => [item.textContent, item.getAttribute('aria-checked')]),
    [
      ['Start with: Collections', 'true'],
      ['Start with: Overview', 'false'],
    ],
  );
  click(items()[1] as Element);
  await goTo('#/');
  assert.is(location.hash, '#/overview');
  assert.is(view.find('nav[aria-label="Main"] [aria-current="page"]').textContent, 'Overview');
  preferences.setStart('/collections');
});

const settingsPages = [
  ['/settings/mail', 'Mail settings', 'Mail settings'],
  ['/settings/rules', 'API rules', 'API rules'],
  ['/settings/storage/', 'Files storage', 'Files storage'],
  ['/settings/auth-providers', 'Auth providers', 'Auth providers'],
  ['/settings/tokens', 'Token options', 'Token options'],
  ['/settings/admins', 'Admins', 'Admins'],
  ['/settings', 'Application', 'Application settings'],
] as const;

test('the sidebar of the settings stays mounted from page to page, and is gone elsewhere', async () => {
  session.begin(mine);
  const view = await open('#/settings/');
  const sidebar = () => view.findAll('nav[aria-label="Settings pages"]')[0];
  const frame = sidebar();
  for (const [path, title, pageName] of settingsPages) {
    const before = view.find('main');
    await goTo(`#${path}`);
    assert.equal([heading(view), frame?.querySelector('[aria-current]')?.textContent], [title, title]);
    assert.is(document.title.split(' - ')[0], pageName);
    assert.ok(frame && sidebar() === frame, `at ${path} it is the same one`);
    assert.not.ok(view.find('main') === before, `at ${path} the page is another one`);
  }
  for (const [elsewhere, title] of [
    ['#/logs', 'Logs'],
    ['#/settings/foo', 'Page not found'],
  ] as const) {
    await goTo(elsewhere);
    assert.equal([heading(view), sidebar()], [title, undefined]);
  }
});

test('every page of the settings is for admins', () => {
  const settings = routes.filter(({ path }) => path.startsWith('/settings'));
  assert.is(settings.length, 11);
  for (const { path, access } of settings) assert.is(access, 'admin', path);
});

test('another link for a new password mounts a new form', async () => {
  const view = await open('#/confirm-password-reset/first');
  backend.answer('POST /api/admins/confirm-password-reset', failure(400, 'No.'));
  type(view.byLabel('New password'), 'typed before');
  await goTo('#/confirm-password-reset/second');
  assert.is(view.byLabel<HTMLInputElement>('New password').value, '');
  type(view.byLabel('New password'), '1234567890');
  type(view.byLabel('New password confirm'), '1234567890');
  click(view.byText('Set new password'));
  await rest();
  const [call] = backend.callsTo('POST /api/admins/confirm-password-reset');
  assert.equal(call?.body, { token: 'second', password: '1234567890', passwordConfirm: '1234567890' });
});

test('a failed request shows a toast on any screen', async () => {
  const view = await open('#/login');
  await doing(() => toasts.error('It failed.'));
  assert.is(view.byText('It failed.').closest('[role]')?.getAttribute('role'), 'alert');
});

test('while the server is unreachable, every screen shows a banner', async () => {
  session.begin(mine);
  const view = await open(postsHash);
  const back = backend.goOffline();
  click(view.find('[aria-label="Refresh"]'));
  await rest();
  assert.match(view.text(), /The server cannot be reached\. Trying again\.\.\./);
  assert.is(heading(view), 'posts');
  back();
  await doing(() => window.dispatchEvent(new Event('online')));
  assert.not.match(view.text(), /The server cannot be reached\. Trying again/);
});

test.run();
