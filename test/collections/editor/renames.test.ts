import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  beforeRename,
  type Rename,
  renamedCollection,
  renamedRule,
  renameOf,
  withRename,
} from '../../../ui/collections/editor/renames';
import type { Collection } from '../../../ui/model/collection';
import { collectionOf } from '../../support/fields';
import { all, both, comments, members, people, posts, rename, swap } from '../../support/renamedCollections';

const rank = (field: string) => rename({ [field]: 'rank' }, undefined, 'people');
const rules: [owner: Collection, rule: string, expected: string, change?: Rename][] = [
  [
    posts,
    '((title=1)&&( title2 = 2||title:each ~ 3 ) )',
    '((headline=1)&&( title2 = 2||headline:each ~ 3 ) )',
  ],
  [posts, '(title = 1 // ( title\n) && (title = 2)', '(title = 1 // ( title\n) && (title = 2)'],
  [posts, "title = 'it\\'s title' || title = 1", "headline = 'it\\'s title' || headline = 1"],
  [posts, 'title = body && body != title', 'body = title && title != body', swap],
  [posts, 'author.posts_via_author.title = 1', 'author.articles_via_author.headline = 1'],
  [people, 'posts_via_author.id = 1', 'posts_via_writer.id = 1', rename({ author: 'writer' })],
  [people, 'posts_via_author.comments_via_post.title = 1', 'articles_via_author.comments_via_post.title = 1'],
  [comments, '@collection.Posts:title.title:length = 1', '@collection.articles:title.headline:length = 1'],
  [comments, '@collection.comments:posts.post.title = 1', '@collection.comments:posts.post.headline = 1'],
  [posts, '@request.data.title:isset = false', '@request.data.headline:isset = false'],
  [comments, '@request.data.post.title = 1', '@request.data.post.headline = 1'],
  [comments, '@request.auth.title = 1', '@request.auth.rank = 1', rank('title')],
  [comments, '@request.auth.role = 1', '@request.auth.role = 1', rank('role')],
  [comments, '@request.auth.posts_via_author.title = 1', '@request.auth.articles_via_author.headline = 1'],
];

for (const [owner, rule, expected, change = both] of rules) {
  test(`in ${owner.name} the rule ${rule} becomes ${expected}`, () => {
    assert.is(renamedRule(rule, owner, change, all), expected);
  });
}

test('a rule keeps the id of a collection', () => {
  const id = 'posts0000000000';
  const rule = (field: string) => `@collection.${id}.${field} = 1`;
  const renamed = renamedRule(rule('title'), comments, { ...both, collectionId: id }, [{ ...posts, id }]);
  assert.is(renamed, rule('headline'));
});

const view = (id: string, query: string) =>
  collectionOf(id, [], { id, type: 'view', options: { query, other: 1 } });

test('returns the other changed collections completely, a view after those that it reads', () => {
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

const nested = 'SELECT id FROM posts WHERE title IN (SELECT title FROM posts) ORDER BY title';
const inner = (named: string) => `SELECT s.id, s.title FROM (SELECT id, ${named}, body FROM posts) s`;
const prepared: [query: string, isRead: boolean, rename: Rename, expected: string][] = [
  ['SELECT id, title FROM posts', true, both, 'SELECT id, title AS title FROM posts'],
  ['SELECT id, p.TITLE t, body FROM posts p', true, both, 'SELECT id, p.TITLE t, body FROM posts p'],
  ['SELECT id, p.TITLE, body FROM posts p', true, both, 'SELECT id, p.TITLE AS title, body FROM posts p'],
  [inner('title'), false, swap, inner('title AS title')],
  [nested, false, both, nested],
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

test('the rules and indexes of the collection get the new names, and its schema stays', () => {
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

test('fields are compared by id, so that swapped names are found', () => {
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
