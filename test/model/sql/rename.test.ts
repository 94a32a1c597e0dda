import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { normalizeIndex, withColumnRenamed } from '../../../ui/model/sql/indexStatement';
import { type Rename, renameInIndex, renameInQuery } from '../../../ui/model/sql/rename';

function field(name: string, type = 'text', target?: string) {
  return { id: `f_${name}`, name, type, options: target === undefined ? {} : { collectionId: target } };
}

function collection(id: string, name: string, parts: Partial<Collection> = {}): Collection {
  return { id, name, type: 'base', schema: [], ...parts };
}

const people = collection('people', 'users', { type: 'auth', schema: [field('title'), field('role')] });
const members = collection('members', 'members', { type: 'auth', schema: [field('role')] });
const posts = collection('posts', 'posts', {
  schema: [field('title'), field('body'), field('author', 'relation', 'people'), field('meta', 'json')],
});
const comments = collection('comments', 'comments', {
  schema: [field('title'), field('headline'), field('post', 'relation', 'posts')],
});
const all = [people, members, posts, comments];

function rename(fields: Record<string, string>, name?: string, collectionId = 'posts'): Rename {
  return { collectionId, name, fields: new Map(Object.entries(fields)) };
}
const both = rename({ title: 'headline' }, 'articles');
const swap = rename({ title: 'body', body: 'title' });

const title = rename({ title: 'headline' });
const table = rename({}, 'articles');

const queries: [query: string, rename: Rename, expected: string][] = [
  ['SELECT id, title FROM posts', title, 'SELECT id, headline AS title FROM posts'],
  ['select  p.id,\n p.title\nfrom posts  p;', both, 'select  p.id,\n p.headline AS title\nfrom articles  p;'],
  ['SELECT id, TITLE FROM POSTS', both, 'SELECT id, headline AS title FROM articles'],
  ['SELECT id, p."title" FROM [posts] p', both, 'SELECT id, p."headline" AS "title" FROM [articles] p'],
  ['SELECT id, title AS title FROM posts', title, 'SELECT id, headline AS title FROM posts'],
  ['SELECT id, title t FROM posts', title, 'SELECT id, headline t FROM posts'],
  ["SELECT id, title 't' FROM posts", title, "SELECT id, headline 't' FROM posts"],
  ['SELECT id, (title) FROM posts', title, 'SELECT id, (headline) FROM posts'],
  ['SELECT id, max(title) AS title FROM posts', title, 'SELECT id, max(headline) AS title FROM posts'],
  ['SELECT DISTINCT title, id FROM posts', title, 'SELECT DISTINCT headline AS title, id FROM posts'],
  ['SELECT id, title/* title */FROM posts', title, 'SELECT id, headline AS title/* title */FROM posts'],
  ["SELECT id, 'title' AS x FROM posts -- title", title, "SELECT id, 'title' AS x FROM posts -- title"],
  ['SELECT id, title2, subtitle FROM posts', title, 'SELECT id, title2, subtitle FROM posts'],
  [
    'SELECT id, body FROM posts WHERE title = 1 AND body = 2',
    swap,
    'SELECT id, title AS body FROM posts WHERE body = 1 AND title = 2',
  ],
  ['SELECT id, title, body FROM posts', swap, 'SELECT id, body AS title, title AS body FROM posts'],
  ['SELECT id FROM posts ORDER BY title DESC, 2', title, 'SELECT id FROM posts ORDER BY headline DESC, 2'],
  [
    'SELECT id, title FROM posts ORDER BY title',
    title,
    'SELECT id, headline AS title FROM posts ORDER BY title',
  ],
  [
    'SELECT id, title FROM posts ORDER BY lower(title)',
    title,
    'SELECT id, headline AS title FROM posts ORDER BY lower(headline)',
  ],
  [
    'SELECT id, body FROM posts ORDER BY title',
    swap,
    'SELECT id, title AS body FROM posts ORDER BY posts.body',
  ],
  [
    'SELECT id, title, count(*) AS n FROM posts GROUP BY title',
    title,
    'SELECT id, headline AS title, count(*) AS n FROM posts GROUP BY headline',
  ],
  [
    'SELECT posts.id, posts.title FROM posts',
    both,
    'SELECT articles.id, articles.headline AS title FROM articles',
  ],
  ['SELECT posts.id FROM posts AS posts', table, 'SELECT posts.id FROM articles AS posts'],
  [
    'SELECT posts.id, articles.title FROM posts, comments articles',
    table,
    'SELECT posts.id, articles.title FROM articles AS posts, comments articles',
  ],
  [
    'SELECT p.id, c.title FROM posts p JOIN comments c ON c.post = p.id',
    both,
    'SELECT p.id, c.title FROM articles p JOIN comments c ON c.post = p.id',
  ],
  [
    'SELECT p.id, p.title, c.title AS other FROM posts p LEFT JOIN comments c ON c.title = p.title',
    title,
    'SELECT p.id, p.headline AS title, c.title AS other FROM posts p LEFT JOIN comments c ON c.title = p.headline',
  ],
  [
    'SELECT p.id, body FROM posts p JOIN comments c',
    rename({ body: 'headline' }),
    'SELECT p.id, p.headline AS body FROM posts p JOIN comments c',
  ],
  [
    'SELECT id FROM posts WHERE EXISTS (SELECT 1 FROM comments WHERE body = 1)',
    rename({ body: 'headline' }),
    'SELECT id FROM posts WHERE EXISTS (SELECT 1 FROM comments WHERE posts.headline = 1)',
  ],
  [
    'SELECT id FROM comments WHERE title IN (SELECT title FROM posts)',
    title,
    'SELECT id FROM comments WHERE title IN (SELECT headline FROM posts)',
  ],
  [
    'SELECT s.id, s.title FROM (SELECT id, title FROM posts) s',
    title,
    'SELECT s.id, s.headline AS title FROM (SELECT id, headline FROM posts) s',
  ],
  [
    'SELECT s.id, s.title FROM (SELECT id, title AS title FROM posts) s',
    title,
    'SELECT s.id, s.title FROM (SELECT id, headline AS title FROM posts) s',
  ],
  [
    'SELECT s.id, s.title FROM (SELECT p.id, p.title, c.headline FROM posts p, comments c) s',
    title,
    'SELECT s.id, s.title FROM (SELECT p.id, p.headline AS title, c.headline FROM posts p, comments c) s',
  ],
  [
    'WITH x AS (SELECT id, title FROM posts) SELECT id, title FROM x',
    both,
    'WITH x AS (SELECT id, headline FROM articles) SELECT id, headline AS title FROM x',
  ],
  [
    'WITH x(id, title) AS (SELECT id, title FROM posts) SELECT id, title FROM x',
    title,
    'WITH x(id, title) AS (SELECT id, headline FROM posts) SELECT id, title FROM x',
  ],
  [
    'WITH articles AS (SELECT id FROM comments) SELECT posts.id FROM posts, articles',
    table,
    'WITH articles AS (SELECT id FROM comments) SELECT posts.id FROM posts, articles',
  ],
  [
    'WITH posts AS (SELECT id, title FROM comments) SELECT id, title FROM posts',
    both,
    'WITH posts AS (SELECT id, title FROM comments) SELECT id, title FROM posts',
  ],
  [
    'SELECT id, title FROM posts UNION SELECT id, title FROM comments',
    title,
    'SELECT id, headline AS title FROM posts UNION SELECT id, title FROM comments',
  ],
  [
    'SELECT id, title FROM comments UNION SELECT id, title FROM posts',
    title,
    'SELECT id, title FROM comments UNION SELECT id, headline FROM posts',
  ],
  [
    "SELECT p.id, p.meta->>'title' AS x, j.value FROM posts p, json_each(p.meta) j",
    rename({ meta: 'extra' }),
    "SELECT p.id, p.extra->>'title' AS x, j.value FROM posts p, json_each(p.extra) j",
  ],
  [
    'SELECT id, CASE WHEN title IS NULL THEN body ELSE title END AS t FROM posts',
    swap,
    'SELECT id, CASE WHEN body IS NULL THEN title ELSE body END AS t FROM posts',
  ],
  [
    'SELECT id, title FROM posts',
    rename({ title: 'order' }, 'group'),
    'SELECT id, "order" AS title FROM "group"',
  ],
  ['SELECT id, title FROM posts', rename({ title: '1st' }), 'SELECT id, "1st" AS title FROM posts'],
  [
    'SELECT (ROW_NUMBER() OVER (PARTITION BY title ORDER BY body)) AS id FROM posts',
    swap,
    'SELECT (ROW_NUMBER() OVER (PARTITION BY body ORDER BY title)) AS id FROM posts',
  ],
  ['SELECT id, "title FROM posts', title, 'SELECT id, "title FROM posts'],
  [
    "SELECT id, 'posts'.'title' AS t FROM 'posts'",
    both,
    `SELECT id, "articles"."headline" AS t FROM "articles"`,
  ],
  ['SELECT id, p.title AS t FROM (posts) p', title, 'SELECT id, p.headline AS t FROM (posts) p'],
  ['SELECT id FROM posts WHERE body MATCH title', title, 'SELECT id FROM posts WHERE body MATCH headline'],
  ['SELECT id FROM posts WHERE body REGEXP title', title, 'SELECT id FROM posts WHERE body REGEXP headline'],
  [
    'SELECT id, title FROM posts ORDER BY title COLLATE nocase DESC',
    title,
    'SELECT id, headline AS title FROM posts ORDER BY title COLLATE nocase DESC',
  ],
  [
    'SELECT count(*) FILTER (WHERE title) OVER (ORDER BY title ROWS 1 PRECEDING) AS id FROM posts',
    title,
    'SELECT count(*) FILTER (WHERE headline) OVER (ORDER BY headline ROWS 1 PRECEDING) AS id FROM posts',
  ],
  [
    'SELECT count(*) OVER (w ORDER BY title) AS id FROM posts WINDOW w AS (PARTITION BY title)',
    title,
    'SELECT count(*) OVER (w ORDER BY headline) AS id FROM posts WINDOW w AS (PARTITION BY headline)',
  ],
  [
    'SELECT group_concat(DISTINCT title ORDER BY title) AS id FROM posts',
    title,
    'SELECT group_concat(DISTINCT headline ORDER BY headline) AS id FROM posts',
  ],
  ['SELECT id title, title + 1 AS x FROM posts', title, 'SELECT id title, headline + 1 AS x FROM posts'],
  ['SELECT id window, title AS x FROM posts', title, 'SELECT id window, headline AS x FROM posts'],
  ['SELECT id FROM posts LIMIT 1 OFFSET 2', both, 'SELECT id FROM articles LIMIT 1 OFFSET 2'],
  ['SELECT id FROM comments WHERE id IN posts', table, 'SELECT id FROM comments WHERE id IN articles'],
  [
    'SELECT s.id, s.title AS t FROM (SELECT * FROM posts) s',
    title,
    'SELECT s.id, s.headline AS t FROM (SELECT * FROM posts) s',
  ],
  [
    'SELECT s.id, s.title AS t FROM (SELECT c.*, p.title FROM comments c, posts p) s',
    title,
    'SELECT s.id, s.title AS t FROM (SELECT c.*, p.headline FROM comments c, posts p) s',
  ],
  [
    'SELECT id FROM posts WHERE (title, body) = (1, 2)',
    title,
    'SELECT id FROM posts WHERE (headline, body) = (1, 2)',
  ],
  [
    "SELECT id, count(*) FROM posts WHERE title LIKE '%title%' LIMIT 5",
    both,
    "SELECT id, count(*) FROM articles WHERE headline LIKE '%title%' LIMIT 5",
  ],
];
for (const [query, change, expected] of queries) {
  test(`the query ${query} becomes ${expected}`, () => {
    assert.is(renameInQuery(query, change, all), expected);
  });
}

const indexes: [index: string, rename: Rename, expected: string][] = [
  [
    'CREATE INDEX `posts_title` ON `posts` (\n  `title`,\n  `body`\n)',
    both,
    'CREATE INDEX `posts_title` ON `articles` (\n  `headline`,\n  `body`\n)',
  ],
  [
    'create unique index title on posts (title collate nocase desc)',
    both,
    'create unique index title on articles (headline collate nocase desc)',
  ],
  [
    'CREATE INDEX i ON [posts] (lower("Title"), title2)',
    both,
    'CREATE INDEX i ON [articles] (lower("headline"), title2)',
  ],
  [
    "CREATE INDEX i ON posts (body) WHERE title != 'title'",
    title,
    "CREATE INDEX i ON posts (body) WHERE headline != 'title'",
  ],
  ['CREATE INDEX i ON posts (title, body)', swap, 'CREATE INDEX i ON posts (body, title)'],
  ['CREATE INDEX i ON other (title)', table, 'CREATE INDEX i ON other (title)'],
  ['CREATE INDEX i ON posts (title)', rename({ title: 'desc' }), 'CREATE INDEX i ON posts ("desc")'],
  ['CREATE INDEX i ON posts', both, 'CREATE INDEX i ON posts'],
  ['CREATE INDEX `i ON posts (title)', both, 'CREATE INDEX `i ON posts (title)'],
];
// SQLite's ALTER TABLE RENAME COLUMN renames the column at the same positions. Each line has the text before
// and after the rename of `title` to `headline`.
const inIndexes: [place: 'column' | 'where', before: string, after: string][] = [
  ['where', 'body MATCH title', 'body MATCH headline'],
  ['where', 'body REGEXP title', 'body REGEXP headline'],
  ['where', 'body GLOB title', 'body GLOB headline'],
  ['where', 'body NOT LIKE title', 'body NOT LIKE headline'],
  ['where', "body LIKE title ESCAPE 'a'", "body LIKE headline ESCAPE 'a'"],
  ['where', 'title IN (body, title)', 'headline IN (body, headline)'],
  ['where', 'body BETWEEN title AND title', 'body BETWEEN headline AND headline'],
  [
    'where',
    'CASE title WHEN title THEN body END = title',
    'CASE headline WHEN headline THEN body END = headline',
  ],
  ['where', 'body IS NOT DISTINCT FROM title', 'body IS NOT DISTINCT FROM headline'],
  ['where', 'body COLLATE title = title COLLATE nocase', 'body COLLATE title = headline COLLATE nocase'],
  [
    'where',
    'title NOTNULL AND title NOT NULL AND title',
    'headline NOTNULL AND headline NOT NULL AND headline',
  ],
  ['where', 'NOT title AND -title < +title', 'NOT headline AND -headline < +headline'],
  ['where', "CAST(title AS title(1)) = 'title'", "CAST(headline AS title(1)) = 'title'"],
  ['where', "body->>'title' = title", "body->>'title' = headline"],
  ['where', 'title(title) > 1', 'title(headline) > 1'],
  ['where', '"title" = [title] AND `title`', '"headline" = [headline] AND `headline`'],
  ['where', 'end = title AND title = end', 'end = headline AND headline = end'],
  ['where', 'like = title AND title LIKE like', 'like = headline AND headline LIKE like'],
  ['where', 'left = title', 'left = headline'],
  ['where', 'title /* title */ = 1 -- title', 'headline /* title */ = 1 -- title'],
  ['column', "'title'", '"headline"'],
  ['column', "'title' COLLATE nocase", '"headline" COLLATE nocase'],
  ['column', "body || 'title'", "body || 'title'"],
  ['column', 'title COLLATE title DESC', 'headline COLLATE title DESC'],
  ['column', 'end DESC, desc DESC, title DESC', 'end DESC, desc DESC, headline DESC'],
  ['column', 'body LIKE title', 'body LIKE headline'],
  ['column', 'NOT title', 'NOT headline'],
  ['column', 'CASE WHEN title THEN title END', 'CASE WHEN headline THEN headline END'],
];
for (const [place, before, after] of inIndexes) {
  const [old, renamed] = [before, after].map((text) =>
    place === 'column' ? `CREATE INDEX i ON posts (${text})` : `CREATE INDEX i ON posts (body) WHERE ${text}`,
  ) as [string, string];
  test(`the editor and the import both rename the index ${old} to ${renamed}`, () => {
    assert.is(renameInIndex(old, posts, title), renamed);
    assert.is(withColumnRenamed(old, 'title', 'headline'), normalizeIndex(renamed));
  });
}

for (const [index, change, expected] of indexes) {
  test(`the index ${index} becomes ${expected}`, () => {
    assert.is(renameInIndex(index, posts, change), expected);
  });
}

test.run();
