// The storage of files on real servers: the result of its test, and the place of uploaded files.
import '../support/bareWindow';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fileAddress } from '../../ui/api/files';
import type { Collection } from '../../ui/model/collection';
import { redacted } from '../../ui/model/settings';
import { createS3Check } from '../../ui/screens/settings/s3/s3Check';
import { createStorageForm } from '../../ui/screens/settings/storageForm';
import * as toasts from '../../ui/state/toasts';
import { quiet } from '../support/eventually';
import { createCollection, createRecord, field, formOf, sharedBackend } from '../support/realBackend';
import { type S3Server, s3Server } from '../support/s3Server';
import { backends } from '../support/server';
import { freePort } from '../support/serverProcess';
import { bodiesOf, callsDuring, opened, saveWith, type TypedValues, told } from '../support/settingsOnServer';
import { eventually } from '../support/walk';

const saved = 'Successfully saved files storage settings.';
const savedInVain = 'Successfully saved but failed to establish S3 connection.';

const newest = backends('contract').at(-1)?.name;

interface StoredFile {
  readonly recordId: string;
  readonly name: string;
}

for (const { name, binary } of backends('contract')) {
  const server = sharedBackend(binary);
  let started: Promise<S3Server> | null = null;
  let files: Collection | null = null;
  const forms: ReturnType<typeof createStorageForm>[] = [];

  function scene(sentence: string, act: (s3: S3Server) => Promise<void>): void {
    test(`${name}: ${sentence}`, async () => {
      const client = await server.connect();
      started ??= s3Server();
      files ??= await createCollection({ name: 'files', schema: [field('file', 'file')], viewRule: '' });
      await act(await started);
      assert.equal([client.unauthorized, client.forbidden], [0, 0]);
    });
  }

  test.after.each(() => {
    toasts.closeAll();
    for (const form of forms.splice(0)) form.check.stop();
  });
  test.after(async () => {
    await Promise.all([started?.then((s3) => s3.stop()), server.stop()]);
  });

  async function openStorage() {
    const form = createStorageForm();
    forms.push(form);
    await opened(form.settings);
    return form;
  }

  /** Saves what is typed and waits for the result of its test. */
  async function store(values: TypedValues) {
    const { settings, check } = await openStorage();
    await saveWith(settings, values);
    await eventually(() => check.state.status !== 'testing', true);
    return { settings, check };
  }

  const typed = ({ settings }: S3Server): TypedValues =>
    Object.fromEntries(Object.entries(settings).map(([key, value]) => [`s3.${key}`, value]));

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

  scene('tests nothing without a storage, and stores files beside the data', async (s3) => {
    const calls = await callsDuring(async () => {
      await openStorage();
      await store({ 's3.region': 'us-east-1' });
      await quiet();
    });
    assert.equal(
      calls.filter(({ path }) => path !== 'settings'),
      [],
    );
    const check = createS3Check('storage');
    await check.run();
    const reason = 'Failed to test the S3 filesystem. Raw error: \nS3 storage filesystem is not enabled.';
    assert.equal(check.state, { status: 'failure', reason });
    const local = await put('local');
    assert.equal([await served(local), await onDisk(local), await s3.keys()], ['local', true, []]);
  });

  scene('saves and tests a working storage, which stores the files from then on', async (s3) => {
    const local = await put('before');
    const { check } = await store(typed(s3));
    assert.equal([check.state.status, told()], ['success', [saved]]);
    assert.equal(await s3.keys(), [], 'the test leaves nothing');
    const stored = await put('Grüße from the bucket');
    // The server stores its metadata of the file beside it.
    assert.ok((await s3.keys()).includes(keyOf(stored)), String(await s3.keys()));
    assert.is(await onDisk(stored), false);
    assert.is(await served(stored), 'Grüße from the bucket');
    assert.is(await served(local), 'status 404', 'nothing is moved');
  });

  scene('opening the page tests the storage, a little later', async () => {
    const { check } = await openStorage();
    assert.is(check.state.status, 'none');
    await eventually(() => check.state.status, 'success');
    const { check: left } = await openStorage();
    left.stop();
    await quiet();
    assert.is(left.state.status, 'none', 'a page that is left does not');
  });

  scene('a change of another key keeps the secret, and so the files', async (s3) => {
    const { settings, check } = await openStorage();
    assert.is(settings.valueAt('s3.secret'), redacted);
    const stored = await put('kept');
    await eventually(() => check.state.status, 'success', 'the page has tested the storage');
    const calls = await callsDuring(async () => {
      await saveWith(settings, { 's3.region': 'eu-central-1' });
      await eventually(() => check.state.status, 'success');
    });
    assert.equal(bodiesOf(calls), [{ s3: { region: 'eu-central-1' } }, { filesystem: 'storage' }]);
    assert.is(await served(stored), 'kept');
    const another = await put('another');
    assert.ok((await s3.keys()).includes(keyOf(another)));
  });

  for (const [what, values, words] of [
    ['another bucket', { 's3.bucket': 'nowhere' }, /NoSuchBucket/],
    ['an unknown key', { 's3.accessKey': 'nobody' }, /InvalidAccessKeyId/],
    ['a wrong secret', { 's3.secret': 'wrong' }, /SignatureDoesNotMatch/],
  ] as readonly [string, TypedValues, RegExp][]) {
    scene(`saves it with ${what}, and shows the server's message`, async (s3) => {
      const { check } = await store(values);
      assert.equal(told(), [savedInVain]);
      assert.is(check.state.status, 'failure');
      assert.match(check.state.reason, /^Failed to test the S3 filesystem\. Raw error: \n/);
      assert.match(check.state.reason, words);
      toasts.closeAll();
      const { check: again } = await store(typed(s3));
      assert.equal([again.state, told()], [{ status: 'success', reason: '' }, [saved]]);
    });
  }

  // The server retries for seconds before it fails.
  if (name === newest)
    scene('reports an unreachable storage too', async (s3) => {
      const port = await freePort();
      const { check } = await store({ 's3.endpoint': `http://127.0.0.1:${port}` });
      assert.equal([check.state.status, told().at(-1)], ['failure', savedInVain]);
      assert.match(check.state.reason, /connection refused/);
      await store(typed(s3));
    });

  scene('stores files beside the data again when it is off, and tests nothing', async (s3) => {
    const before = await s3.keys();
    const { settings, check } = await openStorage();
    await eventually(() => check.state.status, 'success', 'the page has tested the storage');
    const calls = await callsDuring(() => saveWith(settings, { 's3.enabled': false }));
    assert.equal(bodiesOf(calls), [{ s3: { enabled: false } }]);
    assert.equal([check.state, told()], [{ status: 'none', reason: '' }, [saved]]);
    const local = await put('at home again');
    assert.equal([await served(local), await onDisk(local)], ['at home again', true]);
    assert.equal(await s3.keys(), before);
  });
}

test.run();
