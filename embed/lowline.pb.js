// Serves the dashboard at /_/ from an unmodified server, of 0.22 or newer. Put this file into the hooks folder and the
// content of dist/ into a folder `lowline` beside the hooks folder. Not inside the hooks folder: a change of a
// file there restarts the server.

// Each function given to routerAdd runs in a VM of its own that cannot access this file. So it contains all
// that it needs. 0.22 gives it the next handler and wants a handler; newer servers give it the request.
const page = (given) => {
  const is022 = typeof given === 'function';
  const serve = (c) => {
    const request = is022 ? c.request() : c.request;
    const headers = (is022 ? c.response() : c.response).header();
    const path = request.url.path;
    // Repeats the page's own policy, for the directive that a meta element cannot contain: frame-ancestors.
    headers.set(
      'Content-Security-Policy',
      "default-src 'none'; script-src 'self'; style-src 'self'; style-src-elem 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; frame-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types default; frame-ancestors 'self'",
    );
    headers.set('Referrer-Policy', 'no-referrer');

    // The page names the hashed files of one build; a cached page would request files that no longer exist.
    headers.set(
      'Cache-Control',
      path.startsWith('/_/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    );

    if (is022 && (path === '/_/' || path === '/_/index.html')) {
      // This replaces the built-in route, so it must redirect to the installer and back as that route does.
      const hasFlag = request.url.query().has('installer');
      const hasAdmins = $app.dao().totalAdmins() > 0;
      if (hasAdmins === hasFlag) {
        return c.redirect(307, hasAdmins ? '?' : '?installer#');
      }
    }

    // Modification times of two releases may be equal or reversed; only hashed names distinguish their files.
    if (!path.startsWith('/_/assets/')) request.header.del('If-Modified-Since');

    try {
      return is022 ? given(c) : c.next();
    } catch (error) {
      // A file that is missing now may exist after an upgrade, under the same name.
      headers.set('Cache-Control', 'no-store');
      throw error;
    }
  };
  return is022 ? serve : serve(given);
};

const bundle = `${__hooks}/../lowline`;

try {
  $os.readFile(`${bundle}/index.html`);
  if ($apis.static) {
    // Not routerUse: every call would hold a VM, and live mode holds one for as long as it listens. The server's own
    // route is `/_/{path...}`, and these patterns win because each is narrower.
    routerAdd('GET', '/_/{$}', $apis.static(bundle, false), $apis.gzip(), page);
    routerAdd('GET', '/_/{path}', $apis.static(bundle, false), $apis.gzip(), page);
    routerAdd('GET', '/_/assets/{path...}', $apis.static(`${bundle}/assets`, false), $apis.gzip(), page);
    // The server's own redirect is absolute, and a proxy may have removed a part of the path.
    routerAdd('GET', '/_', (c) => c.redirect(307, '_/'));
  } else {
    // Without a HEAD route the server would respond with 405.
    for (const method of ['GET', 'HEAD']) {
      routerAdd(method, '/_/*', $apis.staticDirectoryHandler(bundle, false), $apis.gzip(), page);
    }
    routerAdd('HEAD', '/_', (c) => c.redirect(307, '_/'));
  }
} catch (error) {
  console.error(`Lowline is not served, because its bundle is not in ${bundle}: ${error}`);
}
