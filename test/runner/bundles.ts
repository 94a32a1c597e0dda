// Bundles test files. One build has all files, because they share most imports.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { chunkContents } from '../support/chunkContents.mjs';
import { type Inputs, inputsOf } from './passes';

export interface Bundle {
  readonly outfile: string;
  readonly inputs: Inputs;
  /** The file or one of its imports needs a document. */
  readonly needsDom: boolean;
}

export interface Bundler {
  /** The folder for the files of the run; deleted at its end. */
  readonly folder: string;
  /** Throws if a file has an error. */
  bundle(names: readonly string[]): Promise<Map<string, Bundle>>;
  /** Returns the URL of the module that makes a document. A DOM test loads it first. */
  domPreload(): Promise<string>;
  remove(): void;
}

/**
 * Gives each CSS module the class names of a separate build. A build of many files would number them, but
 * tests look for `Button_primary`.
 */
const ownClassNames: Plugin = {
  name: 'own class names',
  setup({ onLoad }) {
    onLoad({ filter: /\.module\.css$/ }, async ({ path }) => {
      const { outputFiles } = await build({
        stdin: { contents: `export { default } from './${basename(path)}'`, resolveDir: dirname(path) },
        bundle: true,
        format: 'esm',
        outdir: 'unwritten',
        write: false,
        logLevel: 'silent',
        loader: { '.module.css': 'local-css', '.svg': 'dataurl' },
      });
      return { contents: outputFiles.find((file) => file.path.endsWith('.js'))?.text ?? '' };
    });
  },
};

/** Registers only the tests with this in their title. */
const onlyNamed = (title: string): Plugin => ({
  name: 'only named tests',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^uvu$/ }, ({ namespace }) =>
      namespace === 'named' ? { path: 'uvu', external: true } : { path: 'uvu', namespace: 'named' },
    );
    onLoad({ filter: /./, namespace: 'named' }, () => ({
      contents: `import * as uvu from 'uvu';
        const named = (all) =>
          Object.assign((title, test) => title.includes(${JSON.stringify(title)}) && all(title, test), all);
        export const suite = (...about) => named(uvu.suite(...about));
        export const test = named(uvu.test);`,
    }));
  },
});

/** A database belongs to one file, so its packages go into the bundle. */
const ownDatabase: Plugin = {
  name: 'own database',
  setup({ onResolve }) {
    const files = {
      idb: 'idb/build/index.js',
      'fake-indexeddb': 'fake-indexeddb/build/esm/index.js',
      'fake-indexeddb/auto': 'fake-indexeddb/auto/index.mjs',
    };
    for (const [name, file] of Object.entries(files)) {
      const path = join(process.cwd(), 'node_modules', file);
      onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path }));
    }
  },
};

const domGlobals = 'test/support/domGlobals.ts';

/** `folder` contains the tests, `home` is the root of the repository; `title` is part of the titles of the tests to run. */
export function openBundler(home: string, folder: string, title: string | null): Bundler {
  const cache = join(home, 'node_modules/.cache/lowline-test');
  const bundles = join(cache, `run-${process.pid}`);
  mkdirSync(cache, { recursive: true });
  removeOldBundles(cache);
  rmSync(bundles, { recursive: true, force: true });
  mkdirSync(bundles);
  const version = (path: string) =>
    (JSON.parse(readFileSync(join(home, path), 'utf8')) as { version: string }).version;
  const options = {
    absWorkingDir: home,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  } satisfies BuildOptions;

  const outName = (name: string) => name.replaceAll('/', '.');
  const buildTests = (names: readonly string[]) =>
    build({
      ...options,
      entryPoints: Object.fromEntries(names.map((name) => [outName(name), join(folder, name)])),
      outdir: bundles,
      outExtension: { '.js': '.mjs' },
      packages: 'external',
      sourcemap: 'inline',
      // Source maps refer to the files. With their content each bundle would be twice as large.
      sourcesContent: false,
      jsx: 'automatic',
      metafile: true as const,
      define: { LOWLINE_VERSION: JSON.stringify(version('package.json')) },
      loader: { '.css': 'empty', '.svg': 'dataurl', '.png': 'dataurl' },
      plugins: [chunkContents, ownClassNames, ownDatabase, ...(title === null ? [] : [onlyNamed(title)])],
    });

  async function bundle(names: readonly string[]): Promise<Map<string, Bundle>> {
    const { metafile } = await buildTests(names);
    return new Map(
      names.map((name) => {
        const path = join(folder, name);
        const { files, reads } = inputsOf(metafile, relative(home, path), readFileSync(path, 'utf8'));
        const isDom = (input: string) => /(^|\/)support\/(dom\.ts|render\.tsx)$/.test(input);
        const needsDom = name.endsWith('.tsx') || files.some(isDom);
        const inputs = { files: needsDom ? [...files, domGlobals] : files, reads };
        return [name, { outfile: join(bundles, `${outName(name)}.mjs`), inputs, needsDom }];
      }),
    );
  }

  let preload: Promise<string> | null = null;

  /** Bundles happy-dom into one file. Node needs three times as long to import its hundreds of files. */
  async function buildDomPreload(): Promise<string> {
    const outfile = join(bundles, 'dom.mjs');
    const require =
      "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
    await build({ ...options, entryPoints: [join(home, domGlobals)], outfile, banner: { js: require } });
    return pathToFileURL(outfile).href;
  }

  return {
    folder: bundles,
    bundle,
    domPreload() {
      preload ??= buildDomPreload();
      return preload;
    },
    remove: () => rmSync(bundles, { recursive: true, force: true }),
  };
}

/** Removes what runs of earlier days left behind; other runs may be active. */
function removeOldBundles(cache: string): void {
  for (const name of readdirSync(cache)) {
    const isOld = statSync(join(cache, name)).mtimeMs < Date.now() - 86_400_000;
    if (isOld) rmSync(join(cache, name), { recursive: true, force: true });
  }
}
