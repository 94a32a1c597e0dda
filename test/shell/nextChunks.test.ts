// reads: ui/chunks ui/shell/routes.tsx test/browser/allScreens.test.ts
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chunksFor, likeliest } from '../../ui/shell/nextChunks';

const chunks = readdirSync('ui/chunks').map((file) => file.replace('.ts', ''));
/** Chunks that load with the page or with each screen, and those of guests. */
const early = ['start', 'guests', 'shell', 'records', 'afterFirstView', 'panels'];

test('every chunk of the later screens is fetched ahead, once', () => {
  const later = chunks.filter((chunk) => !early.includes(chunk));
  for (const chunk of later) {
    assert.ok(likeliest.includes(chunk), `ui/shell/nextChunks.ts: "likeliest" lacks "${chunk}"`);
  }
  assert.equal([...likeliest].sort(), later.sort());
});

test('a path or a panel names the chunks that it opens', () => {
  for (const [name, expected] of Object.entries({
    '/collections': ['records'],
    '/logs': ['logs', 'linePlot'],
    '/logs/': ['logs', 'linePlot'],
    '/settings/backups': ['backups'],
    recordPreview: ['recordPanels'],
    '/login': [],
    '/': [],
    nothing: [],
  })) {
    assert.equal(chunksFor(name), expected);
    for (const chunk of chunksFor(name)) assert.ok(chunks.includes(chunk));
  }
});

const source = readFileSync('ui/shell/routes.tsx', 'utf8');

test('each page of the settings has its chunk in ui/shell/nextChunks.ts', () => {
  const pages = [...source.matchAll(/settingsRoute\('([^']+)'[\s\S]*?chunks\/(\w+)'/g)];
  assert.is(pages.length, 11);
  for (const [, path = '', chunk = ''] of pages) assert.ok(chunksFor(path).includes(chunk), path);
});

test('test/browser/allScreens.test.ts opens every URL of the page', () => {
  const walk = readFileSync('test/browser/allScreens.test.ts', 'utf8');
  const paths = [...source.matchAll(/(?:path: |settingsRoute\()'([^'$]+)'/g)].map(([, path]) => path ?? '');
  const confirmations = [...source.matchAll(/confirmationRoutes\(\s*'([^']+)'/g)];
  assert.ok(paths.length > 12);
  for (const path of paths) assert.ok(walk.includes(`'${path}'`), `${path} is missing there`);
  for (const [, name] of confirmations)
    assert.ok(walk.includes(`/auth/${name}/`), `${name} is missing there`);
});

test.run();
