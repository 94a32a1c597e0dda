import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import * as collections from '../../../ui/page/collections';
import * as unsaved from '../../../ui/page/forms/unsaved';
import * as preferences from '../../../ui/page/preferences';
import * as session from '../../../ui/page/session/session';
import * as toasts from '../../../ui/page/toasts';
import { createRecordExport, type RecordExport } from '../../../ui/records/export/exportRun';
import { createListSource } from '../../../ui/records/export/listSource';
import { createRecordList, type RecordList } from '../../../ui/records/recordList';
import { settle } from '../../backend/connect';
import { type Call, type FakeBackend, failure, fakeBackend, networkError } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { eventually } from '../../support/eventually';
import {
  admin,
  adminToken,
  listOf,
  post,
  postsCollection,
  statsCollection,
  user,
  usersCollection,
} from '../../support/samples';
import { signIn, signOut } from '../history/historyScene';
import { catchSavedFiles, type SavedFile } from './savedFiles';

const posts = postsCollection as Collection;
const listRoute = 'GET /api/collections/:collection/records';
const refreshRoute = 'POST /api/admins/auth-refresh';

let backend: FakeBackend;
let records: RecordList;
let exporting: RecordExport;
let table: (typeof post)[];
let saved: SavedFile[];

const made = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...post,
    id: `post${String(at).padStart(6, '0')}`,
    title: `Post ${(at * 7) % count}`,
  }));
const isCount = ({ query }: Call) => query['skipTotal'] === undefined;
const isById = ({ query }: Call) => /\bid="/.test(query['filter'] ?? '');
const pageCalls = () =>
  backend
    .callsTo(listRoute)
    .filter((call) => call.query['filter']?.includes('@request') && call.query['perPage'] === '500');
const shownToasts = () => toasts.state.items.map(({ kind, message }) => `${kind}: ${message}`);
const choose = (choices: Parameters<RecordExport['choose']>[0]) => exporting.choose(choices);

/** Answers like a server: by ids, after an id, or in pages; newest first is the order of the table. */
function answer(call: Call): unknown {
  const { filter = '', sort = '', page = '1', perPage = '30' } = call.query;
  if (isCount(call)) return { ...listOf(table.slice(0, 1), 1), totalItems: table.length };
  let rows = [...table];
  const ids = [...filter.matchAll(/\bid="([^"]*)"/g)].map(([, id]) => id);
  if (isById(call) && !filter.includes('id>')) rows = rows.filter(({ id }) => ids.includes(id));
  const after = /id>"([^"]*)"/.exec(filter)?.[1];
  if (after !== undefined) rows = rows.filter(({ id }) => id > after);
  if (/updated>=/.test(filter) || /!~/.test(filter)) rows = [];
  if (sort === 'id') rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  if (/title/.test(sort)) rows.sort((a, b) => (a.title < b.title ? -1 : 1));
  const first = (Number(page) - 1) * Number(perPage);
  return {
    ...listOf(rows.slice(first, first + Number(perPage)), Number(perPage)),
    page: Number(page),
    totalItems: -1,
  };
}

async function open(count: number, sort?: string, search?: string): Promise<void> {
  table = made(count);
  await records.open({ collection: posts, sort, search, hidden: [] });
  exporting = createRecordExport(createListSource(posts, records));
  await exporting.open();
}

async function savedLines(): Promise<string[]> {
  const text = (await saved.at(-1)?.content.text()) ?? '';
  return text.replace('\uFEFF', '').split('\r\n').slice(1, -1);
}

const savedIds = async () => (await savedLines()).map((line) => line.slice(0, post.id.length).split(',')[0]);

test.before.each(async () => {
  exporting = undefined as unknown as RecordExport;
  resetDom();
  backend = fakeBackend({
    'GET /api/collections': listOf([postsCollection], 200),
    [listRoute]: answer,
    'GET /api/health': {},
  });
  signIn(backend);
  records = createRecordList();
  preferences.openColumns(posts.id);
  await collections.load();
  saved = catchSavedFiles();
  mock.method(console, 'error', () => {});
});
test.after.each(() => {
  exporting.close();
  records.close();
  signOut();
});

test('the list that another person gets keeps the texts that its filter reads', async () => {
  table = made(1200);
  const only = { filter: 'title=@request.query.l0', query: { l0: 'C:\\' } };
  await records.open({ collection: posts, sort: undefined, search: '', hidden: [], only });
  exporting = createRecordExport(createListSource(posts, records));
  await exporting.open();
  assert.is(await exporting.start(), true);
  const ofList = backend
    .callsTo(listRoute)
    .filter(({ query }) => query['filter']?.includes('@request.query.l0'));
  assert.ok(ofList.length > 4);
  for (const { query } of ofList) assert.is(query['l0'], 'C:\\');
  choose({ scope: 'all' });
  await exporting.start();
  const { query } = backend.callsTo(listRoute).at(-1) as Call;
  assert.not.match(query['filter'] ?? '', /l0/);
  assert.is(query['l0'], undefined);
});

test('without a json column only the wanted fields are requested; with one, whole records', async () => {
  await open(3);
  await exporting.start();
  assert.is(pageCalls()[0]?.query['fields'], undefined);
  exporting.close();
  preferences.setColumns({ hidden: posts.schema.map(({ id }) => id) });
  exporting = createRecordExport(createListSource(posts, records));
  await exporting.open();
  await exporting.start();
  assert.is(pageCalls()[1]?.query['fields'], 'id,created,updated');
  choose({ columns: 'all' });
  await exporting.start();
  assert.is(pageCalls()[2]?.query['fields'], undefined);
  preferences.setColumns({ hidden: [] });
});

test('a file of all columns ends with the optional ones; as shown they stand where the table has them', async () => {
  const users = usersCollection as Collection;
  backend.answer(listRoute, listOf([user]));
  await records.open({ collection: users, sort: undefined, search: '', hidden: [] });
  const firstLine = (columns: 'shown' | 'all') => {
    exporting = createRecordExport(createListSource(users, records));
    return exporting.open().then(() => {
      choose({ columns });
      return exporting.firstLines(exporting.state.choices).split('\n')[0];
    });
  };
  preferences.openColumns(users.id);
  const all = 'id,username,email,name,avatar,created,updated,emailVisibility,verified';
  assert.is(await firstLine('shown'), 'id,username,email,name,avatar,created,updated');
  assert.is(await firstLine('all'), all);
  preferences.setColumns({ shown: ['@verified'], hidden: ['@email'] });
  assert.is(await firstLine('shown'), 'id,username,verified,name,avatar,created,updated');
  assert.is(await firstLine('all'), all);
  preferences.setColumns({ shown: [], hidden: [] });
});

test('more than 10,000 come in the order of their ids, and that is said before', async () => {
  await open(10_001, '+title');
  assert.is(exporting.isTooLongToSort(exporting.state.totals.list), true);
  await exporting.start();
  assert.is(exporting.state.isInIdOrder, true);
  assert.equal(
    await savedIds(),
    table.map(({ id }) => id),
  );
});

test('selected records come in the order of the list', async () => {
  table = made(5);
  await records.open({ collection: posts, sort: undefined, search: undefined, hidden: [] });
  for (const at of [3, 0]) records.list.toggle(table[at]?.id ?? '');
  exporting = createRecordExport(createListSource(posts, records));
  await exporting.open();
  choose({ scope: 'selected' });
  records.list.clearSelection();
  await settle();
  assert.is(exporting.state.sample?.length, 2);
  await exporting.start();
  assert.equal(await savedIds(), ['post000000', 'post000003']);
});

/** Deletes this many records right after the export has counted them. */
function deleteAfterCount(count: number): void {
  backend.answer(listRoute, (call: Call) => {
    const given = answer(call);
    if (isCount(call)) table.splice(table.length - count, count);
    return given;
  });
}

for (const [search, deleted, isSaved, said] of [
  [undefined, 0, true, 'success: Exported 5 records.'],
  [undefined, 2, true, 'warning: Exported 3 records. 2 were deleted meanwhile.'],
  // In a filtered list a missing record may only be changed.
  ['views > 1', 1, true, 'warning: Exported 4 records. 1 was deleted or changed meanwhile.'],
  [undefined, 5, false, 'warning: There is nothing to export.'],
] as const) {
  test(`${deleted} of 5 records are deleted during an export: ${said}`, async () => {
    await open(5, undefined, search);
    if (deleted > 0) deleteAfterCount(deleted);
    assert.is(await exporting.start(), isSaved);
    assert.equal([shownToasts(), saved.length], [[said], isSaved ? 1 : 0]);
    const [first, ...others] = pageCalls();
    assert.is(first?.query['sort'], '-created');
    if (deleted === 0) assert.is(others.length, 0);
    if (!isSaved) return;
    assert.match(saved[0]?.name ?? '', /^posts_\d{14}\.csv$/);
    assert.equal(
      await savedIds(),
      table.map(({ id }) => id),
    );
  });
}

/** Exports 1,200 records, and holds the second page until it is aborted. */
async function exportUntilAborted(): Promise<boolean> {
  await open(1200, '+id');
  let calls = 0;
  backend.answer(listRoute, (call: Call) => {
    if (!isCount(call)) calls += 1;
    return calls === 2 ? new Promise(() => {}) : answer(call);
  });
  return exporting.start();
}

test('Stop keeps what was read; the export continues where it was', async () => {
  const starting = exportUntilAborted();
  await eventually(() => exporting?.state.done, 500);
  assert.is(unsaved.holdsScreen(), true);
  exporting.stop();
  assert.is(await starting, false);
  assert.equal([exporting.state.status, exporting.state.fault, exporting.state.done], ['stopped', null, 500]);
  exporting.saveRead();
  assert.is((await savedIds()).length, 500);
  assert.equal(shownToasts(), ['info: Saved 500 of 1,200 records.']);
  assert.is(await exporting.goOn(), true);
  assert.equal(
    await savedIds(),
    table.map(({ id }) => id),
  );
  assert.is(unsaved.holdsScreen(), false);
});

const ended = 'Your session has ended.';

for (const [what, given, reason] of [
  ['the server is away', networkError, 'The server cannot be reached. Check the connection and try again.'],
  [
    'the query is too long',
    failure(400, 'Query string is too large.'),
    'The search is too long for an export. Shorten it, or export all records.',
  ],
  ['the session ends', failure(403, 'Only admins can perform this action.'), ended],
] as const) {
  test(`if ${what}, the export stops with the reason and continues later`, async () => {
    await open(1200, '+id');
    let calls = 0;
    backend.answer(listRoute, (call: Call) => {
      if (!isCount(call)) calls += 1;
      return calls >= 2 ? given : answer(call);
    });
    if (reason === ended) backend.answer(refreshRoute, failure(401, 'No.'));
    assert.is(await exporting.start(), false);
    const { status, fault, done } = exporting.state;
    assert.equal([status, fault, done], ['stopped', reason, 500]);
    assert.is(unsaved.holdsScreen(), true, 'the screen stays');
    if (reason === ended) session.begin({ admin, token: adminToken() });
    backend.answer(listRoute, answer);
    assert.is(await exporting.goOn(), true);
    assert.is((await savedIds()).length, 1200);
  });
}

test('a view has the dates that its query selects, whatever its first row tells', async () => {
  table = [];
  const query = 'SELECT id, title, created FROM posts';
  const view = { ...statsCollection, options: { query } } as Collection;
  await records.open({ collection: view, sort: undefined, search: undefined, hidden: [] });
  exporting = createRecordExport(createListSource(view, records));
  assert.equal(
    exporting.allColumns.map(({ name }) => name),
    ['id', 'title', 'words', 'created'],
  );
});

test.run();
