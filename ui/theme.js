// Runs before the stylesheet, as a classic script. So the stored theme is there with the first paint, and a browser
// that cannot run modules shows a message instead of an empty page. Old syntax on purpose.
(function () {
  try {
    var theme = localStorage.getItem('lowlineTheme');
    if (theme === 'light' || theme === 'dark') document.documentElement.setAttribute('data-theme', theme);
    if (localStorage.getItem('pb_admin_auth')) preloadFirstScreen();
  } catch (_) {
    // A browser that forbids storage follows the system's theme.
  }

  // With a session, the scripts of the first screen come together with those of the sign-in.
  function preloadFirstScreen() {
    var meta = document.querySelector('meta[name="chunks"]');
    var chunks = JSON.parse(/** @type {HTMLMetaElement} */ (meta).content);
    var section = location.hash.split(/[/?]/)[1];
    var screen = section === 'logs' || section === 'settings' ? section : 'table';
    chunks[screen].forEach(preload);
  }

  /** @param {string} script */
  function preload(script) {
    var link = document.createElement('link');
    link.setAttribute('rel', 'modulepreload');
    link.setAttribute('href', script);
    document.head.appendChild(link);
  }

  var knowsModules = 'noModule' in document.createElement('script');
  var knowsTheRest = typeof Array.prototype.toSorted === 'function' && 'inert' in document.documentElement;
  if (knowsModules && knowsTheRest) return;
  document.addEventListener('DOMContentLoaded', function () {
    var text = document.createElement('p');
    text.setAttribute('role', 'alert');
    text.appendChild(
      document.createTextNode(
        'This browser is too old. Use a version of Chrome, Edge, Firefox or Safari from the last two years.',
      ),
    );
    document.body.insertBefore(text, document.body.firstChild);
  });
})();
