// Prints the results of the walks, a line for each file, and stores them for the runner.
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';

/** What a walk file gave; the runner reads a list of these from the file LOWLINE_WALKS. */
export interface WalkResult {
  readonly name: string;
  passed: number;
  failed: number;
  /** The tests that passed only at their second try. */
  flaky: string[];
  seconds: number;
}

interface File extends WalkResult {
  due: number;
  output: string;
}

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default class WalkReporter implements Reporter {
  private readonly files = new Map<string, File>();
  private done = 0;
  private broken = 0;

  printsToStdio() {
    return true;
  }

  onBegin(_: FullConfig, suite: Suite) {
    for (const test of suite.allTests()) this.fileOf(test).due += 1;
  }

  private fileOf({ location }: TestCase): File {
    const name = `browser/${basename(location.file)}`;
    const file = this.files.get(name) ?? {
      ...{ name, passed: 0, failed: 0, flaky: [], seconds: 0, due: 0, output: '' },
    };
    this.files.set(name, file);
    return file;
  }

  onStdOut(chunk: string | Buffer, test?: TestCase) {
    const text = String(chunk);
    if (test) this.fileOf(test).output += text;
    for (const [, reason = ''] of text.matchAll(/^# left out: *(.+)$/gm)) console.log(`left out: ${reason}`);
  }

  onStdErr(chunk: string | Buffer, test?: TestCase) {
    if (test) this.fileOf(test).output += String(chunk);
    else process.stderr.write(chunk);
  }

  onTestEnd(test: TestCase, result: TestResult) {
    const file = this.fileOf(test);
    file.seconds += result.duration / 1_000;
    if (result.status !== 'passed') {
      const said = result.errors.map(({ stack, message }) => stack ?? message ?? '').join('\n');
      const traces = result.attachments.filter(({ name }) => name === 'trace').map(({ path }) => path);
      file.output += `\n   FAIL  "${test.title}"\n${said}\n${traces.map((path) => `   npx playwright show-trace ${path}\n`).join('')}`;
      if (result.retry < test.retries) return;
      file.failed += 1;
    } else {
      file.passed += 1;
      if (result.retry > 0) file.flaky.push(test.title);
    }
    file.due -= 1;
    if (file.due === 0) this.tell(file);
  }

  private tell(file: File) {
    this.done += 1;
    const counts = `${file.passed} passed${file.failed ? `, ${file.failed} failed` : ''}`;
    console.log(
      `${file.failed ? 'FAIL' : 'ok  '} ${this.done} of ${this.files.size} walks  ${file.name}  ${counts}  ${file.seconds.toFixed(1)} s`,
    );
    if (file.failed || file.flaky.length > 0) console.log(`${file.output.trimEnd()}\n`);
  }

  onError({ stack, message }: TestError) {
    this.broken += 1;
    console.log(stack ?? message ?? 'The walks broke off.');
  }

  onEnd() {
    const files = [...this.files.values()];
    for (const file of files.filter(({ due }) => due > 0)) {
      file.output += `\n   ${file.due} tests did not run.\n`;
      file.failed += file.due;
      this.tell(file);
    }
    if (this.broken > 0)
      files.push({
        name: 'browser',
        passed: 0,
        failed: this.broken,
        flaky: [],

        seconds: 0,
        due: 0,
        output: '',
      });
    const results: WalkResult[] = files.map(({ due: _, output: __, ...result }) => result);
    const to = process.env['LOWLINE_WALKS'];
    if (to) writeFileSync(to, JSON.stringify(results));
    else {
      const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
      console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
    }
  }
}
