import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type {
  ImportedCollection,
  ImportedField,
} from '../../../../ui/collections/import/plan/importedCollection';
import { findOtherIds, withOriginalIds } from '../../../../ui/collections/import/plan/originalIds';
import type { Collection } from '../../../../ui/model/collection';
import { fieldWithId as field, newField } from '../../../support/fields';
import { anyCollections } from './anyCollections';

const to = (collectionId: string) => ({ collectionId, maxSelect: 1 });
const base = (id: string, name: string, schema: ImportedField[], more: object = {}) =>
  ({ id, name, type: 'base', schema, ...more }) as ImportedCollection;

const here = [
  base('posts_here', 'posts', [
    field('title_here', 'title'),
    field('author_here', 'author', 'relation', to('people_here')),
  ]),
  base('people_here', 'people', [field('name_here', 'name')], { type: 'auth' }),
] as Collection[];

/** The expected findings, each as `collection field: importedId > originalId`. */
const cases: [what: string, imported: ImportedCollection[], told: string[]][] = [
  [
    'a collection and its fields by their names',
    [base('posts_there', 'posts', [field('t0001', 'title'), field('b0001', 'body')])],
    ['posts -: posts_there > posts_here', 'posts title: t0001 > title_here'],
  ],
  [
    'the fields of a collection with the same id',
    [base('posts_here', 'articles', [field('t0001', 'title')])],
    ['articles title: t0001 > title_here'],
  ],
  [
    'a field without an id',
    [base('posts_here', 'posts', [newField('text', 'title', {})])],
    ['posts title:  > title_here'],
  ],
  ['no collection of another type', [base('people_there', 'people', [field('n0001', 'name')])], []],
  [
    'no field whose id is in use in the import',
    [base('posts_here', 'posts', [field('title_here', 'headline'), field('t0001', 'title')])],
    [],
  ],
  [
    'no collection whose id is in use in the import',
    [base('posts_here', 'articles', []), base('posts_there', 'posts', [field('t0001', 'title')])],
    [],
  ],
  [
    'the first of two that have the name',
    [base('one01', 'posts', []), base('two01', 'POSTS', [])],
    ['posts -: one01 > posts_here'],
  ],
  [
    'no relation to another collection',
    [base('posts_here', 'posts', [field('a0001', 'author', 'relation', to('posts_here'))])],
    [],
  ],
  [
    'a relation to what gets its original id too',
    [
      base('posts_here', 'posts', [field('a0001', 'author', 'relation', to('people_there'))]),
      base('people_there', 'people', [], { type: 'auth' }),
    ],
    ['posts author: a0001 > author_here', 'people -: people_there > people_here'],
  ],
];

for (const [what, imported, told] of cases) {
  test(`finds ${what}`, () => {
    const found = findOtherIds(here, imported);
    assert.equal(
      found.map((one) => `${one.collection} ${one.field ?? '-'}: ${one.importedId} > ${one.originalId}`),
      told,
    );
    if (told.length === 0) assert.equal(withOriginalIds(here, imported), imported);
    assert.equal(findOtherIds(here, withOriginalIds(here, imported)), []);
  });
}

test('ids, relations and index names become the original ones; the rest stays in its order', () => {
  const imported = [
    base('people_there', 'people', [{ ...field('n0001', 'name'), more: 1 }], { type: 'auth', extra: [1] }),
    base(
      'posts_there',
      'posts',
      [
        field('a0001', 'author', 'relation', { ...to('people_there'), cascadeDelete: true }),
        field('x0001', 'self', 'relation', to('posts_there')),
        field('t0001', 'title'),
      ],
      {
        indexes: [
          'CREATE INDEX `_posts_there_created_idx` ON `posts` (`created`)',
          'create unique index if not exists "idx_posts_there" on posts (title) where title != \'posts_there\'',
          'CREATE INDEX `idx_other` ON `posts_there` (`title`)',
          'no index of posts_there',
        ],
      },
    ),
    base('new01', 'news', [
      field('r0001', 'post', 'relation', to('posts_there')),
      field('e0001', 'else', 'relation', to('else')),
    ]),
  ];
  const before = structuredClone(imported);
  const result = withOriginalIds(here, imported);
  assert.equal(imported, before);
  assert.equal(result, [
    base('people_here', 'people', [{ ...field('name_here', 'name'), more: 1 }], { type: 'auth', extra: [1] }),
    base(
      'posts_here',
      'posts',
      [
        field('author_here', 'author', 'relation', { ...to('people_here'), cascadeDelete: true }),
        field('x0001', 'self', 'relation', to('posts_here')),
        field('title_here', 'title'),
      ],
      {
        indexes: [
          'CREATE INDEX `_posts_here_created_idx` ON `posts` (`created`)',
          'create unique index if not exists "idx_posts_here" on posts (title) where title != \'posts_there\'',
          'CREATE INDEX `idx_other` ON `posts_there` (`title`)',
          'no index of posts_there',
        ],
      },
    ),
    base('new01', 'news', [
      field('r0001', 'post', 'relation', to('posts_here')),
      field('e0001', 'else', 'relation', to('else')),
    ]),
  ]);
  assert.equal(Object.keys(result[0] ?? {}), Object.keys(imported[0] ?? {}));
});

test('an index with the name of an existing one keeps it', () => {
  const indexes = ['CREATE INDEX `idx_p1_title` ON `posts` (`title`)'];
  const original = [{ ...here[0], indexes }] as Collection[];
  assert.equal(withOriginalIds(original, [base('p1', 'posts', [], { indexes })])[0]?.indexes, indexes);
});

test('a view gets its original id, but the server decides on its fields', () => {
  const view = (id: string, fieldId: string) =>
    base(id, 'stats', [field(fieldId, 'total', 'number')], {
      type: 'view',
      options: { query: 'select 1 as id' },
    });
  const original = [view('view_here', 'f_here')] as Collection[];
  assert.is(findOtherIds(original, [view('view_there', 'f_there')]).length, 1);
  assert.equal(withOriginalIds(original, [view('view_there', 'f_there')]), [view('view_here', 'f_there')]);
});

test('with the original ids no other id is left, for any import', () => {
  fc.assert(
    fc.property(anyCollections('a'), anyCollections('b'), fc.boolean(), (existing, imported, isMixed) => {
      const set = (isMixed ? [...imported, ...existing.slice(0, 1)] : imported) as ImportedCollection[];
      const result = withOriginalIds(existing, set);
      assert.equal(findOtherIds(existing, result), []);
      assert.equal(withOriginalIds(existing, result), result);
      assert.is(new Set(result.map(({ id }) => id)).size, set.length, 'no id is given twice');
      for (const { schema } of result) assert.is(new Set(schema?.map(({ id }) => id)).size, schema?.length);
      assert.equal(
        result.map(({ name }) => name),
        set.map(({ name }) => name),
      );
    }),
  );
});

test.run();
