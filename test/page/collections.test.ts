import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as collections from '../../ui/page/collections';
import * as preferences from '../../ui/page/preferences';
import * as toasts from '../../ui/page/toasts';
import { connect, settle } from '../backend/connect';
import { failure, fakeBackend, networkError } from '../support/backend';
import { resetDom } from '../support/dom';
import { listOf, postsCollection, collections as samples, statsCollection } from '../support/samples';

const route = 'GET /api/collections';
const names = () => collections.state.all.map(({ name }) => name);
const shownToasts = () => toasts.state.items.map(({ message }) => message);

function setUp(given: object = listOf(samples, 200)) {
  const backend = fakeBackend({ [route]: given });
  connect(backend, 't');
  return backend;
}

test.before.each(() => {
  resetDom();
  preferences.rereadFromOtherTab(null);
  collections.forget();
  toasts.closeAll();
});
test.after.each(toasts.closeAll);

test('a load reads all collections in the order of the sidebar; the old list stays meanwhile', async () => {
  const empty = { all: [], isLoading: false, isLoaded: false, loadError: null };
  assert.equal(collections.state, empty);
  const backend = setUp(
    listOf(
      [statsCollection, postsCollection, { ...postsCollection, id: 'b', name: 'Archive' }, samples[0]],
      200,
    ),
  );
  const loading = collections.load();
  assert.equal(collections.state, { ...empty, isLoading: true });
  await loading;
  assert.equal(names(), ['users', 'Archive', 'posts', 'post_stats']);
  assert.equal([collections.state.isLoading, collections.state.isLoaded], [false, true]);
  backend.answer(route, listOf([postsCollection], 200));
  const again = collections.load();
  assert.equal(names(), ['users', 'Archive', 'posts', 'post_stats']);
  await again;
  assert.equal(names(), ['posts']);
});

test('a failed first load keeps its error for the screen and shows no toast', async () => {
  setUp(failure(500, 'Oops.'));
  await collections.load();
  assert.equal([collections.state.isLoaded, collections.state.isLoading], [false, false]);
  assert.is(collections.state.loadError?.message, 'Oops.');
  assert.equal(shownToasts(), []);
});

test('a failed later load keeps the list and is reported, and the next success clears the error', async () => {
  const backend = setUp();
  await collections.load();
  backend.answerOnce(route, networkError);
  await collections.load();
  assert.equal(names(), ['users', 'posts', 'post_stats']);
  assert.is(collections.state.loadError?.kind, 'unreachable');
  assert.equal(shownToasts(), ['The server cannot be reached. Check the connection and try again.']);
  await collections.load();
  assert.is(collections.state.loadError, null);
});

test('the newest load wins, and the older one is cancelled', async () => {
  const backend = setUp();
  const release = backend.hold(route);
  backend.answerOnce(route, listOf([postsCollection], 200));
  const older = collections.load();
  const newer = collections.load();
  await older;
  assert.is(collections.state.isLoading, true);
  assert.is(backend.calls[0]?.signal?.aborted, true);
  release();
  await newer;
  assert.equal(names(), ['posts']);
  assert.equal([collections.state.isLoading, collections.state.loadError], [false, null]);
  assert.equal(shownToasts(), []);
});

test('a list that is forgotten during a load stays empty', async () => {
  const backend = setUp();
  const release = backend.hold(route);
  const loading = collections.load();
  collections.forget();
  release();
  await loading;
  assert.equal(collections.state, { all: [], isLoading: false, isLoaded: false, loadError: null });
});

test('a collection is found by its id, or by its name in any case; ids first', async () => {
  const twin = { ...postsCollection, id: 'posts2', name: '_pb_users_auth_' };
  setUp(listOf([...samples, twin], 200));
  await collections.load();
  const found = ['_pb_users_auth_', 'posts', 'POSTS', 'Post_Stats', 'post', ''].map(
    (asked) => collections.find(asked)?.name,
  );
  assert.equal(found, ['users', 'posts', 'posts', 'post_stats', undefined, undefined]);
  assert.is(collections.find('POSTS2'), undefined);
});

test('pins are stored; that of a deleted collection is removed, but only after a successful load', async () => {
  const backend = setUp(failure(500, 'Oops.'));
  for (const id of ['lost', 'unpinned', postsCollection.id, 'unpinned']) collections.togglePin(id);
  await collections.load();
  assert.equal(preferences.state.pinnedCollections, ['lost', postsCollection.id]);
  backend.answer(route, listOf(samples, 200));
  await collections.load();
  assert.equal(preferences.state.pinnedCollections, [postsCollection.id]);
  assert.is(localStorage.getItem('@pinnedCollections'), JSON.stringify([postsCollection.id]));
});

test('other tabs that have the collections read them again after a change of mine', async () => {
  const backend = setUp();
  collections.adopt(postsCollection);
  const [key = ''] = Object.keys(localStorage);
  collections.rereadFromOtherTab(key);
  await settle();
  assert.is(backend.calls.length, 0, 'a tab without them reads nothing');
  await collections.load();
  const before = JSON.stringify(localStorage);
  collections.adopt({ ...postsCollection, id: 'new', name: 'Archive' }, { isOwn: false });
  assert.ok(names().includes('Archive'));
  assert.is(JSON.stringify(localStorage), before, 'a change of somebody else is not told');
  localStorage.setItem(key, 'older');
  collections.adopt(postsCollection);
  assert.is.not(localStorage.getItem(key), 'older');
  collections.rereadFromOtherTab('something else');
  collections.rereadFromOtherTab(null);
  assert.is(backend.calls.length, 1);
  backend.answer(route, listOf([postsCollection], 200));
  collections.rereadFromOtherTab(key);
  await settle();
  assert.is(backend.calls.length, 2);
  assert.equal(names(), ['posts']);
});

test('a created, renamed or deleted collection changes the sorted list at once, without a request', async () => {
  const backend = setUp();
  await collections.load();
  const before = collections.state.all;
  collections.adopt({ ...postsCollection, id: 'new', name: 'Archive' });
  assert.equal(names(), ['users', 'Archive', 'posts', 'post_stats']);
  collections.adopt({ ...postsCollection, name: 'aaa' });
  assert.equal(names(), ['users', 'aaa', 'Archive', 'post_stats']);
  preferences.setPinnedCollections([postsCollection.id, 'new']);
  collections.drop(postsCollection.id);
  assert.equal(names(), ['users', 'Archive', 'post_stats']);
  assert.equal(preferences.state.pinnedCollections, ['new']);
  assert.is(backend.calls.length, 1);
  assert.is(before.length, 3, 'the list itself is never changed');
});

test('a load that started before a change is repeated', async () => {
  const backend = setUp();
  const release = backend.hold(route);
  const loading = collections.load();
  collections.adopt({ ...postsCollection, id: 'new', name: 'Archive' });
  assert.equal(names(), ['Archive']);
  await settle();
  backend.answer(route, listOf([...samples, { ...postsCollection, id: 'new', name: 'Archive' }], 200));
  release();
  await loading;
  await settle();
  assert.equal(names(), ['users', 'Archive', 'posts', 'post_stats']);
  assert.equal([backend.calls.length, collections.state.isLoading], [2, false]);
});

test.run();
