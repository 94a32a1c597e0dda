import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ref } from 'valtio/vanilla';
import type { Collection } from '../../../ui/model/collection';
import * as collections from '../../../ui/page/collections';
import { canBeUsed, createUsedBy, usedByDetails } from '../../../ui/records/related/usedBy';
import { connect, settle } from '../../backend/connect';
import { type Call, type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';

const list = 'GET /api/collections/:collection/records';
const base = (id: string, ...schema: Collection['schema']): Collection => ({
  id,
  name: id,
  type: 'base',
  schema,
});
const to = (target: string, name: string, options: object = {}, required = false) => ({
  id: name,
  name,
  type: 'relation',
  required,
  options: { collectionId: target, maxSelect: 1, ...options },
});
const total = (totalItems: number) => ({ page: 1, perPage: 1, totalItems, totalPages: 1, items: [] });

let backend: FakeBackend;
let counts: Record<string, number>;

const orders = base('orders');
const shop = [
  orders,
  base('shipments', to('orders', 'order', {}, true)),
  base('lines', to('orders', 'order', { cascadeDelete: true })),
  base('reviews', to('orders', 'order')),
  base('batches', to('orders', 'orders', { maxSelect: 9 }, true)),
];
const asked = () =>
  backend.callsTo(list).map(({ params, query }) => `${params['collection']}: ${query['filter']}`);
const shown = ({ state }: ReturnType<typeof createUsedBy>) =>
  state.rows.map(({ collection, count, effects }) =>
    [collection.name, String(count), effects?.map(({ effect }) => effect).join('+')]
      .filter(Boolean)
      .join(' '),
  );

test.before.each(() => {
  resetDom();
  counts = { shipments: 1, lines: 12, reviews: 4, batches: 0 };
  backend = fakeBackend({ [list]: ({ params }: Call) => total(counts[params['collection'] ?? ''] ?? 1) });
  connect(backend);
  collections.state.all = ref(shop);
});
test.after.each(() => mock.timers.reset());

for (const [batches, said, last] of [
  [0, 'batches 0', 'reviews: order = "R"'],
  // A list of values is counted by its length, too.
  [2, 'batches 2 blocks', 'batches: orders.id ?= "R" && orders:length = 1'],
] as const) {
  test(`counts each relation, and what tells its effect only if it has records: ${said}`, async () => {
    counts['batches'] = batches;
    const used = createUsedBy('orders', 'R');
    await settle();
    assert.equal([backend.calls.length, used.state.rows.length], [0, 0], 'not before the list is shown');
    const close = used.open();
    assert.is(used.state.total.isCounting, true);
    await settle();
    await settle();
    assert.equal(shown(used).toSorted(), [said, 'lines 12 deleted', 'reviews 4 loses', 'shipments 1 blocks']);
    assert.equal(used.state.total, { count: 17 + batches, isWhole: true, isCounting: false });
    assert.equal(asked().slice(0, 4), [
      'shipments: order = "R"',
      'batches: orders.id ?= "R"',
      'lines: order = "R"',
      'reviews: order = "R"',
    ]);
    assert.is(asked().at(-1), last);
    close();
  });
}

test('two counts run at a time, and closing cancels them', async () => {
  const release = backend.hold(list);
  const close = createUsedBy('orders', 'R').open();
  await settle();
  assert.is(backend.calls.length, 2);
  close();
  await settle();
  assert.ok(backend.calls.every(({ signal }) => signal?.aborted));
  release();
  await settle();
  assert.is(backend.calls.length, 2, 'no other count begins');
});

test('a failed count is not 0, and is counted again alone', async () => {
  backend.answer(list, ({ params }: Call) =>
    params['collection'] === 'lines' ? failure(500, 'No.') : total(1),
  );
  const used = createUsedBy('orders', 'R');
  const close = used.open();
  await settle();
  await settle();
  const lines = used.state.rows.find(({ collection }) => collection.name === 'lines');
  assert.equal([lines?.count, lines?.hasFailed, lines?.effects], ['unknown', true, null]);
  assert.is(used.state.total.isWhole, false);
  const before = backend.calls.length;
  backend.answer(list, () => total(12));
  used.retry(lines?.key ?? '');
  await settle();
  assert.is(backend.calls.length, before + 1);
  const again = used.state.rows.find(({ collection }) => collection.name === 'lines');
  assert.equal([again?.count, again?.hasFailed], [12, false]);
  close();
});

test('of many relations the first 30 are counted, the others on demand', async () => {
  const many = Array.from({ length: 42 }, (_, at) => base(`c${at}`, to('orders', 'order')));
  collections.state.all = ref([orders, ...many]);
  const used = createUsedBy('orders', 'R');
  const close = used.open();
  for (let turn = 0; turn < 20; turn += 1) await settle();
  assert.equal([backend.calls.length, used.state.rows.length, used.state.uncounted], [30, 30, 12]);
  assert.equal(used.state.total, { count: 30, isWhole: false, isCounting: false });
  used.countMore();
  for (let turn = 0; turn < 20; turn += 1) await settle();
  assert.equal([backend.calls.length, used.state.uncounted], [42, 0]);
  assert.equal(used.state.total, { count: 42, isWhole: true, isCounting: false });
  close();
});

test('a collection that no relation points to is not used', () => {
  assert.is(canBeUsed(orders), true);
  assert.is(canBeUsed(base('reviews')), false);
});

test('several records are counted together, very many not at all', async () => {
  usedByDetails(orders, ['a', 'b']).more?.(() => {})();
  assert.is(asked()[0], 'shipments: (order = "a" || order = "b")');
  const many = Array.from({ length: 21 }, (_, at) => `r${at}`);
  assert.equal(Object.keys(usedByDetails(orders, many)), []);
});

test('a question counts a relation that comes while it is open', async () => {
  collections.state.all = ref([orders]);
  const told: string[] = [];
  const stop = usedByDetails(orders, ['R']).more?.((text) => told.push(text));
  await settle();
  assert.equal(told, [], 'nothing is expected');
  collections.state.all = ref([orders, ...shop.filter(({ id }) => id === 'lines')]);
  await settle();
  await settle();
  assert.is(told.at(-1), '12 records of lines are deleted too.');
  stop?.();
});

test.run();
