import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

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
 * Builds the page into a folder, with a brotli and a gzip form beside each file that becomes smaller by it, which its
 * manifest names too. They are no part of the committed dist/, because their bytes differ between versions of Node.
 */
export function buildCompressedBundle(folder) {
  execFileSync(process.execPath, ['build.mjs', '--out', folder], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const manifestFile = path.join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const files = Object.entries(manifest.files);
  for (const [name, { bytes: size }] of Object.entries(manifest.files)) {
    const plain = readFileSync(path.join(folder, name));
    for (const [ending, compressed] of Object.entries(forms)) {
      const bytes = compressed(plain);
      if (bytes.length >= size) continue;
      writeFileSync(path.join(folder, name + ending), bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      files.push([name + ending, { bytes: bytes.length, sha256 }]);
    }
  }
  const sorted = files.sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(manifestFile, `${JSON.stringify({ ...manifest, files: Object.fromEntries(sorted) })}\n`);
}
