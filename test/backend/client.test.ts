import { mock } from 'node:test';
import { number, string, type } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  cancel,
  cancelReads,
  configureClient,
  getOptions,
  request,
  requestFile,
  requestList,
} from '../../ui/backend/client';
import { upload } from '../../ui/backend/upload';
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

test('sends the token of the moment, the language, and the body as JSON or as a form', async () => {
  const backend = fakeBackend({
    'GET /api/a': {},
    'PATCH /api/a': {},
    'POST /api/a': {},
    'DELETE /api/a': null,
  });
  const page = connect(backend);
  const form = new FormData();
  form.append('picture', new Blob(['x']), 'x.png');
  await request('GET', 'a', { query: { filter: 'name ~ "a&b=é"', sort: undefined, page: '1' } });
  page.token = 'first';
  await request('GET', 'a', { asGuest: true });
  await request('PATCH', 'a', { body: { name: 'é', none: null } });
  page.token = 'second';
  await request('POST', 'a', { body: form });
  await request('DELETE', 'a');
  assert.equal(
    backend.calls.map(({ headers }) => [headers['authorization'], headers['content-type']]),
    [
      [undefined, undefined],
      [undefined, undefined],
      ['first', 'application/json'],
      // The browser sets the content type of a form with its boundary.
      ['second', undefined],
      ['second', undefined],
    ],
  );
  assert.ok(backend.calls.every(({ headers }) => headers['accept-language'] === 'en-US'));
  assert.equal(
    backend.calls.map(({ body }) => body),
    [null, null, { name: 'é', none: null }, form, null],
  );
  assert.equal(backend.calls[0]?.query, { filter: 'name ~ "a&b=é"', page: '1' });
});

test('an answer keeps its unknown keys, and only the first row of a list is checked', async () => {
  const backend = fakeBackend({ 'GET /api/a': { id: 'x', newer: true }, 'DELETE /api/a': null });
  connect(backend);
  assert.is(await request('DELETE', 'a'), undefined);
  assert.is(await request('GET', 'a'), undefined, 'an answer that nobody wants is ignored');
  assert.equal(await request('GET', 'a', { answer: Row }), { id: 'x', newer: true });
  backend.answer('GET /api/a', listOf([{ id: 'x' }, { id: 2 }]));
  const { items, ...envelope } = await requestList('a', Row);
  assert.equal([envelope, items.length], [{ page: 1, perPage: 30, totalItems: 2 }, 2]);
  backend.answer('GET /api/a', { page: 1, items: [] });
  assert.equal(await requestList('a', Row), { page: 1, perPage: 0, totalItems: -1, items: [] });
});

const Deep = type({ id: string(), meta: type({ count: number() }) });
const one = () => request('GET', 'a', { answer: Deep });
const list = () => requestList('a', Row);
const notWhole = /: the whole answer is not/;
const noList = /: a list was expected\./;
const cut = /: it is no complete JSON\./;

for (const [what, read, given, said] of [
  ['an object without a needed key', one, { name: 'x' }, /: id is not what was expected\./],
  ['a wrong type deep inside', one, { id: 'x', meta: { count: '1' } }, /: meta\.count is not/],
  ['a list', one, [], notWhole],
  ['null', one, json(200, null), notWhole],
  ['a text', one, '"x"', notWhole],
  ['nothing', one, null, notWhole],
  ['JSON that ends in the middle', one, truncatedJson({ id: 'x' }), cut],
  [
    'a web page',
    one,
    html(200, '\n<!doctype html><title>Sign in</title>'),
    /: a web page came instead of data\./,
  ],
  ['an object in place of a list', list, { id: 'x' }, noList],
  ['a bare array', list, [{ id: 'x' }], noList],
  ['an envelope without a page', list, { items: [] }, noList],
  ['an envelope whose items are no array', list, { page: 1, items: {} }, noList],
  ['null in place of a list', list, json(200, null), noList],
  ['a first row of another shape', list, listOf([{ id: 1 }]), /: items\.0\.id is not what was expected\./],
  ['a first row that is no object', list, listOf([null]), /: items\.0 is not what was expected\./],
  ['a list cut short', list, truncatedJson(listOf([{ id: 'x' }])), cut],
] as const) {
  test(`${what} is unreadable`, async () => {
    const page = connect(fakeBackend({ 'GET /api/a': given as object }), 't');
    const error = await assertFails(read(), { kind: 'unreadable', message: said });
    assert.match(error.message, /^The server's answer could not be read: /);
    assert.is(error.url, `${apiBase}a`);
    assert.equal(page.told, []);
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

const gone = "The requested resource wasn't found.";
for (const [what, answer, status, message] of [
  ['a 404 without a message', json(404, {}), 404, gone],
  ['a 404 with an empty message', failure(404, ''), 404, gone],
  ['a 404 with a message', failure(404, 'No such view.'), 404, 'No such view.'],
  ['a 400 without a message', json(400, { code: 400 }), 400, genericMessage],
  ['a 500 with a web page', html(500, '<h1>Oops</h1>'), 500, genericMessage],
  ['a 500 without a body', new Answer(500, ''), 500, genericMessage],
  ['a 500 with JSON that is no object', json(500, null), 500, genericMessage],
  ['a 500 with a message that is no text', json(500, { message: 7, data: 'x' }), 500, genericMessage],
  ['a 501', json(501, {}), 501, genericMessage],
  ...[502, 503, 504].map(
    (code) => [`a ${code} of a gateway`, html(code, '<h1>'), code, genericMessage] as const,
  ),
] as const) {
  test(`${what} becomes a sentence`, async () => {
    const page = connect(fakeBackend({ 'GET /api/a': answer }), 't');
    const error = await assertFails(request('GET', 'a'), { kind: 'refused', status, message });
    assert.equal(error.fields, {});
    assert.equal(page.told, what.endsWith('gateway') ? ['unreachable'] : []);
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

test('a server that does not respond, or breaks off, is unreachable, for a guest too', async () => {
  const backend = fakeBackend({ 'GET /api/a': networkError });
  const page = connect(backend, 't');
  const expected = { kind: 'unreachable', status: 0, message: unreachableMessage } as const;
  await assertFails(request('GET', 'a'), expected);
  await assertFails(request('GET', 'a', { asGuest: true }), expected);
  assert.equal(page.told, ['unreachable', 'unreachable']);
  const broken = new ReadableStream({ start: (control) => control.error(new TypeError('terminated')) });
  const cut = connect({ ...backend, fetch: async () => new Response(broken) });
  await assertFails(request('GET', 'a'), expected);
  assert.equal(cut.told, ['unreachable']);
});

test('the message names a server of another origin, which may not allow the page', async () => {
  const backend = fakeBackend({ 'GET /api/a': networkError });
  for (const [pageOrigin, message] of [
    ['http://localhost:8090', unreachableMessage],
    [
      'http://dashboard.local',
      'The server at http://localhost:8090 cannot be reached. Check the connection, and that it allows calls from http://dashboard.local.',
    ],
  ] as const) {
    connect(backend);
    configureClient({ ...getOptions(), pageOrigin });
    await assertFails(request('GET', 'a'), { kind: 'unreachable', message });
  }
});

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

test('nothing cancels a write: no newer request with its key, no signal, no cancelReads; a guest reads on', async () => {
  const backend = fakeBackend({
    'POST /api/a': { id: 'x' },
    'GET /api/a': {},
    'GET /api/health': { id: 'y' },
  });
  connect(backend);
  const release = backend.hold('POST /api/a');
  const stop = new AbortController();
  const write = request('POST', 'a', { body: {}, key: 'k', signal: stop.signal, answer: Row });
  const another = request('POST', 'a', { body: {}, key: 'k', answer: Row });
  const read = request('GET', 'a', { key: 'k' });
  const guest = request('GET', 'health', { asGuest: true, answer: Row });
  stop.abort();
  cancel('k');
  cancelReads();
  await assertFails(read, { kind: 'aborted' });
  assert.equal(await guest, { id: 'y' });
  release();
  assert.equal(await Promise.all([write, another]), [{ id: 'x' }, { id: 'x' }]);
});

test('cancel and a signal end a read, even before it starts; a write with its key does not', async () => {
  const backend = fakeBackend({ 'GET /api/a': { id: 'x' }, 'POST /api/a': {} });
  const page = connect(backend, 't');
  const release = backend.hold('GET /api/a');
  const stop = new AbortController();
  const { signal } = stop;
  const kept = request('GET', 'a', { key: 'kept', answer: Row });
  const [keyed, signalled] = [{ key: 'k', timeoutMs: 30_000 }, { signal }].map((call) =>
    assertFails(request('GET', 'a', call), { kind: 'aborted' }),
  );
  await request('POST', 'a', { body: {}, key: 'kept' });
  cancel('no such key');
  cancel('k');
  stop.abort();
  await Promise.all([keyed, signalled]);
  await assertFails(request('GET', 'a', { signal }), { kind: 'aborted' });
  release();
  assert.equal([await kept, page.told], [{ id: 'x' }, []]);
});

test('the end of an older read does not release the key of the newer one', async () => {
  const backend = fakeBackend({ 'GET /api/a': {} });
  connect(backend);
  const release = backend.hold('GET /api/a');
  const [first, second] = [1, 2].map(() =>
    assertFails(request('GET', 'a', { key: 'k' }), { kind: 'aborted' }),
  );
  await first;
  const third = request('GET', 'a', { key: 'k' });
  await second;
  release();
  await third;
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

for (const [status, told, readEnds] of [
  [401, 'unauthorized', true],
  [403, 'forbidden', false],
] as const) {
  test(`a ${status} tells the page; the pending reads ${readEnds ? 'have ended' : 'go on'}`, async () => {
    const backend = fakeBackend({
      'GET /api/a': { id: 'x' },
      'POST /api/a': { id: 'x' },
      'GET /api/b': failure(status, 'Only admins.'),
    });
    const page = connect(backend, 't');
    const releases = [backend.hold('GET /api/a'), backend.hold('POST /api/a')];
    const reads = [{ key: 'k' }, {}].map((call) =>
      request('GET', 'a', { ...call, answer: Row }).then(
        ({ id }) => id,
        ({ kind }) => kind,
      ),
    );
    const write = request('POST', 'a', { body: {}, answer: Row });
    let isInTime = false;
    const onUnauthorized = () => {
      isInTime = backend.calls[0]?.signal?.aborted === true;
      page.told.push('unauthorized');
    };
    configureClient({ ...getOptions(), onUnauthorized });
    await assertFails(request('GET', 'b'), { kind: 'refused', status, message: 'Only admins.' });
    assert.equal([page.told, isInTime], [[told], readEnds]);
    for (const release of releases) release();
    const end = readEnds ? 'aborted' : 'x';
    assert.equal([await Promise.all(reads), await write], [[end, end], { id: 'x' }]);
  });
}

test('a 401 of a proxy, or one that wants a second factor, ends no session', async () => {
  for (const body of [{}, { mfaId: 'm' }]) {
    const page = connect(fakeBackend({ 'GET /api/a': json(401, body) }), 't');
    await assertFails(request('GET', 'a'), { kind: 'refused', status: 401 });
    assert.equal(page.told, []);
  }
});

test('a 403 to a request that left after the end of the session is no refusal', async () => {
  const page = connect(fakeBackend({ 'GET /api/a': failure(403, 'Only admins.') }));
  page.confirms = () => false;
  await assertFails(request('GET', 'a'), { kind: 'aborted' });
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

for (const [method, path, status, isInDoubt] of [
  ['GET', 'a', 404, true],
  ['GET', 'a', 403, true],
  ['GET', 'a', 400, false],
  ['POST', 'a/records', 400, true],
  ['POST', 'a', 400, false],
  ['POST', 'a', 500, false],
] as const) {
  test(`a ${status} to ${method} ${path} ${isInDoubt ? 'is aborted' : 'stays'} if the session is over`, async () => {
    const page = connect(fakeBackend({ [`${method} /api/${path}`]: failure(status, 'No.') }), 't');
    page.confirms = async () => true;
    await assertFails(request(method, path), { kind: 'refused', status });
    page.confirms = async (after) => after < Date.now() - 50_000;
    await assertFails(request(method, path), { kind: isInDoubt ? 'aborted' : 'refused' });
    assert.equal(page.told, status === 403 ? ['forbidden', 'forbidden'] : []);
  });
}

test('a write is not sent with a session that is over, or that nobody confirmed for a minute', async () => {
  const backend = fakeBackend({ 'POST /api/a': {} });
  const page = connect(backend, 't');
  page.confirms = async (after) => after < Date.now() - 59_000 && after > Date.now() - 61_000;
  await request('POST', 'a', { body: {} });
  page.confirms = async () => false;
  await assertFails(request('POST', 'a', { body: {} }), { kind: 'aborted' });
  await assertFails(upload('POST', 'a', { form: new FormData() }), { kind: 'aborted' });
  assert.is(backend.calls.length, 1);
});

test('an empty list starts a confirmation without waiting for it', async () => {
  const backend = fakeBackend({ 'GET /api/a': listOf([]) });
  const page = connect(backend, 't');
  let asked = 0;
  page.confirms = () => {
    asked += 1;
    return new Promise<boolean>(() => {});
  };
  assert.equal((await requestList('a', Row)).items, []);
  assert.is(asked, 1);
  backend.answer('GET /api/a', listOf([{ id: 'x' }]));
  await requestList('a', Row);
  assert.is(asked, 1);
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
