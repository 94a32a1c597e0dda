import '../support/dom';
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fetchChunk, fetchChunkAtRest } from '../../ui/base/chunkFiles';

let asked: string[] = [];
/** The event with which the browser ends a fetch. */
let outcome: 'load' | 'error' = 'load';
let supports = true;
/** Each test has its own names, because a file is fetched once in the life of a page. */
let files: string[] = [];
let tests = 0;

test.before.each(() => {
  tests += 1;
  files = [`./assets/logs${tests}.js`, `./assets/shared${tests}.js`];
  const meta = document.createElement('meta');
  meta.name = 'chunks';
  meta.content = JSON.stringify({ logs: files, settings: [`./assets/settings${tests}.js`, files[1]] });
  document.head.replaceChildren(meta);
  asked = [];
  outcome = 'load';
  supports = true;
});

// happy-dom fetches nothing for a link.
const { append } = document.head;
document.head.append = (...nodes) => {
  append.apply(document.head, nodes);
  for (const node of nodes) {
    if (!(node instanceof HTMLLinkElement)) continue;
    assert.equal([node.rel, node.as, node.getAttribute('crossorigin')], ['prefetch', 'script', '']);
    asked.push(node.getAttribute('href') ?? '');
    queueMicrotask(() => node.dispatchEvent(new Event(outcome)));
  }
};
Object.defineProperty(HTMLLinkElement.prototype, 'relList', {
  get: () => ({ supports: (rel: string) => supports && rel === 'prefetch' }),
});

const fails = (fetching: Promise<void>) =>
  fetching.then(
    () => false,
    () => true,
  );

test('all files of a chunk are fetched at once, each file once', async () => {
  await Promise.all([fetchChunk('logs'), fetchChunk('settings')]);
  await fetchChunk('logs');
  assert.equal(asked, [...files, `./assets/settings${tests}.js`]);
  assert.is(document.querySelector('link'), null);
});

test('a file that failed is requested again after half a minute', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  outcome = 'error';
  assert.ok(await fails(fetchChunk('logs')));
  assert.is(document.querySelector('link'), null);
  outcome = 'load';
  asked = [];
  mock.timers.tick(29_999);
  assert.ok(await fails(fetchChunk('logs')));
  assert.equal(asked, []);
  mock.timers.tick(1);
  await fetchChunk('logs');
  assert.equal(asked, files);
  mock.timers.reset();
});

test('at rest the files come one after the other, and a cancelled fetch keeps the running one', async () => {
  const controller = new AbortController();
  const fetching = fetchChunkAtRest('logs', controller.signal).catch((error: Error) => error.name);
  controller.abort();
  assert.is(await fetching, 'AbortError');
  assert.equal(asked, files.slice(0, 1));
  await fetchChunkAtRest('logs', new AbortController().signal);
  assert.equal(asked, files);
});

test('a browser that knows no prefetch, or a page without the table, requests nothing', async () => {
  supports = false;
  await fetchChunk('logs');
  supports = true;
  document.head.replaceChildren();
  await fetchChunk('logs');
  assert.equal(asked, []);
});

test.run();
