import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as files from '../../ui/api/files';
import { failure, fakeBackend } from '../support/backend';
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
  test(`the address ${what} is encoded part by part`, () => {
    connect(fakeBackend());
    assert.is(files.fileAddress(given), expected);
  });
}

test('a file token is asked for with the token of the session', async () => {
  const backend = fakeBackend({ 'POST /api/files/token': { token: 'a.b.c' } });
  connect(backend, 'the token');
  assert.is(await files.requestToken(), 'a.b.c');
  assert.is(backend.calls[0]?.headers['authorization'], 'the token');
});

test('a file token that is refused or missing is a failure', async () => {
  const backend = fakeBackend({ 'POST /api/files/token': failure(400, 'Failed to generate file token.') });
  connect(backend, 'the token');
  await assertFails(files.requestToken(), {
    kind: 'refused',
    status: 400,
    message: 'Failed to generate file token.',
  });
  backend.answer('POST /api/files/token', {});
  await assertFails(files.requestToken(), { kind: 'unreadable', message: /token is not what was expected/ });
});

test.run();
