// The storage of files on real servers: the result of its test, and the place of uploaded files.
import '../support/bareWindow';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiError } from '../../ui/api/ApiError';
import { fileAddress } from '../../ui/api/files';
import * as api from '../../ui/api/settings';
import type { Collection } from '../../ui/model/collection';
import { createCollection, createRecord, field, formOf, sharedBackend } from '../support/realBackend';
import { type S3Server, s3Server } from '../support/s3Server';
import { backends } from '../support/server';
import { freePort } from '../support/serverProcess';

const failed = 'Failed to test the S3 filesystem. Raw error: \n';
const newest = backends('contract').at(-1)?.name;

interface StoredFile {
  readonly recordId: string;
  readonly name: string;
}

for (const { name, binary } of backends('contract')) {
  const server = sharedBackend(binary);
  let started: Promise<S3Server> | null = null;
  let files: Collection | null = null;

  function scene(sentence: string, act: (s3: S3Server) => Promise<void>): void {
    test(`${name}: ${sentence}`, async () => {
      const client = await server.connect();
      started ??= s3Server();
      files ??= await createCollection({ name: 'files', schema: [field('file', 'file')], viewRule: '' });
      await act(await started);
      assert.equal([client.unauthorized, client.forbidden], [0, 0]);
    });
  }

  test.after(async () => {
    await Promise.all([started?.then((s3) => s3.stop()), server.stop()]);
  });

  const store = (changes: object) => api.update('storage', { s3: changes });
  /** Returns the reason why the test of the storage fails; null if it passes. */
  const faultOf = () =>
    api.testS3('storage').then(
      () => null,
      ({ message }: ApiError) => message,
    );

  async function put(content: string): Promise<StoredFile> {
    const { id = '' } = files ?? {};
    const record = await createRecord({ id }, formOf({ file: new File([content], 'note.txt') }));
    return { recordId: String(record.id), name: String((record as { file?: unknown }).file) };
  }

  const keyOf = (stored: StoredFile) => `${files?.id}/${stored.recordId}/${stored.name}`;

  async function served(stored: StoredFile): Promise<string> {
    const answer = await fetch(fileAddress({ collectionId: files?.id ?? '', ...stored }));
    return answer.ok ? answer.text() : `status ${answer.status}`;
  }

  async function onDisk(stored: StoredFile): Promise<boolean> {
    const { dir } = await server.backend();
    return existsSync(path.join(dir, 'pb_data/storage', keyOf(stored)));
  }

  scene('without a storage files lie beside the data, and its test fails', async (s3) => {
    await store({ region: 'us-east-1' });
    assert.is(await faultOf(), `${failed}S3 storage filesystem is not enabled.`);
    const local = await put('local');
    assert.equal([await served(local), await onDisk(local), await s3.keys()], ['local', true, []]);
  });

  scene('a working storage passes its test, and stores the files from then on', async (s3) => {
    const local = await put('before');
    await store(s3.settings);
    assert.equal([await faultOf(), await s3.keys()], [null, []], 'the test leaves nothing');
    const stored = await put('Grüße from the bucket');
    // The server stores its metadata of the file beside it.
    assert.ok((await s3.keys()).includes(keyOf(stored)), String(await s3.keys()));
    assert.is(await onDisk(stored), false);
    assert.is(await served(stored), 'Grüße from the bucket');
    assert.is(await served(local), 'status 404', 'nothing is moved');
  });

  scene('a storage that is not reached is saved all the same, and its test gives the reason', async (s3) => {
    for (const [changes, words] of [
      [{ bucket: 'nowhere' }, /NoSuchBucket/],
      [{ accessKey: 'nobody' }, /InvalidAccessKeyId/],
      [{ secret: 'wrong' }, /SignatureDoesNotMatch/],
      // The server retries for seconds before it fails.
      ...(name === newest
        ? [[{ endpoint: `http://127.0.0.1:${await freePort()}` }, /connection refused/] as const]
        : []),
    ] as const) {
      await store(changes);
      const fault = (await faultOf()) ?? '';
      assert.ok(fault.startsWith(failed), fault);
      assert.match(fault, words);
      await store(s3.settings);
      assert.is(await faultOf(), null);
    }
  });

  scene('files lie beside the data again when the storage is off', async (s3) => {
    const before = await s3.keys();
    await store({ enabled: false });
    const local = await put('at home again');
    assert.equal([await served(local), await onDisk(local)], ['at home again', true]);
    assert.equal(await s3.keys(), before);
  });
}

test.run();
