// reads: ui/chunks
import { readdirSync } from 'node:fs';
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

for (const [name, expected] of Object.entries({
  '/collections': ['records'],
  '/logs': ['logs', 'linePlot'],
  '/logs/': ['logs', 'linePlot'],
  '/settings': ['settings'],
  '/settings/mail': ['settings'],
  '/settings/backups': ['backups'],
  '/settings/import-collections': ['importCollections'],
  recordPreview: ['recordPanels'],
  '/login': [],
  '/': [],
  nothing: [],
})) {
  test(`${name} opens ${expected.join(' and ') || 'no chunk'}`, () => {
    assert.equal(chunksFor(name), expected);
    for (const chunk of chunksFor(name)) assert.ok(chunks.includes(chunk));
  });
}

test.run();
