// Tests what the app keeps before a delete, and what it asks when it cannot keep it.
import '../../support/dom';
import 'fake-indexeddb/auto';
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ref } from 'valtio/vanilla';
import type { Collection } from '../../../ui/model/collection';
import * as collections from '../../../ui/page/collections';
import * as confirm from '../../../ui/page/confirm';
import * as session from '../../../ui/page/session/session';
import * as toasts from '../../../ui/page/toasts';
import * as history from '../../../ui/records/history/history';
import { keepCollection, keepRecords } from '../../../ui/records/history/keeping';
import type { ActKind } from '../../../ui/records/history/plan/act';
import { undo } from '../../../ui/records/history/undo';
import { connect, settle } from '../../backend/connect';
import { type Call, type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { eventually } from '../../support/eventually';
import { field } from '../../support/fields';
import { admin, adminToken, listOf } from '../../support/samples';

const listRoute = 'GET /api/collections';
const rowsRoute = 'GET /api/collections/:collection/records';

const orders: Collection = { id: 'orders', name: 'orders', type: 'base', schema: [] };
const lines: Collection = {
  id: 'lines',
  name: 'lines',
  type: 'base',
  schema: [field('relation', 'order', { collectionId: 'orders', maxSelect: 1, cascadeDelete: true })],
};
const order = { id: 'o1' };
const line = { id: 'l1', order: 'o1' };

let backend: FakeBackend;
let isDeleted = false;

test.before.each(() => {
  session.begin({ token: adminToken(), admin });
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
  await history.empty();
  toasts.state.items = [];
  collections.forget();
  session.end();
  resetDom();
});

const begin = (kind: ActKind = 'delete') =>
  history.begin({ kind, verb: kind === 'save' ? 'Save' : 'Delete', title: 'o1', collection: orders });

/** Deletes the order. Returns the ids of all that is kept. */
async function keptOf(): Promise<string[]> {
  const act = begin();
  assert.is(await keepRecords(orders, ['o1'], act), true);
  isDeleted = true;
  await act.close();
  return (await history.read(act.id))?.parts.filter(({ before }) => before).map(({ id }) => id) ?? [];
}

test('nothing is stored of an act that is discarded', async () => {
  const act = begin();
  assert.is(await keepRecords(orders, ['o1'], act), true);
  await act.discard();
  await history.load();
  assert.equal(history.state.acts, []);
});

test('a cascade of a collection that is new to the page is kept', async () => {
  assert.equal((await keptOf()).sort(), ['l1', 'o1']);
  assert.ok(collections.find('lines'), 'the question can name it');
});

test('the known collections serve if their list is refused', async () => {
  Object.assign(collections.state, { all: ref([orders, lines]) });
  backend.answer(listRoute, failure(500, 'No list.'));
  assert.equal((await keptOf()).sort(), ['l1', 'o1']);
  assert.equal(toasts.state.items, []);
});

test('the known collections serve if their list comes late', async () => {
  Object.assign(collections.state, { all: ref([orders, lines]) });
  mock.timers.enable({ apis: ['setTimeout'] });
  const release = backend.hold(listRoute);
  const act = begin();
  let isKept: boolean | null = null;
  void keepRecords(orders, ['o1'], act).then((kept) => {
    isKept = kept;
  });
  await settle();
  assert.is(isKept, null);
  mock.timers.tick(2_000);
  await eventually(() => isKept, true);
  release();
  await act.discard();
});

test('a collection is kept as it is now, with a field that another person added', async () => {
  const added = field('text', 'note');
  backend.answer(listRoute, listOf([{ ...orders, schema: [added], updated: '2026-01-02' }]));
  const act = await keepCollection(orders);
  await act?.close();
  const [kept] = (await history.read(act?.id ?? ''))?.act.collections ?? [];
  assert.equal([kept?.id, kept?.schema.map(({ name }) => name)], ['orders', ['note']]);
});

for (const [what, kind, isOff, question] of [
  [
    'a delete',
    'delete',
    false,
    'This can be undone only right away: this browser has no room to keep it. Delete anyway?',
  ],
  ['a save', 'save', false, null],
  ['a delete with the history turned off', 'delete', true, null],
] as const) {
  test(`without room, ${what} ${question ? 'asks' : 'does not ask'}, and its message can undo it`, async () => {
    if (isOff) await history.setKeptDays(0);
    const full = mock.method(IDBObjectStore.prototype, 'put', () => {
      throw new DOMException('Full.', 'QuotaExceededError');
    });
    const act = begin(kind);
    const before = { record: { id: 'o1' } as never, sources: {} };
    const adding = act.add({
      parts: [{ collectionId: 'orders', id: 'o1', name: 'o1', before, after: 'gone' }],
    });
    if (question) await eventually(() => confirm.state.question?.text ?? '', question);
    await confirm.yes();
    assert.is(await adding, true);
    await act.close();
    full.mock.restore();
    backend.answer(rowsRoute, listOf([]));
    backend.answer('GET /api/collections', listOf([orders], 200));
    backend.answer('POST /api/collections/:collection/records', order);
    await undo([act.id]);
    assert.equal(
      toasts.state.items.map(({ message }) => message),
      ['The record is back.'],
    );
    await history.setKeptDays(30);
    assert.equal(
      history.state.acts.filter(({ id }) => id === act.id),
      [],
    );
  });
}

test('when the room ends during an act, its message can undo all of it, with the files stored before', async () => {
  const act = begin('save');
  const before = { record: { id: 'o1' } as never, sources: {} };
  const add = (id: string) =>
    act.add({
      parts: [{ collectionId: 'orders', id, name: id, before, after: null }],
      files: [{ recordId: id, name: `${id}.txt`, content: new Blob([id]) }],
    });
  await add('o1');
  const full = mock.method(IDBObjectStore.prototype, 'put', () => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  await add('o2');
  full.mock.restore();
  await act.close();
  const { parts = [], files = [] } = (await history.read(act.id)) ?? {};
  assert.equal(
    [parts.map(({ id }) => id), files.map(({ name }) => name), act.isKept()],
    [['o1', 'o2'], ['o1.txt', 'o2.txt'], false],
  );
});

test('a No to the question keeps the record', async () => {
  backend.answer(rowsRoute, failure(500, 'No rows.'));
  const keeping = keepRecords(orders, ['o1'], begin());
  await eventually(() => confirm.state.question?.text, 'This cannot be undone: No rows. Delete anyway?');
  confirm.no();
  assert.is(await keeping, false);
});

test.run();
