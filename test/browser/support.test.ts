// The watch and axe must really detect problems under the policy of our page.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { checkAxe, inBothThemes, openPage } from '../support/browser';
import { eventually } from '../support/walk';

const csp =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "object-src 'none'; require-trusted-types-for 'script'; trusted-types default";

const pageOf = (
  body: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title>
<meta http-equiv="Content-Security-Policy" content="${csp}"><link rel="stylesheet" href="/look.css">
<link rel="icon" href="data:,"><script src="/script.js" defer></script></head><body>${body}</body></html>`;

const sound = '<main><h1>Sound</h1><p>A text.</p><label>Name <input></label></main>';
const files: Record<string, [type: string, text: string]> = {
  '/': ['text/html', pageOf(sound)],
  '/faulty': ['text/html', pageOf('<main><h2>No first heading</h2><input><p class="faint">Faint</p></main>')],
  '/inline': ['text/html', pageOf(`${sound}<p style="color: #123456">Inline</p>`)],
  '/look.css': [
    'text/css',
    `:root { color-scheme: light dark; } p { color: #222; opacity: 1; transition: opacity 0.3s; }
     .faint { color: #ccc; } @media (prefers-color-scheme: dark) { body { background: #111; } p { color: #ddd; } }`,
  ],
  '/script.js': [
    'text/javascript',
    // Each does something that the watch must report.
    `const acts = {
       '#markup': () => { document.querySelector('p').innerHTML = '<b>x</b>'; },
       '#console': () => console.warn('mind this'),
       '#throw': () => { throw new Error('unseen'); },
       '#foreign': () => { new Image().src = 'http://elsewhere.example/x.png'; },
       '#call': () => { fetch('/api/nope'); },
     };
     setTimeout(() => acts[location.hash]?.(), 0);`,
  ],
};

let server: Server;
let origin = '';

test.beforeAll(async () => {
  server = createServer((request, response) => {
    const [type, text] = files[request.url ?? ''] ?? [];
    response.writeHead(text === undefined ? 404 : 200, { 'Content-Type': type ?? 'text/plain' }).end(text);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(async () => {
  server.close();
});

test('reports nothing for a correct page in both themes, and axe runs under the policy', async () => {
  const seen: string[] = [];
  await inBothThemes(`${origin}/`, async ({ page }, theme) => {
    assert.equal(await checkAxe(page), []);
    seen.push(`${theme} ${await page.evaluate(() => getComputedStyle(document.body).backgroundColor)}`);
  });
  assert.equal(seen, ['light rgba(0, 0, 0, 0)', 'dark rgb(17, 17, 17)']);
});

test('axe reports a missing label, a faint text and, as best practice, a missing first heading', async () => {
  const { page, close } = await openPage(`${origin}/faulty`);
  const findings = (await checkAxe(page)).join('\n');
  for (const rule of ['label', 'color-contrast', 'page-has-heading-one']) {
    assert.match(findings, new RegExp(`^${rule} \\(`, 'm'));
  }
  await close();
});

test('the watch reports each problem unless it is expected, but no error status of the API', async () => {
  for (const [address, problem] of [
    ['inline', /CSP violation: style-src-attr/],
    ['#markup', /CSP violation: require-trusted-types-for/],
    ['#console', /Console warning: mind this/],
    ['#throw', /Nobody caught: Error: unseen/],
    ['#foreign', /Request to another host: http:\/\/elsewhere\.example\/x\.png/],
  ] as const) {
    const { watch, close } = await openPage(`${origin}/${address}`);
    await eventually(() => watch.problems().some((seen) => problem.test(seen)), true, `${problem} is seen`);
    watch.expect(/./);
    assert.equal(watch.problems(), []);
    await close();
  }
  const { page, watch, close } = await openPage(`${origin}/#call`);
  await eventually(async () => (await page.consoleMessages()).length, 1, 'the browser tells the status');
  assert.equal(watch.problems(), []);
  await close();
});
