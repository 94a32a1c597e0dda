// `npm start`: installs, builds, starts a backend and serves the dashboard there. Until the packages are
// installed only what comes with Node may be imported.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { answersHealth, endOf, findBinary, startBackend, untilHealthy } from './backend.mjs';
import { checkFolder, checkNode, checkPort, checkProgram } from './checks.mjs';
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
    await serveBeside(options, bundle);
  } else {
    const binary = options.binary ? path.resolve(options.binary) : findBinary();
    build(bundle);
    await serveWith(binary, options.port, data);
  }
}

/** Built beside the data and not into dist/, which belongs to the sources it is committed with. */
function build(bundle) {
  console.log('Building the dashboard.');
  const { status } = spawnSync(process.execPath, ['build.mjs', '--out', bundle], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Refusal('The build failed; what it says stands above.');
}

/** A backend of our own, which serves the dashboard by the hook. */
async function serveWith(binary, port, data) {
  const child = startBackend(binary, { port, data });
  process.on('exit', () => child.kill('SIGKILL'));
  let isAsked = false;
  onStop(() => {
    // Ctrl+C comes twice below npm, from the terminal and from npm.
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

/** The dashboard alone, in front of a backend that runs elsewhere. */
async function serveBeside({ backend, port }, bundle) {
  // It needs the packages, which may have been installed only now.
  const { createDashboardServer } = await import('./proxy.mjs');
  const server = createDashboardServer({ backend, dist: bundle });
  await new Promise((resolve, reject) => {
    server.once('error', ({ code }) => reject(new Refusal(`Port ${port} cannot be used (${code}).`)));
    server.listen(port, '127.0.0.1', resolve);
  });
  onStop(() => process.exit());
  if (!(await answersHealth(backend))) console.error(`The backend at ${backend} does not answer yet.`);
  announce(port);
}

function announce(port) {
  console.log(`Lowline is at http://127.0.0.1:${port}/_/`);
}

function onStop(stop) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
}

/** One sentence for what a person can put right; anything else is ours, with its stack. */
function end(error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exit(error.exitCode ?? 1);
}

main().catch(end);
