// Remembers the inputs of passed files, so that the next run can skip unchanged files.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative, sep } from 'node:path';

/** The used part of esbuild's metafile. */
export interface ModuleGraph {
  readonly inputs: Readonly<
    Record<string, { readonly imports: readonly { readonly path: string; readonly external?: boolean }[] }>
  >;
}

export interface Inputs {
  /** The file and all its imports, as paths from the root of the repository. */
  readonly files: readonly string[];
  /** Folders and files that it may read without an import; `.` is the whole repository. */
  readonly reads: readonly string[];
}

export interface Reach extends Inputs {
  /** It can access files, programs or the network. */
  readonly isOpen: boolean;
}

/**
 * Modules of Node that access neither files nor programs. `node:test` is used only for mocks of timers and
 * methods.
 */
const harmless = new Set(
  [
    'assert',
    'async_hooks',
    'buffer',
    'crypto',
    'events',
    'perf_hooks',
    'stream',
    'test',
    'timers',
    'util',
    'zlib',
  ].map((name) => `node:${name}`),
);

/** Reads the line `// reads: test package.json` of a test file; null without one. */
export function declaredReads(source: string): string[] | null {
  return /^\/\/ reads: (.+)$/m.exec(source)?.[1]?.trim().split(/\s+/) ?? null;
}

/**
 * Collects all direct and indirect imports of a file. A file that can access files counts as reading the
 * whole repository, unless it declares its reads.
 */
export function inputsOf(
  { inputs }: ModuleGraph,
  entry: string,
  declared: readonly string[] | null = null,
): Reach {
  const files = new Set<string>();
  let isOpen = false;
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    for (const { path, external } of inputs[file]?.imports ?? []) {
      if (!external) visit(path);
      else if (path.startsWith('node:') && !harmless.has(path.replace(/\/.*/, ''))) isOpen = true;
    }
  };
  visit(entry);
  return { files: [...files].sort(), reads: isOpen ? (declared ?? ['.']) : [], isOpen };
}

export interface Digests {
  /** Returns a hash of the file's content; null if there is no file. */
  file(path: string): string | null;
  /**
   * Returns a hash of all sources at a path. `.` means the repository without its tests, and the fixtures.
   */
  sources(path: string): string;
  /** A hash of what every test depends on: the runner, Node, the packages, the programs and the environment. */
  readonly machine: string;
}

/** Returns a key. A test with the same key gives the same result. Null if an input is missing. */
export function keyOf({ files, reads }: Inputs, digests: Digests): string | null {
  const hash = createHash('sha256').update(digests.machine);
  for (const path of files) {
    const digest = digests.file(path);
    if (digest === null) return null;
    hash.update(`\0${path}\0${digest}`);
  }
  for (const path of reads) hash.update(`\0${path}\0${digests.sources(path)}`);
  return hash.digest('hex');
}

const digestOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

/** Returns null for a missing file, and for one that changed after the moment. */
const readDigest = (path: string, moment: number) => {
  try {
    return statSync(path).mtimeMs > moment ? null : digestOf(readFileSync(path));
  } catch {
    return null;
  }
};

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const unread = new Set(['.git', '.lowline', 'node_modules', 'embed/server/dist']);

/** Lists the paths below the folder, without the output of runs and builds. */
function listFiles(home: string, folder: string): string[] {
  return readdirSync(join(home, folder), { withFileTypes: true })
    .map((entry) => ({ entry, path: folder ? `${folder}/${entry.name}` : entry.name }))
    .filter(({ path }) => !unread.has(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ entry, path }) => (entry.isDirectory() ? listFiles(home, path) : [path]));
}

/** Lists the same paths without tests. */
export function listSources(home: string, folder = ''): string[] {
  return listFiles(home, folder).filter((path) => !isTest(path));
}

const variables = ['TZ', 'LANG', 'LC_ALL', 'NODE_OPTIONS', 'CHROMIUM_PATH', 'LOWLINE_FIXTURES'];
const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'go'];
const filesOfAll = [
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'tsconfig.json',
  'test/run.mjs',
  'test/support/chunkContents.mjs',
];

/** Names the program that the PATH finds, with its size and time; '' without one. */
function describeProgram(name: string): string {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  for (const path of paths) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile()) return `${path} ${found.size} ${found.mtimeMs}`;
  }
  return '';
}

/**
 * Returns hashes of the present files. A file that changes later has none, because its change belongs to the
 * next run.
 */
export function readDigests(home: string, fixtures: string | null): Digests {
  // File times have fractions of a millisecond.
  const moment = Date.now() + 1;
  const known = new Map<string, string | null>();
  const file = (path: string) => {
    const digest = known.get(path) ?? readDigest(join(home, path), moment);
    known.set(path, digest);
    return digest;
  };
  const knownSources = new Map<string, string>();
  const machine = [
    process.version,
    ...variables.map((name) => process.env[name] ?? ''),
    ...programs.map(describeProgram),
    ...filesOfAll.map(file),
    ...listSources(home, 'test/runner').map(file),
  ];
  const digestSources = (path: string) => {
    const isAll = path === '.';
    const isFolder = isAll || statSync(join(home, path), { throwIfNoEntry: false })?.isDirectory();
    const list = isAll ? listSources(home) : isFolder ? listFiles(home, path) : [path];
    const ofFixtures = isAll && fixtures !== null ? listSources(home, relative(home, fixtures)) : [];
    return digestOf(
      [
        ...list.map((each) => `${each} ${file(each)}`),
        ...ofFixtures.map((each) => {
          const { size, mtimeMs } = statSync(join(home, each));
          return `${each} ${size} ${mtimeMs}`;
        }),
      ].join('\n'),
    );
  };
  return {
    file,
    sources(path) {
      const digest = knownSources.get(path) ?? digestSources(path);
      knownSources.set(path, digest);
      return digest;
    },
    machine: digestOf(machine.join('\n')),
  };
}

export interface Passes {
  /** Tells whether the file passed with its present inputs. */
  hasPassed(name: string): boolean;
  /** Returns the seconds of the last passed run; null if unknown. */
  secondsOf(name: string): number | null;
  /** Stores a pass, with the inputs at the time of the hashes. */
  remember(name: string, inputs: Inputs, seconds: number): void;
}

interface Pass extends Inputs {
  readonly key: string;
  readonly seconds: number;
}

/**
 * Opens the passes. Each test has its own small file, so that parallel runs do not overwrite each other's.
 */
export function openPasses(folder: string, digests: Digests): Passes {
  mkdirSync(folder, { recursive: true });
  const pathOf = (name: string) => join(folder, `${name.split(sep).join('/').replaceAll('/', '.')}.json`);
  const read = (name: string): Pass | null => {
    try {
      const pass = JSON.parse(readFileSync(pathOf(name), 'utf8')) as Partial<Pass>;
      // Another version of the runner may have written the file.
      return pass.key && pass.files && pass.reads ? (pass as Pass) : null;
    } catch {
      return null;
    }
  };
  return {
    hasPassed(name) {
      const pass = read(name);
      return pass !== null && keyOf(pass, digests) === pass.key;
    },
    secondsOf: (name) => read(name)?.seconds ?? null,
    remember(name, inputs, seconds) {
      const key = keyOf(inputs, digests);
      if (key === null) return;
      const pass: Pass = { ...inputs, key, seconds };
      const unfinished = `${pathOf(name)}.${process.pid}`;
      writeFileSync(unfinished, JSON.stringify(pass));
      renameSync(unfinished, pathOf(name));
    },
  };
}
