// Checks that the files named by ARCHITECTURE.md are there, and that each name leads to one file.
// reads: ARCHITECTURE.md ui test embed build.mjs
import { readdirSync, readFileSync } from 'node:fs';
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
/** Patterns of names, and the two ways to write one. */
const madeUp = /^\.\.\.|^(?:PascalCase\.tsx|camelCase\.ts|\/index\.html)$/;

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
  return text.split('\n').flatMap((line, at) =>
    [...line.matchAll(named)]
      .map(([, name = '']) => name)
      .filter((name) => !madeUp.test(name))
      .flatMap((name) => {
        const fault = faultOf(name, line);
        return fault === null ? [] : `line ${at + 1}: ${name}: ${fault}`;
      }),
  );
}

test('each file that ARCHITECTURE.md names is there', () => {
  assert.equal(faultsIn(readFileSync('ARCHITECTURE.md', 'utf8')), []);
});

test('a missing file, a wrong folder and an ambiguous name are found', () => {
  assert.equal(faultsIn('`page/gone.ts`'), ['line 1: page/gone.ts: no such path']);
  assert.equal(faultsIn('`gone.ts`'), ['line 1: gone.ts: no such file']);
  assert.equal(faultsIn('\n`table.ts`'), [
    'line 2: table.ts: one of ui/app/entries/table.ts, ui/records/tables/table.ts',
  ]);
  assert.equal(faultsIn('in `records/tables/`: `table.ts`'), []);
});

test.run();
