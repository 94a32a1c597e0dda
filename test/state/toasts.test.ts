import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as toasts from '../../ui/state/toasts';

const shown = () => toasts.state.items.map(({ message }) => message);
const idOf = (message: string) => toasts.state.items.find((toast) => toast.message === message)?.id ?? -1;

test.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }));
test.after.each(() => {
  toasts.closeAll();
  mock.timers.reset();
});

const durations = [
  ['info', toasts.info, 4000],
  ['success', toasts.success, 3000],
  ['warning', toasts.warning, 4500],
  ['error', toasts.error, 4500],
] as const;

for (const [kind, show, duration] of durations) {
  test(`a toast of the kind ${kind} stays ${duration} ms`, () => {
    show('Hello');
    assert.is(toasts.state.items[0]?.kind, kind);
    assert.is(toasts.state.items[0]?.durationMs, duration);
    mock.timers.tick(duration - 1);
    assert.equal(shown(), ['Hello']);
    mock.timers.tick(1);
    assert.equal(shown(), []);
  });
}

test('a toast may have its own duration', () => {
  toasts.info('Hello', 10_000);
  mock.timers.tick(9_999);
  assert.equal(shown(), ['Hello']);
  mock.timers.tick(1);
  assert.equal(shown(), []);
});

test('toasts are in the order of arrival, and each closes by itself', () => {
  toasts.error('first');
  mock.timers.tick(1_000);
  toasts.success('second');
  assert.equal(shown(), ['first', 'second']);
  mock.timers.tick(3_000);
  assert.equal(shown(), ['first']);
  mock.timers.tick(500);
  assert.equal(shown(), []);
});

test('the same message again is one toast with a restarted timer', () => {
  toasts.success('Saved.');
  const id = idOf('Saved.');
  mock.timers.tick(2_000);
  toasts.success('Saved.');
  assert.equal(shown(), ['Saved.']);
  assert.is(idOf('Saved.'), id);
  assert.is(toasts.state.items[0]?.round, 1);
  mock.timers.tick(2_999);
  assert.equal(shown(), ['Saved.']);
  mock.timers.tick(1);
  assert.equal(shown(), []);
});

test('the same message again takes the new duration', () => {
  toasts.info('Hello');
  toasts.info('Hello', 10_000);
  mock.timers.tick(9_999);
  assert.equal(shown(), ['Hello']);
  mock.timers.tick(1);
  assert.equal(shown(), []);
});

test('the same message of another kind is another toast', () => {
  toasts.success('Hello');
  toasts.error('Hello');
  assert.is(toasts.state.items.length, 2);
});

test('a message can appear again after it has closed', () => {
  toasts.success('Saved.');
  mock.timers.tick(3_000);
  toasts.success('Saved.');
  assert.equal(shown(), ['Saved.']);
  assert.is(toasts.state.items[0]?.round, 0);
});

test('closing a toast does not affect the others and their timers', () => {
  toasts.info('stays');
  toasts.info('goes');
  toasts.close(idOf('goes'));
  assert.equal(shown(), ['stays']);
  mock.timers.tick(4_000);
  assert.equal(shown(), []);
});

test('all can be closed at once', () => {
  toasts.info('a');
  toasts.error('b');
  toasts.closeAll();
  assert.equal(shown(), []);
});

test('a held toast stays until its release, and then has its whole time again', () => {
  toasts.success('Saved.');
  mock.timers.tick(2_900);
  toasts.hold(idOf('Saved.'));
  mock.timers.tick(60_000);
  assert.equal(shown(), ['Saved.']);
  toasts.release(idOf('Saved.'));
  assert.is(toasts.state.items[0]?.round, 1);
  mock.timers.tick(2_999);
  assert.equal(shown(), ['Saved.']);
  mock.timers.tick(1);
  assert.equal(shown(), []);
});

test('the same message again does not close a held toast', () => {
  toasts.success('Saved.');
  toasts.hold(idOf('Saved.'));
  toasts.success('Saved.');
  mock.timers.tick(60_000);
  assert.equal(shown(), ['Saved.']);
});

test('a toast that is closed while held can appear again, and closes by itself', () => {
  toasts.success('Saved.');
  const id = idOf('Saved.');
  toasts.hold(id);
  toasts.close(id);
  toasts.release(id);
  toasts.success('Saved.');
  mock.timers.tick(3_000);
  assert.equal(shown(), []);
});

test.run();
