import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rangeSource, readBytes } from '../../ui/backend/backups';
import * as files from '../../ui/backend/files';
import { FileFault } from '../../ui/base/fileFault';
import { fakeBackend } from '../support/backend';
import { assertFails, connect } from './connect';

const base = 'http://localhost:8090/api/files';
const file = { collectionId: 'c1', recordId: 'r1', name: 'engine_28Dq1pm6vP.png' };

const addresses: Array<[what: string, given: Parameters<typeof files.fileAddress>[0], expected: string]> = [
  ['of a file', file, `${base}/c1/r1/engine_28Dq1pm6vP.png`],
  ['of a small picture', { ...file, thumb: '100x100' }, `${base}/c1/r1/${file.name}?thumb=100x100`],
  [
    'of a protected small picture',
    { ...file, thumb: '100x100', token: 'a.b.c' },
    `${base}/c1/r1/${file.name}?thumb=100x100&token=a.b.c`,
  ],
  ['of a file with a hostile name', { ...file, name: '../a b?#.png' }, `${base}/c1/r1/..%2Fa%20b%3F%23.png`],
  [
    'of a file of a record with a hostile id',
    { ...file, collectionId: 'a/b', recordId: 'x y%' },
    `${base}/a%2Fb/%78%20%79%25/${file.name}`,
  ],
];

for (const [what, given, expected] of addresses) {
  test(`the URL ${what} is encoded segment by segment`, () => {
    connect(fakeBackend());
    assert.is(files.fileAddress(given), expected);
  });
}

const address = `${base}/c1/r1/${file.name}?token=a.b.c`;

/** Starts a page with a session, whose server sends this response for a file. */
function serveFile(respond: () => Response) {
  const asked: string[] = [];
  const backend = fakeBackend();
  backend.serveFiles(async (input, init) => {
    const headers = new Headers(init?.headers);
    asked.push([init?.method, headers.get('Range') ?? '-', headers.get('Authorization') ?? '-'].join(' '));
    assert.is(
      init?.referrerPolicy,
      'strict-origin-when-cross-origin',
      'the log tells it from a request of others',
    );
    assert.is(String(input), address);
    return respond();
  });
  return { page: connect(backend, 'the token'), asked };
}

const away = () => {
  throw new TypeError('Failed to fetch');
};

test('requests the size of a file without the session’s token; it may be unknown', async () => {
  const { asked } = serveFile(() => new Response(null, { headers: { 'Content-Length': '1234' } }));
  assert.equal([await files.readSize(address), asked], [{ bytes: 1234 }, ['HEAD - -']]);
  serveFile(() => new Response(null));
  assert.equal(await files.readSize(address), { bytes: null });
  for (const respond of [() => new Response(null, { status: 404 }), away]) {
    const { page } = serveFile(respond);
    assert.equal([await files.readSize(address), page.told], [null, []]);
  }
});

test('reads a part of a file as bytes', async () => {
  const { asked } = serveFile(() => new Response(new Uint8Array([80, 75]), { status: 206 }));
  assert.equal([...(await readBytes(address, 10, 2))], [80, 75]);
  assert.equal(asked, ['GET bytes=10-11 -']);
});

for (const [what, respond, expected] of [
  ['the whole file', () => new Response('PK'), { kind: 'unreadable', status: 200 }],
  [
    'a refusal of the server',
    () => new Response('{"code":403,"message":"No."}', { status: 403 }),
    { kind: 'refused', status: 403, message: 'No.' },
  ],
  ['a refusal of a proxy', () => new Response('', { status: 502 }), { kind: 'refused', status: 502 }],
  ['no response', away, { kind: 'unreachable', status: 0 }],
] as const) {
  test(`${what} for a part of a file is one error, and does not affect session and connection`, async () => {
    const { page } = serveFile(respond);
    await assertFails(readBytes(address, 0, 2), expected);
    assert.equal(page.told, []);
  });
}

const content = new TextEncoder().encode('0123456789');

interface Asked {
  readonly token: string | null;
  readonly range: string | null;
  readonly cache: string | undefined;
}

/** Serves the content; each address has another token. */
function served() {
  const asked: Asked[] = [];
  const backend = fakeBackend();
  connect(backend, 'the session');
  backend.serveFiles(async (input, init) => {
    const headers = new Headers(init?.headers);
    assert.is(headers.get('Authorization'), null);
    const range = headers.get('Range');
    asked.push({ token: new URL(String(input)).searchParams.get('token'), range, cache: init?.cache });
    const [from = 0, to = 0] = (range ?? '').replace('bytes=', '').split('-').map(Number);
    return new Response(content.slice(from, to + 1), { status: 206 });
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

test.run();
