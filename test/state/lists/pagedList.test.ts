import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../ui/api/ApiError';
import { createPagedList, type PagedList } from '../../../ui/state/lists/pagedList';
import * as session from '../../../ui/state/session';
import * as toasts from '../../../ui/state/toasts';
import { admin, adminToken } from '../../support/samples';

type Row = { id: string };
interface Asked {
  query: string;
  page: number;
  perPage: number;
  answer(...ids: string[]): Promise<void>;
  fail(error: unknown): Promise<void>;
}

const rowsOf = (...ids: string[]): Row[] => ids.map((id) => ({ id }));
const errorOf = (kind: ApiError['kind'], status = 0) =>
  new ApiError({ kind, url: '', status, message: `It is ${kind}.` });
const shownToasts = () => toasts.state.items.map(({ message }) => message);

/** Creates a list with two rows per page whose requests wait for the test. */
function setUp(isSilent?: (error: ApiError, query: string) => boolean) {
  const asked: Asked[] = [];
  const list = createPagedList<Row, string>({
    pageSize: 2,
    keyOf: ({ id }) => id,
    fetchPage: (query, page, perPage) =>
      new Promise((resolve, reject) => {
        const settled = () => new Promise<void>((done) => setTimeout(done));
        asked.push({
          query,
          page,
          perPage,
          answer: (...ids) => {
            resolve(rowsOf(...ids));
            return settled();
          },
          fail: (error) => {
            reject(error);
            return settled();
          },
        });
      }),
    ...(isSilent ? { isSilent } : {}),
  });
  const at = (index: number) => {
    const call = asked[index];
    if (!call) throw new Error(`There was no call ${index}`);
    return call;
  };
  return { list, asked, at, ids: () => list.state.items.map(({ id }) => id) };
}

test.before.each(() => {
  session.adopt({ admin, token: adminToken() });
  mock.method(console, 'error', () => {});
});
test.after.each(() => {
  session.end();
  toasts.closeAll();
  mock.restoreAll();
});

test('a new list has no rows', () => {
  const { list } = setUp();
  assert.equal(list.state, {
    items: [],
    page: 0,
    isLoading: false,
    isLoadingMore: false,
    isLoadingAll: false,
    isLoaded: false,
    hasMore: false,
    loadError: null,
    refusedSearch: null,
    selected: new Set(),
  });
});

test('a load shows the first page of the query', async () => {
  const { list, at, ids } = setUp();
  const loaded = list.load('q');
  assert.is(list.state.isLoading, true);
  assert.is(list.state.isLoaded, false);
  assert.equal([at(0).query, at(0).page], ['q', 1]);
  await at(0).answer('a', 'b');
  assert.is(await loaded, true);
  assert.equal(ids(), ['a', 'b']);
  assert.equal(
    [list.state.page, list.state.isLoading, list.state.isLoaded, list.state.hasMore],
    [1, false, true, true],
  );
});

test('a page that is not full, or empty, is the last', async () => {
  const { list, at } = setUp();
  void list.load('q');
  await at(0).answer('a');
  assert.is(list.state.hasMore, false);
  void list.load('q');
  await at(1).answer();
  assert.equal([list.state.items.length, list.state.hasMore, list.state.isLoaded], [0, false, true]);
});

test('the old rows stay until the new rows arrive', async () => {
  const { list, at, ids } = setUp();
  void list.load('q');
  await at(0).answer('a', 'b');
  void list.load('r');
  assert.equal(ids(), ['a', 'b']);
  assert.equal([list.state.isLoading, list.state.isLoaded], [true, true]);
  await at(1).answer('c');
  assert.equal(ids(), ['c']);
});

test('only the newest load counts, in any order of responses', async () => {
  const { list, at, ids } = setUp();
  const older = list.load('q');
  const newer = list.load('r');
  await at(1).answer('new');
  await at(0).answer('old', 'older');
  assert.equal(ids(), ['new']);
  assert.equal([await older, await newer], [false, true]);
  assert.is(list.state.isLoading, false);
});

test('the response of an older load does not end the newer one', async () => {
  const { list, at, ids } = setUp();
  void list.load('q');
  void list.load('r');
  await at(0).fail(errorOf('refused', 500));
  assert.equal([list.state.isLoading, list.state.isLoaded, list.state.loadError], [true, false, null]);
  assert.equal(shownToasts(), []);
  await at(1).answer('new');
  assert.equal(ids(), ['new']);
});

test('more rows are added at the end, and a row in two pages is shown once', async () => {
  const { list, at, ids } = setUp();
  void list.load('q');
  await at(0).answer('a', 'b');
  const before = list.state.items;
  void list.loadMore();
  assert.equal([list.state.isLoadingMore, list.state.isLoading], [true, false]);
  assert.equal([at(1).query, at(1).page], ['q', 2]);
  await at(1).answer('b', 'c');
  assert.equal(ids(), ['a', 'b', 'c']);
  assert.equal([list.state.page, list.state.isLoadingMore, list.state.hasMore], [2, false, true]);
  assert.equal(before.length, 2);
  void list.loadMore();
  await at(2).answer();
  assert.equal(ids(), ['a', 'b', 'c']);
  assert.is(list.state.hasMore, false);
});

test('loads nothing more before the first page, during a load, and after the last page', async () => {
  const { list, asked, at } = setUp();
  await list.loadMore();
  void list.load('q');
  await list.loadMore();
  await at(0).answer('a', 'b');
  void list.loadMore();
  await list.loadMore();
  assert.is(asked.length, 2);
  await at(1).answer('c');
  await list.loadMore();
  assert.is(asked.length, 2);
});

test('drops further rows of an old query', async () => {
  const { list, at, ids } = setUp();
  void list.load('q');
  await at(0).answer('a', 'b');
  void list.loadMore();
  void list.load('r');
  assert.is(list.state.isLoadingMore, false);
  await at(2).answer('x', 'y');
  await at(1).answer('c');
  assert.equal(ids(), ['x', 'y']);
  assert.equal([list.state.page, list.state.hasMore], [1, true]);
});

test('reports a failed load of more rows, keeps the rows, and can try again', async () => {
  const { list, at, ids } = setUp();
  void list.load('q');
  await at(0).answer('a', 'b');
  void list.loadMore();
  await at(1).fail(errorOf('refused', 500));
  assert.equal(ids(), ['a', 'b']);
  assert.equal([list.state.hasMore, list.state.isLoadingMore, list.state.loadError], [true, false, null]);
  assert.equal(shownToasts(), ['It is refused.']);
  void list.loadMore();
  assert.is(at(2).page, 2);
});

const names = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `r${from + at}`);

test('loads all rows in pages of 500, and shows each row once', async () => {
  const { list, asked, at, ids } = setUp();
  void list.load('q');
  await at(0).answer('r0', 'r1');
  void list.loadMore();
  await at(1).answer('r2', 'r3');
  const loading = list.loadAll();
  assert.equal([list.state.isLoadingAll, list.state.isLoadingMore], [true, true]);
  await at(2).answer(...names(0, 500));
  assert.equal([list.state.items.length, list.state.isLoadingAll], [500, true]);
  await at(3).answer(...names(500, 777));
  await loading;
  assert.equal(ids(), names(0, 777));
  assert.equal(
    asked.slice(2).map(({ page, perPage }) => [page, perPage]),
    [
      [1, 500],
      [2, 500],
    ],
  );
  const { hasMore, isLoadingAll, isLoadingMore } = list.state;
  assert.equal([hasMore, isLoadingAll, isLoadingMore], [false, false, false]);
  await list.loadAll();
  assert.is(asked.length, 4);
});

test('stops loading all: the rows of the running request are shown, and loading can continue', async () => {
  const { list, asked, at, ids } = setUp();
  void list.load('q');
  await at(0).answer('r0', 'r1');
  const loading = list.loadAll();
  list.stopLoadingAll();
  assert.equal([list.state.isLoadingAll, list.state.isLoadingMore], [false, true]);
  await at(1).answer(...names(0, 500));
  await loading;
  assert.equal([ids().length, list.state.hasMore, list.state.isLoadingMore], [500, true, false]);
  assert.is(asked.length, 2);
  void list.loadMore();
  assert.equal([at(2).page, at(2).perPage], [251, 2]);
  await at(2).answer('r500');
  assert.equal(ids(), names(0, 501));
});

test('keeps the loaded rows when loading all fails or is cancelled', async () => {
  const { list, at, ids } = setUp();
  void list.load('q');
  await at(0).answer('r0', 'r1');
  void list.loadAll();
  await at(1).answer(...names(0, 500));
  await at(2).fail(errorOf('refused', 500));
  assert.equal([ids().length, list.state.hasMore, list.state.isLoadingAll], [500, true, false]);
  assert.equal(shownToasts(), ['It is refused.']);
  void list.loadAll();
  void list.load('r');
  assert.equal([list.state.isLoadingAll, list.state.isLoadingMore], [false, false]);
  await at(3).answer(...names(500, 1000));
  await at(4).answer('x');
  assert.equal(ids(), ['x']);
});

test('a failed load empties the list and keeps its error until a load succeeds', async () => {
  const { list, at, ids } = setUp();
  void list.load('q');
  await at(0).answer('a', 'b');
  const failed = list.load('q');
  await at(1).fail(errorOf('refused', 500));
  assert.is(await failed, false);
  assert.equal(ids(), []);
  assert.is(list.state.loadError?.status, 500);
  assert.equal([list.state.page, list.state.hasMore, list.state.isLoaded], [0, false, true]);
  assert.equal(shownToasts(), ['It is refused.']);
  void list.load('q');
  await at(2).answer('a');
  assert.is(list.state.loadError, null);
});

test('an error that the screen shows causes no toast', async () => {
  const { list, at } = setUp((error, query) => error.status === 400 && query === 'filtered');
  void list.load('filtered');
  await at(0).fail(errorOf('refused', 400));
  assert.equal(shownToasts(), []);
  assert.is(list.state.loadError?.status, 400);
  void list.load('all');
  await at(1).fail(errorOf('refused', 400));
  assert.equal(shownToasts(), ['It is refused.']);
});

test('a cancelled load leaves the list unchanged', async () => {
  const { list, at, ids } = setUp();
  const first = list.load('q');
  await at(0).fail(errorOf('aborted'));
  assert.is(await first, false);
  assert.equal([list.state.isLoaded, list.state.isLoading, list.state.loadError], [false, false, null]);
  void list.load('q');
  await at(1).answer('a', 'b');
  void list.load('q');
  await at(2).fail(errorOf('aborted'));
  assert.equal(ids(), ['a', 'b']);
  assert.equal([list.state.isLoaded, list.state.isLoading, list.state.hasMore], [true, false, true]);
  assert.equal(shownToasts(), []);
});

test('a load that the end of the session cancelled is repeated after the next sign-in', async () => {
  const { list, asked, at, ids } = setUp();
  const load = list.load('q');
  session.end();
  await at(0).fail(errorOf('aborted'));
  assert.equal([asked.length, list.state.isLoading], [1, true]);
  session.adopt({ admin, token: adminToken() });
  await at(0).answer();
  assert.equal(
    asked.map(({ query }) => query),
    ['q', 'q'],
  );
  await at(1).answer('a');
  assert.is(await load, true);
  assert.equal([ids(), list.state.isLoaded, list.state.isLoading], [['a'], true, false]);
});

for (const [name, leave] of [
  ['stopped', (list: PagedList<Row, string>) => list.stop()],
  ['reset', (list: PagedList<Row, string>) => list.reset()],
  ['loaded again', (list: PagedList<Row, string>) => void list.load('other')],
] as const) {
  test(`a list that was ${name} meanwhile does not repeat the load after the sign-in`, async () => {
    const { list, asked, at } = setUp();
    const load = list.load('q');
    session.end();
    await at(0).fail(errorOf('aborted'));
    leave(list);
    session.adopt({ admin, token: adminToken() });
    assert.is(await load, false);
    assert.is(asked.filter(({ query }) => query === 'q').length, 1);
    assert.is(list.state.isLoading, asked.length > 1);
  });
}

test('a bug of this page is reported and does not empty the list', async () => {
  const { list, at } = setUp();
  void list.load('q');
  await at(0).fail(new TypeError('x is undefined'));
  assert.equal([list.state.isLoaded, list.state.isLoading], [false, false]);
  assert.is(shownToasts().length, 1);
});

test('a reset removes all rows and drops a running response', async () => {
  const { list, at, ids } = setUp();
  void list.load('q');
  await at(0).answer('a', 'b');
  void list.load('r');
  list.reset();
  assert.equal(ids(), []);
  assert.equal([list.state.isLoaded, list.state.isLoading, list.state.page], [false, false, 0]);
  await at(1).answer('c');
  assert.equal(ids(), []);
  assert.is(list.state.isLoaded, false);
});

/** Creates a list that shows these rows. */
async function setUpWith(...rows: string[]) {
  const { list, at, ids } = setUp();
  void list.load('q');
  await at(0).answer(...rows);
  return { list, at, ids, selected: () => [...list.state.selected].sort() };
}

test('toggles the selection of a row', async () => {
  const { list, selected } = await setUpWith('a', 'b', 'c');
  const before = list.state.selected;
  list.toggle('b');
  list.toggle('a');
  assert.equal(selected(), ['a', 'b']);
  assert.is(before.size, 0);
  list.toggle('b');
  assert.equal(selected(), ['a']);
});

test('selects all rows, or none when all are selected', async () => {
  const { list, selected } = await setUpWith('a', 'b', 'c');
  list.toggle('b');
  list.toggleAll();
  assert.equal(selected(), ['a', 'b', 'c']);
  list.toggleAll();
  assert.equal(selected(), []);
});

test('selecting all rows of an empty list selects nothing', async () => {
  const { list, selected } = await setUpWith();
  list.toggleAll();
  assert.equal(selected(), []);
});

test('a range starts at the last toggled row, in both directions, and gets the state of its end', async () => {
  const { list, selected } = await setUpWith('a', 'b', 'c', 'd', 'e');
  list.toggle('d');
  list.toggle('b', { isRange: true });
  assert.equal(selected(), ['b', 'c', 'd']);
  list.toggle('e', { isRange: true });
  assert.equal(selected(), ['b', 'c', 'd', 'e']);
  list.toggle('c', { isRange: true });
  assert.equal(selected(), ['b']);
});

test('a range without a last toggled row, or with a missing one, is a single row', async () => {
  const { list, at, selected } = await setUpWith('a', 'b', 'c');
  list.toggle('c', { isRange: true });
  assert.equal(selected(), ['c']);
  void list.load('q');
  await at(1).answer('a', 'b');
  list.toggle('b', { isRange: true });
  assert.equal(selected(), ['b']);
});

test('a reload keeps the selection of remaining rows, and more rows keep the whole selection', async () => {
  const { list, at, selected } = await setUpWith('a', 'b');
  list.toggleAll();
  void list.loadMore();
  await at(1).answer('c', 'd');
  assert.equal(selected(), ['a', 'b']);
  void list.load('q');
  await at(2).answer('b', 'x');
  assert.equal(selected(), ['b']);
});

test('a selection of given keys holds only loaded rows, and replaces the one before', async () => {
  const { list, selected } = await setUpWith('a', 'b', 'c');
  list.toggle('a');
  list.select(['c', 'gone', 'b']);
  assert.equal(selected().sort(), ['b', 'c']);
});

test('a failed load, a reset and clearing remove the selection', async () => {
  const { list, at, selected } = await setUpWith('a', 'b');
  list.toggleAll();
  list.clearSelection();
  assert.equal(selected(), []);
  list.toggleAll();
  void list.load('q');
  await at(1).fail(errorOf('refused', 500));
  assert.equal(selected(), []);
  void list.load('q');
  await at(2).answer('a');
  list.toggleAll();
  list.reset();
  assert.equal(selected(), []);
});

test('a cancelled load keeps the selection', async () => {
  const { list, at, selected } = await setUpWith('a', 'b');
  list.toggle('a');
  void list.load('q');
  await at(1).fail(errorOf('aborted'));
  assert.equal(selected(), ['a']);
});

test.run();
