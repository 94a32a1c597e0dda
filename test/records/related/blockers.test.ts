import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ref } from 'valtio/vanilla';
import { ApiError } from '../../../ui/backend/ApiError';
import type { Collection } from '../../../ui/model/collection';
import * as collections from '../../../ui/page/collections';
import { type Blocker, createBlockerSearch, isRefusedDelete } from '../../../ui/records/related/blockers';
import { connect, settle } from '../../backend/connect';
import { type Call, type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';

const list = 'GET /api/collections/:collection/records';
const base = (id: string, ...schema: Collection['schema']): Collection => ({
  id: `id_${id}`,
  name: id,
  type: 'base',
  schema,
});
const to = (target: string, name: string, options: object = {}, required = false) => ({
  id: name,
  name,
  type: 'relation',
  required,
  options: { collectionId: `id_${target}`, maxSelect: 1, ...options },
});
const page = (items: object[], totalItems = items.length) => ({
  page: 1,
  perPage: 1,
  totalItems,
  totalPages: 1,
  items,
});
const orders = base('orders');
const shop = [
  orders,
  base('shipments', to('orders', 'order', {}, true)),
  base('lines', to('orders', 'order', { cascadeDelete: true })),
  base('parcels', to('lines', 'line', {}, true)),
];

let backend: FakeBackend;
/** The ids that each collection's filter finds. */
let found: Record<string, string[]>;

const text = ({ collectionName, fieldName, through, count, firstId }: Blocker) =>
  `${collectionName}.${fieldName} ${count} ${firstId}${through.length > 0 ? ` through ${through.join()}` : ''}`;

test.before.each(() => {
  resetDom();
  found = {};
  backend = fakeBackend({
    [list]: ({ params }: Call) => {
      const ids = found[params['collection'] ?? ''] ?? [];
      return page(
        ids.slice(0, 1).map((id) => ({ id })),
        ids.length,
      );
    },
  });
  connect(backend);
  collections.state.all = ref(shop);
});

/** The relations are counted one after the other. */
async function eventuallyIdle(): Promise<void> {
  for (let calls = -1; calls !== backend.calls.length; await settle()) calls = backend.calls.length;
}

async function start() {
  const search = createBlockerSearch('id_orders', 'R');
  const close = search.open();
  await eventuallyIdle();
  return { ...search, close };
}

test('the required relations tell what needs the record, the nearest first', async () => {
  found = { id_shipments: ['s1', 's2'], id_parcels: ['p1'] };
  const { state, close } = await start();
  assert.equal(state.blockers.map(text), ['shipments.order 2 s1', 'parcels.line 1 p1 through lines']);
  assert.equal([state.isDone, state.hasGaps], [true, false]);
  close();
});

test('a blocker behind the first forty relations is found, and then no more are counted', async () => {
  const many = Array.from({ length: 100 }, (_, at) => base(`many${at}`, to('orders', 'order', {}, true)));
  collections.state.all = ref([orders, ...many]);
  found = { id_many60: ['m1'], id_many99: ['m2'] };
  const { state, close } = await start();
  assert.equal(state.blockers.map(text), ['many60.order 1 m1']);
  // Two are counted at a time.
  assert.ok(backend.callsTo(list).length <= 62, String(backend.callsTo(list).length));
  close();
});

test('a relation that cannot be counted is a gap', async () => {
  backend.answer(list, failure(500, 'No.'));
  const { state, close } = await start();
  assert.equal([state.hasGaps, state.blockers], [true, []]);
  close();
});

test('two relations are counted at a time, and closing ends the search', async () => {
  collections.state.all = ref([
    orders,
    ...Array.from({ length: 5 }, (_, at) => base(`c${at}`, to('orders', 'order', {}, true))),
  ]);
  const release = backend.hold(list);
  const { close } = await start();
  assert.is(backend.calls.length, 2);
  close();
  release();
  await eventuallyIdle();
  assert.is(backend.calls.length, 2);
});

for (const [name, error, is] of [
  ['a refusal without a reason', { status: 400, isOwn: true }, true],
  ['a refusal of a field', { status: 400, isOwn: true, fields: { a: { code: 'x', message: 'y' } } }, false],
  ['a proxy', { status: 400, isOwn: false }, false],
  ['a missing record', { status: 404, isOwn: true }, false],
] as const) {
  test(`${name} is ${is ? '' : 'not '}explained`, () => {
    assert.is(isRefusedDelete(new ApiError({ kind: 'refused', url: '', message: '', ...error })), is);
  });
}

test.run();
