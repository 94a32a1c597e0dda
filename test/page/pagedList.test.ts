import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../ui/backend/ApiError';
import { areOld, createPagedList, type PagedList } from '../../ui/page/pagedList';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import { admin, adminToken } from '../support/samples';

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
  session.begin({ admin, token: adminToken() });
  mock.method(console, 'error', () => {});
});
test.after.each(() => {
  session.end();
  toasts.closeAll();
  mock.restoreAll();
});

test('a load shows the first page of its query; the old rows stay until it is there', async () => {
  const { list, at, ids } = setUp();
  const flags = () => [list.state.page, list.state.isLoading, list.state.isLoaded, list.state.hasMore];
  assert.equal([ids(), flags()], [[], [0, false, false, false]]);
  const loaded = list.load('q');
  assert.equal([at(0).query, at(0).page, flags()], ['q', 1, [0, true, false, false]]);
  await at(0).answer('a', 'b');
  assert.is(await loaded, true);
  assert.equal(
    [ids(), flags()],
    [
      ['a', 'b'],
      [1, false, true, true],
    ],
  );
  void list.load('r');
  assert.equal(
    [ids(), flags()],
    [
      ['a', 'b'],
      [1, true, true, true],
    ],
  );
  await at(1).answer('c');
  assert.equal([ids(), flags()], [['c'], [1, false, true, false]], 'a page that is not full is the last');
  void list.load('q');
  await at(2).answer();
  assert.equal([ids(), flags()], [[], [1, false, true, false]]);
});

test('only the newest load counts, in any order of responses', async () => {
  const { list, at, ids } = setUp();
  const loads = [list.load('q'), list.load('r'), list.load('s')];
  await at(0).fail(errorOf('refused', 500));
  assert.equal([list.state.isLoading, list.state.isLoaded, list.state.loadError], [true, false, null]);
  await at(2).answer('new');
  await at(1).answer('old', 'older');
  assert.equal([ids(), list.state.isLoading, shownToasts()], [['new'], false, []]);
  assert.equal(await Promise.all(loads), [false, false, true]);
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

test('loads nothing more before the first page, during a load, after the last page, or of an old query', async () => {
  const { list, asked, at, ids } = setUp();
  void list.loadMore();
  void list.load('q');
  void list.loadMore();
  await at(0).answer('a', 'b');
  void list.loadMore();
  void list.loadMore();
  assert.is(asked.length, 2);
  void list.load('r');
  assert.is(list.state.isLoadingMore, false);
  await at(2).answer('x', 'y');
  void list.loadMore();
  await at(1).answer('c');
  assert.equal([ids(), list.state.page, list.state.hasMore], [['x', 'y'], 1, true]);
  assert.is(list.state.isLoadingMore, true);
  await at(3).fail(errorOf('refused', 500));
  assert.equal([ids(), list.state.hasMore, list.state.isLoadingMore], [['x', 'y'], true, false]);
  assert.equal([list.state.loadError, shownToasts()], [null, ['It is refused.']]);
  void list.loadMore();
  assert.is(at(4).page, 2, 'a failed page can be tried again');
  await at(4).answer('z');
  void list.loadMore();
  assert.is(asked.length, 5);
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

test('without an answer the rows of the same query stay', async () => {
  const { list, at, selected } = await setUpWith('a', 'b');
  const kept = () => [list.state.items.length, list.state.page, list.state.hasMore, areOld(list.state)];
  list.toggle('a');
  for (const [index, read] of [() => list.load('q'), list.reload].entries()) {
    void read();
    await at(index + 1).fail(errorOf('unreachable'));
    assert.equal([kept(), selected(), list.state.loadError?.status], [[2, 1, true, true], ['a'], 0]);
  }
  void list.load('q');
  await at(3).answer('a', 'b');
  assert.equal(kept(), [2, 1, true, false]);
  for (const [index, error] of [errorOf('refused', 500), errorOf('unreachable')].entries()) {
    void (index === 0 ? list.reload() : list.load('r'));
    await at(4 + 2 * index).fail(error);
    assert.is(list.state.items.length, 0, error.kind);
    void list.load('q');
    await at(5 + 2 * index).answer('a');
  }
});

test('a failed load empties the list and keeps its error until a load succeeds', async () => {
  const { list, at, ids } = setUp((error, query) => error.status === 400 && query === 'filtered');
  void list.load('q');
  await at(0).answer('a', 'b');
  const failed = list.load('q');
  await at(1).fail(errorOf('refused', 500));
  assert.is(await failed, false);
  assert.equal([ids(), list.state.loadError?.status], [[], 500]);
  assert.equal([list.state.page, list.state.hasMore, list.state.isLoaded], [0, false, true]);
  assert.equal(shownToasts(), ['It is refused.']);
  toasts.closeAll();
  void list.load('filtered');
  await at(2).fail(errorOf('refused', 400));
  assert.equal([list.state.loadError?.status, shownToasts()], [400, []], 'the screen shows it');
  void list.load('q');
  await at(3).answer('a');
  assert.is(list.state.loadError, null);
});

for (const [what, error, told] of [
  ['cancelled', errorOf('aborted'), 0],
  ['broken by a bug of this page', new TypeError('x is undefined'), 1],
] as const) {
  test(`a load that is ${what} leaves rows and selection unchanged`, async () => {
    const { list, at, ids } = setUp();
    const first = list.load('q');
    await at(0).fail(error);
    assert.is(await first, false);
    assert.equal([list.state.isLoaded, list.state.isLoading, list.state.loadError], [false, false, null]);
    void list.load('q');
    await at(1).answer('a', 'b');
    list.toggle('a');
    void list.load('q');
    await at(2).fail(error);
    assert.equal([ids(), [...list.state.selected]], [['a', 'b'], ['a']]);
    assert.equal([list.state.isLoaded, list.state.isLoading, list.state.hasMore], [true, false, true]);
    assert.is(shownToasts().length, told);
  });
}

test('a load that the end of the session cancelled is repeated after the next sign-in', async () => {
  const { list, asked, at, ids } = setUp();
  const load = list.load('q');
  session.end();
  await at(0).fail(errorOf('aborted'));
  assert.equal([asked.length, list.state.isLoading], [1, true]);
  session.begin({ admin, token: adminToken() });
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
    session.begin({ admin, token: adminToken() });
    assert.is(await load, false);
    assert.is(asked.filter(({ query }) => query === 'q').length, 1);
    assert.is(list.state.isLoading, asked.length > 1);
  });
}

test('a reset drops a running response', async () => {
  const { list, at, ids } = setUp();
  void list.load('q');
  list.reset();
  await at(0).answer('a');
  assert.equal([ids(), list.state.isLoaded, list.state.isLoading], [[], false, false]);
});

/** Creates a list that shows these rows. */
async function setUpWith(...rows: string[]) {
  const { list, at, ids } = setUp();
  void list.load('q');
  await at(0).answer(...rows);
  return { list, at, ids, selected: () => [...list.state.selected].sort() };
}

test('toggles a row, or all; all that are selected become none', async () => {
  const { list, selected } = await setUpWith('a', 'b', 'c');
  const before = list.state.selected;
  list.toggle('b');
  list.toggle('a');
  assert.equal([selected(), before.size], [['a', 'b'], 0]);
  list.toggle('b');
  assert.equal(selected(), ['a']);
  list.toggleAll();
  assert.equal(selected(), ['a', 'b', 'c']);
  list.toggleAll();
  assert.equal(selected(), []);
  list.select(['c', 'gone', 'b']);
  assert.equal(selected(), ['b', 'c'], 'only loaded rows');
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

test('the selection of remaining rows stays after more rows and a reload, and ends with a failure or a reset', async () => {
  const { list, at, selected } = await setUpWith('a', 'b');
  list.toggleAll();
  void list.loadMore();
  await at(1).answer('c', 'd');
  assert.equal(selected(), ['a', 'b']);
  void list.load('q');
  await at(2).answer('b', 'x');
  assert.equal(selected(), ['b']);
  list.clearSelection();
  assert.equal(selected(), []);
  list.toggleAll();
  void list.load('q');
  await at(3).fail(errorOf('refused', 500));
  assert.equal(selected(), []);
  list.toggleAll();
  assert.equal(selected(), [], 'of an empty list');
  void list.load('q');
  await at(4).answer('a');
  list.toggleAll();
  list.reset();
  assert.equal(selected(), []);
});

test.run();
