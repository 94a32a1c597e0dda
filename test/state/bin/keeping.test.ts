// Keeping of deleted records, with the relations of the server, and put-backs of two tabs that meet.
import '../../support/dom';
import 'fake-indexeddb/auto';
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ref } from 'valtio/vanilla';
import type { Collection } from '../../../ui/model/collection';
import { createPutBackForm } from '../../../ui/screens/records/bin/putBackForm';
import * as bin from '../../../ui/state/bin/bin';
import { keepCollection, keepRecords } from '../../../ui/state/bin/keeping';
import { undo } from '../../../ui/state/bin/undo';
import * as collections from '../../../ui/state/collections';
import * as session from '../../../ui/state/session';
import * as toasts from '../../../ui/state/toasts';
import { connect, settle } from '../../api/connect';
import { type Call, type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { eventually } from '../../support/eventually';
import { admin, adminToken, listOf } from '../../support/samples';

const listRoute = 'GET /api/collections';
const rowsRoute = 'GET /api/collections/:collection/records';

const orders: Collection = { id: 'orders', name: 'orders', type: 'base', schema: [] };
const lines: Collection = {
  id: 'lines',
  name: 'lines',
  type: 'base',
  schema: [
    {
      id: 'f_order',
      name: 'order',
      type: 'relation',
      options: { collectionId: 'orders', maxSelect: 1, cascadeDelete: true },
    },
  ],
};
const order = { id: 'o1' };
const line = { id: 'l1', order: 'o1' };

let backend: FakeBackend;
let isDeleted = false;

test.before.each(() => {
  session.adopt({ token: adminToken(), admin });
  isDeleted = false;
  backend = fakeBackend({
    [listRoute]: listOf([orders, lines]),
    [rowsRoute]: ({ params }: Call) =>
      listOf(isDeleted ? [] : params['collection'] === 'lines' ? [line] : [order]),
  });
  connect(backend, adminToken());
  Object.assign(collections.state, { all: ref([orders]), isLoaded: true });
});
test.after.each(async () => {
  mock.timers.reset();
  await bin.empty();
  toasts.state.items = [];
  collections.forget();
  session.end();
  resetDom();
});

/** Deletes the order. Returns the ids of all that the bin holds. */
async function keptOf(): Promise<string[]> {
  const keeping = keepRecords(orders, ['o1']);
  assert.is(await keeping.prepare(), '');
  isDeleted = true;
  const content = await bin.content((await keeping.confirm(['o1'])) ?? '');
  return content?.records.map(({ answer }) => answer.record.id) ?? [];
}

test('nothing is kept when nothing is to be kept, or after a No', async () => {
  await bin.setKeptDays(0);
  const off = keepRecords(orders, ['o1']);
  assert.is(await off.prepare(), '');
  assert.is(await off.confirm([]), null);
  await bin.setKeptDays(30);
  const cancelled = keepRecords(orders, ['o1']);
  assert.is(await cancelled.prepare(), '');
  cancelled.cancel();
  await bin.load();
  assert.equal(bin.state.entries, []);
});

test('a cascade of a collection that is new to the page is kept', async () => {
  assert.equal(await keptOf(), ['o1', 'l1']);
  assert.ok(collections.find('lines'), 'the question can name it');
});

test('the known collections serve if their list is refused', async () => {
  Object.assign(collections.state, { all: ref([orders, lines]) });
  backend.answer(listRoute, failure(500, 'No list.'));
  assert.equal(await keptOf(), ['o1', 'l1']);
  assert.equal(toasts.state.items, []);
});

test('the known collections serve if their list comes late', async () => {
  Object.assign(collections.state, { all: ref([orders, lines]) });
  mock.timers.enable({ apis: ['setTimeout'] });
  const release = backend.hold(listRoute);
  const keeping = keepRecords(orders, ['o1']);
  let gap: string | null = null;
  void keeping.prepare().then((sentence) => {
    gap = sentence;
  });
  await settle();
  assert.is(gap, null);
  mock.timers.tick(2_000);
  await eventually(() => gap, '');
  release();
  keeping.cancel();
});

test('a collection is kept as it is now, with a field that another person added', async () => {
  const added = { id: 'f_note', name: 'note', type: 'text', options: {} } as const;
  backend.answer(listRoute, listOf([{ ...orders, schema: [added], updated: '2026-01-02' }]));
  const keeping = keepCollection(orders);
  assert.is(await keeping.prepare(), '');
  backend.answer('GET /api/collections/:collection', failure(404, 'Missing.'));
  const content = await bin.content((await keeping.confirm([])) ?? '');
  assert.equal(
    content?.collections.map(({ id, schema }) => [id, schema.map(({ name }) => name)]),
    [['orders', ['note']]],
  );
});

/** Deletes the order alone, and returns the entry of the bin. */
async function entryOf(): Promise<string> {
  backend.answer(rowsRoute, listOf([order]));
  const keeping = keepRecords(orders, ['o1']);
  await keeping.prepare();
  backend.answer(rowsRoute, listOf([]));
  return (await keeping.confirm(['o1'])) ?? '';
}

test('a put-back says so if another tab was faster', async () => {
  backend.answer(listRoute, listOf([orders]));
  const form = createPutBackForm({ entryIds: [await entryOf()] });
  await form.open();
  assert.equal([form.state.step, form.state.plan?.creates.length], ['plan', 1]);
  backend.answer(rowsRoute, listOf([order]));
  await form.send();
  assert.equal([form.state.step, form.state.wasBack], ['ended', true]);
});

test('a put-back that creates the record does not say that another tab was faster', async () => {
  backend.answer(listRoute, listOf([orders]));
  const form = createPutBackForm({ entryIds: [await entryOf()] });
  await form.open();
  backend.answer('POST /api/collections/:collection/records', () => {
    backend.answer(rowsRoute, listOf([order]));
    return order;
  });
  await form.send();
  assert.equal([form.state.step, form.state.wasBack], ['ended', false]);
});

test('Undo says so if another tab creates the record at the same time', async () => {
  backend.answer(listRoute, listOf([orders]));
  backend.answer('GET /api/collections/:collection', orders);
  const id = await entryOf();
  const data = {
    id: { code: 'validation_invalid_id', message: 'The model id is invalid or already exists.' },
  };
  backend.answer('POST /api/collections/:collection/records', () => {
    backend.answer(rowsRoute, listOf([order]));
    return failure(400, 'Failed to create record.', data);
  });
  await undo(id);
  assert.equal(
    toasts.state.items.map(({ message }) => message),
    ['This was put back already.'],
  );
});

test.run();
