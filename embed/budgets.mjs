// The sizes that a build may have, in bytes after gzip -9, as a browser loads the page.
import { chunkFiles, ownFiles, scriptOf, withImports } from './chunkFiles.mjs';
import { gzipSize, printSizes } from './sizes.mjs';

/** @import { Metafile } from 'esbuild' */
/** @import { Output } from './chunkFiles.mjs' */
/** @typedef {{ files: Map<string, Uint8Array>, outputs: Output[], style: Output, inputs: Metafile['inputs'] }} Page */

const budgets = {
  'sign-in: JavaScript, gzip': 96_500,
  'sign-in: requests': 10,
  'record table: JavaScript in all, gzip': 134_200,
  'CSS, gzip': 23_200,
  'dist in all, raw': 2_275_000,
  'dist in all, gzip': 783_000,
};

/** A chunk may add so much that no other chunk needs. */
const mostPerChunk = 12_000;
/** Chunks with a library, with several rooms, or with parts that others share. ARCHITECTURE.md explains `seeAs`. */
const largerChunks = {
  apiDocs: 15_000,
  cells: 27_000,
  codeEditor: 110_000,
  collectionEditor: 27_500,
  importCollections: 17_500,
  keeping: 45_000,
  linePlot: 24_000,
  logs: 14_000,
  panels: 47_000,
  richText: 57_000,
  seeAs: 15_000,
  settings: 21_000,
};

/** The budgets of the first screens hold these chunks. */
const firstChunks = ['start', 'shell', 'records'];

/**
 * Measures the page as a browser loads it.
 * @param {Page} page
 * @returns {Record<keyof typeof budgets, number>}
 */
function measure({ files, outputs, style }) {
  const scriptsFor = (/** @type {string[]} */ ...entryPoints) => [
    ...new Set(entryPoints.flatMap((entry) => [...withImports(outputs, scriptOf(outputs, entry))])),
  ];
  const signIn = scriptsFor('ui/main.tsx');
  const recordTable = scriptsFor('ui/main.tsx', 'ui/chunks/shell.ts', 'ui/chunks/records.ts');
  return {
    'sign-in: JavaScript, gzip': gzipSize(...signIn.map(({ bytes }) => bytes)),
    // Page, theme, stylesheet and icon, then the scripts.
    'sign-in: requests': 4 + signIn.length,
    'record table: JavaScript in all, gzip': gzipSize(...recordTable.map(({ bytes }) => bytes)),
    'CSS, gzip': gzipSize(style.bytes),
    'dist in all, raw': [...files.values()].reduce((total, { length }) => total + length, 0),
    'dist in all, gzip': gzipSize(...files.values()),
  };
}

/**
 * Measures what each later chunk adds.
 * @param {Page} page
 */
function measureChunks({ files, outputs, inputs }) {
  const start = [...withImports(outputs, scriptOf(outputs, 'ui/main.tsx'))];
  const own = ownFiles(chunkFiles(outputs, start), inputs);
  const later = Object.entries(own).filter(([chunk]) => !firstChunks.includes(chunk));
  const size = (/** @type {string} */ file) => gzipSize(files.get(file) ?? new Uint8Array());
  return Object.fromEntries(
    later.map(([chunk, names]) => [`${chunk}, gzip`, names.reduce((sum, name) => sum + size(name), 0)]),
  );
}

/**
 * Prints each size with its budget. Returns whether all budgets are met.
 * @param {Page} page
 */
export function checkBudgets(page) {
  const chunks = measureChunks(page);
  const limits = Object.fromEntries(Object.keys(chunks).map((label) => [label, mostPerChunk]));
  for (const [chunk, most] of Object.entries(largerChunks)) limits[`${chunk}, gzip`] = most;
  const areChunksWithin = printSizes(chunks, limits);
  return printSizes(measure(page), budgets) && areChunksWithin;
}
