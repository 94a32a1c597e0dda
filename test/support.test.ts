import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failure, fakeBackend, html, json, networkError, truncatedJson } from './support/backend';
import { adminToken, collections, listOf, post } from './support/samples';

const origin = 'http://localhost:8090';

/** Writes test files into a folder of their own, runs them, and gives what the runner printed. */
async function run(files: Record<string, string>, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'lowline-runner-'));
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(
      join(folder, name),
      `import { test } from 'uvu';\nimport * as assert from 'uvu/assert';\n${source}`,
    );
  }
  const ran = await new Promise<{ code: number; text: string }>((done) => {
    execFile(process.execPath, ['test/run.mjs', '--under', folder, ...args], (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    );
  });
  rmSync(folder, { recursive: true });
  return { ...ran, lastLine: ran.text.trimEnd().split('\n').at(-1) };
}

test('the runner adds up what passed, in all files', async () => {
  const two = "test('a', () => {});\ntest('b', () => {});\ntest.run();";
  const { code, lastLine } = await run({ 'a.test.ts': two, 'deep/b.test.ts': two });
  assert.is(lastLine, '4 passed, 0 failed');
  assert.is(code, 0);
});

test('the runner shows all of a failing file, and what passed in it counts', async () => {
  const { code, text, lastLine } = await run({
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
    const { code, text, lastLine } = await run({ 'a.test.ts': source }, '--limit', '2');
    assert.match(text, said);
    assert.is(lastLine, counts);
    assert.is(code, 1);
  });
}

test('the watchdog also ends what the file started', async () => {
  const { text } = await run(
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

/** A test file that fails so many times before it passes; it counts its runs beside its bundle. */
const failing = (times: number) => `import { appendFileSync, readFileSync } from 'node:fs';
  const counter = new URL(import.meta.url + '.runs');
  appendFileSync(counter, '.');
  const runs = readFileSync(counter, 'utf8').length;
  test('a', () => {});
  test('steady', () => assert.ok(runs > ${times}, 'run ' + runs));
  test.run();`;
const timesOf = (text: string, name: string) => text.split(` ${name}  `).length - 1;

test('a file of a browser or a server that fails once runs again at the end, and is named', async () => {
  const { code, text, lastLine } = await run({
    'browser/a.test.ts': failing(1),
    'browser/b.test.ts': "test('b', () => {});\ntest.run();",
    'server/c.test.ts': failing(1),
  });
  assert.match(text, /FAIL browser\/a\.test\.ts {2}1 passed, 1 failed/);
  assert.match(text, /run 1/);
  assert.ok(text.indexOf('ok   browser/b.test.ts') < text.indexOf('ok   browser/a.test.ts'), text);
  const report = text.trimEnd().split('\n').slice(-3, -1);
  assert.equal(report.sort(), [
    'passed only at the second run: browser/a.test.ts',
    'passed only at the second run: server/c.test.ts',
  ]);
  assert.is(lastLine, '5 passed, 0 failed');
  assert.is(code, 0);
});

test('a file that fails twice has failed, once', async () => {
  const { code, text, lastLine } = await run({ 'browser/a.test.ts': failing(2) });
  assert.is(timesOf(text, 'browser/a.test.ts'), 2);
  assert.not.match(text, /second run/);
  assert.is(lastLine, '1 passed, 1 failed');
  assert.is(code, 1);
});

test('a file whose preparation failed once runs again', async () => {
  const source = failing(1).replace('test.run();', 'test.before(() => assert.ok(runs > 1));\ntest.run();');
  const { text, lastLine } = await run({ 'server/a.test.ts': source });
  assert.match(text, /FAIL server\/a\.test\.ts {2}0 passed, 2 failed/);
  assert.match(text, /second run: server\/a\.test\.ts/);
  assert.is(lastLine, '2 passed, 0 failed');
});

test('a server that hung once passes at the second run', async () => {
  const { text, lastLine } = await run(
    { 'server/a.test.ts': `${failing(1)}\nif (runs === 1) setInterval(() => {}, 1000);` },
    '--limit',
    '2',
  );
  assert.match(text, /did not end within 2 s/);
  assert.match(text, /second run: server\/a\.test\.ts/);
  assert.is(lastLine, '2 passed, 0 failed');
});

for (const [what, name, source] of [
  ['of another folder', 'screens/a.test.ts', failing(1)],
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
    const { code, text } = await run({ [name]: source });
    assert.is(timesOf(text, name), 1, text);
    assert.not.match(text, /second run/);
    assert.is(code, 1);
  });
}

test('what files left out is said once, and such a file needs no tests', async () => {
  const { code, text, lastLine } = await run({
    'a.test.ts': "console.log('# left out: the newer backend (no Go)');",
    'b.test.ts': "console.log('# left out: the newer backend (no Go)');\ntest('b', () => {});\ntest.run();",
  });
  assert.is(text.split('left out: the newer backend (no Go)').length, 2);
  assert.is(lastLine, '1 passed, 0 failed');
  assert.is(code, 0);
});

test('a run that matches no file fails', async () => {
  const { code, lastLine } = await run({ 'a.test.ts': '' }, 'nothing-is-called-so');
  assert.is(lastLine, '0 passed, 0 failed');
  assert.is(code, 1);
});

test('a file has a document when its name or an import of it asks for one', async () => {
  const dom = JSON.stringify(join(process.cwd(), 'test/support/dom'));
  const has = (is: string) => `test('a', () => assert.${is}(globalThis.document));\ntest.run();`;
  const { text, lastLine } = await run({
    'byName.test.tsx': has('ok'),
    'byImport.test.ts': `import { resetDom } from ${dom};\ntest.before(resetDom);\n${has('ok')}`,
    'plain.test.ts': has('not.ok'),
  });
  assert.is(lastLine, '3 passed, 0 failed', text);
});

test('the fake backend answers by route and remembers the call', async () => {
  const backend = fakeBackend({ 'GET /api/collections': listOf(collections) });
  const answer = await backend.fetch(`${origin}/api/collections?page=1&sort=-name`, {
    headers: { Authorization: 'abc' },
  });
  assert.is(answer.status, 200);
  assert.equal(await answer.json(), listOf(collections));
  const [call] = backend.calls;
  assert.is(call?.method, 'GET');
  assert.is(call?.path, '/api/collections');
  assert.equal(call?.query, { page: '1', sort: '-name' });
  assert.is(call?.headers['authorization'], 'abc');
});

test('the fake backend gives a function the body and the named parts of the path', async () => {
  const backend = fakeBackend({
    'PATCH /api/collections/:collection/records/:id': ({ params, body }) => ({ params, body }),
    'PATCH /api/collections/posts/records/:id': ({ params }) => ({ status: 400, json: params }),
  });
  const send = (path: string) =>
    backend.fetch(origin + path, { method: 'PATCH', body: JSON.stringify({ title: 'x' }) });
  const users = await send('/api/collections/users/records/a%2Fb');
  assert.equal(await users.json(), { params: { collection: 'users', id: 'a/b' }, body: { title: 'x' } });
  const posts = await send('/api/collections/posts/records/1');
  assert.is(posts.status, 400);
  assert.equal(await posts.json(), { id: '1' });
});

test('the fake backend knows no other route', async () => {
  const answer = await fakeBackend().fetch(`${origin}/api/nope`);
  assert.is(answer.status, 404);
  assert.equal(await answer.json(), { code: 404, message: 'Not Found.', data: {} });
});

test('the fake backend gives every kind of bad answer', async () => {
  const backend = fakeBackend({
    'GET /api/html': html(502, '<h1>Bad gateway</h1>'),
    'GET /api/cut': truncatedJson(post),
    'GET /api/bad': failure(400, 'Something went wrong.', { name: { code: 'x', message: 'y' } }),
    'GET /api/away': networkError,
    'DELETE /api/gone': null,
  });
  const ask = (path: string, method = 'GET') => backend.fetch(origin + path, { method });
  assert.match((await ask('/api/html')).headers.get('content-type') ?? '', /text\/html/);
  assert.is(await (await ask('/api/cut')).json().catch((error) => error.name), 'SyntaxError');
  assert.is((await (await ask('/api/bad')).json()).data.name.code, 'x');
  assert.is(await ask('/api/away').catch((error) => error.name), 'TypeError');
  assert.is((await ask('/api/gone', 'DELETE')).status, 204);
});

test('an answer for once is given once', async () => {
  const backend = fakeBackend({ 'GET /api/health': { code: 200 } });
  backend.answerOnce('GET /api/health', json(503, {}));
  assert.is((await backend.fetch(`${origin}/api/health`)).status, 503);
  assert.is((await backend.fetch(`${origin}/api/health`)).status, 200);
  assert.is(backend.callsTo('GET /api/health').length, 2);
});

test('a held answer comes on release, and an abort ends the wait', async () => {
  const backend = fakeBackend({ 'GET /api/health': { code: 200 } });
  const release = backend.hold('GET /api/health');
  const stop = new AbortController();
  const order: string[] = [];
  const aborted = backend
    .fetch(`${origin}/api/health`, { signal: stop.signal })
    .catch((error) => order.push(error.name));
  const late = backend.fetch(`${origin}/api/health`).then((answer) => order.push(String(answer.status)));
  stop.abort();
  await aborted;
  assert.equal(order, ['AbortError']);
  release();
  await late;
  assert.equal(order, ['AbortError', '200']);
});

test('while offline every call fails', async () => {
  const backend = fakeBackend({ 'GET /api/health': { code: 200 } });
  const back = backend.goOffline();
  assert.is(await backend.fetch(`${origin}/api/health`).catch((error) => error.message), 'Failed to fetch');
  back();
  assert.is((await backend.fetch(`${origin}/api/health`)).status, 200);
});

test('an upload over XMLHttpRequest meets the same routes and tells its progress', async () => {
  const backend = fakeBackend({ 'POST /api/backups/upload': null });
  const xhr = backend.xhr();
  const loaded: number[] = [];
  xhr.upload.addEventListener('progress', (event) => loaded.push(event.loaded));
  xhr.open('POST', `${origin}/api/backups/upload`);
  xhr.setRequestHeader('Authorization', 'abc');
  const form = new FormData();
  await new Promise<void>((done) => {
    xhr.onload = () => done();
    xhr.send(form);
  });
  assert.is(xhr.status, 204);
  assert.equal(loaded, [50, 100]);
  assert.is(backend.calls[0]?.body, form);
  assert.is(backend.calls[0]?.headers['authorization'], 'abc');
});

test('the sample token carries claims that can be read', () => {
  const claims = JSON.parse(atob(adminToken(7).split('.')[1] ?? ''));
  assert.is(claims.exp, 7);
  assert.is(claims.type, 'admin');
});

test.run();
