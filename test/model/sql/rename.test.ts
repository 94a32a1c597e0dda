import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { normalizeIndex, withColumnRenamed } from '../../../ui/model/sql/indexStatement';
import { type Rename, renameInIndex, renameInQuery } from '../../../ui/model/sql/rename';
import { all, both, posts, rename, swap } from '../../support/renamedCollections';

const title = rename({ title: 'headline' });
const table = rename({}, 'articles');

/** `{old=>new}` marks what a rename changes. */
const before = (marked: string) => marked.replaceAll(/\{(.*?)=>(.*?)\}/gs, '$1');
const after = (marked: string) => marked.replaceAll(/\{(.*?)=>(.*?)\}/gs, '$2');

const queries: [rename: Rename, query: string][] = [
  [title, 'SELECT id, {title=>headline AS title} FROM posts'],
  [both, 'select  p.id,\n p.{title=>headline AS title}\nfrom {posts=>articles}  p;'],
  [both, 'SELECT id, {TITLE=>headline AS title} FROM {POSTS=>articles}'],
  [both, 'SELECT id, p."{=>headline" AS "}title" FROM [{posts=>articles}] p'],
  [title, 'SELECT id, {title=>headline} t FROM posts'],
  [title, 'SELECT id, max({title=>headline}) AS title FROM posts'],
  [title, 'SELECT id, {title=>headline AS title}/* title */FROM posts'],
  [title, "SELECT id, 'title' AS x FROM posts -- title"],
  [title, 'SELECT id, title2, subtitle FROM posts'],
  [swap, 'SELECT id, {body=>title AS body} FROM posts WHERE {title=>body} = 1 AND {body=>title} = 2'],
  [swap, 'SELECT id, {title=>body AS title}, {body=>title AS body} FROM posts'],
  [title, 'SELECT id, {title=>headline AS title} FROM posts ORDER BY title'],
  [title, 'SELECT id, {title=>headline AS title} FROM posts ORDER BY lower({title=>headline})'],
  [swap, 'SELECT id, {body=>title AS body} FROM posts ORDER BY {title=>posts.body}'],
  [title, 'SELECT id, {title=>headline AS title}, count(*) AS n FROM posts GROUP BY {title=>headline}'],
  [table, 'SELECT posts.id FROM {posts=>articles} AS posts'],
  [table, 'SELECT posts.id, articles.title FROM {posts=>articles AS posts}, comments articles'],
  [both, 'SELECT p.id, c.title FROM {posts=>articles} p JOIN comments c ON c.post = p.id'],
  [rename({ body: 'headline' }), 'SELECT p.id, {body=>p.headline AS body} FROM posts p JOIN comments c'],
  [
    rename({ body: 'headline' }),
    'SELECT id FROM posts WHERE EXISTS (SELECT 1 FROM comments WHERE {body=>posts.headline} = 1)',
  ],
  [title, 'SELECT s.id, s.{title=>headline AS title} FROM (SELECT id, {title=>headline} FROM posts) s'],
  [title, 'SELECT s.id, s.title FROM (SELECT id, {title=>headline} AS title FROM posts) s'],
  [
    title,
    'SELECT s.id, s.title FROM (SELECT p.id, p.{title=>headline AS title}, c.headline FROM posts p, comments c) s',
  ],
  [
    both,
    'WITH x AS (SELECT id, {title=>headline} FROM {posts=>articles}) SELECT id, {title=>headline AS title} FROM x',
  ],
  [title, 'WITH x(id, title) AS (SELECT id, {title=>headline} FROM posts) SELECT id, title FROM x'],
  [table, 'WITH articles AS (SELECT id FROM comments) SELECT posts.id FROM posts, articles'],
  [both, 'WITH posts AS (SELECT id, title FROM comments) SELECT id, title FROM posts'],
  [title, 'SELECT id, {title=>headline AS title} FROM posts UNION SELECT id, title FROM comments'],
  [title, 'SELECT id, title FROM comments UNION SELECT id, {title=>headline} FROM posts'],
  [rename({ title: 'order' }, 'group'), 'SELECT id, {title=>"order" AS title} FROM {posts=>"group"}'],
  [rename({ title: '1st' }), 'SELECT id, {title=>"1st" AS title} FROM posts'],
  [swap, 'SELECT (ROW_NUMBER() OVER (PARTITION BY {title=>body} ORDER BY {body=>title})) AS id FROM posts'],
  [title, 'SELECT id, "title FROM posts'],
  [both, `SELECT id, {'posts'=>"articles"}.{'title'=>"headline"} AS t FROM {'posts'=>"articles"}`],
  [title, 'SELECT id FROM posts WHERE body MATCH {title=>headline}'],
  [title, 'SELECT id, {title=>headline AS title} FROM posts ORDER BY title COLLATE nocase DESC'],
  [
    title,
    'SELECT count(*) FILTER (WHERE {title=>headline}) OVER (ORDER BY {title=>headline} ROWS 1 PRECEDING) AS id FROM posts',
  ],
  [
    title,
    'SELECT count(*) OVER (w ORDER BY {title=>headline}) AS id FROM posts WINDOW w AS (PARTITION BY {title=>headline})',
  ],
  [title, 'SELECT group_concat(DISTINCT {title=>headline} ORDER BY {title=>headline}) AS id FROM posts'],
  [title, 'SELECT id title, {title=>headline} + 1 AS x FROM posts'],
  [both, 'SELECT id FROM {posts=>articles} LIMIT 1 OFFSET 2'],
  [table, 'SELECT id FROM comments WHERE id IN {posts=>articles}'],
  [title, 'SELECT s.id, s.{title=>headline} AS t FROM (SELECT * FROM posts) s'],
  [title, 'SELECT s.id, s.title AS t FROM (SELECT c.*, p.{title=>headline} FROM comments c, posts p) s'],
  [both, "SELECT id, count(*) FROM {posts=>articles} WHERE {title=>headline} LIKE '%title%' LIMIT 5"],
];
for (const [change, query] of queries) {
  test(`in the query ${query}`, () => {
    assert.is(renameInQuery(before(query), change, all), after(query));
  });
}

const indexes: [rename: Rename, index: string][] = [
  [both, 'CREATE INDEX `posts_title` ON `{posts=>articles}` (\n  `{title=>headline}`,\n  `body`\n)'],
  [both, 'create unique index title on {posts=>articles} ({title=>headline} collate nocase desc)'],
  [both, 'CREATE INDEX i ON [{posts=>articles}] (lower("{Title=>headline}"), title2)'],
  [swap, 'CREATE INDEX i ON posts ({title=>body}, {body=>title})'],
  [table, 'CREATE INDEX i ON other (title)'],
  [rename({ title: 'desc' }), 'CREATE INDEX i ON posts ({title=>"desc"})'],
  [both, 'CREATE INDEX `i ON posts (title)'],
];
// SQLite's ALTER TABLE RENAME COLUMN renames the column at the same positions: here of `title` to `headline`.
const inIndexes: [place: 'column' | 'where', text: string][] = [
  ['where', 'body MATCH {title=>headline}'],
  ['where', "body LIKE {title=>headline} ESCAPE 'a'"],
  ['where', '{title=>headline} IN (body, {title=>headline})'],
  ['where', 'body BETWEEN {title=>headline} AND {title=>headline}'],
  ['where', 'CASE {title=>headline} WHEN {title=>headline} THEN body END = {title=>headline}'],
  ['where', 'body IS NOT DISTINCT FROM {title=>headline}'],
  ['where', 'body COLLATE title = {title=>headline} COLLATE nocase'],
  ['where', '{title=>headline} NOTNULL AND {title=>headline} NOT NULL AND {title=>headline}'],
  ['where', "CAST({title=>headline} AS title(1)) = 'title'"],
  ['where', 'title({title=>headline}) > 1'],
  ['where', '"{title=>headline}" = [{title=>headline}] AND `{title=>headline}`'],
  ['where', 'like = {title=>headline} AND {title=>headline} LIKE like'],
  ['where', '{title=>headline} /* title */ = 1 -- title'],
  ['column', `{'title'=>"headline"}`],
  ['column', "body || 'title'"],
  ['column', '{title=>headline} COLLATE title DESC'],
  ['column', 'end DESC, desc DESC, {title=>headline} DESC'],
  ['column', 'body LIKE {title=>headline}'],
  ['column', 'CASE WHEN {title=>headline} THEN {title=>headline} END'],
];
for (const [place, text] of inIndexes) {
  const index =
    place === 'column' ? `CREATE INDEX i ON posts (${text})` : `CREATE INDEX i ON posts (body) WHERE ${text}`;
  test(`the editor and the import both rename the index ${index}`, () => {
    assert.is(renameInIndex(before(index), posts, title), after(index));
    assert.is(withColumnRenamed(before(index), 'title', 'headline'), normalizeIndex(after(index)));
  });
}

for (const [change, index] of indexes) {
  test(`in the index ${index}`, () => {
    assert.is(renameInIndex(before(index), posts, change), after(index));
  });
}

test.run();
