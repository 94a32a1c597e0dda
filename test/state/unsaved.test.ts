import '../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { guardTab, hasAny, watch } from '../../ui/state/unsaved';

/** Whether the browser would ask before it closes the tab. */
function asks(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test('each open form is asked at the moment that it matters', () => {
  let isChanged = false;
  const stops = [watch(() => false), watch(() => isChanged)];
  assert.is(hasAny(), false);
  isChanged = true;
  assert.is(hasAny(), true);
  stops[1]?.();
  assert.is(hasAny(), false);
  stops[0]?.();
});

test('the browser asks while something is unsaved, and only then', () => {
  const stopGuarding = guardTab();
  let isChanged = false;
  const stop = watch(() => isChanged);
  assert.is(asks(), false);
  isChanged = true;
  assert.is(asks(), true);
  isChanged = false;
  assert.is(asks(), false);
  isChanged = true;
  stop();
  assert.is(asks(), false);
  stopGuarding();
});

test('nobody listens for the end of the page while no form is open', () => {
  const { addEventListener, removeEventListener } = window;
  let listening = 0;
  window.addEventListener = (...args: unknown[]) => {
    if (args[0] === 'beforeunload') listening += 1;
    Reflect.apply(addEventListener, window, args);
  };
  window.removeEventListener = (...args: unknown[]) => {
    if (args[0] === 'beforeunload' && listening > 0) listening -= 1;
    Reflect.apply(removeEventListener, window, args);
  };
  const stopGuarding = guardTab();
  assert.is(listening, 0);
  const stop = watch(() => true);
  assert.is(listening, 1);
  stop();
  assert.is(listening, 0);
  watch(() => true);
  stopGuarding();
  assert.is(listening, 0);
  assert.is(asks(), false);
  Object.assign(window, { addEventListener, removeEventListener });
});

test.run();
