// Runs bundled test files one after the other in this process: node files.mjs '[{"name": …, "outfile": …}]'.
// A line that begins with ␞ tells the runner that a file begins, or how it ended.
import { mock } from 'node:test';
import { pathToFileURL } from 'node:url';

/** @type {any} */
const globals = globalThis;
// uvu then runs no test by itself, and puts the suites of a file into the queue.
globals.UVU_DEFER = true;
globals.UVU_QUEUE = [[]];

/** @type {(what: 'begin' | 'end', about: unknown) => void} */
const tell = (what, about) => process.stdout.write(`\n␞${what} ${JSON.stringify(about)}\n`);
const env = { ...process.env };
/** @type {() => Record<string, PropertyDescriptor>} */
const descriptors = () => Object.getOwnPropertyDescriptors(globals);
const before = descriptors();
/** @type {Set<NodeJS.Timeout>} */
const timers = new Set();

/** Gives the next file the same start as a process of its own: the bundles share no modules but the packages. */
function startFresh() {
  mock.reset();
  mock.timers.reset();
  for (const [name, now] of Object.entries(descriptors())) {
    const then = before[name];
    if (!now.configurable || (now.value === then?.value && now.get === then?.get)) continue;
    if (then) Object.defineProperty(globals, name, then);
    else delete globals[name];
  }
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  // A timer that a file has left, such as that of a draft, must not write into the next one.
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  for (const name of ['setTimeout', 'setInterval']) {
    const start = globals[name];
    globals[name] = (/** @type {unknown[]} */ ...given) => {
      const timer = start(...given);
      timers.add(timer);
      return timer;
    };
  }
  globals.openWindow?.();
  globals.UVU_QUEUE = [[]];
}

for (const { name, outfile } of JSON.parse(process.argv[2] ?? '[]')) {
  startFresh();
  tell('begin', name);
  const counts = { passed: 0, skipped: 0, total: 0, isBroken: false };
  try {
    await import(pathToFileURL(outfile).href);
    for (const suite of globals.UVU_QUEUE[0]) {
      const [errors, passed, skipped, total] = await suite();
      if (errors !== true) process.stdout.write(`\n${errors}\n`);
      counts.passed += passed;
      counts.skipped += skipped;
      counts.total += total;
    }
  } catch (error) {
    console.error(error);
    counts.isBroken = true;
  }
  tell('end', counts);
}
