import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inSlices } from '../../../ui/components/code-editor/filterWords';

/** Keeps the processor busy for `ms` per step. */
function* work(steps: number, ms = 1): Generator<undefined, string> {
  for (let step = 0; step < steps; step += 1) {
    const end = performance.now() + ms;
    while (performance.now() < end);
    yield;
  }
  return 'done';
}

test('short work runs without a pause', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  assert.is(await inSlices(work(2, 0)), 'done');
  clearInterval(timer);
  assert.is(turns, 0);
});

test('long work pauses between its slices', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  assert.is(await inSlices(work(60)), 'done');
  clearInterval(timer);
  assert.ok(turns >= 4, `${turns} turns`);
});

test('an error of the work is thrown', async () => {
  const failing = function* (): Generator<undefined, never> {
    yield;
    throw new Error('broken');
  };
  try {
    await inSlices(failing());
    assert.unreachable();
  } catch (error) {
    assert.is((error as Error).message, 'broken');
  }
});

test.run();
