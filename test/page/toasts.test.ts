import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as toasts from '../../ui/page/toasts';

const shown = () => toasts.state.items.map(({ message }) => message);
const idOf = (message: string) => toasts.state.items.find((toast) => toast.message === message)?.id ?? -1;

test.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }));
test.after.each(() => {
  toasts.closeAll();
  mock.timers.reset();
});

for (const [kind, show, duration] of [
  ['info', toasts.info, 4000],
  ['error', toasts.error, 4500],
  ['info', (message: string) => toasts.info(message, 10_000), 10_000],
] as const) {
  test(`a toast of the kind ${kind} stays ${duration} ms`, () => {
    show('Hello');
    assert.equal([toasts.state.items[0]?.kind, toasts.state.items[0]?.durationMs], [kind, duration]);
    mock.timers.tick(duration - 1);
    assert.equal(shown(), ['Hello']);
    mock.timers.tick(1);
    assert.equal(shown(), []);
  });
}

test('toasts are in the order of arrival, each closes by itself, and one can be closed', () => {
  toasts.error('first');
  toasts.info('goes');
  mock.timers.tick(1_000);
  toasts.success('second');
  toasts.success('first');
  toasts.close(idOf('goes'));
  assert.equal(shown(), ['first', 'second', 'first'], 'another kind is another toast');
  mock.timers.tick(3_000);
  assert.equal(shown(), ['first']);
  mock.timers.tick(500);
  assert.equal(shown(), []);
});

test('the same message again is one toast with a restarted timer and the new duration', () => {
  toasts.info('Hello');
  const id = idOf('Hello');
  mock.timers.tick(2_000);
  toasts.info('Hello', 10_000);
  assert.equal(shown(), ['Hello']);
  assert.equal([idOf('Hello'), toasts.state.items[0]?.round], [id, 1]);
  mock.timers.tick(9_999);
  assert.equal(shown(), ['Hello']);
  mock.timers.tick(1);
  assert.equal(shown(), []);
  toasts.info('Hello');
  assert.is(toasts.state.items[0]?.round, 0, 'it can appear again');
});

test('a held toast stays until its release, and then has its whole time again', () => {
  toasts.success('Saved.');
  mock.timers.tick(2_900);
  toasts.hold(idOf('Saved.'));
  toasts.success('Saved.');
  mock.timers.tick(60_000);
  assert.equal(shown(), ['Saved.']);
  toasts.release(idOf('Saved.'));
  mock.timers.tick(2_999);
  assert.equal(shown(), ['Saved.']);
  mock.timers.tick(1);
  assert.equal(shown(), []);
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
