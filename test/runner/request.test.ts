import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readRequest, selectFiles } from './request';

const install = { npm_lifecycle_event: 'test', npm_command: 'install-ci-test' };

test('a run without options is the fast tier, without unchanged files', () => {
  assert.equal(readRequest([], {}), {
    tier: 'fast',
    parts: [],
    skipsUnchanged: true,
    isLong: false,
    watches: false,
    triesAgain: false,
    title: null,
    required: [],
    folder: null,
    limitSeconds: Number.POSITIVE_INFINITY,
  });
});

test('npm cit runs everything, although npm names its script test', () => {
  const { tier, skipsUnchanged } = readRequest([], install);
  assert.is(tier, 'all');
  assert.is(skipsUnchanged, false);
});

test('npm test runs the fast tier, and so does another script within npm cit', () => {
  assert.is(readRequest([], { ...install, npm_command: 'test' }).tier, 'fast');
  assert.is(readRequest([], { ...install, npm_lifecycle_event: 'release' }).tier, 'fast');
});

for (const [args, environment, skipsUnchanged] of [
  [['--all'], {}, false],
  [['--tier', 'all'], {}, true],
  [[], { CI: 'true' }, false],
  [[], { CI: '1' }, false],
  [[], { CI: 'false' }, true],
  [[], { CI: '' }, true],
  [['model/'], {}, false],
  [['model/', '--watch'], {}, true],
  [['--watch', '--all'], {}, false],
] as const) {
  test(`${args.join(' ') || 'no option'} with ${JSON.stringify(environment)} ${skipsUnchanged ? 'skips' : 'runs'} what has not changed`, () =>
    assert.is(readRequest(args, environment).skipsUnchanged, skipsUnchanged));
}

test('only --long runs everything to its end', () => {
  assert.is(readRequest(['--tier', 'all', '--all'], { CI: 'true' }).isLong, false);
  assert.is(readRequest(['--long'], {}).isLong, true);
  assert.is(readRequest(['--long'], {}).skipsUnchanged, false);
});

test('a run with the name of a test skips nothing', () => {
  const { title, skipsUnchanged } = readRequest(['--name', 'two is one'], {});
  assert.equal({ title, skipsUnchanged }, { title: 'two is one', skipsUnchanged: false });
});

test('LOWLINE_REQUIRE lists the requirements of the run', () => {
  assert.equal(readRequest([], { LOWLINE_REQUIRE: 'browser, go' }).required, ['browser', 'go']);
  assert.throws(() => readRequest([], { LOWLINE_REQUIRE: 'browsers' }), /knows browser and go, not browsers/);
});

test('an unknown option is refused', () => {
  assert.throws(() => readRequest(['--tier', 'slow'], {}), /fast or all/);
  assert.throws(() => readRequest(['--limit', 'long'], {}), /must be a number/);
  assert.throws(() => readRequest(['--quick'], {}), /--quick/);
});

const names = [
  'backend/newerServer.test.ts',
  'browser/records.test.ts',
  'model/sort.test.ts',
  'records/a.test.ts',
  'server/records.test.ts',
];

for (const [tier, parts, chosen, slowLeftOut] of [
  ['fast', [], [0, 2, 3], 2],
  ['all', [], [0, 1, 2, 3, 4], 0],
  ['fast', ['model/'], [2], 0],
  ['fast', ['records'], [3], 2],
  ['all', ['records'], [1, 3, 4], 0],
  ['fast', ['browser/rec'], [1], 0],
  ['fast', ['browser'], [1], 0],
  ['fast', ['test/server/'], [4], 0],
  ['fast', ['Server'], [0], 0],
  ['fast', ['records', 'server/'], [3, 4], 1],
  ['all', ['nothing'], [], 0],
] as const) {
  test(`tier ${tier} with "${parts.join(' ')}" runs ${chosen.length} files`, () =>
    assert.equal(selectFiles(names, { tier, parts }), {
      chosen: names.filter((_, at) => (chosen as readonly number[]).includes(at)),
      slowLeftOut,
    }));
}

test.run();
