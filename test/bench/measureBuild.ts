import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../support/server';
import { temporaryFolder } from '../support/serverProcess';
import type { Figures } from './figures';

/** Measures the whole command, including the start of Node. */
export function measureBuild(figures: Figures): void {
  const started = performance.now();
  execFileSync(process.execPath, ['build.mjs', '--out', path.join(temporaryFolder(), 'dist')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  figures.add('build', (performance.now() - started) / 1_000);
}
