import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as preferences from '../../ui/page/preferences';
import { resetDom } from '../support/dom';

const pins = '@pinnedCollections';
const width = '@adminSidebarWidth';

/** Returns the preferences that a new page would read. */
function reread() {
  preferences.rereadFromOtherTab(null);
  return preferences.state;
}

test.before.each(() => {
  resetDom();
  reread();
});

test('stored pins are read, and nonsense is not', () => {
  assert.equal(preferences.state.pinnedCollections, []);
  for (const [stored, expected] of [
    ['["a","b"]', ['a', 'b']],
    ['["a",7,null,{"id":"b"},"c"]', ['a', 'c']],
    ['{"a":true}', []],
    ['"a"', []],
    ['null', []],
    ['[a', []],
  ] as const) {
    localStorage.setItem(pins, stored);
    assert.equal(reread().pinnedCollections, expected, stored);
  }
  preferences.setPinnedCollections(['a', 'b']);
  assert.is(localStorage.getItem(pins), '["a","b"]');
  assert.equal(preferences.state.pinnedCollections, ['a', 'b']);
});

test('a stored width of the sidebar is read within its bounds', () => {
  assert.is(preferences.state.sidebarWidth, 232);
  for (const [stored, expected] of [
    ['300px', 300],
    ['175px', 176],
    ['9999px', 416],
    ['', 232],
    ['wide', 232],
  ] as const) {
    localStorage.setItem(width, stored);
    assert.is(reread().sidebarWidth, expected, stored);
  }
});

for (const [given, expected] of [
  [10, 176],
  [1000, 416],
] as const) {
  test(`a sidebar that is resized to ${given} is stored as ${expected}px`, () => {
    preferences.setSidebarWidth(given);
    assert.is(preferences.state.sidebarWidth, expected);
    assert.is(localStorage.getItem(width), `${expected}px`);
  });
}

test('hidden columns are stored per collection, under the key of the built-in dashboard', () => {
  const hidden = (collectionId: string) => {
    preferences.openColumns(collectionId);
    assert.is(preferences.state.columns.collectionId, collectionId);
    return preferences.state.columns.layout.hidden;
  };
  localStorage.setItem('posts@hiddenColumns', '["f1",7,"@created"]');
  assert.equal(hidden('posts'), ['f1', '@created']);
  preferences.setColumns({ hidden: ['f2'] });
  assert.is(localStorage.getItem('posts@hiddenColumns'), '["f2"]');
  assert.equal([hidden('users'), hidden('posts')], [[], ['f2']]);
});

test('a collection with a slow count is stored until a count is fast again', () => {
  assert.is(preferences.isSlowToCount('posts'), false);
  preferences.rememberCount('posts', { isSlow: true });
  preferences.rememberCount('posts', { isSlow: true });
  preferences.rememberCount('users', { isSlow: true });
  assert.equal([preferences.isSlowToCount('posts'), preferences.isSlowToCount('users')], [true, true]);
  preferences.rememberCount('posts', { isSlow: false });
  assert.equal([preferences.isSlowToCount('posts'), preferences.isSlowToCount('users')], [false, true]);
});

test('the page to start with is the collections, but for the one that was chosen, here or in another tab', () => {
  assert.is(preferences.state.startsWith, '/collections');
  preferences.setStart('/overview');
  assert.equal([preferences.state.startsWith, reread().startsWith], ['/overview', '/overview']);
  for (const stored of ['constructor', '/overview', '']) {
    localStorage.setItem('lowlineStartsWith', stored);
    preferences.rereadFromOtherTab('lowlineStartsWith');
    assert.is(preferences.state.startsWith, '/collections', stored);
  }
});

test('follows the choices of another tab, key by key', () => {
  localStorage.setItem(pins, '["a"]');
  localStorage.setItem(width, '300px');
  preferences.rereadFromOtherTab('something else');
  assert.equal(preferences.state.pinnedCollections, []);
  preferences.rereadFromOtherTab(pins);
  assert.equal([preferences.state.pinnedCollections, preferences.state.sidebarWidth], [['a'], 232]);
  preferences.rereadFromOtherTab(width);
  assert.is(preferences.state.sidebarWidth, 300);
  preferences.openColumns('posts');
  localStorage.setItem('posts@hiddenColumns', '["f1"]');
  preferences.rereadFromOtherTab('users@hiddenColumns');
  assert.equal(preferences.state.columns.layout.hidden, []);
  preferences.rereadFromOtherTab('posts@hiddenColumns');
  assert.equal(preferences.state.columns.layout.hidden, ['f1']);
});

test('widths of columns are kept by collection; stored nonsense is ignored', () => {
  localStorage.setItem('posts@columnWidths', '{"f1":200,"f2":"9","f3":5,"f4":9000,"@id":48}');
  preferences.openColumns('posts');
  assert.equal(preferences.state.columns.layout.widths, { f1: 200, '@id': 48 });
  preferences.setColumns({ widths: { ...preferences.state.columns.layout.widths, f1: 96 } });
  assert.equal(JSON.parse(localStorage.getItem('posts@columnWidths') ?? ''), { f1: 96, '@id': 48 });
  preferences.openColumns('users');
  assert.equal(preferences.state.columns.layout.widths, {});
  for (const stored of ['[a', 'null', '"a"', '7']) {
    localStorage.setItem('users@columnWidths', stored);
    preferences.rereadFromOtherTab('users@columnWidths');
    assert.equal(preferences.state.columns.layout.widths, {}, stored);
  }
});

test('the order and the pins of columns are kept by collection; one change leaves the others', () => {
  localStorage.setItem('posts@columnOrder', '["f2",7,"f1"]');
  localStorage.setItem('posts@pinnedColumns', '{"f1":true}');
  localStorage.setItem('posts@hiddenColumns', '["f9"]');
  preferences.openColumns('posts');
  const { layout } = preferences.state.columns;
  assert.equal(layout, { order: ['f2', 'f1'], pinned: [], hidden: ['f9'], shown: [], widths: {} });
  preferences.setColumns({ pinned: ['f1'], order: ['f1', 'f2'] });
  assert.is(localStorage.getItem('posts@pinnedColumns'), '["f1"]');
  assert.is(localStorage.getItem('posts@columnOrder'), '["f1","f2"]');
  assert.is(localStorage.getItem('posts@columnWidths'), null);
  preferences.openColumns('users');
  preferences.openColumns('posts');
  assert.equal(preferences.state.columns.layout, {
    order: ['f1', 'f2'],
    pinned: ['f1'],
    hidden: ['f9'],
    shown: [],
    widths: {},
  });
});

test.run();
