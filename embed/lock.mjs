import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from './errorCode.mjs';

const waitMs = 200;
/** In waits: five seconds. */
const reportAfter = 25;

/**
 * Runs the work while no other process on this machine holds the lock. Waits if one does, so the work should
 * first check whether that process has already done it. Ignores the lock of a dead process.
 *
 * The lock is a folder with one file, named after the process that holds it. A missing or empty folder is free. So a
 * process that removes the file of a dead one can never remove the lock that another has taken meanwhile.
 * @template Result
 * @param {string} lock
 * @param {() => Result} work
 */
export function alone(lock, work) {
  const mine = String(process.pid);
  let waits = 0;
  while (!take(lock, mine)) {
    const dead = ownersOf(lock).filter((owner) => !isAlive(owner));
    for (const owner of dead) release(lock, owner);
    if (dead.length > 0) continue;
    waits += 1;
    if (waits === reportAfter) console.error(`Waiting for another process, which holds ${lock}.`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
  }
  try {
    return work();
  } finally {
    release(lock, mine);
  }
}

/**
 * Moves a folder with the file to the place of the lock: one step, which fails while that holds a file.
 * @param {string} lock
 * @param {string} mine
 */
function take(lock, mine) {
  const own = `${lock}.${mine}`;
  mkdirSync(own, { recursive: true });
  writeFileSync(path.join(own, mine), '');
  try {
    renameSync(own, lock);
    return true;
  } catch (error) {
    rmSync(own, { recursive: true });
    // Windows does not replace an empty folder either, but then `release` has removed it.
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(String(errorCode(error)))) return false;
    throw error;
  }
}

/**
 * Removes the file of that process, and the folder only if it is empty.
 * @param {string} lock
 * @param {string} owner
 */
function release(lock, owner) {
  rmSync(path.join(lock, owner), { force: true });
  try {
    rmdirSync(lock);
  } catch {
    // Another process holds the lock by now, or has removed the folder.
  }
}

/** @param {string} lock */
function ownersOf(lock) {
  try {
    return readdirSync(lock);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** @param {string} owner */
function isAlive(owner) {
  try {
    process.kill(Number(owner), 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
