// Makes the zip that a release consists of: node embed/release.mjs [--out DIR]. It is made twice, and must come to the
// same bytes, so that whoever builds it of the same sources can prove what is in it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { zipSync } from 'fflate';
import { compress } from './compress.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const title = `${name}-${version}`;

/** The earliest time that a zip can hold; the files have none of their own. */
const zipTime = '1980-01-01T00:00:00';

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** All files below a folder, by their path with forward slashes, sorted. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/** What the zip holds, laid out in a folder. */
async function layOut(folder) {
  const into = (target, ...source) => cpSync(path.join(root, ...source), path.join(folder, target));
  const dist = path.join(folder, 'dist');
  execFileSync(process.execPath, ['build.mjs', '--out', dist], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await compress(dist);
  into('LICENSE', 'LICENSE');
  into('CHANGELOG.md', 'CHANGELOG.md');
  into('lowline.pb.js', 'embed/lowline.pb.js');
  cpSync(path.join(dist, 'THIRD-PARTY-LICENSES.txt'), path.join(folder, 'THIRD-PARTY-LICENSES.txt'));
  for (const file of readdirSync(path.join(root, 'embed'))) {
    if (/\.go$|^go\.mod$|^README\.md$/.test(file)) into(`embed/${file}`, 'embed', file);
  }
  cpSync(dist, path.join(folder, 'embed/dist'), { recursive: true });
  writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
  const sums = filesBelow(folder).map(
    (file) => `${sha256(readFileSync(path.join(folder, file)))}  ${file}\n`,
  );
  writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''));
}

/**
 * The packages that the bundle is made of, as CycloneDX. npm gives it a random number, the time, its own version and
 * the name of the folder: number and time are made from the version instead, so the time only tells which came later.
 */
function billOfMaterials() {
  const bill = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--omit', 'optional'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    }),
  );
  const hash = sha256(title);
  const [major, minor, patch] = version.split(/[.-]/).map(Number);
  const { tools, ...metadata } = bill.metadata;
  return {
    ...bill,
    serialNumber: `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`,
    metadata: {
      ...metadata,
      timestamp: new Date(Date.UTC(2000 + major, 0, 1 + minor, 0, 0, patch)).toISOString(),
      tools: tools.map(({ version: _, ...tool }) => tool),
      component: { ...metadata.component, type: 'application', name },
    },
    components: bill.components.map(withoutDownload),
  };
}

/** Where a package was fetched from is a matter of the machine, and its hash and purl say which it is. */
function withoutDownload({ externalReferences = [], ...component }) {
  return {
    ...component,
    externalReferences: externalReferences.filter(({ type }) => type !== 'distribution'),
  };
}

async function makeZip() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lowline-release-'));
  try {
    await layOut(folder);
    const entries = filesBelow(folder).map((file) => {
      const isCompressed = /\.(br|gz)$/.test(file);
      return [`${title}/${file}`, [readFileSync(path.join(folder, file)), { level: isCompressed ? 0 : 9 }]];
    });
    // Readable by everybody, wherever it is unpacked.
    return zipSync(Object.fromEntries(entries), { mtime: zipTime, os: 3, attrs: 0o100644 << 16 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: { out: { type: 'string', default: path.join(root, '.lowline/release') } },
});
const [zip, again] = [await makeZip(), await makeZip()];
if (sha256(zip) !== sha256(again)) {
  console.error('The release came to other bytes the second time, so nobody could prove what is in it.');
  process.exit(1);
}
mkdirSync(values.out, { recursive: true });
const target = path.join(values.out, `${title}.zip`);
writeFileSync(target, zip);
console.log(`${sha256(zip)}  ${target}`);
