// Runs the tests: node test/run.mjs [part of a path ...]
//
// Each file is bundled by itself and runs in a process of its own, two at a time, so that module-level
// stores, the document and the timers start fresh; a watchdog ends a file that hangs.
// A file without tests fails, and so does one that runs only some of them: uvu calls both a success.
// A file below browser/ or server/ that fails is run once more at the end, when nothing else runs. When it passes
// then it counts as passed, and the report names it.
// A file may print `# left out: <reason>` for what this machine cannot test; the reasons end the report.
//   --under FOLDER    the tests of another folder;   --limit SECONDS    a watchdog that is shorter

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const home = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const cache = join(home, 'node_modules/.cache/lowline-test');
const bundles = join(cache, `run-${process.pid}`);
const atOnce = 2;
const keptOutput = 4_000_000; // characters of one file's output; a loop that prints must not fill the memory

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { under: { type: 'string' }, limit: { type: 'string' } },
});
const folder = options.under ? resolve(options.under) : join(home, 'test');
const longest = Number(options.limit ?? Number.POSITIVE_INFINITY);
const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
const running = new Set();

/** Those that need a server or a browser: they take longer, and may be late on a machine with other work. */
const isSlow = (name) => /^(server|browser)\//.test(name);

/** Paths below `folder` with forward slashes, the slow ones last. */
function findTests() {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
    .map((entry) =>
      relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    )
    .filter((name) => !name.startsWith('bench/'))
    .filter((name) => wanted.length === 0 || wanted.some((part) => `test/${name}`.includes(part)))
    .sort();
  return [...names.filter((name) => !isSlow(name)), ...names.filter(isSlow)].map((name) => ({
    name,
    seconds: Math.min(longest, isSlow(name) ? 300 : 60),
  }));
}

/** Other runs may be under way: only what a run that has ended left behind is removed. */
function sweepOldBundles() {
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) {
    const owner = /^run-(\d+)$/.exec(name)?.[1];
    if (owner && !isAlive(Number(owner))) rmSync(join(cache, name), { recursive: true, force: true });
  }
  rmSync(bundles, { recursive: true, force: true });
  mkdirSync(bundles);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** happy-dom in one file: importing its hundreds takes three times as long, in every DOM test. */
async function buildDomPreload() {
  const source = join(home, 'test/support/domGlobals.ts');
  const { version } = JSON.parse(readFileSync(join(home, 'node_modules/happy-dom/package.json'), 'utf8'));
  const mark = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 8);
  const file = join(cache, `dom-${version}-${mark}.mjs`);
  if (!existsSync(file)) {
    await build({
      entryPoints: [source],
      outfile: join(bundles, 'dom.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
    });
    for (const old of readdirSync(cache).filter((name) => name.startsWith('dom-'))) rmSync(join(cache, old));
    renameSync(join(bundles, 'dom.mjs'), file);
  }
  return pathToFileURL(file).href;
}

/** The bundle of one test file, and whether it or anything it imports wants a document. */
async function bundleTest(name) {
  const outfile = join(bundles, `${name.replaceAll('/', '.')}.mjs`);
  const { metafile } = await build({
    entryPoints: [join(folder, name)],
    outfile,
    absWorkingDir: home,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    sourcemap: 'inline',
    jsx: 'automatic',
    metafile: true,
    logLevel: 'silent',
    define: { LOWLINE_VERSION: JSON.stringify(version) },
    loader: { '.css': 'global-css', '.module.css': 'local-css', '.svg': 'dataurl', '.png': 'dataurl' },
  });
  const isDom = (input) => /(^|\/)support\/(dom\.ts|render\.tsx)$/.test(input);
  return { outfile, needsDom: name.endsWith('.tsx') || Object.keys(metafile.inputs).some(isDom) };
}

/** Ends the process and all that it started: a server must not outlive its test. */
function endGroup(child, signal) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    // it has ended by itself
  }
}

function runProcess(args, seconds) {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--enable-source-maps', ...args], {
      cwd: home,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'test', NO_COLOR: '1' },
    });
    running.add(child);
    let output = '';
    let hung = false;
    const keep = (text) => {
      output = (output + text).slice(-keptOutput);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const watchdog = setTimeout(() => {
      hung = true;
      endGroup(child, 'SIGTERM');
      setTimeout(() => endGroup(child, 'SIGKILL'), 2_000).unref();
    }, seconds * 1_000);
    child.on('error', (error) => keep(String(error)));
    child.on('exit', () => {
      clearTimeout(watchdog);
      endGroup(child, 'SIGKILL');
    });
    child.on('close', (code) => {
      running.delete(child);
      done({ output, code, hung });
    });
  });
}

/**
 * What one file's run amounts to; `wrong` says what no count shows, and `mayPassAgain` whether another run may end
 * otherwise.
 */
function judge({ output, code, hung }, source, seconds) {
  const last = (label) =>
    Number([...output.matchAll(new RegExp(`^ {2}${label}: +(\\d+)`, 'gm'))].at(-1)?.[1] ?? 0);
  const leftOut = [...output.matchAll(/^# left out: *(.+)$/gm)].map(([, reason]) => reason.trim());
  const [total, passed, skipped] = [last('Total'), last('Passed'), last('Skipped')];
  const failed = total - passed;
  const holdsOnly = /(^|[;{}])\s*[\w$]+\.only\(/m.test(source);
  const wrong = (() => {
    if (hung) return `did not end within ${seconds} s`;
    if (holdsOnly) return 'holds .only';
    if (skipped > 0)
      return `skips ${skipped} of its tests; what a machine cannot test is printed as "# left out: ..."`;
    if (code !== 0 && failed === 0) return `ended with code ${code ?? 'of a signal'}`;
    if (total === 0 && leftOut.length === 0) return 'runs no test';
    return null;
  })();
  // A failed test ends the process with a code; a failed `before` only leaves its tests out.
  const mayPassAgain = (code !== 0 || failed > 0) && !holdsOnly && skipped === 0;
  return { passed, failed: failed + (wrong ? 1 : 0), leftOut, wrong, mayPassAgain };
}

async function runFile(test, preload) {
  const { name, seconds } = test;
  const started = performance.now();
  const result = { test, passed: 0, failed: 1, leftOut: [], wrong: 'cannot be bundled', output: '' };
  try {
    const { outfile, needsDom } = await bundleTest(name);
    const ran = await runProcess([...(needsDom ? ['--import', preload] : []), outfile], seconds);
    Object.assign(result, judge(ran, readFileSync(join(folder, name), 'utf8'), seconds), {
      output: ran.output,
    });
  } catch (error) {
    result.output = String(error.message);
  }
  const counts = `${result.passed} passed${result.failed ? `, ${result.failed} failed` : ''}`;
  const time = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`${result.failed ? 'FAIL' : 'ok  '} ${name}  ${counts}  ${time} s`);
  if (result.failed)
    console.log(`${result.wrong ? `     ${result.wrong}\n` : ''}${result.output.trimEnd()}\n`);
  return result;
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of running) endGroup(child, 'SIGKILL');
    rmSync(bundles, { recursive: true, force: true });
    process.exit(1);
  });
}

sweepOldBundles();
const tests = findTests();
const results = [];
const passedAgain = [];
if (tests.length === 0) console.log(`No test file matches ${wanted.join(', ') || folder}.`);
else {
  const preload = await buildDomPreload();
  const waiting = [...tests];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runFile(next, preload));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  for (const [at, { test, mayPassAgain }] of results.entries()) {
    if (!mayPassAgain || !isSlow(test.name)) continue;
    results[at] = await runFile(test, preload);
    if (results[at].failed === 0) passedAgain.push(test.name);
  }
}
rmSync(bundles, { recursive: true, force: true });

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
for (const reason of new Set(results.flatMap((result) => result.leftOut))) console.log(`left out: ${reason}`);
for (const name of passedAgain) console.log(`passed only at the second run: ${name}`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = tests.length === 0 || sum('failed') > 0 ? 1 : 0;
