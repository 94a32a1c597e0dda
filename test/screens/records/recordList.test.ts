import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cancelReads } from '../../../ui/api/client';
import type { Collection } from '../../../ui/model/collection';
import { maxQueryLength, serverQueryLength } from '../../../ui/model/queryLength';
import type { FullRecord, ListedRecord } from '../../../ui/model/record';
import { createRecordList, type Opening, type RecordList } from '../../../ui/screens/records/recordList';
import * as collections from '../../../ui/state/collections';
import * as fileToken from '../../../ui/state/files/fileToken';
import * as filterDialect from '../../../ui/state/filterDialect';
import * as queryLimit from '../../../ui/state/lists/queryLimit';
import * as session from '../../../ui/state/session';
import * as toasts from '../../../ui/state/toasts';
import { connect, settle } from '../../api/connect';
import { type Call, type FakeBackend, failure, fakeBackend, html, networkError } from '../../support/backend';
import { resetDom } from '../../support/dom';
import {
  admin,
  adminToken,
  emptyPost,
  listOf,
  post,
  postsCollection,
  collections as sampleCollections,
  statsCollection,
  usersCollection,
} from '../../support/samples';

const posts = postsCollection as Collection;
const users = usersCollection as Collection;
const stats = statsCollection as Collection;
const listRoute = 'GET /api/collections/:collection/records';
const refreshRoute = 'POST /api/admins/auth-refresh';
const collectionsRoute = 'GET /api/collections';

let backend: FakeBackend;
let records: RecordList;

const rows = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => ({ ...post, id: `post${first + index}` }));
const isCount = ({ query }: Call) => query['skipTotal'] === undefined;
const listCalls = () => backend.callsTo(listRoute).filter((call) => !isCount(call));
const countCalls = () => backend.callsTo(listRoute).filter(isCount);
const shownIds = () => records.list.state.items.map(({ id }) => id);
const shownToasts = () => toasts.state.items.map(({ message }) => message);
const total = () => [records.count.state.total, records.count.state.status];

function open(collection: Collection, changes: Partial<Opening> = {}): Promise<void> {
  return records.open({ collection, sort: undefined, search: undefined, hidden: [], ...changes });
}

/** Answers with a table of this size, and counts it on request. */
function answerWithTable(size: number): void {
  backend.answer(listRoute, (call: Call) => {
    if (isCount(call)) return { ...listOf(rows(1), 1), totalItems: size };
    const page = Number(call.query['page']);
    const first = (page - 1) * 40;
    return { ...listOf(rows(Math.max(0, Math.min(40, size - first)), first), 40), page, totalItems: -1 };
  });
}

test.before.each(async () => {
  resetDom();
  backend = fakeBackend({
    [listRoute]: listOf([post, emptyPost], 40),
    [refreshRoute]: { admin, token: adminToken(4102444801) },
    [collectionsRoute]: listOf(sampleCollections, 200),
    'POST /api/files/token': { token: adminToken() },
  });
  const page = connect(backend);
  Object.defineProperty(page, 'token', { get: session.token });
  session.adopt({ admin, token: adminToken() });
  await collections.load();
  records = createRecordList();
  mock.method(console, 'warn', () => {});
  mock.method(console, 'error', () => {});
});
test.after.each(() => {
  records.close();
  session.end();
  collections.forget();
  fileToken.forget();
  filterDialect.forget();
  queryLimit.forget();
  toasts.closeAll();
  mock.restoreAll();
});

test('the first page is read with the sort, the fields and the relations of its collection', async () => {
  await open(posts);
  assert.equal(shownIds(), [post.id, emptyPost.id]);
  assert.equal(listCalls()[0]?.query, {
    page: '1',
    perPage: '40',
    sort: '-created',
    fields: '*,body:excerpt(200,true),expand.author.*:excerpt(200)',
    expand: 'author',
    skipTotal: '1',
  });
  assert.is(listCalls()[0]?.params['collection'], posts.id);
  assert.equal(records.state.sort, { field: 'created', isDescending: true });
});

test('the sort of the address is used, and an unknown field falls back to the newest first', async () => {
  await open(posts, { sort: '+title' });
  await open(posts, { sort: '-nothing' });
  await open(stats, { sort: '-created' });
  assert.equal(
    listCalls().map(({ query }) => query['sort']),
    ['+title', '-created', undefined],
  );
  assert.is(records.state.sort, null);
});

test('the rows are counted after they are loaded, and without a call if they are complete', async () => {
  const release = backend.hold(listRoute);
  const opening = open(posts);
  await settle();
  assert.equal(total(), [null, 'counting']);
  assert.is(backend.callsTo(listRoute).length, 1);
  release();
  await opening;
  assert.equal(total(), [2, 'counted']);
  assert.is(countCalls().length, 0);
});

test('a full page is counted by the server while the rows are shown', async () => {
  answerWithTable(95);
  let sizeAtCount = -1;
  const answer = (call: Call) => {
    sizeAtCount = records.list.state.items.length;
    return { ...listOf([], 1), totalItems: 95, page: Number(call.query['page']) };
  };
  backend.answerOnce(listRoute, { ...listOf(rows(40), 40) });
  backend.answerOnce(listRoute, answer);
  await open(posts);
  assert.is(sizeAtCount, 40);
  assert.equal(total(), [95, 'counted']);
  assert.equal(countCalls()[0]?.query, { page: '1', perPage: '1', fields: 'id' });
});

test('a failed count is shown, keeps the rows, and can be retried', async () => {
  backend.answerOnce(listRoute, listOf(rows(40), 40));
  backend.answerOnce(listRoute, failure(500, 'Too slow.'));
  await open(posts);
  assert.is(shownIds().length, 40);
  assert.is(records.list.state.loadError, null);
  assert.equal(total(), [null, 'failed']);
  assert.equal(shownToasts(), []);
  answerWithTable(95);
  await records.countNow();
  assert.equal(total(), [95, 'counted']);
});

test('more rows are read page by page, and the last page tells the total', async () => {
  answerWithTable(81);
  await open(posts);
  await records.loadMore();
  assert.is(shownIds().length, 80);
  assert.is(records.list.state.hasMore, true);
  await records.loadMore();
  assert.is(shownIds().length, 81);
  assert.equal(
    listCalls().map(({ query }) => query['page']),
    ['1', '2', '3'],
  );
  assert.equal(total(), [81, 'counted']);
});

test('a newer list cancels the older one and its count', async () => {
  answerWithTable(95);
  const release = backend.hold(listRoute);
  const older = open(posts);
  await settle();
  const newer = open(users);
  await settle();
  assert.is(backend.calls.find(({ params }) => params['collection'] === posts.id)?.signal?.aborted, true);
  release();
  await Promise.all([older, newer]);
  assert.is(records.state.collectionId, users.id);
  assert.equal(
    countCalls().map(({ params }) => params['collection']),
    [users.id],
  );
  assert.equal(shownToasts(), []);
});

test('opening another list ends a running count', async () => {
  const never = new Promise(() => {});
  backend.answer(listRoute, (call: Call) => (isCount(call) ? never : listOf(rows(40), 40)));
  const older = open(posts);
  await settle();
  const [counting] = countCalls();
  assert.is(counting?.signal?.aborted, false);
  backend.answer(listRoute, listOf([post], 40));
  await open(users);
  await older;
  assert.is(counting?.signal?.aborted, true);
  assert.equal(total(), [1, 'counted']);
});

test('another collection starts empty, another sort keeps the rows until the new ones arrive', async () => {
  await open(posts);
  const release = backend.hold(listRoute);
  const sorted = open(posts, { sort: '+title' });
  await settle();
  assert.equal(shownIds(), [post.id, emptyPost.id]);
  const other = open(users);
  await settle();
  assert.equal(shownIds(), []);
  assert.is(records.list.state.isLoaded, false);
  release();
  await Promise.all([sorted, other]);
});

test('a reloaded collection opens the list again only if it has changed', async () => {
  await open(posts);
  await open(structuredClone(posts));
  assert.is(listCalls().length, 1);
  await open({ ...posts, schema: posts.schema.slice(1) });
  assert.is(listCalls().length, 2);
});

test('the list can be opened again after it was closed', async () => {
  await open(posts);
  records.close();
  await open(posts);
  assert.is(listCalls().length, 2);
});

test('a refresh loads the first page and the count again', async () => {
  answerWithTable(95);
  await open(posts, { sort: '+title' });
  await records.loadMore();
  await records.refresh();
  assert.is(shownIds().length, 40);
  assert.equal(
    listCalls().map(({ query }) => `${query['page']} ${query['sort']}`),
    ['1 +title', '2 +title', '1 +title'],
  );
  assert.is(countCalls().length, 2);
});

test('a refresh and Load more do nothing before the list is opened', async () => {
  await records.refresh();
  await records.loadMore();
  await records.countNow();
  assert.is(listCalls().length, 0);
});

test('a failed first page is kept for the screen, which shows it in place of the rows', async () => {
  backend.answer(listRoute, failure(500, 'Oops.'));
  await open(posts);
  assert.is(records.list.state.loadError?.message, 'Oops.');
  assert.equal(shownIds(), []);
  assert.equal(shownToasts(), []);
  assert.is(countCalls().length, 0);
  backend.answer(listRoute, listOf([post], 40));
  await records.refresh();
  assert.is(records.list.state.loadError, null);
  assert.equal(shownIds(), [post.id]);
});

test('a failed next page keeps the rows, and the total stays unknown', async () => {
  backend.answerOnce(listRoute, listOf(rows(40), 40));
  backend.answerOnce(listRoute, failure(500, 'No count.'));
  await open(posts);
  backend.answerOnce(listRoute, networkError);
  await records.loadMore();
  assert.is(shownIds().length, 40);
  assert.equal(total(), [null, 'failed']);
});

const view = {
  ...stats,
  options: { query: 'SELECT id, title FROM posts WHERE created > updated' },
} as Collection;

test('a view that cannot be sorted by the mentioned date is read unsorted, without an error', async () => {
  const errors: unknown[] = [];
  backend.answer(listRoute, ({ query }: Call) => {
    errors.push(records.list.state.loadError);
    return query['sort'] === undefined ? listOf([post], 40) : failure(400, 'Something went wrong.');
  });
  await open(view);
  assert.equal(
    listCalls().map(({ query }) => query['sort']),
    ['-created', undefined],
  );
  assert.equal(shownIds(), [post.id]);
  assert.is(records.state.sort, null);
  assert.equal(errors, [null, null]);
  assert.is(records.list.state.loadError, null);
  assert.equal(shownToasts(), []);
});

test('the final sort of a view is used for its next pages and for a refresh', async () => {
  backend.answer(listRoute, (call: Call) =>
    call.query['sort'] ? failure(400, 'Something went wrong.') : { ...listOf(rows(40), 40), totalItems: 95 },
  );
  await open(view);
  await records.loadMore();
  await records.refresh();
  assert.equal(
    listCalls().map(({ query }) => `${query['page']} ${query['sort']}`),
    ['1 -created', '1 undefined', '2 undefined', '1 undefined'],
  );
});

test('a view that asks for an impossible date of the address falls back step by step', async () => {
  backend.answer(listRoute, ({ query }: Call) =>
    query['sort'] === undefined ? listOf([post], 40) : failure(400, 'Something went wrong.'),
  );
  await open(view, { sort: '-updated' });
  assert.equal(
    listCalls().map(({ query }) => query['sort']),
    ['-updated', '-created', undefined],
  );
});

test('a view that fails in both orders is not tried in a third', async () => {
  backend.answer(listRoute, failure(400, 'Something went wrong.'));
  await open(view);
  assert.is(listCalls().length, 2);
  assert.is(records.list.state.loadError?.status, 400);
  assert.equal(shownToasts(), []);
});

test('a closed view with a refused sort does not disturb the next list', async () => {
  const release = backend.hold(listRoute);
  backend.answerOnce(listRoute, failure(400, 'Something went wrong.'));
  const older = open(view);
  await settle();
  release();
  const newer = open(posts);
  await Promise.all([older, newer]);
  assert.is(records.state.collectionId, posts.id);
  assert.equal(shownIds(), [post.id, emptyPost.id]);
  assert.is(listCalls().filter(({ params }) => params['collection'] === view.id).length, 1);
});

test('a view that is refreshed while its sort is refused shows its rows in the end', async () => {
  const release = backend.hold(listRoute);
  backend.answer(listRoute, ({ query }: Call) =>
    query['sort'] ? failure(400, 'Something went wrong.') : listOf([post], 40),
  );
  const opening = open(view);
  await settle();
  release();
  const again = records.refresh();
  await Promise.all([opening, again]);
  assert.equal(shownIds(), [post.id]);
  assert.is(records.list.state.isLoading, false);
});

test('a refused list of a base collection is not tried with another sort', async () => {
  backend.answer(listRoute, failure(400, 'Something went wrong.'));
  await open(posts);
  assert.is(listCalls().length, 1);
});

test('a 404 with a live session reloads the collections', async () => {
  backend.answer(listRoute, failure(404, "The requested resource wasn't found."));
  backend.answer(collectionsRoute, listOf([usersCollection], 200));
  await open(posts);
  assert.is(backend.callsTo(refreshRoute).length, 1);
  assert.is(collections.find(posts.id), undefined);
});

test('a 404 with an expired session ends the session and reads nothing before the next one', async () => {
  const calls = backend.callsTo(collectionsRoute).length;
  backend.answer(listRoute, failure(404, "The requested resource wasn't found."));
  backend.answer(refreshRoute, failure(401, 'No.'));
  const opening = open(posts);
  await settle();
  assert.is(session.isSignedIn(), false);
  assert.is(backend.callsTo(collectionsRoute).length, calls);
  backend.answer(listRoute, listOf([post, emptyPost], 40));
  session.adopt({ admin, token: adminToken() });
  await opening;
  assert.is(backend.callsTo(collectionsRoute).length, calls);
  assert.equal([records.list.state.items.length, total()], [2, [2, 'counted']]);
});

test('an empty list confirms the session, because an expired token is a guest who sees no rows', async () => {
  backend.answer(listRoute, listOf([], 40));
  await open(posts);
  assert.equal(total(), [0, 'counted']);
  assert.is(backend.callsTo(refreshRoute).length, 1);
  assert.is(session.isSignedIn(), true);
});

test('an empty list with an expired token ends the session', async () => {
  backend.answer(listRoute, listOf([], 40));
  backend.answer(refreshRoute, failure(401, 'No.'));
  void open(posts);
  await settle();
  assert.is(session.isSignedIn(), false);
});

test('a search without results does not confirm the session', async () => {
  backend.answer(listRoute, listOf([], 40));
  await open(posts, { search: 'nothing like it' });
  assert.is(backend.callsTo(refreshRoute).length, 0);
  assert.equal(total(), [0, 'counted']);
});

test('an aborted read is not an empty list', async () => {
  const release = backend.hold(listRoute);
  const opening = open(posts);
  await settle();
  cancelReads();
  release();
  await opening;
  assert.equal([records.list.state.isLoaded, records.list.state.isLoading], [false, false]);
  assert.equal(total(), [null, 'counting']);
  assert.is(backend.callsTo(refreshRoute).length, 0);
});

test('closing the list cancels its reads', async () => {
  const release = backend.hold(listRoute);
  const opening = open(posts);
  await settle();
  records.close();
  release();
  await opening;
  assert.is(listCalls()[0]?.signal?.aborted, true);
  assert.equal(shownToasts(), []);
  assert.is(countCalls().length, 0);
});

test('the list and its count have the same search', async () => {
  answerWithTable(95);
  await open(posts, { search: 'title = "x"' });
  assert.is(listCalls()[0]?.query['filter'], 'title = "x"');
  assert.is(countCalls()[0]?.query['filter'], 'title = "x"');
});

test('a refused filter is marked without a toast', async () => {
  backend.answer(listRoute, failure(400, 'Something went wrong while processing your request.'));
  await open(posts, { search: 'title = ' });
  assert.is(records.list.state.refusedSearch, 'title = ');
  assert.equal(shownToasts(), []);
  backend.answer(listRoute, listOf([post], 40));
  await open(posts, { search: '' });
  assert.is(records.list.state.refusedSearch, null);
});

/** Accepts queries up to this length, counted as the server does. */
function answerUpTo(maxLength: number, refusal = failure(400, 'Query string is too large.')): void {
  backend.answer(listRoute, (call: Call) =>
    serverQueryLength(call.query) > maxLength ? refusal : listOf([post], 40),
  );
}
const longFilter = (length: number) => `title != "${'x'.repeat(length)}"`;
const expands = () => listCalls().map(({ query }) => query['expand']);

test('a server without a limit gets one call, whatever the length of the filter', async () => {
  answerUpTo(Number.POSITIVE_INFINITY);
  await open(posts, { search: longFilter(12_000) });
  assert.equal(expands(), ['author']);
  assert.equal([records.state.searchError, records.state.searchNote], [null, null]);
  assert.equal(shownIds(), [post.id]);
});

for (const refusal of [failure(400, 'Query string is too large.'), html(414, 'URI Too Long')]) {
  test(`the first refusal, a ${refusal.status}, sets the limit, which is kept`, async () => {
    answerUpTo(maxQueryLength, refusal);
    const failures: unknown[] = [];
    await open(posts, { search: longFilter(1910) });
    failures.push(records.list.state.loadError);
    await open(posts, { search: longFilter(1915) });
    failures.push(records.list.state.loadError);
    assert.equal(expands(), ['author', undefined, undefined]);
    assert.equal(failures, [null, null]);
    assert.equal(shownIds(), [post.id]);
    assert.is(records.state.searchError, null);
    assert.equal(shownToasts(), []);
  });
}

test('a refusal for another reason sets no limit', async () => {
  backend.answerOnce(listRoute, failure(400, 'Something went wrong while processing your request.'));
  await open(posts, { search: longFilter(3000) });
  assert.is(records.state.searchError, null);
  assert.is(records.list.state.refusedSearch, longFilter(3000));
  backend.answer(listRoute, listOf([post], 40));
  await open(posts, { search: longFilter(3001) });
  assert.equal(expands(), ['author', 'author']);
});

test('the searched columns are reported when the limit is known', async () => {
  answerUpTo(maxQueryLength);
  await open(posts, { search: 'x'.repeat(600) });
  assert.is(records.state.searchNote, 'Too long to search all columns; searched in id, title, body.');
  assert.equal(shownIds(), [post.id]);
});

test('a filter that is too long shows the excess; once the limit is known, it is not sent', async () => {
  answerUpTo(maxQueryLength);
  const tooLong = /^This filter is \d+ characters too long for the server\.$/;
  await open(posts, { search: longFilter(3000) });
  assert.is(listCalls().length, 1);
  assert.match(records.state.searchError ?? '', tooLong);
  await open(posts, { search: longFilter(3001) });
  await records.refresh();
  assert.is(listCalls().length, 1);
  assert.match(records.state.searchError ?? '', tooLong);
  assert.is(records.list.state.refusedSearch, longFilter(3001));
  assert.equal(shownToasts(), []);
  await open(posts, { search: 'title != "x"' });
  assert.equal([listCalls().length, records.state.searchError, shownIds()], [2, null, [post.id]]);
});

test('a backslash is escaped by the rules of the server, which are read once', async () => {
  backend.answer('GET /api/admins', { ...listOf([{ id: 'x' }], 1), totalItems: 1 });
  await open(posts, { search: 'a\\b' });
  assert.match(listCalls()[0]?.query['filter'] ?? '', 'title~"a\\\\\\\\b"');
  await open(posts, { search: 'c\\d' });
  assert.is(backend.callsTo('GET /api/admins').length, 1);
});

test('only the newer of two searches is sent, even if the older had to ask for the rules first', async () => {
  backend.answer('GET /api/admins', { ...listOf([], 1), totalItems: 0 });
  const release = backend.hold('GET /api/admins');
  const older = open(posts, { search: 'a\\b' });
  const newer = open(posts, { search: 'plain' });
  await newer;
  release();
  await older;
  assert.equal(
    listCalls().map(({ query }) => query['filter']?.includes('plain')),
    [true],
  );
});

test('a hidden relation is not read until it is shown', async () => {
  await open(posts, { hidden: ['f5l2gx0u'] });
  assert.not('expand' in (listCalls()[0]?.query ?? {}));
  void open(posts, { hidden: ['f5l2gx0u', 'y45m8liw'] });
  await settle();
  assert.is(listCalls().length, 1);
  void open(posts, { hidden: ['y45m8liw'] });
  await settle();
  assert.is(listCalls().length, 2);
  assert.is(listCalls()[1]?.query['expand'], 'author');
});

test('hiding or showing columns while the rows load keeps the count', async () => {
  answerWithTable(95);
  const release = backend.hold(listRoute);
  const opening = open(posts);
  await settle();
  void open(posts, { hidden: ['y45m8liw'] });
  release();
  await opening;
  assert.is(listCalls().length, 1);
  assert.equal(total(), [95, 'counted']);
});

test('a relation that was hidden meanwhile is not read with the next page', async () => {
  answerWithTable(95);
  await open(posts);
  void open(posts, { hidden: ['f5l2gx0u'] });
  await records.loadMore();
  assert.equal(
    listCalls().map(({ query }) => query['expand']),
    ['author', undefined],
  );
});

const protectedPosts = {
  ...posts,
  schema: posts.schema.map((field) =>
    field.type === 'file' ? { ...field, options: { ...field.options, protected: true } } : field,
  ),
} as Collection;

test('a file token is read only for protected files', async () => {
  await open(posts);
  assert.is(backend.callsTo('POST /api/files/token').length, 0);
  assert.is(records.files.state.fileToken, '');
  await open(protectedPosts);
  assert.is(backend.callsTo('POST /api/files/token').length, 1);
  assert.is(records.files.state.fileToken, adminToken());
});

test('a failed file token keeps the rows and shows no toast', async () => {
  for (const answer of [failure(400, 'Failed to generate file token.'), networkError, html(200, '<html>')]) {
    records.close();
    fileToken.forget();
    backend.answer('POST /api/files/token', answer);
    await open(protectedPosts);
    await settle();
    assert.is(records.files.state.fileToken, '');
    assert.is(shownIds().length, 2);
    assert.equal(shownToasts(), []);
  }
});

test('the URL of a file contains the token only if its field is protected', async () => {
  await open(protectedPosts);
  const [row] = records.list.state.items;
  const base = `http://localhost:8090/api/files/${posts.id}/${post.id}/a.png`;
  const address = (collection: Collection) =>
    records.files.thumbAddress({ ...row, pictures: ['a.png'] } as ListedRecord, 'a.png', collection);
  assert.is(address(posts), `${base}?thumb=100x100`);
  assert.is(address(protectedPosts), `${base}?thumb=100x100&token=${adminToken()}`);
});

test('the URL of a file names the collection of its record, otherwise the given collection', async () => {
  await open(posts);
  const related = { id: 'u1', collectionId: users.id } as ListedRecord;
  const bare = { id: 'p1' } as ListedRecord;
  assert.match(records.files.thumbAddress(related, 'a.png', undefined), `/api/files/${users.id}/u1/a.png`);
  assert.match(records.files.thumbAddress(bare, 'a.png', posts), `/api/files/${posts.id}/p1/a.png`);
});

test('a record of another collection is not taken over, even with the id of a row', async () => {
  await open(posts);
  await records.adopt({
    kind: 'updated',
    record: { ...post, collectionId: 'others', title: 'Other' } as unknown as FullRecord,
  });
  assert.is((records.list.state.items[0] as { title?: string } | undefined)?.title, post.title);
  await records.adopt({ kind: 'updated', record: { ...post, title: 'Own' } as unknown as FullRecord });
  assert.is((records.list.state.items[0] as { title?: string } | undefined)?.title, 'Own');
});

test.run();
