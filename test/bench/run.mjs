// Measures the page in a real browser, on a real backend with much data: node test/bench/run.mjs [--runs N]
// Every figure is the median of N runs, 5 by default. Ends with 1 when a goal is missed.

import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const home = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const outfile = join(home, 'node_modules/.cache/lowline-bench/bench.mjs');

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs is no number of runs: ${values.runs}`);

// The support files of the tests look for everything from there.
process.chdir(home);
process.setSourceMapsEnabled(true);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
await build({
  entryPoints: ['test/bench/bench.ts'],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  sourcemap: 'inline',
  logLevel: 'error',
  define: { LOWLINE_VERSION: JSON.stringify(version) },
});
const { bench } = await import(pathToFileURL(outfile).href);
process.exitCode = (await bench(runs)) ? 0 : 1;
