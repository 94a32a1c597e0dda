import fc from 'fast-check';
import { array, is } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  Collection,
  collectionTypeOf,
  fieldOf,
  hasField,
  hasProtectedFile,
  indexesOf,
  presentableFields,
  ruleOf,
  sortCollections,
  systemFieldNames,
} from '../../ui/model/collection';
import { publicSchemas } from '../support/fixtures';

const full = {
  id: '8hrfqm64nk2yu1z',
  created: '2026-11-21 00:29:33.714Z',
  updated: '2026-11-21 00:29:33.714Z',
  name: 'kitchen',
  type: 'base',
  system: false,
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

const accepted: [name: string, value: unknown][] = [
  ['as 0.22 sends it', full],
  ['with keys that a newer server brought', { ...full, fields: [], authRule: 1 }],
  ['of a type of a newer server', { ...full, type: 'graph' }],
  ['without rules, indexes, options and dates', { id: 'a', name: 'b', type: 'view', schema: [] }],
  ['whose lists and options are null', { ...full, indexes: null, options: null, system: null }],
  ['with any options', { ...full, type: 'auth', options: { minPasswordLength: 8, onlyEmailDomains: null } }],
];
for (const [name, value] of accepted) {
  test(`a collection ${name} is accepted`, () => assert.ok(is(value, Collection)));
}

const refused: [name: string, value: unknown][] = [
  ['whose name is missing', { ...full, name: undefined }],
  ['whose id is a number', { ...full, id: 7 }],
  ['without a schema, as newer servers send it', { ...full, schema: undefined, fields: [] }],
  ['whose schema is an object', { ...full, schema: {} }],
  ['with a field without a name', { ...full, schema: [{ id: 'a', type: 'text' }] }],
  ['with an index that is no text', { ...full, indexes: [1] }],
  ['with a rule that is no text', { ...full, listRule: true }],
  ['that is a list', [full]],
  ['that is null', null],
];
for (const [name, value] of refused) {
  test(`a collection ${name} is refused`, () => assert.not.ok(is(value, Collection)));
}

for (const { name, content } of publicSchemas()) {
  const isNewerFormat = ['KateringPro.json', 'the-mystaran.json'].includes(name);
  test(`the export ${name} is ${isNewerFormat ? 'of a newer server' : 'valid'}`, () =>
    assert.is(is(content, array(Collection)), !isNewerFormat));
}

const bare = (name: string, type = 'base'): Collection => ({ id: `id_${name}`, name, type, schema: [] });

test('collections are sorted by type, then by name case-insensitively', () => {
  const mixed = [
    bare('zoo', 'view'),
    bare('beta'),
    bare('Alpha'),
    bare('users', 'auth'),
    bare('gamma', 'graph'),
    bare('admins', 'auth'),
    bare('a_view', 'view'),
  ];
  assert.equal(
    sortCollections(mixed).map((collection) => collection.name),
    ['admins', 'users', 'Alpha', 'beta', 'gamma', 'a_view', 'zoo'],
  );
  assert.is(mixed[0]?.name, 'zoo', 'the given list stays as it is');
});

test('the order of collections does not depend on their original order', () => {
  const anyCollection = fc.record({
    name: fc.string({ unit: fc.constantFrom('a', 'B', 'b', '_', '1'), minLength: 1, maxLength: 4 }),
    type: fc.constantFrom('auth', 'base', 'view', 'graph'),
  });
  fc.assert(
    fc.property(fc.uniqueArray(anyCollection, { selector: (one) => one.name }), (list) => {
      const collections = list.map(({ name, type }) => bare(name, type));
      const sorted = sortCollections(collections);
      assert.equal(sortCollections([...collections].reverse()), sorted);
      const ranks = sorted.map((one) => ['auth', 'base', 'view'].indexOf(collectionTypeOf(one)));
      assert.equal(ranks, [...ranks].sort());
    }),
  );
});

test('an unknown type counts as base', () => {
  for (const type of ['auth', 'base', 'view']) assert.is(collectionTypeOf(bare('a', type)), type);
  assert.is(collectionTypeOf(bare('a', 'graph')), 'base');
});

test('a missing rule is for admins only, an empty one for everyone', () => {
  assert.is(ruleOf(full, 'viewRule'), '');
  assert.is(ruleOf(full, 'createRule'), 'id != ""');
  assert.is(ruleOf(full, 'listRule'), null);
  assert.is(ruleOf(bare('a'), 'listRule'), null);
});

test('missing indexes are an empty list', () => {
  assert.equal(indexesOf(full), full.indexes);
  assert.equal(indexesOf({ ...full, indexes: null }), []);
  assert.equal(indexesOf(bare('a')), []);
});

const fields: [type: string, name: string, expected: boolean][] = [
  ['base', 'title', true],
  ['base', 'Title', false],
  ['base', 'created', true],
  ['base', 'email', false],
  ['auth', 'email', true],
  ['auth', 'emailVisibility', true],
  ['auth', 'passwordHash', false],
  ['view', 'id', true],
  ['view', 'created', false],
  ['base', 'constructor', false],
];
for (const [type, name, expected] of fields) {
  test(`${expected ? 'there is a' : 'there is no'} ${name} in a collection of type ${type}`, () => {
    assert.is(hasField({ ...full, type }, name), expected);
  });
}

test('every collection has an id', () => {
  for (const type of ['auth', 'base', 'view', 'graph'])
    assert.ok(systemFieldNames(bare('a', type)).includes('id'));
});

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
