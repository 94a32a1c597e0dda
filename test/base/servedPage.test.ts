import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isNewerPage, readServedPage, setOwnTitle } from '../../ui/base/servedPage';
import { resetDom } from '../support/dom';

const realFetch = globalThis.fetch;

test('if the current page has no title, no page is newer', () => {
  assert.is(isNewerPage(page('main-NQPT.css', 'main-LATE.js')), false);
  setOwnTitle('Lowline');
});

test.before.each(() => {
  resetDom();
  document.head.replaceChildren();
  for (const [tag, name, address] of [
    ['link', 'href', './assets/favicon-B4TS.svg'],
    ['script', 'src', './assets/theme-ZD3Q.js'],
    ['link', 'href', './assets/main-NQPT.css'],
    ['script', 'src', './assets/main-N2YK.js'],
    ['script', 'src', 'chrome-extension://of-this-browser/script.js'],
  ] as const) {
    const element = document.head.appendChild(document.createElement(tag));
    element.setAttribute(name, address);
  }
});
test.after(() => {
  globalThis.fetch = realFetch;
});

const page = (style: string, script: string) =>
  `<title>Lowline</title><link rel="icon" href="./assets/favicon-B4TS.svg"><script src="./assets/theme-ZD3Q.js"></script>
  <link rel="stylesheet" href="./assets/${style}"><script type="module" src="./assets/${script}"></script>`;

for (const [what, served, wanted] of [
  ['the same page', page('main-NQPT.css', 'main-N2YK.js'), false],
  ['another script', page('main-NQPT.css', 'main-LATE.js'), true],
  ['the sign-in of a proxy', '<script src="/login.js"></script><link href="../assets/x.css">', false],
  ['the page of another program', '<title>Other</title><script src="./assets/app-1.js"></script>', false],
  ['no response', null, false],
] as const) {
  test(`${what} is ${wanted ? '' : 'not '}newer`, () => {
    assert.is(isNewerPage(served), wanted);
  });
}

test('the page is read without caches, with its real query and without its hash', async () => {
  const calls: unknown[] = [];
  window.history.replaceState(null, '', '/_/?installer#/settings');
  globalThis.fetch = async (address, init) => {
    calls.push(address, init?.cache);
    return new Response('<!doctype html>');
  };
  assert.is(await readServedPage(), '<!doctype html>');
  assert.equal(calls, [new URL('/_/?installer', window.location.href), 'no-store']);
});

test('a response that is no page, and a missing response, are null', async () => {
  globalThis.fetch = async () => new Response('Bad Gateway', { status: 502 });
  assert.is(await readServedPage(), null);
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  assert.is(await readServedPage(), null);
});

test.run();
