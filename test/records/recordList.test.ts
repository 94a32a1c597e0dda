import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import type { FullRecord, ListedRecord } from '../../ui/model/record';
import * as collections from '../../ui/page/collections';
import * as fileToken from '../../ui/page/session/fileToken';
import * as session from '../../ui/page/session/session';
import { createRecordList, type Opening, type RecordList } from '../../ui/records/recordList';
import { settle } from '../backend/connect';
import { type Call, type FakeBackend, failure } from '../support/backend';
import {
  admin,
  adminToken,
  emptyPost,
  listOf,
  post,
  postsCollection,
  statsCollection,
  usersCollection,
} from '../support/samples';
import { endPage, listRoute, shownToasts, startPage } from './pickers/pickerBackend';

const posts = postsCollection as Collection;
const users = usersCollection as Collection;
const stats = statsCollection as Collection;
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
  backend = await startPage();
  backend.answer(listRoute, listOf([post, emptyPost], 40));
  records = createRecordList();
});
test.after.each(() => {
  records.close();
  fileToken.forget();
  endPage();
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
  assert.equal([countCalls().length, total()], [0, [2, 'counted']], 'the rows are complete');
});

test('the first page that a collection shows decides the widths of its columns, until another one opens', async () => {
  answerWithTable(95);
  const first = () => records.firstRows(posts.id).map(({ id }) => id);
  assert.equal(first(), []);
  await open(posts);
  const shown = shownIds();
  assert.equal(first(), shown);
  await records.loadMore();
  backend.answer(listRoute, listOf([emptyPost], 40));
  await open(posts, { search: 'another page' });
  assert.equal([shownIds(), first()], [[emptyPost.id], shown]);
  await open(stats);
  assert.equal(first(), []);
  await open(posts);
  assert.equal(first(), [emptyPost.id]);
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

test('a full page is counted by the server while the rows are shown', async () => {
  answerWithTable(95);
  let sizeAtCount = -1;
  const answer = (call: Call) => {
    sizeAtCount = records.list.state.items.length;
    return { ...listOf([], 1), totalItems: 95, page: Number(call.query['page']) };
  };
  backend.answerOnce(listRoute, { ...listOf(rows(40), 40) });
  backend.answerOnce(listRoute, answer);
  const filter = 'title = "x"';
  await open(posts, { search: filter });
  assert.is(listCalls()[0]?.query['filter'], filter);
  assert.is(sizeAtCount, 40);
  assert.equal(total(), [95, 'counted']);
  assert.equal(countCalls()[0]?.query, { page: '1', perPage: '1', fields: 'id', filter });
  for (const read of [records.refresh, records.reload]) {
    const before = countCalls().length;
    await read();
    assert.is(countCalls().length, before + 1, 'counted again');
  }
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

test('a reloaded collection opens the list again only if it has changed', async () => {
  await open(posts);
  await open(structuredClone(posts));
  assert.is(listCalls().length, 1);
  await open({ ...posts, schema: posts.schema.slice(1) });
  assert.is(listCalls().length, 2);
});

const view = {
  ...stats,
  options: { query: 'SELECT id, title FROM posts WHERE created > updated' },
} as Collection;

const fallbacks: [what: string, collection: Collection, sort: string | undefined, asked: unknown[]][] = [
  ['a view without the date that it mentions', view, undefined, ['-created', undefined]],
  ['a view without the date of the address', view, '-updated', ['-updated', '-created', undefined]],
  ['a table', posts, undefined, ['-created']],
];
for (const [what, collection, sort, asked] of fallbacks) {
  test(`refused sorts of ${what} are tried without: ${asked}`, async () => {
    const errors: unknown[] = [];
    backend.answer(listRoute, ({ query }: Call) => {
      errors.push(records.list.state.loadError);
      return query['sort'] === undefined ? listOf([post], 40) : failure(400, 'Something went wrong.');
    });
    await open(collection, { sort });
    assert.equal(
      listCalls().map(({ query }) => query['sort']),
      asked,
    );
    assert.ok(errors.every((error) => error === null));
    assert.equal(shownIds(), collection === view ? [post.id] : []);
    assert.equal(shownToasts(), []);
  });
}

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
  session.begin({ admin, token: adminToken() });
  await opening;
  assert.is(backend.callsTo(collectionsRoute).length, calls);
  assert.equal([records.list.state.items.length, total()], [2, [2, 'counted']]);
});

/** An expired token makes a guest, who sees no rows. */
for (const isAlive of [true, false]) {
  test(`an empty list confirms the session, which is ${isAlive ? 'alive' : 'over'}`, async () => {
    session.restore();
    backend.answer(listRoute, listOf([], 40));
    if (!isAlive) backend.answer(refreshRoute, failure(401, 'No.'));
    void open(posts);
    await settle();
    assert.is(backend.callsTo(refreshRoute).length, 1);
    assert.is(session.isSignedIn(), isAlive);
  });
}

test('a request that is too long loses related names, then columns of the search, which is reported', async () => {
  const expands = () => listCalls().map(({ query }) => query['expand']);
  await open(posts, { search: `title != "${'x'.repeat(1910)}"` });
  await open(posts, { search: 'x'.repeat(600) });
  assert.equal(expands(), [undefined, undefined]);
  assert.is(records.state.searchNote, 'Too long to search all columns; searched in id, title, body.');
  assert.is(records.state.searchError, null);
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

const protectedPosts = {
  ...posts,
  schema: posts.schema.map((field) =>
    field.type === 'file' ? { ...field, options: { ...field.options, protected: true } } : field,
  ),
} as Collection;

test('a failed file token keeps the rows and shows no toast', async () => {
  backend.answer('POST /api/files/token', failure(400, 'Failed to generate file token.'));
  await open(protectedPosts);
  await settle();
  assert.equal([records.files.state.fileToken, shownIds().length, shownToasts()], ['', 2, []]);
});

test('a token is read for protected files only, and is in their URLs alone', async () => {
  await open(posts);
  assert.is(backend.callsTo('POST /api/files/token').length, 0);
  await open(protectedPosts);
  assert.is(backend.callsTo('POST /api/files/token').length, 1);
  const [row] = records.list.state.items;
  const base = `http://localhost:8090/api/files/${posts.id}/${post.id}/a.png`;
  const address = (collection: Collection) =>
    records.files.thumbAddress({ ...row, pictures: ['a.png'] } as ListedRecord, 'a.png', collection);
  assert.is(address(posts), `${base}?thumb=100x100`);
  assert.is(address(protectedPosts), `${base}?thumb=100x100&token=${adminToken()}`);
  const related = { id: 'u1', collectionId: users.id } as ListedRecord;
  assert.match(records.files.thumbAddress(related, 'a.png', posts), `/api/files/${users.id}/u1/a.png`);
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
