import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { takeStreamSlot } from '../../../ui/screens/records/streamSlot';
import { resetDom } from '../../support/dom';
import { eventually } from '../../support/eventually';

/** Opens other windows of the same browser, each with a stream. */
function otherWindows(count: number) {
  const tabs = new BroadcastChannel('lowline');
  const seats = new BroadcastChannel('lowline live');
  const heard: unknown[] = [];
  let names = Array.from({ length: count }, (_, n) => `live other${n}`);
  let isBusy = false;
  tabs.onmessage = ({ data }: MessageEvent<{ kind: string }>) => {
    if (data.kind === 'who holds' && !isBusy) tabs.postMessage({ kind: 'holds', from: 'others', names });
  };
  seats.onmessage = ({ data }: MessageEvent<unknown>) => heard.push(data);
  return {
    heard,
    come(next: number): void {
      names = Array.from({ length: next }, (_, n) => `live other${n}`);
      seats.postMessage('taken');
    },
    go(next: number): void {
      names = Array.from({ length: next }, (_, n) => `live other${n}`);
      seats.postMessage('left');
    },
    /** Do the windows answer too late? */
    stall(busy: boolean): void {
      isBusy = busy;
    },
    close(): void {
      tabs.close();
      seats.close();
    },
  };
}

function show(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}

let leave = () => {};
let others: ReturnType<typeof otherWindows>;
let said: boolean[] = [];
const latest = () => said.at(-1);

function sit(count: number): void {
  others = otherWindows(count);
  said = [];
  leave = takeStreamSlot((may) => said.push(may));
}

test.before.each(() => {
  resetDom();
  show('visible');
});
test.after.each(() => {
  leave();
  others.close();
});

test('the focused window listens at once, whatever the number of others', () => {
  sit(9);
  assert.equal(said, [true]);
});

test('a hidden tab does not listen, and takes a slot when it becomes visible', () => {
  show('hidden');
  sit(0);
  assert.equal(said, []);
  show('visible');
  assert.equal(said, [true]);
  show('hidden');
  assert.equal(said, [true, false]);
});

test("a fifth focused window takes another's slot, a fourth does not", async () => {
  sit(2);
  others.come(3);
  others.go(3);
  await eventually(() => said, [true, true], 'only the window that left changes something');
  others.come(4);
  await eventually(latest, false);
  window.dispatchEvent(new Event('focus'));
  assert.is(latest(), true);
});

test('a window does not listen again because another takes a slot, even if the others answer too late', async () => {
  sit(3);
  others.come(4);
  await eventually(latest, false);
  others.stall(true);
  others.come(4);
  others.go(3);
  await eventually(latest, true);
  others.stall(false);
  others.come(4);
  await eventually(latest, false);
  assert.equal(said, [true, false, true, false]);
});

test('the other windows are informed of opening and closing, and nothing is sent after closing', async () => {
  sit(0);
  leave();
  assert.equal(said, [true, false]);
  await eventually(() => others.heard, ['taken', 'left']);
  window.dispatchEvent(new Event('focus'));
  show('hidden');
  show('visible');
  assert.equal(said, [true, false]);
});

test.run();
