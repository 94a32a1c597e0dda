// Checks that find errors before anything is installed or built. Each throws a Refusal.
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import net from 'node:net';
import { errorCode } from './errorCode.mjs';
import { Refusal } from './options.mjs';

const oldestNode = 20;

/** @param {string} version */
export function checkNode(version) {
  if (Number.parseInt(version, 10) < oldestNode) {
    throw new Refusal(`Lowline needs Node ${oldestNode} or newer, and this is Node ${version}.`);
  }
}

/** @param {string} file */
export function checkProgram(file) {
  try {
    accessSync(file, constants.X_OK);
  } catch (error) {
    const why =
      errorCode(error) === 'EACCES' ? `${file} may not be executed.` : `There is no program at ${file}.`;
    throw new Refusal(why);
  }
  if (!statSync(file).isFile()) throw new Refusal(`${file} is a folder, not a program.`);
}

/**
 * @param {number} port
 * @returns {Promise<void>}
 */
export function checkPort(port) {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error) => {
      const code = errorCode(error);
      const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`;
      reject(new Refusal(`Port ${port} ${why}; choose another by --port N.`));
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}

/**
 * Creates the folder if it does not exist.
 * @param {string} folder
 */
export function checkFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new Refusal(
      `The folder ${folder} cannot be written (${errorCode(error)}); choose another by --data DIR.`,
    );
  }
}
