import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { create, get, importAll, listAll, remove, update } from '../../ui/api/collections';
import { fakeBackend } from '../support/backend';
import { collections, listOf, postsCollection } from '../support/samples';
import { assertFails, connect } from './connect';

const route = 'GET /api/collections';

test('requests all collections by name, 200 per request', async () => {
  const backend = fakeBackend({ [route]: listOf(collections, 200) });
  connect(backend, 't');
  assert.equal(
    (await listAll()).map(({ name }) => name),
    ['users', 'posts', 'post_stats'],
  );
  assert.is(backend.calls.length, 1);
  assert.equal(backend.calls[0]?.query, { page: '1', perPage: '200', sort: '+name' });
});

test('returns more than 200 collections', async () => {
  const all = Array.from({ length: 450 }, (_, index) => ({ ...postsCollection, id: `c${index}` }));
  const backend = fakeBackend({
    [route]: ({ query }) => {
      const page = Number(query['page']);
      return { ...listOf(all.slice((page - 1) * 200, page * 200), 200), page, totalItems: all.length };
    },
  });
  connect(backend, 't');
  assert.equal(
    (await listAll()).map(({ id }) => id),
    all.map(({ id }) => id),
  );
  assert.is(backend.calls.length, 3);
});

test('a signal cancels the reading of all pages', async () => {
  const never = new Promise(() => {});
  const backend = fakeBackend({
    [route]: ({ query }) => (query['page'] === '1' ? { ...listOf(collections, 1), totalItems: 3 } : never),
  });
  connect(backend, 't');
  const stop = new AbortController();
  const all = assertFails(listAll(stop.signal), { kind: 'aborted' });
  await new Promise((done) => setTimeout(done));
  assert.is(backend.calls.length, 3);
  stop.abort();
  await all;
  assert.equal(
    backend.calls.map(({ signal }) => signal?.aborted),
    [false, true, true],
  );
});

test('accepts a collection with keys of a newer server and null in place of lists', async () => {
  const collection = { ...postsCollection, type: 'future', indexes: null, options: null, newer: { x: 1 } };
  connect(fakeBackend({ [route]: listOf([collection], 200) }), 't');
  assert.equal(await listAll(), [collection as never]);
});

test('a collection without a schema is unreadable, and the message names the missing key', async () => {
  const { schema: _, ...without } = postsCollection;
  connect(fakeBackend({ [route]: listOf([without], 200) }), 't');
  await assertFails(listAll(), { kind: 'unreadable', message: /items\.0\.schema is not what was expected/ });
});

test('reads, creates, changes and removes a collection by its id as one path segment', async () => {
  const backend = fakeBackend({
    'GET /api/collections/:id': postsCollection,
    'POST /api/collections': postsCollection,
    'PATCH /api/collections/:id': postsCollection,
    'DELETE /api/collections/:id': null,
    'PUT /api/collections/import': null,
  });
  connect(backend, 't');
  const body = { listRule: null };
  assert.is((await get('a/b')).name, 'posts');
  assert.is((await create({ name: 'posts' })).id, postsCollection.id);
  assert.is((await update('a/b', body)).id, postsCollection.id);
  await remove('a/b');
  await importAll({ collections: [postsCollection], deleteMissing: false });
  assert.equal(
    backend.calls.map(({ method, params, body }) => [method, params['id'], body]),
    [
      ['GET', 'a/b', null],
      ['POST', undefined, { name: 'posts' }],
      ['PATCH', 'a/b', body],
      ['DELETE', 'a/b', null],
      // Nothing that is missing in the import may be deleted.
      ['PUT', undefined, { collections: [postsCollection], deleteMissing: false }],
    ],
  );
});

test.run();
