import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as recordLists from '../../ui/api/recordLists';
import { failure, fakeBackend } from '../support/backend';
import { emptyPost, listOf, post, postsCollection } from '../support/samples';
import { assertFails, connect } from './connect';

const route = 'GET /api/collections/:collection/records';

test('a page of rows is asked for with the query and without a total', async () => {
  const backend = fakeBackend({ [route]: { ...listOf([post, emptyPost]), totalItems: -1, totalPages: -1 } });
  connect(backend, 't');
  const page = await recordLists.list(postsCollection.id, { page: '2', perPage: '40', sort: '-created' });
  assert.equal(page.items as unknown[], [post, emptyPost]);
  assert.is(page.totalItems, -1);
  assert.equal(backend.calls[0]?.query, { page: '2', perPage: '40', sort: '-created', skipTotal: '1' });
  assert.is(backend.calls[0]?.params['collection'], postsCollection.id);
});

for (const id of ['abcdefghijklm{}', 'abcdefghij(lmno', 'a/b', '100%', 'ä?#']) {
  test(`the id ${id} of a collection is encoded in the path`, async () => {
    const backend = fakeBackend({ [route]: listOf([]) });
    connect(backend, 't');
    await recordLists.list(id, {});
    await recordLists.count(id, '');
    assert.equal(
      backend.calls.map(({ params }) => params['collection']),
      [id, id],
    );
  });
}

test('a newer list cancels the older one, and the count goes on', async () => {
  const backend = fakeBackend({ [route]: { ...listOf([post]), totalItems: 7 } });
  connect(backend, 't');
  const release = backend.hold(route);
  const older = assertFails(recordLists.list('a', {}), { kind: 'aborted' });
  const count = recordLists.count('a', '');
  const newer = recordLists.list('b', {});
  await older;
  release();
  assert.is((await newer).items.length, 1);
  assert.is(await count, 7);
});

test('a newer count cancels the older one', async () => {
  const backend = fakeBackend({ [route]: { ...listOf([post]), totalItems: 7 } });
  connect(backend, 't');
  const release = backend.hold(route);
  const older = assertFails(recordLists.count('a', ''), { kind: 'aborted' });
  const newer = recordLists.count('a', 'title = "x"');
  await older;
  release();
  assert.is(await newer, 7);
});

test('the count reads one id at most, with the filter when there is one', async () => {
  const backend = fakeBackend({ [route]: { ...listOf([post]), totalItems: 7 } });
  connect(backend, 't');
  await recordLists.count('a', '');
  await recordLists.count('a', 'title ~ "é"');
  const base = { page: '1', perPage: '1', fields: 'id' };
  assert.equal(
    backend.calls.map(({ query }) => query),
    [base, { ...base, filter: 'title ~ "é"' }],
  );
});

test('rows without an id are unreadable', async () => {
  connect(fakeBackend({ [route]: listOf([{ title: 'x' }]) }), 't');
  await assertFails(recordLists.list('a', {}), { kind: 'unreadable', message: /items\.0\.id/ });
});

test('a refused list says what the server says', async () => {
  connect(fakeBackend({ [route]: failure(400, 'Query string is too large.') }), 't');
  await assertFails(recordLists.list('a', {}), {
    kind: 'refused',
    status: 400,
    message: 'Query string is too large.',
  });
});

test('counts with a signal of their own do not cancel each other, and end with it', async () => {
  const counted = 'GET /api/collections/:collection/records';
  const backend = fakeBackend({ [counted]: { page: 1, perPage: 1, totalItems: 7, items: [] } });
  connect(backend, 't');
  const { signal } = new AbortController();
  const release = backend.hold(counted);
  const both = Promise.all([
    recordLists.count('a', '', { signal }),
    recordLists.count('a', 'title != ""', { signal }),
  ]);
  release();
  assert.equal(await both, [7, 7]);
  const stopping = new AbortController();
  backend.hold(counted);
  const stopped = assertFails(recordLists.count('a', '', { signal: stopping.signal }), { kind: 'aborted' });
  stopping.abort();
  await stopped;
});

test.run();
