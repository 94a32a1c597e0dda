import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ImportedCollection } from '../../../../ui/collections/import/plan/importedCollection';
import { planImport } from '../../../../ui/collections/import/plan/importPlan';
import {
  type ReviewGroup,
  type ReviewTable,
  reviewTables,
} from '../../../../ui/collections/import/plan/reviewTables';
import type { Collection } from '../../../../ui/model/collection';
import { postsCollection, statsCollection, usersCollection } from '../../../support/samples';

const existing: Collection[] = [usersCollection, postsCollection, statsCollection];

function tablesOf(imported: readonly object[], deletesMissing = true): ReviewTable[] {
  return reviewTables(
    planImport({ existing, imported: imported as ImportedCollection[], merges: false, deletesMissing }),
  );
}

/** Returns the rows that differ, as `key: old | new`; `-` for a missing value. */
const different = ({ rows }: ReviewGroup) =>
  rows.filter(({ isEqual }) => !isEqual).map((row) => `${row.key}: ${row.old ?? '-'} | ${row.new ?? '-'}`);

const [title, ...otherFields] = postsCollection.schema;
const newField = {
  id: 'new01',
  name: 'status',
  type: 'select',
  options: { values: ['a', 'b'], maxSelect: 1 },
};

test('a changed collection: its properties, then its deleted, changed and new fields', () => {
  const [table] = tablesOf([
    usersCollection,
    statsCollection,
    {
      ...postsCollection,
      name: 'news',
      listRule: null,
      viewRule: 'id != ""',
      indexes: ['CREATE INDEX `a` ON `news` (`day`)', 'CREATE INDEX `b` ON `news` (\n  `day`,\n  `title`\n)'],
      schema: [newField, { ...title, name: 'headline', options: { max: 9 } }, ...otherFields.slice(1)],
    },
  ]);
  assert.ok(table);
  const { groups, ...head } = table;
  assert.equal(head, {
    kind: 'changed',
    name: 'news',
    oldName: 'posts',
    id: postsCollection.id,
    type: 'base',
    unchangedFields: 9,
  });
  assert.equal(
    groups.map((group) => [group.title, group.fieldType, group.badge, group.unchanged]),
    [
      [null, null, null, 6],
      ['body', 'editor', 'Deleted', 0],
      ['headline', 'text', 'Changed', 6],
      ['status', 'select', 'Added', 0],
    ],
  );
  const [own, gone, changed, added] = groups.map(different);
  assert.equal(own, [
    'name: posts | news',
    'listRule:  | null',
    'viewRule:  | id != ""',
    'indexes: CREATE INDEX `idx_posts_day` ON `posts` (`day`) | CREATE INDEX `a` ON `news` (`day`)\nCREATE INDEX `b` ON `news` (\n  `day`,\n  `title`\n)',
  ]);
  const createRule = { key: 'createRule', old: 'null', new: 'null', isEqual: true };
  assert.equal(groups[0]?.rows[6], createRule);
  assert.equal(gone?.toSpliced(1, 6), ['id: n3kq7vxd | -', 'options: {\n  "convertUrls": false\n} | -']);
  assert.is(changed?.[0], 'name: title | headline');
  assert.match(changed?.[1] ?? '', /"max": null.* \| .*"max": 9/s);
  assert.match(added?.at(-1) ?? '', /^options: - \| \{\n {2}"maxSelect": 1,\n {2}"values": \[\n {4}"a",/);
});

test('each auth option has its own row', () => {
  const imported = [
    {
      ...usersCollection,
      options: { ...usersCollection.options, minPasswordLength: 12, onlyEmailDomains: ['a.org'] },
    },
  ];
  const [table] = tablesOf(imported, false);
  assert.equal(table?.groups.map(different), [
    ['options.onlyEmailDomains: null | [\n  "a.org"\n]', 'options.minPasswordLength: 8 | 12'],
  ]);
  assert.is(table?.groups[0]?.unchanged, 17);
  assert.is(table?.oldName, null);
});

test('a deleted item has no new side, a new one no old side; a view has no fields of its own', () => {
  const tables = tablesOf([
    usersCollection,
    { id: 'new01', name: 'news', schema: [newField] },
    { id: 'new02', name: 'sums', type: 'view', schema: [newField], options: { query: 'select 1 as id' } },
  ]);
  assert.equal(
    tables.map(({ kind, name, type, unchangedFields }) => [kind, name, type, unchangedFields]),
    [
      ['added', 'news', 'base', 0],
      ['added', 'sums', 'view', 0],
      ['deleted', 'post_stats', 'view', 0],
      ['deleted', 'posts', 'base', 0],
    ],
  );
  const [news, sums, stats, posts] = tables;
  for (const group of [...(stats?.groups ?? []), ...(posts?.groups ?? [])]) {
    assert.ok(group.rows.every((row) => row.new === null && row.old !== null && !row.isEqual));
    assert.is(group.badge, group.title === null ? null : 'Deleted');
  }
  assert.is(stats?.groups.length, 1);
  assert.is(posts?.groups.length, 12);
  for (const group of [...(news?.groups ?? []), ...(sums?.groups ?? [])]) {
    assert.ok(group.rows.every((row) => row.old === null && row.new !== null && !row.isEqual));
  }
  assert.equal(sums?.groups.flatMap(different).slice(-2), [
    'indexes: - | []',
    'options.query: - | select 1 as id',
  ]);
  assert.is(news?.groups[1]?.badge, 'Added');
});

test('a collection whose type would change shows the options of both', () => {
  const [table] = tablesOf([{ ...statsCollection, type: 'base', schema: [newField] }], false);
  const keys = table?.groups[0]?.rows.map(({ key }) => key) ?? [];
  assert.ok(keys.includes('options.query'));
  assert.match(table?.groups.flatMap(different).join('\n') ?? '', /^type: view \| base\n/);
});

test.run();
