// Builds the backend of this folder with the dashboard inside: `npm run server` prints where it is.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCompressedBundle } from '../bundle.mjs';
import { alone } from '../lock.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const version = '0.22.55';
const suffix = process.platform === 'win32' ? '.exe' : '';
const binary = path.join(root, `.lowline/bin/pocketbase-${version}${suffix}`);
/** Says of which sources the binary was made. */
const mark = `${binary}.sources`;

/** The Go on the PATH as `[major, minor]`, null without one. */
export function goVersion() {
  // Asked outside of the module, and told to stay itself: it must not fetch a newer Go for go.mod.
  const { stdout } = spawnSync('go', ['version'], {
    cwd: os.tmpdir(),
    encoding: 'utf8',
    env: { ...process.env, GOTOOLCHAIN: 'local' },
  });
  const [, major, minor] = /\bgo(\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return major === undefined ? null : [Number(major), Number(minor)];
}

/** Whether this Go can build the backend, whose go.mod asks for 1.26. */
export function isNewEnough(go) {
  return go !== null && (go[0] > 1 || (go[0] === 1 && go[1] >= 26));
}

/**
 * The path of the built backend, null where there is no Go to build it with; throws when the build fails.
 * The first build takes a minute or two and needs the network; without a change it is not built again.
 */
export function buildServer() {
  if (isFresh()) return binary;
  if (!isNewEnough(goVersion())) return null;
  alone(`${binary}.lock`, () => {
    if (!isFresh()) build();
  });
  return binary;
}

function isFresh() {
  return existsSync(binary) && existsSync(mark) && readFileSync(mark, 'utf8') === hashOfSources();
}

/** Of all that goes into the binary: the page, what builds it, and what is written in Go. */
function hashOfSources() {
  const below = (folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
  const files = [
    ...below('ui'),
    ...below('embed').filter((file) => /\.(go|mod|sum|mjs)$/.test(file)),
    ...['build.mjs', 'package.json', 'package-lock.json'].map((name) => path.join(root, name)),
  ].sort();
  const { GOOS = '', GOARCH = '' } = process.env;
  const hash = createHash('sha256').update(`${GOOS} ${GOARCH}\0`);
  for (const file of files)
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

/** The page as the sources make it now, with its compressed forms, where the embed directive finds it. */
function buildBundle() {
  const bundle = path.join(here, 'dist');
  buildCompressedBundle(bundle);
  // Without it the folder would be missing in a fresh checkout, and nothing here would compile.
  writeFileSync(path.join(bundle, '.gitkeep'), '');
}

function build() {
  console.error('Building the backend with Go; the first time takes a minute or two.');
  const unfinished = `${binary}.${process.pid}`;
  const sources = hashOfSources();
  mkdirSync(path.dirname(binary), { recursive: true });
  rmSync(mark, { force: true });
  buildBundle();
  try {
    execFileSync(
      'go',
      [
        'build',
        '-trimpath',
        '-buildvcs=false',
        '-ldflags',
        `-s -w -X github.com/pocketbase/pocketbase.Version=${version}`,
        '-o',
        unfinished,
        '.',
      ],
      { cwd: here, env: { ...process.env, CGO_ENABLED: '0' }, stdio: ['ignore', 'inherit', 'inherit'] },
    );
    // A half written program must never pass for a whole one.
    renameSync(unfinished, binary);
    writeFileSync(mark, sources);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = buildServer();
  if (built === null) {
    console.error('Go 1.26 or newer is needed to build the backend, and there is none on the PATH.');
    process.exitCode = 1;
  } else {
    console.log(built);
  }
}
