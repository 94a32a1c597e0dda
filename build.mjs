// Makes dist/: one hashed, relative, licence-complete bundle. `node build.mjs --help` prints what it takes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';

const usage = `usage: node build.mjs [options]
  --out DIR       where to build (default dist)
  --backend URL   a backend elsewhere: written into the page, its content security policy allows that host
  --check         fail when a budget is exceeded
  --watch         rebuild on change and serve under /_/, with /api handed to --backend (default http://127.0.0.1:8090)
  --port N        port of --watch (default 8091)`;

const root = path.dirname(fileURLToPath(import.meta.url));
const packageJson = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** Sizes in bytes after gzip -9, of the page as a browser loads it. */
const budgets = {
  'sign-in: JavaScript, gzip': 95_000,
  'sign-in: requests': 7,
  'record table: JavaScript in all, gzip': 125_000,
  'CSS, gzip': 15_000,
  'dist in all, raw': 1_800_000,
  'dist in all, gzip': 600_000,
};

/** The policy that page, hook and proxy share; a backend elsewhere is allowed where the page loads or calls it. */
export function contentSecurityPolicy(backend) {
  const host = backend ? ` ${new URL(backend).origin}` : '';
  return (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-elem 'self'; style-src-attr 'unsafe-inline'; " +
    `img-src 'self' data: blob:${host}; media-src 'self' blob:${host}; frame-src 'self'${host}; connect-src 'self'${host}; ` +
    "form-action 'none'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types default"
  );
}

const sharedOptions = (minify) => ({
  absWorkingDir: root,
  bundle: true,
  minify,
  target: 'es2022',
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'warning',
  assetNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/[name]-[hash]',
  entryNames: 'assets/[name]-[hash]',
  loader: { '.svg': 'file', '.inline.svg': 'dataurl' },
  define: {
    'process.env.NODE_ENV': minify ? '"production"' : '"development"',
    'import.meta.env': minify ? '{"MODE":"production"}' : '{"MODE":"development"}',
    LOWLINE_VERSION: JSON.stringify(packageJson.version),
  },
});

/**
 * esbuild makes a chunk of every set of lazy entries that share a module, which splits the page into dozens of
 * small files. So each lazy file is made to import what is always loaded before it (the entry, the shell of an
 * admin, the screen that it is a part of) and a screen its neighbours: what comes first becomes one chunk.
 */
const fewChunks = {
  name: 'few-chunks',
  setup({ onLoad }) {
    const lazyFiles = lazyImporters().flatMap((importer) => {
      const targets = readFileSync(path.join(root, importer), 'utf8').matchAll(/import\('(\.[^']+)'\)/g);
      return [...targets].map(([, target]) => sourceOf(path.join(path.dirname(importer), target)));
    });
    const screens = lazyFiles.filter((file) => /^ui\/screens\/[^/]+\/\w+Page\.tsx$/.test(file));
    const loadedBefore = (file) => {
      const [, screen] = /^ui\/screens\/([^/]+)\//.exec(file) ?? [];
      const isForAdmins =
        file.startsWith('ui/shell/') || (screen !== undefined && screen !== 'confirmations');
      return [
        'ui/main.tsx',
        // Every admin begins with the list of records, and every other screen takes most of the same.
        ...(file === 'ui/shell/SignedInShell.tsx' ? lowerFloorsOf('ui/screens/records/RecordsPage.tsx') : []),
        ...(isForAdmins ? ['ui/shell/SignedInShell.tsx'] : []),
        ...screens.filter((other) => screen !== undefined && other.startsWith(`ui/screens/${screen}/`)),
      ].filter((other) => other !== file);
    };
    onLoad({ filter: /\.tsx?$/ }, ({ path: absolute }) => {
      const file = path.relative(root, absolute).split(path.sep).join('/');
      if (!lazyFiles.includes(file)) return undefined;
      const imports = [...new Set(loadedBefore(file))].map((other, place) =>
        other.startsWith('ui/')
          ? `import ${JSON.stringify(path.join(root, other))};\n`
          : `export { default as icon${place} } from ${JSON.stringify(other)};\n`,
      );
      return {
        contents: `${readFileSync(absolute, 'utf8')}\n${imports.join('')}`,
        loader: path.extname(file).slice(1),
      };
    });
  },
};

/** What a module takes of the floors below the screens, and its icons, directly or through others. */
function lowerFloorsOf(file, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  const source = readFileSync(path.join(root, file), 'utf8');
  const icons = source.matchAll(/^import \w+ from '(lucide-react\/icons\/[\w-]+)'/gm);
  const targets = source.matchAll(/^(?:import|export) (?!type )(?:[^'";]* from )?'(\.[^']+)'/gm);
  const below = [...targets]
    .filter(([, target]) => !/\.(css|svg)$/.test(target))
    .flatMap(([, target]) => lowerFloorsOf(sourceOf(path.join(path.dirname(file), target)), seen));
  return [...(file.startsWith('ui/screens/') ? [] : [file]), ...[...icons].map(([, name]) => name), ...below];
}

/**
 * A third of the stylesheet are the names of custom properties. Tokens that never change, neither with the theme nor
 * with the screen, are written out where they are used; the others get short names, the most used the shortest. What a
 * script speaks of stays what it is.
 */
const smallTokens = {
  name: 'small-tokens',
  setup({ onLoad }) {
    const declaration = /(?<=[{;]\s*)(--[\w-]+):\s*([^;]+);/g;
    const sources = (ending) =>
      readdirSync(path.join(root, 'ui'), { recursive: true })
        .filter((file) => ending.test(file))
        .map((file) => readFileSync(path.join(root, 'ui', file), 'utf8').replace(/\/\*.*?\*\//gs, ''))
        .join('\n');
    const styles = sources(/\.css$/);
    const scripts = sources(/\.tsx?$/);
    // Such as `--choice-${place}`.
    const families = [...scripts.matchAll(/--[\w-]+-(?=\$\{)/g)].map(([family]) => family);
    const isSpoken = (name) => scripts.includes(name) || families.some((family) => name.startsWith(family));
    const declared = [...styles.matchAll(declaration)].filter(([, name]) => !isSpoken(name));
    const uses = (name) => styles.split(`var(${name})`).length;
    const names = [...new Set(declared.map(([, name]) => name))].sort(
      (a, b) => uses(b) - uses(a) || (a < b ? -1 : 1),
    );
    const valuesOf = (name) => declared.filter(([, other]) => other === name).map(([, , value]) => value);
    const isConstant = (name) => {
      const [value, ...others] = valuesOf(name);
      return others.length === 0 && value.length <= longestConstant && !/var\(|light-dark\(/.test(value);
    };
    const constants = new Map(names.filter(isConstant).map((name) => [name, valuesOf(name)[0]]));
    const changing = names.filter((name) => !constants.has(name));
    const short = new Map(changing.map((name, place) => [name, shortName(place)]));
    onLoad({ filter: /[\\/]ui[\\/].*\.css$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8')
        .replace(/\/\*.*?\*\//gs, '')
        .replace(declaration, (_, name, value) => (constants.has(name) ? '' : `${name}:${squeezed(value)};`))
        .replace(/var\((--[\w-]+)\)/g, (use, name) => constants.get(name) ?? use)
        .replace(/--[\w-]+/g, (name) => short.get(name) ?? name),
      loader: file.endsWith('.module.css') ? 'local-css' : 'css',
    }));
  },
};

/** Characters; a list of fonts is shorter as the name of its token. */
const longestConstant = 14;

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** `--a` to `--Z`, then `--aa` and on. */
function shortName(place) {
  const first = Math.floor(place / letters.length);
  return `--${first === 0 ? '' : letters[first - 1]}${letters[place % letters.length]}`;
}

/** esbuild leaves the value of a custom property as it is written. */
const squeezed = (value) => value.replace(/\s+/g, ' ').replaceAll(', ', ',').replaceAll('( ', '(');

/** Quill brings lodash as modules, and two functions of it as packages of their own: those are taken from the modules. */
const lodashOnce = {
  name: 'lodash-once',
  setup({ onResolve, onLoad }) {
    const modules = { 'lodash.isequal': 'isEqual', 'lodash.clonedeep': 'cloneDeep' };
    onResolve({ filter: /^lodash\.\w+$/ }, ({ path: name }) =>
      modules[name] ? { path: modules[name], namespace: 'lodash-once' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'lodash-once' }, ({ path: name }) => ({
      contents: `module.exports = require('lodash-es/${name}.js').default;`,
      resolveDir: root,
    }));
  },
};

/**
 * The policy forbids the style elements that CodeMirror writes. Beneath a shadow root it hands its styles to the
 * document as objects instead; without this test it does so everywhere.
 */
const stylesAsObjects = {
  name: 'styles-as-objects',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/]style-mod[\\/]/ }, ({ path: file }) => {
      const parts = readFileSync(file, 'utf8').split('if (!root.head && ');
      if (parts.length !== 2) throw new Error('style-mod does not test root.head exactly once.');
      return { contents: parts.join('if ('), loader: 'js' };
    });
  },
};

/** Of a logo only its path is drawn; its title, colour and source would come along. */
const logoPaths = {
  name: 'logo-paths',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/]simple-icons[\\/]index\.mjs$/ }, ({ path: file }) => {
      const logos = readFileSync(file, 'utf8').matchAll(/\b(si\w+)=\{title:.*?,(path:"[^"]*")/g);
      return {
        contents: [...logos].map(([, name, drawing]) => `export const ${name}={${drawing}};`).join('\n'),
      };
    });
  },
};

const sourceOf = (module) =>
  existsSync(path.join(root, `${module}.tsx`)) ? `${module}.tsx` : `${module}.ts`;

/** The only places where `import()` stands. */
function lazyImporters() {
  const lazyFolder = 'ui/components/lazy';
  const faces = existsSync(path.join(root, lazyFolder)) ? readdirSync(path.join(root, lazyFolder)) : [];
  return [
    'ui/shell/routes.tsx',
    'ui/shell/panels.tsx',
    ...faces.filter((name) => /\.tsx?$/.test(name)).map((name) => `${lazyFolder}/${name}`),
    'ui/shell/lazyParts.tsx',
    ...readdirSync(path.join(root, 'ui/screens')).map((screen) => `ui/screens/${screen}/lazyParts.tsx`),
  ].filter((file) => existsSync(path.join(root, file)));
}

const pageOptions = (minify) => ({
  ...sharedOptions(minify),
  plugins: [fewChunks, lodashOnce, stylesAsObjects, logoPaths, ...(minify ? [smallTokens] : [])],
  entryPoints: ['ui/main.tsx'],
  outdir: 'dist',
  format: 'esm',
  splitting: true,
  jsx: 'automatic',
  sourcemap: minify ? false : 'inline',
});

/** Outputs of a build by their path below dist/, with the metafile's entry for each. */
function outputsOf(result) {
  return result.outputFiles.map((file) => {
    const key = path.relative(root, file.path).split(path.sep).join('/');
    return { name: key.replace(/^dist\//, ''), bytes: file.contents, meta: result.metafile.outputs[key] };
  });
}

/** The chunks that come with a chunk: itself and all it imports statically. */
function closure(outputs, name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const { path: imported, kind } of outputs.find((output) => output.name === name)?.meta.imports ?? []) {
    if (kind === 'import-statement') closure(outputs, imported.replace(/^dist\//, ''), seen);
  }
  return seen;
}

/** All that is loaded for lazy files together; each of them imports what the entry holds. */
function scriptsOf(outputs, files) {
  const chunks = outputs.filter((output) => files.includes(output.meta?.entryPoint));
  return new Set(chunks.flatMap((chunk) => [...closure(outputs, chunk.name)]));
}

async function bundle({ minify, backend }) {
  const [page, theme, icon] = await Promise.all([
    esbuild.build(pageOptions(minify)),
    esbuild.build({ ...sharedOptions(minify), entryPoints: ['ui/theme.js'], outdir: 'dist', format: 'iife' }),
    esbuild.build({
      ...sharedOptions(minify),
      entryPoints: ['ui/assets/favicon.svg'],
      outdir: 'dist',
      loader: { '.svg': 'copy' },
    }),
  ]);
  const all = outputsOf(page);
  const entry = all.find((output) => output.meta?.entryPoint === 'ui/main.tsx');
  const style = all.find((output) => `dist/${output.name}` === entry.meta.cssBundle);
  // The entry's stylesheet holds the rules of every chunk; the ones esbuild writes beside chunks are never loaded.
  const outputs = all.filter((output) => !output.name.endsWith('.css') || output === style);
  const [themeFile] = outputsOf(theme);
  const [iconFile] = outputsOf(icon);
  // All of the entry's code is in the chunk that it shares with the lazy ones: the page loads that one itself.
  const [shared] = entry.meta.imports.filter(({ kind }) => kind === 'import-statement');
  const start = outputs.find((output) => `dist/${output.name}` === shared.path);
  const html = readFileSync(path.join(root, 'ui/index.html'), 'utf8')
    .replace('{{csp}}', contentSecurityPolicy(backend))
    .replace('{{backend}}\n', backend ? `<meta name="backend" content="${backend}">\n` : '')
    .replace('{{favicon}}', `./${iconFile.name}`)
    .replace('{{theme}}', `./${themeFile.name}`)
    .replace('{{style}}', `./${style.name}`)
    .replace('{{entry}}', `./${start.name}`);
  const licences = licencesOf(Object.keys(page.metafile.inputs));
  const files = new Map([
    ...[...outputs.filter((output) => output !== entry), themeFile, iconFile].map(({ name, bytes }) => [
      name,
      bytes,
    ]),
    ['index.html', Buffer.from(html)],
    ['THIRD-PARTY-LICENSES.txt', Buffer.from(licences)],
  ]);
  files.set('manifest.json', Buffer.from(`${JSON.stringify(manifestOf(files), null, 2)}\n`));
  return { files, sizes: sizesOf(files, outputs, start.name, style.name) };
}

/** What each file must hold, for whoever ships the folder on. */
function manifestOf(files) {
  const entries = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    name: packageJson.name,
    version: packageJson.version,
    files: Object.fromEntries(
      entries.map(([name, bytes]) => [
        name,
        { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
      ]),
    ),
  };
}

const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

function sizesOf(files, outputs, startName, styleName) {
  const gzipOf = (names) => sum([...names].map((name) => gzipped(files.get(name))));
  const signIn = closure(outputs, startName);
  const records = scriptsOf(outputs, ['ui/shell/SignedInShell.tsx', 'ui/screens/records/RecordsPage.tsx']);
  return {
    'sign-in: JavaScript, gzip': gzipOf(signIn),
    // The page itself, the theme script, the stylesheet, the icon; then the chunks.
    'sign-in: requests': 4 + signIn.size,
    'record table: JavaScript in all, gzip': gzipOf(records),
    'CSS, gzip': gzipped(files.get(styleName)),
    'dist in all, raw': sum([...files.values()].map((bytes) => bytes.length)),
    'dist in all, gzip': sum([...files.values()].map(gzipped)),
  };
}

const unlicense = `This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this
software, either in source code form or as a compiled binary, for any purpose,
commercial or non-commercial, and by any means.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN
ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** The licence texts of every package that is bundled; a package without one stops the build. */
function licencesOf(inputs) {
  const names = new Set(
    inputs.flatMap((input) => input.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []).sort(),
  );
  const groups = new Map();
  for (const name of names) {
    const folder = path.join(root, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const texts = readdirSync(folder)
      .filter((file) => /^(licen[cs]e|notice)(\.|$)/i.test(file))
      .sort()
      .map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
    // Packages under the Unlicense need not ship its text.
    if (texts.length === 0 && license === 'Unlicense') texts.push(unlicense);
    if (texts.length === 0) throw new Error(`${name} is bundled but has no licence text.`);
    // Most have the same words under another name.
    const lines = texts.join('\n\n').split('\n');
    const isCopyright = (line) => /^\s*copyright\b/i.test(line);
    const body = lines
      .filter((line) => !isCopyright(line))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
    const key = body.replace(/\s+/g, ' ');
    const group = groups.get(key) ?? { body, packages: [] };
    group.packages.push([`${name} ${version} (${license})`, ...lines.filter(isCopyright)].join('\n'));
    groups.set(key, group);
  }
  const parts = [...groups.values()].map(({ body, packages }) => `${packages.join('\n\n')}\n\n${body}\n`);
  return `Lowline holds parts of these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

function write(files, out) {
  rmSync(out, { recursive: true, force: true });
  for (const [name, bytes] of files) {
    const target = path.join(out, name);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, bytes);
  }
}

function printSizes({ files, sizes }) {
  const scripts = [...files].filter(([name]) => /\.(js|css)$/.test(name));
  const rows = scripts
    .map(([name, bytes]) => [name, bytes.length, gzipped(bytes)])
    .sort((a, b) => b[2] - a[2]);
  for (const [name, raw, gzip] of rows.slice(0, 12)) {
    console.log(`${name.padEnd(52)} ${String(raw).padStart(9)} ${String(gzip).padStart(8)} gzip`);
  }
  console.log('');
  for (const [name, size] of Object.entries(sizes)) {
    console.log(`${name.padEnd(52)} ${String(size).padStart(9)} of ${budgets[name]}`);
  }
}

/** Rebuilds into a folder of its own on each change, so that the committed dist/ is left alone. */
async function watch({ backend, port }) {
  const { createDashboardServer } = await import('./embed/proxy.mjs');
  const out = path.join(root, '.lowline/dev');
  const rebuild = async () => write((await bundle({ minify: false })).files, out);
  await rebuild();
  const context = await esbuild.context({
    ...pageOptions(false),
    plugins: [
      {
        name: 'write-page',
        setup: ({ onEnd }) =>
          onEnd(({ errors }) =>
            errors.length > 0 ? undefined : rebuild().catch((error) => console.error(error.message)),
          ),
      },
    ],
  });
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
  if (values.backend && !URL.canParse(values.backend))
    throw new Error(`--backend is no address: ${values.backend}`);
  if (values.watch)
    return watch({ backend: values.backend ?? 'http://127.0.0.1:8090', port: Number(values.port) });
  const started = performance.now();
  const built = await bundle({ minify: true, backend: values.backend });
  write(built.files, path.resolve(root, values.out));
  printSizes(built);
  console.log(`\nbuilt in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  const over = Object.entries(built.sizes).filter(([name, size]) => size > budgets[name]);
  for (const [name, size] of over)
    console.error(`over budget: ${name} is ${size}, allowed are ${budgets[name]}`);
  if (values.check && over.length > 0) process.exitCode = 1;
}

if (
  process.argv[1] &&
  existsSync(process.argv[1]) &&
  fileURLToPath(import.meta.url) === path.resolve(process.argv[1])
) {
  main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
