import { mock } from 'node:test';
import { number, string, type } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  apiAddress,
  cancel,
  cancelReads,
  configureClient,
  request,
  requestFile,
  requestList,
} from '../../ui/api/client';
import { FileFault } from '../../ui/platform/fileFault';
import { Answer, failure, fakeBackend, html, json, networkError, truncatedJson } from '../support/backend';
import { listOf } from '../support/samples';
import { apiBase, assertFails, connect, failureOf } from './connect';

const Row = type({ id: string() });
const genericMessage = 'Something went wrong while processing your request.';
const unreachableMessage = 'The server cannot be reached. Check the connection and try again.';

test.after.each(() => mock.timers.reset());

test('a request before the configuration throws', async () => {
  const error = await request('GET', 'health').catch((reason: unknown) => reason);
  assert.instance(error, Error);
  assert.match((error as Error).message, 'configureClient has not been called.');
});

test('every request sends the token and the language', async () => {
  const backend = fakeBackend({ 'GET /api/a': {}, 'POST /api/a': {} });
  connect(backend, 'the token');
  await request('GET', 'a');
  await request('POST', 'a', { body: {} });
  for (const { headers } of backend.calls) {
    assert.is(headers['authorization'], 'the token');
    assert.is(headers['accept-language'], 'en-US');
  }
});

test('a guest request, or one without a session, sends no token', async () => {
  const backend = fakeBackend({ 'GET /api/a': {} });
  const page = connect(backend, '');
  await request('GET', 'a');
  page.token = 'the token';
  await request('GET', 'a', { asGuest: true });
  assert.equal(
    backend.calls.map(({ headers }) => 'authorization' in headers),
    [false, false],
  );
});

test('reads the token again for each request', async () => {
  const backend = fakeBackend({ 'GET /api/a': {} });
  const page = connect(backend, 'first');
  await request('GET', 'a');
  page.token = 'second';
  await request('GET', 'a');
  assert.equal(
    backend.calls.map(({ headers }) => headers['authorization']),
    ['first', 'second'],
  );
});

test('a body is sent as JSON, and a request without one has no content type', async () => {
  const backend = fakeBackend({ 'PATCH /api/a': {}, 'DELETE /api/a': null });
  connect(backend);
  await request('PATCH', 'a', { body: { name: 'é', none: null } });
  await request('DELETE', 'a');
  assert.is(backend.calls[0]?.headers['content-type'], 'application/json');
  assert.equal(backend.calls[0]?.body, { name: 'é', none: null });
  assert.not('content-type' in (backend.calls[1]?.headers ?? {}));
  assert.is(backend.calls[1]?.body, null);
});

test('a form is sent unchanged, and the browser sets its content type with the boundary', async () => {
  const backend = fakeBackend({ 'POST /api/a': {} });
  connect(backend, 'the token');
  const body = new FormData();
  body.append('picture', new Blob(['x']), 'x.png');
  await request('POST', 'a', { body });
  assert.ok(backend.calls[0]?.body === body);
  assert.not('content-type' in (backend.calls[0]?.headers ?? {}));
  assert.is(backend.calls[0]?.headers['authorization'], 'the token');
});

test('query values are encoded, and undefined ones are left out', async () => {
  const backend = fakeBackend({ 'GET /api/a': {} });
  connect(backend);
  await request('GET', 'a', { query: { filter: 'name ~ "a&b=é"', sort: undefined, page: '1' } });
  assert.equal(backend.calls[0]?.query, { filter: 'name ~ "a&b=é"', page: '1' });
});

test('a URL is below the API’s base', () => {
  connect(fakeBackend());
  assert.is(
    apiAddress('files/a/b', { thumb: '1x1', token: undefined }),
    'http://localhost:8090/api/files/a/b?thumb=1x1',
  );
});

test('ignores an unexpected response body, and accepts an empty one', async () => {
  const backend = fakeBackend({ 'DELETE /api/a': null, 'GET /api/a': { id: 7 } });
  connect(backend);
  assert.is(await request('DELETE', 'a'), undefined);
  assert.is(await request('GET', 'a'), undefined);
});

test('a valid response keeps its unknown keys', async () => {
  const backend = fakeBackend({ 'GET /api/a': { id: 'x', newer: true } });
  connect(backend);
  assert.equal(await request('GET', 'a', { answer: Row }), { id: 'x', newer: true });
});

test('a list is returned with its envelope', async () => {
  const backend = fakeBackend({ 'GET /api/a': listOf([{ id: 'x' }, { id: 'y' }]) });
  connect(backend);
  assert.equal(await requestList('a', Row), {
    page: 1,
    perPage: 30,
    totalItems: 2,
    items: [{ id: 'x' }, { id: 'y' }],
  });
});

test('a list without a count has the totals -1', async () => {
  const backend = fakeBackend({ 'GET /api/a': { page: 1, items: [] } });
  connect(backend);
  assert.equal(await requestList('a', Row), { page: 1, perPage: 0, totalItems: -1, items: [] });
});

test('only the first row of a list is checked', async () => {
  const backend = fakeBackend({ 'GET /api/a': listOf([{ id: 'x' }, { id: 2 }]) });
  connect(backend);
  assert.is((await requestList('a', Row)).items.length, 2);
});

const wrongAnswers: Array<[what: string, given: unknown, said: RegExp]> = [
  ['an object without a needed key', { name: 'x' }, /: id is not what was expected\./],
  ['an object with a wrong type deep inside', { id: 'x', meta: { count: '1' } }, /: meta\.count is not/],
  ['a list', [], /: the whole answer is not/],
  ['null', json(200, null), /: the whole answer is not/],
  ['a text', '"x"', /: the whole answer is not/],
  ['nothing', null, /: the whole answer is not/],
  ['JSON that ends in the middle', truncatedJson({ id: 'x' }), /: it is no complete JSON\./],
  ['a web page', html(200, '\n<!doctype html><title>Sign in</title>'), /: a web page came instead of data\./],
];

for (const [what, given, said] of wrongAnswers) {
  test(`${what} in place of an object is unreadable`, async () => {
    const backend = fakeBackend({ 'GET /api/a': given as object });
    const page = connect(backend, 't');
    const answer = type({ id: string(), meta: type({ count: number() }) });
    const error = await assertFails(request('GET', 'a', { answer }), { kind: 'unreadable', message: said });
    assert.match(error.message, /^The server's answer could not be read: /);
    assert.is(error.url, `${apiBase}a`);
    assert.equal(page.told, []);
  });
}

const wrongLists: Array<[what: string, given: unknown, said: RegExp]> = [
  ['an object', { id: 'x' }, /: a list was expected\./],
  ['a bare array', [{ id: 'x' }], /: a list was expected\./],
  ['an envelope without a page', { items: [] }, /: a list was expected\./],
  ['an envelope whose items are no array', { page: 1, items: {} }, /: a list was expected\./],
  ['null', json(200, null), /: a list was expected\./],
  ['nothing', null, /: a list was expected\./],
  ['a first row of another shape', listOf([{ id: 1 }]), /: items\.0\.id is not what was expected\./],
  ['a first row that is no object', listOf([null]), /: items\.0 is not what was expected\./],
  ['a list cut short', truncatedJson(listOf([{ id: 'x' }])), /: it is no complete JSON\./],
];

for (const [what, given, said] of wrongLists) {
  test(`${what} in place of a list is unreadable`, async () => {
    const backend = fakeBackend({ 'GET /api/a': given as object });
    connect(backend);
    await assertFails(requestList('a', Row), { kind: 'unreadable', message: said });
  });
}

test('an error response has the status, the message and the errors of the fields', async () => {
  const data = {
    email: { code: 'validation_required', message: 'Cannot be blank.' },
    schema: { 2: { options: { min: { code: 'x', message: 'Too small.' } } } },
  };
  const backend = fakeBackend({ 'POST /api/a': failure(400, 'Failed to create record.', data) });
  const page = connect(backend, 't');
  const error = await failureOf(request('POST', 'a', { body: {} }));
  assert.is(error.kind, 'refused');
  assert.is(error.status, 400);
  assert.is(error.message, 'Failed to create record.');
  assert.is(error.url, `${apiBase}a`);
  assert.is(error.name, 'ApiError');
  assert.not(error.isAborted);
  assert.equal(error.fields, {
    email: { code: 'validation_required', message: 'Cannot be blank.' },
    'schema.2.options.min': { code: 'x', message: 'Too small.' },
  });
  assert.equal(page.told, []);
});

const refusals: Array<[what: string, answer: Answer, status: number, message: string]> = [
  ['a 404 without a message', json(404, {}), 404, "The requested resource wasn't found."],
  ['a 404 with an empty message', failure(404, ''), 404, "The requested resource wasn't found."],
  ['a 404 with a message', failure(404, 'No such view.'), 404, 'No such view.'],
  ['a 400 without a message', json(400, { code: 400 }), 400, genericMessage],
  ['a 500 with a web page', html(500, '<h1>Oops</h1>'), 500, genericMessage],
  ['a 500 without a body', new Answer(500, ''), 500, genericMessage],
  ['a 500 with JSON that is no object', json(500, null), 500, genericMessage],
  ['a 500 with a message that is no text', json(500, { message: 7, data: 'x' }), 500, genericMessage],
  ['a 413 of a proxy', html(413, 'Request Entity Too Large'), 413, genericMessage],
  ['a 429 with a message', failure(429, 'Slow down.'), 429, 'Slow down.'],
];

for (const [what, answer, status, message] of refusals) {
  test(`${what} becomes a sentence`, async () => {
    const backend = fakeBackend({ 'GET /api/a': answer });
    const page = connect(backend, 't');
    const error = await assertFails(request('GET', 'a'), { kind: 'refused', status, message });
    assert.equal(error.fields, {});
    assert.equal(page.told, []);
  });
}

for (const [header, retryAfterMs] of [
  ['7', 7_000],
  ['0', 0],
  ['Sun, 22 Nov 2026 08:40:00 GMT', null],
  [undefined, null],
] as const) {
  test(`a refusal with Retry-After ${header} asks for a pause of ${retryAfterMs} ms`, async () => {
    const backend = fakeBackend();
    const headers: Record<string, string> = header === undefined ? {} : { 'Retry-After': header };
    connect({ ...backend, fetch: async () => new Response('{}', { status: 429, headers }) });
    const failure = await assertFails(request('DELETE', 'x'), { kind: 'refused', status: 429 });
    assert.is(failure.retryAfterMs, retryAfterMs);
  });
}

test('a request that does not arrive is unreachable, and calls the handler', async () => {
  const backend = fakeBackend({ 'GET /api/a': networkError });
  const page = connect(backend, 't');
  await assertFails(request('GET', 'a'), { kind: 'unreachable', status: 0, message: unreachableMessage });
  assert.equal(page.told, ['unreachable']);
});

test('a server of another origin that does not respond may not allow the page, says the message', async () => {
  const withoutAnswer = {
    token: () => '',
    confirmSession: async () => true,
    onUnauthorized() {},
    onForbidden() {},
    onUnreachable() {},
  };
  for (const [pageOrigin, message] of [
    ['http://localhost:8090', unreachableMessage],
    [
      'http://dashboard.local',
      'The server at http://localhost:8090 cannot be reached. Check the connection, and that it allows calls from http://dashboard.local.',
    ],
  ] as const) {
    configureClient({ ...withoutAnswer, apiBase, pageOrigin, fetch: () => Promise.reject(new TypeError()) });
    await assertFails(request('GET', 'a'), { kind: 'unreachable', message });
  }
});

test('a response that breaks off is unreachable too', async () => {
  const backend = fakeBackend();
  const broken: typeof fetch = async () =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.error(new TypeError('terminated')),
      }),
    );
  const page = connect({ ...backend, fetch: broken });
  await assertFails(request('GET', 'a'), { kind: 'unreachable', status: 0 });
  assert.equal(page.told, ['unreachable']);
});

for (const status of [502, 503, 504]) {
  test(`a gateway that responds with ${status} in the server's place calls the handler`, async () => {
    const backend = fakeBackend({ 'GET /api/a': html(status, '<h1>Bad gateway</h1>') });
    const page = connect(backend, 't');
    await assertFails(request('GET', 'a'), { kind: 'refused', status, message: genericMessage });
    assert.equal(page.told, ['unreachable']);
  });
}

for (const status of [400, 404, 500, 501, 505]) {
  test(`a server that responds with ${status} is reachable`, async () => {
    const page = connect(fakeBackend({ 'GET /api/a': json(status, {}) }), 't');
    await assertFails(request('GET', 'a'), { kind: 'refused', status });
    assert.equal(page.told, []);
  });
}

test('a read with a key cancels only the earlier read with that key', async () => {
  const backend = fakeBackend({ 'GET /api/a': listOf([{ id: 'x' }]), 'GET /api/b': {} });
  connect(backend);
  const release = backend.hold('GET /api/a');
  const releaseOther = backend.hold('GET /api/b');
  const older = assertFails(requestList('a', Row, { key: 'rows' }), {
    kind: 'aborted',
    status: 0,
    message: 'The request was autocancelled.',
  });
  const other = request('GET', 'b', { key: 'other' });
  const unnamed = requestList('a', Row);
  const newer = requestList('a', Row, { key: 'rows' });
  assert.ok((await older).isAborted);
  release();
  releaseOther();
  assert.is((await newer).items.length, 1);
  assert.is((await unnamed).items.length, 1);
  await other;
});

test('the end of an older read does not release the key of the newer one', async () => {
  const backend = fakeBackend({ 'GET /api/a': {} });
  connect(backend);
  const release = backend.hold('GET /api/a');
  const first = assertFails(request('GET', 'a', { key: 'k' }), { kind: 'aborted' });
  const second = assertFails(request('GET', 'a', { key: 'k' }), { kind: 'aborted' });
  await first;
  const third = request('GET', 'a', { key: 'k' });
  await second;
  release();
  await third;
});

test('nothing cancels a write: no newer request with its key, no signal, no cancelReads', async () => {
  const backend = fakeBackend({ 'POST /api/a': { id: 'x' }, 'GET /api/a': {} });
  connect(backend);
  const release = backend.hold('POST /api/a');
  const stop = new AbortController();
  const write = request('POST', 'a', { body: {}, key: 'k', signal: stop.signal, answer: Row });
  const another = request('POST', 'a', { body: {}, key: 'k', answer: Row });
  const read = request('GET', 'a', { key: 'k' });
  stop.abort();
  cancel('k');
  cancelReads();
  await assertFails(read, { kind: 'aborted' });
  release();
  assert.equal(await Promise.all([write, another]), [{ id: 'x' }, { id: 'x' }]);
});

test('a write with a key does not cancel the read with that key', async () => {
  const backend = fakeBackend({ 'GET /api/a': { id: 'x' }, 'POST /api/a': {} });
  connect(backend);
  const release = backend.hold('GET /api/a');
  const read = request('GET', 'a', { key: 'k', answer: Row });
  await request('POST', 'a', { body: {}, key: 'k' });
  release();
  assert.equal(await read, { id: 'x' });
});

test('cancel ends the read with a key, and does nothing without one', async () => {
  const backend = fakeBackend({ 'GET /api/a': {} });
  const page = connect(backend, 't');
  backend.hold('GET /api/a');
  const read = assertFails(request('GET', 'a', { key: 'k' }), { kind: 'aborted' });
  cancel('no such key');
  cancel('k');
  await read;
  cancel('k');
  assert.equal(page.told, []);
});

test('the caller’s signal cancels a read, even before it starts', async () => {
  const backend = fakeBackend({ 'GET /api/a': {} });
  const page = connect(backend, 't');
  backend.hold('GET /api/a');
  const stop = new AbortController();
  const read = assertFails(request('GET', 'a', { signal: stop.signal }), { kind: 'aborted' });
  stop.abort();
  await read;
  await assertFails(request('GET', 'a', { signal: stop.signal }), { kind: 'aborted' });
  assert.equal(page.told, []);
});

test('a request that exceeds its timeout is cancelled, even a write', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const backend = fakeBackend({ 'GET /api/a': {}, 'POST /api/a': {} });
  const page = connect(backend, 't');
  backend.hold('GET /api/a');
  backend.hold('POST /api/a');
  const expected = {
    kind: 'timeout',
    status: 0,
    message: 'The server did not answer within 30 seconds.',
  } as const;
  const read = assertFails(request('GET', 'a', { timeoutMs: 30_000 }), expected);
  const write = assertFails(request('POST', 'a', { body: {}, timeoutMs: 30_000 }), expected);
  const calls = () => backend.calls.map(({ signal }) => signal?.aborted);
  mock.timers.tick(29_999);
  assert.equal(calls(), [false, false]);
  mock.timers.tick(1);
  await Promise.all([read, write]);
  assert.equal(calls(), [true, true]);
  assert.equal(page.told, []);
});

test('a response in time stops the timer, and a later timeout has no effect', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const backend = fakeBackend({ 'GET /api/a': { id: 'x' } });
  connect(backend);
  assert.equal(await request('GET', 'a', { timeoutMs: 30_000, answer: Row }), { id: 'x' });
  mock.timers.tick(60_000);
  assert.not(backend.calls[0]?.signal?.aborted);
});

test('a read that is cancelled before its timeout is aborted, not timed out', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const backend = fakeBackend({ 'GET /api/a': {} });
  connect(backend);
  backend.hold('GET /api/a');
  const read = assertFails(request('GET', 'a', { key: 'k', timeoutMs: 30_000 }), { kind: 'aborted' });
  cancel('k');
  await read;
});

test('a 401 cancels the pending reads before it calls the handler, and a running write finishes', async () => {
  const backend = fakeBackend({
    'GET /api/a': {},
    'POST /api/a': { id: 'x' },
    'GET /api/b': failure(401, 'The request requires valid admin authorization token to be set.'),
  });
  const page = connect(backend, 'dead');
  backend.hold('GET /api/a');
  const release = backend.hold('POST /api/a');
  const keyed = assertFails(request('GET', 'a', { key: 'k' }), { kind: 'aborted' });
  const unnamed = assertFails(request('GET', 'a'), { kind: 'aborted' });
  const write = request('POST', 'a', { body: {}, answer: Row });

  const order: string[] = [];
  configureClient({
    apiBase,
    token: () => page.token,
    confirmSession: async () => true,
    onUnauthorized: () =>
      order.push(`told, ${backend.calls[0]?.signal?.aborted ? 'reads ended' : 'too early'}`),
    onForbidden: () => order.push('forbidden'),
    onUnreachable: () => order.push('unreachable'),
    fetch: backend.fetch,
  });
  await assertFails(request('GET', 'b'), {
    kind: 'refused',
    status: 401,
    message: 'The request requires valid admin authorization token to be set.',
  });
  await Promise.all([keyed, unnamed]);
  assert.equal(order, ['told, reads ended']);
  release();
  assert.equal(await write, { id: 'x' });
});

test('a 403 calls the handler and cancels nothing', async () => {
  const backend = fakeBackend({
    'GET /api/a': { id: 'x' },
    'GET /api/b': failure(403, 'Only admins can perform this action.'),
  });
  const page = connect(backend, 't');
  const release = backend.hold('GET /api/a');
  const read = request('GET', 'a', { answer: Row });
  await assertFails(request('GET', 'b'), {
    kind: 'refused',
    status: 403,
    message: 'Only admins can perform this action.',
  });
  assert.equal(page.told, ['forbidden']);
  release();
  assert.equal(await read, { id: 'x' });
});

for (const status of [401, 403]) {
  test(`a ${status} to a guest request says nothing about the session`, async () => {
    const page = connect(fakeBackend({ 'POST /api/a': failure(status, 'No.') }));
    for (const token of ['', 't']) {
      page.token = token;
      await assertFails(request('POST', 'a', { body: {}, asGuest: true }), { kind: 'refused', status });
    }
    assert.equal(page.told, []);
  });

  test(`a ${status} to an older token says nothing about the current session`, async () => {
    const backend = fakeBackend({ 'GET /api/a': failure(status, 'No.'), 'GET /api/b': { id: 'x' } });
    const page = connect(backend, 'older');
    const releases = [backend.hold('GET /api/a'), backend.hold('GET /api/b')];
    const late = assertFails(request('GET', 'a'), { kind: 'refused', status });
    page.token = 'newer';
    const fresh = request('GET', 'b', { answer: Row });
    for (const release of releases) release();
    await late;
    assert.equal(await fresh, { id: 'x' });
    assert.equal(page.told, []);
  });
}

test('a guest request that does not arrive also calls the handler', async () => {
  const page = connect(fakeBackend({ 'GET /api/a': networkError }), '');
  await assertFails(request('GET', 'a', { asGuest: true }), { kind: 'unreachable' });
  assert.equal(page.told, ['unreachable']);
});

test('a doubted 404 throws after the session is confirmed, and is aborted if the session is over', async () => {
  const backend = fakeBackend({ 'GET /api/a': failure(404, 'Gone.') });
  const page = connect(backend, 't');
  page.confirms = async () => true;
  await assertFails(request('GET', 'a', { doubts: 'missing' }), { kind: 'refused', status: 404 });
  page.confirms = async () => false;
  await assertFails(request('GET', 'a', { doubts: 'missing' }), { kind: 'aborted' });
  page.confirms = () => assert.unreachable('nothing is in doubt') as never;
  await assertFails(request('GET', 'a'), { kind: 'refused', status: 404 });
  backend.answer('GET /api/a', failure(400, 'No.'));
  await assertFails(request('GET', 'a', { doubts: 'missing' }), { kind: 'refused', status: 400 });
});

test('a doubted empty list starts a confirmation without waiting for it', async () => {
  const backend = fakeBackend({ 'GET /api/a': listOf([]) });
  const page = connect(backend, 't');
  let asked = 0;
  page.confirms = () => {
    asked += 1;
    return new Promise<boolean>(() => {});
  };
  assert.equal((await requestList('a', Row, { doubts: 'empty' })).items, []);
  assert.is(asked, 1);
  await requestList('a', Row);
  backend.answer('GET /api/a', listOf([{ id: 'x' }]));
  await requestList('a', Row, { doubts: 'empty' });
  assert.is(asked, 1);
});

test('a fault of a file that is read keeps its sentence', async () => {
  const backend = fakeBackend();
  backend.serveFiles(async () => new Response('x'));
  connect(backend);
  const fault = new FileFault('The file is damaged.');
  const read = requestFile('GET', 'http://localhost:8090/api/files/a', { range: 'bytes=0-0' }, () =>
    Promise.reject(fault),
  );
  assert.is(await read.catch((error: unknown) => error), fault);
});

test('a file that is no longer wanted is aborted', async () => {
  const backend = fakeBackend();
  connect(backend);
  backend.serveFiles(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new TypeError('Failed to fetch')));
      }),
  );
  const controller = new AbortController();
  const read = requestFile(
    'GET',
    'http://localhost:8090/api/files/a',
    { range: 'bytes=0-0', signal: controller.signal },
    () => 'read',
  );
  controller.abort();
  await assertFails(read, { kind: 'aborted' });
});

test.run();
