// `npm start`: installs, builds, starts a backend and serves the dashboard there. Before the packages are
// installed, only modules of Node may be imported.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { answersHealth, endOf, findBinary, startBackend, untilHealthy } from './backend.mjs';
import { checkFolder, checkNode, checkPort, checkProgram } from './checks.mjs';
import { errorCode } from './errorCode.mjs';
import { install } from './install.mjs';
import { parseOptions, Refusal, usage } from './options.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const patienceMs = 5_000;

async function main() {
  checkNode(process.versions.node);
  const options = parseOptions(process.argv.slice(2));
  if (options.help) {
    console.log(usage);
    return;
  }

  const data = path.resolve(options.data ?? path.join(root, '.lowline/run'));
  if (options.binary) checkProgram(path.resolve(options.binary));
  await checkPort(options.port);
  checkFolder(data);

  install(root);
  const bundle = path.join(data, 'lowline');
  if (options.backend) {
    build(bundle);
    await serveBeside(options.backend, options.port, bundle);
  } else {
    const binary = options.binary ? path.resolve(options.binary) : findBinary();
    build(bundle);
    await serveWith(binary, options.port, data);
  }
}

/**
 * Builds the page beside the data, not into dist/, which must match the committed sources.
 * @param {string} bundle
 */
function build(bundle) {
  console.log('Building the dashboard.');
  const { status } = spawnSync(process.execPath, ['build.mjs', '--out', bundle], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Refusal('The build failed; see its output above.');
}

/**
 * Starts a backend that serves the dashboard by the hook.
 * @param {string} binary
 * @param {number} port
 * @param {string} data
 */
async function serveWith(binary, port, data) {
  const child = startBackend(binary, { port, data });
  process.on('exit', () => child.kill('SIGKILL'));
  let isAsked = false;
  onStop(() => {
    // The signal of Ctrl+C arrives twice below npm: from the terminal and from npm.
    if (isAsked) return;
    isAsked = true;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), patienceMs).unref();
    child.once('exit', () => process.exit());
  });
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, child);
  child.once('exit', (code, signal) => {
    if (!isAsked) end(endOf(code, signal));
  });
  announce(port);
}

/**
 * Serves only the dashboard, for a backend that runs elsewhere.
 * @param {string} backend
 * @param {number} port
 * @param {string} bundle
 */
async function serveBeside(backend, port, bundle) {
  // Import it here, because its packages may be installed only now.
  const { createDashboardServer } = await import('./proxy.mjs');
  const server = createDashboardServer({ backend, dist: bundle });
  await new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new Refusal(`Port ${port} cannot be used (${errorCode(error)}).`)),
    );
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  onStop(() => process.exit());
  if (!(await answersHealth(backend))) console.error(`The backend at ${backend} does not answer yet.`);
  announce(port);
}

/** @param {number} port */
function announce(port) {
  console.log(`Lowline is at http://127.0.0.1:${port}/_/`);
}

/** @param {() => void} stop */
function onStop(stop) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
}

/**
 * Prints a Refusal as one sentence, and any other error with its stack.
 * @param {unknown} error
 */
function end(error) {
  const isRefusal = error instanceof Refusal;
  console.error(isRefusal ? error.message : error);
  process.exit(isRefusal ? error.exitCode : 1);
}

main().catch(end);
