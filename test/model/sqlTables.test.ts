import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import { sqlColumnsOf, sqlTablesOf } from '../../ui/model/sqlTables';
import { collections, postsCollection, statsCollection, usersCollection } from '../support/samples';

test('every collection is a table, whichever its type', () => {
  const tables = sqlTablesOf(collections);
  assert.equal(Object.keys(tables), ['users', 'posts', 'post_stats']);
  for (const collection of collections) assert.equal(tables[collection.name], sqlColumnsOf(collection));
});

const viewOf = (query: unknown): Collection => ({ ...statsCollection, options: { query } });
const columns: [name: string, collection: Collection, expected: string[]][] = [
  [
    'an auth collection has those of the system too',
    usersCollection,
    ['id', 'name', 'avatar', 'created', 'updated', 'username', 'email', 'emailVisibility', 'verified'],
  ],
  [
    'a base collection has its fields between id and dates',
    { ...postsCollection, schema: postsCollection.schema.slice(0, 2) },
    ['id', 'title', 'body', 'created', 'updated'],
  ],
  ['a view has what it selects', statsCollection, ['id', 'title', 'words']],
  [
    'a view has dates when its query names them',
    viewOf('SELECT id, p.Created FROM p'),
    ['id', 'title', 'words', 'created'],
  ],
  [
    'a view does not have what merely sounds alike',
    viewOf('SELECT id, created_at'),
    ['id', 'title', 'words'],
  ],
  ['a view without options has its fields', { ...statsCollection, options: null }, ['id', 'title', 'words']],
  [
    'a type that only a newer server knows is a table too',
    { id: 'a', name: 'b', type: 'graph', schema: [] },
    ['id', 'created', 'updated'],
  ],
];
for (const [name, collection, expected] of columns) {
  test(name, () => assert.equal(sqlColumnsOf(collection), expected));
}

test('a field that is called as a system column stands there once', () => {
  const [field] = postsCollection.schema;
  const collection = { ...postsCollection, schema: [{ ...field, name: 'created' }] } as Collection;
  assert.equal(sqlColumnsOf(collection), ['id', 'created', 'updated']);
});

test('a collection may bear any name', () => {
  const tables = sqlTablesOf([{ ...postsCollection, schema: [], name: '__proto__' } as Collection]);
  assert.equal(Object.entries(tables), [['__proto__', ['id', 'created', 'updated']]]);
});

test.run();
