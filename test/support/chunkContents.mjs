import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Bundles of an entry only what is taken from it. Else every test that renders a lazy component would bundle the
 * whole page: by the other exports, and by the imports that tell the build the load order.
 * @type {import('esbuild').Plugin}
 */
export const chunkContents = {
  name: 'chunk-contents',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]ui[\\/](.+[\\/])?\w+\.tsx?$/ }, ({ path: file }) => {
      const source = readFileSync(file, 'utf8');
      const contents = /[\\/]app[\\/]entries[\\/]\w+\.ts$/.test(file)
        ? source.replace(/^import '.*';$/gm, '')
        : source.replace(
            /(?<=\(await import\(')((?:\.{1,2}\/)+(?:app\/)?entries\/\w+)(?='\)\)\.(\w+))/g,
            (all, entry, name) => sourceOf(path.dirname(file), entry, name) ?? all,
          );
      return contents === source
        ? null
        : { contents, loader: /** @type {'ts' | 'tsx'} */ (path.extname(file).slice(1)) };
    });
  },
};

/** @type {(folder: string, entry: string, name: string) => string | undefined} the file that an export comes from */
function sourceOf(folder, entry, name) {
  const file = path.join(folder, `${entry}.ts`);
  if (!existsSync(file)) return undefined;
  const found = [...readFileSync(file, 'utf8').matchAll(/^export \{([^}]*)\} from '([^']+)'/gm)];
  const source = found.find(([, names = '']) => names.split(/[\s,]+/).includes(name))?.[2];
  return source && path.join(path.dirname(file), source);
}
