import { readFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { urlToHttpOptions } from 'node:url';
import { contentSecurityPolicy } from '../build.mjs';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};

/** A backend that is silent must not keep the page from its visitor. */
const answerWithinMs = 2_000;

/** Headers that speak of one connection and not of what is sent over it. */
const perConnection = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * A server that is to a browser what a backend with the hook is: the dashboard of the folder `dist` at /_/,
 * read anew for each request, and /api of the backend, streamed both ways.
 * @param {{ backend: string, dist: string }} options
 */
export function createDashboardServer({ backend, dist }) {
  const hasAdmins = createAdminProbe(backend);
  const server = http.createServer((request, response) => {
    const [pathname] = request.url.split('?', 1);
    if (pathname === '/api' || pathname.startsWith('/api/')) {
      handOn(backend, request, response);
    } else if (pathname === '/' || pathname === '/_') {
      response.writeHead(307, { Location: '_/' }).end();
    } else if (!pathname.startsWith('/_/')) {
      sendError(response, 404, 'Not Found.');
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      sendError(response, 405, 'Method Not Allowed.');
    } else {
      sendPart(pathname, { request, response, dist, hasAdmins });
    }
  });
  // An upload may take longer than the five minutes that Node allows a request.
  server.requestTimeout = 0;
  return server;
}

/** A file of the dashboard, or where the page leads its visitor first. */
async function sendPart(pathname, { request, response, dist, hasAdmins }) {
  response.setHeader('Content-Security-Policy', `${contentSecurityPolicy()}; frame-ancestors 'self'`);
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'SAMEORIGIN');

  response.setHeader(
    'Cache-Control',
    pathname.startsWith('/_/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  );

  if (pathname === '/_/' || pathname === '/_/index.html') {
    const hasFlag = new URLSearchParams(request.url.slice(pathname.length)).has('installer');
    // Null, when the backend is away, equals neither.
    if ((await hasAdmins()) === hasFlag) {
      response.writeHead(307, { Location: hasFlag ? '?' : '?installer#' }).end();
      return;
    }
  }

  const name = nameOf(pathname);
  const bytes = name && (await readFile(path.join(dist, name)).catch(() => null));
  if (!bytes) {
    sendError(response, 404, 'Not Found.');
    return;
  }
  response.setHeader('Content-Type', types[path.extname(name)] ?? 'application/octet-stream');
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** The file that an address means, as a path below the bundle; null for what leads out of it or is no address. */
function nameOf(pathname) {
  try {
    const name = decodeURIComponent(pathname.slice('/_/'.length)) || 'index.html';
    return /[\\\0]/.test(name) || name.split('/').includes('..') ? null : name;
  } catch {
    return null;
  }
}

/**
 * Asks for an admin of blank e-mail and password to be made: while there is none the backend refuses the blanks,
 * and later it refuses the guest. Nothing is made in either case. Once there are admins it is not asked again.
 * The answer is null when nobody knows.
 */
function createAdminProbe(backend) {
  let isCertain = false;
  return async () => {
    if (isCertain) return true;
    try {
      const answer = await fetch(`${backend}/api/admins`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
        signal: AbortSignal.timeout(answerWithinMs),
      });
      const { data } = await answer.json();
      isCertain = answer.status === 401;
      if (isCertain) return true;
      return answer.status === 400 && data?.email && data.password ? false : null;
    } catch {
      return null;
    }
  };
}

/** An error in the shape of the API's own. */
function sendError(response, code, message) {
  response.writeHead(code, { 'Cache-Control': 'no-store', 'Content-Type': types['.json'] });
  response.end(JSON.stringify({ code, message, data: {} }));
}

function handOn(backend, request, response) {
  const address = urlToHttpOptions(new URL(backend));
  const from = [request.headers['x-forwarded-for'], request.socket.remoteAddress].filter(Boolean).join(', ');
  const { request: send } = address.protocol === 'https:' ? https : http;
  const upstream = send({
    ...address,
    // As it came: parsing it would undo escapes that the backend must see.
    path: address.path.replace(/\/$/, '') + request.url,
    method: request.method,
    headers: {
      ...withoutPerConnection(request.headers),
      host: new URL(backend).host,
      'x-forwarded-for': from,
    },
    // A connection of its own for each call: one kept open may be closed in the moment it is used again.
    agent: false,
  });
  upstream.on('response', (answer) => {
    response.writeHead(answer.statusCode, withoutPerConnection(answer.headers));
    // The head of an event stream is due at once, long before its first event.
    response.flushHeaders();
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  upstream.on('error', () => {
    // An answer that has begun may still be whole: a backend can refuse an upload before it has read it.
    if (!response.headersSent) sendError(response, 502, `The backend at ${backend} does not answer.`);
  });
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

function withoutPerConnection(headers) {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !perConnection.includes(name) && !named.includes(name)),
  );
}
