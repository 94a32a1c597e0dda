// Builds the backend of this folder with the dashboard inside. `npm run server` prints its path.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCompressedBundle } from '../bundle.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const version = '0.22.55';
const suffix = process.platform === 'win32' ? '.exe' : '';
const binary = path.join(root, `.lowline/bin/pocketbase-${version}${suffix}`);
/** Stores the hash of the sources of the binary. */
const mark = `${binary}.sources`;

/** Returns the version of the Go on the PATH as `[major, minor]`; null without one. */
export function goVersion() {
  // Run it outside the module and without a toolchain switch, because go.mod would make it download a newer
  // Go.
  const { stdout } = spawnSync('go', ['version'], {
    cwd: os.tmpdir(),
    encoding: 'utf8',
    env: { ...process.env, GOTOOLCHAIN: 'local' },
  });
  const [, major, minor] = /\bgo(\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return major === undefined ? null : [Number(major), Number(minor)];
}

/**
 * Tells whether this Go can build the backend, whose go.mod requires 1.26.
 * @param {readonly number[] | null} go
 */
export function isNewEnough(go) {
  const [major = 0, minor = 0] = go ?? [];
  return major > 1 || (major === 1 && minor >= 26);
}

/**
 * Returns the path of the built backend; null without Go. Throws if the build fails. The first build takes a
 * minute or two and needs the network. Later builds are skipped if no source has changed.
 */
export function buildServer() {
  if (isFresh()) return binary;
  if (!isNewEnough(goVersion())) return null;
  build();
  return binary;
}

function isFresh() {
  return existsSync(binary) && existsSync(mark) && readFileSync(mark, 'utf8') === hashOfSources();
}

/** Hashes all sources of the binary: the page, its build scripts, and the Go files. */
function hashOfSources() {
  const below = (/** @type {string} */ folder) =>
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

/** Builds the page with its compressed forms into the folder of the embed directive. */
function buildBundle() {
  const bundle = path.join(here, 'dist');
  buildCompressedBundle(bundle);
  // The committed .gitkeep keeps the folder, without which a fresh checkout would not compile.
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
    // Rename the finished file, so that an interrupted build leaves no broken binary.
    renameSync(unfinished, binary);
    writeFileSync(mark, sources);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = buildServer();
  if (built === null) {
    console.error('Building the backend needs Go 1.26 or newer on the PATH.');
    process.exitCode = 1;
  } else {
    console.log(built);
  }
}
