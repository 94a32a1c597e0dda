import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { navigate } from '../../ui/platform/hash';
import { App } from '../../ui/shell/App';
import { boot } from '../../ui/shell/boot';
import { routes } from '../../ui/shell/routes';
import * as session from '../../ui/state/session';
import * as toasts from '../../ui/state/toasts';
import { masked, wholeSettings } from '../screens/settings/settingsScene';
import { type FakeBackend, fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';
import { act, mount, rest, tick, type View } from '../support/render';
import { admin, adminToken, listOf, collections as sampleCollections } from '../support/samples';

const mine = { admin, token: adminToken() };
let backend: FakeBackend;

async function open(hash: string): Promise<View> {
  history.replaceState(null, '', `/_/${hash}`);
  const view = mount(<App />);
  await rest();
  return view;
}

async function goTo(path: string): Promise<void> {
  await act(async () => navigate(path, {}));
  await rest();
}

const heading = (view: View) => view.find('h1').textContent;
const sidebar = (view: View) => view.find('nav[aria-label="Settings pages"]');
const current = (view: View) => view.find('nav[aria-label="Settings pages"] [aria-current]').textContent;

const pages = [
  ['/settings', 'Application', 'Application settings'],
  ['/settings/mail', 'Mail settings', 'Mail settings'],
  ['/settings/rules', 'API rules', 'API rules'],
  ['/settings/storage', 'Files storage', 'Files storage'],
  ['/settings/auth-providers', 'Auth providers', 'Auth providers'],
  ['/settings/tokens', 'Token options', 'Token options'],
  ['/settings/admins', 'Admins', 'Admins'],
] as const;

test.before(() => {
  resetDom();
  boot();
});
test.before.each(async () => {
  session.end();
  await tick();
  resetDom();
  toasts.closeAll();
  backend = fakeBackend({
    'GET /api/collections': listOf(sampleCollections, 200),
    'GET /api/collections/:id/records': listOf([]),
    'GET /api/settings': masked(wholeSettings()),
    'GET /api/admins': listOf([admin]),
    'POST /api/admins/auth-refresh': mine,
    'GET /api/logs': listOf([]),
    'GET /api/logs/stats': [],
  });
  globalThis.fetch = backend.fetch;
  session.adopt(mine);
});
test.after.each(() => {
  mount(null).unmount();
  toasts.closeAll();
});
test.after(() => session.end());

test('the pages are routes of one group, for admins', () => {
  const settings = routes.filter(({ path }) => path.startsWith('/settings'));
  assert.is(new Set(settings.map(({ group }) => group)).size, 1);
  assert.ok(settings[0]?.group);
  for (const { path, access } of settings) assert.is(access, 'admin', path);
  for (const [path] of pages) assert.ok(settings.some((route) => route.path === path));
});

for (const [path, title, pageName] of pages) {
  test(`${path} shows ${title}, also with a trailing slash`, async () => {
    const view = await open(`#${path}/`);
    assert.equal([heading(view), current(view)], [title, title]);
    assert.is(document.title.split(' - ')[0], pageName);
  });
}

test('the sidebar stays mounted from page to page, and the page changes', async () => {
  const view = await open('#/settings');
  const frame = sidebar(view);
  for (const [path, title, pageName] of [...pages.slice(1), ...pages.slice(0, 1)]) {
    const before = view.find('main');
    await goTo(path);
    assert.equal([heading(view), current(view)], [title, title]);
    assert.is(document.title.split(' - ')[0], pageName);
    assert.ok(sidebar(view) === frame, `at ${path} it is the same one`);
    assert.not.ok(view.find('main') === before, `at ${path} the page is another one`);
  }
});

test('the sidebar is unmounted on other screens, and mounted again later', async () => {
  const view = await open('#/settings/mail');
  const frame = sidebar(view);
  await goTo('/logs');
  assert.is(heading(view), 'Logs');
  assert.equal(view.findAll('nav[aria-label="Settings pages"]'), []);
  await goTo('/settings/mail');
  assert.not.ok(sidebar(view) === frame);
  assert.is(heading(view), 'Mail settings');
});

for (const path of ['/settings/foo', '/settings/mail/foo', '/Settings', '/settingsfoo']) {
  test(`${path} is not found, without a sidebar, and links to another page`, async () => {
    const view = await open(`#${path}`);
    assert.is(heading(view), 'Page not found');
    assert.equal(view.findAll('nav[aria-label="Settings pages"]'), []);
    assert.equal(view.findAll('nav'), []);
    await goTo('/settings/mail');
    assert.is(heading(view), 'Mail settings');
  });
}

test('a guest is redirected to the sign-in and reads no settings', async () => {
  session.end();
  await tick();
  backend.calls.length = 0;
  await open('#/settings/mail');
  assert.is(location.hash, '#/login');
  assert.equal(backend.calls, []);
});

test.run();
