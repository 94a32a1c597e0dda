import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ref } from 'valtio/vanilla';
import { ApiError } from '../../../ui/api/ApiError';
import type { Collection } from '../../../ui/model/collection';
import * as collections from '../../../ui/state/collections';
import {
  type Blocker,
  createBlockerSearch,
  findBlockers,
  isRefusedDelete,
} from '../../../ui/state/records/blockers';
import { connect, settle } from '../../api/connect';
import { type Call, type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';

const list = 'GET /api/collections/:collection/records';
const logs = 'GET /api/logs';
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
const logOf = (details: unknown) => ({
  id: 'log',
  created: '2026-11-23 10:00:00.000Z',
  level: 8,
  message: 'DELETE',
  data: { details },
});
const reason = (id: string, name: string) =>
  `the record cannot be deleted because it is part of a required reference in record ${id} (${name} collection)`;

const orders = base('orders');
const shop = [
  orders,
  base('shipments', to('orders', 'order', {}, true)),
  base('lines', to('orders', 'order', { cascadeDelete: true })),
  base('parcels', to('lines', 'line', {}, true)),
];

let backend: FakeBackend;
/** The ids that each collection's filter finds; the filter of one id finds that id. */
let found: Record<string, string[]>;

const text = ({ collectionName, fieldName, through, count, firstId }: Blocker) =>
  `${collectionName}.${fieldName} ${count} ${firstId}${through.length > 0 ? ` through ${through.join()}` : ''}`;

test.before.each(() => {
  resetDom();
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  found = {};
  backend = fakeBackend({
    [list]: ({ params, query }: Call) => {
      const [, one] = /^id="(.*)"$/.exec(query['filter'] ?? '') ?? [];
      if (one !== undefined) return page(one === 'gone' ? [] : [{ id: one }]);
      const ids = found[params['collection'] ?? ''] ?? [];
      return page(
        ids.slice(0, 1).map((id) => ({ id })),
        ids.length,
      );
    },
    [logs]: page([]),
  });
  connect(backend);
  collections.state.all = ref(shop);
});
test.after.each(() => mock.timers.reset());

async function pass(ms: number): Promise<void> {
  mock.timers.tick(ms);
  for (let turn = 0; turn < 4; turn += 1) await settle();
}
/** The relations are counted one after the other. */
async function eventuallyIdle(): Promise<void> {
  for (let calls = -1; calls !== backend.calls.length; await settle()) calls = backend.calls.length;
}

async function start(id = 'R') {
  const search = createBlockerSearch('id_orders', id, Date.now());
  const close = search.open();
  await pass(0);
  return { ...search, close };
}

test('the relations tell first, the log is asked after 3.3 and 4.5 seconds', async () => {
  found = { id_shipments: ['s1', 's2'], id_parcels: ['p1'] };
  const { state, close } = await start();
  assert.equal(state.blockers.map(text), ['shipments.order 2 s1', 'parcels.line 1 p1 through lines']);
  assert.is(state.status, 'log');
  await pass(3299);
  assert.is(backend.callsTo(logs).length, 0);
  await pass(1);
  assert.is(backend.callsTo(logs).length, 1);
  assert.equal(backend.callsTo(logs)[0]?.query, {
    filter: 'data.url ~ "/R" && data.details ~ "required reference"',
    sort: '-rowid',
    page: '1',
    perPage: '1',
    skipTotal: '1',
  });
  await pass(1200);
  assert.is(backend.callsTo(logs).length, 2);
  assert.equal([state.status, state.hasGaps], ['done', false]);
  assert.equal(state.blockers.map(text), ['shipments.order 2 s1', 'parcels.line 1 p1 through lines']);
  close();
});

test('a blocker behind the first forty relations is found, and then no more are counted', async () => {
  const many = Array.from({ length: 100 }, (_, at) => base(`many${at}`, to('orders', 'order', {}, true)));
  collections.state.all = ref([orders, ...many]);
  found = { id_many60: ['m1'], id_many99: ['m2'] };
  const { state, close } = await start();
  await eventuallyIdle();
  assert.equal(state.blockers.map(text), ['many60.order 1 m1']);
  // Two are counted at a time.
  assert.ok(backend.callsTo(list).length <= 62, String(backend.callsTo(list).length));
  close();
});

for (const [what, found1, named, blockers] of [
  ['wins if it names another collection', { id_shipments: ['s1'] }, ['p9', 'parcels'], ['parcels.line 1 p9']],
  [
    'puts the one that it names first',
    { id_shipments: ['s1'], id_parcels: ['p1', 'p9'] },
    ['p9', 'parcels'],
    ['parcels.line 2 p1 through lines', 'shipments.order 1 s1'],
  ],
  ['alone may tell it', {}, ['s7', 'shipments'], ['shipments.order 1 s7']],
] as const) {
  test(`the log ${what}`, async () => {
    found = structuredClone(found1) as unknown as typeof found;
    backend.answer(logs, page([logOf(reason(named[0], named[1]))]));
    const { state, close } = await start();
    await pass(3300);
    assert.equal([state.blockers.map(text), state.status], [blockers, 'done']);
    if (blockers.length === 1) assert.is(state.blockers[0]?.filter, `id="${named[0]}"`);
    close();
  });
}

const useless: [string, unknown][] = [
  ['an older refusal for a record that is gone', page([logOf(reason('gone', 'shipments'))])],
  ['a row of another shape', page([{ id: 7 }])],
  ['no list', { code: 1 }],
  ['an error', failure(400, 'The log is off.')],
];
for (const [name, answer] of useless) {
  test(`the log does not help: ${name}`, async () => {
    backend.answer(logs, answer as object);
    const { state, close } = await start();
    await pass(3300);
    await pass(1200);
    assert.equal([state.status, state.blockers, state.hasGaps], ['done', [], false]);
    close();
  });
}

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
  await pass(9000);
  assert.is(backend.calls.length, 2);
});

test('an id is searched in the log as the address has it', async () => {
  const { close } = await start('a%_(b');
  await pass(3300);
  const { filter = '' } = backend.callsTo(logs)[0]?.query ?? {};
  // Each byte is escaped, because the server would read `%` twice. `%` and `_` are no wildcards.
  assert.match(filter, 'data.url ~ "/\\%61\\%25\\%5f\\%28\\%62"');
  assert.match(backend.callsTo(list)[0]?.query['filter'] ?? '', 'order = "a%_(b"');
  close();
});

test('for many records each gets its first blocker, from the relations or the log', async () => {
  found = { id_shipments: ['s1'] };
  backend.answer(list, ({ params, query }: Call) => {
    if (query['filter'] === 'id="p9"') return page([{ id: 'p9' }]);
    const isFirst = params['collection'] === 'id_shipments' && query['filter'] === 'order = "a"';
    return page(isFirst ? [{ id: 's1' }] : []);
  });
  backend.answer(logs, ({ query }: Call) =>
    page(query['filter']?.includes('"/b"') ? [logOf(reason('p9', 'parcels'))] : []),
  );
  const told: string[] = [];
  const { signal } = new AbortController();
  const searching = findBlockers(orders, ['a', 'b'], Date.now(), signal, (id, one) => {
    told.push(`${id}: ${text(one)}`);
  });
  await pass(0);
  assert.equal(told, ['a: shipments.order 1 s1']);
  await pass(3300);
  await pass(1200);
  await pass(0);
  await searching;
  assert.equal(told, ['a: shipments.order 1 s1', 'b: parcels.line 1 p9']);
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
