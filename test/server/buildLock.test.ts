import { spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule, root } from '../support/server';
import { temporaryFolder } from '../support/serverProcess';

type Alone = <Result>(lock: string, work: () => Result) => Result;
const { alone } = await loadModule<{ alone: Alone }>('embed/lock.mjs');

/** Leaves a lock as a process does that was killed during its work. */
function abandon(lock: string): void {
  const { signal } = runAlone(lock, "process.kill(process.pid, 'SIGKILL')");
  assert.is(signal, 'SIGKILL');
  assert.ok(existsSync(lock));
}

const aloneUrl = pathToFileURL(path.join(root, 'embed/lock.mjs')).href;
const scriptOf = (lock: string, work: string) => `
  import { existsSync, writeFileSync } from 'node:fs';
  import { alone } from ${JSON.stringify(aloneUrl)};
  const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  alone(${JSON.stringify(lock)}, () => { ${work} });
`;
const runAlone = (lock: string, work: string) =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', scriptOf(lock, work)]);

test('the lock of a dead process is taken over, and the next process finds it free', () => {
  const lock = path.join(temporaryFolder(), 'new', 'lock');
  abandon(lock);
  assert.is(
    alone(lock, () => 'done'),
    'done',
  );
  assert.throws(() =>
    alone(lock, () => {
      throw new Error('The work failed.');
    }),
  );
  assert.is(runAlone(lock, '').status, 0);
});

test('of two processes that see the lock of a dead one, the second waits for the first', () => {
  const folder = temporaryFolder();
  const lock = path.join(folder, 'lock');
  const file = (name: string) => path.join(folder, name);
  abandon(lock);
  const work = `
    writeFileSync(${JSON.stringify(file('begun'))}, '');
    while (!existsSync(${JSON.stringify(file('seen'))})) pause();
    writeFileSync(${JSON.stringify(file('ended'))}, '');
  `;
  const kill = process.kill;
  let looks = 0;
  process.kill = (pid: number, signal?: string | number) => {
    looks += 1;
    try {
      return kill(pid, signal);
    } finally {
      // The other process takes over after this one has found the dead process.
      if (looks === 1) {
        spawn(process.execPath, ['--input-type=module', '--eval', scriptOf(lock, work)], {
          stdio: 'inherit',
        });
        while (!existsSync(file('begun'))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      } else writeFileSync(file('seen'), '');
    }
  };
  try {
    assert.ok(alone(lock, () => existsSync(file('ended'))));
  } finally {
    process.kill = kill;
    writeFileSync(file('seen'), '');
  }
});

test.run();
