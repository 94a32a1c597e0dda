import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { configureClient } from '../../../ui/backend/client';
import * as app from '../../../ui/page/pageTitle';
import * as environment from '../../../ui/page/session/environment';
import * as environmentName from '../../../ui/page/session/environmentName';
import { resetDom } from '../../support/dom';

const apiBase = 'https://api.harbour.example/api/';
const key = `lowlineEnvironment@${apiBase}`;
const production = { name: 'Production', colour: 'red', locks: true, appName: 'Acme' } as const;

/** Opens another page. */
function openAt(address: string): void {
  environment.set(null);
  configureClient({
    apiBase: address,
    token: () => '',
    confirmSession: async () => true,
    onUnauthorized: () => {},
    onForbidden: () => {},
    onUnreachable: () => {},
  });
  environment.open();
}
const kept = () => JSON.parse(localStorage.getItem(key) ?? 'null');

test.before.each(() => {
  resetDom();
  openAt(apiBase);
});
test.after.each(() => {
  mock.restoreAll();
  environmentName.drop();
});

test('nothing is named by default, and nothing is stored', () => {
  assert.is(environment.state.current, null);
  assert.is(environmentName.host(), 'api.harbour.example');
  assert.is(localStorage.length, 0);
});

test('a stored environment is read; what has no name is none', () => {
  const unlocked = { ...production, locks: false };
  for (const [value, expected] of [
    [production, production],
    [{ name: 'Test' }, { name: 'Test', locks: true }],
    [{ ...production, locks: 'no' }, production],
    [unlocked, unlocked],
    [{ ...production, name: '' }, null],
    [{ ...production, name: 7 }, null],
    ['Production', null],
    [null, null],
    [[], null],
  ] as const) {
    localStorage.setItem(key, JSON.stringify(value));
    openAt(apiBase);
    const { current } = environment.state;
    assert.equal(current && { ...current }, expected, JSON.stringify(value));
    assert.is(document.documentElement.hasAttribute('data-strip'), expected !== null);
  }
});

test('a name is stored under the address of the API, and read by the next page', () => {
  environmentName.save({ ...production, name: '  Production\n' });
  assert.equal(kept(), production);
  openAt('https://other.example/api/');
  assert.is(environment.state.current, null);
  openAt(apiBase);
  assert.equal({ ...environment.state.current }, production);
  environmentName.drop();
  assert.equal([environment.state.current, kept()], [null, null]);
  mock.method(localStorage, 'setItem', () => {
    throw new Error('forbidden');
  });
  assert.is(environmentName.save(production), false);
  assert.is(
    environment.state.current?.name,
    'Production',
    'a browser that stores nothing keeps it for this tab',
  );
});

test('another tab names, renames and removes', () => {
  environment.rereadFromOtherTab('lowlineTheme');
  assert.is(environment.state.current, null);
  for (const name of ['Production', 'Live']) {
    localStorage.setItem(key, JSON.stringify({ ...production, name }));
    environment.rereadFromOtherTab(key);
    assert.is(environment.state.current?.name, name);
  }
  localStorage.clear();
  environment.rereadFromOtherTab(null);
  assert.is(environment.state.current, null);
});

test('the application’s name is learnt once', () => {
  environmentName.learnAppName('Acme');
  assert.is(environment.state.current, null);
  environmentName.save({ ...production, appName: '' });
  environmentName.learnAppName('');
  assert.is(environment.state.current?.appName, '');
  environmentName.learnAppName('Acme');
  assert.is(kept().appName, 'Acme');
  environmentName.learnAppName('Other');
  assert.is(kept().appName, 'Acme');
});

test('the title has the name of the environment, the page and the application', () => {
  for (const [page, appName, title] of [
    ['', '', 'Lowline'],
    ['orders', '', 'orders - Lowline'],
    ['', 'App', 'App - Lowline'],
    ['<b>', '&amp;', '<b> - &amp; - Lowline'],
  ] as const) {
    app.setPageName(page);
    app.setMeta({ appName, hideControls: false });
    assert.is(document.title, title);
  }
  environmentName.save(production);
  assert.is(document.title, 'Production: <b> - &amp; - Lowline');
  environmentName.drop();
  assert.is(document.title, '<b> - &amp; - Lowline');
  app.forget();
  assert.is(document.title, '<b> - Lowline');
});

test.run();
