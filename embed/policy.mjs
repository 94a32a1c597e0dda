/** @typedef {{ origin: string, folder: string }} BackendUrl */

/**
 * Returns the Content-Security-Policy of the page. The hook and the proxy also send it as a header. With a
 * backend on another origin, the page may load from it and call it.
 * @param {BackendUrl} [backend]
 */
export function contentSecurityPolicy(backend) {
  const host = backend ? ` ${backend.origin}` : '';
  return (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-elem 'self'; style-src-attr 'unsafe-inline'; " +
    `img-src 'self' data: blob:${host}; media-src 'self' blob:${host}; frame-src 'self'${host}; connect-src 'self'${host}; ` +
    "form-action 'none'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types default"
  );
}

/**
 * Splits a backend URL into CSP origin and base path (`folder`, without a trailing slash). Null if a CSP
 * source or a request URL cannot express it. The Go handler has the same rules (`embed/page.go`).
 * @param {string} text
 * @returns {BackendUrl | null}
 */
export function splitBackendUrl(text) {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, username, password, origin, pathname } = new URL(text);
  const isPlain = /^https?:$/.test(protocol) && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(hostname);
  if (!isPlain || username || password || /[?#\s]/.test(text)) return null;
  return { origin, folder: pathname.replace(/\/+$/, '') };
}
