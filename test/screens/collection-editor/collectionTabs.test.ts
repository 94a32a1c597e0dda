import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CollectionType } from '../../../ui/model/collection';
import { hasPlace, tabOfError, tabsOf } from '../../../ui/screens/collection-editor/collectionTabs';

/** A path of an error, its tab, and the type whose form has a place for it. */
const places: [path: string, tab: ReturnType<typeof tabOfError>, type: CollectionType, hasIt: boolean][] = [
  ['schema.k.options.min', 'fields', 'base', true],
  ['options.query', 'fields', 'view', true],
  ['listRule', 'rules', 'view', true],
  ['options.manageRule', 'rules', 'auth', true],
  ['options', 'options', 'auth', true],
  ['options.minPasswordLength', 'options', 'base', false],
  ['name', null, 'base', true],
  ['type', null, 'auth', false],
];
for (const [path, tab, type, hasIt] of places) {
  test(`${path} is shown in ${tab ?? 'no tab'}, and ${hasIt ? 'has' : 'lacks'} a place in a ${type} collection`, () => {
    assert.equal([tabOfError(path), hasPlace(path, type)], [tab, hasIt]);
  });
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

test.run();
