import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as dialect from '../../ui/backend/dialect';
import { SettingsPage } from '../../ui/kit/layout/SettingsPage';
import * as findingMarks from '../../ui/rules/findings/findingMarks';
import { SettingsFrame } from '../../ui/settings/SettingsFrame';
import { connect } from '../backend/connect';
import { fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';
import { safeSettings } from '../support/findingFacts';
import { accountsOf } from '../support/findingHoles';
import { act, eventually, mount, rest, type View } from '../support/render';
import { admin, listOf } from '../support/samples';

const frame = (path: string) => (
  <SettingsFrame path={path}>
    <SettingsPage title="A page">Content</SettingsPage>
  </SettingsFrame>
);
const links = (view: View) => view.findAll<HTMLAnchorElement>('nav[aria-label="Settings pages"] a');
const current = (view: View) =>
  links(view)
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map(({ textContent }) => textContent);

test.before.each(() => {
  resetDom();
  connect(fakeBackend({}));
});
test.after.each(() => mount(null).unmount());

test('the pages are links below the names of their groups', () => {
  const view = mount(frame('/settings'));
  const listed = view
    .findAll('nav[aria-label="Settings pages"] :is(h2, a)')
    .map((one) => [one.textContent, one.getAttribute('href')]);
  const known = [
    ['System', null],
    ['Application', '#/settings'],
    ['Authentication', null],
    ['Token options', '#/settings/tokens'],
  ];
  const names = known.map(([name]) => name);
  assert.equal(
    listed.filter(([name]) => names.includes(name ?? null)),
    known,
  );
});

test('the link of the current page is marked', () => {
  for (const [path, name] of [
    ['/settings', 'Application'],
    ['/settings/', 'Application'],
    ['/settings/tokens/', 'Token options'],
  ] as const) {
    assert.equal(current(mount(frame(path))), [name], path);
  }
});

test('a page that the server cannot have has no link, and its address says why', () => {
  dialect.learn(40);
  const missing = ['/settings/auth-providers', '/settings/tokens'];
  const listed = links(mount(frame('/settings'))).map((link) => link.getAttribute('href')?.slice(1));
  assert.equal([listed.length, listed.filter((path) => missing.includes(path ?? ''))], [9, []]);
  for (const path of missing) {
    const view = mount(frame(path));
    assert.match(
      view.text(),
      /On this server each auth collection has .* of its own\. Lowline does not edit/,
    );
    assert.not.match(view.text(), /Content/);
    const own = view.findAll('a').filter(({ textContent }) => textContent === 'Open its own dashboard');
    assert.is(own.length, location.pathname === '/_/' ? 0 : 1);
  }
  assert.match(mount(frame('/settings/mail')).text(), /Content/);
});

test('a page shows its place in the settings', () => {
  const view = mount(frame('/settings/mail'));
  assert.is(view.find('main header').textContent, 'Settings/A page');
  assert.is(view.find('nav[aria-label="Breadcrumb"] a').getAttribute('href'), '#/settings');
});

test('the link of the findings has their number from the facts alone; after a run, that of the run', async () => {
  localStorage.clear();
  const backend = fakeBackend({
    'GET /api/collections': listOf([accountsOf('users', { create: '', update: '' })], 200),
    'GET /api/settings': safeSettings,
    'GET /api/backups': [],
    'GET /api/admins': listOf([admin], 100),
  });
  connect(backend, 't');
  const view = mount(frame('/settings'));
  const link = () =>
    links(view).find(({ textContent }) => textContent?.startsWith('Findings'))?.parentElement?.textContent;
  await eventually(() => /^Findings\d+( or more)? critical or high findings$/.test(link() ?? ''), true);
  assert.equal(backend.calls.map(({ path }) => path).sort(), [
    '/api/admins',
    '/api/backups',
    '/api/collections',
    '/api/settings',
  ]);
  act(() => findingMarks.setCounts(2, 5));
  await rest();
  assert.is(link(), 'Findings7 critical or high findings');
  mount(frame('/settings'));
  await rest();
  assert.is(backend.calls.length, 4);
  localStorage.clear();
});

test.run();
