// What would fail in the end fails at once, before anything is installed or built. Each throws a Refusal.
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import net from 'node:net';
import { Refusal } from './options.mjs';

const oldestNode = 20;

export function checkNode(version) {
  if (Number.parseInt(version, 10) < oldestNode) {
    throw new Refusal(`Lowline needs Node ${oldestNode} or newer, and this is Node ${version}.`);
  }
}

export function checkProgram(file) {
  try {
    accessSync(file, constants.X_OK);
  } catch ({ code }) {
    const why = code === 'EACCES' ? `${file} may not be executed.` : `There is no program at ${file}.`;
    throw new Refusal(why);
  }
  if (!statSync(file).isFile()) throw new Refusal(`${file} is no program but a folder.`);
}

export function checkPort(port) {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', ({ code }) => {
      const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`;
      reject(new Refusal(`Port ${port} ${why}; choose another by --port N.`));
    });
    probe.listen(port, '127.0.0.1', () => probe.close(resolve));
  });
}

/** Makes the folder if it is not there. */
export function checkFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch ({ code }) {
    throw new Refusal(`The folder ${folder} cannot be written (${code}); choose another by --data DIR.`);
  }
}
