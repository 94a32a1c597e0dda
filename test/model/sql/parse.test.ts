import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseCreateIndex, parseSelect } from '../../../ui/model/sql/parse';
import { renameInQuery } from '../../../ui/model/sql/rename';
import { columnsOfSelect } from '../../../ui/model/sql/viewColumns';

/** The texts of the nodes: result columns of the first core, tables, columns, names of CTEs. */
const selects: [sql: string, results: string, tables: string, columns: string, ctes?: string][] = [
  ['', '', '', ''],
  ['SELECT a, t.b c, d AS "e" FROM t', 'a|t.b c|d AS "e"', 't', 'a|b|d'],
  ['SELECT * , t.* FROM t', '*|t.*', 't', '*'],
  ['SELECT left, like, end, match FROM t', 'left|like|end|match', 't', 'left|like|end|match'],
  ['SELECT current_date, null, true FROM t', 'current_date|null|true', 't', 'true'],
  ['SELECT a over, b filter, c window FROM t', 'a over|b filter|c window', 't', 'a|b|c'],
  ['SELECT a, -- , b\nc /* FROM u */ FROM t', 'a|c', 't', 'a|c'],
  ['SELECT a FROM main.t AS x LEFT JOIN u y ON x.a = y.b', 'a', 'main.t AS x|u y', 'a|a|b'],
  ['SELECT a FROM t NOT INDEXED, u INDEXED BY i, v', 'a', 't NOT INDEXED|u INDEXED BY i|v', 'a'],
  ['SELECT a FROM t JOIN (u JOIN v USING (b)) ON c', 'a', 't|u|v', 'a|c'],
  ['SELECT a FROM (SELECT b FROM u) s', 'a', 'u|(SELECT b FROM u) s', 'a|b'],
  ['SELECT a FROM json_each(t.b, c) j', 'a', 'json_each(t.b, c) j', 'a|b|c'],
  ['WITH x(n) AS (SELECT a FROM t) SELECT n FROM x', 'n', 't|x', 'a|n', 'x(n) AS (SELECT a FROM t)'],
  ['VALUES (a), (b)', '', '', 'a|b'],
  ['SELECT a FROM t; SELECT b FROM u', 'a', 't', 'a'],
  // An incomplete text.
  ['SELECT t. FROM t', 't.', 't', 't'],
  ['SELECT a b c, d FROM t', 'a b|d', 't', 'a|d'],
  ['SELECT a + FROM t', 'a +', 't', 'a'],
  ['SELECT a, FROM t WHERE', 'a', 't', 'a'],
  ['SELECT count(a)) b FROM t', 'count(a)', 't', 'a'],
  ['SELECT (a, b FROM t', '(a, b', 't', 'a|b'],
  ['SELECT max(a, (b FROM t', 'max(a, (b', 't', 'a|b'],
  ['FROM t WHERE a', '', 't', 'a'],
];
for (const [sql, results, tables, columns, ctes = ''] of selects) {
  test(`the nodes of ${JSON.stringify(sql)} have their positions`, () => {
    const textOf = ({ start, end }: { start: number; end: number }) => sql.slice(start, end);
    const { statement, ...parsed } = parseSelect(sql);
    const first = statement.cores.find((core) => core.columns.length > 0) ?? statement.cores[0];
    assert.is((first?.columns ?? []).map(textOf).join('|'), results);
    assert.is(parsed.tables.map(({ source }) => textOf(source)).join('|'), tables);
    assert.is(parsed.columns.map(textOf).join('|'), columns);
    assert.is(parsed.ctes.map(textOf).join('|'), ctes);
  });
}

test('the nodes of an index have their positions', () => {
  const sql = "CREATE INDEX i ON t ('a' COLLATE nocase DESC, lower(b)) WHERE c MATCH d -- e";
  const textOf = ({ start, end }: { start: number; end: number }) => sql.slice(start, end);
  const index = parseCreateIndex(sql);
  assert.equal(index?.columns.map(textOf), ["'a'", 'lower(b)']);
  assert.is(index?.where && textOf(index.where), 'c MATCH d');
  assert.equal(
    index?.columnNames.map(({ name }) => name),
    ['a', 'b', 'c', 'd'],
  );
});

/** Both fill a text of the wanted length. */
interface Filling {
  readonly fill: (text: string) => string;
  readonly list: (item: (at: number) => string) => string;
}

const hostile: [what: string, sqlOf: (filling: Filling) => string][] = [
  ['brackets', ({ fill }) => `SELECT ${fill('(')}`],
  ['closed brackets', ({ fill }) => `SELECT ${fill('(')}title${fill(')')} FROM posts`],
  ['queries in brackets', ({ fill }) => fill('SELECT (')],
  ['queries in FROM', ({ fill }) => fill('SELECT title FROM (')],
  ['queries in WITH', ({ fill }) => fill('WITH a AS (')],
  ['tables', ({ fill }) => `SELECT title FROM ${fill('posts, ')}posts`],
  ['joins', ({ fill }) => `SELECT title FROM posts ${fill('JOIN posts ON title = body ')}`],
  ['columns', ({ fill }) => `SELECT ${fill('title, ')}body FROM posts ORDER BY ${fill('title, ')}body`],
  [
    'names',
    ({ list }) => `SELECT ${list((at) => `title AS a${at}`)} FROM posts ORDER BY ${list((at) => `a${at}`)}`,
  ],
  [
    'unknown columns',
    ({ list }) => `SELECT ${list((at) => `a${at}`)} FROM posts WHERE EXISTS (SELECT ${list(() => 'body')})`,
  ],
  ['dots', ({ fill }) => `SELECT ${fill('a.')}`],
  ['cases', ({ fill }) => `SELECT ${fill('CASE WHEN ')}`],
  ['nots', ({ fill }) => `SELECT ${fill('NOT ')}`],
  ['unions', ({ fill }) => fill('SELECT title FROM posts UNION ')],
  ['windows', ({ fill }) => `SELECT ${fill('count(*) OVER (PARTITION BY title), ')}1 FROM posts`],
  ['quotes', ({ fill }) => `SELECT ${fill("''")}, "${fill('""')}", '${fill("''")}`],
  ['comments', ({ fill }) => fill('/*')],
  [
    'queries that read the one before',
    ({ list }) =>
      `WITH ${list((at) => `c${at} AS (SELECT title FROM ${at ? `c${at - 1}` : 'posts'})`)} SELECT title FROM c1`,
  ],
  [
    'queries that read the one behind',
    ({ list }) => `WITH ${list((at) => `c${at} AS (SELECT title FROM c${at + 1})`)} SELECT title FROM c0`,
  ],
  ['stars', ({ fill }) => `SELECT title FROM ${fill('(SELECT * FROM ')}posts${fill(')')}`],
];
const posts = {
  id: 'posts',
  name: 'posts',
  type: 'base',
  schema: ['title', 'body'].map((name) => ({ id: name, name, type: 'text' })),
};
const fields = new Map([
  ['title', 'head'],
  ['body', 'text'],
]);
function readAll(size: number, sqlOf: (filling: Filling) => string): void {
  const sql = sqlOf({
    fill: (text) => text.repeat(size / text.length),
    list: (item) => Array.from({ length: size / 30 }, (_, at) => item(at)).join(', '),
  });
  columnsOfSelect(sql);
  renameInQuery(sql, { collectionId: 'posts', name: 'articles', fields }, [posts]);
  parseCreateIndex(`CREATE INDEX i ON t (${sql}) WHERE ${sql}`);
}

/** Returns processor time in microseconds, the best of three. */
function timeOf(work: () => void): number {
  const times = [0, 1, 2].map(() => {
    const start = process.cpuUsage();
    work();
    return process.cpuUsage(start).user;
  });
  return Math.min(...times);
}

for (const [what, sqlOf] of hostile) {
  test(`the time to parse ${what} is linear in the length of the text`, () => {
    const small = timeOf(() => {
      for (let count = 0; count < 8; count++) readAll(2_000, sqlOf);
    });
    const large = timeOf(() => readAll(16_000, sqlOf));
    // Quadratic time would be eight times as much.
    assert.ok(large < small * 4, `${small} and ${large}`);
  });
}

test.run();
