// Runs the walks with Playwright's runner.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startNode } from './processes';
import type { WalkResult } from './walkReporter';

/** Runs these walks, prints the lines of the reporter, and returns the results. `folder` is the folder of the run. */
export async function runWalks(
  names: readonly string[],
  folder: string,
  title: string | null,
): Promise<WalkResult[]> {
  const results = join(folder, 'walks.json');
  const child = startNode(
    [
      ...[join(process.cwd(), 'node_modules/@playwright/test/cli.js'), 'test', '--config', 'test/browser'],
      ...(title === null ? [] : ['--grep', title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')]),
      ...names.map((name) => `/${name}$`.replaceAll('.', '\\.')),
    ],
    { LOWLINE_WALKS: results },
  );
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface(stream).on('line', (line) => console.log(line));
  await new Promise((done) => child.on('close', done));
  if (existsSync(results)) return JSON.parse(readFileSync(results, 'utf8')) as WalkResult[];
  return [{ name: 'browser', passed: 0, failed: 1, flaky: [], seconds: 0 }];
}
