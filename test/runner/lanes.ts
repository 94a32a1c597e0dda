import { availableParallelism } from 'node:os';
import { needsBrowser } from './request';

/**
 * Runs the files in their order, several at a time. Those with a document wait for timers for a third of their time.
 * So one more file runs than there are cores.
 */
export const runFastFiles = (
  names: readonly string[],
  run: Run,
  cores = availableParallelism(),
): Promise<void> => runInLanes(names, run, { lanes: cores + 1, browsers: cores });

/**
 * Runs the files in their order, several at a time. A browser keeps a core busy, but a server lets its file wait half
 * of the time. So one more file runs than there are cores, and a browser runs on each core at most.
 */
export const runSlowFiles = (
  names: readonly string[],
  run: Run,
  cores = availableParallelism(),
): Promise<void> => runInLanes(names, run, { lanes: cores + 1, browsers: cores });

type Run = (name: string) => Promise<void>;

interface Limits {
  readonly lanes: number;
  readonly browsers: number;
}

async function runInLanes(names: readonly string[], run: Run, limits: Limits): Promise<void> {
  const waiting = [...names];
  let browsers = 0;
  const lane = async () => {
    for (;;) {
      const at = waiting.findIndex((name) => !needsBrowser(name) || browsers < limits.browsers);
      // Only browser files are left, and the other lanes run them.
      if (at === -1) return;
      const [name = ''] = waiting.splice(at, 1);
      const weight = Number(needsBrowser(name));
      browsers += weight;
      await run(name);
      browsers -= weight;
    }
  };
  await Promise.all(Array.from({ length: limits.lanes }, lane));
}
