// One run of the tests. Files of the fast tier share processes, each file with a server has its own, and Playwright
// runs the walks. A file without tests fails, and so does a file that runs only some of them.
// A file may print `# left out: <reason>` for a part that this machine cannot test. The reasons are at the
// end of the report.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, watch } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from '../support/chromium';
import { findFixtures } from '../support/fixtures';
import { fetchNewerServers } from '../support/newerServers';
import { type Bundle, type Bundler, openBundler } from './bundles';
import { openPasses, type Passes } from './passes';
import { endAll, type Judgement, runFiles } from './processes';
import { isSlow, isWalk, type Request, type Requirement, readRequest, selectFiles } from './request';
import { runWalks } from './walks';

const home = process.cwd();
const seconds = { fast: 120, slow: 300 } as const;
/** The most files that share a process. Those with a document leave more behind. */
const mostTogether = { rules: 60, documents: 15 } as const;

interface Result extends Pick<Judgement, 'passed' | 'failed' | 'leftOut'> {
  readonly name: string;
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
  const bundler = openBundler(home, folder, request.title);
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
  } catch (error) {
    // esbuild names the file and the line.
    console.log(`${error instanceof Error ? error.message : error}\n0 passed, 1 failed`);
    return 1;
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
  const { goVersion, isNewEnough } = await loadServerBuild();
  return isNewEnough(goVersion())
    ? null
    : 'LOWLINE_REQUIRE names go, and this machine has no Go 1.26 or newer on the PATH.';
}

/** It finds its folder by its URL, so it is not bundled. */
async function loadServerBuild() {
  return (await import(
    pathToFileURL(join(home, 'embed/server/build.mjs')).href
  )) as typeof import('../../embed/server/build.mjs');
}

/** Fetches and builds the servers and the page of the slow tests, because they run at the same time. */
async function buildOnce(folder: string, isLong: boolean): Promise<void> {
  fetchNewerServers(isLong);
  (await loadServerBuild()).buildServer();
  execFileSync(process.execPath, ['build.mjs', '--out', join(folder, 'page')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Lists the tests below the folder as paths with forward slashes. */
function findTests(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !name.startsWith('bench/'))
    .sort();
}

async function runOnce(request: Request, folder: string, bundler: Bundler): Promise<number> {
  const { chosen, slowLeftOut } = selectFiles(findTests(folder), request);
  if (chosen.length === 0) {
    console.log(`No test file matches ${request.parts.join(', ') || folder}.\n0 passed, 0 failed`);
    return 1;
  }
  const owner = folder === join(home, 'test') ? home : folder;
  const passes = openPasses(join(owner, '.lowline/tests'), home, findFixtures());
  const due = chosen.filter((name) => !request.skipsUnchanged || !passes.hasPassed(name));
  const walks = due.filter(isWalk);
  const files = due.filter((name) => !isWalk(name));
  const bundles = await bundler.bundle(files);
  const results: Result[] = [];
  // Like Playwright's retry of a walk.
  const unstable: string[] = [];
  let mayTryAgain = request.triesAgain;

  const runGroup = async (names: readonly string[]) => {
    const limit = Math.min(request.limitSeconds, names.some(isSlow) ? seconds.slow : seconds.fast);
    const found = names.map((name) => ({ name, outfile: bundles.get(name)?.outfile ?? '' }));
    const needsDom = names.some((name) => bundles.get(name)?.needsDom);
    const preload = needsDom ? ['--import', await bundler.domPreload()] : [];
    await runFiles(found, preload, { seconds: limit, isNamed: request.title !== null }, (name, judgement) => {
      const { inputs } = bundles.get(name) as Bundle;
      if (mayTryAgain && judgement.failed > 0) unstable.push(name);
      else results.push({ name, ...judgement });
      if (judgement.failed === 0 && judgement.leftOut.length === 0 && request.title === null)
        passes.remember(name, inputs, judgement.seconds);
      print(`${results.length} of ${files.length}`, name, judgement);
    });
  };

  const fast = files.filter((name) => !isSlow(name));
  const servers = files.filter(isSlow);
  const weight = (name: string) =>
    passes.secondsOf(name) ?? readFileSync(join(folder, name), 'utf8').length / 1_000;
  const byWeight = (names: string[]) => names.sort((a, b) => weight(b) - weight(a));
  const cores = availableParallelism();
  const groups = [
    ...group(
      byWeight(fast.filter((name) => bundles.get(name)?.needsDom)),
      weight,
      mostTogether.documents,
      cores,
    ),
    ...group(
      byWeight(fast.filter((name) => !bundles.get(name)?.needsDom)),
      weight,
      mostTogether.rules,
      cores,
    ),
  ];
  // A file waits for timers or for its server for a third of its time, so one more runs than there are cores.
  await inLanes(groups, cores + 1, runGroup);
  if (owner === home && due.some(isSlow)) await buildOnce(bundler.folder, request.isLong);
  const waiting = byWeight(servers).map((name) => [name]);
  const runWaiting = (lanes: number) => inLanes(waiting, lanes, runGroup);
  // The browsers take the cores, so beside them only one file with a server runs.
  const walking = async () => {
    const walked = walks.length > 0 ? await walkAll(walks, bundler.folder, request, passes) : [];
    await runWaiting(cores);
    return walked;
  };
  const [, walked] = await Promise.all([runWaiting(1), walking()]);
  results.push(...walked);
  mayTryAgain = false;
  for (const name of unstable) await runGroup([name]);
  if (request.title !== null && results.every(({ passed, failed }) => passed + failed === 0))
    results.push({ name: `no test has "${request.title}" in its title`, passed: 0, failed: 1, leftOut: [] });
  const second = results.filter(({ name, failed }) => failed === 0 && unstable.includes(name));
  for (const { name } of second) console.log(`passed at the second try: ${name}`);
  return report(results, chosen.length - due.length, slowLeftOut);
}

async function walkAll(
  names: readonly string[],
  folder: string,
  { title }: Request,
  passes: Passes,
): Promise<Result[]> {
  if (!(await findChromium())) {
    const reason = 'the walks (no Chromium: set CHROMIUM_PATH, or install one on the PATH)';
    return [{ name: 'browser', passed: 0, failed: 0, leftOut: [reason] }];
  }
  const results = await runWalks(names, folder, title);
  for (const { name, failed, seconds } of results) {
    // A walk depends on the whole page.
    if (failed === 0 && title === null)
      passes.remember(name, { files: [`test/${name}`], reads: ['.'] }, seconds);
  }
  return results.map((result) => ({ ...result, leftOut: [] }));
}

/** Fills groups of at most `most` files, about three of equal time for each core. */
function group(
  names: readonly string[],
  weight: (name: string) => number,
  most: number,
  cores: number,
): string[][] {
  const total = names.reduce((sum, name) => sum + weight(name), 0);
  const count = Math.min(names.length, Math.max(Math.ceil(names.length / most), cores * 3));
  const groups: string[][] = [];
  let time = 0;
  for (const name of names) {
    const last = groups.at(-1);
    if (!last || last.length >= most || time >= total / count) {
      groups.push([name]);
      time = 0;
    } else last.push(name);
    time += weight(name);
  }
  return groups;
}

/** Takes the jobs from the list in their order, and runs them, `lanes` at a time. */
async function inLanes<Job>(waiting: Job[], lanes: number, run: (job: Job) => Promise<void>) {
  const lane = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await run(job);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

function print(
  place: string,
  name: string,
  { passed, failed, wrong, output, seconds: took }: Judgement,
): void {
  const counts = `${passed} passed${failed ? `, ${failed} failed` : ''}`;
  console.log(`${failed ? 'FAIL' : 'ok  '} ${place}  ${name}  ${counts}  ${took.toFixed(1)} s`);
  if (failed) console.log(`${wrong ? `     ${wrong}\n` : ''}${output.trimEnd()}\n`);
}

/** Prints the end of the report, whose last line is `N passed, N failed`. Returns the exit code. */
function report(results: readonly Result[], unchanged: number, slowLeftOut: number): number {
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
  const failed = results.filter((result) => result.failed > 0);
  if (failed.length > 0) console.log('\nThe files that failed:');
  for (const { name, failed: count } of failed) console.log(`  ${name}  ${count} failed`);
  for (const reason of new Set(results.flatMap(({ leftOut }) => leftOut))) console.log(`left out: ${reason}`);
  if (slowLeftOut > 0)
    console.log(
      `left out: ${slowLeftOut} files with a browser or a server (npm run test:all runs them, and so does a part such as browser/logs)`,
    );
  if (unchanged > 0)
    console.log(`left out: ${unchanged} files that have not changed since they passed (--all runs them)`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return failed.length > 0 ? 1 : 0;
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
    await runOnce(request, folder, bundler).catch(({ message }: Error) => console.log(message));
    console.log('Waiting for a change; Ctrl+C ends it.\n');
    await change;
    // An editor writes a file in several steps.
    await new Promise((done) => setTimeout(done, 100));
  }
}
