// The runner chooses files, counts passed tests, and never reports a false success.
// reads: test/run.mjs test/runner test/support package.json package-lock.json embed
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runIn, runTests, writeTests } from '../support/runTests';

const passing = "test('a', () => {});\ntest.run();";

test('the runner adds up the passed tests of all files', async () => {
  const two = "test('a', () => {});\ntest('b', () => {});\ntest.run();";
  const { code, lastLine } = await runTests({ 'a.test.ts': two, 'deep/b.test.ts': two });
  assert.is(lastLine, '4 passed, 0 failed');
  assert.is(code, 0);
});

test('the runner prints the whole output of a failing file, counts its passed tests, and names it at the end', async () => {
  const { code, text, lastLine } = await runTests({
    'a.test.ts': "test('a', () => {});\ntest('two is one', () => assert.is(2, 1));\ntest.run();",
  });
  assert.match(text, /FAIL 1 of 1 {2}a\.test\.ts {2}1 passed, 1 failed/);
  assert.match(text, /"two is one"/);
  assert.match(text, /The files that failed:\n {2}a\.test\.ts {2}1 failed\n/);
  assert.is(lastLine, '1 passed, 1 failed');
  assert.is(code, 1);
});

const broken: Readonly<Record<string, readonly [source: string, said: RegExp, counts: string]>> = {
  'registers tests and never runs them': ["test('a', () => {});", /runs no test/, '0 passed, 1 failed'],
  'holds .only': [
    "test('a', () => {});\ntest.only('b', () => {});\ntest.run();",
    /skips 1 of its tests, or holds \.only/,
    '1 passed, 1 failed',
  ],
  'skips a test': [
    "test('a', () => {});\ntest.skip('b', () => {});\ntest.run();",
    /skips 1 of its tests/,
    '1 passed, 1 failed',
  ],
  'throws at once': ["throw new Error('broken');", /Error: broken/, '0 passed, 1 failed'],
  'throws after its tests': [
    "test('a', () => {});\ntest.run();\nsetTimeout(() => { throw new Error('late'); }, 50);",
    /Error: late/,
    '1 passed, 1 failed',
  ],
  'waits for what never comes': [
    "test('a', () => new Promise(() => {}));\ntest.run();",
    /ended before its tests/,
    '0 passed, 1 failed',
  ],
  'keeps a timer running': [
    "test('a', () => { setInterval(() => {}, 1000); });\ntest.run();",
    /did not end within 2 s/,
    '1 passed, 1 failed',
  ],
};
test('each file that breaks fails the run, and says how', async () => {
  const sources = Object.values(broken).map(([source], at) => [`server/${at}.test.ts`, source]);
  const { code, text } = await runTests(Object.fromEntries(sources), '--limit', '2');
  assert.is(code, 1);
  for (const [at, [what, [, said, counts]]] of Object.entries(broken).entries()) {
    const own =
      text.split(/^(?=FAIL |ok {2}|The files)/m).find((part) => part.includes(`server/${at}.test.ts`)) ?? '';
    assert.match(own, said, what);
    assert.match(own, `  ${counts}  `, what);
  }
});

test('a file that cannot be bundled fails the run', async () => {
  const { code, text, lastLine } = await runTests({ 'a.test.ts': "import './missing';" });
  assert.match(text, /Could not resolve/);
  assert.equal([code, lastLine], [1, '0 passed, 1 failed']);
});

test('files that share a process start fresh, and run when one before them breaks it', async () => {
  const dom = JSON.stringify(join(process.cwd(), 'test/support/dom'));
  const one = `import ${dom};
    test('fresh', () => {
      assert.equal([document.body.childElementCount, localStorage.length, globalThis.left], [0, 0, undefined]);
      assert.is(process.env.TZ, undefined);
      document.body.append('text', document.createElement('p'));
      Object.assign(globalThis, { left: 1 });
      Object.assign(process.env, { TZ: 'UTC' });
      localStorage.setItem('a', 'b');
    });
    test.run();`;
  const broken = `import ${dom};\nprocess.exit(3);`;
  // The longest file runs first.
  const files = { 'a.test.ts': `${broken}//${' '.repeat(3_000)}`, 'b.test.ts': one, 'c.test.ts': one };
  const { text, lastLine } = await runTests(files, '--all');
  assert.match(text, /a\.test\.ts .*\n +ended before its tests, with code 3/);
  assert.is(lastLine, '2 passed, 1 failed', text);
});

test('in CI a file that fails runs a second time, and the report names it', async () => {
  const folder = writeTests({
    'a.test.ts': `import { existsSync, writeFileSync } from 'node:fs';
      const file = new URL('./tried', 'file://' + process.env.HERE + '/');
      const isSecond = existsSync(file);
      writeFileSync(file, '');
      test('late', () => assert.ok(isSecond));
      test.run();`,
    'b.test.ts': "test('two is one', () => assert.is(2, 1));\ntest.run();",
  });
  const { code, text, lastLine } = await runIn(folder, [], { CI: 'true', HERE: folder });
  assert.is(lastLine, '1 passed, 1 failed', text);
  assert.match(text, /\npassed at the second try: a\.test\.ts\n/);
  assert.equal([code, text.match(/^FAIL /gm)?.length], [1, 3]);
  rmSync(folder, { recursive: true });
});

test('--name runs the tests with this in their title', async () => {
  const two = "test('one is one', () => {});\ntest('two is one', () => assert.is(2, 1));\ntest.run();";
  const { text, lastLine } = await runTests({ 'a.test.ts': two, 'b.test.ts': passing }, '--name', 'is one');
  assert.is(lastLine, '1 passed, 1 failed', text);
  const misspelt = await runTests({ 'a.test.ts': passing }, '--name', 'nothing is called so');
  assert.match(misspelt.text, /no test has "nothing is called so" in its title/);
  assert.equal([misspelt.lastLine, misspelt.code], ['0 passed, 1 failed', 1]);
});

test('the fast tier skips browser and server tests, and says so', async () => {
  const folder = writeTests({
    'a.test.ts': passing,
    'server/b.test.ts': passing,
    'server/c.test.ts': passing,
  });
  const fast = await runIn(folder, []);
  assert.is(fast.lastLine, '1 passed, 0 failed');
  assert.match(fast.text, /left out: 2 files with a browser or a server \(npm run test:all runs them/);
  assert.is((await runIn(folder, ['server/'])).lastLine, '2 passed, 0 failed');
  const cit = { npm_command: 'install-ci-test', npm_lifecycle_event: 'test' };
  assert.is((await runIn(folder, [], cit)).lastLine, '3 passed, 0 failed');
  rmSync(folder, { recursive: true });
});

test('a file runs again when one of its imports has changed', async () => {
  const folder = writeTests({
    'a.test.ts': "import { one } from './one';\ntest('one', () => assert.is(one, 1));\ntest.run();",
    'b.test.ts': passing,
    'one.ts': 'export const one = 1;',
  });
  assert.is((await runIn(folder, [])).lastLine, '2 passed, 0 failed');
  const second = await runIn(folder, []);
  assert.is(second.lastLine, '0 passed, 0 failed');
  assert.is(second.code, 0);
  assert.match(second.text, /left out: 2 files that have not changed since they passed/);
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
  const folder = writeTests({ 'a.test.ts': `console.log('# left out: all');\n${passing}` });
  await runIn(folder, []);
  assert.is((await runIn(folder, [])).lastLine, '1 passed, 0 failed');
  rmSync(folder, { recursive: true });
});

test('a missing requirement fails the run before the first file', async () => {
  const folder = writeTests({ 'a.test.ts': passing });
  const nowhere = { LOWLINE_REQUIRE: 'go', PATH: folder };
  const { code, text, lastLine } = await runIn(folder, [], nowhere);
  assert.match(text, /LOWLINE_REQUIRE names go, and this machine has no Go 1\.26 or newer on the PATH\./);
  assert.is(lastLine, '0 passed, 1 failed');
  assert.is(code, 1);
  rmSync(folder, { recursive: true });
});

test('the watchdog also ends the processes that the file started', async () => {
  const { text } = await runTests(
    {
      'a.test.ts': `import { spawn } from 'node:child_process';
        const server = spawn(process.execPath, ['-e', \`
          const { createServer } = require('node:http');
          const server = createServer((_, answer) => answer.end());
          server.listen(0, () => console.log('port', server.address().port));\`], { stdio: 'inherit' });
        setInterval(() => {}, 1000);`,
    },
    '--limit',
    '2',
  );
  const port = Number(/port (\d+)/.exec(text)?.[1]);
  assert.ok(port > 0, text);
  const stillThere = await fetch(`http://localhost:${port}`).then(
    () => true,
    () => false,
  );
  assert.not.ok(stillThere);
});

test('the report names each left-out reason once, and such a file needs no tests', async () => {
  const { code, text, lastLine } = await runTests({
    'a.test.ts': "console.log('# left out: the newer backend (no Go)');",
    'b.test.ts': "console.log('# left out: the newer backend (no Go)');\ntest('b', () => {});\ntest.run();",
  });
  assert.is(text.split('left out: the newer backend (no Go)').length, 2);
  assert.is(lastLine, '1 passed, 0 failed');
  assert.is(code, 0);
});

test('a run without a matching file fails', async () => {
  const { code, lastLine } = await runTests({ 'a.test.ts': '' }, 'nothing-is-called-so');
  assert.is(lastLine, '0 passed, 0 failed');
  assert.is(code, 1);
});

test('a file has a document if its name or an import requires one', async () => {
  const dom = JSON.stringify(join(process.cwd(), 'test/support/dom'));
  const has = (is: string) => `test('a', () => assert.${is}(globalThis.document));\ntest.run();`;
  const { text, lastLine } = await runTests({
    'byName.test.tsx': has('ok'),
    'byImport.test.ts': `import { resetDom } from ${dom};\ntest.before(resetDom);\n${has('ok')}`,
    'plain.test.ts': has('not.ok'),
  });
  assert.is(lastLine, '3 passed, 0 failed', text);
});

test.run();
