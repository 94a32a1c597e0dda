import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ImportedCollection } from '../../../../ui/collections/import/plan/importedCollection';
import {
  hasChanges,
  type ImportPlan,
  lostFields,
  planImport,
} from '../../../../ui/collections/import/plan/importPlan';
import { readImport } from '../../../../ui/collections/import/plan/importText';
import { convertNewer } from '../../../../ui/collections/import/plan/newerFormat';
import { withOriginalIds } from '../../../../ui/collections/import/plan/originalIds';
import { reviewTables } from '../../../../ui/collections/import/plan/reviewTables';
import type { Collection } from '../../../../ui/model/collection';
import { lostLines } from '../../../support/lostLines';
import { postsCollection, statsCollection, usersCollection } from '../../../support/samples';
import { anyCollections } from './anyCollections';

const existing: Collection[] = [usersCollection, postsCollection, statsCollection];

interface Ways {
  merges?: boolean;
  deletesMissing?: boolean;
  there?: readonly Collection[];
}

function plan(
  imported: readonly unknown[],
  { merges = false, deletesMissing = true, there = existing }: Ways = {},
): ImportPlan {
  return planImport({ existing: there, imported: imported as ImportedCollection[], merges, deletesMissing });
}

/** Returns `- deleted`, `~ changed`, `+ added`, in the order of the page. */
function told({ deleted, changed, added }: ImportPlan): string[] {
  return [
    ...deleted.map(({ name }) => `- ${name}`),
    ...changed.map(({ old, new: next }) => `~ ${old.name}${next.name === old.name ? '' : ` > ${next.name}`}`),
    ...added.map(({ name }) => `+ ${name}`),
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: an edit may break any rule of a collection
type Edit = (posts: any) => void;

const posts = (edit: Edit) => {
  const next = structuredClone(postsCollection);
  edit(next);
  return next;
};
const withPosts = (edit: Edit) => [usersCollection, posts(edit), statsCollection];
const base = (id: string, name: string, schema: object[], more: object = {}) => ({
  id,
  name,
  type: 'base',
  schema,
  ...more,
});
const text = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  type: 'text',
  options: {},
  ...more,
});

const equal: [what: string, imported: readonly unknown[]][] = [
  ['the collections themselves', existing],
  ['with fields in another order', withPosts((one) => one.schema.reverse())],
  ['with unknown keys', withPosts((one) => Object.assign(one, { more: 1, options: { more: 1 } }))],
  [
    'with unknown keys of fields',
    withPosts((one) => Object.assign(one.schema[0], { toDelete: true, options: { more: 1 } })),
  ],
  [
    'without what has the default of the server',
    [
      usersCollection,
      posts((one) => {
        for (const key of ['system', 'createRule', 'updateRule', 'deleteRule', 'options']) delete one[key];
        for (const field of one.schema) {
          for (const key of ['system', 'unique', 'presentable']) delete field[key];
          if (!field.required) delete field.required;
          for (const [key, value] of Object.entries(field.options)) {
            if (value === null || value === false || value === '') delete field.options[key];
          }
          if (Object.keys(field.options).length === 0) delete field.options;
        }
      }),
      { ...statsCollection, schema: [], indexes: null, createRule: undefined },
    ],
  ],
  [
    'with an empty list for none',
    withPosts((one) => Object.assign(one.schema[4].options, { onlyDomains: [] })),
  ],
  [
    'with other fields of the view',
    [usersCollection, postsCollection, { ...statsCollection, schema: [text('other1', 'x')] }],
  ],
  [
    'with an index that is written otherwise',
    withPosts((one) => (one.indexes = ['create index idx_posts_day on posts(day)'])),
  ],
  ['with a date written otherwise', withPosts((one) => (one.schema[6].options = { min: '', max: null }))],
];

for (const [what, imported] of equal) {
  test(`nothing changes: ${what}`, () => {
    for (const ways of [
      {},
      { merges: true },
      { deletesMissing: false },
      { merges: true, deletesMissing: false },
    ]) {
      const planned = plan(imported, ways);
      assert.equal(told(planned), []);
      assert.equal(planned.refusals, []);
      assert.equal(lostLines(planned), []);
      assert.not.ok(hasChanges(planned));
    }
  });
}

const changes: [what: string, imported: readonly unknown[], ways: Ways, told: string[]][] = [
  ['missing collections are deleted', [postsCollection], {}, ['- post_stats', '- users']],
  ['it stays when nothing is deleted', [postsCollection], { deletesMissing: false }, []],
  ['it stays in a merge', [postsCollection], { merges: true }, []],
  [
    'deleted, changed, added, each by name',
    [
      base('zzz01', 'Zoo', []),
      base('aaa01', 'apes', []),
      base(postsCollection.id, 'news', []),
      base('mmm01', 'men', []),
    ],
    {},
    ['- post_stats', '- users', '~ posts > news', '+ apes', '+ men', '+ Zoo'],
  ],
  ['a rule that is missing becomes null', withPosts((one) => delete one.listRule), {}, ['~ posts']],
  ['an index that is missing goes', withPosts((one) => delete one.indexes), {}, ['~ posts']],
  [
    'an option that is missing is the default',
    [{ ...usersCollection, options: { allowEmailAuth: true } }],
    { merges: true },
    ['~ users'],
  ],
  ['a field that is missing goes', withPosts((one) => one.schema.pop()), {}, ['~ posts']],
  ['a field that is missing stays', withPosts((one) => one.schema.pop()), { deletesMissing: false }, []],
  ['a schema that is missing stays', withPosts((one) => delete one.schema), { deletesMissing: false }, []],
  [
    'a new field',
    withPosts((one) => one.schema.push(text('new01', 'new'))),
    { deletesMissing: false },
    ['~ posts'],
  ],
  ['an option of a field', withPosts((one) => (one.schema[0].options.max = 9)), {}, ['~ posts']],
  [
    'an index of other columns',
    withPosts((one) => (one.indexes = ['CREATE INDEX `idx_posts_day` ON `posts` (`title`)'])),
    {},
    ['~ posts'],
  ],
];

for (const [what, imported, ways, expected] of changes) {
  test(`${what}: ${expected.join(', ') || 'no change'}`, () =>
    assert.equal(told(plan(imported, ways)), expected));
}

test('the import is sent as written, without dates; a merge also sends the other collections', () => {
  const imported = [
    { ...base('new01', 'news', [{ ...text('f0001', 'a'), more: 1 }]), more: 2, created: 'x', updated: 'y' },
  ];
  const { created, updated, ...sent } = imported[0] as Record<string, unknown>;
  assert.ok(created && updated);
  assert.equal(plan(imported).sent, { collections: [sent], deleteMissing: true });
  assert.equal(plan(imported, { deletesMissing: false }).sent, { collections: [sent], deleteMissing: false });
  const renamed = { ...postsCollection, name: 'news' };
  const merged = plan([{ ...sent, name: 'others' }, renamed], { merges: true }).sent;
  assert.equal(
    merged.collections.map(({ name }) => name),
    ['users', 'news', 'post_stats', 'others'],
  );
  assert.is(merged.deleteMissing, true);
  assert.not.ok(merged.collections.some((one) => 'created' in one || 'updated' in one));
});

test('the planned order of fields is the server’s order', () => {
  const imported = withPosts((one) => {
    one.schema = [text('new01', 'new'), one.schema[2], { ...one.schema[0], name: 'headline' }];
  });
  const names = (ways: Ways) =>
    plan(imported, ways)
      .after.find(({ name }) => name === 'posts')
      ?.schema.map(({ name }) => name);
  const others = postsCollection.schema.slice(1).map(({ name }) => name);
  assert.equal(names({}), ['new', 'views', 'headline']);
  assert.equal(names({ deletesMissing: false }), ['headline', ...others, 'new']);
  const twice = [base('new01', 'news', [text('f0001', 'a'), text('f0002', 'b'), text('f0001', 'c')])];
  assert.equal(
    plan(twice).added[0]?.schema.map(({ name }) => name),
    ['c', 'b'],
  );
});

const withoutSchema = [{ id: postsCollection.id, name: 'posts' }];
const refusal =
  'The collection "posts" has no schema in the import: all its fields and their data would be deleted.';
const refusals: [imported: readonly unknown[], ways: Ways, refusals: string[]][] = [
  [withoutSchema, { merges: true }, [refusal]],
  [withoutSchema, {}, [refusal]],
  [withoutSchema, { deletesMissing: false }, []],
  [[{ id: 'new01', name: 'news' }], { merges: true }, []],
  [[postsCollection], {}, []],
];
for (const [imported, ways, expected] of refusals) {
  test(`only a missing schema is refused: ${JSON.stringify(ways)} ${JSON.stringify(imported).slice(0, 60)}`, () => {
    assert.equal(plan(imported, ways).refusals, expected);
  });
}

test('lost data is listed by its old name, with the kind of loss', () => {
  const imported = [
    usersCollection,
    posts((one) => {
      one.name = 'news';
      const [title, body, , , , , , tags, , pictures] = one.schema;
      one.schema = [
        { ...title, id: 'other1', name: 'Title' },
        { ...body, name: 'text' },
        text('other2', 'views'),
        { ...tags, options: { ...tags.options, maxSelect: 1 } },
        { ...pictures, options: { ...pictures.options, maxSelect: 2 } },
      ];
    }),
  ];
  const planned = plan(imported);
  assert.equal(
    lostFields(planned).map(({ collection, field, loss }) => `${collection.name}.${field.name} ${loss}`),
    [
      'posts.title remade',
      'posts.views remade',
      'posts.published gone',
      'posts.contact gone',
      'posts.source gone',
      'posts.day gone',
      'posts.tags single',
      'posts.meta gone',
      'posts.author gone',
    ],
  );
  assert.equal(lostLines(planned).slice(0, 4), [
    'post_stats.*',
    'posts.title (y45m8liw)',
    'posts.views (p0b2wz5r)',
    'posts.published (c8t1ej6m)',
  ]);
  assert.is(lostLines(planned).length, 9);
  assert.equal(lostLines(plan(imported, { merges: true, deletesMissing: false })), []);
  assert.equal(lostLines(plan([{ ...statsCollection, schema: [] }], { merges: true })), []);
});

test('a second import of the same text changes nothing', () => {
  fc.assert(
    fc.property(
      anyCollections('a'),
      anyCollections('b'),
      fc.boolean(),
      fc.boolean(),
      (there, other, merges, deletesMissing) => {
        const moved = other.map((one, at) => ({ ...one, id: there[at]?.id ?? one.id, name: `n${at}` }));
        const planned = plan(moved, { there, merges, deletesMissing });
        assert.equal(told(plan(moved, { there: planned.after, merges, deletesMissing })), []);
        const ids = planned.after.map(({ id }) => id);
        assert.is(new Set(ids).size, ids.length);
        assert.is(ids.length, there.length - planned.deleted.length + planned.added.length);
      },
    ),
  );
});

test('five megabytes with 2,000 changed fields are planned and displayed', () => {
  const fields = Array.from({ length: 100 }, (_, at) =>
    text(`field${at}`, `name${at}`, { options: { min: null, max: at + 1, pattern: 'x'.repeat(280) } }),
  );
  const there = Array.from({ length: 180 }, (_, at) =>
    base(`collection${at}`, `coll${at}`, fields, {
      indexes: fields
        .slice(0, 20)
        .map(({ name }) => `CREATE INDEX \`i${at}${name}\` ON \`coll${at}\` (\`${name}\`)`),
    }),
  ) as Collection[];
  const changed = fields.map((one) => ({ ...one, options: { max: 999 } }));
  const json = JSON.stringify(there.map((one, at) => (at < 20 ? { ...one, schema: changed } : one)));
  const read = readImport(json);
  const imported = 'collections' in read ? read.collections : [];
  const planned = plan(withOriginalIds(there, convertNewer(imported).collections), { there });
  assert.is(reviewTables(planned).flatMap(({ groups }) => groups).length, 20 * 101);
  assert.equal(lostLines(planned), []);
  assert.ok(json.length > 5e6);
});

test.run();
