// Serves the dashboard at /_/ from an unmodified 0.22 backend. Put this file into the hooks folder and the
// content of dist/ into a folder `lowline` beside the hooks folder. Not inside the hooks folder: a change of
// a file there restarts the server.

// Each function given to routerAdd runs in a VM of its own that cannot access this file. So it contains all
// that it needs.
const page = (next) => (c) => {
  const path = c.request().url.path;
  const headers = c.response().header();
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

  if (path === '/_/' || path === '/_/index.html') {
    // This replaces the built-in route, so it must redirect to the installer and back as that route does.
    const hasFlag = c.request().url.query().has('installer');
    const hasAdmins = $app.dao().totalAdmins() > 0;
    if (hasAdmins === hasFlag) {
      return c.redirect(307, hasAdmins ? '?' : '?installer#');
    }
  }

  // Modification times of two releases may be equal or reversed; only hashed names distinguish their files.
  if (!path.startsWith('/_/assets/')) c.request().header.del('If-Modified-Since');

  try {
    return next(c);
  } catch (error) {
    // A file that is missing now may exist after an upgrade, under the same name.
    headers.set('Cache-Control', 'no-store');
    throw error;
  }
};

const bundle = `${__hooks}/../lowline`;

try {
  $os.readFile(`${bundle}/index.html`);
  // Without a HEAD route the server would respond with 405.
  for (const method of ['GET', 'HEAD']) {
    routerAdd(method, '/_/*', $apis.staticDirectoryHandler(bundle, false), $apis.gzip(), page);
  }
  routerAdd('HEAD', '/_', (c) => c.redirect(307, '_/'));
} catch (error) {
  console.error(`Lowline is not served, because its bundle is not in ${bundle}: ${error}`);
}
