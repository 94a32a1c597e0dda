// Puts the small faults of faults.jsonl into ui/, one at a time, and names the first file of the fast tier that fails:
//   node test/faults.mjs [number ...]
// Run it in a clone of its own, after an `npm test` that passed: it changes the sources and puts them back.
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const faults = readFileSync('test/faults.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const asked = process.argv.slice(2).map(Number);
const passes = '.lowline/tests';
const kept = '.lowline/tests-before';
rmSync(kept, { recursive: true, force: true });
cpSync(passes, kept, { recursive: true });

/**
 * Runs these files, or the fast tier, up to the first failure; returns the name of the file, or null if all pass.
 * @param {string[]} parts
 */
async function firstFailure(...parts) {
  const args = ['test/run.mjs', ...parts];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  let name = null;
  for await (const part of child.stdout) {
    text += part;
    name = /^FAIL (?:\d+ of \d+ +)?(\S+) /m.exec(text)?.[1] ?? null;
    if (name !== null) child.kill('SIGTERM');
  }
  return name;
}

let found = 0;
let run = 0;
for (const [at, { about, file, from, to }] of faults.entries()) {
  if (asked.length > 0 && !asked.includes(at + 1)) continue;
  const source = readFileSync(file, 'utf8');
  if (source.split(from).length !== 2) {
    console.log(`${at + 1}  NOT PLACED  ${about} (${file})`);
    continue;
  }
  writeFileSync(
    file,
    source.replace(from, () => to),
  );
  // The tests beside the fault come first, because they are quick.
  const beside = file.replace(/^ui\/(.*)\/.*$/, 'test/$1/');
  const failed = (await firstFailure(beside)) ?? (await firstFailure());
  writeFileSync(file, source);
  rmSync(passes, { recursive: true });
  cpSync(kept, passes, { recursive: true });
  run += 1;
  found += Number(failed !== null);
  console.log(`${at + 1}  ${failed === null ? 'NOT FOUND' : 'found'}  ${about} (${file}): ${failed ?? ''}`);
}
console.log(`${found} of ${run} found`);
