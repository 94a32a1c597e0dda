// One run of the tests. Each file runs in its own process, some at a time, so that module-level stores, the
// document and the timers start fresh. A watchdog ends a file that hangs.
// A file without tests fails, and so does a file that runs only some of them. uvu reports both as a success.
// A slow file that fails runs again alone at the end. If it passes then, it is flaky.
// A file may print `# left out: <reason>` for a part that this machine cannot test. The reasons are at the
// end of the report.

import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from '../support/chromium';
import { findFixtures } from '../support/fixtures';
import { type Bundle, type Bundler, openBundler } from './bundles';
import { type FlakyList, readFlakyList } from './flaky';
import { runFastFiles, runSlowFiles } from './lanes';
import { endAll, type Judgement, judgeRun, runProcess } from './oneFile';
import { openPasses, type Passes, readDigests } from './passes';
import { isSlow, needsBrowser, type Request, type Requirement, readRequest, selectFiles } from './request';

const home = process.cwd();
const seconds = { fast: 120, slow: 300 } as const;

interface Result extends Judgement {
  readonly name: string;
  readonly bundle: Bundle;
  readonly seconds: number;
}

/** Runs the request; returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const request = readRequest(args, process.env);
  const missing = (await Promise.all(request.required.map(findMissing))).filter((said) => said !== null);
  if (missing.length > 0) {
    console.log([...missing, `0 passed, ${missing.length} failed`].join('\n'));
    return 1;
  }
  const folder = request.folder ?? join(home, 'test');
  const bundler = openBundler(home, folder);
  process.env['LOWLINE_TEST_RUN'] = bundler.folder;
  process.env['LOWLINE_RUNS'] = request.isLong ? 'all' : 'some';
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      endAll();
      bundler.remove();
      process.exit(1);
    });
  }
  try {
    if (request.watches) return await runOnChanges(request, folder, bundler);
    return await runOnce(request, folder, bundler);
  } finally {
    bundler.remove();
  }
}

/** Returns a sentence about a requirement that this machine lacks; null if it is available. */
async function findMissing(requirement: Requirement): Promise<string | null> {
  if (requirement === 'browser') {
    return (await findChromium())
      ? null
      : 'LOWLINE_REQUIRE names the browser, and this machine has none: set CHROMIUM_PATH, or install one.';
  }
  const { goVersion, isNewEnough } = (await import(
    pathToFileURL(join(home, 'embed/server/build.mjs')).href
  )) as {
    goVersion(): [number, number] | null;
    isNewEnough(go: [number, number] | null): boolean;
  };
  return isNewEnough(goVersion())
    ? null
    : 'LOWLINE_REQUIRE names go, and this machine has no Go 1.26 or newer on the PATH.';
}

/** Lists the tests below the folder as paths with forward slashes. */
function findTests(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !name.startsWith('bench/'))
    .sort();
}

function openState(folder: string) {
  const owner = folder === join(home, 'test') ? home : folder;
  return openPasses(join(owner, '.lowline/tests'), readDigests(home, findFixtures()));
}

async function runOnce(request: Request, folder: string, bundler: Bundler): Promise<number> {
  const names = findTests(folder);
  const { chosen, slowLeftOut } = selectFiles(names, request);
  if (chosen.length === 0) {
    console.log(`No test file matches ${request.parts.join(', ') || folder}.\n0 passed, 0 failed`);
    return 1;
  }
  const passes = openState(folder);
  const due = chosen.filter((name) => !request.skipsUnchanged || !passes.hasPassed(name));
  const ordered = orderByLength(due, folder, passes);
  const bundles = await bundler.bundle(ordered);
  const results: Result[] = [];
  const run = async (name: string) => {
    const bundle = bundles.get(name);
    if (!bundle) throw new Error(`${name} was not bundled`);
    const result = await runFile(name, bundle, request, folder, bundler);
    if (result.failed === 0 && result.leftOut.length === 0)
      passes.remember(name, bundle.inputs, result.seconds);
    return result;
  };
  const runAndKeep = async (name: string) => {
    results.push(await run(name));
  };
  await runFastFiles(
    ordered.filter((name) => !isSlow(name)),
    runAndKeep,
  );
  await runSlowFiles(ordered.filter(isSlow), runAndKeep);

  const flaky: string[] = [];
  for (const [at, { name, mayPassAgain }] of results.entries()) {
    if (!mayPassAgain || !isSlow(name)) continue;
    const again = await run(name);
    results[at] = again;
    if (again.failed === 0) flaky.push(name);
  }
  const list = join(folder, 'flaky.txt');
  const text = existsSync(list) ? readFileSync(list, 'utf8') : '';
  const known = readFlakyList(text, new Date(), (name) => names.includes(name));
  return report(request, { results, flaky, known, unchanged: chosen.length - due.length, slowLeftOut });
}

/**
 * Puts the slowest first, so that no slow file runs alone at the end. All files with servers together take less time
 * than those with browsers, and run beside them.
 */
function orderByLength(names: readonly string[], folder: string, passes: Passes): string[] {
  const expected = new Map(
    names.map((name) => [
      name,
      passes.secondsOf(name) ?? estimatedSeconds(readFileSync(join(folder, name), 'utf8')),
    ]),
  );
  const weight = (name: string) => expected.get(name) ?? 0;
  return [...names].sort(
    (a, b) => Number(needsBrowser(b)) - Number(needsBrowser(a)) || weight(b) - weight(a),
  );
}

/** Estimates the time of a file that has not run yet: by its line `// takes: 140 s`, or else by its length. */
const estimatedSeconds = (text: string) =>
  Number(/^\/\/ takes: (\d+) s$/m.exec(text)?.[1] ?? text.length / 1_000);

async function runFile(
  name: string,
  bundle: Bundle,
  { limitSeconds }: Request,
  folder: string,
  bundler: Bundler,
): Promise<Result> {
  const started = performance.now();
  const limit = Math.min(limitSeconds, isSlow(name) ? seconds.slow : seconds.fast);
  let output = bundle.refusal;
  let judgement: Judgement = {
    passed: 0,
    failed: 1,
    leftOut: [],
    wrong: 'cannot be bundled',
    mayPassAgain: false,
  };
  if (bundle.outfile !== null) {
    const preload = bundle.needsDom ? ['--import', await bundler.domPreload()] : [];
    const ran = await runProcess([...preload, bundle.outfile], limit);
    output = ran.output;
    judgement = judgeRun(ran, readFileSync(join(folder, name), 'utf8'), limit);
  }
  const took = (performance.now() - started) / 1_000;
  const counts = `${judgement.passed} passed${judgement.failed ? `, ${judgement.failed} failed` : ''}`;
  console.log(`${judgement.failed ? 'FAIL' : 'ok  '} ${name}  ${counts}  ${took.toFixed(1)} s`);
  if (judgement.failed)
    console.log(`${judgement.wrong ? `     ${judgement.wrong}\n` : ''}${output.trimEnd()}\n`);
  return { ...judgement, name, bundle, seconds: took };
}

interface Outcome {
  readonly results: readonly Result[];
  readonly flaky: readonly string[];
  readonly known: FlakyList;
  readonly unchanged: number;
  readonly slowLeftOut: number;
}

/** Prints the end of the report, whose last line is `N passed, N failed`. Returns the exit code. */
function report(
  { refusesFlaky }: Request,
  { results, flaky, known, unchanged, slowLeftOut }: Outcome,
): number {
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
  const unlisted = flaky.filter((name) => !known.reasons.has(name));
  const failed = sum('failed') + known.errors.length + (refusesFlaky ? unlisted.length : 0);
  for (const reason of new Set(results.flatMap(({ leftOut }) => leftOut))) console.log(`left out: ${reason}`);
  if (slowLeftOut > 0)
    console.log(
      `left out: ${slowLeftOut} files with a browser or a server (npm run test:all runs them, and so does a part such as browser/logs)`,
    );
  if (unchanged > 0)
    console.log(`left out: ${unchanged} files that have not changed since they passed (--all runs them)`);
  for (const error of known.errors) console.log(error);
  for (const name of flaky)
    console.log(
      `passed only at the second run: ${name} (${known.reasons.get(name) ?? 'not listed in test/flaky.txt'})`,
    );
  if (results.some(({ name }) => isSlow(name))) console.log(`${flaky.length} flaky`);
  console.log(`${sum('passed')} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/** Runs the changed files after each change until the person stops it. */
async function runOnChanges(request: Request, folder: string, bundler: Bundler): Promise<never> {
  let changed: () => void = () => {};
  const noticed = (_: string, name: string | null) => {
    if (name === null || !/(^|[\\/])(\.|node_modules)/.test(name)) changed();
  };
  for (const part of ['ui', 'embed', 'test']) watch(join(home, part), { recursive: true }, noticed);
  watch(home, noticed);
  if (request.folder !== null) watch(folder, { recursive: true }, noticed);
  for (;;) {
    const change = new Promise<void>((done) => {
      changed = done;
    });
    await runOnce(request, folder, bundler);
    console.log('Waiting for a change; Ctrl+C ends it.\n');
    await change;
    // An editor writes a file in several steps.
    await new Promise((done) => setTimeout(done, 100));
  }
}
