import { createHash } from 'node:crypto';

/** @typedef {{ bytes: number, sha256: string }} ManifestEntry */
/** @typedef {{ name: string, version: string, files: Record<string, ManifestEntry> }} Manifest */

/**
 * Describes the content of a file, so that others can verify the bundle.
 * @param {Uint8Array} bytes
 * @returns {ManifestEntry}
 */
export function manifestEntry(bytes) {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Prints a manifest with its files in the order of their names.
 * @param {Manifest} manifest
 */
export function printManifest({ name, version, files }) {
  const sorted = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ name, version, files: Object.fromEntries(sorted) })}\n`;
}
