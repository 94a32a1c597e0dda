import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ref } from 'valtio/vanilla';
import type { Collection } from '../../../ui/model/collection';
import { type BulkDelete, createBulkDelete } from '../../../ui/screens/records/bulkDelete';
import * as bin from '../../../ui/state/bin/bin';
import * as collections from '../../../ui/state/collections';
import * as confirm from '../../../ui/state/confirm';
import * as environment from '../../../ui/state/environment/environment';
import * as environmentName from '../../../ui/state/environment/environmentName';
import * as writeLock from '../../../ui/state/environment/writeLock';
import * as unsaved from '../../../ui/state/forms/unsaved';
import * as session from '../../../ui/state/session';
import * as toasts from '../../../ui/state/toasts';
import { settle } from '../../api/connect';
import { signIn, signOut } from '../../state/bin/binScene';
import { type Call, type FakeBackend, failure, fakeBackend, json } from '../../support/backend';
import { admin, adminToken, postsCollection } from '../../support/samples';

// The bin is off: test/state/bin/keeping.test.ts tells what a delete reads for it.
bin.state.keptDays = 0;

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
  backend = fakeBackend({ [removeRoute]: json(204, null), 'GET /api/backups': [] });
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
  // The records cannot be read for the bin.
  bin.state.keptDays = 30;
  const running = runAll();
  for (let turn = 0; turn < 30; turn += 1) await settle();
  assert.match(confirm.state.question?.text ?? '', /cannot be kept for undo: .* Delete anyway\?$/);
  now += 11 * 60_000;
  assert.is(writeLock.isLocked(), false, 'the run keeps writes open');
  await confirm.yes();
  assert.is(await running, true);
  assert.equal(asked(), ids);
  assert.equal([writeLock.state.question, writeLock.state.runs], [null, 0]);

  const another = runAll();
  await settle();
  assert.is(writeLock.state.question?.verb, 'delete');
  writeLock.lockHere();
  assert.is(await another, false);
  assert.equal(asked(), ids);
  bin.state.keptDays = 0;
  environmentName.drop();
});

test('each failed record is kept with its reason, and only those are retried', async () => {
  backend.answer(removeRoute, (call: Call) =>
    idOf(call) === 'c' ? failure(400, 'It is required by a receipt.') : json(204, null),
  );
  assert.is(await runAll(), true);
  assert.equal(bulk.state.failed, [{ id: 'c', reason: 'It is required by a receipt.' }]);
  assert.equal(shownToasts(), []);

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

test('a record that somebody else has deleted counts as deleted, but none of an expired session', async () => {
  backend.answer(removeRoute, failure(404, "The requested resource wasn't found."));
  assert.is(await runAll(), true);
  assert.equal(shownToasts(), ['Successfully deleted the selected record(s).']);
  toasts.closeAll();
  backend.answer(refreshRoute, failure(401, 'The request requires valid authorization token to be set.'));
  assert.is(await runAll(), false);
  assert.equal(
    bulk.state.failed,
    ids.map((id) => ({ id, reason: 'Your session has ended.' })),
  );
  assert.equal(shownToasts(), []);
});

test('if the session ends, the remaining records fail and can be retried after a sign-in', async () => {
  backend.answer(removeRoute, (call: Call) =>
    ['a', 'b'].includes(idOf(call)) ? json(204, null) : failure(403, 'Only admins.'),
  );
  backend.answer(refreshRoute, failure(401, 'No.'));
  const release = bulk.hold();
  const running = runAll([...ids, 'g', 'h', 'i', 'j', 'k']);
  await settle();
  await settle();
  assert.is(bulk.state.isRunning, false);
  assert.is(unsaved.holdsScreen(), true, 'the screen stays');
  assert.is(unsaved.hasAny(), false, 'nothing typed would be lost');
  assert.equal(bulk.state.failed?.map(({ id }) => id).sort(), [...'cdefghijk']);
  assert.equal([...new Set(bulk.state.failed?.map(({ reason }) => reason))], ['Your session has ended.']);
  assert.ok(asked().length <= 6, `${asked()}: nothing is asked as a guest`);

  session.adopt({ admin, token: adminToken() });
  assert.is(await running, true, 'the list is read again now');
  backend.answer(removeRoute, json(204, null));
  assert.is(await bulk.retry(), true);
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
    while (deleted === 0 ? !bulk.state.isRunning : asked().length === 0) await Promise.resolve();
    bulk.stop();
    assert.is(await running, deleted > 0);
    assert.equal([asked(), bulk.state.isRunning], [ids.slice(0, deleted), false]);
    assert.equal(shownToasts(), [`Deleted ${deleted} of 6.`]);
  });
}

test.run();
