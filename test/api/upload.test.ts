import { string, type } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cancelReads, request } from '../../ui/api/client';
import { upload } from '../../ui/api/upload';
import { Answer, failure, fakeBackend, html, networkError } from '../support/backend';
import { assertFails, connect, settle, tokenSentWith } from './connect';

const Row = type({ id: string() });
const route = 'POST /api/a';

function formWith(name = 'x.txt'): FormData {
  const form = new FormData();
  form.append('@jsonPayload', '{}');
  form.append('files', new File(['abc'], name));
  return form;
}
const send = (onProgress?: (share: number) => void) =>
  upload('POST', 'a', { form: formWith(), query: { expand: 'b', none: undefined }, onProgress, answer: Row });

test('a form is sent with the usual headers, and the response includes its text', async () => {
  const text = '{"id":"x","n":9007199254740993}';
  const backend = fakeBackend({ [route]: new Answer(200, text) });
  connect(backend, 'the token');
  const { value, source } = await send();
  assert.is(value.id, 'x');
  assert.is(source, text);
  const [call] = backend.calls;
  assert.is(tokenSentWith(call), 'the token');
  assert.is(call?.headers['accept-language'], 'en-US');
  // The browser sets it with the boundary.
  assert.not('content-type' in (call?.headers ?? {}));
  assert.equal(call?.query, { expand: 'b' });
  const form = call?.body as FormData;
  assert.is(form.get('@jsonPayload'), '{}');
  assert.is((form.get('files') as File).name, 'x.txt');
});

test('reports the sent share', async () => {
  connect(fakeBackend({ [route]: { id: 'x' } }), 't');
  const shares: number[] = [];
  await send((share) => shares.push(share));
  assert.equal(shares, [0.5, 1]);
});

test('an error response has the server’s message and field errors', async () => {
  const large = { code: 'validation_file_size_limit', message: 'Too large.' };
  const page = connect(
    fakeBackend({ [route]: failure(400, 'Failed to create record.', { files: large }) }),
    't',
  );
  const error = await assertFails(send(), {
    kind: 'refused',
    status: 400,
    message: 'Failed to create record.',
  });
  assert.equal(error.fields, { files: large });
  assert.equal(page.told, []);
});

for (const [what, given, expected, told] of [
  ['401', failure(401, 'No.'), { kind: 'refused', status: 401, message: 'No.' }, ['unauthorized']],
  ['403', failure(403, 'No.'), { kind: 'refused', status: 403, message: 'No.' }, ['forbidden']],
  ['a gateway that fails', html(502, '<h1>'), { kind: 'refused', status: 502 }, ['unreachable']],
  [
    'no response',
    networkError,
    {
      kind: 'unreachable',
      status: 0,
      message: 'The server cannot be reached. Check the connection and try again.',
    },
    ['unreachable'],
  ],
  ['a web page', html(200, '<!doctype html>'), { kind: 'unreadable' }, []],
  ['something else', { title: 'x' }, { kind: 'unreadable', message: /id is not what was expected/ }, []],
] as const) {
  test(`${what} is reported like for any other request`, async () => {
    const page = connect(fakeBackend({ [route]: given }), 't');
    await assertFails(send(), expected);
    assert.equal(page.told, [...told]);
  });
}

test('a response to an older token says nothing about the current session', async () => {
  const backend = fakeBackend({ [route]: failure(401, 'No.') });
  const page = connect(backend, 'old');
  const release = backend.hold(route);
  const failing = assertFails(send(), { kind: 'refused', status: 401 });
  page.token = 'new';
  release();
  await failing;
  assert.equal(page.told, []);
});

test('the end of a session cancels reads and lets an upload finish', async () => {
  const backend = fakeBackend({ [route]: { id: 'x' }, 'GET /api/b': {} });
  connect(backend, 't');
  const releases = [backend.hold(route), backend.hold('GET /api/b')];
  const sending = send();
  const reading = assertFails(request('GET', 'b'), { kind: 'aborted' });
  await settle();
  cancelReads();
  for (const release of releases) release();
  await reading;
  assert.is((await sending).value.id, 'x');
});

test.run();
