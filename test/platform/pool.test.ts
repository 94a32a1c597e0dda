import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createPool } from '../../ui/platform/pool';

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
    log,
    add: (items: string) => pool.add(items),
    async end(...items: string[]) {
      for (const item of items) open.get(item)?.resolve();
      await settle();
    },
    async fail(item: string) {
      open.get(item)?.reject(new Error('broken'));
      await settle();
    },
  };
}

const cases: [name: string, atATime: number, items: string, ends: string[], log: string][] = [
  ['no item', 2, '', [], ''],
  ['fewer items than may run', 4, 'ab', [], 'a b'],
  ['more items than may run', 2, 'abcd', [], 'a b'],
  ['one at a time', 1, 'abc', ['a', 'b'], 'a a. b b. c'],
  ['the next begins when any ends', 2, 'abcd', ['b', 'c'], 'a b b. c c. d'],
];

for (const [name, atATime, items, ends, log] of cases) {
  test(name, async () => {
    const pool = poolOf(atATime);
    void pool.add(items);
    for (const item of ends) await pool.end(item);
    assert.is(pool.log.join(' '), log);
  });
}

test('it resolves when the last item has ended', async () => {
  const pool = poolOf(2);
  let isDone = false;
  void pool.add('ab').then(() => {
    isDone = true;
  });
  await pool.end('b');
  assert.not.ok(isDone);
  await pool.end('a');
  assert.ok(isDone);
  await poolOf(2).add('');
});

test('items added later take the free places only, and the others wait', async () => {
  const pool = poolOf(2);
  void pool.add('a');
  let isDone = false;
  void pool.add('bc').then(() => {
    isDone = true;
  });
  assert.is(pool.log.join(' '), 'a b');
  await pool.end('b');
  assert.is(pool.log.join(' '), 'a b b. c');
  await pool.end('c');
  assert.not.ok(isDone);
  await pool.end('a');
  assert.ok(isDone);
  void pool.add('de');
  assert.is(pool.log.slice(-2).join(' '), 'd e');
});

test('an item that is added while the last worker ends begins, too', async () => {
  for (let microtasks = 0; microtasks < 8; microtasks += 1) {
    const log: string[] = [];
    const pool = createPool<string>(1, new AbortController().signal, async (item) => {
      log.push(item);
    });
    void pool.add(['a']);
    for (let at = 0; at < microtasks; at += 1) await Promise.resolve();
    await pool.add(['b']);
    assert.is(log.join(' '), 'a b', `${microtasks} microtasks later`);
  }
});

test('after an abort no further item begins', async () => {
  const stopping = new AbortController();
  const pool = poolOf(1, stopping.signal);
  const all = pool.add('ab');
  stopping.abort();
  await pool.end('a');
  await all;
  await pool.add('c');
  assert.is(pool.log.join(' '), 'a a.');
});

test('after an error no further item begins, and the error is thrown', async () => {
  const pool = poolOf(2);
  const all = pool.add('abc').then(
    () => '',
    (error: Error) => error.message,
  );
  await pool.fail('a');
  assert.is(await all, 'broken');
  await pool.end('b');
  assert.is(pool.log.join(' '), 'a b b.');
});

test.run();
