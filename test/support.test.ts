// The support files that fake a backend do what the tests rely on.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failure, fakeBackend, html, json, networkError, truncatedJson } from './support/backend';
import { describeExchanges, tripsInARow } from './support/lateServer';
import { adminToken, collections, listOf, post } from './support/samples';

const origin = 'http://localhost:8090';

test('the fake backend responds by route and records the request', async () => {
  const backend = fakeBackend({ 'GET /api/collections': listOf(collections) });
  const answer = await backend.fetch(`${origin}/api/collections?page=1&sort=-name`, {
    headers: { Authorization: 'abc' },
  });
  assert.is(answer.status, 200);
  assert.equal(await answer.json(), listOf(collections));
  const [call] = backend.calls;
  assert.is(call?.method, 'GET');
  assert.is(call?.path, '/api/collections');
  assert.equal(call?.query, { page: '1', sort: '-name' });
  assert.is(call?.headers['authorization'], 'abc');
});

test('the fake backend gives a function the body and the named parts of the path', async () => {
  const backend = fakeBackend({
    'PATCH /api/collections/:collection/records/:id': ({ params, body }) => ({ params, body }),
    'PATCH /api/collections/posts/records/:id': ({ params }) => ({ status: 400, json: params }),
  });
  const send = (path: string) =>
    backend.fetch(origin + path, { method: 'PATCH', body: JSON.stringify({ title: 'x' }) });
  const users = await send('/api/collections/users/records/a%2Fb');
  assert.equal(await users.json(), { params: { collection: 'users', id: 'a/b' }, body: { title: 'x' } });
  const posts = await send('/api/collections/posts/records/1');
  assert.is(posts.status, 400);
  assert.equal(await posts.json(), { id: '1' });
});

test('the fake backend rejects an unknown route', async () => {
  const answer = await fakeBackend().fetch(`${origin}/api/nope`);
  assert.is(answer.status, 404);
  assert.equal(await answer.json(), { code: 404, message: 'Not Found.', data: {} });
});

test('the fake backend can give every kind of bad response', async () => {
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
  assert.is((await ask('/api/gone', 'DELETE')).status, 204);
});

test('a response for one request is given once', async () => {
  const backend = fakeBackend({ 'GET /api/health': { code: 200 } });
  backend.answerOnce('GET /api/health', json(503, {}));
  assert.is((await backend.fetch(`${origin}/api/health`)).status, 503);
  assert.is((await backend.fetch(`${origin}/api/health`)).status, 200);
  assert.is(backend.callsTo('GET /api/health').length, 2);
});

test('a held response arrives on release, and an abort ends the wait', async () => {
  const backend = fakeBackend({ 'GET /api/health': { code: 200 } });
  const release = backend.hold('GET /api/health');
  const stop = new AbortController();
  const order: string[] = [];
  const aborted = backend
    .fetch(`${origin}/api/health`, { signal: stop.signal })
    .catch((error) => order.push(error.name));
  const late = backend.fetch(`${origin}/api/health`).then((answer) => order.push(String(answer.status)));
  stop.abort();
  await aborted;
  assert.equal(order, ['AbortError']);
  release();
  await late;
  assert.equal(order, ['AbortError', '200']);
});

test('every request fails while offline', async () => {
  const backend = fakeBackend({ 'GET /api/health': { code: 200 } });
  const back = backend.goOffline();
  assert.is(await backend.fetch(`${origin}/api/health`).catch((error) => error.message), 'Failed to fetch');
  back();
  assert.is((await backend.fetch(`${origin}/api/health`)).status, 200);
});

test('an upload over XMLHttpRequest uses the same routes and reports its progress', async () => {
  const backend = fakeBackend({ 'POST /api/backups/upload': null });
  const xhr = backend.xhr();
  const loaded: number[] = [];
  xhr.upload.addEventListener('progress', (event) => loaded.push(event.loaded));
  xhr.open('POST', `${origin}/api/backups/upload`);
  xhr.setRequestHeader('Authorization', 'abc');
  const form = new FormData();
  await new Promise<void>((done) => {
    xhr.onload = () => done();
    xhr.send(form);
  });
  assert.is(xhr.status, 204);
  assert.equal(loaded, [50, 100]);
  assert.is(backend.calls[0]?.body, form);
  assert.is(backend.calls[0]?.headers['authorization'], 'abc');
});

test('the sample token has readable claims', () => {
  const claims = JSON.parse(atob(adminToken(7).split('.')[1] ?? ''));
  assert.is(claims.exp, 7);
  assert.is(claims.type, 'admin');
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
