// Decides which files run, and which of them run twice.
// reads: test/run.mjs test/runner test/support package.json package-lock.json embed
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runIn, runTests, writeTests } from '../support/runTests';

/**
 * Returns a test file that fails the given number of times and then passes. It counts its runs beside its
 * bundle.
 */
const failing = (times: number) => `import { appendFileSync, readFileSync } from 'node:fs';
  const counter = new URL(import.meta.url + '.runs');
  appendFileSync(counter, '.');
  const runs = readFileSync(counter, 'utf8').length;
  test('a', () => {});
  test('steady', () => assert.ok(runs > ${times}, 'run ' + runs));
  test.run();`;
const timesOf = (text: string, name: string) => text.split(` ${name}  `).length - 1;

test('a slow file that fails once runs again at the end and is named', async () => {
  const { code, text, lastLine } = await runTests({
    'browser/a.test.ts': failing(1),
    'browser/b.test.ts': "test('b', () => {});\ntest.run();",
    'server/c.test.ts': failing(1),
  });
  assert.match(text, /FAIL browser\/a\.test\.ts {2}1 passed, 1 failed/);
  assert.match(text, /run 1/);
  assert.ok(text.indexOf('ok   browser/b.test.ts') < text.indexOf('ok   browser/a.test.ts'), text);
  const report = text.trimEnd().split('\n').slice(-4, -1);
  assert.equal(report.sort(), [
    '2 flaky',
    'passed only at the second run: browser/a.test.ts (not listed in test/flaky.txt)',
    'passed only at the second run: server/c.test.ts (not listed in test/flaky.txt)',
  ]);
  assert.is(lastLine, '5 passed, 0 failed');
  assert.is(code, 0);
});

const today = new Date().toISOString().slice(0, 10);

for (const [what, list, counts] of [
  ['that nobody listed fails', '', '2 passed, 1 failed'],
  ['that is listed passes', `${today} browser/a.test.ts counts its runs`, '2 passed, 0 failed'],
  ['that was listed long ago fails', '2025-01-31 browser/a.test.ts counts its runs', '2 passed, 2 failed'],
] as const) {
  test(`in CI a flaky file ${what}`, async () => {
    const folder = writeTests({ 'browser/a.test.ts': failing(1), 'flaky.txt': list });
    const { text, lastLine } = await runIn(folder, ['--tier', 'all'], { CI: 'true' });
    rmSync(folder, { recursive: true });
    assert.match(text, /^1 flaky$/m);
    assert.is(lastLine, counts, text);
  });
}

test('the fast tier skips browser and server tests, and says so', async () => {
  const passing = "test('a', () => {});\ntest.run();";
  const files = { 'a.test.ts': passing, 'browser/b.test.ts': passing, 'server/c.test.ts': passing };
  const folder = writeTests(files);
  const fast = await runIn(folder, []);
  assert.is(fast.lastLine, '1 passed, 0 failed');
  assert.match(fast.text, /left out: 2 files with a browser or a server \(npm run test:all runs them/);
  assert.is((await runIn(folder, ['browser/'])).lastLine, '1 passed, 0 failed');
  const cit = { npm_command: 'install-ci-test', npm_lifecycle_event: 'test' };
  assert.is((await runIn(folder, [], cit)).lastLine, '3 passed, 0 failed');
  rmSync(folder, { recursive: true });
});

test('a file runs again when one of its imports has changed', async () => {
  const folder = writeTests({
    'a.test.ts': "import { one } from './one';\ntest('one', () => assert.is(one, 1));\ntest.run();",
    'b.test.ts': "test('b', () => {});\ntest.run();",
    'one.ts': 'export const one = 1;',
  });
  assert.is((await runIn(folder, [])).lastLine, '2 passed, 0 failed');
  const second = await runIn(folder, []);
  assert.is(second.lastLine, '0 passed, 0 failed');
  assert.is(second.code, 0);
  assert.match(second.text, /left out: 2 files that have not changed since they passed/);
  assert.is((await runIn(folder, ['--all'])).lastLine, '2 passed, 0 failed');
  assert.is((await runIn(folder, [], { CI: 'true' })).lastLine, '2 passed, 0 failed');
  writeFileSync(join(folder, 'one.ts'), 'export const one = 2;');
  // A failed file runs again even without a change.
  assert.is((await runIn(folder, [])).lastLine, '0 passed, 1 failed');
  assert.is((await runIn(folder, [])).lastLine, '0 passed, 1 failed');
  writeFileSync(join(folder, 'one.ts'), 'export const one = 1;');
  assert.is((await runIn(folder, ['a.test'])).lastLine, '1 passed, 0 failed');
  rmSync(folder, { recursive: true });
});

test('a file that left something out runs again', async () => {
  const folder = writeTests({
    'a.test.ts': "console.log('# left out: all');\ntest('a', () => {});\ntest.run();",
  });
  await runIn(folder, []);
  assert.is((await runIn(folder, [])).lastLine, '1 passed, 0 failed');
  rmSync(folder, { recursive: true });
});

test('a missing requirement fails the run before the first file', async () => {
  const folder = writeTests({ 'a.test.ts': "test('a', () => {});\ntest.run();" });
  const nowhere = { LOWLINE_REQUIRE: 'go', PATH: folder };
  const { code, text, lastLine } = await runIn(folder, [], nowhere);
  assert.match(text, /LOWLINE_REQUIRE names go, and this machine has no Go 1\.26 or newer on the PATH\./);
  assert.is(lastLine, '0 passed, 1 failed');
  assert.is(code, 1);
  rmSync(folder, { recursive: true });
});

test('a file that fails twice counts as failed once', async () => {
  const { code, text, lastLine } = await runTests({ 'browser/a.test.ts': failing(2) });
  assert.is(timesOf(text, 'browser/a.test.ts'), 2);
  assert.not.match(text, /second run/);
  assert.is(lastLine, '1 passed, 1 failed');
  assert.is(code, 1);
});

test('a file whose preparation failed once runs again', async () => {
  const source = failing(1).replace('test.run();', 'test.before(() => assert.ok(runs > 1));\ntest.run();');
  const { text, lastLine } = await runTests({ 'server/a.test.ts': source });
  assert.match(text, /FAIL server\/a\.test\.ts {2}0 passed, 2 failed/);
  assert.match(text, /second run: server\/a\.test\.ts/);
  assert.is(lastLine, '2 passed, 0 failed');
});

test('a server test that hangs once passes at its second run', async () => {
  const { text, lastLine } = await runTests(
    { 'server/a.test.ts': `${failing(1)}\nif (runs === 1) setInterval(() => {}, 1000);` },
    '--limit',
    '2',
  );
  assert.match(text, /did not end within 2 s/);
  assert.match(text, /second run: server\/a\.test\.ts/);
  assert.is(lastLine, '2 passed, 0 failed');
});

for (const [what, name, source] of [
  ['in another folder', 'screens/a.test.ts', failing(1)],
  ['that holds .only', 'browser/a.test.ts', "test.only('a', () => assert.ok(false));\ntest.run();"],
  [
    'that skips',
    'browser/a.test.ts',
    "test('a', () => assert.ok(false));\ntest.skip('b', () => {});\ntest.run();",
  ],
  ['without a test', 'server/a.test.ts', ''],
  ['that cannot be bundled', 'server/a.test.ts', "import './missing';"],
] as const) {
  test(`a file ${what} is not run again`, async () => {
    const { code, text } = await runTests({ [name]: source });
    assert.is(timesOf(text, name), 1, text);
    assert.not.match(text, /second run/);
    assert.is(code, 1);
  });
}

test.run();
