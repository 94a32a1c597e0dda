// Measures the page in a real browser, on a real backend with much data: node test/bench/run.mjs [--runs N]
// Every figure is the median of N runs, 5 by default. Ends with 1 when a goal is missed.
// --latency MS measures instead how each screen opens when every request is late by MS; --verbose prints the
// requests.

import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { chunkContents } from '../support/chunkContents.mjs';

const home = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const outfile = join(home, 'node_modules/.cache/lowline-bench/bench.mjs');

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    latency: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1)
  throw new Error(`--runs must be a number of runs, not ${values.runs}`);
const latency = values.latency === undefined ? null : Number(values.latency);
if (latency !== null && !(latency >= 1))
  throw new Error(`--latency must be a time in ms, not ${values.latency}`);

// The support files of the tests resolve all paths from the root.
process.chdir(home);
process.setSourceMapsEnabled(true);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
await build({
  entryPoints: [latency === null ? 'test/bench/bench.ts' : 'test/bench/benchLatency.ts'],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  sourcemap: 'inline',
  logLevel: 'error',
  plugins: [chunkContents],
  define: { LOWLINE_VERSION: JSON.stringify(version) },
});
const { bench, benchLatency } = await import(pathToFileURL(outfile).href);
const isReached = latency === null ? await bench(runs) : await benchLatency(latency, runs, values.verbose);
process.exitCode = isReached ? 0 : 1;
