// Compresses the files of a built bundle: node embed/compress.mjs FOLDER
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const forms = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Puts a brotli and a gzip form beside each file of a built bundle that becomes smaller by it, and names them in its
 * manifest. They are no part of the committed dist/, because their bytes differ between versions of Node.
 */
export async function compress(bundle) {
  const manifestFile = path.join(bundle, 'manifest.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
  const added = await Promise.all(
    Object.keys(manifest.files).flatMap((name) =>
      Object.entries(forms).map(async ([ending, compressed]) => {
        const plain = await readFile(path.join(bundle, name));
        const bytes = await compressed(plain);
        if (bytes.length >= plain.length) return [];
        await writeFile(path.join(bundle, name + ending), bytes);
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        return [[name + ending, { bytes: bytes.length, sha256 }]];
      }),
    ),
  );
  const files = [...Object.entries(manifest.files), ...added.flat()].sort(([a], [b]) => (a < b ? -1 : 1));
  await writeFile(
    manifestFile,
    `${JSON.stringify({ ...manifest, files: Object.fromEntries(files) }, null, 2)}\n`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compress(process.argv[2]);
