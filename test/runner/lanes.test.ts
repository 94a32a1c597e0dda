// Test files run several at a time, but no more browsers than the machine has cores.
// reads: test/runner
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runFastFiles, runSlowFiles } from './lanes';

interface Case {
  title: string;
  run: typeof runFastFiles;
  cores: number;
  names: string[];
  /** The files that run at once while none of them has ended. */
  atOnce: string[];
}

const cases: Case[] = [
  {
    title: 'one more without a browser than the cores',
    run: runFastFiles,
    cores: 2,
    names: ['model/a', 'model/b', 'model/c', 'model/d'],
    atOnce: ['model/a', 'model/b', 'model/c'],
  },
  {
    title: 'one more with servers than the cores',
    run: runSlowFiles,
    cores: 2,
    names: ['server/a', 'server/b', 'server/c', 'server/d'],
    atOnce: ['server/a', 'server/b', 'server/c'],
  },
  {
    title: 'a browser for each core, and a later file beside them',
    run: runSlowFiles,
    cores: 2,
    names: ['browser/a', 'browser/b', 'browser/c', 'server/d'],
    atOnce: ['browser/a', 'browser/b', 'server/d'],
  },
  {
    title: 'only browsers: no more than the cores',
    run: runSlowFiles,
    cores: 1,
    names: ['browser/a', 'browser/b'],
    atOnce: ['browser/a'],
  },
  { title: 'fewer files than cores', run: runFastFiles, cores: 4, names: ['model/a'], atOnce: ['model/a'] },
];

for (const { title, run, cores, names, atOnce } of cases) {
  test(`files at once: ${title}`, async () => {
    const started: string[] = [];
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const all = run(
      names,
      (name) => {
        started.push(name);
        return ended;
      },
      cores,
    );
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(started, atOnce);
    end();
    await all;
    assert.equal([...started].sort(), [...names].sort(), 'each file runs once');
  });
}

test.run();
