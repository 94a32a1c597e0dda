import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as listedRecords from '../../ui/api/listedRecords';
import { failure, fakeBackend } from '../support/backend';
import { emptyPost, listOf, post, postsCollection } from '../support/samples';
import { assertFails, connect } from './connect';

const route = 'GET /api/collections/:collection/records';

test('requests a page of rows with the query and without a total', async () => {
  const backend = fakeBackend({ [route]: { ...listOf([post, emptyPost]), totalItems: -1, totalPages: -1 } });
  connect(backend, 't');
  const page = await listedRecords.list(postsCollection.id, { page: '2', perPage: '40', sort: '-created' });
  assert.equal(page.items as unknown[], [post, emptyPost]);
  assert.is(page.totalItems, -1);
  assert.equal(backend.calls[0]?.query, { page: '2', perPage: '40', sort: '-created', skipTotal: '1' });
  assert.is(backend.calls[0]?.params['collection'], postsCollection.id);
});

for (const id of ['abcdefghijklm{}', 'abcdefghij(lmno', 'a/b', '100%', 'ä?#']) {
  test(`the id ${id} of a collection is encoded in the path`, async () => {
    const backend = fakeBackend({ [route]: listOf([]) });
    connect(backend, 't');
    await listedRecords.list(id, {});
    await listedRecords.count(id, '');
    assert.equal(
      backend.calls.map(({ params }) => params['collection']),
      [id, id],
    );
  });
}

test('a newer list cancels the older one, but not the count', async () => {
  const backend = fakeBackend({ [route]: { ...listOf([post]), totalItems: 7 } });
  connect(backend, 't');
  const release = backend.hold(route);
  const older = assertFails(listedRecords.list('a', {}), { kind: 'aborted' });
  const count = listedRecords.count('a', '');
  const newer = listedRecords.list('b', {});
  await older;
  release();
  assert.is((await newer).items.length, 1);
  assert.is(await count, 7);
});

test('a newer count cancels the older one', async () => {
  const backend = fakeBackend({ [route]: { ...listOf([post]), totalItems: 7 } });
  connect(backend, 't');
  const release = backend.hold(route);
  const older = assertFails(listedRecords.count('a', ''), { kind: 'aborted' });
  const newer = listedRecords.count('a', 'title = "x"');
  await older;
  release();
  assert.is(await newer, 7);
});

test('the count reads at most one id, with the filter if there is one', async () => {
  const backend = fakeBackend({ [route]: { ...listOf([post]), totalItems: 7 } });
  connect(backend, 't');
  await listedRecords.count('a', '');
  await listedRecords.count('a', 'title ~ "é"');
  const base = { page: '1', perPage: '1', fields: 'id' };
  assert.equal(
    backend.calls.map(({ query }) => query),
    [base, { ...base, filter: 'title ~ "é"' }],
  );
});

test('rows without an id are unreadable', async () => {
  connect(fakeBackend({ [route]: listOf([{ title: 'x' }]) }), 't');
  await assertFails(listedRecords.list('a', {}), { kind: 'unreadable', message: /items\.0\.id/ });
});

test('a refused list throws the server’s message', async () => {
  connect(fakeBackend({ [route]: failure(400, 'Query string is too large.') }), 't');
  await assertFails(listedRecords.list('a', {}), {
    kind: 'refused',
    status: 400,
    message: 'Query string is too large.',
  });
});

test('counts with their own signal do not cancel each other, and stop with it', async () => {
  const counted = 'GET /api/collections/:collection/records';
  const backend = fakeBackend({ [counted]: { page: 1, perPage: 1, totalItems: 7, items: [] } });
  connect(backend, 't');
  const { signal } = new AbortController();
  const release = backend.hold(counted);
  const both = Promise.all([
    listedRecords.count('a', '', { signal }),
    listedRecords.count('a', 'title != ""', { signal }),
  ]);
  release();
  assert.equal(await both, [7, 7]);
  const stopping = new AbortController();
  backend.hold(counted);
  const stopped = assertFails(listedRecords.count('a', '', { signal: stopping.signal }), { kind: 'aborted' });
  stopping.abort();
  await stopped;
});

test.run();
