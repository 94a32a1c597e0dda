// reads: ui/shell/routes.tsx test/browser/allScreens.test.ts
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chunksFor } from '../../ui/shell/nextChunks';

const source = readFileSync('ui/shell/routes.tsx', 'utf8');
const walk = readFileSync('test/browser/allScreens.test.ts', 'utf8');
const paths = [...source.matchAll(/(?:path: |settingsRoute\()'([^'$]+)'/g)].map(([, path]) => path ?? '');
const confirmations = [...source.matchAll(/confirmationRoutes\(\s*'([^']+)'/g)].map(([, name]) => name ?? '');

test('test/browser/allScreens.test.ts opens every URL of the page', () => {
  assert.ok(paths.length > 12);
  for (const path of paths) assert.ok(walk.includes(`'${path}'`), `${path} is missing there`);
  for (const name of confirmations) assert.ok(walk.includes(`/auth/${name}/`), `${name} is missing there`);
});

test('each page of the settings has its chunk in ui/shell/nextChunks.ts', () => {
  const pages = [...source.matchAll(/settingsRoute\('([^']+)'[\s\S]*?chunks\/(\w+)'/g)];
  assert.is(pages.length, 11);
  for (const [, path = '', chunk = ''] of pages) assert.ok(chunksFor(path).includes(chunk), path);
});

test.run();
