import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Bundles of a chunk only what is taken from it. Else every test that renders a lazy component would bundle the
 * whole page: by the other exports, and by the imports that tell the build the load order.
 * @type {import('esbuild').Plugin}
 */
export const chunkContents = {
  name: 'chunk-contents',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]ui[\\/](.+[\\/])?\w+\.tsx?$/ }, ({ path: file }) => {
      const source = readFileSync(file, 'utf8');
      const contents = /[\\/]chunks[\\/]\w+\.ts$/.test(file)
        ? source.replace(/^import '.*';$/gm, '')
        : source.replace(
            /(?<=\(await import\(')((?:\.\.\/)+)chunks\/(\w+)(?='\)\)\.(\w+))/g,
            (all, up, chunk, name) =>
              up + (sourceOf(path.join(path.dirname(file), up, 'chunks', `${chunk}.ts`), name) ?? all),
          );
      return contents === source
        ? null
        : { contents, loader: /** @type {'ts' | 'tsx'} */ (path.extname(file).slice(1)) };
    });
  },
};

/** @type {(chunk: string, name: string) => string | undefined} the path below ui/ that an export comes from */
function sourceOf(chunk, name) {
  if (!existsSync(chunk)) return undefined;
  const found = [...readFileSync(chunk, 'utf8').matchAll(/^export \{([^}]*)\} from '\.\.\/([^']+)'/gm)];
  return found.find(([, names = '']) => names.split(/[\s,]+/).includes(name))?.[2];
}
