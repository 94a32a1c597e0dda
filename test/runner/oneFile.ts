// Runs one bundled test file in its own process, and judges the result.
import { type ChildProcess, spawn } from 'node:child_process';

// in characters per file, so that an endless loop of prints does not fill the memory
const keptOutput = 4_000_000;
const running = new Set<ChildProcess>();

export interface Ran {
  readonly output: string;
  readonly code: number | null;
  /** The watchdog has ended it. */
  readonly hung: boolean;
}

export interface Judgement {
  readonly passed: number;
  readonly failed: number;
  /** The reasons that the file printed for parts that this machine cannot test. */
  readonly leftOut: readonly string[];
  /** A fault that the counts do not show; null if there is none. */
  readonly wrong: string | null;
  /** A second run may have another result. */
  readonly mayPassAgain: boolean;
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

export function runProcess(args: readonly string[], seconds: number): Promise<Ran> {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--enable-source-maps', ...args], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'test', NO_COLOR: '1' },
    });
    running.add(child);
    let output = '';
    let hung = false;
    const keep = (text: string) => {
      output = (output + text).slice(-keptOutput);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const watchdog = setTimeout(() => {
      hung = true;
      endGroup(child, 'SIGTERM');
      setTimeout(() => endGroup(child, 'SIGKILL'), 2_000).unref();
    }, seconds * 1_000);
    child.on('error', (error) => keep(String(error)));
    child.on('exit', () => {
      clearTimeout(watchdog);
      endGroup(child, 'SIGKILL');
    });
    child.on('close', (code) => {
      running.delete(child);
      done({ output, code, hung });
    });
  });
}

export function judgeRun({ output, code, hung }: Ran, source: string, seconds: number): Judgement {
  const last = (label: string) =>
    Number([...output.matchAll(new RegExp(`^ {2}${label}: +(\\d+)`, 'gm'))].at(-1)?.[1] ?? 0);
  const leftOut = [...output.matchAll(/^# left out: *(.+)$/gm)].map(([, reason = '']) => reason.trim());
  const [total, passed, skipped] = [last('Total'), last('Passed'), last('Skipped')];
  const failed = total - passed;
  const holdsOnly = /(^|[;{}])\s*[\w$]+\.only\(/m.test(source);
  const wrong = (() => {
    if (hung) return `did not end within ${seconds} s`;
    if (holdsOnly) return 'holds .only';
    if (skipped > 0)
      return `skips ${skipped} of its tests; what a machine cannot test is printed as "# left out: ..."`;
    if (code !== 0 && failed === 0) return `ended with code ${code ?? 'of a signal'}`;
    if (total === 0 && leftOut.length === 0) return 'runs no test';
    return null;
  })();
  // A failed test gives an exit code; a failed `before` only skips its tests.
  const canRunAgain = (code !== 0 || failed > 0) && !holdsOnly && skipped === 0;
  return { passed, failed: failed + (wrong ? 1 : 0), leftOut, wrong, mayPassAgain: canRunAgain };
}
