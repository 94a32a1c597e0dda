// reads: ui/app/entries ui/app/routes.tsx test/browser/allScreens.test.ts
import '../support/dom';
import { readdirSync, readFileSync } from 'node:fs';
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fetchAhead, fetchAtRest, fetchPointed, likeliest } from '../../ui/app/prefetch';
import { request } from '../../ui/backend/client';
import * as connection from '../../ui/page/session/connection';
import { connect, settle } from '../backend/connect';
import { fakeBackend } from '../support/backend';

const chunks = ['desk', 'settings', 'logs'];
const route = 'GET /api/slow';

let backend = fakeBackend({ [route]: {} });

/** A fetch of chunks that waits until the test ends it. */
function heldFetch() {
  const begun: string[] = [];
  const ends: { resolve: () => void; reject: (reason: Error) => void }[] = [];
  const fetch = (chunk: string, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      begun.push(chunk);
      ends.push({ resolve, reject });
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  return { begun, fetch, end: () => ends.shift()?.resolve(), fail: () => ends.shift()?.reject(new Error()) };
}

async function pass(ms: number): Promise<void> {
  mock.timers.tick(ms);
  await settle();
}

test.before.each(() => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  backend = fakeBackend({ [route]: {} });
  connect(backend);
  document.body.innerHTML = '<main id="content"></main>';
});
test.after.each(() => {
  mock.timers.reset();
  connection.state.isAway = false;
});

test('chunks are fetched one after the other, in their order, after half a second of rest', async () => {
  const { begun, fetch, end } = heldFetch();
  const stop = fetchAtRest(chunks, fetch);
  await pass(499);
  assert.equal(begun, []);
  await pass(1);
  assert.equal(begun, ['desk']);
  await pass(60_000);
  assert.equal(begun, ['desk']);
  end();
  await settle();
  assert.equal(begun, ['desk', 'settings']);
  end();
  await settle();
  end();
  await pass(60_000);
  assert.equal(begun, chunks);
  stop();
});

test('nothing is fetched during a call; the call cancels a fetch, which is repeated after it', async () => {
  const { begun, fetch } = heldFetch();
  const stop = fetchAtRest(chunks, fetch);
  await pass(500);
  const release = backend.hold(route);
  const call = request('GET', 'slow');
  await settle();
  await pass(60_000);
  assert.equal(begun, ['desk']);
  release();
  await call;
  await pass(499);
  assert.equal(begun, ['desk']);
  await pass(1);
  assert.equal(begun, ['desk', 'desk']);
  stop();
});

test('a chunk that fails is left to its import, and the next one waits half a minute', async () => {
  const { begun, fetch, fail, end } = heldFetch();
  const stop = fetchAtRest(chunks, fetch);
  await pass(500);
  fail();
  await settle();
  await pass(29_999);
  assert.equal(begun, ['desk']);
  await pass(1);
  assert.equal(begun, ['desk', 'settings']);
  end();
  await settle();
  assert.equal(begun, chunks);
  stop();
});

test('nothing is fetched before the screen is there, while the server is away, and after the end', async () => {
  const { begun, fetch } = heldFetch();
  document.body.innerHTML = '';
  const stop = fetchAtRest(chunks, fetch);
  await pass(5000);
  document.body.innerHTML = '<main id="content"></main>';
  connection.state.isAway = true;
  await pass(5000);
  assert.equal(begun, []);
  connection.state.isAway = false;
  await pass(500);
  assert.equal(begun, ['desk']);
  stop();
  await pass(60_000);
  assert.equal(begun, ['desk']);
});

test('the pointer or the focus on a link, a row or a button fetches what it opens', () => {
  document.body.innerHTML = `
    <a href="#/logs?filter=a"><span>Logs</span></a><a href="#/settings/mail">Mail</a><a href="#/settings/rules">Rules</a><a href="https://x.example">Away</a>
    <table><tbody data-opens="desk"><tr><td>Row</td></tr></tbody></table>
    <button data-opens="rules">API</button><button id="plain">Plain</button>`;
  const fetched: string[] = [];
  const stop = fetchPointed(async (chunk) => {
    fetched.push(chunk);
  });
  const point = (selector: string, kind = 'pointerover') => {
    fetched.length = 0;
    document.querySelector(selector)?.dispatchEvent(new Event(kind, { bubbles: true }));
    return [...fetched];
  };
  assert.equal(point('span'), ['logs', 'linePlot']);
  assert.equal(point('a', 'focusin'), ['logs', 'linePlot']);
  assert.equal(point('a:nth-of-type(2)'), ['settings']);
  assert.equal(point('a[href="#/settings/rules"]'), ['rules']);
  assert.equal(point('[href^="https"]'), []);
  assert.equal(point('td'), ['desk']);
  assert.equal(point('[data-opens="rules"]'), ['rules']);
  assert.equal(point('#plain'), []);
  connection.state.isAway = true;
  assert.equal(point('td'), []);
  connection.state.isAway = false;
  stop();
  assert.equal(point('td'), []);
});

test('a fetch that fails under the pointer is silent', async () => {
  document.body.innerHTML = '<a href="#/logs">Logs</a>';
  const stop = fetchPointed(async () => Promise.reject(new Error('The server is away.')));
  document.querySelector('a')?.dispatchEvent(new Event('pointerover', { bubbles: true }));
  await settle();
  stop();
});

test('with data saving nothing is fetched ahead', async () => {
  const pointed = () =>
    document.querySelector('a')?.dispatchEvent(new Event('pointerover', { bubbles: true }));
  const links: string[] = [];
  const { createElement } = document;
  document.createElement = (name: string) => {
    links.push(name);
    return createElement.call(document, name);
  };
  document.head.innerHTML = `<meta name="chunks" content='{"logs":["./logs.js"],"desk":["./desk.js"]}'>`;
  document.body.innerHTML = '<main id="content"><a href="#/logs">Logs</a></main>';
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  let stop = fetchAhead();
  pointed();
  await pass(5000);
  assert.equal(links, []);
  stop();
  Object.defineProperty(navigator, 'connection', { value: { saveData: false }, configurable: true });
  stop = fetchAhead();
  pointed();
  await pass(5000);
  assert.equal(links, ['link', 'link']);
  stop();
  document.createElement = createElement;
});

test('every chunk is fetched ahead but those that load with the page or a guest', () => {
  const early = ['start.ts', 'guests.ts', 'newer.ts', 'table.ts'];
  const later = readdirSync('ui/app/entries').filter((file) => !early.includes(file));
  assert.equal(likeliest.map((chunk) => `${chunk}.ts`).sort(), later.sort());
});

test('test/browser/allScreens.test.ts opens every URL of the page', () => {
  const source = readFileSync('ui/app/routes.tsx', 'utf8');
  const walk = readFileSync('test/browser/allScreens.test.ts', 'utf8');
  const paths = [...source.matchAll(/(?:path: |settingsRoute\()'([^'$]+)'/g)].map(([, path]) => path ?? '');
  const confirmations = [...source.matchAll(/confirmationRoutes\(\s*'([^']+)'/g)];
  assert.ok(paths.length > 12);
  for (const path of paths) assert.ok(walk.includes(`'${path}'`), `${path} is missing there`);
  for (const [, name] of confirmations)
    assert.ok(walk.includes(`/auth/${name}/`), `${name} is missing there`);
});

test.run();
