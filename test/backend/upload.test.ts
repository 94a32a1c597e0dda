import { string, type } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cancelReads, request } from '../../ui/backend/client';
import { upload } from '../../ui/backend/upload';
import { Answer, failure, fakeBackend, html, networkError } from '../support/backend';
import { assertFails, connect, settle, tokenSentWith } from './connect';

const route = 'POST /api/a';

function send() {
  const form = new FormData();
  form.append('files', new File(['abc'], 'x.txt'));
  return upload('POST', 'a', {
    form,
    query: { expand: 'b', none: undefined },
    answer: type({ id: string() }),
  });
}

test('a form is sent with the usual headers, and the response includes its text', async () => {
  const text = '{"id":"x","n":9007199254740993}';
  const backend = fakeBackend({ [route]: new Answer(200, text) });
  connect(backend, 'the token');
  const { value, source } = await send();
  assert.equal([value.id, source], ['x', text]);
  const [call] = backend.calls;
  assert.is(tokenSentWith(call), 'the token');
  // The browser sets the content type with the boundary.
  assert.equal([call?.headers['accept-language'], call?.headers['content-type']], ['en-US', undefined]);
  assert.equal(call?.query, { expand: 'b' });
  const sent = (call?.body as FormData | undefined)?.get('files');
  assert.is((sent as File | undefined)?.name, 'x.txt');
});

for (const [what, given, expected, told] of [
  ['401', failure(401, 'No.'), { kind: 'refused', status: 401, message: 'No.' }, ['unauthorized']],
  ['403', failure(403, 'No.'), { kind: 'refused', status: 403, message: 'No.' }, ['forbidden']],
  ['a gateway that fails', html(502, '<h1>'), { kind: 'refused', status: 502 }, ['unreachable']],
  [
    'no response',
    networkError,
    { kind: 'unreachable', status: 0, message: /cannot be reached/ },
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
