import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CollectionForm,
  changedPaths,
  formOf,
  isSameField,
  isSameForm,
  liveFields,
  newForm,
  publicRules,
} from '../../../ui/collections/editor/collectionForm';
import type { Collection } from '../../../ui/model/collection';
import {
  adds,
  addsIndex,
  all,
  dayIndex,
  type Edit,
  edited,
  field,
  fieldNamed,
  form,
  newField,
  option,
  options,
  posts,
  reverses,
  rules,
  stored,
  users,
} from './forms';

test("a form has the server's values, and shares no object with them", () => {
  const collection = stored(posts);
  const one = formOf(collection);
  assert.equal([one.name, one.type, one.indexes, one.rules.listRule], ['posts', 'base', [dayIndex], '']);
  assert.equal(
    one.fields.map(({ key, id, name, isRemoved }) => [key, id, name, isRemoved]),
    posts.schema.map(({ id, name }) => [id, id, name, false]),
  );
  (fieldNamed(one, 'tags').options['values'] as string[]).push('more');
  one.indexes.push('x');
  assert.equal(collection, posts);
});

const titleIndex = 'CREATE INDEX `t` ON `posts` (`title`)';
const rulesReversed: Edit = (one) => {
  one.rules = Object.fromEntries(Object.entries(one.rules).reverse()) as CollectionForm['rules'];
};
/** A field in the paths is its name in capitals. */
const changes: [what: string, of: Collection, edit: Edit, paths: string[]][] = [
  ['nothing', posts, () => {}, []],
  ['an empty text for null', posts, option('title', { min: '' }), []],
  ['an empty list for null', posts, option('contact', { exceptDomains: [] }), []],
  ['an index in other words', posts, form({ indexes: ['create index idx_posts_day on posts (day)'] }), []],
  ['rules in another order', posts, rulesReversed, []],
  [
    'the name, which its indexes follow',
    posts,
    form({ name: 'news', indexes: [dayIndex.replace('`posts`', '`news`')] }),
    ['name'],
  ],
  ['a rule that is open instead of locked', posts, rules({ createRule: '' }), ['createRule']],
  [
    'the manage rule and an option',
    users,
    all(rules({ manageRule: 'id = ""' }), options({ requireEmail: true })),
    ['options.manageRule', 'options.requireEmail'],
  ],
  ['zero for null', posts, option('title', { min: 0 }), ['schema.TITLE']],
  ['a choice elsewhere', posts, option('tags', { values: ['draft', 'news', 'long'] }), ['schema.TAGS']],
  [
    'one removed, one new',
    posts,
    all(field('title', { isRemoved: true }), adds(newField('x'))),
    ['schema.TITLE', 'schema.new x'],
  ],
  ['one that is gone', posts, ({ fields }) => void fields.shift(), ['schema.TITLE']],
  ['the order', posts, reverses, ['schema']],
  ['a new index', posts, addsIndex(titleIndex), ['indexes.1']],
  ['a unique index', posts, form({ indexes: [dayIndex.replace('INDEX', 'UNIQUE INDEX')] }), ['indexes.0']],
  ['another type', posts, form({ type: 'auth' }), ['type']],
  ['an index that is gone', posts, form({ indexes: [] }), ['indexes.gone0']],
];
for (const [what, collection, edit, paths] of changes) {
  test(`changed is ${what}: ${paths.length}`, () => {
    const before = formOf(collection);
    const keys = paths.map((path) =>
      path.replace(/[A-Z]{3,}$/, (name) => fieldNamed(before, name.toLowerCase()).key),
    );
    const after = edited(collection, edit);
    assert.equal(changedPaths(after, before), keys);
    assert.is(isSameForm(after, before), keys.length === 0);
  });
}

test('public rules are the empty rules of the type, except the manage rule', () => {
  const own = newForm().rules;
  assert.equal(publicRules('base', own), []);
  const open = { ...own, listRule: '', viewRule: ' ', deleteRule: '', manageRule: '' };
  assert.equal(publicRules('auth', open), ['listRule', 'deleteRule']);
  assert.equal(publicRules('view', open), ['listRule']);
});

test('the manage rule is one of the rules, not of the options', () => {
  const one = formOf(stored(users, { options: { ...users.options, manageRule: 'verified = true' } }));
  assert.is(one.rules.manageRule, 'verified = true');
  assert.not.ok('manageRule' in one.options);
  assert.is(formOf(users).rules.manageRule, null);
});

test('properties missing from an older server are off, locked or empty', () => {
  const schema = [{ id: 'f', name: 'a', type: 'text', options: null }];
  const one = formOf({ id: 'x', name: 'old', type: 'base', schema, indexes: null });
  assert.equal([one.indexes, one.rules.listRule, one.options], [[], null, {}]);
  const off = { isSystem: false, required: false, presentable: false, isRemoved: false };
  assert.equal(one.fields[0], { key: 'f', id: 'f', name: 'a', type: 'text', options: {}, ...off });
});

test('a removed field is no live one, and a field is compared by its id, not by its key', () => {
  const one = edited(posts, field('title', { isRemoved: true }));
  assert.is(liveFields(one)[0]?.name, 'body');
  const title = fieldNamed(one, 'title');
  assert.ok(isSameField(title, { ...title, key: 'other' }));
  assert.not.ok(isSameField(title, { ...title, id: 'other' }));
});

test.run();
