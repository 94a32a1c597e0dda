// Checks that the files and folders named by the documents are there, and that each name leads to one file.
// reads: ARCHITECTURE.md CONTRIBUTING.md README.md ui test embed build.mjs
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const files = ['ui', 'embed', 'test']
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) =>
    relative('.', join(entry.parentPath ?? entry.path, entry.name))
      .split(sep)
      .join('/'),
  );
const known = new Set([...files, ...readdirSync('.')]);

/** Names in prose, such as `page/forms/drafts.ts`. */
const named = /`([\w./-]+\.(?:tsx?|mjs|go|js|css|html))`/g;
/** Folders in prose, such as `records/write/`. */
const namedFolders = /`((?:[a-z][\w-]*\/)+)`/g;
/** Patterns of names, and the page of an example. */
const madeUp = /^\.\.\.|^settings\/AboutPage\.tsx$/;

/**
 * Returns the fault of a name; null for a good one. A path begins below `ui/`, at the root, or in a folder that the same
 * line names. A name without a folder may also stand for the only file of this name.
 */
function faultOf(name: string, line: string): string | null {
  const isPath = (path: string) => known.has(path) || known.has(`ui/${path}`);
  const folders = [...line.matchAll(/`([\w./-]+)\/[\w.-]*`/g)].map(([, folder]) => folder);
  if (isPath(name) || folders.some((folder) => isPath(`${folder}/${name}`))) return null;
  if (name.includes('/')) return 'no such path';
  const same = files.filter((file) => file.endsWith(`/${name}`));
  if (same.length === 1) return null;
  return same.length === 0 ? 'no such file' : `one of ${same.join(', ')}`;
}

function faultsIn(text: string): string[] {
  return text.split('\n').flatMap((line, at) => [
    ...[...line.matchAll(named)]
      .map(([, name = '']) => name)
      .filter((name) => !madeUp.test(name))
      .flatMap((name) => {
        const fault = faultOf(name, line);
        return fault === null ? [] : `line ${at + 1}: ${name}: ${fault}`;
      }),
    ...[...line.matchAll(namedFolders)]
      .map(([, folder = '']) => folder)
      .filter((folder) => !existsSync(folder) && !existsSync(`ui/${folder}`))
      .map((folder) => `line ${at + 1}: ${folder}: no such folder`),
  ]);
}

/** The largest size in kB. There is no index: a newcomer guesses a path from its name. */
const sizes = { 'ARCHITECTURE.md': 10, 'CONTRIBUTING.md': 8, 'README.md': 5 };

for (const [document, kB] of Object.entries(sizes)) {
  test(`${document} is short, and what it names is there`, () => {
    const text = readFileSync(document, 'utf8');
    assert.ok(Buffer.byteLength(text) <= kB * 1000, `at most ${kB} kB`);
    // README.md also names folders of other people.
    assert.equal(
      faultsIn(text).filter((fault) => document !== 'README.md' || !fault.endsWith('no such folder')),
      [],
    );
  });
}

test('a missing file or folder, a wrong folder and an ambiguous name are found', () => {
  assert.equal(faultsIn('`page/gone.ts`'), ['line 1: page/gone.ts: no such path']);
  assert.equal(faultsIn('`records/gone/`'), ['line 1: records/gone/: no such folder']);
  assert.equal(faultsIn('`gone.ts`'), ['line 1: gone.ts: no such file']);
  assert.equal(faultsIn('\n`table.ts`'), [
    'line 2: table.ts: one of ui/app/entries/table.ts, ui/records/tables/table.ts',
  ]);
  assert.equal(faultsIn('in `records/tables/`: `table.ts`'), []);
});

test.run();
