// Where the errors of a collection are shown: at which input, in which words, behind which tab.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { errorsByKey, listMessage, queryMessage } from '../../../ui/collections/editor/collectionErrors';
import { hasPlace, tabOfError, tabsOf } from '../../../ui/collections/editor/collectionTabs';
import type { CollectionType } from '../../../ui/model/collection';

const error = (message: string) => ({ code: 'validation_invalid', message });
const keys = ['k0', 'new 1', 'k12'];
/** The other indexes of the form are not sent. */
const indexPlaces = [1, 4];

const cases: [path: string, at: string, keys?: string[]][] = [
  ['schema.1.name', 'schema.new 1.name'],
  ['schema.2.options.thumbs.0', 'schema.k12.options.thumbs.0'],
  ['schema.7.name', 'schema.7.name'],
  ['indexes.0', 'indexes.1'],
  ['indexes.1', 'indexes.4'],
  ['indexes.2', 'indexes.2'],
  ['schema.0.name', 'schema.0.name', []],
];
for (const [path, at, given = keys] of cases) {
  test(`${path} of ${given.length} fields has its error at ${at}`, () => {
    assert.equal(errorsByKey({ [path]: error('m') }, given, indexPlaces), { [at]: error('m') });
  });
}

const list = ['a.com', 'b', 'c'];

const listCases: [what: string, errors: Record<string, string>, said: string | null][] = [
  ['nothing', {}, null],
  ['the whole', { 'options.list': 'Must be blank.', 'options.list.1': 'Wrong.' }, 'Must be blank.'],
  ['two entries', { 'options.list.2': 'Wrong.', 'options.list.1': 'No domain.' }, 'b: No domain.\nc: Wrong.'],
];
for (const [what, messages, said] of listCases) {
  test(`a list shows ${what}`, () => {
    const errors = Object.entries(messages).map(([path, message]) => [path, error(message)] as const);
    assert.is(listMessage(Object.fromEntries(errors), 'options.list', list), said);
  });
}

const query = 'SELECT id, title, count(*), created, length(body) AS collectionId FROM posts';

const queryCases: [what: string, errors: Record<string, string>, said: string | null][] = [
  ['nothing', {}, null],
  ['the schema as a whole', { schema: 'Invalid.' }, 'Invalid.'],
  [
    'several columns',
    { 'schema.2.name': 'Taken.', 'schema.1.name': 'Invalid format.', 'schema.0.options.max': 'Too long.' },
    'title: Too long.\ncount(*): Invalid format.\ncollectionId: Taken.',
  ],
  ['a column that we do not see', { 'schema.7.name': 'Wrong.' }, 'Column 8: Wrong.'],
];
for (const [what, messages, said] of queryCases) {
  test(`a query shows ${what}`, () => {
    const errors = Object.entries(messages).map(([path, message]) => [path, error(message)] as const);
    assert.is(queryMessage(Object.fromEntries(errors), query), said);
  });
}

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
  const wrong = error('m');
  assert.equal(told('base', {}), ['Fields', 'API Rules']);
  assert.equal(told('view', { 'options.query': wrong }), ['Query!', 'API Rules']);
  assert.equal(told('auth', { 'options.manageRule': wrong, name: wrong }), [
    'Fields',
    'API Rules!',
    'Options',
  ]);
  assert.equal(told('auth', { options: wrong, 'indexes.0': wrong }), ['Fields!', 'API Rules', 'Options!']);
});

test.run();
