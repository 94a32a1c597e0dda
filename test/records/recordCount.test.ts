import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRecordCount } from '../../ui/records/recordCount';
import { connect, settle } from '../backend/connect';
import { type FakeBackend, fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';
import { listOf } from '../support/samples';

const route = 'GET /api/collections/:collection/records';
let backend: FakeBackend;
let count: ReturnType<typeof createRecordCount>;

const state = () => [count.state.total, count.state.status];

test.before.each(() => {
  resetDom();
  mock.timers.enable({ apis: ['setTimeout'] });
  backend = fakeBackend({ [route]: { ...listOf([]), totalItems: 95 } });
  connect(backend, 't');
  count = createRecordCount();
});
test.after.each(() => mock.timers.reset());

test('a filter is counted; a total from the rows needs no call, and no running count replaces it', async () => {
  const counting = count.count('posts', 'title = "x"');
  assert.equal(state(), [null, 'counting']);
  await counting;
  assert.equal(state(), [95, 'counted']);
  assert.is(backend.calls[0]?.query['filter'], 'title = "x"');
  const release = backend.hold(route);
  const older = count.count('posts', '');
  count.know(3);
  release();
  await older;
  assert.equal([state(), backend.calls.length], [[3, 'counted'], 2]);
});

test('a count of over 2 seconds can be stopped; then that collection is counted on request only', async () => {
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
  assert.equal([state(), backend.calls.length], [[null, 'onDemand'], 1]);
  await count.count('users', '');
  assert.equal(state(), [95, 'counted'], 'another one is not slow');
  await count.count('posts', '', { isAsked: true });
  assert.equal(state(), [95, 'counted']);
  await count.count('posts', '');
  assert.equal(state(), [95, 'counted'], 'it was fast again');
});

test('a newer count and a reset cancel the older one', async () => {
  const release = backend.hold(route);
  const older = count.count('posts', '');
  const newer = count.count('users', '');
  count.reset();
  release();
  await Promise.all([older, newer]);
  await settle();
  assert.is(backend.calls[0]?.signal?.aborted, true);
  assert.equal(state(), [null, 'counting']);
});

test.run();
