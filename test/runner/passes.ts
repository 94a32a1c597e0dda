// Remembers the inputs of passed files, so that the next run can skip unchanged files.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Metafile } from 'esbuild';

export interface Inputs {
  /** The file and all its imports, as paths from the root of the repository. */
  readonly files: readonly string[];
  /** Folders and files that it may read without an import; `.` is the whole repository without its tests. */
  readonly reads: readonly string[];
}

/** Modules of Node that access neither files nor programs. `node:test` is used only for mocks. */
const harmless =
  /^node:(assert|async_hooks|buffer|crypto|events|perf_hooks|stream|test|timers|util|zlib)(\/|$)/;

/**
 * Collects all direct and indirect imports of a file. A file that can access files counts as reading the whole
 * repository, unless its source has a line such as `// reads: test package.json`.
 */
export function inputsOf({ inputs }: Pick<Metafile, 'inputs'>, entry: string, source: string): Inputs {
  const files = new Set<string>();
  let isOpen = false;
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    for (const { path, external } of inputs[file]?.imports ?? []) {
      if (!external) visit(path);
      else if (path.startsWith('node:') && !harmless.test(path)) isOpen = true;
    }
  };
  visit(entry);
  const declared = /^\/\/ reads: (.+)$/m.exec(source)?.[1]?.trim().split(/\s+/) ?? ['.'];
  return { files: [...files].sort(), reads: isOpen ? declared : [] };
}

const digestOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const unread = /(^|\/)(\.git|\.lowline|node_modules)$|^embed\/server\/dist$/;

/** Lists the paths of the files below the folder, without the output of runs and builds. */
function listFiles(home: string, folder: string): string[] {
  return readdirSync(join(home, folder), { withFileTypes: true })
    .map((entry) => ({ entry, path: folder === '.' ? entry.name : `${folder}/${entry.name}` }))
    .filter(({ path }) => !unread.test(path))
    .flatMap(({ entry, path }) => (entry.isDirectory() ? listFiles(home, path) : [path]))
    .sort();
}

/** Each test depends on these files, on Node and on the environment. */
const filesOfAll = ['package-lock.json', 'tsconfig.json', 'test/run.mjs', 'test/support/chunkContents.mjs'];
const variables = ['TZ', 'LANG', 'LC_ALL', 'NODE_OPTIONS', 'CHROMIUM_PATH', 'LOWLINE_FIXTURES'];

export interface Passes {
  /** Tells whether the file passed with its present inputs. */
  hasPassed(name: string): boolean;
  /** Returns the seconds of the last passed run; null if unknown. */
  secondsOf(name: string): number | null;
  /** Stores a pass, unless an input changed since the passes were opened. */
  remember(name: string, inputs: Inputs, seconds: number): void;
}

interface Pass extends Inputs {
  readonly key: string;
  readonly seconds: number;
}

/** Opens the passes of a folder for one run. Each test has its own small file. `fixtures` is a folder or null. */
export function openPasses(folder: string, home: string, fixtures: string | null): Passes {
  mkdirSync(folder, { recursive: true });
  // File times have fractions of a millisecond.
  const moment = Date.now() + 1;
  const known = new Map<string, string | null>();
  /** A hash of the content; null for a missing file, and for one that changed after the moment. */
  const digest = (path: string): string | null => {
    if (!known.has(path)) {
      const found = statSync(join(home, path), { throwIfNoEntry: false });
      const isThere = found?.isFile() && found.mtimeMs <= moment;
      known.set(path, isThere ? digestOf(readFileSync(join(home, path))) : null);
    }
    return known.get(path) ?? null;
  };
  const all = (paths: readonly string[]) => paths.map((path) => `${path} ${digest(path)}`);
  const machine = [
    process.version,
    ...variables.map((name) => process.env[name] ?? ''),
    ...all([...filesOfAll, ...listFiles(home, 'test/runner').filter((path) => !isTest(path))]),
  ];
  const digestReads = (path: string): string => {
    if (known.has(`reads ${path}`)) return known.get(`reads ${path}`) ?? '';
    const isFolder = statSync(join(home, path), { throwIfNoEntry: false })?.isDirectory();
    const files = isFolder ? listFiles(home, path) : [path];
    const ofFixtures = path === '.' && fixtures !== null ? listFiles(home, relative(home, fixtures)) : [];
    const listed = all([...files.filter((file) => path !== '.' || !isTest(file)), ...ofFixtures]);
    known.set(`reads ${path}`, digestOf(listed.join('\n')));
    return digestReads(path);
  };
  /** A test with the same key gives the same result. Null if an input is missing. */
  const keyOf = ({ files, reads }: Inputs) =>
    files.some((path) => digest(path) === null)
      ? null
      : digestOf(
          [...machine, ...all(files), ...reads.map((path) => `${path} ${digestReads(path)}`)].join('\n'),
        );

  const pathOf = (name: string) => join(folder, `${name.replaceAll('/', '.')}.json`);
  const read = (name: string): Partial<Pass> => {
    try {
      return JSON.parse(readFileSync(pathOf(name), 'utf8')) as Partial<Pass>;
    } catch {
      return {};
    }
  };
  return {
    hasPassed(name) {
      const { key, files, reads } = read(name);
      return files !== undefined && reads !== undefined && keyOf({ files, reads }) === key;
    },
    secondsOf: (name) => read(name).seconds ?? null,
    remember(name, inputs, seconds) {
      const key = keyOf(inputs);
      if (key !== null) writeFileSync(pathOf(name), JSON.stringify({ ...inputs, key, seconds }));
    },
  };
}
