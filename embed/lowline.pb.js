// Serves the dashboard at /_/ from an unmodified 0.22 backend. Put this file into the hooks folder and the
// content of dist/ into a folder `lowline` beside the hooks folder: a file that changes inside the hooks
// folder restarts the server.

// Each function given to routerAdd runs in a VM of its own that sees nothing of this file, so all that the
// page needs stands inside it.
const page = (next) => (c) => {
  const path = c.request().url.path;
  const headers = c.response().header();
  // The page's own policy once more, for what a meta element cannot say: who may put the page into a frame.
  headers.set(
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-elem 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; frame-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types default; frame-ancestors 'self'",
  );
  headers.set('Referrer-Policy', 'no-referrer');

  // The page names the hashed files of one build; kept by a browser, it would ask for files that are gone.
  headers.set(
    'Cache-Control',
    path.startsWith('/_/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  );

  if (path === '/_/' || path === '/_/index.html') {
    // Replacing the built-in route takes its way to the installer and back along.
    const hasFlag = c.request().url.query().has('installer');
    const hasAdmins = $app.dao().totalAdmins() > 0;
    if (hasAdmins === hasFlag) {
      return c.redirect(307, hasAdmins ? '?' : '?installer#');
    }
  }

  // Files of two releases may bear the same time, or the older one of the newer; only hashed names tell them apart.
  if (!path.startsWith('/_/assets/')) c.request().header.del('If-Modified-Since');

  try {
    return next(c);
  } catch (error) {
    // A file that is missing now may be there after an upgrade, under the same name.
    headers.set('Cache-Control', 'no-store');
    throw error;
  }
};

const bundle = `${__hooks}/../lowline`;

try {
  $os.readFile(`${bundle}/index.html`);
  // HEAD too, or it would be answered 405.
  for (const method of ['GET', 'HEAD']) {
    routerAdd(method, '/_/*', $apis.staticDirectoryHandler(bundle, false), $apis.gzip(), page);
  }
  routerAdd('HEAD', '/_', (c) => c.redirect(307, '_/'));
} catch (error) {
  console.error(`Lowline is not served, for its bundle is not in ${bundle}: ${error}`);
}
