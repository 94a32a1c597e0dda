import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as theme from '../../ui/state/theme';
import { resetDom } from '../support/dom';

const key = 'lowlineTheme';
const shownTheme = () => document.documentElement.getAttribute('data-theme');

/** As a page that opens: the classic script sets the theme before anything else runs. */
function openPage(): void {
  document.documentElement.removeAttribute('data-theme');
  new Function(readFileSync('ui/theme.js', 'utf8'))();
}

test.before.each(() => {
  resetDom();
  theme.rereadFromOtherTab(null);
});

test('at first the theme is that of the system', () => {
  assert.is(theme.state.choice, 'system');
  assert.is(shownTheme(), null);
});

for (const choice of ['light', 'dark'] as const) {
  test(`the ${choice} theme is shown at once, kept, and shown by the next page before its first paint`, () => {
    theme.choose(choice);
    assert.is(theme.state.choice, choice);
    assert.is(shownTheme(), choice);
    openPage();
    assert.is(shownTheme(), choice);
  });
}

test('back to the system nothing is kept and nothing is set', () => {
  theme.choose('dark');
  theme.choose('system');
  assert.is(theme.state.choice, 'system');
  assert.is(shownTheme(), null);
  assert.is(localStorage.getItem(key), null);
  openPage();
  assert.is(shownTheme(), null);
});

for (const stored of ['', 'system', 'DARK', 'javascript:', '{"theme":"dark"}']) {
  test(`the stored theme "${stored}" is no choice`, () => {
    localStorage.setItem(key, stored);
    theme.rereadFromOtherTab(key);
    assert.is(theme.state.choice, 'system');
    openPage();
    assert.is(shownTheme(), null);
  });
}

test('what another tab chose is shown here too, other keys change nothing', () => {
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
