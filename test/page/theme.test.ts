import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as theme from '../../ui/page/theme';
import { resetDom } from '../support/dom';

const key = 'lowlineTheme';
const shownTheme = () => document.documentElement.getAttribute('data-theme');

/** Opens a page: the classic script sets the theme before all other code. */
function openPage(): void {
  document.documentElement.removeAttribute('data-theme');
  new Function(readFileSync('ui/theme.js', 'utf8'))();
}

test.before.each(() => {
  resetDom();
  theme.rereadFromOtherTab(null);
});

test('a chosen theme is applied at once, stored, and set before the first paint of the next page', () => {
  for (const [choice, shown] of [
    ['system', null],
    ['light', 'light'],
    ['dark', 'dark'],
    ['system', null],
  ] as const) {
    theme.choose(choice);
    assert.equal([theme.state.choice, shownTheme(), localStorage.getItem(key)], [choice, shown, shown]);
    openPage();
    assert.is(shownTheme(), shown);
  }
});

test('another stored theme is none', () => {
  for (const stored of ['', 'system', 'DARK', 'javascript:', '{"theme":"dark"}']) {
    localStorage.setItem(key, stored);
    theme.rereadFromOtherTab(key);
    assert.is(theme.state.choice, 'system');
    openPage();
    assert.is(shownTheme(), null, stored);
  }
});

const preloaded = () =>
  [...document.querySelectorAll('link[rel="modulepreload"]')].map((link) => link.getAttribute('href'));

for (const [hash, screen] of [
  ['', 'table'],
  ['#/collections?collectionId=logs', 'table'],
  ['#/logs?sort=-created', 'logs'],
  ['#/settings/mail', 'settings'],
]) {
  test(`with a session the page preloads the scripts of the first screen, at "${hash}" ${screen}`, () => {
    const meta = document.createElement('meta');
    meta.name = 'chunks';
    meta.content = JSON.stringify({
      table: ['a', 'table'],
      logs: ['a', 'logs'],
      settings: ['a', 'settings'],
    });
    document.head.replaceChildren(meta);
    window.location.hash = hash ?? '';
    openPage();
    assert.equal(preloaded(), []);
    localStorage.setItem('pb_admin_auth', '{}');
    openPage();
    assert.equal(preloaded(), ['a', screen]);
  });
}

test('follows a choice in another tab, and ignores other keys', () => {
  localStorage.setItem(key, 'dark');
  theme.rereadFromOtherTab('something else');
  assert.is(shownTheme(), null);
  theme.rereadFromOtherTab(key);
  assert.is(theme.state.choice, 'dark');
  assert.is(shownTheme(), 'dark');
  localStorage.clear();
  theme.rereadFromOtherTab(null);
  assert.is(shownTheme(), null);
});

test.run();
