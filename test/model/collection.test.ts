import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Collection,
  collectionTypeOf,
  fieldOf,
  hasField,
  indexesOf,
  presentableFields,
  ruleOf,
  sortCollections,
  systemFieldNames,
} from '../../ui/model/collection';
import { hasProtectedFile } from '../../ui/model/file';

const full = {
  id: '8hrfqm64nk2yu1z',
  name: 'kitchen',
  type: 'base',
  schema: [
    { id: 'a1', name: 'title', type: 'text', presentable: true, options: { min: null } },
    { id: 'a2', name: 'plan', type: 'file', presentable: false, options: { maxSelect: 1, protected: true } },
  ],
  indexes: ['CREATE INDEX `i` ON `kitchen` (`title`)'],
  listRule: null,
  viewRule: '',
  createRule: 'id != ""',
  updateRule: null,
  deleteRule: null,
  options: {},
};

const bare = (name: string, type = 'base'): Collection => ({ id: `id_${name}`, name, type, schema: [] });

test('collections are sorted by type, then by name case-insensitively', () => {
  const mixed = [
    'zoo view',
    'beta base',
    'Alpha base',
    'users auth',
    'gamma graph',
    'admins auth',
    'a_view view',
  ];
  const sorted = sortCollections(mixed.map((text) => bare(...(text.split(' ') as [string, string]))));
  assert.is(sorted.map(({ name }) => name).join(), 'admins,users,Alpha,beta,gamma,a_view,zoo');
});

test('missing parts have their meaning', () => {
  for (const type of ['auth', 'base', 'view']) assert.is(collectionTypeOf(bare('a', type)), type);
  assert.is(collectionTypeOf(bare('a', 'graph')), 'base');
  const rules = (['viewRule', 'createRule', 'listRule'] as const).map((rule) => ruleOf(full, rule));
  assert.equal(rules, ['', 'id != ""', null], 'a missing rule is for admins only, an empty one for everyone');
  assert.is(ruleOf(bare('a'), 'listRule'), null);
  const lists = [full, { ...full, indexes: null }, bare('a')].map(indexesOf);
  assert.equal(lists, [full.indexes, [], []]);
  for (const type of ['auth', 'base', 'view', 'graph'])
    assert.ok(systemFieldNames(bare('a', type)).includes('id'));
});

const fields: [type: string, name: string, expected: boolean][] = [
  ['base', 'title', true],
  ['base', 'created', true],
  ['auth', 'email', true],
  ['auth', 'passwordHash', false],
  ['view', 'created', false],
  ['base', 'constructor', false],
];
for (const [type, name, expected] of fields) {
  test(`${expected ? 'there is a' : 'there is no'} ${name} in a collection of type ${type}`, () => {
    assert.is(hasField({ ...full, type }, name), expected);
  });
}

test('fields are found by name; presentable and protected fields are detected', () => {
  assert.is(fieldOf(full, 'plan')?.id, 'a2');
  assert.is(fieldOf(full, 'id'), undefined);
  assert.equal(
    presentableFields(full).map((field) => field.name),
    ['title'],
  );
  assert.is(hasProtectedFile(full), true);
  assert.is(hasProtectedFile({ ...full, schema: full.schema.slice(0, 1) }), false);
});

test.run();
