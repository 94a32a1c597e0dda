// The support files that fake a backend do what the tests rely on.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failure, fakeBackend, html, json, networkError, truncatedJson } from './support/backend';
import { describeExchanges, tripsInARow } from './support/lateServer';
import { post } from './support/samples';

const origin = 'http://localhost:8090';

test('the fake backend responds by route, records the request and knows the parts of its path', async () => {
  const backend = fakeBackend({
    'PATCH /api/collections/:collection/records/:id': ({ params, body }) => ({ params, body }),
    'PATCH /api/collections/posts/records/:id': ({ params }) => ({ status: 400, json: params }),
  });
  const send = (path: string) =>
    backend.fetch(origin + path, {
      method: 'PATCH',
      body: JSON.stringify({ title: 'x' }),
      headers: { Authorization: 'abc' },
    });
  const users = await send('/api/collections/users/records/a%2Fb?page=1&sort=-name');
  assert.equal(await users.json(), { params: { collection: 'users', id: 'a/b' }, body: { title: 'x' } });
  const posts = await send('/api/collections/posts/records/1');
  assert.equal([posts.status, await posts.json()], [400, { id: '1' }]);
  assert.equal(await (await send('/api/nope')).json(), { code: 404, message: 'Not Found.', data: {} });
  const [call] = backend.calls;
  assert.equal(
    [call?.method, call?.query, call?.headers['authorization']],
    ['PATCH', { page: '1', sort: '-name' }, 'abc'],
  );
});

test('the fake backend can give every kind of bad response, and one answer for one request', async () => {
  const backend = fakeBackend({
    'GET /api/html': html(502, '<h1>Bad gateway</h1>'),
    'GET /api/cut': truncatedJson(post),
    'GET /api/bad': failure(400, 'Something went wrong.', { name: { code: 'x', message: 'y' } }),
    'GET /api/away': networkError,
    'DELETE /api/gone': null,
  });
  const ask = (path: string, method = 'GET') => backend.fetch(origin + path, { method });
  assert.match((await ask('/api/html')).headers.get('content-type') ?? '', /text\/html/);
  assert.is(await (await ask('/api/cut')).json().catch((error) => error.name), 'SyntaxError');
  assert.is((await (await ask('/api/bad')).json()).data.name.code, 'x');
  assert.is(await ask('/api/away').catch((error) => error.name), 'TypeError');
  backend.answerOnce('DELETE /api/gone', json(503, {}));
  assert.is((await ask('/api/gone', 'DELETE')).status, 503);
  assert.is((await ask('/api/gone', 'DELETE')).status, 204);
  assert.is(backend.callsTo('DELETE /api/gone').length, 2);
  const back = backend.goOffline();
  assert.is(await ask('/api/bad').catch((error) => error.message), 'Failed to fetch');
  back();
  assert.is((await ask('/api/bad')).status, 400);
});

test('a held response arrives on release, and an abort ends the wait', async () => {
  const backend = fakeBackend({ 'GET /api/health': { code: 200 } });
  const release = backend.hold('GET /api/health');
  const stop = new AbortController();
  const aborted = backend.fetch(`${origin}/api/health`, { signal: stop.signal });
  const late = backend.fetch(`${origin}/api/health`);
  stop.abort();
  assert.is(await aborted.catch((error) => error.name), 'AbortError');
  release();
  assert.is((await late).status, 200);
});

test('an upload over XMLHttpRequest uses the same routes and reports its progress', async () => {
  const backend = fakeBackend({ 'POST /api/backups/upload': null });
  const xhr = backend.xhr();
  const loaded: number[] = [];
  xhr.upload.addEventListener('progress', (event) => loaded.push(event.loaded));
  xhr.open('POST', `${origin}/api/backups/upload`);
  const form = new FormData();
  await new Promise<void>((done) => {
    xhr.onload = () => done();
    xhr.send(form);
  });
  assert.equal([xhr.status, loaded, backend.calls[0]?.body === form], [204, [50, 100], true]);
});

test('the trips in a row are the longest chain of requests that wait for each other', () => {
  const exchange = (start: number, end: number) => ({ method: 'GET', address: '/', start, end });
  const tripsOf = (...times: readonly (readonly [number, number])[]) =>
    tripsInARow(times.map(([start, end]) => exchange(start, end)));
  assert.is(tripsOf(), 0);
  assert.is(tripsOf([0, 4], [1, 5], [3, 7]), 1, 'all at the same time');
  assert.is(tripsOf([0, 4], [4, 8], [8, 12]), 3, 'each after the one before');
  assert.is(tripsOf([0, 9], [0, 4], [5, 8], [9, 13]), 3, 'a long one beside two short ones');
  assert.is(tripsOf([0, 4], [5, Infinity]), 2, 'one that has not ended');
  const printed = describeExchanges([exchange(10, 20), exchange(15.4, Infinity)]);
  assert.is(printed, '     0     10  GET /\n     5 Infinity  GET /');
});

test.run();
