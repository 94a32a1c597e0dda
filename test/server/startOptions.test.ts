import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../support/server';

interface Options {
  help: boolean;
  port: number;
  data: string | null;
  binary: string | null;
  backend: string | null;
}

interface Lock {
  packages: Record<string, { version?: string; optional?: boolean }>;
}

const { parseOptions } = await loadModule<{ parseOptions(args: string[]): Options }>('embed/options.mjs');
const { isInstalled } = await loadModule<{ isInstalled(wanted: Lock | null, present: Lock | null): boolean }>(
  'embed/install.mjs',
);
const { checkNode } = await loadModule<{ checkNode(version: string): void }>('embed/checks.mjs');
const { isNewEnough } = await loadModule<{ isNewEnough(go: [number, number] | null): boolean }>(
  'embed/server/build.mjs',
);

const defaults: Options = { help: false, port: 8090, data: null, binary: null, backend: null };

const optionCases: [args: string, options: Partial<Options> | RegExp][] = [
  ['', {}],
  ['--help', { help: true }],
  ['--port 80', { port: 80 }],
  ['--port=65535', { port: 65535 }],
  ['--port 1 --port 2', { port: 2 }],
  ['--data a/b --binary ./x=y', { data: 'a/b', binary: './x=y' }],
  ['--data=a=b', { data: 'a=b' }],
  ['--backend http://127.0.0.1:8090/', { backend: 'http://127.0.0.1:8090' }],
  ['--backend https://example.com/pb/', { backend: 'https://example.com/pb' }],
  ['--port', /^--port needs a value\.$/],
  ['--data --port 80', /^--data needs a value\.$/],
  ['--port 0', /^--port must be a number from 1 to 65535, not 0\.$/],
  ['--port 80x', /not 80x/],
  ['--backend 127.0.0.1:8090', /^--backend must be an address such as .*, not 127/],
  ['--backend ftp://example.com', /^--backend must be an address/],
  ['--watch', /^There is no option --watch; --help lists the options\.$/],
  ['--help=yes', /^There is no option --help=yes/],
  ['serve', /^There is no option serve/],
  ['--toString x', /^There is no option --toString/],
  ['--binary x --backend http://127.0.0.1', /^Give --binary or --backend, not both/],
];

test('npm start reads its options, and refuses others with a sentence', () => {
  for (const [args, wanted] of optionCases) {
    const parse = () => parseOptions(args.split(' ').filter(Boolean));
    if (wanted instanceof RegExp) assert.throws(parse, wanted, args);
    else assert.equal(parse(), { ...defaults, ...wanted }, args);
  }
});

test('packages count as installed when npm left the versions of the lock file', () => {
  const wanted = { packages: { '': {}, a: { version: '1.0.0' }, b: { version: '2.0.0', optional: true } } };
  const cases: [present: Lock | null, isThere: boolean][] = [
    [null, false],
    [{ packages: {} }, false],
    [{ packages: { a: { version: '1.0.1' }, b: { version: '2.0.0' } } }, false],
    [{ packages: { a: { version: '1.0.0' }, b: { version: '2.0.1' } } }, false],
    [{ packages: { a: { version: '1.0.0' }, b: { version: '2.0.0' } } }, true],
    [{ packages: { a: { version: '1.0.0' } } }, true],
    [{ packages: { a: { version: '1.0.0' }, other: { version: '1.0.0' } } }, true],
  ];
  for (const [present, isThere] of cases) assert.is(isInstalled(wanted, present), isThere);
  assert.is(isInstalled(null, { packages: {} }), false);
});

test('refuses an old Node, and ignores a Go that is too old to build the backend', () => {
  assert.throws(() => checkNode('18.20.4'), /^Lowline needs Node 20 or newer, and this is Node 18\.20\.4\.$/);
  for (const version of ['20.0.0', '20.20.2', '100.1.0']) checkNode(version);
  const versions: ([number, number] | null)[] = [null, [1, 25], [1, 26], [1, 30], [2, 0]];
  assert.equal(versions.map(isNewEnough), [false, false, true, true, true]);
});

test.run();
