// Adds compressed files to the bundle, for a release and for the server. They are not committed, because the output
// of zlib and brotli changes with the version of Node.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { manifestEntry, printManifest } from './manifest.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** @type {Record<string, (bytes: Uint8Array) => Buffer>} */
const forms = {
  '.br': (bytes) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  '.gz': (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Builds the page into a folder. Adds a brotli and a gzip form of each file that becomes smaller, and lists
 * them in the manifest. The committed dist/ does not contain them, because their bytes depend on the version
 * of Node.
 * @param {string} folder
 */
export function buildCompressedBundle(folder) {
  execFileSync(process.execPath, ['build.mjs', '--out', folder], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const manifestFile = path.join(folder, 'manifest.json');
  /** @type {import('./manifest.mjs').Manifest} */
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const files = { ...manifest.files };
  for (const [name, { bytes: size }] of Object.entries(manifest.files)) {
    const plain = readFileSync(path.join(folder, name));
    for (const [ending, compress] of Object.entries(forms)) {
      const bytes = compress(plain);
      if (bytes.length >= size) continue;
      writeFileSync(path.join(folder, name + ending), bytes);
      files[name + ending] = manifestEntry(bytes);
    }
  }
  writeFileSync(manifestFile, printManifest({ ...manifest, files }));
}
