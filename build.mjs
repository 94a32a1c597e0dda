// Makes dist/: one hashed, relative, licence-complete bundle. `node build.mjs --help` prints its options.
// esbuild makes a script from `ui/main.tsx` and one from each file in `ui/app/entries/`. The page loads the latter by
// `import()`.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { version as minifierVersion, minify as minifyScript } from '@swc/core';
import * as esbuild from 'esbuild';
import { checkBudgets } from './embed/budgets.mjs';
import { chunkFiles, nameOf, scriptOf, withImports } from './embed/chunkFiles.mjs';
import { fillPage } from './embed/indexPage.mjs';
import { collectLicences } from './embed/licences.mjs';
import { manifestEntry, printManifest } from './embed/manifest.mjs';
import { splitBackendUrl } from './embed/policy.mjs';
import { createDashboardServer } from './embed/proxy.mjs';
import { printLargest } from './embed/sizes.mjs';

/** @import { Output } from './embed/chunkFiles.mjs' */
/** @import { BackendUrl } from './embed/policy.mjs' */
/** @typedef {esbuild.BuildResult<{ metafile: true, write: false }>} PageBuild */

const usage = `usage: node build.mjs [options]
  --out DIR       where to build (default dist)
  --backend URL   a backend elsewhere: written into the page, its content security policy allows that host
  --check         fail when a budget is exceeded
  --watch         rebuild on change and serve under /_/, with /api handed to --backend (default http://127.0.0.1:8090)
  --port N        port of --watch (default 8091)`;

const root = path.dirname(fileURLToPath(import.meta.url));
/** @type {{ name: string, version: string }} */
const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/**
 * The policy forbids the style elements that CodeMirror writes. Inside a shadow root, style-mod uses
 * constructed stylesheets instead. Without its test for a shadow root it always does.
 * @type {esbuild.Plugin}
 */
const styleObjects = {
  name: 'style-objects',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]style-mod\.js$/ }, ({ path: file }) => {
      const parts = readFileSync(file, 'utf8').split('if (!root.head && ');
      if (parts.length !== 2) throw new Error(`${file} no longer contains the line that the build removes.`);
      return { contents: parts.join('if (') };
    });
  },
};

/**
 * Build options that change what the page takes from libraries. Pages built by tests need them too.
 * @satisfies {esbuild.BuildOptions}
 */
export const libraryOptions = {
  plugins: [styleObjects],
  // wouter imports a substitute for a hook that React has had since version 18.
  alias: { 'use-sync-external-store/shim/index.js': 'react' },
};

/** swc minifies each chunk again. With `keep_fnames` it never inlines a function into its only caller. */
const minifierOptions = {
  module: true,
  compress: { passes: 3, keep_fnames: true },
  mangle: true,
  ecma: /** @type {const} */ (2022),
};

/** @param {boolean} minify */
function pageOptions(minify) {
  const mode = JSON.stringify(minify ? 'production' : 'development');
  return /** @satisfies {esbuild.BuildOptions} */ ({
    ...libraryOptions,
    // The router of the page has its own parser, so wouter's is not bundled.
    alias: { ...libraryOptions.alias, regexparam: './ui/app/routePattern.ts' },
    absWorkingDir: root,
    entryPoints: ['ui/main.tsx'],
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    splitting: true,
    write: false,
    metafile: true,
    minify,
    target: 'es2022',
    jsx: 'automatic',
    legalComments: 'none',
    logLevel: 'warning',
    sourcemap: minify ? false : 'inline',
    assetNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    entryNames: 'assets/[name]-[hash]',
    loader: { '.inline.svg': 'dataurl', '.svg': 'file' },
    // swc runs after esbuild computed the hashes: its version and options in the banner change the hash with them.
    banner: minify ? { js: `/* ${minifierVersion} ${JSON.stringify(minifierOptions)} */` } : {},
    define: {
      'process.env.NODE_ENV': mode,
      // An object would add a call to the start of every module.
      'import.meta.env': 'true',
      'import.meta.env.MODE': mode,
      LOWLINE_VERSION: JSON.stringify(version),
    },
  });
}

/**
 * Lists the files of a build by their path below dist/.
 * @param {PageBuild} build
 * @returns {Output[]}
 */
function outputsOf({ outputFiles, metafile }) {
  return outputFiles.map(({ path: file, contents }) => {
    const name = nameOf(path.relative(root, file).split(path.sep).join('/'));
    const meta = metafile.outputs[`dist/${name}`];
    if (!meta) throw new Error(`The metafile has no ${name}.`);
    return { name, bytes: contents, meta };
  });
}

/** @type {(output: Output) => Promise<Output>} */
async function minifyOutput(output) {
  if (!output.name.endsWith('.js')) return output;
  const { code } = await minifyScript(Buffer.from(output.bytes).toString(), minifierOptions);
  return { ...output, bytes: Buffer.from(code) };
}

/** @type {(file: string, bytes: Uint8Array) => string} */
function addHash(file, bytes) {
  const { name: stem, ext } = path.parse(file);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase();
  return `assets/${stem}-${hash}${ext}`;
}

/**
 * Composes the files of dist/ from a build.
 * @param {PageBuild} build
 * @param {{ minify: boolean, backend?: BackendUrl | undefined }} options
 */
async function composePage(build, { minify, backend }) {
  const all = await Promise.all(outputsOf(build).map((output) => (minify ? minifyOutput(output) : output)));
  const main = scriptOf(all, 'ui/main.tsx');
  const style = all.find((output) => output.name === nameOf(main.meta.cssBundle ?? ''));
  if (!style) throw new Error('ui/main.tsx has no stylesheet.');
  // The page loads only that stylesheet, which has the rules of every chunk. Drop those that esbuild writes
  // beside the chunks.
  const outputs = all.filter((output) => output === style || !output.name.endsWith('.css'));
  const start = [...withImports(outputs, main)];

  const read = (/** @type {string} */ file) => readFileSync(path.join(root, 'ui', file));
  const icon = read('assets/favicon.svg');
  const iconName = addHash('favicon.svg', icon);
  // Old browsers run this script too, to show that they are too old.
  const theme = await esbuild.transform(read('theme.js'), { minify, target: 'es5' });
  const themeName = addHash('theme.js', Buffer.from(theme.code));
  const html = fillPage(read('index.html').toString(), {
    favicon: iconName,
    theme: themeName,
    style: style.name,
    entry: main.name,
    preloads: start.slice(1).map((script) => script.name),
    chunks: chunkFiles(outputs, start),
    backend,
  });

  /** @type {Map<string, Uint8Array>} */
  const files = new Map([
    ...outputs.map((output) => /** @type {const} */ ([output.name, output.bytes])),
    [themeName, Buffer.from(theme.code)],
    [iconName, icon],
    ['index.html', Buffer.from(html)],
    ['THIRD-PARTY-LICENSES.txt', Buffer.from(collectLicences(root, Object.keys(build.metafile.inputs)))],
  ]);
  const entries = Object.fromEntries([...files].map(([file, bytes]) => [file, manifestEntry(bytes)]));
  files.set('manifest.json', Buffer.from(printManifest({ name, version, files: entries })));
  return { files, outputs, style };
}

/** @type {(files: Map<string, Uint8Array>, out: string) => void} */
function writeFiles(files, out) {
  rmSync(out, { recursive: true, force: true });
  for (const [file, bytes] of files) {
    const target = path.join(out, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, bytes);
  }
}

/**
 * Builds after each change into a separate folder, so the committed dist/ does not change.
 * @param {{ backend: string, port: number }} options
 */
async function watch({ backend, port }) {
  const out = path.join(root, '.lowline/dev');
  /** @type {esbuild.Plugin} */
  const writePage = {
    name: 'write-page',
    setup({ onEnd }) {
      onEnd(async (result) => {
        if (result.errors.length > 0) return;
        const page = await composePage(/** @type {PageBuild} */ (result), { minify: false });
        writeFiles(page.files, out);
        console.log(`built at ${new Date().toLocaleTimeString()}`);
      });
    },
  };
  const options = pageOptions(false);
  const context = await esbuild.context({ ...options, plugins: [...options.plugins, writePage] });
  await context.watch();
  createDashboardServer({ backend, dist: out }).listen(port, '127.0.0.1', () => {
    console.log(`Lowline is at http://127.0.0.1:${port}/_/ and its backend at ${backend}`);
  });
}

async function main() {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'dist' },
      backend: { type: 'string' },
      check: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
      port: { type: 'string', default: '8091' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(usage);
  const backend = values.backend === undefined ? undefined : splitBackendUrl(values.backend);
  if (backend === null)
    throw new Error(`--backend must be an address such as https://api.example.com, not ${values.backend}`);
  if (values.watch)
    return watch({ backend: values.backend ?? 'http://127.0.0.1:8090', port: Number(values.port) });
  const started = performance.now();
  const page = await composePage(await esbuild.build(pageOptions(true)), { minify: true, backend });
  writeFiles(page.files, path.resolve(root, values.out));
  printLargest(page.files);
  const isWithin = checkBudgets(page);
  console.log(`\nbuilt in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  if (values.check && !isWithin) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
