import { availableParallelism } from 'node:os';
import { needsBrowser } from './request';

/**
 * Runs the files in their order, several at a time. A file with a browser keeps a core busy; the others wait half of
 * their time, so one more file runs than there are cores, and a browser runs on each core at most.
 */
export async function runInLanes(
  names: readonly string[],
  run: (name: string) => Promise<void>,
  cores = availableParallelism(),
): Promise<void> {
  const waiting = [...names];
  let browsers = 0;
  const lane = async () => {
    for (;;) {
      const at = waiting.findIndex((name) => !needsBrowser(name) || browsers < cores);
      // Only browser files are left, and the other lanes run them.
      if (at === -1) return;
      const [name = ''] = waiting.splice(at, 1);
      const weight = Number(needsBrowser(name));
      browsers += weight;
      await run(name);
      browsers -= weight;
    }
  };
  await Promise.all(Array.from({ length: cores + 1 }, lane));
}
