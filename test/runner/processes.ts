// Runs bundled test files in a process, one after the other, and judges each.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

// in characters per file, so that an endless loop of prints does not fill the memory
const keptOutput = 4_000_000;
const running = new Set<ChildProcess>();

export interface TestFile {
  readonly name: string;
  readonly outfile: string;
}

export interface Judgement {
  readonly passed: number;
  readonly failed: number;
  /** The reasons that the file printed for parts that this machine cannot test. */
  readonly leftOut: readonly string[];
  /** A fault that the counts do not show; null if there is none. */
  readonly wrong: string | null;
  readonly output: string;
  readonly seconds: number;
}

interface Counts {
  readonly passed: number;
  readonly skipped: number;
  readonly total: number;
  readonly isBroken: boolean;
}

/** Ends the process and all processes that it started, because a server must not outlive its test. */
function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // the process has already ended
  }
}

export function endAll(): void {
  for (const child of running) endGroup(child, 'SIGKILL');
}

/** Starts Node in a process group of its own; `endAll` and its own end also end what it started. */
export function startNode(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(process.execPath, ['--enable-source-maps', ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'test', NO_COLOR: '1', ...env },
  });
  running.add(child);
  child.on('exit', () => {
    running.delete(child);
    endGroup(child, 'SIGKILL');
  });
  return child;
}

interface Limits {
  /** For each file. */
  readonly seconds: number;
  /** Only the tests with a name ran, so a file may have none. */
  readonly isNamed: boolean;
}

/**
 * Runs the files in one process, and tells each judgement. If one breaks the process or hangs, the files after it get a
 * process of their own.
 */
export async function runFiles(
  files: readonly TestFile[],
  preload: readonly string[],
  limits: Limits,
  told: (name: string, judgement: Judgement) => void,
): Promise<void> {
  for (let left = files; left.length > 0; ) {
    const count = await runProcess(left, preload, limits, told);
    left = left.slice(count);
  }
}

/** Returns the number of files that it told. */
function runProcess(
  files: readonly TestFile[],
  preload: readonly string[],
  limits: Limits,
  told: (name: string, judgement: Judgement) => void,
): Promise<number> {
  return new Promise((done) => {
    const child = startNode([
      ...preload,
      join(process.cwd(), 'test/runner/files.mjs'),
      JSON.stringify(files),
    ]);
    let at = 0;
    let counts: Counts | null = null;
    let output = '';
    let hung = false;
    let started = performance.now();
    let watchdog: NodeJS.Timeout;
    const watch = () => {
      clearTimeout(watchdog);
      started = performance.now();
      watchdog = setTimeout(() => {
        hung = true;
        endGroup(child, 'SIGTERM');
        setTimeout(() => endGroup(child, 'SIGKILL'), 2_000).unref();
      }, limits.seconds * 1_000);
    };
    watch();
    const finish = (code: number | null) => {
      const { name = '' } = files[at] ?? {};
      at += 1;
      told(name, judge({ output, code, hung, counts, ...limits }, (performance.now() - started) / 1_000));
      output = '';
      counts = null;
    };
    const keep = (text: string) => {
      output = (output + text).slice(-keptOutput);
    };
    let unread = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const parts = (unread + text).split(/\n?␞(.*)\n/);
      unread = '';
      for (const [index, part] of parts.entries()) {
        const isLast = index === parts.length - 1;
        const from = isLast ? part.lastIndexOf('␞') : -1;
        if (from !== -1) unread = part.slice(from);
        if (index % 2 === 0) keep(from === -1 ? part : part.slice(0, from));
        else if (part.startsWith('end ')) counts = JSON.parse(part.slice(4)) as Counts;
        else {
          // The file before is told only now, because a late error belongs to it.
          if (counts) finish(0);
          watch();
        }
      }
    });
    child.stderr?.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => keep(String(error)));
    child.on('close', (code) => {
      clearTimeout(watchdog);
      if (at < files.length) finish(code);
      done(at);
    });
  });
}

interface Ran extends Limits {
  readonly output: string;
  readonly code: number | null;
  /** The watchdog has ended it. */
  readonly hung: boolean;
  /** Null if it did not come to its end. */
  readonly counts: Counts | null;
}

function judge({ output, code, hung, counts, isNamed, seconds }: Ran, took: number): Judgement {
  const leftOut = [...output.matchAll(/^# left out: *(.+)$/gm)].map(([, reason = '']) => reason.trim());
  const { passed = 0, total = 0, skipped = 0, isBroken = false } = counts ?? {};
  const failed = total - passed;
  const wrong = (() => {
    if (hung) return `did not end within ${seconds} s`;
    if (skipped > 0)
      return `skips ${skipped} of its tests, or holds .only; what a machine cannot test is printed as "# left out: ..."`;
    if (counts === null) return `ended before its tests, with code ${code ?? 'of a signal'}`;
    if (isBroken || code !== 0) return 'broke off';
    if (total === 0 && leftOut.length === 0 && !isNamed) return 'runs no test';
    return null;
  })();
  return { passed, failed: failed + (wrong ? 1 : 0), leftOut, wrong, output, seconds: took };
}
