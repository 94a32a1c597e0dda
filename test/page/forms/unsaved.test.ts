import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { guardTab, hasAny, watch } from '../../../ui/page/forms/unsaved';

/** Would the browser ask before it closes the tab? */
function asks(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test('asks each open form for its state, and the browser asks only while there are unsaved changes', () => {
  const stopGuarding = guardTab();
  let isChanged = false;
  const stops = [watch(() => false), watch(() => isChanged)];
  for (const now of [false, true, false, true]) {
    isChanged = now;
    assert.equal([hasAny(), asks()], [now, now]);
  }
  for (const stop of stops) stop();
  assert.equal([hasAny(), asks()], [false, false]);
  stopGuarding();
});

test('there is no unload listener while no form is open', () => {
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
