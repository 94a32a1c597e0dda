import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadChunk, loadChunkOrReload, onUpgrade, retryChunk } from '../../ui/base/chunks';
import { setOwnTitle } from '../../ui/base/servedPage';
import { resetDom } from '../support/dom';

const realStorage = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
const realFetch = globalThis.fetch;
const chunk = { name: 'chunk' };

let reloads = 0;
const quick = {
  retryAfterMs: 1,
  leaveWithinMs: 5,
  isUpgraded: async () => true,
  isServed: async () => true,
  reload: () => {
    reloads += 1;
  },
};

/** Returns a load that fails the first `failures` times. */
function loadAfter(failures: number) {
  let calls = 0;
  return mock.fn(async () => {
    calls += 1;
    if (calls <= failures) throw new TypeError(`failure ${calls}`);
    return chunk;
  });
}

async function rejection(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return String(error);
  }
  throw new Error('It did not reject.');
}

test.before.each(() => {
  if (realStorage) Object.defineProperty(globalThis, 'sessionStorage', realStorage);
  globalThis.fetch = realFetch;
  resetDom();
  reloads = 0;
});

test('a failed load is repeated once, after 400 ms', async () => {
  const load = loadAfter(1);
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const loaded = loadChunk(load);
    await new Promise(setImmediate);
    mock.timers.tick(399);
    await new Promise(setImmediate);
    assert.is(load.mock.callCount(), 1);
    mock.timers.tick(1);
    assert.is(await loaded, chunk);
    assert.is(load.mock.callCount(), 2);
  } finally {
    mock.timers.reset();
  }
});

test('a missing chunk reloads the page, and no error appears during the reload', async () => {
  const load = loadAfter(9);
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let isOpen = true;
    const failed = rejection(loadChunkOrReload(load, { ...quick, leaveWithinMs: 100 })).finally(() => {
      isOpen = false;
    });
    for (const ms of [1, 99]) {
      await new Promise(setImmediate);
      mock.timers.tick(ms);
    }
    await new Promise(setImmediate);
    assert.equal([isOpen, reloads, load.mock.callCount()], [true, 1, 2]);
    mock.timers.tick(1);
    assert.match(await failed, /failure 2/);
  } finally {
    mock.timers.reset();
  }
});

test('a blocked reload is repeated with the next chunk, and all listeners learn of the upgrade', async () => {
  let told = 0;
  const stop = onUpgrade(() => {
    told += 1;
  });
  await rejection(loadChunkOrReload(loadAfter(9), quick));
  await rejection(loadChunkOrReload(loadAfter(9), quick));
  assert.equal([reloads, told], [2, 2]);
  stop();
  await rejection(loadChunkOrReload(loadAfter(9), quick));
  assert.is(told, 2);
});

/** Simulates a reload: the previous page reloaded itself at this time. */
function reloadedAt(time: number): void {
  sessionStorage.setItem('chunks.reloadedAt', String(time));
}

test('a failure within a minute of a reload rejects, even if another chunk loaded in between', async () => {
  reloadedAt(Date.now());
  await loadChunkOrReload(loadAfter(0), quick);
  assert.match(await rejection(loadChunkOrReload(loadAfter(9), quick)), /failure 2/);
  assert.is(reloads, 0);
});

test('after a minute, or after the clock was set back, the page may be reloaded again', async () => {
  const now = Date.now();
  const clock = mock.method(Date, 'now', () => now);
  for (const [sinceMs, wanted] of [
    [59_999, 0],
    [60_000, 1],
    [-1, 2],
  ] as const) {
    reloadedAt(now - sinceMs);
    await rejection(loadChunkOrReload(loadAfter(9), quick));
    assert.is(reloads, wanted, `${sinceMs} ms`);
  }
  clock.mock.restore();
});

test('the page is not reloaded without storage, because it would reload endlessly', async () => {
  Object.defineProperty(globalThis, 'sessionStorage', {
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
    configurable: true,
  });
  assert.match(await rejection(loadChunkOrReload(loadAfter(9), quick)), /failure 2/);
  assert.is(reloads, 0);
});

for (const [what, serve, wanted] of [
  ['an unreachable server', () => Promise.reject(new TypeError('Failed to fetch')), 0],
  ['another page', async () => new Response('<title>Sign in</title><script src="./assets/main-NEW.js">'), 0],
  ['this build', async () => new Response('<title>Lowline</title><script src="./assets/main-OLD.js">'), 0],
  ['another build', async () => new Response('<title>Lowline</title><script src="./assets/main-NEW.js">'), 1],
] as [string, () => Promise<Response>, number][]) {
  test(`${what} ${wanted ? 'reloads' : 'does not reload'} the page`, async () => {
    setOwnTitle('Lowline');
    const { isUpgraded: _, ...withRealCheck } = quick;
    // The real timeout would keep this process alive.
    const alarm = mock.method(AbortSignal, 'timeout', () => new AbortController().signal);
    const script = document.createElement('script');
    script.setAttribute('src', './assets/main-OLD.js');
    document.head.replaceChildren(script);
    globalThis.fetch = serve;
    assert.match(await rejection(loadChunkOrReload(loadAfter(9), withRealCheck)), /failure 2/);
    assert.is(reloads, wanted);
    alarm.mock.restore();
  });
}

test('a retry that fails reloads the page, if the server serves it; a mere load never does', async () => {
  assert.match(await rejection(loadChunk(loadAfter(9), quick)), /failure 2/);
  assert.is(await retryChunk(loadAfter(1), quick), chunk);
  assert.is(reloads, 0);
  assert.is(await rejection(retryChunk(loadAfter(2), quick)), 'TypeError: failure 2');
  assert.is(reloads, 1);
  const away = { ...quick, isServed: async () => false };
  assert.is(await rejection(retryChunk(loadAfter(2), away)), 'TypeError: failure 2');
  assert.is(reloads, 1);
});

test.run();
