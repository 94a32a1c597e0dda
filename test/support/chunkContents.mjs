import { readFileSync } from 'node:fs';

/**
 * Removes the other imports of a chunk and keeps only its exports. Those imports of `ui/chunks/` tell the build the
 * load order: with them, every test that renders a lazy component would bundle the whole page.
 * @type {import('esbuild').Plugin}
 */
export const chunkContents = {
  name: 'chunk-contents',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]ui[\\/]chunks[\\/]\w+\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replace(/^import '.*';$/gm, ''),
      loader: 'ts',
    }));
  },
};
