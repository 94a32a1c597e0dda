import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { columnsOfSelect } from '../../ui/model/selectColumns';

const cases: [query: string, columns: string[]][] = [
  ['', []],
  ['hello', []],
  ['SELECT', []],
  ['SELECT id FROM posts', []],
  ['SELECT id, title, created FROM posts', ['title']],
  ['select id, Created, title from posts', ['Created', 'title']],
  ['SELECT id, title AS created, body AS "updated", day AS Created FROM posts', ['Created']],
  ['SELECT p.id, p.title, main.p.body FROM posts p', ['title', 'body']],
  ['SELECT id, `order`, "a b", [c] FROM t', ['order', 'a b', 'c']],
  ["SELECT id, title AS 'name', body text FROM posts", ['name', 'text']],
  ['SELECT id, count(*) total, max(n) AS top FROM posts', ['total', 'top']],
  ["SELECT id, count( * ), a || 'x, y' FROM posts", ['count( * )', "a || 'x, y'"]],
  ['SELECT id,\n  max(\n    n\n  )\nFROM posts', ['max( n )']],
  ['SELECT DISTINCT id, a FROM t', ['a']],
  ['SELECT ALL id, a FROM t', ['a']],
  ['SELECT id, a IS DISTINCT FROM b, c FROM t', ['a IS DISTINCT FROM b', 'c']],
  [
    'SELECT id, CASE WHEN a THEN b ELSE c END, CASE a WHEN 1 THEN 2 END AS two FROM t',
    ['CASE WHEN a THEN b ELSE c END', 'two'],
  ],
  ['SELECT id, CASE WHEN a THEN b END kind FROM t', ['kind']],
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
  ['SELECT id, a FROM t UNION SELECT id, b FROM u', ['a']],
  ['SELECT id /* the, key */, a -- FROM here\n, b FROM t', ['a', 'b']],
  ['SELECT id, a; SELECT id, b FROM t', ['a']],
  ['SELECT *, t.* FROM t', ['*', 't.*']],
  ['SELECT id, a, FROM t', ['a']],
  ["SELECT id, 'it''s, FROM' AS b FROM t", ['b']],
];

for (const [query, columns] of cases) {
  test(`the columns of ${query || 'nothing'}`, () => assert.equal(columnsOfSelect(query), columns));
}

test.run();
