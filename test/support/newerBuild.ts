import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildBundle, root } from './server';
import { temporaryFolder } from './serverProcess';

/** Returns the folder of a newer build: the same sources, with another version in the footer. */
export function newerBuild(): string {
  const folder = temporaryFolder();
  for (const name of ['ui', 'embed', 'build.mjs'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  const settings = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...settings, version: '999.0.0' }));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
  return buildBundle([], folder);
}
