// The sizes that a build may have, in bytes after gzip -9, as a browser loads the page.
import { scriptOf, withImports } from './chunkFiles.mjs';
import { gzipSize, printSizes } from './sizes.mjs';

/** @import { Output } from './chunkFiles.mjs' */
/** @typedef {{ outputs: Output[], style: Output }} Page */

const budgets = {
  'sign-in: JavaScript, gzip': 101_000,
  'record table: JavaScript in all, gzip': 171_000,
  'JavaScript in all, gzip': 750_000,
  'CSS, gzip': 25_000,
};

/**
 * Measures the page as a browser loads it.
 * @param {Page} page
 * @returns {Record<keyof typeof budgets, number>}
 */
function measure({ outputs, style }) {
  const sizeOf = (/** @type {Iterable<Output>} */ scripts) =>
    gzipSize(...[...scripts].map(({ bytes }) => bytes));
  const scriptsFor = (/** @type {string} */ entry) => withImports(outputs, scriptOf(outputs, entry));
  const signIn = scriptsFor('ui/main.tsx');
  return {
    'sign-in: JavaScript, gzip': sizeOf(signIn),
    'record table: JavaScript in all, gzip': sizeOf(
      new Set([...signIn, ...scriptsFor('ui/app/entries/table.ts')]),
    ),
    'JavaScript in all, gzip': sizeOf(outputs.filter(({ name }) => name.endsWith('.js'))),
    'CSS, gzip': gzipSize(style.bytes),
  };
}

/**
 * Prints each size with its budget. Returns whether all budgets are met.
 * @param {Page} page
 */
export const checkBudgets = (page) => printSizes(measure(page), budgets);
