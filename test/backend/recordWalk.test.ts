import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiError } from '../../ui/backend/ApiError';
import { createRecordWalk, isById, type WalkOrder } from '../../ui/backend/recordWalk';
import type { Collection } from '../../ui/model/collection';
import { type Call, fakeBackend, type Given, networkError } from '../support/backend';
import { listOf, postsCollection, statsCollection } from '../support/samples';
import { connect } from './connect';

const listRoute = 'GET /api/collections/:collection/records';
const { signal } = new AbortController();

interface Row {
  id: string;
  [name: string]: unknown;
}

const emptyOrder: WalkOrder = {
  collection: postsCollection as Collection,
  filter: '',
  sort: null,
  printedSort: '',
  ids: null,
  fields: null,
  total: 2000,
  rowSize: null,
};

/** Reads all rows from a backend with this answer. Returns their ids and the queries. */
async function read(answer: (call: Call) => Given, order: Partial<WalkOrder> = {}) {
  const backend = fakeBackend({ [listRoute]: answer });
  connect(backend);
  const walk = createRecordWalk({ ...emptyOrder, ...order });
  let ids: string[] = [];
  for (;;) {
    const step = await walk.next(signal);
    if (step.kind === 'end') break;
    ids = step.kind === 'again' ? [] : [...ids, ...step.rows.map(({ id }) => id)];
  }
  return { ids, notes: walk.notes, queries: backend.calls.map(({ query }) => query) };
}

const numbered = (count: number, rest: object = {}): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: `r${String(at).padStart(5, '0')}`, ...rest }));

/** Answers by id, after an id, or by page. */
function answerWith(table: readonly Row[]) {
  return ({ query }: Call) => {
    const { filter = '', page = '1', perPage = '30', sort = '' } = query;
    const [, operator, after] = /id(>=?)"([^"]*)"/.exec(filter) ?? [];
    const wanted = [...filter.matchAll(/\bid="([^"]*)"/g)].map(([, id]) => id);
    const rows = table.filter(({ id }) => {
      if (after !== undefined) return operator === '>' ? id > after : id >= after;
      return wanted.length === 0 || wanted.includes(id);
    });
    if (sort.startsWith('id')) rows.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
    const first = (Number(page) - 1) * Number(perPage);
    return listOf(rows.slice(first, first + Number(perPage)));
  };
}

const idsOf = (table: readonly Row[]) => table.map(({ id }) => id);

test('after large responses fewer records are read at once', async () => {
  const table = numbered(520, { title: 'x'.repeat(20_000) });
  const { ids, queries } = await read(answerWith(table));
  assert.equal(
    queries.map(({ perPage }) => perPage),
    ['500', '199', '199'],
  );
  assert.is(ids.length, 520);
});

test('a hook that leaves rows out of the pages does not end the reading', async () => {
  const table = numbered(1500);
  const answer = answerWith(table);
  const { ids } = await read((call) => {
    const { items, ...rest } = answer(call) as { items: Row[] };
    return { ...rest, items: items.length === 500 ? items.slice(0, 497) : items };
  });
  assert.is(ids.length, 1500);
});

test('an answer without rows rejects, and the next try reads on', async () => {
  const table = numbered(700);
  const answer = answerWith(table);
  let isBroken = true;
  connect(fakeBackend({ [listRoute]: (call: Call) => (isBroken ? { code: 200 } : answer(call)) }));
  const walk = createRecordWalk({ ...emptyOrder, total: 700 });
  const failed = await walk.next(signal).catch((error: Error) => error.message);
  assert.match(String(failed), /The server's answer could not be read/);
  isBroken = false;
  const step = await walk.next(signal);
  assert.is(step.kind === 'rows' && step.rows.length, 500);
});

for (const [what, ids, sizes] of [
  ['records', null, ['500', '125']],
  ['records with given ids', numbered(700).map(({ id }) => id), ['50', '16']],
] as const) {
  test(`after a response that broke off, fewer ${what} are read at once`, async () => {
    const answer = answerWith(numbered(700));
    let failure: Given | null = networkError;
    const backend = fakeBackend({ [listRoute]: (call: Call) => failure ?? answer(call) });
    connect(backend);
    const order = { ...emptyOrder, ids, total: 700, rowSize: ids && 60_000 };
    const walk = createRecordWalk(order);
    const cancelled = new AbortController();
    cancelled.abort();
    for (const { signal: wanted, kind } of [
      { signal, kind: 'unreachable' },
      { signal: cancelled.signal, kind: 'aborted' },
    ]) {
      const error = await walk.next(wanted).then(
        () => null,
        (reason: ApiError) => reason,
      );
      assert.is(error?.kind, kind);
    }
    failure = null;
    await walk.next(signal);
    const asked = backend.calls.map(({ query }) => query['perPage']);
    assert.equal([asked[0], asked.at(-1)], sizes);
  });
}

test('without a sort a view keeps its own order', async () => {
  const table = numbered(700).reverse();
  const { ids } = await read(answerWith(table), view);
  assert.equal(ids, idsOf(table));
});

const view = { collection: statsCollection as Collection };

test('a view that repeats an id at the end of a page is read by page number', async () => {
  const table = [...numbered(500), { id: 'r00499' }, ...numbered(700).slice(500)];
  const { ids, notes, queries } = await read(answerWith(table), view);
  assert.equal(ids, idsOf(table));
  assert.is(notes.hasRepeats, true);
  assert.equal(queries.at(-1)?.['page'], '3');
});

test('records that the sorted pages miss are read too', async () => {
  const table = numbered(900);
  const answer = answerWith(table);
  const { ids } = await read(
    (call) => (call.query['sort'] === '+title' ? listOf(numbered(3).reverse()) : answer(call)),
    { sort: { field: 'title', isDescending: false }, printedSort: '+title' },
  );
  assert.equal(ids.slice(0, 4), ['r00002', 'r00001', 'r00000', 'r00003']);
  assert.is(new Set(ids).size, 900);
});

test('records are read by the id, and sorted by another value up to 10,000', async () => {
  const sorted = (field: string) => ({ field, isDescending: true });
  const { posts, stats } = { posts: postsCollection as Collection, stats: statsCollection as Collection };
  assert.equal([isById(null, posts), isById(sorted('id'), stats)], [true, true]);
  assert.equal([isById(null, stats), isById(sorted('created'), posts)], [false, false]);
  const order = { sort: sorted('created'), printedSort: '-created', total: 10_001 };
  const { notes, queries } = await read(answerWith(numbered(700)), order);
  assert.is(notes.isInIdOrder, true);
  assert.equal([...new Set(queries.map(({ sort }) => sort))], ['id']);
});

test.run();
