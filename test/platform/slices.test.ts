import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createPauses, inSlices } from '../../ui/platform/slices';

/** Each step takes `ms` on a made-up clock. Returns how often the work paused. */
async function pausesOf(steps: number, ms: number): Promise<number> {
  const { now } = performance;
  let clock = 0;
  performance.now = () => clock;
  function* work(): Generator<undefined, string> {
    for (let step = 0; step < steps; step += 1) {
      clock += ms;
      yield;
    }
    return 'done';
  }
  const timeout = mock.method(globalThis, 'setTimeout');
  try {
    assert.is(await inSlices(work()), 'done');
    return timeout.mock.callCount();
  } finally {
    performance.now = now;
    timeout.mock.restore();
  }
}

test('short work runs without a pause', async () => assert.is(await pausesOf(2, 3), 0));

test('long work pauses after every 8 ms', async () => assert.is(await pausesOf(60, 2), 15));

test('an error of the work is thrown', async () => {
  const failing = function* (): Generator<undefined, never> {
    yield;
    throw new Error('broken');
  };
  // It throws before its first pause.
  const message = await inSlices(failing()).then(
    () => '',
    (error: Error) => error.message,
  );
  assert.is(message, 'broken');
});

test('work that waits for reads pauses after 8 ms, and again after the next 8 ms', async () => {
  const { now } = performance;
  let clock = 0;
  performance.now = () => clock;
  try {
    const pause = createPauses();
    const waits: boolean[] = [];
    for (let step = 0; step < 8; step += 1) {
      clock += 3;
      const waiting = pause();
      waits.push(waiting !== null);
      await waiting;
    }
    assert.equal(waits, [false, false, true, false, false, true, false, false]);
  } finally {
    performance.now = now;
  }
});

test.run();
