// Runs the tests: node test/run.mjs [part of a path ...] [options]. test/runner/request.ts lists the options.
// The runner is TypeScript, which Node 20 cannot read: esbuild bundles it first.

import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const home = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const outfile = join(home, `node_modules/.cache/lowline-test/runner-${process.pid}.mjs`);

// The support files resolve all paths from the root.
process.chdir(home);
process.setSourceMapsEnabled(true);
mkdirSync(dirname(outfile), { recursive: true });
await build({
  entryPoints: [join(home, 'test/runner/main.ts')],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  sourcemap: 'inline',
  logLevel: 'error',
});
try {
  const { main } = await import(pathToFileURL(outfile).href);
  process.exitCode = await main(process.argv.slice(2));
} finally {
  rmSync(outfile, { force: true });
}
