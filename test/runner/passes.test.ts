import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Inputs, inputsOf, openPasses } from './passes';

const graphOf = (files: Record<string, string[]>) => ({
  inputs: Object.fromEntries(
    Object.entries(files).map(([file, paths]) => [
      file,
      {
        bytes: 1,
        imports: paths.map((path) => ({
          path,
          external: !(path in files),
          kind: 'import-statement' as const,
        })),
      },
    ]),
  ),
});

test('the inputs are all direct and indirect imports of a file, and nothing else', () => {
  const graph = graphOf({
    'a.test.ts': ['b.ts', 'uvu', 'node:crypto', 'node:timers/promises'],
    'b.ts': ['c.ts'],
    'c.ts': ['b.ts'],
    'other.test.ts': ['d.ts'],
    'd.ts': ['node:fs'],
  });
  assert.equal(inputsOf(graph, 'a.test.ts', ''), { files: ['a.test.ts', 'b.ts', 'c.ts'], reads: [] });
});

test('a file that can reach files or programs may read the whole repository, or what it declares', () => {
  for (const name of ['node:fs', 'node:fs/promises', 'node:child_process', 'node:url', 'node:http']) {
    const graph = graphOf({ 'a.test.ts': ['b.ts'], 'b.ts': [name] });
    assert.equal(inputsOf(graph, 'a.test.ts', '// It reads: nothing').reads, ['.'], name);
    const source = '// A test.\n// reads: test  package.json\nimport x;';
    assert.equal(inputsOf(graph, 'a.test.ts', source).reads, ['test', 'package.json'], name);
  }
});

/** Stores a pass with these inputs, makes the change, and tells whether the pass still holds. */
function holdsAfter(inputs: Partial<Inputs>, change: (write: (path: string, text: string) => void) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'lowline-passes-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const path of 'test/runner/main.ts test/a.test.ts test/b.test.ts test/b.ts ui/a.ts fixtures/x'.split(
    ' ',
  ))
    write(`repo/${path}`.replace('repo/fixtures', 'fixtures'), '1');
  const open = () => openPasses(join(folder, 'passes'), join(folder, 'repo'), join(folder, 'fixtures'));
  try {
    assert.is(open().hasPassed('a.test.ts'), false);
    open().remember('a.test.ts', { files: ['test/a.test.ts'], reads: [], ...inputs }, 2.5);
    assert.is(open().secondsOf('a.test.ts'), 2.5);
    assert.is(open().hasPassed('a.test.ts'), true);
    change((path, text) => write(path.startsWith('fixtures/') ? path : `repo/${path}`, text));
    return open().hasPassed('a.test.ts');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [what, inputs, changed, holds] of [
  ['an import', { files: ['test/a.test.ts', 'ui/a.ts'] }, ['ui/a.ts'], false],
  ['another file', {}, ['ui/a.ts'], true],
  ['a package', {}, ['package-lock.json'], false],
  ['the runner', {}, ['test/runner/main.ts'], false],
  ['a source, if it may read all', { reads: ['.'] }, ['ui/a.ts'], false],
  ['a fixture, if it may read all', { reads: ['.'] }, ['fixtures/x'], false],
  ['another test, if it may read all', { reads: ['.'] }, ['test/b.test.ts'], true],
  [
    'an output, if it may read all',
    { reads: ['.'] },
    ['.lowline/x', 'node_modules/x', 'embed/server/dist/x'],
    true,
  ],
  ['another test, if it declares the tests', { reads: ['test'] }, ['test/b.test.ts'], false],
  ['a source, if it declares the tests', { reads: ['test'] }, ['ui/a.ts'], true],
] as const) {
  test(`a pass ${holds ? 'holds' : 'ends'} after a change of ${what}`, () => {
    const change = (text: string) =>
      holdsAfter(inputs, (write) => {
        for (const path of changed) write(path, text);
      });
    assert.is(change('2'), holds);
  });
}

test('a pass holds again when the change is undone', () =>
  assert.is(
    holdsAfter({}, (write) => {
      write('test/a.test.ts', '2');
      write('test/a.test.ts', '1');
    }),
    true,
  ));

test.run();
