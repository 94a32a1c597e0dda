// Bundles a test's own page like build.mjs (chunks, one stylesheet) and serves it under our CSP.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { contentSecurityPolicy } from '../../embed/policy.mjs';
import { chunkContents } from './chunkContents.mjs';

export interface PageServer {
  readonly url: string;
  /** The requested paths, in order. */
  readonly asked: string[];
  /** Returns the gzip size in bytes of the chunks that contain a part of a package. */
  sizeOfPackage(name: string): number;
  close(): void;
}

/** `entry` is a path in the repository, such as `test/support/richTextPage.tsx`. */
export async function startPageServer(entry: string, title: string): Promise<PageServer> {
  const root = process.cwd();
  const { libraryOptions } = (await import(pathToFileURL(join(root, 'build.mjs')).href)) as {
    libraryOptions: { plugins: Plugin[]; alias: Record<string, string> };
  };
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { page: entry },
    outdir: 'out',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    metafile: true,
    write: false,
    jsx: 'automatic',
    target: 'es2022',
    logLevel: 'silent',
    ...libraryOptions,
    plugins: [...libraryOptions.plugins, chunkContents],
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const files = new Map(
    outputFiles.map(({ path, contents }) => [`/${relative(join(root, 'out'), path)}`, contents]),
  );
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Lowline</title>
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy()}"><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/page.css"><script type="module" src="/page.js"></script></head><body></body></html>`;
  const asked: string[] = [];
  const server = createServer(({ url = '/' }, response) => {
    asked.push(url);
    const file = files.get(url);
    const type = { '.js': 'text/javascript', css: 'text/css' }[url.slice(-3)] ?? 'text/html';
    response
      .writeHead(file || url === '/' ? 200 : 404, { 'Content-Type': type })
      .end(url === '/' ? html : file);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    sizeOfPackage(name) {
      const chunks = Object.entries(metafile.outputs).filter(([, { inputs }]) =>
        Object.keys(inputs).some((input) => input.includes(`node_modules/${name}/`)),
      );
      const sizes = chunks.map(
        ([chunk]) => gzipSync(files.get(chunk.replace('out', '')) ?? '', { level: 9 }).length,
      );
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    close: () => server.close(),
  };
}
