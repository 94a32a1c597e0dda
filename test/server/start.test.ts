import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ask } from '../support/ask';
import { backends, builtBundle, loadModule, root, startBackend } from '../support/server';
import { endProcess, freePort, temporaryFolder } from '../support/serverProcess';

interface Lock {
  packages: Record<string, { version?: string; optional?: boolean }>;
}

const { isInstalled } = await loadModule<{ isInstalled(wanted: Lock | null, present: Lock | null): boolean }>(
  'embed/install.mjs',
);

interface Options {
  help: boolean;
  port: number;
  data: string | null;
  binary: string | null;
  backend: string | null;
}

const { parseOptions } = await loadModule<{ parseOptions(args: string[]): Options }>('embed/options.mjs');
const { checkNode } = await loadModule<{ checkNode(version: string): void }>('embed/checks.mjs');
const { isNewEnough } = await loadModule<{ isNewEnough(go: [number, number] | null): boolean }>(
  'embed/server/build.mjs',
);

const defaults: Options = { help: false, port: 8090, data: null, binary: null, backend: null };

const optionCases: [args: string, options: Partial<Options> | RegExp][] = [
  ['', {}],
  ['--help', { help: true }],
  ['--port 80', { port: 80 }],
  ['--port=65535', { port: 65535 }],
  ['--port 1 --port 2', { port: 2 }],
  ['--data a/b --binary ./x=y', { data: 'a/b', binary: './x=y' }],
  ['--data=a=b', { data: 'a=b' }],
  ['--backend http://127.0.0.1:8090/', { backend: 'http://127.0.0.1:8090' }],
  ['--backend https://example.com/pb/', { backend: 'https://example.com/pb' }],
  ['--port', /^Option '--port <value>' argument missing; --help lists the options\.$/],
  ['--data --port 80', /^Option '--data' argument is ambiguous; /],
  ['--data=', /^An option has an empty value; /],
  ['--port 0', /^--port must be a number from 1 to 65535, not 0\.$/],
  ['--port 80x', /not 80x/],
  ['--backend 127.0.0.1:8090', /^--backend must be an address such as .*, not 127/],
  ['--backend ftp://example.com', /^--backend must be an address/],
  ['--watch', /^Unknown option '--watch'; --help lists the options\.$/],
  ['--help=yes', /^Option '--help' does not take an argument; /],
  ['./serve', /^Unexpected argument '\.\/serve'; /],
  ['--toString x', /^Unknown option '--toString'/],
  ['--binary x --backend http://127.0.0.1', /^Give --binary or --backend, not both/],
];

test('npm start reads its options, and refuses others with a sentence', () => {
  for (const [args, wanted] of optionCases) {
    const parse = () => parseOptions(args.split(' ').filter(Boolean));
    if (wanted instanceof RegExp) assert.throws(parse, wanted, args);
    else assert.equal(parse(), { ...defaults, ...wanted }, args);
  }
});

test('refuses an old Node, and ignores a Go that is too old to build the backend', () => {
  assert.throws(() => checkNode('18.20.4'), /^Lowline needs Node 20 or newer, and this is Node 18\.20\.4\.$/);
  for (const version of ['20.0.0', '20.20.2', '100.1.0']) checkNode(version);
  const versions: ([number, number] | null)[] = [null, [1, 25], [1, 26], [1, 30], [2, 0]];
  assert.equal(versions.map(isNewEnough), [false, false, true, true, true]);
});

interface Run {
  readonly child: ChildProcess;
  /** Resolves when the output matches; rejects with the output when the process ends before that. */
  says(pattern: RegExp): Promise<string>;
  /** Resolves when the process has ended and its output is complete. */
  readonly ended: Promise<{ code: number | null; out: string; errors: string }>;
}

const started: ChildProcess[] = [];

/** A copy with a build that takes the page of this run: a real one takes six seconds of computing. */
const copy = temporaryFolder();
for (const name of ['embed', 'package.json', 'package-lock.json'])
  cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
for (const name of ['node_modules', '.lowline'])
  symlinkSync(path.join(root, name), path.join(copy, name), 'dir');
writeFileSync(
  path.join(copy, 'build.mjs'),
  `import { cpSync } from 'node:fs';
  if (process.argv[2] !== '--out') throw new Error(process.argv.join(' '));
  cpSync(${JSON.stringify(builtBundle())}, process.argv[3], { recursive: true });`,
);

/** Runs `npm start` in the copy, or in this repository. */
function run(args: readonly string[], folder = copy): Run {
  const child = spawn(process.execPath, ['embed/start.mjs', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let out = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = new Promise<{ code: number | null; out: string; errors: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, out, errors })),
  );
  const says = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => pattern.test(out) && resolve(out);
      child.stdout.on('data', look);
      ended.then(() => reject(new Error(`It ended without ${pattern}.\n${out}${errors}`)));
      look();
    });
  return { child, says, ended };
}

/** Starts it on a free port with a fresh folder of data; `url` is its address. */
async function serve(args: readonly string[], folder = copy): Promise<Run & { url: string; data: string }> {
  const port = await freePort();
  const data = path.join(temporaryFolder(), 'run');
  const about = ['--port', String(port), '--data', data, ...args];
  return { ...run(about, folder), url: `http://127.0.0.1:${port}`, data };
}

const serving = /^Lowline is at .*$/m;

async function assertRefused(args: string[], sentence: RegExp): Promise<void> {
  const { code, out, errors } = await run(args).ended;
  assert.match(errors, sentence);
  assert.is(errors.trimEnd().split('\n').length, 1, errors);
  assert.is(out, '');
  assert.is(code, 1);
}

/** A program in place of a backend: healthy at once; the test's script decides how it ends. */
function fakeBackend(script: string): string {
  const file = path.join(temporaryFolder(), 'backend.cjs');
  writeFileSync(file, `#!/usr/bin/env node\n${script}`);
  chmodSync(file, 0o755);
  return file;
}

test('the packages are installed, so that the runs below change nothing in node_modules', async () => {
  const read = async (name: string) =>
    (await import(path.join(root, name), { with: { type: 'json' } })).default as Lock;
  assert.ok(isInstalled(await read('package-lock.json'), await read('node_modules/.package-lock.json')));
});

test('prints one sentence for a fault that a person can correct, before anything is built', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  const port = String(await freePort());
  const taken = createServer().unref();
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening));
  const address = taken.address();
  const takenPort = String(typeof address === 'object' ? address?.port : address);
  const data = ['--data', path.join(folder, 'run')];

  await assertRefused(['--nonsense'], /^Unknown option '--nonsense'/);
  await assertRefused([...data, '--port', takenPort], /^Port \d+ is in use; choose another by --port N\.$/m);
  await assertRefused(['--port', port, '--data', path.join(file, 'run')], /cannot be written \(ENOTDIR\)/);
  await assertRefused(
    [...data, '--port', port, '--binary', path.join(folder, 'gone')],
    /^There is no program at .*gone\.$/m,
  );
  await assertRefused([...data, '--port', port, '--binary', file], /may not be executed\.$/m);
  await assertRefused([...data, '--port', port, '--binary', folder], /is a folder, not a program\.$/m);
  assert.not.ok(existsSync(path.join(folder, 'run/lowline')));
  taken.close();
});

for (const [{ name, binary, dialect }, signal] of backends('every').map(
  (program, at) => [program, at % 2 === 0 ? 'SIGINT' : 'SIGTERM'] as const,
)) {
  test(`on ${name} it serves the dashboard until ${signal}`, async () => {
    const { child, says, ended, url, data } = await serve(['--binary', binary]);
    assert.match(await says(serving), `Lowline is at ${url}/_/`);
    const installer = dialect.isNewer ? undefined : '?installer#';
    assert.is((await ask(url, '/_/')).headers.location, installer);
    const page = await ask(url, '/_/?installer');
    assert.match(page.body.toString(), '<title>Lowline</title>');
    assert.ok(existsSync(path.join(data, 'pb_data/data.db')));
    child.kill(signal);
    assert.is((await ended).code, 0);
    const isGone = await ask(url, '/api/health').then(
      () => false,
      () => true,
    );
    assert.ok(isGone, 'the backend has outlived it');
  });
}

test('a backend that cannot start ends it with its exit code and a sentence', async () => {
  const binary = fakeBackend("console.error('no room'); process.exit(7);");
  const { code, out, errors } = await (await serve(['--binary', binary])).ended;
  assert.is(code, 7);
  assert.is(errors, 'no room\nThe backend ended with code 7; see its output above.\n');
  assert.not.match(out, 'Lowline is at');
});

/** A backend that serves, and exits as its URL requests. */
const mortalBackend = () =>
  fakeBackend(`
    const address = new URL(process.argv.find((text) => text.startsWith('--http=')).replace('--http=', 'http://'));
    process.on('SIGTERM', () => {
      console.log('asked to end');
      process.exit(5);
    });
    require('node:http').createServer((request, response) => {
      response.end('{}');
      if (request.url === '/die') process.exit(3);
      if (request.url === '/killed') process.kill(process.pid, 'SIGKILL');
    }).listen(address.port, address.hostname);
  `);

test('lets the backend shut down gracefully when it is stopped', async () => {
  const { child, says, ended } = await serve(['--binary', mortalBackend()]);
  await says(serving);
  child.kill('SIGINT');
  const { code, out, errors } = await ended;
  assert.match(out, /asked to end\n$/);
  assert.is(code, 0);
  assert.is(errors, '');
});

for (const { name, binary } of backends('contract').slice(-1)) {
  test(`with --backend it builds the dashboard, and serves it in front of a running ${name}`, async () => {
    const backend = await startBackend(binary);
    const { child, says, ended, url, data } = await serve(['--backend', backend.url], root);
    await says(serving);
    assert.match((await ask(url, '/_/')).body.toString(), '<title>Lowline</title>');
    assert.is((await ask(url, '/api/health')).status, 200);
    assert.not.ok(existsSync(path.join(data, 'pb_data')));
    child.kill('SIGINT');
    const { code, errors } = await ended;
    assert.is(code, 0);
    assert.is(errors, '');
    assert.is((await ask(backend.url, '/api/health')).status, 200);
    await backend.stop();
  });
}

// A process that a failed test left running would keep this one alive.
test.after(() => Promise.all(started.map((child) => endProcess(child, 'SIGTERM'))).then(() => {}));

test.run();
