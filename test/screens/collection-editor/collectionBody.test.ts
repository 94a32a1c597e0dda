import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { bodyOf } from '../../../ui/screens/collection-editor/collectionBody';
import { type CollectionForm, formOf, newForm } from '../../../ui/screens/collection-editor/collectionForm';
import { dayIndex, edited, fieldNamed, newField, posts, stats, stored, users } from './forms';

type Edit = (form: CollectionForm) => void;
const body = (collection: Collection, edit: Edit) => bodyOf(edited(collection, edit), collection);
const schemaIn = (sent: Record<string, unknown>) => sent['schema'] as Record<string, unknown>[];

for (const collection of [posts, users, stats]) {
  test(`of ${collection.name} nothing is sent when nothing was changed`, () => {
    assert.equal(
      body(collection, () => {}),
      {},
    );
  });
}

const cases: [what: string, of: Collection, edit: Edit, sent: object][] = [
  [
    'a name',
    posts,
    (form) => {
      form.name = 'news';
    },
    { name: 'news' },
  ],
  [
    'a rule',
    posts,
    (form) => {
      form.rules.createRule = '';
    },
    { createRule: '' },
  ],
  [
    'a rule that was locked',
    posts,
    (form) => {
      form.rules.listRule = null;
    },
    { listRule: null },
  ],
  [
    'no index any more',
    posts,
    (form) => {
      form.indexes = [];
    },
    { indexes: [] },
  ],
  [
    'an index, without what the server refuses behind it',
    posts,
    (form) => form.indexes.push('create index i on posts (title); -- by title'),
    { indexes: [dayIndex, 'CREATE INDEX `i` ON `posts` (`title`)'] },
  ],
  [
    'an option',
    users,
    (form) => {
      form.options['onlyVerified'] = true;
    },
    { options: { onlyVerified: true } },
  ],
  [
    'a list for null',
    users,
    (form) => {
      form.options['onlyEmailDomains'] = [];
    },
    {},
  ],
  [
    'the manage rule',
    users,
    (form) => {
      form.rules.manageRule = 'verified = true';
    },
    { options: { manageRule: 'verified = true' } },
  ],
  [
    'a query and not the fields that the server makes of it',
    stats,
    (form) => {
      form.options['query'] = 'SELECT id FROM posts';
      form.fields = [];
      form.indexes = ['CREATE INDEX `i` ON `x` (`a`)'];
    },
    { options: { query: 'SELECT id FROM posts' } },
  ],
  [
    'null for an empty text',
    posts,
    (form) => {
      fieldNamed(form, 'day').options['min'] = null;
    },
    {},
  ],
  [
    'the manage rule of what is no auth collection',
    posts,
    (form) => {
      form.rules.manageRule = 'x';
    },
    {},
  ],
];
for (const [what, collection, edit, sent] of cases) {
  test(`sent: ${what}: ${JSON.stringify(sent)}`, () => assert.equal(body(collection, edit), sent));
}

test('after a change of one field all remaining fields are sent, each with all its stored properties', () => {
  const collection = stored(posts, {
    schema: posts.schema.map((field) => ({
      ...field,
      later: 'kept',
      options: { ...field.options, newer: [1] },
    })) as Collection['schema'],
  });
  const sent = body(collection, (form) => {
    fieldNamed(form, 'title').required = false;
  });
  assert.equal(Object.keys(sent), ['schema']);
  assert.equal(
    schemaIn(sent),
    collection.schema.map((field) => ({ ...field, ...(field.name === 'title' && { required: false }) })),
  );
});

test('a removed field is left out, a new one has no id, and the order is that of the form', () => {
  const sent = body(posts, (form) => {
    fieldNamed(form, 'views').isRemoved = true;
    form.fields.unshift(newField('fresh', 'number', { min: 1, max: null, noDecimal: false }));
  });
  const [fresh, ...rest] = schemaIn(sent);
  assert.equal(fresh, {
    name: 'fresh',
    type: 'number',
    system: false,
    required: false,
    presentable: false,
    options: { min: 1, max: null, noDecimal: false },
  });
  assert.equal(
    rest.map(({ id }) => id),
    posts.schema.filter(({ name }) => name !== 'views').map(({ id }) => id),
  );
});

test('the last field can be removed', () => {
  const sent = body(posts, (form) => {
    fieldNamed(form, 'author').isRemoved = true;
  });
  assert.is(schemaIn(sent).length, posts.schema.length - 1);
});

test('a new order alone is sent too', () => {
  const sent = body(posts, (form) => {
    form.fields.push(...form.fields.splice(0, 1));
  });
  assert.is(schemaIn(sent).at(-1)?.['name'], 'title');
});

test('two fields that swap their names keep their ids', () => {
  const sent = schemaIn(
    body(posts, (form) => {
      const [title, text] = [fieldNamed(form, 'title'), fieldNamed(form, 'body')];
      [title.name, text.name] = ['body', 'title'];
    }),
  );
  const idOf = (name: string) => posts.schema.find((field) => field.name === name)?.id;
  assert.equal(
    sent.slice(0, 2).map(({ id, name }) => [id, name]),
    [
      [idOf('title'), 'body'],
      [idOf('body'), 'title'],
    ],
  );
});

test('a new collection sends its type, its fields and all of its options', () => {
  const form = newForm();
  assert.equal(bodyOf({ ...form, name: 'a', fields: [newField('x')] }, null), {
    name: 'a',
    type: 'base',
    schema: [{ name: 'x', type: 'text', system: false, required: false, presentable: false, options: {} }],
  });
  const view = bodyOf({ ...form, name: 'v', type: 'view', options: { query: 'SELECT 1 AS id' } }, null);
  assert.equal(view, { name: 'v', type: 'view', options: { query: 'SELECT 1 AS id' } });
  const copy = formOf(users);
  const auth = bodyOf({ ...copy, fields: [] }, null);
  assert.equal(auth['options'], copy.options);
  assert.equal([auth['schema'], auth['createRule']], [[], '']);
  assert.not.ok('indexes' in auth);
});

test.run();
