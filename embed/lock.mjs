import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from './errorCode.mjs';

const waitMs = 200;
/** In waits: five seconds. */
const reportAfter = 25;

/**
 * Runs the work while no other process on this machine holds the lock file. Waits if one does, so the work
 * should first check whether that process has already done it. Ignores the lock of a dead process.
 * @template Result
 * @param {string} lockFile
 * @param {() => Result} work
 */
export function alone(lockFile, work) {
  mkdirSync(path.dirname(lockFile), { recursive: true });
  let waits = 0;
  while (!take(lockFile)) {
    waits += 1;
    if (waits === reportAfter) console.error(`Waiting for another process, which holds ${lockFile}.`);
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

/** @param {string} lockFile */
function take(lockFile) {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} lockFile */
function isAbandoned(lockFile) {
  try {
    const owner = Number(readFileSync(lockFile, 'utf8'));
    // A new lock file is empty until its process number is written. If it stays empty, the process has
    // crashed in between.
    if (owner === 0) return Date.now() - statSync(lockFile).mtimeMs > reportAfter * waitMs;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}
