import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Digests, declaredReads, inputsOf, keyOf, listSources, openPasses, readDigests } from './passes';

const imports = (...paths: string[]) => ({
  imports: paths.map((path) => (path.startsWith('./') ? { path: path.slice(2) } : { path, external: true })),
});

test('the inputs are all direct and indirect imports of a file, and nothing else', () => {
  const graph = {
    inputs: {
      'a.test.ts': imports('./b.ts', 'uvu', 'node:crypto', 'node:timers/promises'),
      'b.ts': imports('./c.ts'),
      'c.ts': imports('./b.ts'),
      'other.test.ts': imports('./d.ts'),
      'd.ts': imports('node:fs'),
    },
  };
  assert.equal(inputsOf(graph, 'a.test.ts'), {
    files: ['a.test.ts', 'b.ts', 'c.ts'],
    reads: [],
    isOpen: false,
  });
});

for (const name of ['node:fs', 'node:fs/promises', 'node:child_process', 'node:url', 'node:http']) {
  test(`a file that can reach ${name} may read the whole repository`, () => {
    const graph = { inputs: { 'a.test.ts': imports('./b.ts'), 'b.ts': imports(name) } };
    assert.equal(inputsOf(graph, 'a.test.ts').reads, ['.']);
    assert.equal(inputsOf(graph, 'a.test.ts', ['test']), {
      files: ['a.test.ts', 'b.ts'],
      reads: ['test'],
      isOpen: true,
    });
  });
}

const digests = (files: Record<string, string>, repository = 'r', machine = 'm'): Digests => ({
  file: (path) => files[path] ?? null,
  sources: (path) => `${repository}${path}`,
  machine,
});

test('the key changes with the inputs and the machine', () => {
  const inputs = { files: ['a', 'b'], reads: [] };
  const key = keyOf(inputs, digests({ a: '1', b: '2' }));
  assert.type(key, 'string');
  assert.is(keyOf(inputs, digests({ a: '1', b: '2', c: '3' }, 'other')), key);
  assert.is.not(keyOf(inputs, digests({ a: '1', b: '3' })), key);
  assert.is.not(keyOf(inputs, digests({ a: '1', b: '2' }, 'r', 'other')), key);
  assert.is.not(keyOf({ ...inputs, files: ['a'] }, digests({ a: '1' })), key);
  assert.is(keyOf(inputs, digests({ a: '1' })), null);
});

test('all sources are inputs of a file that may read the repository', () => {
  const inputs = { files: ['a'], reads: ['.'] };
  const key = keyOf(inputs, digests({ a: '1' }, 'r'));
  assert.is.not(keyOf(inputs, digests({ a: '1' }, 'other')), key);
});

const runner = { 'test/runner/main.ts': '' };

type Write = (name: string, text: string) => void;

/** Makes a temporary folder with these files for the work. */
function inFolder(files: Record<string, string>, work: (folder: string, write: Write) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'lowline-passes-'));
  const write: Write = (name, text) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  try {
    work(folder, write);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the sources exclude tests, packages and the output of runs', () =>
  inFolder(
    {
      'build.mjs': '',
      'ui/a.ts': '',
      'ui/b.module.css': '',
      'test/a.test.ts': '',
      'test/b.test.tsx': '',
      'test/support/c.ts': '',
      'node_modules/x/x.js': '',
      '.lowline/bin/server': '',
      '.git/HEAD': '',
      'embed/server/dist/index.html': '',
      'embed/server/main.go': '',
    },
    (folder) =>
      assert.equal(listSources(folder), [
        'build.mjs',
        'embed/server/main.go',
        'test/support/c.ts',
        'ui/a.ts',
        'ui/b.module.css',
      ]),
  ));

test('a pass holds until an input changes, and again when the change is undone', () =>
  inFolder({ ...runner, 'test/a.test.ts': 'a', 'ui/a.ts': '1' }, (folder, write) => {
    const open = () => openPasses(join(folder, '.lowline/tests'), readDigests(folder, null));
    const inputs = { files: ['test/a.test.ts', 'ui/a.ts'], reads: [] };
    assert.is(open().hasPassed('a.test.ts'), false);
    assert.is(open().secondsOf('a.test.ts'), null);
    open().remember('a.test.ts', inputs, 2.5);
    assert.is(open().hasPassed('a.test.ts'), true);
    assert.is(open().secondsOf('a.test.ts'), 2.5);
    write('ui/other.ts', 'new');
    assert.is(open().hasPassed('a.test.ts'), true);
    write('ui/a.ts', '2');
    assert.is(open().hasPassed('a.test.ts'), false);
    assert.is(open().secondsOf('a.test.ts'), 2.5);
    write('ui/a.ts', '1');
    assert.is(open().hasPassed('a.test.ts'), true);
    write('package-lock.json', '{}');
    assert.is(open().hasPassed('a.test.ts'), false);
  }));

test('a pass ends when a package, a program or the environment changes', () =>
  inFolder({ ...runner, 'test/a.test.ts': 'a' }, (folder, write) => {
    const open = () => openPasses(join(folder, '.lowline/tests'), readDigests(folder, null));
    const { PATH: path, LANG: language } = process.env;
    try {
      process.env['PATH'] = join(folder, 'bin');
      for (const change of [
        () => write('package.json', '{ "version": "2" }'),
        () => write('test/support/chunkContents.mjs', 'changed'),
        () => write('bin/chromium', 'a browser'),
        () => write('bin/chromium', 'a newer browser'),
        () => write('bin/go', 'a compiler'),
        () => {
          process.env['LANG'] = 'de_DE.UTF-8';
        },
      ]) {
        open().remember('a.test.ts', { files: ['test/a.test.ts'], reads: [] }, 1);
        assert.is(open().hasPassed('a.test.ts'), true);
        change();
        assert.is(open().hasPassed('a.test.ts'), false, String(change));
      }
    } finally {
      process.env['PATH'] = path;
      if (language === undefined) delete process.env['LANG'];
      else process.env['LANG'] = language;
    }
  }));

test('a file that declares a folder runs again after a change of a test in it', () =>
  inFolder({ ...runner, 'test/a.test.ts': 'a', 'test/b.test.ts': 'b' }, (folder, write) => {
    const open = () => openPasses(join(folder, '.lowline/tests'), readDigests(folder, null));
    open().remember('a.test.ts', { files: ['test/a.test.ts'], reads: ['test'] }, 1);
    write('test/b.test.ts', 'changed');
    assert.is(open().hasPassed('a.test.ts'), false);
  }));

test('a file that may read the repository runs again after any change except in other tests', () =>
  inFolder({ ...runner, 'test/a.test.ts': 'a', 'test/b.test.ts': 'b', 'ui/a.css': '1' }, (folder, write) => {
    const open = () => openPasses(join(folder, '.lowline/tests'), readDigests(folder, null));
    open().remember('a.test.ts', { files: ['test/a.test.ts'], reads: ['.'] }, 1);
    write('test/b.test.ts', 'c');
    assert.is(open().hasPassed('a.test.ts'), true);
    write('ui/a.css', '2');
    assert.is(open().hasPassed('a.test.ts'), false);
  }));

test('a pass of another version of the runner is ignored', () =>
  inFolder({ ...runner, '.lowline/tests/a.test.ts.json': '{"key":"x","files":[],"seconds":1}' }, (folder) => {
    const passes = openPasses(join(folder, '.lowline/tests'), readDigests(folder, null));
    assert.is(passes.hasPassed('a.test.ts'), false);
    assert.is(passes.secondsOf('a.test.ts'), null);
  }));

test('a file declares in one line which files it reads', () => {
  assert.equal(declaredReads('// A test.\n// reads: test  package.json\nimport x;'), [
    'test',
    'package.json',
  ]);
  assert.is(declaredReads('// It reads: nothing'), null);
});

test('a file that declares its reads ignores all other changes', () =>
  inFolder(
    { ...runner, 'test/a.test.ts': 'a', 'test/b.ts': '1', 'ui/a.ts': '1', x: '1' },
    (folder, write) => {
      const open = () => openPasses(join(folder, '.lowline/tests'), readDigests(folder, null));
      const remember = () =>
        open().remember('a.test.ts', { files: ['test/a.test.ts'], reads: ['test', 'x'] }, 1);
      for (const [path, isReached] of [
        ['ui/a.ts', false],
        ['test/b.ts', true],
        ['x', true],
      ] as const) {
        remember();
        assert.is(open().hasPassed('a.test.ts'), true);
        write(path, '2');
        assert.is(open().hasPassed('a.test.ts'), !isReached, path);
      }
    },
  ));

test('fixtures beside the repository count as its files', () =>
  inFolder(
    { 'repo/test/runner/main.ts': '', 'repo/test/a.test.ts': 'a', 'fixtures/x.json': '1' },
    (folder, write) => {
      const open = () =>
        openPasses(join(folder, 'passes'), readDigests(join(folder, 'repo'), join(folder, 'fixtures')));
      open().remember('a.test.ts', { files: ['test/a.test.ts'], reads: ['.'] }, 1);
      assert.is(open().hasPassed('a.test.ts'), true);
      write('fixtures/x.json', '12');
      assert.is(open().hasPassed('a.test.ts'), false);
    },
  ));

test('a change during the run counts for the next run', () =>
  inFolder({ ...runner, 'test/a.test.ts': 'a' }, (folder, write) => {
    const digests = readDigests(folder, null);
    const passes = openPasses(join(folder, '.lowline/tests'), digests);
    digests.file('test/a.test.ts');
    write('test/a.test.ts', 'changed');
    passes.remember('a.test.ts', { files: ['test/a.test.ts'], reads: [] }, 1);
    const next = openPasses(join(folder, '.lowline/tests'), readDigests(folder, null));
    assert.is(next.hasPassed('a.test.ts'), false);
  }));

test('a pass is not remembered if an input changed before it was read', () =>
  inFolder({ ...runner, 'test/a.test.ts': 'a' }, (folder) => {
    const open = () => openPasses(join(folder, '.lowline/tests'), readDigests(folder, null));
    const passes = open();
    const inAMoment = Date.now() / 1_000 + 1;
    utimesSync(join(folder, 'test/a.test.ts'), inAMoment, inAMoment);
    passes.remember('a.test.ts', { files: ['test/a.test.ts'], reads: [] }, 1);
    assert.is(open().secondsOf('a.test.ts'), null);
  }));

test.run();
