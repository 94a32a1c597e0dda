import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listAll } from '../../ui/backend/collections';
import { beforeRename, renamedCollection, renameOf, withRename } from '../../ui/collections/editor/renames';
import type { Collection } from '../../ui/model/collection';
import { mentionsOf } from '../../ui/model/mentions';
import {
  createCollection,
  createRecord,
  field,
  importCollections,
  sharedBackend,
} from '../support/realBackend';
import { adminToken, backends, type TestBackend } from '../support/server';

type Row = Record<string, unknown>;

async function ask<Answer>(
  backend: TestBackend,
  token: string,
  call: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`${backend.url}/api/collections/${call}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: token, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.is(response.status, 200, `${response.status} of ${call}: ${await response.clone().text()}`);
  return (await response.json()) as Answer;
}

/** Returns the rows that the token may read, without the values that a change of the collection may touch. */
async function rowsOf(backend: TestBackend, token: string, name: string, sort = 'id'): Promise<Row[]> {
  const { items } = await ask<{ items: Row[] }>(backend, token, `${name}/records?perPage=200&sort=${sort}`);
  return items.map(({ collectionName, updated, ...row }) => row);
}

function named(all: readonly Collection[], name: string): Collection {
  return all.find((one) => one.name === name) ?? (assert.unreachable(`no ${name}`) as never);
}

/** Renames like the editor; returns the names of the collections that it sent. */
async function rename(from: Collection, name: string, fields: Record<string, string>): Promise<string[]> {
  const renamed = (old: string) => (Object.hasOwn(fields, old) ? (fields[old] ?? old) : old);
  const schema = from.schema.map((one) => ({ ...one, name: renamed(one.name) }));
  const change = renameOf(from, { ...from, name, schema });
  const prepared = beforeRename(await listAll(), change);
  if (prepared.length > 0) await importCollections(prepared);
  const all = await listAll();
  const own = { ...renamedCollection(from, change, all), name, schema };
  const sent = [own, ...withRename(all, change)];
  await importCollections(sent);
  return sent.map((one) => one.name);
}

/** Removes what each save changes: the time, and the ids of a view's fields. */
function lasting(all: readonly Collection[]) {
  return all.map(({ updated, schema, ...rest }) => ({
    ...rest,
    schema: rest.type === 'view' ? schema.map(({ id, ...one }) => one) : schema,
  }));
}

const query = `SELECT p.id, p.title, p.body AS text, c.title AS remark, p.created -- the title
  FROM posts p LEFT JOIN comments c ON c.post = p.id
  WHERE p.title != 'title' ORDER BY p.title`;

const nested = `WITH w AS (SELECT id, body, title FROM posts)
  SELECT s.id, s.title, body AS text FROM (SELECT id, title, body FROM w) s
  WHERE title IN (SELECT title FROM posts) ORDER BY title`;

async function makeWorld(backend: TestBackend) {
  const posts = await createCollection({
    name: 'posts',
    schema: [
      field('text', 'title'),
      field('text', 'body'),
      field('relation', 'author'),
      field('relation', 'editors', { maxSelect: null }),
    ],
    indexes: [
      'CREATE UNIQUE INDEX `idx_posts_title` ON `posts` (`title` COLLATE NOCASE, `author`)',
      "CREATE INDEX `idx_posts_body` ON `posts` (lower(body)) WHERE title != 'title'",
    ],
    listRule: '@request.auth.id = author && title != "secret"',
    createRule:
      '@request.auth.id != "" && @request.data.title:isset = true && @request.data.body:isset = false',
  });
  const comments = await createCollection({
    name: 'comments',
    schema: [field('text', 'title'), field('relation', 'post', { collectionId: posts.id })],
    listRule:
      'post.title = "first" && (title != "" || @collection.posts:title.title ?= "none") // post.title',
    viewRule: '@collection.posts.title ?= "first" && @collection.posts.body ?= "1"',
  });
  const users = named(await listAll(), 'users');
  await importCollections([
    { ...users, listRule: 'posts_via_author.title ?= "first" && posts_via_author.body ?!= "title"' },
  ]);
  await createCollection({ name: 'report', type: 'view', listRule: 'title = "first"', options: { query } });
  await createCollection({
    name: 'summary',
    type: 'view',
    listRule: '',
    options: {
      query:
        'SELECT r.id, r.title, posts.title AS again, posts.body FROM report r JOIN posts ON posts.id = r.id',
    },
  });
  await createCollection({ name: 'nested', type: 'view', listRule: '', options: { query: nested } });
  const plain = 'SELECT id, title FROM posts GROUP BY title HAVING title > 1 ORDER BY title';
  await createCollection({ name: 'plain', type: 'view', listRule: '', options: { query: plain } });
  await createCollection({ name: 'bystander', schema: [field('text', 'title')], listRule: 'title != ""' });

  const account = { username: 'ada', password: '1234567890', passwordConfirm: '1234567890' };
  const ada = await createRecord(users, account);
  await createRecord(users, { ...account, username: 'bob' });
  const author = ada.id;
  const first = await createRecord(posts, { title: 'first', body: '1', author, editors: [author] });
  const secret = await createRecord(posts, { title: 'secret', body: '2', author });
  await createRecord(comments, { title: 'remark', post: first.id });
  await createRecord(comments, { title: 'hidden', post: secret.id });
  const { token } = await ask<{ token: string }>(backend, '', 'users/auth-with-password', {
    identity: 'ada',
    password: account.password,
  });
  return { posts, author, token };
}

for (const { name: version, binary } of backends()) {
  const server = sharedBackend(binary);

  test(`${version}: renames a collection and two of its fields at once, and all reads and rules still work`, async () => {
    await server.connect();
    const backend = await server.backend();
    const admin = await adminToken(backend);
    const { posts, author, token } = await makeWorld(backend);
    const readers = [admin, token];
    const others = ['comments', 'users', 'report', 'summary', 'nested', 'plain'];
    const readAll = (name: string) => Promise.all(readers.map((reader) => rowsOf(backend, reader, name)));
    const before = await Promise.all(others.map(readAll));
    const [allPosts = [], ownPosts = []] = await readAll('posts');
    assert.equal([allPosts.length, ownPosts.length], [2, 1]);
    assert.equal(
      before.map(([all, own]) => [all?.length, own?.length]),
      [
        [2, 1],
        [2, 1],
        [2, 1],
        [2, 2],
        [2, 2],
        [2, 2],
      ],
    );
    const untouched = named(await listAll(), 'bystander');

    const sent = await rename(posts, 'articles', { title: 'headline', body: 'title' });
    assert.equal(sent, ['articles', 'comments', 'nested', 'plain', 'report', 'summary', 'users']);

    assert.equal(await Promise.all(others.map(readAll)), before);
    const renamed = ({ title, body, ...row }: Row) => ({ ...row, headline: title, title: body });
    assert.equal(await readAll('articles'), [allPosts.map(renamed), ownPosts.map(renamed)]);
    const all = await listAll();
    assert.equal(named(all, 'bystander'), untouched);
    assert.match(String(named(all, 'articles').indexes), 'ON `articles` (\n  `headline` COLLATE NOCASE,');
    assert.match(String(named(all, 'articles').indexes), "(lower(title)) WHERE headline != 'title'");
    assert.is(
      named(all, 'report').options && Object.values(named(all, 'report').options ?? {})[0],
      query
        .replace('p.title, p.body AS', 'p.headline AS title, p.title AS')
        .replace('FROM posts', 'FROM articles')
        .replace('WHERE p.title', 'WHERE p.headline')
        .replace('BY p.title', 'BY p.headline'),
    );
    assert.is(mentionsOf({ collectionId: posts.id, fieldName: 'body' }, all).length, 0);

    const made = await ask<Row>(backend, token, 'articles/records', { headline: 'third', author });
    assert.is(made['headline'], 'third');
    const refused = await fetch(`${backend.url}/api/collections/articles/records`, {
      method: 'POST',
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ headline: 'fourth', title: 'not to be sent', author }),
    });
    assert.is(refused.status, 400);
  });

  test(`${version}: two fields exchange their names and back without a change`, async () => {
    await server.connect();
    const backend = await server.backend();
    const admin = await adminToken(backend);
    const read = async () => [
      await rowsOf(backend, admin, 'report'),
      await rowsOf(backend, admin, 'summary'),
    ];
    const [rows, all] = [await read(), await listAll()];
    const exchange = { headline: 'title', title: 'headline' };
    await rename(named(all, 'articles'), 'articles', exchange);
    assert.equal(await read(), rows);
    assert.not.equal(lasting(await listAll()), lasting(all));
    await rename(named(await listAll(), 'articles'), 'articles', exchange);
    assert.equal(await read(), rows);
    const after = (await listAll()).map(({ name, options, ...rest }) => ({ name, ...rest, options }));
    const rules = (list: readonly Collection[]) =>
      list.map((one) => [one.name, one.listRule, one.viewRule, one.createRule, one.indexes]);
    assert.equal(rules(after as Collection[]), rules(all));
  });

  test.after(server.stop);
}

test.run();
