import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type AdminList, createAdminList } from '../../../../ui/screens/settings/admins/adminList';
import { adminsQueryOf } from '../../../../ui/screens/settings/admins/adminsQuery';
import { settle } from '../../../api/connect';
import { type FakeBackend, failure, networkError } from '../../../support/backend';
import { closeScene, other, own, routes, type Server, startScene, told } from './adminScene';

const { list: route } = routes;
let backend: FakeBackend;
let server: Server;
let admins: AdminList;

const shown = () => admins.state.items.map(({ id }) => id);
const queries = () => backend.callsTo(route).map(({ query }) => query);
const newest = { page: '1', perPage: '100', sort: '-created' };

test.before.each(() => {
  ({ backend, server } = startScene());
  admins = createAdminList();
});
test.after.each(() => {
  admins.close();
  closeScene();
});

test('the newest come first, and the same query asks once', async () => {
  await admins.open(adminsQueryOf({}));
  await admins.open(adminsQueryOf({ sort: '-created' }));
  assert.equal(queries(), [newest]);
  assert.equal(shown(), [own.id, other.id]);
  await admins.refresh();
  assert.equal(queries(), [newest, newest]);
});

test('all batches are read, and stand in the order of the server', async () => {
  server.admins = Array.from({ length: 250 }, (_, at) => ({ ...own, id: `admin${at}` }));
  const release = backend.hold(route);
  const opening = admins.open(adminsQueryOf({ filter: 'admin', sort: '+id' }));
  await settle();
  release();
  await opening;
  assert.equal(
    queries().map(({ page, perPage, sort }) => [page, perPage, sort]),
    [1, 2, 3].map((page) => [String(page), '100', '+id']),
  );
  assert.equal(
    shown(),
    server.admins.map(({ id }) => id),
  );
});

test('only the newest query counts, and the older call is given up', async () => {
  const release = backend.hold(route);
  const older = admins.open(adminsQueryOf({ filter: 'a' }));
  await settle();
  const newer = admins.open(adminsQueryOf({ filter: 'b' }));
  await settle();
  assert.ok(backend.calls[0]?.signal?.aborted);
  assert.not(backend.calls[1]?.signal?.aborted);
  assert.ok(admins.state.isLoading);
  release();
  await Promise.all([older, newer]);
  assert.equal([shown().length, admins.state.isLoading, told()], [2, false, []]);
});

test('a refused filter marks the search and is no toast, a failure keeps its picture', async () => {
  backend.answer(route, failure(400, 'Something went wrong while processing your request.'));
  await admins.open(adminsQueryOf({ filter: 'name = 1' }));
  assert.equal([admins.state.refusedSearch, shown(), told()], ['name = 1', [], []]);
  backend.answer(route, networkError);
  await admins.open(adminsQueryOf({}));
  assert.equal([admins.state.refusedSearch, admins.state.loadError?.kind], [null, 'unreachable']);
  assert.equal(told(), []);
  backend.answer(route, { page: 1, perPage: 100, totalItems: 1, items: [own] });
  await admins.refresh();
  assert.equal([shown(), admins.state.loadError], [[own.id], null]);
});

test('without a search a 400 is a failure like any other', async () => {
  backend.answer(route, failure(400, 'Odd.'));
  await admins.open(adminsQueryOf({}));
  assert.equal([admins.state.refusedSearch, admins.state.loadError?.message], [null, 'Odd.']);
});

test('the rows stay while they are read again', async () => {
  await admins.open(adminsQueryOf({}));
  const release = backend.hold(route);
  const refreshing = admins.refresh();
  await settle();
  assert.equal([shown().length, admins.state.isLoading, admins.state.isLoaded], [2, true, true]);
  release();
  await refreshing;
  assert.not(admins.state.isLoading);
});

test('a closed list waits for nothing and asks for nothing', async () => {
  backend.hold(route);
  const opening = admins.open(adminsQueryOf({}));
  await settle();
  admins.close();
  await opening;
  await admins.refresh();
  assert.equal([backend.calls.length, shown(), told()], [1, [], []]);
});

test.run();
