// The two waits of a test: until something happens, and to see that nothing happens.
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';

/**
 * Returns a function that reads until the value equals the expected one, and fails with the last value. `pause` runs
 * between two readings.
 */
export const eventuallyBy =
  (pause: () => Promise<unknown>, limitMs: number) =>
  async <T>(read: () => Promise<T> | T, expected: T, what = ''): Promise<void> => {
    const deadline = performance.now() + limitMs;
    for (;;) {
      const value = await read();
      try {
        assert.equal(value, expected, what || undefined);
        return;
      } catch (error) {
        if (performance.now() > deadline) throw error;
      }
      await pause();
    }
  };

/** Waits until the value equals the expected one; fails with the last value. */
export const eventually = eventuallyBy(() => sleep(5), 10_000);

/** Waits before a check that nothing happened. Nothing else waits for a fixed time. */
export const quiet = () => sleep(100);
