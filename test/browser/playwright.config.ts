// The walks: `npx playwright test -c test/browser logs` runs test/browser/logs.test.ts, `-g sort` the tests with that word.
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { buildServer } from '../../embed/server/build.mjs';
import { isCi } from '../runner/request';

// Every worker reads this file too, and would build it at the same time.
if (process.env['TEST_WORKER_INDEX'] === undefined) buildServer();

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  outputDir: '../../.lowline/walks',
  workers: availableParallelism(),
  timeout: 120_000,
  retries: isCi(process.env) ? 1 : 0,
  forbidOnly: true,
  // A trace takes time, and turns off the cache of the browser. `--trace on` makes one.
  use: { trace: 'on-first-retry' },
  reporter: 'list',
});
