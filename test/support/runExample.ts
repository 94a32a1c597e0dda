// Runs the examples of the API docs like a reader who has filled in their own values.

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './serverProcess';

export interface ExampleAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the server really says, whatever that is
  readonly json: any;
}

/** Replaces placeholders such as `RECORD_ID`. Longer ones come first, because one may contain another. */
export function filledIn(code: string, values: Readonly<Record<string, string>>): string {
  const names = Object.keys(values).sort((a, b) => b.length - a.length);
  return names.reduce((text, name) => text.replaceAll(name, values[name] ?? ''), code);
}

/** Runs an example that calls `fetch` once. */
export async function runFetch(code: string): Promise<ExampleAnswer> {
  let seen: ExampleAnswer | null = null;
  const watchedFetch = async (...asked: Parameters<typeof fetch>) => {
    const answer = await fetch(...asked);
    seen = { status: answer.status, json: parsed(await answer.clone().text()) };
    return answer;
  };
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (given: typeof watchedFetch) => Promise<void>;
  try {
    await new AsyncFunction('fetch', code)(watchedFetch);
  } catch (error) {
    // The example throws the server's error.
    if (seen === null || error instanceof SyntaxError || error instanceof ReferenceError) throw error;
  }
  if (seen === null) throw new Error(`The example sent no request:\n${code}`);
  return seen;
}

/** Runs an example in a shell, in a folder with the files that examples send. */
export function runCurl(code: string): Promise<ExampleAnswer> {
  const cwd = temporaryFolder();
  for (const [, name] of code.matchAll(/=@([\w.]+)'/g)) writeFileSync(join(cwd, name ?? ''), 'Some text');
  const script = `curl() { command curl --silent --show-error --write-out '\\n%{http_code}' "$@"; }\n${code}`;
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', script], { cwd }, (error, output, complaint) => {
      const end = output.lastIndexOf('\n');
      if (error) reject(new Error(`${complaint}\nof:\n${code}`));
      else resolve({ status: Number(output.slice(end + 1)), json: parsed(output.slice(0, end)) });
    });
  });
}

function parsed(text: string): unknown {
  return text.trim() === '' ? null : JSON.parse(text);
}
