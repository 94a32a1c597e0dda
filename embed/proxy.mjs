import { readFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { urlToHttpOptions } from 'node:url';
import { contentSecurityPolicy } from './policy.mjs';

/** @import { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http' */

/** @type {Record<string, string>} */
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

/** The longest wait for the backend before the page is sent. */
const answerWithinMs = 2_000;

/** Headers of one connection, which a proxy must not forward. */
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
 * Makes a server that acts like a backend with the hook. It serves the dashboard in the folder `dist` at /_/,
 * and reads the files again for each request. It streams requests for /api to the backend, and the responses
 * back.
 * @param {{ backend: string, dist: string }} options
 */
export function createDashboardServer({ backend, dist }) {
  const hasAdmins = createAdminProbe(backend);
  const server = http.createServer((request, response) => {
    const [pathname = '/'] = addressOf(request).split('?', 1);
    if (pathname === '/api' || pathname.startsWith('/api/')) {
      forwardRequest(backend, request, response);
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
  // An upload may take longer than the five minutes of Node's default.
  server.requestTimeout = 0;
  return server;
}

/**
 * Returns the path and the query of a request. Node omits `url` only from responses to a client.
 * @param {IncomingMessage} request
 */
const addressOf = ({ url = '/' }) => url;

/**
 * Sends a file of the dashboard, or a redirect to or from the installer.
 * @param {string} pathname
 * @param {{ request: IncomingMessage, response: ServerResponse, dist: string,
 * hasAdmins: () => Promise<boolean | null> }} context
 */
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
    const hasFlag = new URLSearchParams(addressOf(request).slice(pathname.length)).has('installer');
    // Unknown (null) equals neither value, so there is no redirect.
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

/**
 * Returns the file of a path, relative to the bundle; null for a path outside it and for an invalid one.
 * @param {string} pathname
 */
function nameOf(pathname) {
  try {
    const name = decodeURIComponent(pathname.slice('/_/'.length)) || 'index.html';
    return /[\\\0]/.test(name) || name.split('/').includes('..') ? null : name;
  } catch {
    return null;
  }
}

/**
 * Makes a function that tells whether the backend has an admin; null if unknown. It sends a request to create
 * an admin with empty e-mail and password. Without an admin the backend refuses the empty values; with one it
 * refuses the guest. So it never creates anything, and a positive answer is remembered.
 * @param {string} backend
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

/**
 * Sends an error in the format of the API.
 * @param {ServerResponse} response
 * @param {number} code
 * @param {string} message
 */
function sendError(response, code, message) {
  response.writeHead(code, { 'Cache-Control': 'no-store', 'Content-Type': types['.json'] });
  response.end(JSON.stringify({ code, message, data: {} }));
}

/**
 * @param {string} backend
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
function forwardRequest(backend, request, response) {
  const address = urlToHttpOptions(new URL(backend));
  const from = [request.headers['x-forwarded-for'], request.socket.remoteAddress].filter(Boolean).join(', ');
  const { request: send } = address.protocol === 'https:' ? https : http;
  const upstream = send({
    ...address,
    // Keep the raw path, because parsing would undo escapes that the backend needs.
    path: (address.path ?? '').replace(/\/$/, '') + addressOf(request),
    method: request.method,
    headers: {
      ...withoutPerConnection(request.headers),
      host: new URL(backend).host,
      'x-forwarded-for': from,
    },
    // Use a new connection for each call, because the backend can close a kept one at the moment of its
    // reuse.
    agent: false,
  });
  upstream.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, withoutPerConnection(answer.headers));
    // Send the headers of an event stream now, long before its first event.
    response.flushHeaders();
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  upstream.on('error', () => {
    // A response that has begun may be complete, because a backend can refuse an upload before it has read
    // it.
    if (!response.headersSent) sendError(response, 502, `The backend at ${backend} does not answer.`);
  });
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

/** @param {IncomingHttpHeaders} headers */
function withoutPerConnection(headers) {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !perConnection.includes(name) && !named.includes(name)),
  );
}
