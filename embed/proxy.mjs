import http from 'node:http';
import path from 'node:path';
import { urlToHttpOptions } from 'node:url';
import { createProxyServer } from 'httpxy';
import sirv from 'sirv';
import { contentSecurityPolicy } from './policy.mjs';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */

/** sirv names the type without its character set. */
const textTypes = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
});

/** The longest wait for the backend before the page is sent. */
const answerWithinMs = 2_000;

/**
 * Makes a server that acts like a backend with the hook. It serves the dashboard in the folder `dist` at /_/,
 * and reads the files again for each request. It streams requests for /api to the backend, and the responses
 * back.
 * @param {{ backend: string, dist: string }} options
 */
export function createDashboardServer({ backend, dist }) {
  const hasAdmins = createAdminProbe(backend);
  const forward = createForwarding(backend);
  const sendFile = sirv(dist, {
    dev: true,
    extensions: [],
    onNoMatch: (_, response) => sendError(response, 404, 'Not Found.'),
    setHeaders(response, file) {
      const type = textTypes[path.extname(file)];
      if (type) response.setHeader('Content-Type', type);
    },
  });
  const server = http.createServer((request, response) => {
    const [pathname = '/'] = addressOf(request).split('?', 1);
    if (pathname === '/api' || pathname.startsWith('/api/')) {
      forward(request, response);
    } else if (pathname === '/' || pathname === '/_') {
      response.writeHead(307, { Location: '_/' }).end();
    } else if (!pathname.startsWith('/_/')) {
      sendError(response, 404, 'Not Found.');
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      sendError(response, 405, 'Method Not Allowed.');
    } else {
      sendPart(pathname, { request, response, sendFile, hasAdmins });
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
 * @param {{ request: IncomingMessage, response: ServerResponse, sendFile: import('sirv').RequestHandler,
 * hasAdmins: () => Promise<boolean | null> }} context
 */
async function sendPart(pathname, { request, response, sendFile, hasAdmins }) {
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

  request.url = pathname === '/_/' ? '/index.html' : pathname.slice('/_'.length);
  sendFile(request, response);
}

/**
 * Makes a function that tells whether the backend has an admin; null if unknown. It sends a request to create
 * an admin with empty e-mail and password. Without an admin the backend refuses the empty values; with one it
 * refuses the guest. So it never creates anything, and a positive answer is remembered. Newer backends do not know the
 * call, whose error has a `status`. That is remembered too: their installer is a link of their console.
 * @param {string} backend
 */
function createAdminProbe(backend) {
  /** @type {true | null | undefined} */
  let certain;
  return async () => {
    if (certain !== undefined) return certain;
    try {
      const answer = await fetch(`${backend}/api/admins`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
        signal: AbortSignal.timeout(answerWithinMs),
      });
      const { status, data } = await answer.json();
      if (answer.status === 401) certain = true;
      else if (answer.status === 404 && status === 404) certain = null;
      if (certain !== undefined) return certain;
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
  response.writeHead(code, { 'Cache-Control': 'no-store', 'Content-Type': textTypes['.json'] });
  response.end(JSON.stringify({ code, message, data: {} }));
}

/**
 * Makes a function that streams a request to the backend, and its response back.
 * @param {string} backend
 */
function createForwarding(backend) {
  const proxy = createProxyServer({
    // Unlike a URL, it has an IPv6 address without brackets, as Node connects to it.
    target: /** @type {import('httpxy').ProxyTarget} */ (urlToHttpOptions(new URL(backend))),
    changeOrigin: true,
    xfwd: true,
    // Use a new connection for each call, because the backend can close a kept one at the moment of its
    // reuse.
    agent: false,
  });
  proxy.on('proxyRes', (answer, _, response) => {
    // It is about the connection to the backend.
    delete answer.headers.connection;
    // Once they are set, send the headers of an event stream, long before its first event.
    queueMicrotask(() => response.flushHeaders());
  });
  proxy.on('error', (_, __, response) => {
    // A response that has begun may be complete, because a backend can refuse an upload before it has read
    // it.
    if (response instanceof http.ServerResponse && !response.headersSent)
      sendError(response, 502, `The backend at ${backend} does not answer.`);
  });
  return (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) =>
    proxy.web(request, response).catch(() => response.destroy());
}
