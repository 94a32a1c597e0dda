import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import {
  beforeRename,
  type Rename,
  renamedCollection,
  renamedIndex,
  renamedQuery,
  renamedRule,
  renameOf,
  withRename,
} from '../../ui/model/renames';

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

const rules: [owner: Collection, rule: string, rename: Rename, expected: string][] = [
  [posts, 'title = "title"', both, 'headline = "title"'],
  [posts, ' title\t=\n 1 // title\n', both, ' headline\t=\n 1 // title\n'],
  [
    posts,
    '((title=1)&&( title2 = 2||title:each ~ 3 ) )',
    both,
    '((headline=1)&&( title2 = 2||headline:each ~ 3 ) )',
  ],
  [posts, '(title = 1 // ( title\n) && (title = 2)', both, '(title = 1 // ( title\n) && (title = 2)'],
  [posts, '(title = ")" // a ) && title = 2', both, '(headline = ")" // a ) && headline = 2'],
  [posts, "title = 'it\\'s title' || title = 1", both, "headline = 'it\\'s title' || headline = 1"],
  [posts, 'title = "a\\\\" && title = "b"', both, 'headline = "a\\\\" && headline = "b"'],
  [posts, 'title = "unclosed', both, 'title = "unclosed'],
  [posts, 'title = body && body != title', swap, 'body = title && title != body'],
  [posts, 'meta.title = 1', both, 'meta.title = 1'],
  [posts, 'author.title = 1', both, 'author.title = 1'],
  [posts, 'author.posts_via_author.title = 1', both, 'author.articles_via_author.headline = 1'],
  [people, 'posts_via_author.title = 1', both, 'articles_via_author.headline = 1'],
  [people, 'posts_via_author.id = 1', rename({ author: 'writer' }), 'posts_via_writer.id = 1'],
  [
    people,
    'posts_via_author.comments_via_post.title = 1',
    both,
    'articles_via_author.comments_via_post.title = 1',
  ],
  [comments, 'post.title = title', both, 'post.headline = title'],
  [comments, '@collection.posts.title = 1', both, '@collection.articles.headline = 1'],
  [
    comments,
    '@collection.Posts:title.title:length = 1',
    both,
    '@collection.articles:title.headline:length = 1',
  ],
  [
    comments,
    '@collection.comments:posts.post.title = 1',
    both,
    '@collection.comments:posts.post.headline = 1',
  ],
  [posts, '@request.data.title:isset = false', both, '@request.data.headline:isset = false'],
  [comments, '@request.data.title = 1', both, '@request.data.title = 1'],
  [comments, '@request.data.post.title = 1', both, '@request.data.post.headline = 1'],
  [
    comments,
    '@request.query.title = @request.headers.title',
    both,
    '@request.query.title = @request.headers.title',
  ],
  [
    comments,
    '@request.auth.title = 1',
    rename({ title: 'rank' }, undefined, 'people'),
    '@request.auth.rank = 1',
  ],
  [
    comments,
    '@request.auth.role = 1',
    rename({ role: 'rank' }, undefined, 'people'),
    '@request.auth.role = 1',
  ],
  [
    comments,
    '@request.auth.posts_via_author.title = 1',
    both,
    '@request.auth.articles_via_author.headline = 1',
  ],
];
for (const [owner, rule, change, expected] of rules) {
  test(`in ${owner.name} the rule ${rule} becomes ${expected}`, () => {
    assert.is(renamedRule(rule, owner, change, all), expected);
  });
}

test('a collection that a rule names by its id keeps it', () => {
  assert.is(
    renamedRule(
      '@collection.posts0000000000.title = 1',
      comments,
      { ...both, collectionId: 'posts0000000000' },
      [{ ...posts, id: 'posts0000000000' }],
    ),
    '@collection.posts0000000000.headline = 1',
  );
});

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
    "SELECT id, count(*) FROM posts WHERE title LIKE '%title%' LIMIT 5",
    both,
    "SELECT id, count(*) FROM articles WHERE headline LIKE '%title%' LIMIT 5",
  ],
];
for (const [query, change, expected] of queries) {
  test(`the query ${query} becomes ${expected}`, () => {
    assert.is(renamedQuery(query, change, all), expected);
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
for (const [index, change, expected] of indexes) {
  test(`the index ${index} becomes ${expected}`, () => {
    assert.is(renamedIndex(index, posts, change), expected);
  });
}

const view = (id: string, query: string) =>
  collection(id, id, { type: 'view', options: { query, other: 1 } });

test('the others that change come complete, a view after those that it reads; the rest is left out', () => {
  const keeper = {
    ...people,
    listRule: 'posts_via_author.title = 1',
    viewRule: '',
    options: { manageRule: '@collection.posts.id != ""', onlyVerified: true },
  };
  const second = view('second', 'SELECT p.id, f.n FROM posts p, first f');
  const first = view('first', 'SELECT id, title, 1 AS n FROM posts');
  const given = [
    keeper,
    members,
    { ...posts, listRule: 'title = 1' },
    { ...comments, indexes: ['CREATE INDEX i ON comments (title)'] },
    second,
    first,
  ];
  const copy = structuredClone(given);
  assert.equal(withRename(given, both), [
    {
      ...keeper,
      listRule: 'articles_via_author.headline = 1',
      options: { manageRule: '@collection.articles.id != ""', onlyVerified: true },
    },
    { ...first, options: { query: 'SELECT id, headline AS title, 1 AS n FROM articles', other: 1 } },
    { ...second, options: { query: 'SELECT p.id, f.n FROM articles p, first f', other: 1 } },
  ]);
  assert.equal(given, copy);
});

const prepared: [query: string, isRead: boolean, rename: Rename, expected: string][] = [
  ['SELECT id, title FROM posts', false, both, 'SELECT id, title FROM posts'],
  ['SELECT id, title FROM posts', true, both, 'SELECT id, title AS title FROM posts'],
  ['SELECT id, p.TITLE t, body FROM posts p', true, both, 'SELECT id, p.TITLE t, body FROM posts p'],
  ['SELECT id, p.TITLE, body FROM posts p', true, both, 'SELECT id, p.TITLE AS title, body FROM posts p'],
  ['SELECT id, title FROM posts', true, table, 'SELECT id, title FROM posts'],
  [
    'SELECT s.id, s.title FROM (SELECT id, title, body FROM posts) s',
    false,
    swap,
    'SELECT s.id, s.title FROM (SELECT id, title AS title, body FROM posts) s',
  ],
  [
    'SELECT id FROM posts WHERE title IN (SELECT title FROM posts) ORDER BY title',
    false,
    both,
    'SELECT id FROM posts WHERE title IN (SELECT title FROM posts) ORDER BY title',
  ],
];
for (const [query, isRead, change, expected] of prepared) {
  test(`before the rename ${query} ${isRead ? 'that a view reads' : 'alone'} becomes ${expected}`, () => {
    const one = view('one', query);
    const given = [...all, one, ...(isRead ? [view('two', 'SELECT id FROM one')] : [])];
    assert.equal(
      beforeRename(given, change),
      query === expected ? [] : [{ ...one, options: { query: expected, other: 1 } }],
    );
  });
}

test('a rename that nothing mentions changes nothing', () => {
  const given = [people, posts, view('v', 'SELECT id, body FROM posts')];
  assert.equal(withRename(given, title), []);
  assert.is(renamedCollection(posts, title, given), posts);
});

test('the collection itself gets its rules and indexes in the new names, its schema stays', () => {
  const own = {
    ...posts,
    viewRule: 'title = 1',
    deleteRule: null,
    indexes: ['CREATE INDEX i ON posts (title)'],
  };
  assert.equal(renamedCollection(own, both, [people, own]), {
    ...own,
    viewRule: 'headline = 1',
    indexes: ['CREATE INDEX i ON articles (headline)'],
  });
});

test('fields are known by their ids, so that exchanged names are found', () => {
  const [one, two, ...rest] = posts.schema;
  if (!one || !two) return assert.unreachable();
  const after = {
    ...posts,
    name: 'articles',
    schema: [{ ...one, name: 'body' }, { ...two, name: 'title' }, rest[0] ?? one],
  };
  assert.equal(renameOf(posts, after), { ...swap, name: 'articles' });
  assert.equal(renameOf(posts, posts), rename({}));
});

test.run();
