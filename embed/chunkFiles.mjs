// The scripts of a build: which of them a chunk of ui/app/entries/ needs.

/** @import { Metafile } from 'esbuild' */
/** @typedef {{ name: string, bytes: Uint8Array, meta: Metafile['outputs'][string] }} Output */

/** @param {string} output a path of the metafile */
export const nameOf = (output) => output.replace(/^dist\//, '');

const chunkOf = (/** @type {string} */ source) => /^ui\/app\/entries\/(\w+)\.ts$/.exec(source)?.[1];

/** @type {(outputs: Output[], entryPoint: string) => Output} */
export function scriptOf(outputs, entryPoint) {
  const found = outputs.find(
    (output) => output.meta.entryPoint === entryPoint && output.name.endsWith('.js'),
  );
  if (!found) throw new Error(`${entryPoint} is not an entry point.`);
  return found;
}

/**
 * A script and all scripts that it imports statically.
 * @param {Output[]} outputs
 * @param {Output} script
 */
export function withImports(outputs, script, seen = new Set([script])) {
  for (const { path: imported, kind } of script.meta.imports) {
    const found = outputs.find((output) => output.name === nameOf(imported));
    if (kind !== 'import-statement' || !found || seen.has(found)) continue;
    seen.add(found);
    withImports(outputs, found, seen);
  }
  return seen;
}

/**
 * Lists the files that each chunk needs after those of the start.
 * @param {Output[]} outputs
 * @param {Output[]} start
 */
export function chunkFiles(outputs, start) {
  const entries = outputs.flatMap((script) => {
    const chunk = chunkOf(script.meta.entryPoint ?? '');
    if (!chunk) return [];
    const files = [...withImports(outputs, script)].filter((file) => !start.includes(file));
    return /** @type {const} */ ([[chunk, files.map(({ name }) => name)]]);
  });
  return Object.fromEntries(entries);
}
