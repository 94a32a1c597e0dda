// Runs the test runner itself on made-up test files.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Writes test files into a new folder. */
export function writeTests(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'lowline-runner-'));
  for (const [name, source] of Object.entries(files)) {
    const isTest = name.endsWith('.test.ts') || name.endsWith('.test.tsx');
    const head = isTest ? "import { test } from 'uvu';\nimport * as assert from 'uvu/assert';\n" : '';
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), head + source);
  }
  return folder;
}

/** Runs the tests of the folder, isolated from the current run; returns the output. */
export async function runIn(
  folder: string,
  args: readonly string[],
  environment: Record<string, string> = {},
) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|LOWLINE_|CI$)/.test(name));
  const ran = await new Promise<{ code: number; text: string }>((done) => {
    execFile(
      process.execPath,
      ['test/run.mjs', '--under', folder, ...args],
      { env: { ...Object.fromEntries(inherited), ...environment } },
      (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    );
  });
  return { ...ran, lastLine: ran.text.trimEnd().split('\n').at(-1) };
}

/** Writes test files into a new folder and runs both tiers of them. */
export async function runTests(files: Record<string, string>, ...args: string[]) {
  const folder = writeTests(files);
  const ran = await runIn(folder, ['--tier', 'all', ...args]);
  rmSync(folder, { recursive: true });
  return ran;
}
