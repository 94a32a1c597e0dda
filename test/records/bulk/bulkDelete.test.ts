import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ref } from 'valtio/vanilla';
import type { Collection } from '../../../ui/model/collection';
import * as collections from '../../../ui/page/collections';
import * as confirm from '../../../ui/page/confirm';
import * as unsaved from '../../../ui/page/forms/unsaved';
import * as environment from '../../../ui/page/session/environment';
import * as environmentName from '../../../ui/page/session/environmentName';
import * as session from '../../../ui/page/session/session';
import * as writeLock from '../../../ui/page/session/writeLock';
import * as toasts from '../../../ui/page/toasts';
import { type BulkDelete, createBulkDelete } from '../../../ui/records/bulk/bulkDelete';
import * as history from '../../../ui/records/history/history';
import { settle } from '../../backend/connect';
import { type Call, type FakeBackend, failure, fakeBackend, json } from '../../support/backend';
import { eventually } from '../../support/eventually';
import { admin, adminToken, listOf, postsCollection } from '../../support/samples';
import { signIn, signOut } from '../history/historyScene';

// Nothing is kept: test/records/history tells what a delete reads before it.
history.state.keptDays = 0;

const removeRoute = 'DELETE /api/collections/:collection/records/:id';
const refreshRoute = 'POST /api/admins/auth-refresh';
const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const posts = postsCollection as Collection;

let backend: FakeBackend;
let bulk: BulkDelete;

const asked = () => backend.callsTo(removeRoute).map(({ params }) => params['id']);
const shownToasts = () => toasts.state.items.map(({ message }) => message);
const idOf = ({ params }: Call) => params['id'] ?? '';

/** Runs the delete, and answers the question with Yes. */
async function runAll(given: readonly string[] = ids): Promise<boolean> {
  const running = bulk.run(posts, given);
  await settle();
  await confirm.yes();
  return running;
}

test.before.each(() => {
  backend = fakeBackend({
    [removeRoute]: json(204, null),
    // The record of a refused delete exists.
    'GET /api/collections/:collection/records/:id': (call: Call) => ({
      id: idOf(call),
      collectionId: posts.id,
      collectionName: posts.name,
    }),
    'GET /api/backups': [],
  });
  signIn(backend);
  bulk = createBulkDelete();
  mock.method(console, 'error', () => {});
});
test.after.each(() => {
  signOut();
});

for (const [count, said] of [
  [1, 'This deletes 1 record.'],
  [1200, 'This deletes 1,200 records.'],
] as const) {
  test(`nothing is deleted before the answer, and nothing after No: ${said}`, async () => {
    const running = bulk.run(
      posts,
      Array.from({ length: count }, (_, at) => `r${at}`),
    );
    await settle();
    const [question, extent] = confirm.state.question?.text.split('\n') ?? [];
    assert.equal([question, extent], ['Do you really want to delete the selected record(s)?', said]);
    confirm.no();
    assert.is(await running, false);
    assert.equal(asked(), []);
  });
}

test('the ids of the question are deleted, whatever is selected meanwhile', async () => {
  const selected = ['a', 'b'];
  const running = bulk.run(posts, selected);
  selected.push('c');
  await settle();
  await confirm.yes();
  assert.is(await running, true);
  assert.equal(asked(), ['a', 'b']);
  assert.equal(shownToasts(), ['Successfully deleted the selected record(s).']);
});

test('a delete that began while writes were open ends, also after a second question', async () => {
  let now = Date.now();
  mock.method(Date, 'now', () => now);
  environment.open();
  environmentName.save({ name: 'Production', colour: 'red', locks: true, appName: '' });
  writeLock.unlock();
  // The records cannot be read for the history.
  history.state.keptDays = 30;
  const running = runAll();
  for (let turn = 0; turn < 30; turn += 1) await settle();
  assert.match(confirm.state.question?.text ?? '', /^This cannot be undone: .* Delete anyway\?$/);
  now += 11 * 60_000;
  assert.is(writeLock.isLocked(), false, 'the run keeps writes open');
  await confirm.yes();
  assert.is(await running, true);
  assert.equal(asked(), ids);
  assert.equal([writeLock.state.question, writeLock.state.runs], [null, 0]);

  // One question asks about the delete and the lock.
  const another = bulk.run(posts, ids);
  await settle();
  assert.ok(confirm.state.question && confirm.unlocks(confirm.state.question));
  confirm.no();
  assert.equal([await another, writeLock.isLocked()], [false, true]);
  const last = runAll();
  for (let turn = 0; turn < 30; turn += 1) await settle();
  assert.is(writeLock.isLocked(), false, 'Yes has unlocked');
  confirm.no();
  assert.is(await last, false);
  assert.equal(asked(), ids);
  writeLock.lockHere();
  history.state.keptDays = 0;
  environmentName.drop();
});

test('without storage the question says how long Undo is offered, and Undo asks nothing more', async () => {
  history.state.keptDays = 30;
  const rows = () =>
    asked().length > 0 ? [] : [{ id: 'a', collectionId: posts.id, collectionName: posts.name }];
  backend.answer('GET /api/collections', () => listOf([posts], 200));
  backend.answer('GET /api/collections/:collection/records', () => listOf(rows()));
  backend.answer('POST /api/collections/:collection/records', { id: 'a', collectionId: posts.id });
  // It has all fields, so the short response lacks none of what was sent.
  backend.answer('GET /api/collections/:collection', posts);
  const running = runAll(['a']);
  await eventually(
    () => confirm.state.question?.text,
    'This can be undone only right away: browser storage is off. Delete anyway?',
  );
  await confirm.yes();
  assert.is(await running, true);
  toasts.state.items[0]?.action?.run();
  await eventually(() => shownToasts().at(-1), 'The record is back.');
  assert.is(confirm.state.question, null);
  history.state.keptDays = 0;
});

test('each failed record is kept with its reason, and only those are retried', async () => {
  backend.answer(removeRoute, (call: Call) =>
    idOf(call) === 'c' ? failure(400, 'It is required by a receipt.') : json(204, null),
  );
  assert.is(await runAll(), true);
  assert.equal(bulk.state.failed, [{ id: 'c', reason: 'It is required by a receipt.' }]);
  assert.equal(shownToasts(), ['Deleted 5 of 6.']);

  backend.answer(removeRoute, json(204, null));
  assert.is(await bulk.retry(), true);
  assert.equal(asked(), [...ids, 'c']);
  assert.is(bulk.state.failed, null);
});

test('refused deletes are explained, the first 20 of them', async () => {
  const relation = { id: 'r', name: 'post', type: 'relation', required: true };
  const receipts = {
    id: 'receipts',
    name: 'receipts',
    type: 'base',
    schema: [{ ...relation, options: { collectionId: posts.id, maxSelect: 1 } }],
  };
  collections.state.all = ref([posts, receipts]);
  const found = { page: 1, perPage: 1, totalItems: 2, totalPages: 2, items: [{ id: 'r1' }] };
  backend.answer('GET /api/collections/:collection/records', found);
  const many = Array.from({ length: 30 }, (_, at) => `p${String(at).padStart(2, '0')}`);
  // The first one fails for a reason of its own.
  backend.answer(removeRoute, (call: Call) => failure(idOf(call) === 'p00' ? 500 : 400, 'No.'));
  await runAll(many);
  for (let turn = 0; turn < 30; turn += 1) await settle();
  const explained = [...bulk.state.blockers.keys()].sort();
  assert.is(bulk.state.failed?.length, 30);
  assert.equal(explained, many.slice(1, 21));
  const [blocker] = bulk.state.blockers.values();
  assert.equal([blocker?.collectionName, blocker?.fieldName, blocker?.count], ['receipts', 'post', 2]);
  bulk.dismiss();
  collections.forget();
});

test('a record that somebody else has deleted counts as deleted', async () => {
  backend.answer(removeRoute, failure(404, "The requested resource wasn't found."));
  assert.is(await runAll(), true);
  assert.equal(shownToasts(), ['Successfully deleted the selected record(s).']);
});

test('if the session ends, the run waits for the next sign-in, and nothing is asked as a guest', async () => {
  const isIn = () => session.token() !== '';
  let isOver = false;
  backend.answer(removeRoute, (call: Call) => {
    if (idOf(call) === 'c' && !isOver) isOver = true;
    return isOver && idOf(call) !== 'a' ? failure(403, 'Only admins.') : json(204, null);
  });
  backend.answer(refreshRoute, failure(401, 'No.'));
  const release = bulk.hold();
  const running = runAll([...ids, 'g', 'h', 'i', 'j', 'k']);
  for (let turn = 0; turn < 30; turn += 1) await settle();
  assert.equal([bulk.write.isRunning, bulk.state.failed, isIn()], [true, null, false]);
  assert.is(unsaved.holdsScreen(), true, 'the screen stays');
  assert.is(unsaved.hasAny(), false, 'nothing typed would be lost');
  assert.ok(asked().length <= 6, `${asked()}: nothing is asked as a guest`);

  isOver = false;
  backend.answer(removeRoute, json(204, null));
  session.begin({ admin, token: adminToken() });
  assert.is(await running, true);
  assert.equal([...new Set(asked())].sort(), [...'abcdefghijk']);
  assert.equal(shownToasts(), ['Successfully deleted the selected record(s).']);
  assert.is(unsaved.holdsScreen(), false);
  release();
});

for (const deleted of [0, 4]) {
  test(`Stop lets the running calls finish and starts no other: ${deleted} of 6`, async () => {
    backend.answer(removeRoute, async () => {
      await settle();
      return json(204, null);
    });
    const running = bulk.run(posts, ids);
    await settle();
    await confirm.yes();
    while (deleted === 0 ? !bulk.write.isRunning : asked().length < deleted) await Promise.resolve();
    bulk.stop();
    assert.is(await running, deleted > 0);
    assert.equal([asked(), bulk.write.isRunning], [ids.slice(0, deleted), false]);
    assert.equal(shownToasts(), [`Deleted ${deleted} of 6.`]);
  });
}

test.run();
