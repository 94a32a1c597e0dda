import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fileAddress, readSize, requestToken } from '../../ui/backend/files';
import { fieldValue } from '../../ui/model/record';
import { claimsOf } from '../../ui/model/token';
import * as session from '../../ui/page/session/session';
import {
  createCollection,
  createRecord,
  failureOf,
  field,
  formOf,
  pngFile,
  pngSize,
  sharedBackend,
} from '../support/realBackend';
import { adminToken, backends } from '../support/server';

interface Got {
  status: number;
  type: string;
  bytes: Uint8Array;
}

/** Requests a file like an `<img>` or a link: with the URL only. */
async function get(address: string): Promise<Got> {
  const answer = await fetch(address);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get('Content-Type') ?? '', bytes };
}

const textOf = ({ bytes }: Got) => new TextDecoder().decode(bytes);

for (const { name, binary, dialect } of backends('every')) {
  const server = sharedBackend(binary);
  /** The collection, and a record of it with a file in each field. */
  let place = { collectionId: '', recordId: '' };
  let [open, locked] = ['', ''];

  test(`${name}: serves a file at its URL, and a picture in the requested size`, async () => {
    await server.connect();
    const { id: collectionId } = await createCollection({
      name: 'pictures',
      schema: [
        field('file', 'open', { thumbs: ['30x0'] }),
        field('file', 'locked', { protected: true }),
        field('file', 'text'),
      ],
    });
    const record = await createRecord(
      { id: collectionId },
      formOf({
        open: pngFile('My "Picture" & more <1>.png'),
        locked: pngFile('locked.png'),
        text: new File(['Grüße'], '%41 ä?#.txt', { type: 'text/plain' }),
      }),
    );
    place = { collectionId, recordId: record.id };
    [open, locked] = ['open', 'locked'].map((one) => String(fieldValue(record, one))) as [string, string];

    const whole = await get(fileAddress({ ...place, name: open }));
    assert.is(whole.status, 200);
    assert.is(whole.type, 'image/png');
    assert.equal(pngSize(whole.bytes), [300, 200]);
    for (const [thumb, size] of [
      ['100x100', [100, 100]],
      ['30x0', [30, 20]],
      ['77x77', [300, 200]],
    ] as const) {
      const small = await get(fileAddress({ ...place, name: open, thumb }));
      assert.equal(pngSize(small.bytes), size, thumb);
    }

    const text = String(fieldValue(record, 'text'));
    for (const thumb of [undefined, '100x100']) {
      assert.is(textOf(await get(fileAddress({ ...place, name: text, thumb }))), 'Grüße');
    }
    assert.is((await get(fileAddress({ ...place, name: 'nope.png' }))).status, 404);
  });

  test(`${name}: a protected file needs a token, which is valid for minutes`, async () => {
    await server.connect();
    const token = await requestToken();
    const { exp = 0, type } = claimsOf(token) ?? {};
    const [wanted, seconds] = dialect.isNewer ? ['file', 180] : ['admin', 120];
    assert.is(type, wanted);
    const left = exp - Date.now() / 1000;
    assert.ok(left > seconds - 10 && left <= seconds + 1, `${left} s`);
    const address = (given?: string) =>
      fileAddress({ ...place, name: locked, thumb: '100x100', token: given });
    assert.equal(pngSize((await get(address(token))).bytes), [100, 100]);
    const refused = dialect.isNewer ? 404 : 403;
    for (const wrong of [undefined, 'garbage', await adminToken(await server.backend())])
      assert.is((await get(address(wrong))).status, refused);
  });

  test(`${name}: gives a guest no file token, which does not affect the session`, async () => {
    const client = await server.connect();
    client.token = '';
    const failure = await failureOf(requestToken());
    // Newer servers say 401, and a session without a token has ended.
    assert.equal(
      [failure.status, client.unauthorized, client.forbidden],
      dialect.isNewer ? [401, 1, 0] : [400, 0, 0],
    );
  });

  test(`${name}: tells the size of a file, and sends it as a download on request`, async () => {
    await server.connect();
    const addressOf = (file: string, token?: string) => fileAddress({ ...place, name: file, token });
    const { length: bytes } = (await get(addressOf(open))).bytes;
    const token = await requestToken();
    assert.is(await readSize(addressOf(locked)), null);
    // Without knowing which field a file is in, the token is always sent.
    for (const address of [addressOf(open), addressOf(open, token), addressOf(locked, token)]) {
      assert.equal(await readSize(address), { bytes });
    }
    const sent = await fetch(`${addressOf(open)}?download=1`);
    assert.match(sent.headers.get('Content-Disposition') ?? '', /^attachment/);
    await sent.arrayBuffer();
  });

  // Newer servers refuse such ids.
  const oddIds = ['abcdefghij%41mn', 'abcdefghij(lmn{', 'abcdefghijk?lm+', 'abcdefghijkl10%'];
  for (const id of dialect.isNewer ? [] : oddIds) {
    test(`${name}: serves a file of the record ${id}`, async () => {
      await server.connect();
      const collection = { id: place.collectionId };
      const record = await createRecord(collection, formOf({ id, open: pngFile('odd.png') }));
      const file = { ...place, recordId: id, name: String(fieldValue(record, 'open')) };
      assert.equal(pngSize((await get(fileAddress({ ...file, thumb: '100x100' }))).bytes), [100, 100]);
    });
  }
  test.after(server.stop);
}

test.after(session.end);
test.run();
