// Builds the backend of this folder: `node embed/server/build.mjs` prints where it is.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone } from '../lock.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const version = '0.22.55';
const sources = ['main.go', 'go.mod', 'go.sum'].map((name) => path.join(here, name));
const suffix = process.platform === 'win32' ? '.exe' : '';
const binary = path.resolve(here, `../../.lowline/bin/pocketbase-${version}${suffix}`);

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
  if (!existsSync(binary)) return false;
  const builtAt = statSync(binary).mtimeMs;
  return sources.every((source) => statSync(source).mtimeMs <= builtAt);
}

function build() {
  console.error('Building the backend with Go; the first time takes a minute or two.');
  const unfinished = `${binary}.${process.pid}`;
  mkdirSync(path.dirname(binary), { recursive: true });
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
