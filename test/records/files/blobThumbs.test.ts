import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AnyRecord } from '../../../ui/model/record';
import { createBlobThumbs } from '../../../ui/records/files/blobThumbs';

const record = { id: 'r1' } as AnyRecord;
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a picture is read once, and its address is there after it', async () => {
  const read: string[] = [];
  const thumbs = createBlobThumbs(async (recordId, name) => {
    read.push(`${recordId}/${name}`);
    return new Blob(['x']);
  });
  assert.is(thumbs.thumbAddress(record, 'a.png'), '');
  assert.is(thumbs.thumbAddress(record, 'a.png'), '');
  const before = thumbs.state.fileToken;
  await settled();
  assert.is.not(thumbs.state.fileToken, before);
  const address = thumbs.thumbAddress(record, 'a.png') ?? '';
  assert.is(await (await fetch(address)).text(), 'x');
  assert.equal(read, ['r1/a.png']);
  thumbs.close();
  assert.is(await fetch(address).then(Boolean, () => 'freed'), 'freed');
});

test('other files, large and missing ones and those that fail get an icon', async () => {
  const thumbs = createBlobThumbs(async (_, name) => {
    if (name === 'broken.png') throw new Error('damaged');
    return name === 'large.png' ? new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]) : null;
  });
  assert.is(thumbs.thumbAddress(record, 'a.pdf'), undefined);
  for (const name of ['gone.png', 'broken.png', 'large.png'])
    assert.is(thumbs.thumbAddress(record, name), '');
  await settled();
  for (const name of ['gone.png', 'broken.png', 'large.png'])
    assert.is(thumbs.thumbAddress(record, name), undefined);
});

test('only the first pictures of a record are read', async () => {
  let count = 0;
  const thumbs = createBlobThumbs(async () => {
    count += 1;
    return null;
  });
  for (let at = 0; at < 100; at += 1) thumbs.thumbAddress(record, `${at}.png`);
  await settled();
  assert.is(count, 20);
});

test('nothing is made of a file that comes after the close', async () => {
  const thumbs = createBlobThumbs(async () => new Blob(['x']));
  thumbs.thumbAddress(record, 'a.png');
  thumbs.close();
  await settled();
  assert.is(thumbs.state.fileToken, '');
});

test.run();
