import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { columnsOfSelect, sqlColumnsOf, sqlTablesOf } from '../../../ui/model/sql/viewColumns';
import { postsCollection, statsCollection, usersCollection } from '../../support/samples';

const cases: [query: string, columns: string[]][] = [
  ['', []],
  ['SELECT id FROM posts', []],
  ['select id, Created, title from posts', ['Created', 'title']],
  ['SELECT id, title AS created, body AS "updated", day AS Created FROM posts', ['Created']],
  ['SELECT id, `order`, "a b", [c] FROM t', ['order', 'a b', 'c']],
  ["SELECT id, title AS 'name', body text FROM posts", ['name', 'text']],
  ['SELECT id, count(*) total, max(n) AS top FROM posts', ['total', 'top']],
  ["SELECT id, count( * ), a || 'x, y' FROM posts", ['count( * )', "a || 'x, y'"]],
  ['SELECT id,\n  max(\n    n\n  )\nFROM posts', ['max( n )']],
  ['SELECT ALL id, a FROM t', ['a']],
  [
    'SELECT id, CASE WHEN a THEN b ELSE c END, CASE a WHEN 1 THEN 2 END AS two FROM t',
    ['CASE WHEN a THEN b ELSE c END', 'two'],
  ],
  [
    'SELECT id, a LIKE b, a COLLATE NOCASE, a IS NULL, a IS NULL AS none FROM t',
    ['a LIKE b', 'a COLLATE NOCASE', 'a IS NULL', 'none'],
  ],
  [
    'SELECT id, sum(n) OVER w, sum(n) OVER w AS s, row_number() OVER (ORDER BY a) r FROM t WINDOW w AS (ORDER BY a)',
    ['sum(n) OVER w', 's', 'r'],
  ],
  ['SELECT (ROW_NUMBER() OVER()) as id, 1 one, 2, -a FROM t', ['one', '2', '-a']],
  ['SELECT id, (SELECT max(n) FROM b WHERE b.a = t.id) AS top, c FROM t', ['top', 'c']],
  ['WITH x AS (SELECT id, hidden FROM t) SELECT id, shown FROM x', ['shown']],
  ['SELECT id /* the, key */, a -- FROM here\n, b FROM t', ['a', 'b']],
  ['SELECT id, a; SELECT id, b FROM t', ['a']],
  ['SELECT *, t.* FROM t', ['*', 't.*']],
  ["SELECT id, 'it''s, FROM' AS b FROM t", ['b']],
];

for (const [query, columns] of cases) {
  test(`the columns of ${query || 'nothing'}`, () => assert.equal(columnsOfSelect(query), columns));
}

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
    'a view does not have what merely sounds alike',
    viewOf('SELECT id, created_at'),
    ['id', 'title', 'words'],
  ],
  [
    'a view has dates of its own making',
    viewOf('SELECT id, max(day) AS created, "updated" FROM p'),
    ['id', 'title', 'words', 'created', 'updated'],
  ],
  ['a view without options has its fields', { ...statsCollection, options: null }, ['id', 'title', 'words']],
  [
    'a type that only a newer server knows is a table too',
    { id: 'a', name: 'b', type: 'graph', schema: [] },
    ['id', 'created', 'updated'],
  ],
];
for (const query of [
  'SELECT id, created AS day FROM p',
  "SELECT id, 'created' FROM p -- updated",
  'SELECT id FROM (SELECT id, created FROM p)',
]) {
  test(`a view has no dates that it mentions without selecting them: ${query}`, () => {
    assert.equal(sqlColumnsOf(viewOf(query)), ['id', 'title', 'words']);
  });
}

for (const [name, collection, expected] of columns) {
  test(name, () => assert.equal(sqlColumnsOf(collection), expected));
}

test('a field with the name of a system column appears once', () => {
  const [field] = postsCollection.schema;
  const collection = { ...postsCollection, schema: [{ ...field, name: 'created' }] } as Collection;
  assert.equal(sqlColumnsOf(collection), ['id', 'created', 'updated']);
});

test('a collection may have any name', () => {
  const tables = sqlTablesOf([{ ...postsCollection, schema: [], name: '__proto__' } as Collection]);
  assert.equal(Object.entries(tables), [['__proto__', ['id', 'created', 'updated']]]);
});

test.run();
