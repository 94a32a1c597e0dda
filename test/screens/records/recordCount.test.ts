import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRecordCount, type RecordCount } from '../../../ui/screens/records/recordCount';
import * as toasts from '../../../ui/state/toasts';
import { connect, settle } from '../../api/connect';
import { type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { listOf } from '../../support/samples';

const route = 'GET /api/collections/:collection/records';
let backend: FakeBackend;
let count: RecordCount;

const state = () => [count.state.total, count.state.status];

test.before.each(() => {
  resetDom();
  mock.timers.enable({ apis: ['setTimeout'] });
  backend = fakeBackend({ [route]: { ...listOf([]), totalItems: 95 } });
  connect(backend, 't');
  count = createRecordCount();
});
test.after.each(() => mock.timers.reset());

test('the total is unknown at first', () => {
  assert.equal(state(), [null, 'counting']);
});

test('a total known from the rows needs no call', () => {
  count.know(7);
  assert.equal(state(), [7, 'counted']);
  assert.is(backend.calls.length, 0);
});

test('the records that match a filter are counted', async () => {
  const counting = count.count('posts', 'title = "x"');
  assert.equal(state(), [null, 'counting']);
  await counting;
  assert.equal(state(), [95, 'counted']);
  assert.is(backend.calls[0]?.query['filter'], 'title = "x"');
});

test('a count of over 2 seconds can be stopped, and the next one runs only on request', async () => {
  const release = backend.hold(route);
  const counting = count.count('posts', '');
  mock.timers.tick(1_999);
  assert.equal(state(), [null, 'counting']);
  mock.timers.tick(1);
  assert.equal(state(), [null, 'long']);
  count.stop();
  assert.equal(state(), [null, 'stopped']);
  await counting;
  assert.is(backend.calls[0]?.signal?.aborted, true);
  release();

  await count.count('posts', '');
  assert.equal(state(), [null, 'onDemand']);
  assert.is(backend.calls.length, 1);
  await count.count('posts', '', { isAsked: true });
  assert.equal(state(), [95, 'counted']);
});

test('a long count that is not stopped shows its total', async () => {
  const release = backend.hold(route);
  const counting = count.count('posts', '');
  mock.timers.tick(2_000);
  release();
  await counting;
  assert.equal(state(), [95, 'counted']);
  await count.count('posts', '');
  assert.equal(state(), [null, 'onDemand']);
});

test('a collection whose count is fast again is counted automatically again', async () => {
  const release = backend.hold(route);
  const counting = count.count('posts', '');
  mock.timers.tick(2_000);
  release();
  await counting;
  await count.count('posts', '', { isAsked: true });
  await count.count('posts', '');
  assert.equal(state(), [95, 'counted']);
});

test('a slow collection does not affect another', async () => {
  backend.hold(route);
  void count.count('posts', '');
  mock.timers.tick(2_000);
  count.stop();
  backend.hold(route)();
  await count.count('users', '');
  assert.equal(state(), [95, 'counted']);
});

test('a newer count cancels the older one', async () => {
  const release = backend.hold(route);
  const older = count.count('posts', '');
  const newer = count.count('users', '');
  release();
  await Promise.all([older, newer]);
  assert.is(backend.calls[0]?.signal?.aborted, true);
  assert.equal(state(), [95, 'counted']);
});

test('a total from the rows is not overwritten by a running count', async () => {
  const release = backend.hold(route);
  const counting = count.count('posts', '');
  count.know(3);
  release();
  await counting;
  assert.equal(state(), [3, 'counted']);
});

test('a failed count is shown in place, without a toast', async () => {
  backend.answer(route, failure(500, 'Too slow.'));
  await count.count('posts', '');
  assert.equal(state(), [null, 'failed']);
  assert.equal(toasts.state.items, []);
});

test('a reset clears the total and ignores a running count', async () => {
  const release = backend.hold(route);
  const counting = count.count('posts', '');
  count.reset();
  release();
  await counting;
  await settle();
  assert.equal(state(), [null, 'counting']);
});

test.run();
