import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasPlace, tabOfError, tabsOf } from '../../../ui/screens/collection-editor/collectionTabs';

const places: [path: string, tab: ReturnType<typeof tabOfError>][] = [
  ['schema', 'fields'],
  ['schema.k.options.min', 'fields'],
  ['indexes', 'fields'],
  ['indexes.3', 'fields'],
  ['options.query', 'fields'],
  ['listRule', 'rules'],
  ['viewRule', 'rules'],
  ['createRule', 'rules'],
  ['updateRule', 'rules'],
  ['deleteRule', 'rules'],
  ['options.manageRule', 'rules'],
  ['options', 'options'],
  ['options.minPasswordLength', 'options'],
  ['options.exceptEmailDomains.0', 'options'],
  ['name', null],
  ['type', null],
  ['schemas', null],
];
for (const [path, tab] of places) {
  test(`${path} is shown in ${tab ?? 'no tab'}`, () => assert.is(tabOfError(path), tab));
}

test('the tab counts the public rules, and marks public write rules as worse', () => {
  const counts = (rules: Parameters<typeof tabsOf>[2]) =>
    tabsOf('base', {}, rules).map(({ count }) => count ?? null);
  assert.equal(counts([]), [null, null]);
  assert.equal(counts(['listRule']), [null, { value: 1, meaning: '1 public rule', kind: 'warning' }]);
  assert.equal(counts(['listRule', 'deleteRule']), [
    null,
    { value: 2, meaning: '2 public rules', kind: 'danger' },
  ]);
});

const told = (...given: Parameters<typeof tabsOf>) =>
  tabsOf(...given).map(({ label, hasErrors }) => label + (hasErrors ? '!' : ''));

test('each type has its tabs, and tabs with errors are marked', () => {
  const error = { code: 'c', message: 'm' };
  assert.equal(told('base', {}), ['Fields', 'API Rules']);
  assert.equal(told('view', { 'options.query': error }), ['Query!', 'API Rules']);
  assert.equal(told('auth', { 'options.manageRule': error, name: error }), [
    'Fields',
    'API Rules!',
    'Options',
  ]);
  assert.equal(told('auth', { options: error, 'indexes.0': error }), ['Fields!', 'API Rules', 'Options!']);
});

for (const [path, type, expected] of [
  ['name', 'base', true],
  ['schema.0.name', 'base', true],
  ['options.query', 'view', true],
  ['options.minPasswordLength', 'auth', true],
  ['options.minPasswordLength', 'base', false],
  ['id', 'base', false],
  ['type', 'auth', false],
] as const) {
  test(`${path} ${expected ? 'has a' : 'has no'} place in the form of a ${type} collection`, () => {
    assert.is(hasPlace(path, type), expected);
  });
}

test.run();
