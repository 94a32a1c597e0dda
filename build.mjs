// Makes dist/: one hashed, relative, licence-complete bundle. `node build.mjs --help` prints what it takes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { version as minifierVersion, minify as minifyScript } from '@swc/core';
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
  'sign-in: JavaScript, gzip': 96_000,
  'sign-in: requests': 10,
  'record table: JavaScript in all, gzip': 125_000,
  'CSS, gzip': 17_000,
  'dist in all, raw': 2_000_000,
  'dist in all, gzip': 620_000,
};

/**
 * What a policy calls a backend elsewhere, and the path that its API lies below, without a slash at its end; null for
 * what no policy can name or no call can carry. The Go handler has the same rules (`embed/page.go`).
 */
function backendOf(text) {
  const address = URL.canParse(text) ? new URL(text) : null;
  const isPlain =
    /^https?:$/.test(address?.protocol) && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(address.hostname);
  if (!isPlain || address.username || address.password || /[?#\s]/.test(text)) return null;
  return { origin: address.origin, folder: address.pathname.replace(/\/+$/, '') };
}

const inAttribute = (text) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;');

/** The policy that page, hook and proxy share; a backend elsewhere is allowed where the page loads or calls it. */
export function contentSecurityPolicy(backend) {
  const host = backend ? ` ${backend.origin}` : '';
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
  loader: { '.svg': 'dataurl' },
  define: {
    'process.env.NODE_ENV': minify ? '"production"' : '"development"',
    // Not an object: every module would begin with a call that makes it.
    'import.meta.env': 'true',
    'import.meta.env.MODE': minify ? '"production"' : '"development"',
    LOWLINE_VERSION: JSON.stringify(packageJson.version),
  },
});

/** Small lazy files that stand together come together: each chunk costs a request, and its imports and exports. */
const together = [
  ['ui/screens/guests', /^ui\/screens\/(sign-in|confirmations)\//],
  ['ui/shell/parts', /^ui\/shell\/(?!SignedInShell)/],
  ['ui/screens/records/parts', /^ui\/screens\/records\/(?!RecordsPage|editor\/)/],
  ['ui/screens/logs/parts', /^ui\/screens\/logs\/(?!LogsPage)/],
  ['ui/screens/settings/pages', /^ui\/screens\/settings\/(?!backups\/|import-collections\/)/],
];
const isForGuests = (entry) => entry === 'ui/screens/guests';
const [start, shell, records, logs, settings] = [
  'ui/main.tsx',
  'ui/shell/SignedInShell.tsx',
  'ui/screens/records/RecordsPage.tsx',
  'ui/screens/logs/LogsPage.tsx',
  'ui/screens/settings/pages',
];

/** The stages of a visit: the entry that each begins with, if with one, and the entries that come only after it. */
const stages = [
  { first: start, isBefore: () => true },
  { first: shell, isBefore: (entry) => entry !== start && !isForGuests(entry) },
  { first: records, isBefore: (entry) => /\/records\/|RichTextEditor/.test(entry) },
  { first: logs, isBefore: (entry) => entry.includes('/logs/') },
  // What is opened from there: panels, popups, settings.
  { isBefore: (entry) => /Panel|parts|RichTextEditor|\/settings\//.test(entry) },
  { isBefore: (entry) => /\/records\/(?!RecordsPage)|RichTextEditor/.test(entry) },
  { first: settings, isBefore: (entry) => entry.includes('/settings/') },
  { isBefore: (entry) => entry.endsWith('Language.ts') },
];

/**
 * esbuild makes a chunk of every set of entries that share a module, which splits the page into a hundred small files.
 * So what several entries share is placed at the last stage that comes before all of them, and each entry imports what
 * is placed at the stages before it: what stands at a stage is one chunk.
 */
const fewChunks = {
  name: 'few-chunks',
  setup({ onResolve, onLoad }) {
    const entries = new Map([[start, [start]]]);
    const sources = new Map([start, ...lazyImporters()].map((file) => [file, withEntries(file, entries)]));
    const graph = new Map();
    const reached = new Map([...entries].map(([entry, files]) => [entry, reachOf(files, graph)]));
    // Every admin begins with the list of records, and every other screen takes most of the same.
    for (const file of reached.get(records))
      if (!file.startsWith('ui/screens/')) reached.get(shell).add(file);
    const placed = stages.map(() => []);
    for (const file of new Set([...reached.values()].flatMap((files) => [...files]))) {
      const users = [...entries.keys()].filter((entry) => reached.get(entry).has(file));
      const last = stages.findLastIndex(({ first, isBefore }) =>
        users.every((user) => user === first || isBefore(user)),
      );
      if (users.length > 1 || users[0] === stages[last].first) placed[last].push(file);
    }
    const made = new Map(
      placed.map((files, at) => [`stage ${at}`, files.map((file) => `import '${file}';`)]),
    );
    for (const [entry, files] of entries) {
      const names = files.flatMap((file) => exportsOf(file));
      const twice = names.find((name, at) => names.indexOf(name) !== at);
      if (twice) throw new Error(`${entry} cannot be one chunk: two of its files export ${twice}.`);
      const before = stages.flatMap(({ first, isBefore }, at) =>
        entry === first || isBefore(entry) ? `import 'lazy:stage ${at}';` : [],
      );
      made.set(entry, [...files.map((file) => `export * from '${file}';`), ...before]);
    }
    sources.set(start, `${sources.get(start)}import 'lazy:stage 0';`);

    onResolve({ filter: /^ui\// }, ({ path: file }) => ({ path: path.join(root, file) }));
    onResolve({ filter: /^lucide-react\/icons\// }, ({ path: name }) => ({
      path: drawingOf(name),
      // It may be imported for its place alone.
      sideEffects: true,
    }));
    onResolve({ filter: /^lazy:/ }, ({ path: name }) => ({ path: name.slice(5), namespace: 'lazy' }));
    onLoad({ filter: /./, namespace: 'lazy' }, ({ path: name }) => ({ contents: made.get(name).join('\n') }));
    onLoad({ filter: /\.tsx?$/ }, ({ path: absolute }) => {
      const file = path.relative(root, absolute).split(path.sep).join('/');
      return sources.has(file)
        ? { contents: sources.get(file), loader: path.extname(file).slice(1) }
        : undefined;
    });
  },
};

/** The source of a file, with entries in the place of the files that it loads. */
function withEntries(importer, entries) {
  return readFileSync(path.join(root, importer), 'utf8').replace(/import\('(\.[^']+)'\)/g, (_, target) => {
    const file = sourceOf(path.join(path.dirname(importer), target));
    const entry = together.find(([, isPart]) => isPart.test(file))?.[0] ?? file;
    entries.set(entry, [...new Set([...(entries.get(entry) ?? []), file])]);
    return `import('lazy:${entry}')`;
  });
}

const exportsOf = (file) =>
  [
    ...readFileSync(path.join(root, file), 'utf8').matchAll(
      /^export (?:async )?(?:function|const|class) (\w+)/gm,
    ),
  ].map(([, name]) => name);

/** The file with the drawing of an icon; some icons are another name for another one. */
function drawingOf(name) {
  const file = path.join(root, 'node_modules/lucide-react/dist/esm/icons', `${path.basename(name)}.mjs`);
  const [, other] = / default \} from '\.\/([\w-]+)\.mjs'/.exec(readFileSync(file, 'utf8')) ?? [];
  return other === undefined ? file : drawingOf(other);
}

/** Files, and before them all that they import, icons too. `graph` is what was read already. */
function reachOf(files, graph, reached = new Set()) {
  for (const file of files) {
    if (!graph.has(file)) graph.set(file, importsOf(file));
    if (!reached.has(file)) reachOf(graph.get(file), graph, reached).add(file);
  }
  return reached;
}

function importsOf(file) {
  if (!file.startsWith('ui/')) return [];
  const source = readFileSync(path.join(root, file), 'utf8');
  const icons = source.matchAll(/^import \w+ from '(lucide-react\/icons\/[\w-]+)'/gm);
  const targets = source.matchAll(/^(?:import|export) (?!type )(?:[^'";]* from )?'(\.[^']+)'/gm);
  const modules = [...targets].filter(([, target]) => !/\.(css|svg)$/.test(target));
  const ours = modules.map(([, target]) => sourceOf(path.join(path.dirname(file), target)));
  return [...[...icons].map(([, icon]) => icon), ...ours];
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
    const names = [...new Set(declared.map(([, name]) => name))];
    const uses = new Map(names.map((name) => [name, styles.split(`var(${name})`).length]));
    names.sort((a, b) => uses.get(b) - uses.get(a) || (a < b ? -1 : 1));
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

/** Quill takes three functions of lodash, from its modules and as packages; ours know what Quill hands to them. */
const smallLodash = {
  name: 'small-lodash',
  setup({ onResolve, onLoad }) {
    const own = path.join(root, 'ui/components/lazy/quillValues.ts');
    const names = { 'lodash.isequal': 'isEqual', 'lodash.clonedeep': 'cloneDeep' };
    onResolve({ filter: /^lodash-es$/ }, () => ({ path: own }));
    onResolve({ filter: /^lodash\.\w+$/ }, ({ path: name }) => ({ path: names[name], namespace: 'lodash' }));
    onLoad({ filter: /./, namespace: 'lodash' }, ({ path: name }) => ({
      contents: `module.exports = require('lodash-es').${name};`,
      resolveDir: root,
    }));
  },
};

/**
 * React comes as CommonJS, which is called through an object each time, and none of which can be left out. Its
 * production files export by statements at the left margin: as modules they are the same code, and what nothing
 * imports goes.
 */
const reactAsModules = {
  name: 'react-as-modules',
  setup({ onResolve, onLoad }) {
    const productionFiles = {
      react: 'react/cjs/react.production.js',
      'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
      'react-dom': 'react-dom/cjs/react-dom.production.js',
      'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
      scheduler: 'scheduler/cjs/scheduler.production.js',
      // For React before 18, which lacked what this is called after.
      'use-sync-external-store/shim/index.js': 'react/cjs/react.production.js',
    };
    const files = new Map(
      Object.entries(productionFiles).map(([name, file]) => [name, path.join(root, 'node_modules', file)]),
    );
    onResolve({ filter: /^(react|react-dom|scheduler|use-sync-external-store)(\/|$)/ }, ({ path: name }) => {
      if (!files.has(name)) throw new Error(`${name} of React is not known as a module.`);
      return { path: files.get(name) };
    });
    onLoad({ filter: /[\\/]cjs[\\/][\w.-]+\.production\.js$/ }, ({ path: file }) => {
      const exported = new Map();
      const code = readFileSync(file, 'utf8')
        .replace(/^var (\w+ = require\("[\w-]+"\)(?:,\s+\w+ = require\("[\w-]+"\))*);/gm, (_, list) =>
          list.replace(/(\w+) = require\(("[\w-]+")\),?/g, 'import * as $1 from $2;'),
        )
        // What is exported under two names, such as `jsx` and `jsxs`, stays one thing.
        .replace(/^exports\.(\w+) = (?!null;)([A-Za-z]\w*);$/gm, (_, name, local) => {
          exported.set(name, local);
          return '';
        })
        .replace(/^exports\.(\w+) =/gm, (_, name) => {
          exported.set(name, `exported_${name}`);
          return `var exported_${name} =`;
        })
        .replace(/\bexports\.(\w+)/g, 'exported_$1');
      if (/\b(require|exports)\b/.test(code)) throw new Error(`${file} cannot be turned into a module.`);
      const names = [...exported].map(([name, local]) => `${local} as ${name}`);
      return { contents: `${code}\nexport { ${names.join(', ')} };` };
    });
  },
};

/** Of an icon only what is drawn is kept: 24 is the size it has anyway, and React's keys are for what comes and goes. */
const bareIcons = {
  name: 'bare-icons',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8')
        .replace(/^__iconData\.node;$/m, '')
        .replace(/^ *size: 24,$/m, '')
        .replace(/, key: "\w+" \}/g, ' }'),
    }));
  },
};

/** A library's file, what is changed in it, and how often that stands there; found otherwise it stops the build. */
const changes = [
  // The policy forbids the style elements that CodeMirror writes. Beneath a shadow root it hands its styles to the
  // document as objects instead; without this test it does so everywhere.
  [/[\\/]style-mod\.js$/, 'if (!root.head && ', 'if (', 1],
  // Our charts have straight lines alone; bars, steps and curves would come along.
  [/[\\/]uPlot\.esm\.js$/, /\(paths\.(?:stepped|bars|spline)\s*= \w+\);/, '', 3],
  // The letters of single languages, which count only where one is named.
  [/[\\/]slugify\.js$/, /(?<=\blocales = )JSON\.parse\('[^']*'\)/, '{}', 1],
];

const changedLibraries = {
  name: 'changed-libraries',
  setup({ onLoad }) {
    for (const [filter, place, replacement, count] of changes) {
      onLoad({ filter }, ({ path: file }) => {
        const parts = readFileSync(file, 'utf8').split(place);
        if (parts.length !== count + 1)
          throw new Error(`${file} no longer holds what is changed in it: ${place}`);
        return { contents: parts.join(replacement) };
      });
    }
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

/** What the page takes of libraries, also in a page that a test makes. */
export const libraryPlugins = [smallLodash, changedLibraries, logoPaths];

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

/**
 * esbuild minifies a file at a time; swc does it once more with each whole chunk. Functions stay where they are: one
 * that has a single caller would otherwise be written into it, and be made anew with each call.
 */
const minifierOptions = {
  module: true,
  compress: { passes: 3, keep_fnames: true },
  mangle: true,
  ecma: 2022,
};

const pageOptions = (minify) => ({
  ...sharedOptions(minify),
  plugins: [fewChunks, ...libraryPlugins, ...(minify ? [reactAsModules, bareIcons, smallTokens] : [])],
  entryPoints: ['ui/main.tsx'],
  outdir: 'dist',
  format: 'esm',
  splitting: true,
  // A name must change with what the file holds: esbuild knows only what it made itself, so it is told of what follows.
  banner: minify ? { js: `/* ${minifierVersion} ${JSON.stringify(minifierOptions)} */` } : {},
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

async function minified(output) {
  if (!output.name.endsWith('.js')) return output;
  const { code } = await minifyScript(Buffer.from(output.bytes).toString(), minifierOptions);
  return { ...output, bytes: Buffer.from(code) };
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

/** All that is loaded for lazy entries together; each of them imports what the page begins with. */
function scriptsOf(outputs, entries) {
  const chunks = outputs.filter((output) => entries.includes(output.meta?.entryPoint?.replace(/^lazy:/, '')));
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
  const all = await Promise.all(outputsOf(page).map(minify ? minified : (output) => output));
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
    .replace('{{backend}}\n', () =>
      backend ? `<meta name="backend" content="${inAttribute(backend.origin + backend.folder)}">\n` : '',
    )
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
  files.set('manifest.json', Buffer.from(`${JSON.stringify(manifestOf(files))}\n`));
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
  const recordTable = scriptsOf(outputs, [shell, records]);
  return {
    'sign-in: JavaScript, gzip': gzipOf(signIn),
    // The page itself, the theme script, the stylesheet, the icon; then the chunks.
    'sign-in: requests': 4 + signIn.size,
    'record table: JavaScript in all, gzip': gzipOf(recordTable),
    'CSS, gzip': gzipped(files.get(styleName)),
    'dist in all, raw': sum([...files.values()].map((bytes) => bytes.length)),
    'dist in all, gzip': sum([...files.values()].map(gzipped)),
  };
}

const publicDomain = new Map([
  ['CC0-1.0', 'Given to the public domain: https://creativecommons.org/publicdomain/zero/1.0/'],
  ['Unlicense', 'Given to the public domain: https://unlicense.org'],
]);

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
    // Who gives a work to the public asks for no text to go along.
    if (publicDomain.has(license)) texts.splice(0, texts.length, publicDomain.get(license));
    if (texts.length === 0) throw new Error(`${name} is bundled but has no licence text.`);
    // Most have the same words under another name.
    const lines = texts.join('\n\n').split('\n');
    // Not the lines of a text that begin with the same word.
    const isCopyright = (line) => /^\s*copyright (\(c\)|©|&copy;|\d{4})/i.test(line);
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
  const backend = values.backend === undefined ? undefined : backendOf(values.backend);
  if (backend === null)
    throw new Error(`--backend is no address such as https://api.example.com: ${values.backend}`);
  if (values.watch)
    return watch({ backend: values.backend ?? 'http://127.0.0.1:8090', port: Number(values.port) });
  const started = performance.now();
  const built = await bundle({ minify: true, backend });
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
