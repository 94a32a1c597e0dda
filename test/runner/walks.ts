// Runs the walks with Playwright's runner.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { startNode } from './processes';

interface WalkResult {
  readonly name: string;
  passed: number;
  failed: number;
  seconds: number;
}

/** Runs these walks, prints what Playwright tells, and returns the results. `folder` is the folder of the run. */
export async function runWalks(
  names: readonly string[],
  folder: string,
  title: string | null,
): Promise<WalkResult[]> {
  const file = join(folder, 'walks.json');
  const child = startNode(
    [
      ...[join(process.cwd(), 'node_modules/@playwright/test/cli.js'), 'test', '--config', 'test/browser'],
      ...['--reporter', 'list,json', '--pass-with-no-tests'],
      ...(title === null ? [] : ['--grep', title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')]),
      ...names.map((name) => `/${name}$`.replaceAll('.', '\\.')),
    ],
    // Playwright gives its workers FORCE_COLOR, and Node warns of both.
    { PLAYWRIGHT_JSON_OUTPUT_FILE: file, NO_COLOR: undefined, FORCE_COLOR: '0' },
  );
  child.stdout?.pipe(process.stdout, { end: false });
  child.stderr?.pipe(process.stderr, { end: false });
  const code = await new Promise((done) => child.on('close', done));
  const broken: WalkResult = { name: 'browser', passed: 0, failed: 1, seconds: 0 };
  if (!existsSync(file)) return [broken];
  const { suites, errors } = JSON.parse(readFileSync(file, 'utf8')) as JSONReport;
  const results = suites.map((suite) => {
    const result: WalkResult = { name: `browser/${suite.file}`, passed: 0, failed: 0, seconds: 0 };
    for (const { ok, tests } of specsOf(suite)) {
      // A test that did not run, because the preparation failed, is skipped.
      const isPassed = ok && tests.every(({ status }) => status !== 'skipped');
      result[isPassed ? 'passed' : 'failed'] += 1;
      for (const { duration } of tests.flatMap((test) => test.results)) result.seconds += duration / 1_000;
    }
    return result;
  });
  // An error outside a test, such as in a hook after the last one, has no result of its own.
  const isTold = code === 0 || results.some(({ failed }) => failed > 0);
  return isTold && errors.length === 0 ? results : [...results, broken];
}

const specsOf = ({ specs, suites = [] }: JSONReportSuite): JSONReportSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
];
