// Makes the zip of a release: node embed/release.mjs [--out DIR]. It is made twice and must have the same
// bytes both times, so that anyone can reproduce it from the sources.
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
 * Returns the time of the commit in seconds, for every file in the zip. Hosts detect changed files by their
 * time, so two releases must not have the same.
 */
function sourceTime() {
  const given = process.env.SOURCE_DATE_EPOCH;
  const git = (/** @type {string[]} */ ...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const seconds = Number(given ?? git('log', '-1', '--format=%ct').stdout);
  if (!(seconds > 0)) {
    throw new Error(
      'Nothing tells when the sources were made: no git, and no SOURCE_DATE_EPOCH (in seconds).',
    );
  }
  if (given === undefined && git('status', '--porcelain').stdout !== '') {
    console.error('This release contains uncommitted changes.');
  }
  return seconds;
}

/** @param {Uint8Array} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * Lists all files below a folder as sorted paths with forward slashes.
 * @param {string} folder
 */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/**
 * Puts the content of the zip into a folder.
 * @param {string} folder
 */
function layOut(folder) {
  const into = (/** @type {string} */ target, /** @type {string[]} */ ...source) =>
    cpSync(path.join(root, ...source), path.join(folder, target));
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

/**
 * The Go package `lowline/dist`. A program needs it, because an embed directive cannot reach into another
 * module.
 */
const goBundle = `// Package dist is the built dashboard with its compressed forms, for lowline.New.
package dist

import "embed"

//go:embed *
var FS embed.FS
`;

const readme = `# Lowline ${version}

The administration dashboard that a self-hosted backend serves under \`/_/\`, built.

- \`dist/\`: the bundle, with brotli and gzip forms for hosts that send them as they are
- \`lowline.pb.js\`: the hook for an unmodified PocketBase program; the bundle goes into a folder \`lowline\`
  beside the hooks folder
- \`embed/\`: the Go module \`lowline\`, with the bundle as its package \`lowline/dist\`; its README tells every way
  to serve
- \`SHA256SUMS\`: check them by \`sha256sum -c SHA256SUMS\`
- \`sbom.cdx.json\`: the packages in the bundle; \`THIRD-PARTY-LICENSES.txt\`: their licences
`;

/** @param {number} time in seconds */
function makeZip(time) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lowline-release-'));
  try {
    layOut(folder);
    const entries = filesBelow(folder).map((file) => {
      const isCompressed = /\.(br|gz)$/.test(file);
      return [`${title}/${file}`, [readFileSync(path.join(folder, file)), { level: isCompressed ? 0 : 9 }]];
    });
    // Everybody can read the files after unpacking. A zip stores times without a zone, so they are in UTC.
    const mtime = new Date(time * 1000).toISOString().slice(0, 19);
    return zipSync(Object.fromEntries(entries), { mtime, os: 3, attrs: 0o100644 << 16 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { out: { type: 'string' } } });
// npm runs this in the project's folder, so resolve the path from the person's folder.
const out = values.out
  ? path.resolve(process.env.INIT_CWD ?? '', values.out)
  : path.join(root, '.lowline/release');
const time = sourceTime();
const [zip, again] = [makeZip(time), makeZip(time)];
if (sha256(zip) !== sha256(again)) {
  console.error('The second build of the release has other bytes, so the release cannot be reproduced.');
  process.exit(1);
}
mkdirSync(out, { recursive: true });
const target = path.join(out, `${title}.zip`);
writeFileSync(target, zip);
writeFileSync(`${target}.sha256`, `${sha256(zip)}  ${title}.zip\n`);
console.log(`${sha256(zip)}  ${target}`);
