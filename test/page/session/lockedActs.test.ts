// While writes are locked, each act asks in its own words and sends nothing. After the answer it goes on, once.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { configureClient, mayChangeData } from '../../../ui/backend/client';
import { createBackupList } from '../../../ui/backup/list/backupList';
import { createBackupOptions } from '../../../ui/backup/list/backupOptions';
import * as backupUpload from '../../../ui/backup/list/backupUpload';
import { createNewBackup } from '../../../ui/backup/list/newBackup';
import { createRestoreBackup } from '../../../ui/backup/list/restoreBackup';
import { createCollectionEditor } from '../../../ui/collections/editor/collectionEditor';
import { createCollectionImportForm } from '../../../ui/collections/import/collectionImportForm';
import { createLogsSettings } from '../../../ui/logs/logSettings';
import * as collections from '../../../ui/page/collections';
import * as confirm from '../../../ui/page/confirm';
import * as environment from '../../../ui/page/session/environment';
import * as environmentName from '../../../ui/page/session/environmentName';
import * as session from '../../../ui/page/session/session';
import * as writeLock from '../../../ui/page/session/writeLock';
import * as toasts from '../../../ui/page/toasts';
import { createBulkDelete } from '../../../ui/records/bulk/bulkDelete';
import { createRecordEditor } from '../../../ui/records/editor/recordEditor';
import { createAdminForm } from '../../../ui/settings/admins/adminForm';
import { createApplicationForm } from '../../../ui/settings/applicationForm';
import { createAppleSecret } from '../../../ui/settings/auth-providers/appleSecret';
import { createProviderForm } from '../../../ui/settings/auth-providers/providerForm';
import { createTestMail } from '../../../ui/settings/mail/testMail';
import { createS3Check } from '../../../ui/settings/s3/s3Settings';
import type { SettingsForm } from '../../../ui/settings/settingsForm';
import { apiBase, settle } from '../../backend/connect';
import { type Call, type FakeBackend, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import {
  admin,
  adminToken,
  listOf,
  post,
  postsCollection,
  collections as samples,
  settings,
  user,
  usersCollection,
} from '../../support/samples';

const other = { ...admin, id: 'q3fjw8n2kd7xotm', email: 'other@example.com' };
const google = { id: 'l', provider: 'google', providerId: '1' };
const backup = { key: 'old.zip', size: 1, modified: '2026-11-01 00:00:00.000Z' };

let backend: FakeBackend;

const shownSettings = ({ query }: Call) => {
  const wanted = query['fields']?.split(',');
  return Object.fromEntries(Object.entries(settings).filter(([group]) => !wanted || wanted.includes(group)));
};
const found = ({ params }: Call) =>
  samples.find(({ id, name }) => [id, name].includes(params['id'] ?? '')) ?? postsCollection;
const record = ({ params }: Call) => (params['id'] === usersCollection.id ? user : post);

test.before.each(async () => {
  resetDom();
  backend = fakeBackend({
    'GET /api/settings': shownSettings,
    'PATCH /api/settings': shownSettings,
    'POST /api/settings/test/email': null,
    'POST /api/settings/test/s3': null,
    'POST /api/settings/apple/generate-client-secret': { secret: 'made.of.a.key' },
    'GET /api/admins/:id': other,
    'POST /api/admins': other,
    'PATCH /api/admins/:id': other,
    'DELETE /api/admins/:id': null,
    'POST /api/admins/auth-refresh': () => ({ token: adminToken(), admin }),
    'GET /api/collections': () => listOf([...samples], 200),
    'GET /api/collections/:id': found,
    'POST /api/collections': ({ body }: Call) => ({
      ...postsCollection,
      ...(body as object),
      id: 'new000000000001',
    }),
    'PATCH /api/collections/:id': ({ body, ...call }: Call) => ({
      ...found({ body, ...call }),
      ...(body as object),
    }),
    'DELETE /api/collections/:id': null,
    'PUT /api/collections/import': null,
    'GET /api/collections/:id/records': ({ params }: Call) =>
      listOf(params['id'] === postsCollection.id ? [post] : [], 30),
    'GET /api/collections/:id/records/:record': record,
    'POST /api/collections/:id/records': record,
    'PATCH /api/collections/:id/records/:record': record,
    'DELETE /api/collections/:id/records/:record': null,
    'GET /api/collections/:id/records/:record/external-auths': [google],
    'DELETE /api/collections/:id/records/:record/external-auths/google': null,
    'POST /api/collections/:id/request-verification': null,
    'POST /api/collections/:id/request-password-reset': null,
    'GET /api/backups': [backup],
    'POST /api/backups': null,
    'POST /api/backups/upload': null,
    'POST /api/backups/:key/restore': null,
    'DELETE /api/backups/:key': null,
    'POST /api/files/token': { token: adminToken() },
    'GET /api/health': { code: 200, message: '', data: { canBackup: true } },
  });
  session.begin({ token: adminToken(), admin });
  configureClient({
    apiBase,
    token: session.token,
    confirmSession: async () => true,
    onUnauthorized: () => {},
    onForbidden: () => {},
    onUnreachable: () => {},
    permitWrite: writeLock.permit,
    fetch: backend.fetch,
    xhr: backend.xhr,
  });
  environment.set(null);
  environment.open();
  environmentName.save({ name: 'Production', colour: 'red', locks: true, appName: 'Acme' });
  await collections.load();
});

test.after.each(() => {
  writeLock.lockHere();
  confirm.no();
  toasts.closeAll();
  session.end();
  collections.forget();
  environment.set(null);
  resetDom();
});

async function settingsSave(form: SettingsForm, path: string, value: unknown) {
  await form.load();
  form.set(path as never, value as never);
  return form.save();
}

async function adminSave(id: string | null, values: Readonly<Record<string, string>>) {
  const form = createAdminForm(id);
  await form.load();
  for (const [key, value] of Object.entries(values)) form.set(key as 'email', value);
  return form.save();
}

async function openRecord(collectionId: string, recordId: string | null) {
  const editor = createRecordEditor({ collectionId, recordId });
  await editor.open();
  return editor;
}

const openUser = () => openRecord(usersCollection.id, user.id);
const openPost = () => openRecord(postsCollection.id, post.id);

async function openCollection(id: string | null) {
  const editor = createCollectionEditor(id);
  await editor.open();
  return editor;
}

async function importCollections() {
  const form = createCollectionImportForm();
  const close = form.open();
  await settle();
  const changed = samples.slice(1).map((one) => ({ ...one, listRule: null }));
  await form.loadFile(new File([JSON.stringify(changed)], 'pb_schema.json'));
  await form.review();
  await form.send();
  close();
}

const posts = `collections/${postsCollection.id}`;
const users = `collections/${usersCollection.id}`;
const backupOptions = () => createBackupOptions({ onSaved: () => {} }).settings;

type Begin = () => Promise<unknown>;

/** Each act of a screen: its question, the verb of its button, what it sends, and how it begins. */
const acts: Array<[what: string, verb: string, sends: string, begin: Begin]> = [
  ...(
    [
      ['application settings', createApplicationForm, 'meta.appName', 'Other'],
      ['backups options', backupOptions, 'backups.s3.bucket', 'other'],
      ['logs settings', createLogsSettings, 'logs.maxDays', '7'],
    ] as Array<[string, () => SettingsForm, string, string]>
  ).map(([what, create, path, value]): (typeof acts)[number] => [
    `save the ${what}`,
    'save',
    'PATCH settings',
    () => settingsSave(create(), path, value),
  ]),
  [
    'save the provider Google',
    'save',
    'PATCH settings',
    async () => {
      const { settings, at } = createProviderForm('google', () => {});
      await settings.load();
      settings.set(at('clientId'), 'a');
      settings.set(at('clientSecret'), 'b');
      return settings.save();
    },
  ],
  [
    'generate a client secret',
    'generate',
    'POST settings/apple/generate-client-secret',
    async () => {
      const form = createAppleSecret('com.example', () => {});
      const key = { teamId: '0123456789', keyId: '0123456789', privateKey: 'key' };
      for (const [name, value] of Object.entries(key)) form.set(name as 'teamId', value);
      return form.submit();
    },
  ],
  [
    'send a test email to a@example.com',
    'send',
    'POST settings/test/email',
    async () => {
      const form = createTestMail();
      form.set('email', ' a@example.com ');
      return form.submit();
    },
  ],
  ['test the S3 storage of backups', 'test', 'POST settings/test/s3', () => createS3Check('backups').run()],
  [
    'create the admin b@example.com',
    'create',
    'POST admins',
    () => adminSave(null, { email: 'b@example.com', password: '1234567890', passwordConfirm: '1234567890' }),
  ],
  [
    'save the admin other@example.com',
    'save',
    `PATCH admins/${other.id}`,
    () => adminSave(other.id, { email: 'b@example.com' }),
  ],
  [
    'delete the admin other@example.com',
    'delete',
    `DELETE admins/${other.id}`,
    async () => {
      const form = createAdminForm(other.id);
      await form.load();
      return form.remove();
    },
  ],
  ['make a backup', 'make it', 'POST backups', () => createNewBackup(() => {}).start()],
  [
    'upload the backup mine.zip',
    'upload',
    'POST backups/upload',
    () => backupUpload.upload(new File(['a'], 'mine.zip')),
  ],
  [
    'delete the backup old.zip',
    'delete',
    'DELETE backups/old.zip',
    () => createBackupList().remove(backup.key),
  ],
  [
    'restore the backup old.zip',
    'restore',
    'POST backups/old.zip/restore',
    () => createRestoreBackup(backup, { reload: () => {}, wait: async () => {} }).restore(),
  ],
  ['import 1 collection and delete 1 collection', 'import', 'PUT collections/import', importCollections],
  [
    'create a collection',
    'create',
    'POST collections',
    async () => {
      const editor = await openCollection(null);
      editor.edit('name', ({ rename }) => rename('news'));
      editor.editFields('schema', ({ add }) => add('text'));
      return editor.save();
    },
  ],
  [
    'delete the collection posts',
    'delete',
    `DELETE ${posts}`,
    async () => (await openCollection(postsCollection.id)).remove(),
  ],
  [
    'save a record of posts',
    'save',
    `PATCH ${posts}/records/${post.id}`,
    async () => {
      const editor = await openPost();
      editor.set('title', 'Other');
      return editor.save();
    },
  ],
  [
    'save a record of posts and delete 2 files',
    'save',
    `PATCH ${posts}/records/${post.id}`,
    async () => {
      const editor = await openPost();
      for (const name of post.pictures) editor.removeFile('pictures', name);
      return editor.save();
    },
  ],
  [
    'delete a record of posts',
    'delete',
    `DELETE ${posts}/records/${post.id}`,
    async () => (await openPost()).remove(),
  ],
  [
    'delete 1 record',
    'delete',
    `DELETE ${posts}/records/${post.id}`,
    () => createBulkDelete().run(postsCollection as never, [post.id]),
  ],
  [
    'unlink the Google provider of a user',
    'unlink',
    `DELETE ${users}/records/${user.id}/external-auths/google`,
    async () => (await openUser()).links.unlink(google, 'Google'),
  ],
  [
    'send a verification email to ada@example.com',
    'send',
    `POST ${users}/request-verification`,
    async () => (await openUser()).sendVerification(),
  ],
  [
    'send a password reset email to ada@example.com',
    'send',
    `POST ${users}/request-password-reset`,
    async () => (await openUser()).sendPasswordReset(),
  ],
];

const writes = () =>
  backend.calls
    .map(({ method, path }) => [method, path.replace('/api/', '')] as const)
    .filter(([method, path]) => mayChangeData(method, path))
    .map((call) => call.join(' '));

/** A question whose Yes also unlocks. */
const unlocking = () => confirm.state.question !== null && confirm.unlocks(confirm.state.question);

/** Begins the act, and answers questions with Yes, until it ends or the lock is asked about. */
async function reach(begin: Begin): Promise<{ end: Promise<unknown> }> {
  let isOver = false;
  const end = begin().finally(() => {
    isOver = true;
  });
  while (!isOver && !writeLock.state.question && !unlocking()) {
    await settle();
    if (confirm.state.question && !confirm.state.question.isBusy && !unlocking()) void confirm.yes();
  }
  return { end };
}

for (const [what, verb, sends, begin] of acts) {
  test(`asks to ${what}, and sends nothing before the answer`, async () => {
    const refused = await reach(begin);
    // A delete asks once, for itself and the lock.
    const isOne = unlocking();
    if (isOne) confirm.no();
    else {
      assert.equal(writeLock.state.question, { what, verb });
      writeLock.stayLocked();
    }
    await refused.end;
    assert.equal(writes(), []);
    assert.is(writeLock.state.question, null);
    assert.equal(
      toasts.state.items.map(({ message }) => message),
      [],
    );
    const confirmed = await reach(begin);
    assert.equal(writes(), []);
    if (isOne) void confirm.yes();
    else writeLock.unlock();
    await reach(() => confirmed.end);
    assert.equal(writes(), [sends]);
  });
}

test.run();
