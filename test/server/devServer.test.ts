// `node build.mjs --watch` in a copy of the sources: one build at the start and one for each change.
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { eventuallyBy, quiet } from '../support/eventually';
import { endWithTest, freePort, temporaryFolder } from '../support/serverProcess';

const root = process.cwd();
const folder = temporaryFolder();
for (const name of ['ui', 'embed', 'package.json'])
  cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');

/** Each build of the page writes a line there, whoever asks esbuild for it. */
const log = path.join(folder, 'builds.log');
const source = readFileSync(path.join(root, 'build.mjs'), 'utf8');
const counted = source
  .replace(
    'setup({ onLoad }) {',
    'setup({ onLoad, onStart }) {\n    onStart(() => appendFileSync(buildLog, "x"));',
  )
  .replace(
    "from 'node:fs';",
    `from 'node:fs';\nimport { appendFileSync } from 'node:fs';\nconst buildLog = ${JSON.stringify(log)};`,
  );
writeFileSync(path.join(folder, 'build.mjs'), counted);

const builds = () => (existsSync(log) ? readFileSync(log, 'utf8').length : 0);

/** The last file that a build writes; empty before the first build and while another one writes. */
const manifest = () => {
  const file = path.join(folder, '.lowline/dev/manifest.json');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

const until = eventuallyBy(() => sleep(100), 40_000);

test('the dev server builds once per change, and writes what it built', async () => {
  const port = String(await freePort());
  endWithTest(
    spawn(process.execPath, ['build.mjs', '--watch', '--port', port], { cwd: folder, stdio: 'ignore' }),
  );
  await until(() => manifest() !== '', true);
  for (const change of ['changedAccess', 'changedAgain']) {
    const before = manifest();
    appendFileSync(
      path.join(folder, 'ui/app/routeAccess.ts'),
      `\nReflect.set(globalThis, '${change}', 1);\n`,
    );
    await until(() => ['', before].includes(manifest()), false);
    const assets = path.join(folder, '.lowline/dev/assets');
    const scripts = readdirSync(assets).map((name) => readFileSync(path.join(assets, name), 'utf8'));
    assert.ok(scripts.some((text) => text.includes(`"${change}"`)));
  }
  // Another build of the last change would follow at once; those of earlier changes count by now.
  await quiet();
  assert.is(builds(), 3);
});

test.run();
