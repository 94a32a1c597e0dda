import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ask } from '../support/ask';
import { type Host, listen } from '../support/hosts';
import { adminToken, backends, builtBundle, loadModule, startBackend } from '../support/server';
import { freePort } from '../support/serverProcess';

const { createDashboardServer } = await loadModule<{
  createDashboardServer(options: { backend: string; dist: string }): Server;
}>('embed/proxy.mjs');

const hosts: Host[] = [];

async function urlOf(server: Server): Promise<string> {
  const host = await listen(server);
  hosts.push(host);
  return host.url;
}

const inFrontOf = (backend: string) => urlOf(createDashboardServer({ backend, dist: builtBundle() }));

/** Starts a backend with scripted responses and a proxy before it; returns both URLs. */
async function scripted(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const backend = await urlOf(createServer(answer));
  return { backend, url: await inFrontOf(backend) };
}

/** Rejects when it takes longer than any exchange on one machine should. */
const soon = <Value>(promise: Promise<Value>) =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('nothing came')), 5_000).unref()),
  ]);

const nextChunk = (stream: IncomingMessage) =>
  soon(new Promise<string>((resolve) => stream.once('data', (chunk: Buffer) => resolve(chunk.toString()))));

const answerOf = (call: ClientRequest) =>
  soon(new Promise<IncomingMessage>((resolve) => call.on('response', resolve)));

test('forwards a request and its response unchanged', async () => {
  const seen: IncomingMessage[] = [];
  const { backend, url } = await scripted((call, response) => {
    seen.push(call);
    response.writeHead(418, { 'X-Answer': 'yes' }).end('short');
  });
  const path = "/api/files/a%2Fb/%41/../x?filter=%25~'%20'&x=+";
  const answer = await ask(url, path, {
    method: 'PATCH',
    headers: {
      Authorization: 'token',
      'X-Forwarded-For': '10.0.0.1',
    },
    body: '{"a":1}',
  });
  assert.is(answer.status, 418);
  assert.is(answer.body.toString(), 'short');
  assert.is(answer.headers['x-answer'], 'yes');
  const [call] = seen;
  assert.is(call?.url, path);
  assert.is(call?.method, 'PATCH');
  assert.is(call?.headers.authorization, 'token');
  assert.is(call?.headers.host, new URL(backend).host);
  assert.is(call?.headers['x-forwarded-for'], '10.0.0.1');
});

test('forwards only requests below /api, also to a backend below a path', async () => {
  const { backend, url } = await scripted((call, response) => response.end(call.url));
  for (const path of ['/api', '/api/', '/api/x', '/api?x']) {
    assert.is((await ask(url, path)).body.toString(), path);
  }
  for (const path of ['/apix', '/API/x', '/x', '/_x', '/pb_data/data.db']) {
    assert.is((await ask(url, path)).status, 404, path);
  }
  assert.is((await ask(url, '/')).headers.location, '_/');
  for (const address of [`${backend}/pb`, `${backend}/pb/`]) {
    assert.is((await ask(await inFrontOf(address), '/api/health')).body.toString(), '/pb/api/health');
  }
});

test('streams both bodies: each side sees a part before the other has finished', async () => {
  const { url } = await scripted((call, response) => {
    call.on('data', (chunk: Buffer) => response.write(`heard ${chunk}`));
    call.on('end', () => response.end());
  });
  const call = request(`${url}/api/echo`, { method: 'POST' });
  call.write('one');
  const answer = await answerOf(call);
  assert.is(await nextChunk(answer), 'heard one');
  call.write('two');
  assert.is(await nextChunk(answer), 'heard two');
  call.end();
  await soon(new Promise((resolve) => answer.on('end', resolve)));
});

test('sends the header before the first byte, and cancels the request when the client disconnects', async () => {
  let isClosed: Promise<unknown> = Promise.resolve();
  const { url } = await scripted((_, response) => {
    isClosed = new Promise((resolve) => response.on('close', resolve));
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
  });
  const call = request(`${url}/api/realtime`).end();
  const answer = await answerOf(call);
  assert.is(answer.headers['content-type'], 'text/event-stream');
  call.destroy();
  await soon(isClosed);
});

test('marks a response that breaks off as incomplete', async () => {
  for (const how of ['destroy', 'resetAndDestroy'] as const) {
    let breakOff = () => {};
    const { url } = await scripted((call, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('begun');
      breakOff = () => call.socket[how]();
    });
    const call = request(`${url}/api/x`).end();
    const answer = await answerOf(call);
    assert.is(await nextChunk(answer), 'begun');
    const failed = soon(new Promise<Error>((resolve) => answer.on('error', resolve)));
    breakOff();
    assert.instance(await failed, Error);
  }
});

test('passes on an error that comes before the end of the upload', async () => {
  const { url } = await scripted((call, response) => {
    if (call.method !== 'POST') {
      response.end('still here');
      return;
    }
    response.writeHead(413, { Connection: 'close' }).end('too large', () => call.socket.destroy());
  });
  const call = request(`${url}/api/backups/upload`, { method: 'POST' });
  call.on('error', () => {});
  call.write('begin');
  const answer = await answerOf(call);
  assert.is(answer.statusCode, 413);
  assert.is(await nextChunk(answer), 'too large');
  for (let part = 0; part < 20; part += 1) {
    call.write('x'.repeat(64_000));
    await new Promise((resolve) => setTimeout(resolve));
  }
  call.destroy();
  assert.is((await ask(url, '/api/health')).body.toString(), 'still here');
});

test('reports calls while the backend is down, and serves the page without a redirect', async () => {
  const backend = `http://127.0.0.1:${await freePort()}`;
  const url = await inFrontOf(backend);
  const answer = await ask(url, '/api/health', { method: 'POST', body: 'lost' });
  assert.is(answer.status, 502);
  assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
  assert.equal(JSON.parse(answer.body.toString()), {
    code: 502,
    message: `The backend at ${backend} does not answer.`,
    data: {},
  });
  for (const address of ['/_/', '/_/?installer']) assert.is((await ask(url, address)).status, 200);
});

test('redirects nobody to an installer if the backend is of another kind', async () => {
  for (const [status, body] of [
    [400, '{"data":{}}'],
    [400, 'no JSON'],
    [404, '{"data":{"email":{},"password":{}}}'],
    [200, 'null'],
  ] as const) {
    const { url } = await scripted((_, response) => response.writeHead(status).end(body));
    for (const address of ['/_/', '/_/?installer']) assert.is((await ask(url, address)).status, 200);
  }
});

test('asks the backend for admins until there are some, or until it is a newer one', async () => {
  for (const [status, body] of [
    [401, '{"code":401,"message":"","data":{}}'],
    [404, '{"status":404,"message":"","data":{}}'],
  ] as const) {
    let calls = 0;
    const { url } = await scripted((_, response) => {
      calls += 1;
      response.writeHead(status).end(body);
    });
    for (let visit = 0; visit < 3; visit += 1) assert.is((await ask(url, '/_/')).status, 200);
    assert.is(calls, 1);
  }
});

for (const { name, binary } of backends('lines')) {
  test(`in front of ${name}: passes sign-in, an error and the event stream unchanged`, async () => {
    const backend = await startBackend(binary);
    const url = await inFrontOf(backend.url);
    const headers = { Authorization: await adminToken({ ...backend, url }) };
    assert.is((await ask(url, '/_/')).status, 200);
    const direct = await ask(backend.url, '/api/collections?perPage=1', { headers });
    const through = await ask(url, '/api/collections?perPage=1', { headers });
    assert.is(through.status, 200);
    assert.equal(through.body, direct.body);
    assert.is((await ask(url, '/api/collections')).status, 401);

    const call = request(`${url}/api/realtime`).end();
    const stream = await answerOf(call);
    assert.match(await nextChunk(stream), /event:\s*PB_CONNECT/);
    call.destroy();
    await backend.stop();
  });
}

test.after(() => {
  for (const host of hosts) host.close();
});

test.run();
