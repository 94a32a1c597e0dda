import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { logOut } from '../../ui/app/logOut';
import { cancelReads } from '../../ui/backend/client';
import type { Collection } from '../../ui/model/collection';
import * as collections from '../../ui/page/collections';
import * as lastRows from '../../ui/records/lastRows';
import { createRecordList } from '../../ui/records/recordList';
import { connect, settle } from '../backend/connect';
import { type FakeBackend, fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';
import { listOf, post, postsCollection, collections as sampleCollections } from '../support/samples';

const posts = postsCollection as Collection;
const listRoute = 'GET /api/collections/:collection/records';
const key = 'lowlineLastRows';

let backend: FakeBackend;
const sent = () => backend.callsTo(listRoute).length;

/** Opens the list as the page does, and forgets what has been sent. */
async function visit({ sort, search }: { sort?: string; search?: string } = {}): Promise<void> {
  await createRecordList().open({ collection: posts, sort, search, hidden: [] });
  backend.calls.length = 0;
}

test.before.each(async () => {
  resetDom();
  cancelReads();
  backend = fakeBackend({
    [listRoute]: listOf([post], 40),
    'GET /api/collections': listOf(sampleCollections, 200),
    'POST /api/files/token': { token: '' },
  });
  connect(backend, 'the token');
  await collections.load();
});

test('the list of the last visit takes over the rows that were asked for before the collections', async () => {
  await visit({ sort: '-title' });
  lastRows.start({ collectionId: posts.id, sort: '-title' });
  assert.is(sent(), 1);
  const records = createRecordList();
  await records.open({ collection: posts, sort: '-title', search: undefined, hidden: [] });
  assert.is(sent(), 1);
  assert.equal(
    records.list.state.items.map(({ id }) => id),
    [post.id],
  );
});

test('a collection that has changed since asks for its own rows', async () => {
  await visit();
  lastRows.start({ collectionId: posts.id });
  const changed = { ...posts, schema: posts.schema.filter(({ type }) => type !== 'relation') };
  const records = createRecordList();
  await records.open({ collection: changed, sort: undefined, search: undefined, hidden: [] });
  assert.is(sent(), 2);
  assert.is(records.list.state.items.length, 1);
});

test('an address of other rows starts nothing; one without a collection starts those of the first one', async () => {
  await visit();
  for (const query of [
    { collectionId: 'another' },
    { collectionId: posts.id, sort: 'title' },
    { collectionId: posts.id, filter: 'a' },
    {},
  ]) {
    lastRows.start(query);
    assert.is(sent(), 0, JSON.stringify(query));
  }
  collections.state.all = [posts];
  await visit();
  lastRows.start({});
  assert.is(sent(), 1);
});

test('only the address of the rows is stored, and no search', async () => {
  await visit();
  assert.equal(Object.keys(JSON.parse(localStorage.getItem(key) ?? '')).sort(), [
    'address',
    'id',
    'isFirst',
    'sort',
  ]);
  const stored = localStorage.getItem(key);
  await visit({ search: 'a secret' });
  assert.is(localStorage.getItem(key), stored);
});

test('what is stored for another server, or is nonsense, starts nothing', async () => {
  await visit();
  const stored = JSON.parse(localStorage.getItem(key) ?? '');
  const elsewhere = JSON.stringify({ ...stored, address: 'https://elsewhere.example/api/x' });
  for (const text of [elsewhere, 'null', '1', '{}', '"x"', `{"id":"${posts.id}","sort":""}`]) {
    localStorage.setItem(key, text);
    lastRows.start({ collectionId: posts.id });
    await settle();
    assert.is(backend.calls.length, 0, text);
  }
});

test('the log-out forgets the last list', async () => {
  await visit();
  await logOut();
  assert.is(localStorage.getItem(key), null);
});

test.run();
