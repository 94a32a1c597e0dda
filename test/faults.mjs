// Puts the small faults of faults.json into ui/, one at a time, and names the files of the fast tier that fail:
//   node test/faults.mjs [number ...]
// Run it in a clone of its own, after an `npm test` that passed: it changes the sources and puts them back.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const faults = JSON.parse(readFileSync('test/faults.json', 'utf8'));
const asked = process.argv.slice(2).map(Number);
const passes = '.lowline/tests';
const kept = '.lowline/tests-before';
rmSync(kept, { recursive: true, force: true });
cpSync(passes, kept, { recursive: true });

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
  const { stdout } = spawnSync(process.execPath, ['test/run.mjs'], {
    encoding: 'utf8',
    maxBuffer: 1e9,
    env: { ...process.env, LOWLINE_RUNS: 'some' },
  });
  writeFileSync(file, source);
  rmSync(passes, { recursive: true });
  cpSync(kept, passes, { recursive: true });
  const failed = [...stdout.matchAll(/^FAIL (\S+)/gm)].map(([, name]) => name);
  run += 1;
  found += Number(failed.length > 0);
  console.log(`${at + 1}  ${failed.length || 'NOT FOUND'}  ${about} (${file}): ${failed.join(' ')}`);
}
console.log(`${found} of ${run} found`);
