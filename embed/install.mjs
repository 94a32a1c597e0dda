import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from './options.mjs';

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean }> }} Lock */

/**
 * Runs `npm ci` unless node_modules holds what the lock file asks for. Throws a Refusal.
 * @param {string} root
 */
export function install(root) {
  if (isInstalled(readLock(root, 'package-lock.json'), readLock(root, 'node_modules/.package-lock.json')))
    return;
  console.log('Installing the packages that the build needs.');
  const { status } = spawnSync('npm', ['ci', '--no-fund', '--no-audit'], {
    cwd: root,
    stdio: 'inherit',
    // On Windows npm is a script that only a shell can start.
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    throw new Refusal('npm ci failed; see its output above.');
  }
}

/**
 * Tells whether node_modules has the versions of the project's lock file, by the lock file that npm leaves
 * there. File times do not help, because a checkout changes them. An optional package may be missing, because
 * it may not support this machine.
 * @param {Lock | null} wanted
 * @param {Lock | null} present
 */
export function isInstalled(wanted, present) {
  if (!wanted || !present) return false;
  return Object.entries(wanted.packages).every(([name, { version, optional }]) => {
    const found = present.packages[name]?.version;
    return name === '' || found === version || (optional === true && found === undefined);
  });
}

/**
 * @param {string} root
 * @param {string} name
 * @returns {Lock | null}
 */
function readLock(root, name) {
  try {
    return JSON.parse(readFileSync(path.join(root, name), 'utf8'));
  } catch {
    return null;
  }
}
