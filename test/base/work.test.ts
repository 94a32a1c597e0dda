// Work in pieces: pools, slices, steps and timers.
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createPool } from '../../ui/base/pool';
import { createPauses, inSlices } from '../../ui/base/slices';
import { createSteps } from '../../ui/base/steps';
import { debounce, whileVisible } from '../../ui/base/timers';
import { resetDom } from '../support/dom';

/** A pool whose acts the test ends; `log` has the begin of each item and its end. */
function poolOf(atATime: number, signal = new AbortController().signal) {
  const log: string[] = [];
  const open = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const pool = createPool<string>(atATime, signal, async (item) => {
    log.push(item);
    await new Promise<void>((resolve, reject) => open.set(item, { resolve, reject }));
    log.push(`${item}.`);
  });
  const settle = () => new Promise((done) => setTimeout(done));
  return {
    told: () => log.join(' '),
    /** Returns how the items ended, as soon as they have. */
    add(items: string) {
      const end = { how: '' };
      const tell = (how: string) => {
        end.how = how;
      };
      pool.add(items).then(
        () => tell('done'),
        (error: Error) => tell(error.message),
      );
      return end;
    },
    async end(item: string) {
      open.get(item)?.resolve();
      await settle();
    },
    async fail(item: string) {
      open.get(item)?.reject(new Error('broken'));
      await settle();
    },
  };
}

for (const [name, atATime, items, ends, log] of [
  ['one at a time', 1, 'abc', ['a', 'b'], 'a a. b b. c'],
  ['the next begins when any ends', 2, 'abcd', ['b', 'c'], 'a b b. c c. d'],
] as const) {
  test(`a pool: ${name}`, async () => {
    const pool = poolOf(atATime);
    pool.add(items);
    for (const item of ends) await pool.end(item);
    assert.is(pool.told(), log);
  });
}

test('items added later take the free places only, and each addition ends with its last item', async () => {
  const pool = poolOf(2);
  const first = pool.add('a');
  const later = pool.add('bc');
  assert.is(pool.told(), 'a b');
  await pool.end('b');
  await pool.end('c');
  assert.equal([pool.told(), later.how], ['a b b. c c.', '']);
  await pool.end('a');
  assert.equal([first.how, later.how], ['done', 'done']);
  pool.add('de');
  assert.match(pool.told(), / d e$/);
});

test('after an abort or an error no further item begins, and the error is thrown', async () => {
  const stopping = new AbortController();
  const aborted = poolOf(1, stopping.signal);
  aborted.add('ab');
  stopping.abort();
  await aborted.end('a');
  aborted.add('c');
  assert.is(aborted.told(), 'a a.');
  const broken = poolOf(2);
  const all = broken.add('abc');
  await broken.fail('a');
  await broken.end('b');
  assert.equal([all.how, broken.told()], ['broken', 'a b b.']);
});

/** Runs with a made-up clock, which moves by `wait`. */
async function withClock<T>(run: (wait: (ms: number) => void) => Promise<T>): Promise<T> {
  let clock = 0;
  const now = mock.method(performance, 'now', () => clock);
  try {
    return await run((ms) => {
      clock += ms;
    });
  } finally {
    now.mock.restore();
  }
}

test('60 steps of 2 ms pause 15 times', async () => {
  const timeout = mock.method(globalThis, 'setTimeout');
  const done = await withClock((wait) =>
    inSlices(
      (function* (): Generator<undefined, string> {
        for (let step = 0; step < 60; step += 1) {
          wait(2);
          yield;
        }
        return 'done';
      })(),
    ),
  );
  timeout.mock.restore();
  assert.equal([done, timeout.mock.callCount()], ['done', 15]);
});

test('an error of the work is thrown', async () => {
  const failing = function* (): Generator<undefined, never> {
    yield;
    throw new Error('broken');
  };
  assert.is(await inSlices(failing()).catch((error: Error) => error.message), 'broken');
});

test('work that waits for reads pauses after 8 ms, and again after the next 8 ms', async () => {
  const waits: boolean[] = [];
  await withClock(async (wait) => {
    const pause = createPauses();
    for (let step = 0; step < 8; step += 1) {
      wait(3);
      const waiting = pause();
      waits.push(waiting !== null);
      await waiting;
    }
  });
  assert.equal(waits, [false, false, true, false, false, true, false, false]);
});

test('steps are taken back and forth; a new one forgets what was taken back, and a part can be forgotten', () => {
  const steps = createSteps<string>();
  const back = () => steps.back()?.join('') ?? null;
  const forth = () => steps.forth()?.join('') ?? null;
  assert.is(back(), null);
  for (const parts of ['ab', 'b', 'ac']) steps.add([...parts]);
  assert.equal([back(), back(), forth(), forth(), forth()], ['ac', 'b', 'b', 'ac', null]);
  back();
  steps.forget((part) => part === 'b');
  assert.equal([forth(), back(), back(), back()], ['ac', 'ac', 'a', null]);
  steps.add(['d']);
  assert.equal([forth(), back(), back()], [null, 'd', null]);
});

let visibility: DocumentVisibilityState = 'visible';
let stop = () => {};
const run = mock.fn();

/** Shows or hides the tab, or lets the time pass. Returns how often the act has run since the last step. */
function after(...steps: (number | DocumentVisibilityState)[]): number {
  run.mock.resetCalls();
  for (const step of steps) {
    if (typeof step === 'number') {
      mock.timers.tick(step);
    } else {
      visibility = step;
      document.dispatchEvent(new Event('visibilitychange'));
    }
  }
  return run.mock.callCount();
}

function timed(name: string, check: () => void): void {
  test(name, () => {
    resetDom();
    visibility = 'visible';
    Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true });
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    try {
      check();
    } finally {
      stop();
      mock.timers.reset();
    }
  });
}

timed('a visible tab repeats the call, first after one interval; two events start no second timer', () => {
  stop = whileVisible(3_000, run);
  assert.equal([after(2_999), after(1), after(6_000)], [0, 1, 2]);
  after('visible', 'visible');
  assert.is(after(3_000), 1);
});

timed('a hidden tab does nothing; when visible again it runs at once and restarts the interval', () => {
  stop = whileVisible(3_000, run);
  assert.equal([after(2_000, 'hidden', 60_000), after('visible'), after(2_999), after(1)], [0, 1, 0, 1]);
  stop();
  assert.is(after(10_000, 'hidden', 'visible'), 0, 'a stopped timer never runs');
  visibility = 'hidden';
  stop = whileVisible(3_000, run);
  assert.equal([after(10_000), after('visible')], [0, 1], 'a tab that opens hidden waits');
});

timed('a timer that its own call stops never runs again', () => {
  const stopping = mock.fn(() => stop());
  stop = whileVisible(3_000, stopping);
  after('hidden', 'visible', 10_000);
  assert.is(stopping.mock.callCount(), 1);
});

timed('only the last of many calls runs, after a pause, and none that is cancelled', () => {
  const save = debounce(run, 300);
  save('a');
  after(299);
  save('ab');
  assert.equal([after(299), after(1), after(1_000)], [0, 1, 0]);
  save('abc');
  save.cancel();
  assert.is(after(1_000), 0);
  save('abcd');
  assert.is(after(300), 1);
  assert.equal(run.mock.calls[0]?.arguments, ['abcd']);
});

test.run();
