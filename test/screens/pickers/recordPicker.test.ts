import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as listedRecords from '../../../ui/api/listedRecords';
import { maxQueryLength, serverQueryLength } from '../../../ui/model/queryLength';
import type { ListedRecord } from '../../../ui/model/record';
import { createRecordPicker, type RecordPicker, rowsOf } from '../../../ui/screens/pickers/recordPicker';
import * as collections from '../../../ui/state/collections';
import * as connection from '../../../ui/state/connection';
import * as session from '../../../ui/state/session';
import { settle } from '../../api/connect';
import { type Call, type FakeBackend, failure, networkError } from '../../support/backend';
import { post, postsCollection, statsCollection, user, usersCollection } from '../../support/samples';
import {
  answersOf,
  editorAnswers,
  endPage,
  isByIds,
  listRoute,
  rows,
  saved,
  shownToasts,
  startPage,
  topPanel,
} from './pickerBackend';

let backend: FakeBackend;
let picker: RecordPicker;

const shownIds = () => rowsOf(picker.state, picker.source.list.state.items).map(({ id }) => id);
const pageCalls = () => backend.callsTo(listRoute).filter((call) => !isByIds(call));
const idCalls = () => backend.callsTo(listRoute).filter(isByIds);
const selected = () => [...picker.state.selected];

async function open(
  ids: readonly string[] = [],
  max: number | null = null,
  collectionId = postsCollection.id,
) {
  picker = createRecordPicker({ collectionId, selected: ids, max });
  await picker.open();
}

test.before.each(async () => {
  backend = await startPage(rows(3));
});
test.after.each(() => {
  picker.close();
  endPage();
});

test('fifty records are read, newest first, with excerpts and without a count', async () => {
  await open();
  assert.equal(shownIds(), ['row0', 'row1', 'row2']);
  assert.equal(
    pageCalls().map(({ query }) => query),
    [{ page: '1', perPage: '50', sort: '-created', fields: '*:excerpt(200)', skipTotal: '1' }],
  );
  assert.is(idCalls().length, 0);
});

test('a view whose records have no date is not sorted', async () => {
  await open([], null, statsCollection.id);
  assert.is(pageCalls()[0]?.query['sort'], undefined);
});

test('a view that only mentions a date is read again without a sort', async () => {
  backend.answer('GET /api/collections', {
    page: 1,
    perPage: 200,
    totalItems: 1,
    items: [{ ...statsCollection, options: { query: 'SELECT id, max(created) AS newest FROM posts' } }],
  });
  await collections.load();
  backend.answer(listRoute, (call: Call) =>
    call.query['sort'] ? failure(400, 'No.') : answersOf(rows(1))(call),
  );
  await open([], null, statsCollection.id);
  assert.equal(shownIds(), ['row0']);
  assert.equal(shownToasts(), []);
});

test('the selected records come first, in their order, and are read once', async () => {
  backend.answer(listRoute, answersOf(rows(120)));
  await open(['row99', 'row1', 'row70']);
  assert.equal(shownIds().slice(0, 4), ['row99', 'row1', 'row70', 'row0']);
  assert.is(shownIds().filter((id) => id === 'row1').length, 1);
  assert.is(shownIds().length, 52);
  assert.is(idCalls().length, 1);
  assert.is(idCalls()[0]?.query['fields'], '*:excerpt(200)');
});

test('fifty ids go into one call', async () => {
  backend.answer(listRoute, answersOf(rows(120)));
  await open(rows(120).map(({ id }) => id));
  assert.equal(
    idCalls().map(({ query }) => query['perPage']),
    ['50', '50', '20'],
  );
});

test('rows appear after the selected records are loaded, so that no row moves', async () => {
  const release = backend.hold(listRoute);
  picker = createRecordPicker({ collectionId: postsCollection.id, selected: ['row2'], max: null });
  const opening = picker.open();
  await settle();
  assert.not(picker.source.list.state.isLoaded);
  release();
  await opening;
  assert.equal(shownIds(), ['row2', 'row0', 'row1']);
});

test('a search shows only matches; without it the present selection comes first', async () => {
  await open(['row2']);
  picker.toggle('row1');
  await picker.search('Post 0');
  assert.equal(shownIds(), ['row0', 'row1', 'row2']);
  assert.match(pageCalls()[1]?.query['filter'] ?? '', /title~"Post 0"/);
  await picker.search('');
  assert.equal(shownIds(), ['row2', 'row1', 'row0']);
  assert.is(idCalls().length, 1);
});

test('the order stays while records are selected and deselected', async () => {
  await open(['row2']);
  picker.toggle('row1');
  picker.toggle('row2');
  assert.equal(shownIds(), ['row2', 'row0', 'row1']);
  assert.equal(selected(), ['row1']);
});

test('a selected record stays known if a search does not find it', async () => {
  await open();
  picker.toggle('row1');
  backend.answer(listRoute, answersOf([]));
  await picker.search('nothing like it');
  assert.equal(shownIds(), []);
  assert.is((picker.state.known.get('row1') as unknown as typeof post).title, 'Post 1');
});

test('ids without a record are missing and stay selected', async () => {
  await open(['row1', 'gone1', 'gone2']);
  assert.equal([...picker.state.missing], ['gone1', 'gone2']);
  assert.equal(selected(), ['row1', 'gone1', 'gone2']);
  assert.equal(shownIds(), ['row1', 'row0', 'row2']);
  picker.remove('gone1');
  assert.equal(selected(), ['row1', 'gone2']);
});

test('an expired session, for which the server finds nothing, makes no record missing', async () => {
  backend.answer(listRoute, answersOf([]));
  backend.answer(
    'POST /api/admins/auth-refresh',
    failure(401, 'The request requires valid admin authorization.'),
  );
  await open(['row1']);
  assert.equal([...picker.state.missing], []);
  assert.not(session.isSignedIn());
});

const limits: [max: number | null, start: string[], toggled: string[], end: string[]][] = [
  [null, [], ['row0', 'row1', 'row2'], ['row0', 'row1', 'row2']],
  [2, [], ['row0', 'row1', 'row2'], ['row0', 'row1']],
  [2, ['row0', 'row1'], ['row0', 'row2'], ['row1', 'row2']],
  [2, ['row0', 'row1', 'row2'], ['row2', 'row2'], ['row0', 'row1']],
  [1, [], ['row0', 'row1'], ['row1']],
  [1, ['row0'], ['row0'], []],
  [1, ['row0'], ['row2'], ['row2']],
];
for (const [max, start, toggled, end] of limits) {
  test(`of at most ${max ?? 'any number'}, [${start}] and then ${toggled} makes [${end}]`, async () => {
    await open(start, max);
    for (const id of toggled) picker.toggle(id);
    assert.equal(selected(), end);
  });
}

test('an id that occurs twice in the value is selected once', async () => {
  await open(['row1', 'row1']);
  assert.equal(selected(), ['row1']);
});

test('the order of the selection can be changed', async () => {
  await open(['row0', 'row1', 'row2']);
  picker.reorder(['row2', 'row0', 'row1']);
  assert.equal(selected(), ['row2', 'row0', 'row1']);
});

test('further pages are appended, and a record in two of them is shown once', async () => {
  backend.answer(listRoute, answersOf([...rows(50), ...rows(60).slice(49)]));
  await open();
  assert.ok(picker.source.list.state.hasMore);
  await picker.source.loadMoreUnasked();
  assert.is(shownIds().length, 60);
  assert.is(pageCalls()[1]?.query['page'], '2');
  await picker.source.loadMoreUnasked();
  assert.is(pageCalls().length, 2);
});

test('a failed page is read again only on request', async () => {
  backend.answer(listRoute, answersOf(rows(70)));
  await open();
  backend.answerOnce(listRoute, failure(500, 'Too hot.'));
  await picker.source.loadMoreUnasked();
  await picker.source.loadMoreUnasked();
  assert.is(pageCalls().length, 2);
  assert.equal(shownToasts(), ['error: Too hot.']);
  await picker.source.loadMore();
  assert.is(shownIds().length, 70);
});

test('a new record opens an editor on top; a save puts it first and selects it', async () => {
  await open(['row1']);
  const creating = picker.create();
  assert.equal(topPanel('recordEditor').takes, { collectionId: postsCollection.id, recordId: null });
  editorAnswers(saved('created', { ...post, id: 'new1', title: 'New' }));
  await creating;
  assert.equal(shownIds(), ['new1', 'row1', 'row0', 'row2']);
  assert.equal(selected(), ['row1', 'new1']);
});

test('an editor that saved nothing changes nothing', async () => {
  await open(['row1']);
  const creating = picker.create();
  editorAnswers(null);
  await creating;
  assert.equal(shownIds(), ['row1', 'row0', 'row2']);
  assert.equal(selected(), ['row1']);
});

test('a new record beyond the maximum is shown and not selected; a single one is replaced', async () => {
  await open(['row0', 'row1'], 2);
  let creating = picker.create();
  editorAnswers(saved('created', { ...post, id: 'new1' }));
  await creating;
  assert.equal(selected(), ['row0', 'row1']);
  assert.is(shownIds()[0], 'new1');
  picker.close();
  await open(['row0'], 1);
  creating = picker.create();
  editorAnswers(saved('created', { ...post, id: 'new1' }));
  await creating;
  assert.equal(selected(), ['new1']);
});

test('a record saved on top is updated and selected', async () => {
  await open(['row2']);
  for (const id of ['row1', 'row2']) {
    const editing = picker.edit(id);
    assert.equal(topPanel('recordEditor').takes, { collectionId: postsCollection.id, recordId: id });
    editorAnswers(saved('updated', { ...post, id, title: `${id} is newer` }));
    await editing;
  }
  const titles = (rowsOf(picker.state, picker.source.list.state.items) as unknown as (typeof post)[]).map(
    ({ title }) => title,
  );
  assert.equal(titles, ['row2 is newer', 'Post 0', 'row1 is newer']);
  assert.equal(selected(), ['row2', 'row1']);
  assert.is((picker.state.known.get('row1') as unknown as typeof post).title, 'row1 is newer');
});

test('a record deleted on top leaves the list and the selection', async () => {
  await open(['row2', 'row1']);
  const editing = picker.edit('row2');
  editorAnswers({ kind: 'deleted', recordId: 'row2' });
  await editing;
  assert.equal(shownIds(), ['row1', 'row0']);
  assert.equal(selected(), ['row1']);
});

test('an invalid filter is reported at the search, not in a toast', async () => {
  await open();
  backend.answer(listRoute, failure(400, 'Something went wrong while processing your request.'));
  await picker.search('title ==');
  assert.is(picker.source.list.state.refusedSearch, 'title ==');
  assert.equal(shownToasts(), []);
  backend.answer(listRoute, answersOf(rows(3)));
  await picker.search('');
  assert.is(picker.source.list.state.refusedSearch, null);
  assert.equal(shownIds(), ['row0', 'row1', 'row2']);
});

test('a term is searched in all columns until the server refuses a call for its length', async () => {
  const { length } = await takes(Number.POSITIVE_INFINITY);
  assert.is(picker.source.state.searchNote, null);
  const narrowed = await takes(maxQueryLength);
  assert.ok(narrowed.length < length);
  assert.match(
    String(picker.source.state.searchNote),
    /^Too long to search all columns; searched in id, title, /,
  );
  assert.equal([shownIds().length, shownToasts()], [3, []]);

  /** Returns the searched columns of the last call, if calls may have this length. */
  async function takes(maxLength: number): Promise<string[]> {
    backend.answer(listRoute, (call: Call) =>
      serverQueryLength(call.query) > maxLength
        ? failure(400, 'Query string is too large.')
        : answersOf(rows(3))(call),
    );
    if (maxLength === Number.POSITIVE_INFINITY) await open();
    await picker.search(`x${maxLength === maxQueryLength ? 'y' : 'x'}`.repeat(300));
    return (pageCalls().at(-1)?.query['filter'] ?? '').split('||');
  }
});

test('a failed list keeps the selection, and loads again when the server is back', async () => {
  backend.answer(listRoute, networkError);
  await open(['row1']);
  assert.is(picker.source.list.state.loadError?.kind, 'unreachable');
  assert.equal(selected(), ['row1']);
  backend.answer(listRoute, answersOf(rows(3)));
  connection.lost();
  window.dispatchEvent(new Event('online'));
  for (let round = 0; round < 4; round++) await settle();
  assert.equal(shownIds(), ['row1', 'row0', 'row2']);
});

test('only the newest search counts', async () => {
  await open();
  const release = backend.hold(listRoute);
  const first = picker.search('old');
  await settle();
  const second = picker.search('new');
  await settle();
  release();
  await Promise.all([first, second]);
  assert.is(picker.source.state.search, 'new');
  assert.ok(pageCalls()[1]?.signal?.aborted);
  assert.not(picker.source.list.state.isLoading);
});

test("two pickers and the list of the page do not cancel each other's calls", async () => {
  const release = backend.hold(listRoute);
  const below = listedRecords.list(postsCollection.id, { page: '1', perPage: '40' });
  picker = createRecordPicker({ collectionId: postsCollection.id, selected: [], max: null });
  const other = createRecordPicker({ collectionId: postsCollection.id, selected: [], max: null });
  const opening = Promise.all([picker.open(), other.open(), below]);
  await settle();
  release();
  await opening;
  assert.ok(backend.callsTo(listRoute).every(({ signal }) => !signal?.aborted));
  other.close();
});

test('closing cancels running calls', async () => {
  const release = backend.hold(listRoute);
  picker = createRecordPicker({ collectionId: postsCollection.id, selected: [], max: null });
  const opening = picker.open();
  await settle();
  picker.close();
  await opening;
  release();
  assert.ok(pageCalls()[0]?.signal?.aborted);
  assert.equal(shownToasts(), []);
});

test('protected images wait for a token, others need none', async () => {
  await open();
  assert.is(backend.callsTo('POST /api/files/token').length, 0);
  picker.close();
  const avatar = usersCollection.schema[1];
  const locked = {
    ...usersCollection,
    schema: [{ ...avatar, options: { ...avatar?.options, protected: true } }],
  };
  backend.answer('GET /api/collections', { page: 1, perPage: 200, totalItems: 1, items: [locked] });
  await collections.load();
  const given = { ...user, avatar: 'me.png' };
  await open([], null, usersCollection.id);
  const address = picker.files.thumbAddress(given as unknown as ListedRecord, 'me.png', locked as never);
  assert.match(address, /\/api\/files\/_pb_users_auth_\/4q1xlclmfloku33\/me\.png\?thumb=100x100&token=/);
});

test('a missing collection offers nothing', async () => {
  await open(['row1'], null, 'nowhere');
  assert.is(picker.collection, undefined);
  assert.is(backend.callsTo(listRoute).length, 0);
});

test.run();
