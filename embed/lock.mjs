import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const waitMs = 200;
/** Waits, five seconds. */
const sayAfter = 25;

/**
 * Runs the work while no other process on this machine runs under the same lock file; waits for its turn,
 * so work that another has done meanwhile should look again whether it is still wanted.
 * A lock whose process is gone counts for nothing.
 */
export function alone(lockFile, work) {
  mkdirSync(path.dirname(lockFile), { recursive: true });
  let waits = 0;
  while (!take(lockFile)) {
    waits += 1;
    if (waits === sayAfter) console.error(`Waiting for another process: ${lockFile} is its lock.`);
    if (isAbandoned(lockFile)) {
      rmSync(lockFile, { force: true });
    } else {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    }
  }
  try {
    return work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

function take(lockFile) {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(lockFile) {
  try {
    const owner = Number(readFileSync(lockFile, 'utf8'));
    // Between making the file and writing the number into it, it is empty; for longer only after a crash just there.
    if (owner === 0) return Date.now() - statSync(lockFile).mtimeMs > sayAfter * waitMs;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
