import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rangeSource } from '../../ui/api/backups';
import { FileFault } from '../../ui/platform/fileFault';
import { fakeBackend } from '../support/backend';
import { assertFails, connect } from './connect';

const content = new TextEncoder().encode('0123456789');

interface Asked {
  readonly token: string | null;
  readonly range: string | null;
  readonly cache: string | undefined;
}

/** Serves the content; each address has another token. */
function served(status = 206) {
  const asked: Asked[] = [];
  const backend = fakeBackend();
  connect(backend, 'the session');
  backend.serveFiles(async (input, init) => {
    const headers = new Headers(init?.headers);
    assert.is(headers.get('Authorization'), null);
    const range = headers.get('Range');
    asked.push({ token: new URL(String(input)).searchParams.get('token'), range, cache: init?.cache });
    const [from = 0, to = 0] = (range ?? '').replace('bytes=', '').split('-').map(Number);
    return new Response(content.slice(from, to + 1), { status });
  });
  let tokens = 0;
  const source = rangeSource(content.length, async () => {
    tokens += 1;
    return `http://localhost:8090/api/backups/a.zip?token=${tokens}`;
  });
  return { source, asked };
}

const textOf = (bytes: ReadableStream<Uint8Array>) => new Response(bytes as ReadableStream).text();

test('each part is one request with a fresh address and without the cache', async () => {
  const { source, asked } = served();
  assert.equal(await source.read(2, 3), content.slice(2, 5));
  assert.is(await source.stream(4, 6, textOf), '456789');
  assert.equal(asked, [
    { token: '1', range: 'bytes=2-4', cache: 'no-store' },
    { token: '2', range: 'bytes=4-9', cache: 'no-store' },
  ]);
});

test('a whole file instead of a part is an error', async () => {
  const { source } = served(200);
  await assertFails(source.read(0, 2), { kind: 'unreadable' });
  await assertFails(source.stream(0, 2, textOf), { kind: 'unreadable' });
});

test('a fault of the reader keeps its sentence, and another error counts as a broken connection', async () => {
  const { source } = served();
  const fault = new FileFault('The file is damaged.');
  const read = source.stream(0, 2, () => Promise.reject(fault));
  assert.is(await read.catch((error: unknown) => error), fault);
  await assertFails(
    source.stream(0, 2, () => Promise.reject(new TypeError('network error'))),
    { kind: 'unreachable' },
  );
});

test('a stream that is no longer wanted is aborted', async () => {
  const { source } = served();
  const controller = new AbortController();
  const streaming = source.stream(
    0,
    2,
    async () => {
      controller.abort();
      throw controller.signal.reason;
    },
    controller.signal,
  );
  await assertFails(streaming, { kind: 'aborted' });
});

test.run();
