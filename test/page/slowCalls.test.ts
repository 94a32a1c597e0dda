import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from '../../ui/backend/client';
import * as health from '../../ui/backend/health';
import { upload } from '../../ui/backend/upload';
import * as waiting from '../../ui/page/slowCalls';
import { connect, settle } from '../backend/connect';
import { type FakeBackend, fakeBackend, networkError } from '../support/backend';
import { resetDom } from '../support/dom';

let stop: () => void;
let respond: (() => void)[] = [];

/** Each request waits until the test responds to the oldest one. */
function connectSlowly(answer: Parameters<FakeBackend['answer']>[1] = {}): void {
  const backend = fakeBackend({ 'GET /api/a': answer, 'PATCH /api/a': answer, 'GET /api/health': answer });
  connect({
    ...backend,
    fetch: async (...call) => {
      await new Promise<void>((resolve) => respond.push(resolve));
      return backend.fetch(...call);
    },
  });
}

async function respondToOldest(): Promise<void> {
  respond.shift()?.();
  await settle();
}

test.before.each(() => {
  resetDom();
  respond = [];
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  stop = waiting.follow();
});
test.after.each(() => {
  stop();
  assert.is(waiting.state.isLong, false);
  mock.timers.reset();
});

test('a call is long after a second, until its response', async () => {
  connectSlowly();
  void request('GET', 'a');
  mock.timers.tick(999);
  assert.is(waiting.state.isLong, false);
  mock.timers.tick(1);
  assert.is(waiting.state.isLong, true);
  await respondToOldest();
  assert.is(waiting.state.isLong, false);
});

test('short calls are not long together', async () => {
  connectSlowly();
  void request('GET', 'a');
  mock.timers.tick(600);
  void request('GET', 'a');
  mock.timers.tick(300);
  await respondToOldest();
  mock.timers.tick(600);
  assert.is(waiting.state.isLong, false);
  await respondToOldest();
});

test('the last of several long calls ends it, also one that fails', async () => {
  connectSlowly(networkError);
  void request('GET', 'a').catch(() => {});
  void request('PATCH', 'a', { body: {} }).catch(() => {});
  mock.timers.tick(1000);
  await respondToOldest();
  assert.is(waiting.state.isLong, true);
  await respondToOldest();
  assert.is(waiting.state.isLong, false);
});

test('nobody waits for calls in the background', async () => {
  connectSlowly();
  void health.check();
  void request('GET', 'a', { isBackground: true });
  mock.timers.tick(4000);
  assert.is(waiting.state.isLong, false);
  await respondToOldest();
  await respondToOldest();
});

test('an upload counts', async () => {
  const sending = new EventTarget() as XMLHttpRequest;
  Object.assign(sending, { upload: new EventTarget(), open() {}, setRequestHeader() {}, send() {} });
  connect({ ...fakeBackend(), xhr: () => sending });
  const failed = upload('POST', 'a', { form: new FormData() }).catch(() => {});
  mock.timers.tick(1000);
  assert.is(waiting.state.isLong, true);
  sending.dispatchEvent(new Event('abort'));
  await failed;
  assert.is(waiting.state.isLong, false);
});

test('knows the calls that started before it', async () => {
  connectSlowly();
  stop();
  void request('GET', 'a');
  mock.timers.tick(700);
  stop = waiting.follow();
  mock.timers.tick(300);
  assert.is(waiting.state.isLong, true);
  stop();
  assert.is(waiting.state.isLong, false);
  await respondToOldest();
});

test.run();
