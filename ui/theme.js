// Runs before the stylesheet, as a classic script: the stored theme is there with the first paint, and a
// browser that cannot run modules is told so instead of showing an empty page. Old syntax on purpose.
(function () {
  try {
    var theme = localStorage.getItem('lowlineTheme');
    if (theme === 'light' || theme === 'dark') document.documentElement.setAttribute('data-theme', theme);
  } catch (_) {
    // A browser that forbids storage follows the system's theme.
  }

  var knowsModules = 'noModule' in document.createElement('script');
  var knowsTheRest = typeof Array.prototype.toSorted === 'function' && 'inert' in document.documentElement;
  if (knowsModules && knowsTheRest) return;
  document.addEventListener('DOMContentLoaded', function () {
    var text = document.createElement('p');
    text.setAttribute('role', 'alert');
    text.appendChild(
      document.createTextNode(
        'This browser is too old. Two years of Chrome, Edge, Firefox and Safari are supported.',
      ),
    );
    document.body.insertBefore(text, document.body.firstChild);
  });
})();
