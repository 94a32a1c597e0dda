import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import { type MentionTarget, mentionsOf } from '../../ui/model/mentions';
import { collectionOf, field, relation } from '../support/fields';

const people = collectionOf(
  'users',
  [field('text', 'title'), field('text', 'role'), relation('boss', 'people'), relation('team', 'teams')],
  { id: 'people', type: 'auth' },
);
const members = collectionOf('members', [field('text', 'role')], { id: 'members', type: 'auth' });
const teams = collectionOf('teams', [field('text', 'title'), relation('lead', 'people')], { id: 'teams' });
const fields = [field('text', 'title'), field('text', 'title2'), relation('author', 'people')];
const posts = collectionOf('posts', [...fields, field('json', 'meta'), field('select', 'tags')], {
  id: 'posts',
});
const comments = collectionOf(
  'comments',
  [field('text', 'title'), relation('post', 'posts'), field('text', 'order'), field('text', 'text')],
  { id: 'comments' },
);
const all = [people, members, teams, posts, comments];

const title: MentionTarget = { collectionId: 'posts', fieldName: 'title' };
const name = (fieldName: string, collectionId = 'posts') => ({ collectionId, fieldName });

/** Does a rule of `owner` mention the target? */
const rules: [owner: Collection, rule: string, target: MentionTarget, isMentioned: boolean][] = [
  [posts, 'title:each ?= "a"', title, true],
  [posts, 'title2 = "a"', title, false],
  [posts, 'tags = "\\"title" // title', title, false],
  [posts, 'tags = "a\\\\" && title = "b"', title, true],
  [posts, 'author.title = "a"', title, false],
  [posts, 'author.title = "a"', name('title', 'people'), true],
  [posts, 'author.title = "a"', name('author'), true],
  [posts, 'author.boss.boss.boss.boss.boss.title = "a"', name('title', 'people'), true],
  [posts, 'author.title.title = "a"', name('title', 'people'), false],
  [posts, 'comments_via_post.title = "a"', name('title', 'comments'), true],
  [posts, 'Comments_via_post.id = "a"', { collectionId: 'comments' }, true],
  [posts, 'comments_via_title.id = "a"', { collectionId: 'comments' }, false],
  [people, 'posts_via_author.comments_via_post.title = "a"', name('title', 'comments'), true],
  [comments, '@request.data.title = "a"', title, false],
  [posts, '@request.data.meta.title = "a"', title, false],
  [posts, '@request.auth.title = "a"', name('title', 'people'), true],
  [posts, '@request.auth.posts_via_author.title ?= "a"', title, true],
  [posts, '@request.auth.id != ""', name('title', 'people'), false],
  [teams, '@collection.posts:p.title = "a"', title, true],
  [teams, '@collection.posts.id = "a"', { collectionId: 'posts' }, true],
  [teams, '@collection.comments:posts.title = "a"', { collectionId: 'posts' }, false],
  [teams, '@collection.people.title = "by id"', { collectionId: 'people' }, true],
  [teams, '@collection.nothing.title = "a"', title, false],
  [posts, '', title, false],
];
for (const [owner, rule, target, isMentioned] of rules) {
  const what = [target.collectionId, target.fieldName].filter(Boolean).join('.');
  test(`in ${owner.name} the rule ${rule} ${isMentioned ? 'mentions' : 'does not mention'} ${what}`, () => {
    const ruled = { ...owner, updateRule: rule };
    const found = mentionsOf(
      target,
      all.map((one) => (one === owner ? ruled : one)),
    );
    assert.equal(
      found.filter(({ place }) => place !== 'relation'),
      isMentioned ? [{ collection: ruled, place: 'updateRule', text: rule }] : [],
    );
  });
}

/** Does a view with this query mention the target? */
const queries: [query: string, target: MentionTarget, isMentioned: boolean][] = [
  ['SELECT id, "title" FROM [posts]', title, true],
  ['SELECT id, (CASE WHEN p.title THEN 1 END) AS x FROM posts p', title, true],
  ['SELECT id, (SELECT max(title) FROM posts) AS t FROM teams', title, true],
  ['SELECT posts.id FROM posts, json_each(posts.title) j', title, true],
  ['SELECT id FROM comments UNION SELECT title AS id FROM posts', title, true],
  ['SELECT id /* title */ FROM posts -- title', title, false],
  ['SELECT id, tags AS title FROM posts', title, false],
  ['SELECT id, title(tags) AS x FROM posts', title, false],
  ['SELECT p.id, c.title FROM posts p JOIN comments c ON c.post = p.id', title, false],
  ['SELECT id, `order` FROM comments ORDER BY "order" LIMIT 1', name('order', 'comments'), true],
  ['SELECT id, text FROM comments', name('text', 'comments'), true],
  ['SELECT id FROM posts', { collectionId: 'posts' }, true],
  ['SELECT t.id FROM teams t CROSS JOIN (posts p)', { collectionId: 'posts' }, true],
  ['SELECT id FROM teams WHERE id IN (SELECT id FROM Posts)', { collectionId: 'posts' }, true],
  ['WITH posts AS (SELECT id FROM comments) SELECT id FROM posts', { collectionId: 'posts' }, false],
  ["SELECT id FROM 'posts'", { collectionId: 'posts' }, true],
  ["SELECT id FROM teams WHERE id = 'posts'", { collectionId: 'posts' }, false],
  ['SELECT id FROM teams WHERE id IN posts', { collectionId: 'posts' }, true],
  ['SELECT s.title FROM (SELECT c.* FROM posts p, comments c) s', title, false],
  ['SELECT id FROM posts WHERE tags MATCH title', title, true],
  ['SELECT count(*) OVER (PARTITION BY title) AS id FROM posts', title, true],
  ['', title, false],
];
for (const [query, target, isMentioned] of queries) {
  const what = [target.collectionId, target.fieldName].filter(Boolean).join('.');
  test(`the query ${query} ${isMentioned ? 'mentions' : 'does not mention'} ${what}`, () => {
    const view = collectionOf('report', [], { id: 'view', type: 'view', options: { query } });
    assert.equal(
      mentionsOf(target, [...all, view]).filter(({ place }) => place === 'query'),
      isMentioned ? [{ collection: view, place: 'query', text: query }] : [],
    );
  });
}

const indexes: [index: string, target: MentionTarget, isMentioned: boolean][] = [
  ['CREATE UNIQUE INDEX i ON posts (tags, Title COLLATE nocase DESC)', title, true],
  ['CREATE INDEX `title` ON `posts` (`title`)', title, true],
  ['CREATE INDEX i ON posts (lower("title"))', title, true],
  ['CREATE INDEX i ON posts (tags) WHERE tags MATCH title', title, true],
  ["CREATE INDEX i ON posts (tags || 'title')", title, false],
  ['CREATE INDEX i ON posts (tags) WHERE match = 1', name('match'), true],
  ['CREATE INDEX i ON posts (tags) WHERE tags MATCH 1', name('match'), false],
  ['CREATE INDEX title ON title (tags)', title, false],
  ['CREATE INDEX i ON posts (tags COLLATE title)', title, false],
  ['CREATE INDEX i ON posts (title(tags))', title, false],
  ['CREATE INDEX i ON posts (`desc` desc)', name('desc'), true],
];
for (const [index, target, isMentioned] of indexes) {
  test(`the index ${index} ${isMentioned ? 'mentions' : 'does not mention'} ${target.fieldName}`, () => {
    const indexed = { ...posts, indexes: ['CREATE INDEX x ON posts (author)', index] };
    const found = mentionsOf(
      target,
      all.map((one) => (one === posts ? indexed : { ...one, indexes: [index] })),
    );
    assert.equal(found, isMentioned ? [{ collection: indexed, place: 'index', text: index, at: 1 }] : []);
  });
}

test('relations to a collection mention it, with their names', () => {
  assert.equal(
    mentionsOf({ collectionId: 'people' }, all).map((one) => [one.collection.name, one.place, one.text]),
    [
      ['users', 'relation', 'boss'],
      ['teams', 'relation', 'lead'],
      ['posts', 'relation', 'author'],
    ],
  );
});

test('a field that two auth collections have is marked as shared', () => {
  const ruled = { ...posts, listRule: '@request.auth.role = "a"', viewRule: '@request.auth.title = "a"' };
  const found = ['role', 'title'].flatMap((fieldName) =>
    mentionsOf({ collectionId: 'people', fieldName }, [people, members, ruled]),
  );
  assert.equal(
    found.map(({ place, isShared }) => [place, isShared]),
    [
      ['listRule', true],
      ['viewRule', undefined],
    ],
  );
});

test('every rule is searched, the manage rule too', () => {
  const rules = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'];
  const ruled = Object.fromEntries(rules.map((rule) => [rule, 'title = 1']));
  const found = mentionsOf({ collectionId: 'people', fieldName: 'title' }, [
    { ...people, ...ruled, options: { manageRule: 'title = 1' } },
  ]);
  assert.equal(
    found.map(({ place }) => place),
    [...rules, 'manageRule'],
  );
});

test.run();
