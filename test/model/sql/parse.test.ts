import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseCreateIndex, parseSelect } from '../../../ui/model/sql/parse';
import { hostileSql, readAll } from '../../support/hostileSql';

/** The texts of the nodes: result columns of the first core, tables, columns, names of CTEs. */
const selects: [sql: string, results: string, tables: string, columns: string, ctes?: string][] = [
  ['', '', '', ''],
  ['SELECT * , t.* FROM t', '*|t.*', 't', '*'],
  ['SELECT left, like, end, match FROM t', 'left|like|end|match', 't', 'left|like|end|match'],
  ['SELECT a over, b filter, c window FROM t', 'a over|b filter|c window', 't', 'a|b|c'],
  ['SELECT a, -- , b\nc /* FROM u */ FROM t', 'a|c', 't', 'a|c'],
  ['SELECT a FROM main.t AS x LEFT JOIN u y ON x.a = y.b', 'a', 'main.t AS x|u y', 'a|a|b'],
  ['SELECT a FROM t JOIN (u JOIN v USING (b)) ON c', 'a', 't|u|v', 'a|c'],
  ['SELECT a FROM (SELECT b FROM u) s', 'a', 'u|(SELECT b FROM u) s', 'a|b'],
  ['SELECT a FROM json_each(t.b, c) j', 'a', 'json_each(t.b, c) j', 'a|b|c'],
  ['WITH x(n) AS (SELECT a FROM t) SELECT n FROM x', 'n', 't|x', 'a|n', 'x(n) AS (SELECT a FROM t)'],
  ['VALUES (a), (b)', '', '', 'a|b'],
  ['SELECT a FROM t; SELECT b FROM u', 'a', 't', 'a'],
  // An incomplete text.
  ['SELECT t. FROM t', 't.', 't', 't'],
  ['SELECT a b c, d FROM t', 'a b|d', 't', 'a|d'],
  ['SELECT a, FROM t WHERE', 'a', 't', 'a'],
  ['SELECT count(a)) b FROM t', 'count(a)', 't', 'a'],
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

// Quadratic time would exceed the time limit of this file; the bench measures the time.
for (const [what, sqlOf] of hostileSql) {
  test(`a long text of ${what} is parsed`, () => readAll(100_000, sqlOf));
}

test.run();
