// Tests the body of a save, and whether a stored collection contains the changes of a save whose response was lost.

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formOf, newForm } from '../../../ui/collections/editor/collectionForm';
import { bodyOf, isStoredAs } from '../../../ui/collections/editor/collectionSave';
import type { Collection } from '../../../ui/model/collection';
import {
  addsIndex,
  all,
  dayIndex,
  type Edit,
  edited,
  field,
  form,
  newField,
  options,
  posts,
  reverses,
  rules,
  stats,
  stored,
  users,
  withField,
} from './forms';

const body = (collection: Collection, edit: Edit) => bodyOf(edited(collection, edit), collection);
const schemaIn = (sent: Record<string, unknown>) => sent['schema'] as Record<string, unknown>[];

const manageRule = 'verified = true';
const query = 'SELECT id FROM posts';
const cases: [what: string, of: Collection, edit: Edit, sent: object][] = [
  ...[posts, users, stats].map(
    (one) => [`nothing of ${one.name}`, one, () => {}, {}] as [string, Collection, Edit, object],
  ),
  ['a rule', posts, rules({ createRule: '' }), { createRule: '' }],
  [
    'an index, without what the server refuses behind it',
    posts,
    addsIndex('create index i on posts (title); -- by title'),
    { indexes: [dayIndex, 'CREATE INDEX `i` ON `posts` (`title`)'] },
  ],
  ['an option', users, options({ onlyVerified: true }), { options: { onlyVerified: true } }],
  ['no empty list for null', users, options({ onlyEmailDomains: [] }), {}],
  ['the manage rule', users, rules({ manageRule }), { options: { manageRule } }],
  [
    'a query and not the fields that the server makes of it',
    stats,
    all(options({ query }), form({ fields: [], indexes: ['CREATE INDEX `i` ON `x` (`a`)'] })),
    { options: { query } },
  ],
  ['no manage rule of what is no auth collection', posts, rules({ manageRule }), {}],
];
for (const [what, collection, edit, sent] of cases) {
  test(`sent: ${what}: ${JSON.stringify(sent)}`, () => assert.equal(body(collection, edit), sent));
}

test('after a change of one field all remaining fields are sent, each with all its stored properties', () => {
  const schema = posts.schema.map((one) => ({ ...one, later: 1, options: { ...one.options, newer: [1] } }));
  const sent = body(stored(posts, { schema }), field('title', { required: false }));
  assert.equal(Object.keys(sent), ['schema']);
  assert.equal(
    schemaIn(sent),
    schema.map((one) => (one.name === 'title' ? { ...one, required: false } : one)),
  );
});

test('a removed field is left out, a new one has no id, and the order is that of the form', () => {
  const given = { min: 1, max: null, noDecimal: false };
  const sent = body(posts, (one) => {
    field('views', { isRemoved: true })(one);
    field('author', { isRemoved: true })(one);
    one.fields.unshift(newField('fresh', 'number', given));
  });
  const [fresh, ...rest] = schemaIn(sent);
  const off = { system: false, required: false, presentable: false };
  assert.equal(fresh, { name: 'fresh', type: 'number', ...off, options: given });
  const kept = posts.schema.filter(({ name }) => name !== 'views' && name !== 'author');
  assert.equal(
    rest.map(({ id }) => id),
    kept.map(({ id }) => id),
  );
  assert.is(schemaIn(body(posts, reverses)).at(-1)?.['name'], 'title', 'a new order alone');
});

test('two fields that swap their names keep their ids', () => {
  const swaps: Edit = ({ fields: [title, text] }) => {
    if (title && text) [title.name, text.name] = ['body', 'title'];
  };
  const sent = schemaIn(body(posts, swaps)).map(({ id, name }) => `${id} ${name}`);
  const [title, text] = posts.schema;
  assert.equal(sent.slice(0, 2), [`${title?.id} body`, `${text?.id} title`]);
});

test('a new collection sends its type, its fields and all of its options', () => {
  const one = newForm();
  assert.equal(bodyOf({ ...one, name: 'a', fields: [newField('x')] }, null), {
    name: 'a',
    type: 'base',
    schema: [{ name: 'x', type: 'text', system: false, required: false, presentable: false, options: {} }],
  });
  const view = bodyOf({ ...one, name: 'v', type: 'view', options: { query } }, null);
  assert.equal(view, { name: 'v', type: 'view', options: { query } });
  const copy = formOf(users);
  const auth = bodyOf({ ...copy, fields: [] }, null);
  assert.equal([auth['options'], auth['schema'], auth['createRule']], [copy.options, [], '']);
  assert.not.ok('indexes' in auth);
});

const unlike: [what: string, edit: Edit][] = [
  ['no such field', field('views', { isRemoved: true })],
  ['another name of a field', field('views', { name: 'hits' })],
  ['another order', reverses],
  ['another index', addsIndex('CREATE INDEX `i` ON `posts` (`title`)')],
];
for (const [what, edit] of unlike) {
  test(`${what} shows that a form was not stored`, () =>
    assert.not.ok(isStoredAs(edited(posts, edit), posts)));
}

test('the form itself, or one with a manage rule left from another type, is stored', () => {
  assert.ok(isStoredAs(formOf(posts), posts));
  assert.ok(isStoredAs(edited(posts, rules({ manageRule: 'id != ""' })), posts));
});

test('new field ids, dates, normalized statements and null do not count as differences', () => {
  const day = posts.schema.find(({ name }) => name === 'day')?.id ?? '';
  const typed = edited(posts, ({ fields, indexes }) => {
    const at = fields.findIndex(({ id }) => id === day);
    const options = { min: '2025-01-02 03:04', max: null };
    fields.splice(at, 1, { ...newField('day', 'date', options), key: 'new day' });
    indexes.splice(0, 1, 'create index idx_posts_day on posts(day)');
  });
  const there = withField(posts, 'day', { options: { min: '2025-01-02 03:04:00.000Z', max: '' } });
  assert.ok(isStoredAs(typed, there));
  assert.not.ok(isStoredAs(typed, posts));
});

test.run();
