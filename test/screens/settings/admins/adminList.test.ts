import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { printSort } from '../../../../ui/model/sort';
import {
  type AdminList,
  adminsQueryOf,
  createAdminList,
  listCallOf,
} from '../../../../ui/screens/settings/admins/adminList';
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

test('the newest come first, and the same query is sent once', async () => {
  await admins.open(adminsQueryOf({}));
  await admins.open(adminsQueryOf({ sort: '-created' }));
  assert.equal(queries(), [newest]);
  assert.equal(shown(), [own.id, other.id]);
  await admins.refresh();
  assert.equal(queries(), [newest, newest]);
});

test('all batches are read, in the order of the server', async () => {
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

test('the newest query wins and cancels the older call', async () => {
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

test('a refused filter marks the search without a toast, and another failure shows its picture', async () => {
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

test('without a search a 400 is an ordinary failure', async () => {
  backend.answer(route, failure(400, 'Odd.'));
  await admins.open(adminsQueryOf({}));
  assert.equal([admins.state.refusedSearch, admins.state.loadError?.message], [null, 'Odd.']);
});

test('the rows stay during a reload', async () => {
  await admins.open(adminsQueryOf({}));
  const release = backend.hold(route);
  const refreshing = admins.refresh();
  await settle();
  assert.equal([shown().length, admins.state.isLoading, admins.state.isLoaded], [2, true, true]);
  release();
  await refreshing;
  assert.not(admins.state.isLoading);
});

test('a closed list ignores responses and sends no call', async () => {
  backend.hold(route);
  const opening = admins.open(adminsQueryOf({}));
  await settle();
  admins.close();
  await opening;
  await admins.refresh();
  assert.equal([backend.calls.length, shown(), told()], [1, [], []]);
});

const sorts: [inAddress: string, used: string][] = [
  ['', '-created'],
  ['-created', '-created'],
  ['+email', '+email'],
  [' email', '+email'],
  ['email', '+email'],
  ['-id', '-id'],
  ['-updated,email', '-updated'],
  ['avatar', '-created'],
  ['-avatar', '-created'],
  ['email.x', '-created'],
  ['Email', '-created'],
  ['@random', '-created'],
  ['toString', '-created'],
  ['-created;drop', '-created'],
];
for (const [inAddress, used] of sorts) {
  test(`sort "${inAddress}" is ${used}`, () => {
    assert.is(printSort(adminsQueryOf({ sort: inAddress }).sort), used);
  });
}

const filters: [search: string, filter: string | undefined][] = [
  ['', undefined],
  ['  ', undefined],
  ['root', 'id~"root"||email~"root"||created~"root"||updated~"root"'],
  ['"a = b"', 'id~"a = b"||email~"a = b"||created~"a = b"||updated~"a = b"'],
  ['50%', 'id~"50\\%"||email~"50\\%"||created~"50\\%"||updated~"50\\%"'],
  ['email = "a@b.example"', 'email = "a@b.example"'],
  ['created > "2022-01-01" && email ~ "x"', 'created > "2022-01-01" && email ~ "x"'],
];
for (const [search, filter] of filters) {
  test(`${JSON.stringify(search)} asks for ${filter}`, () => {
    assert.equal(listCallOf(adminsQueryOf({ filter: search, sort: '+email' }), 'old'), {
      sort: '+email',
      filter,
    });
  });
}

test('the search stays as it was typed', () => {
  assert.is(adminsQueryOf({ filter: ' x = 1 ' }).search, ' x = 1 ');
});

test.run();
