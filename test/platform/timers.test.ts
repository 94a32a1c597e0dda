import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { debounce, whileVisible } from '../../ui/platform/timers';
import { resetDom } from '../support/dom';

let visibility: DocumentVisibilityState = 'visible';
let stop = () => {};

function show(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

test.before.each(() => {
  resetDom();
  visibility = 'visible';
  Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true });
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
});

test.after.each(() => {
  stop();
  mock.timers.reset();
});

test('a visible tab repeats the call, first after one interval', () => {
  const run = mock.fn();
  stop = whileVisible(3_000, run);
  mock.timers.tick(2_999);
  assert.is(run.mock.callCount(), 0);
  mock.timers.tick(1);
  assert.is(run.mock.callCount(), 1);
  mock.timers.tick(6_000);
  assert.is(run.mock.callCount(), 3);
});

test('a hidden tab does nothing; when visible again it runs at once and restarts the interval', () => {
  const run = mock.fn();
  stop = whileVisible(3_000, run);
  mock.timers.tick(2_000);
  show('hidden');
  mock.timers.tick(60_000);
  assert.is(run.mock.callCount(), 0);
  show('visible');
  assert.is(run.mock.callCount(), 1);
  mock.timers.tick(2_999);
  assert.is(run.mock.callCount(), 1);
  mock.timers.tick(1);
  assert.is(run.mock.callCount(), 2);
});

test('a tab that opens hidden waits until it becomes visible', () => {
  visibility = 'hidden';
  const run = mock.fn();
  stop = whileVisible(3_000, run);
  mock.timers.tick(10_000);
  assert.is(run.mock.callCount(), 0);
  show('visible');
  assert.is(run.mock.callCount(), 1);
});

test('two visibility events do not start two timers', () => {
  const run = mock.fn();
  stop = whileVisible(3_000, run);
  show('visible');
  show('visible');
  run.mock.resetCalls();
  mock.timers.tick(3_000);
  assert.is(run.mock.callCount(), 1);
});

test('a stopped timer never runs, visible or not, even if stopped by its own call', () => {
  const run = mock.fn();
  stop = whileVisible(3_000, run);
  stop();
  mock.timers.tick(10_000);
  show('hidden');
  show('visible');
  assert.is(run.mock.callCount(), 0);

  const runOnce = mock.fn(() => stop());
  stop = whileVisible(3_000, runOnce);
  show('hidden');
  show('visible');
  mock.timers.tick(10_000);
  assert.is(runOnce.mock.callCount(), 1);
});

test('only the last of many calls runs, after a pause', () => {
  const seen: string[] = [];
  const search = debounce((text: string) => seen.push(text), 300);
  search('a');
  mock.timers.tick(299);
  search('ab');
  mock.timers.tick(299);
  assert.equal(seen, []);
  mock.timers.tick(1);
  assert.equal(seen, ['ab']);
  mock.timers.tick(1_000);
  assert.equal(seen, ['ab']);
  search('abc');
  mock.timers.tick(300);
  assert.equal(seen, ['ab', 'abc']);
});

test('a cancelled call does not run, but a later one does', () => {
  const run = mock.fn();
  const save = debounce(run, 300);
  save();
  save.cancel();
  mock.timers.tick(1_000);
  assert.is(run.mock.callCount(), 0);
  save();
  mock.timers.tick(300);
  assert.is(run.mock.callCount(), 1);
});

test.run();
