import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';

const healthyWithinMs = 20_000;
const pollMs = 25;
const endsWithinMs = 5_000;

const folders: string[] = [];
const children = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
// A signal alone would end the process without the `exit` event above.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** Ends the child with the test at the latest; the child does not keep the test alive. */
export function endWithTest<Child extends ChildProcess>(child: Child): Child {
  children.add(child);
  child.once('exit', () => children.delete(child));
  child.unref();
  for (const stream of [child.stdout, child.stderr]) {
    if (stream instanceof Socket) stream.unref();
  }
  return child;
}

/** Returns a folder that is removed with the test process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lowline-'));
  folders.push(folder);
  return folder;
}

/** Returns a free port; another process may take it before it is used. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Resolves after the process has ended; kills it after five seconds. */
export function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), endsWithinMs);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    child.kill(signal);
  });
}

/** Thrown when another process took the port first. */
export class PortTaken extends Error {}

export interface Launch {
  readonly binary: string;
  readonly dir: string;
  readonly isMigrating: boolean;
  readonly env: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
  readonly onOutput: (text: string) => void;
}

/** Starts the backend. Resolves when it responds; rejects with its output when it does not. */
export async function launch(port: number, { binary, dir, isMigrating, env, flags, onOutput }: Launch) {
  const child = endWithTest(
    spawn(
      binary,
      [
        'serve',
        `--http=127.0.0.1:${port}`,
        `--dir=${path.join(dir, 'pb_data')}`,
        `--hooksDir=${path.join(dir, 'pb_hooks')}`,
        `--migrationsDir=${path.join(dir, 'pb_migrations')}`,
        `--publicDir=${path.join(dir, 'pb_public')}`,
        `--automigrate=${isMigrating}`,
        '--hooksWatch=false',
        '--dev=false',
        ...flags,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
    ),
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      onOutput(text);
    });
  }
  let failure: string | null = null;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('close', (code, signal) => {
    failure ??= `it ended with ${signal ?? code}`;
  });
  const deadline = Date.now() + healthyWithinMs;
  for (;;) {
    // The backend prints its greeting just before it opens the port. After a pause it has exited if another
    // process owns the port, which would respond in its place.
    const hasGreeted = said.includes('Server started');
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const isHealthy = hasGreeted && (await answersHealth(port));
    if (failure !== null) {
      if (said.includes('address already in use')) throw new PortTaken();
      throw new Error(`${binary} did not start: ${failure}\n${said}`);
    }
    if (isHealthy) return child;
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${binary} did not answer within ${healthyWithinMs / 1000} s.\n${said}`);
    }
  }
}

async function answersHealth(port: number): Promise<boolean> {
  try {
    const url = `http://127.0.0.1:${port}/api/health`;
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
