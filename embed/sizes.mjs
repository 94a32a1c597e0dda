import { gzipSync } from 'node:zlib';

/**
 * Returns the total size of the files after gzip -9, in bytes.
 * @param {Uint8Array[]} files
 */
export function gzipSize(...files) {
  return files.reduce((total, bytes) => total + gzipSync(bytes, { level: 9 }).length, 0);
}

/**
 * @param {string} label
 * @param {unknown[]} cells
 */
function printRow(label, ...cells) {
  console.log(label.padEnd(52), ...cells.map((cell) => String(cell).padStart(9)));
}

/**
 * Prints the twelve largest scripts and stylesheets.
 * @param {Map<string, Uint8Array>} files
 */
export function printLargest(files) {
  const code = [...files].filter(([name]) => /\.(js|css)$/.test(name));
  const rows = code.map(([name, bytes]) => ({ name, raw: bytes.length, gzip: gzipSize(bytes) }));
  rows.sort((a, b) => b.gzip - a.gzip);
  for (const { name, raw, gzip } of rows.slice(0, 12)) printRow(name, raw, gzip, 'gzip');
}

/**
 * Prints each size with its budget. Returns whether all budgets are met.
 * @template {string} Label
 * @param {Record<Label, number>} sizes
 * @param {Readonly<Record<Label, number>>} budgets
 */
export function printSizes(sizes, budgets) {
  const labels = /** @type {Label[]} */ (Object.keys(sizes));
  console.log('');
  for (const label of labels) printRow(label, sizes[label], 'of', budgets[label]);
  const over = labels.filter((label) => sizes[label] > budgets[label]);
  for (const label of over)
    console.error(`over budget: ${label} is ${sizes[label]}, allowed are ${budgets[label]}`);
  return over.length === 0;
}
