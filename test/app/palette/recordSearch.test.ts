import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRecordSearch, type RecordSearch } from '../../../ui/app/palette/recordSearch';
import { createUserSearch } from '../../../ui/app/palette/userSearch';
import * as collections from '../../../ui/page/collections';
import * as preferences from '../../../ui/page/preferences';
import * as session from '../../../ui/page/session/session';
import * as recentRecords from '../../../ui/records/recentRecords';
import { keptRecordList } from '../../../ui/records/recordList';
import { connect } from '../../backend/connect';
import { type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { eventually, quiet } from '../../support/eventually';
import {
  admin,
  adminToken,
  listOf,
  postsCollection,
  statsCollection,
  usersCollection,
} from '../../support/samples';

const route = 'GET /api/collections/:collection/records';
const id = 'w6d19hnoyc3e5bl';
const names = Array.from({ length: 20 }, (_, at) => `c${String(at).padStart(2, '0')}`);

let backend: FakeBackend;
let search: RecordSearch;
/** The ids of the collections that hold the record. */
let holders: readonly string[] = [];
let broken: readonly string[] = [];

const asked = () => backend.callsTo(route).map(({ params }) => params['collection'] ?? '');
const hits = () => search.state.hits.map((hit) => ('collection' in hit ? hit.collection.id : hit.email));
/** Waits until so many hits show the label of the record. */
function labelled(count: number): Promise<void> {
  const labels = () => search.state.hits.filter((hit) => hit.kind === 'record' && hit.label === 'Kettle');
  return eventually(() => labels().length, count);
}

test.before.each(async () => {
  localStorage.clear();
  holders = [];
  broken = [];
  backend = fakeBackend({
    'GET /api/collections': listOf([
      ...names.map((name) => ({ ...postsCollection, id: name, name })),
      { ...statsCollection, id: 'view', name: 'a_view' },
    ]),
    [route]: ({ params }: { params: Record<string, string> }) => {
      const collection = params['collection'] ?? '';
      if (broken.includes(collection)) return failure(500, 'Busy.');
      return listOf(holders.includes(collection) ? [{ id, title: 'Kettle' }] : []);
    },
    'GET /api/admins': listOf([]),
  });
  connect(backend);
  session.begin({ admin, token: adminToken() });
  preferences.setPinnedCollections([]);
  await collections.load();
  search = createRecordSearch();
});
test.after(session.end);

test('asks lists for the id only, first where it is likely, and never views', async () => {
  preferences.setPinnedCollections(['c07']);
  recentRecords.remember({ collectionId: 'c05', id: 'x', label: 'x' });
  await search.find(id, 'c09');
  assert.equal(asked().slice(0, 4), ['c09', 'c07', 'c05', 'c00']);
  assert.is(asked().length, 20);
  assert.not.ok(asked().includes('view'));
  const { query } = backend.callsTo(route)[0] ?? {};
  assert.equal(query, {
    filter: `(id="${id}")`.replace(/[()]/g, ''),
    perPage: '1',
    skipTotal: '1',
    fields: 'id',
  });
  const { isRunning, looked, total, noun, failed, left, views } = search.state;
  assert.equal([isRunning, hits(), looked, total, noun], [false, [], 20, 20, 'collection']);
  assert.equal([failed, left, views], [0, [], ['view']]);
});

test('stops after a hit, shows its label, and looks in the others when asked to', async () => {
  holders = ['c01', 'c19'];
  await search.find(id, 'c00');
  assert.equal(hits(), ['c01']);
  // A new search cancels the read of the label.
  await labelled(1);
  const { left } = search.state;
  assert.ok(left.length > 0 && left.includes('c19'), 'the last ones were not asked');
  assert.is(search.state.looked + left.length, 20);
  await search.lookInOthers();
  assert.equal(hits(), ['c01', 'c19']);
  assert.equal(search.state.left, []);
  await labelled(2);
  await search.lookInViews();
  assert.equal(search.state.views, []);
  assert.is(asked().filter((name) => name === 'view').length, 1);
});

test('at most six calls at a time', async () => {
  const release = backend.hold(route);
  const finding = search.find(id, '');
  await eventually(() => asked().length, 6);
  await quiet();
  assert.is(asked().length, 6);
  release();
  await finding;
  assert.is(asked().length, 20);
});

test('stops when it is told, and continues with what was not asked', async () => {
  const release = backend.hold(route);
  const finding = search.find(id, '');
  search.stop();
  release();
  await finding;
  assert.is(search.state.isRunning, false);
  assert.is(search.state.failed, 0);
  assert.is(search.state.left.length, 20);
  await search.lookInOthers();
  assert.equal(search.state.left, []);
});

test('a new id ends the search for the last one', async () => {
  holders = ['c03'];
  const release = backend.hold(route);
  const first = search.find(id, '');
  const second = search.find('aaaaaaaaaaaaaaa', '');
  release();
  await Promise.all([first, second]);
  assert.is(search.state.id, 'aaaaaaaaaaaaaaa');
  assert.is(search.state.looked, search.state.total - search.state.left.length);
});

test('what could not be read is counted, and asked again with what is left', async () => {
  broken = ['c02', 'view'];
  await search.find(id, '');
  assert.equal([search.state.failed, search.state.left], [1, ['c02']]);
  await search.lookInViews();
  assert.equal([search.state.failed, search.state.views], [1, ['view']]);
  broken = [];
  const before = asked().length;
  await search.lookInOthers();
  assert.equal(asked().slice(before), ['c02']);
  assert.equal([search.state.failed, search.state.left], [0, []]);
});

test('what is known needs no call: recent records, collections, the own account', async () => {
  recentRecords.remember({ collectionId: 'c11', id, label: 'Known' });
  await search.find(id, '');
  assert.equal(hits(), ['c11']);
  assert.not(search.state.left.includes('c11'));
  await search.find('c04', '');
  assert.equal(hits(), ['c04']);
  await search.find(admin.id, '');
  assert.equal(hits(), [admin.email]);
  assert.equal(asked(), []);
  assert.is(search.state.left.length, 20);
});

test('looks among admins; those that cannot be read are no answer', async () => {
  await search.find(id, '');
  const answered = async (answer: object) => {
    backend.answer('GET /api/admins', answer);
    await search.lookAmongAdmins();
    return [search.state.failed, search.state.hasLookedAmongAdmins, hits()];
  };
  assert.equal(await answered(failure(500, 'Busy.')), [1, false, []]);
  assert.equal(await answered(listOf([])), [0, true, []]);
  const other = { ...admin, email: 'other@example.com' };
  assert.equal(await answered(listOf([other])), [0, true, ['other@example.com']]);
});

// The last one, because the list keeps its rows.
test('a loaded row needs no call', async () => {
  holders = ['c05'];
  const collection = collections.find('c05');
  assert.ok(collection);
  const { list, open } = keptRecordList('c05');
  await open({ collection, sort: '', search: '', hidden: [] });
  assert.is(list.state.items[0]?.id, id);
  const before = asked().length;
  await search.find(id, '');
  assert.equal(hits(), ['c05']);
  assert.equal(search.state.hits[0], { kind: 'record', collection, label: 'Kettle' });
  assert.is(asked().length, before);
});

test('a text like an email finds users of auth collections', async () => {
  backend.answer('GET /api/collections', listOf([postsCollection, usersCollection]));
  await collections.load();
  backend.answer(route, listOf([{ id, email: 'ada@example.com' }]));
  const people = createUserSearch();
  await people.find('ada');
  await people.find(' ada@ex ');
  assert.equal(asked(), [usersCollection.id]);
  assert.is(backend.callsTo(route)[0]?.query['filter'], 'email~"ada@ex"');
  assert.equal(
    people.state.users.map(({ email }) => email),
    ['ada@example.com'],
  );
});

test.run();
