// Hosts between a browser and the dashboard: a static host, a reverse proxy.
import { readFileSync } from 'node:fs';
import http, { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

export interface Host {
  readonly url: string;
  close(): void;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** Serves a folder like a static host: types by extension, `index.html` for `/`, 404 for missing files. */
export function staticHost(folder: string): Promise<Host> {
  return listen(
    createServer(({ url = '/' }, response) => {
      const name = url.slice(1).split('?')[0] || 'index.html';
      try {
        const bytes = readFileSync(path.join(folder, name));
        response.writeHead(200, { 'Content-Type': types[path.extname(name)] ?? 'text/plain' }).end(bytes);
      } catch {
        response.writeHead(404).end();
      }
    }),
  );
}

/** Forwards paths below the prefix to the server, without the prefix; other paths get a 404. */
export function reverseProxy(prefix: string, server: string): Promise<Host> {
  const { hostname, port } = new URL(server);
  return listen(
    createServer((request, response) => {
      const { url = '', method, headers } = request;
      if (!url.startsWith(prefix)) {
        response.writeHead(404).end();
        return;
      }
      const upstream = http.request(
        { hostname, port, method, headers, path: url.slice(prefix.length - 1) },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          response.flushHeaders();
          answer.pipe(response);
        },
      );
      upstream.on('error', () => response.destroy());
      response.on('close', () => upstream.destroy());
      request.pipe(upstream);
    }),
  );
}

/** Starts a server on a free port. */
export async function listen(server: Server): Promise<Host> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
