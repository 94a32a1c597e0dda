// Makes the zip that a release consists of: node embed/release.mjs [--out DIR]. It is made twice, and must come to the
// same bytes, so that whoever builds it of the same sources can prove what is in it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { zipSync } from 'fflate';
import { billOfMaterials } from './billOfMaterials.mjs';
import { buildCompressedBundle } from './bundle.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const title = `${name}-${version}`;

/**
 * When the sources were committed, in seconds. It is the time of every file in the zip: hosts compare times to tell
 * whether a file has changed, so those of two releases must not be the same.
 */
function sourceTime() {
  const given = process.env.SOURCE_DATE_EPOCH;
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const seconds = Number(given ?? git('log', '-1', '--format=%ct').stdout);
  if (!(seconds > 0)) {
    throw new Error(
      'Nothing tells when the sources were made: no git, and no SOURCE_DATE_EPOCH (in seconds).',
    );
  }
  if (given === undefined && git('status', '--porcelain').stdout !== '') {
    console.error('This release holds changes that are not committed.');
  }
  return seconds;
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** All files below a folder, by their path with forward slashes, sorted. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/** What the zip holds, laid out in a folder. */
function layOut(folder) {
  const into = (target, ...source) => cpSync(path.join(root, ...source), path.join(folder, target));
  const dist = path.join(folder, 'dist');
  buildCompressedBundle(dist);
  into('LICENSE', 'LICENSE');
  into('CHANGELOG.md', 'CHANGELOG.md');
  into('lowline.pb.js', 'embed/lowline.pb.js');
  cpSync(path.join(dist, 'THIRD-PARTY-LICENSES.txt'), path.join(folder, 'THIRD-PARTY-LICENSES.txt'));
  for (const file of readdirSync(path.join(root, 'embed'))) {
    if (/\.go$|^go\.mod$|^README\.md$|\.pb\.js$/.test(file)) into(`embed/${file}`, 'embed', file);
  }
  cpSync(dist, path.join(folder, 'embed/dist'), { recursive: true });
  writeFileSync(path.join(folder, 'embed/dist/dist.go'), goBundle);
  writeFileSync(path.join(folder, 'README.md'), readme);
  const licences = readFileSync(path.join(dist, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  writeFileSync(
    path.join(folder, 'sbom.cdx.json'),
    `${JSON.stringify(billOfMaterials(licences), null, 2)}\n`,
  );
  const sums = filesBelow(folder).map(
    (file) => `${sha256(readFileSync(path.join(folder, file)))}  ${file}\n`,
  );
  writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''));
}

/** What a Go program imports as `lowline/dist`; a directive of its own cannot reach into another module. */
const goBundle = `// Package dist is the built dashboard with its compressed forms, for lowline.New.
package dist

import "embed"

//go:embed *
var FS embed.FS
`;

const readme = `# Lowline ${version}

The administration dashboard that a self-hosted backend serves under \`/_/\`, built.

- \`dist/\`: the bundle, with brotli and gzip forms for hosts that send them as they are
- \`lowline.pb.js\`: the hook for an unmodified PocketBase 0.22 program; the bundle goes into a folder \`lowline\`
  beside the hooks folder
- \`embed/\`: the Go module \`lowline\`, with the bundle as its package \`lowline/dist\`; its README tells every way
  to serve
- \`SHA256SUMS\`: check them by \`sha256sum -c SHA256SUMS\`
- \`sbom.cdx.json\`: the packages in the bundle; \`THIRD-PARTY-LICENSES.txt\`: their licences
`;

function makeZip(time) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lowline-release-'));
  try {
    layOut(folder);
    const entries = filesBelow(folder).map((file) => {
      const isCompressed = /\.(br|gz)$/.test(file);
      return [`${title}/${file}`, [readFileSync(path.join(folder, file)), { level: isCompressed ? 0 : 9 }]];
    });
    // Readable by everybody, wherever it is unpacked. A zip tells the time without a zone, so it is always that of UTC.
    const mtime = new Date(time * 1000).toISOString().slice(0, 19);
    return zipSync(Object.fromEntries(entries), { mtime, os: 3, attrs: 0o100644 << 16 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { out: { type: 'string' } } });
// npm runs this in the project's folder; a path is meant from where the person stands.
const out = values.out
  ? path.resolve(process.env.INIT_CWD ?? '', values.out)
  : path.join(root, '.lowline/release');
const time = sourceTime();
const [zip, again] = [makeZip(time), makeZip(time)];
if (sha256(zip) !== sha256(again)) {
  console.error('The release came to other bytes the second time, so nobody could prove what is in it.');
  process.exit(1);
}
mkdirSync(out, { recursive: true });
const target = path.join(out, `${title}.zip`);
writeFileSync(target, zip);
writeFileSync(`${target}.sha256`, `${sha256(zip)}  ${title}.zip\n`);
console.log(`${sha256(zip)}  ${target}`);
