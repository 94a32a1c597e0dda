// The runner counts passed tests, and never reports a false success.
// reads: test/run.mjs test/runner test/support package.json package-lock.json embed
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runTests } from '../support/runTests';

test('the runner adds up the passed tests of all files', async () => {
  const two = "test('a', () => {});\ntest('b', () => {});\ntest.run();";
  const { code, lastLine } = await runTests({ 'a.test.ts': two, 'deep/b.test.ts': two });
  assert.is(lastLine, '4 passed, 0 failed');
  assert.is(code, 0);
});

test('the runner prints the whole output of a failing file and counts its passed tests', async () => {
  const { code, text, lastLine } = await runTests({
    'a.test.ts': "test('a', () => {});\ntest('two is one', () => assert.is(2, 1));\ntest.run();",
  });
  assert.match(text, /FAIL a\.test\.ts/);
  assert.match(text, /"two is one"/);
  assert.is(lastLine, '1 passed, 1 failed');
  assert.is(code, 1);
});

for (const [what, source, said, counts] of [
  ['registers tests and never runs them', "test('a', () => {});", /runs no test/, '0 passed, 1 failed'],
  [
    'holds .only',
    "test('a', () => {});\ntest.only('b', () => {});\ntest.run();",
    /holds \.only/,
    '1 passed, 1 failed',
  ],
  [
    'skips a test',
    "test('a', () => {});\ntest.skip('b', () => {});\ntest.run();",
    /skips 1 of its tests/,
    '1 passed, 1 failed',
  ],
  ['throws at once', "throw new Error('broken');", /Error: broken/, '0 passed, 1 failed'],
  [
    'throws after its tests',
    "test('a', () => {});\ntest.run();\nsetTimeout(() => { throw new Error('late'); }, 50);",
    /Error: late/,
    '1 passed, 1 failed',
  ],
  [
    'waits for what never comes',
    "test('a', () => new Promise(() => {}));\ntest.run();",
    /Exiting early/,
    '0 passed, 1 failed',
  ],
  ['cannot be bundled', "import './missing';", /Could not resolve/, '0 passed, 1 failed'],
  [
    'keeps a timer running',
    "test('a', () => { setInterval(() => {}, 1000); });\ntest.run();",
    /did not end within 2 s/,
    '1 passed, 1 failed',
  ],
] as const) {
  test(`a file that ${what} fails the run`, async () => {
    const { code, text, lastLine } = await runTests({ 'a.test.ts': source }, '--limit', '2');
    assert.match(text, said);
    assert.is(lastLine, counts);
    assert.is(code, 1);
  });
}

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
