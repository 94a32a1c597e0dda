// While writes are locked, each act asks in its own words and sends nothing. After the answer it goes on, once.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { configureClient } from '../../ui/api/client';
import { mayChangeData } from '../../ui/api/harmlessCalls';
import { createCollectionEditor } from '../../ui/screens/collection-editor/collectionEditor';
import { createLogsSettings } from '../../ui/screens/logs/logsSettings';
import { createRecordEditor } from '../../ui/screens/record-editor/recordEditor';
import { createPasswordResets } from '../../ui/screens/records/bin/passwordResets';
import { createBulkDelete } from '../../ui/screens/records/bulkDelete';
import { createAdminForm } from '../../ui/screens/settings/admins/adminForm';
import { createApplicationForm } from '../../ui/screens/settings/applicationForm';
import { createAppleSecret } from '../../ui/screens/settings/auth-providers/appleSecret';
import { createProviderForm } from '../../ui/screens/settings/auth-providers/providerForm';
import { createBackupList } from '../../ui/screens/settings/backups/backupList';
import { createBackupOptions } from '../../ui/screens/settings/backups/backupOptions';
import * as backupUpload from '../../ui/screens/settings/backups/backupUpload';
import { createNewBackup } from '../../ui/screens/settings/backups/newBackup';
import { createRestoreBackup } from '../../ui/screens/settings/backups/restoreBackup';
import { createCollectionImportForm } from '../../ui/screens/settings/import-collections/collectionImportForm';
import { createMailForm } from '../../ui/screens/settings/mail/mailForm';
import { createTestMail } from '../../ui/screens/settings/mail/testMail';
import { createS3Check } from '../../ui/screens/settings/s3/s3Check';
import { createStorageForm } from '../../ui/screens/settings/storageForm';
import { createTokensForm } from '../../ui/screens/settings/tokensForm';
import { makeBackup } from '../../ui/state/backups';
import * as collections from '../../ui/state/collections';
import * as confirm from '../../ui/state/confirm';
import * as environment from '../../ui/state/environment/environment';
import * as environmentName from '../../ui/state/environment/environmentName';
import * as writeLock from '../../ui/state/environment/writeLock';
import * as session from '../../ui/state/session';
import type { SettingsForm } from '../../ui/state/settings/settingsForm';
import * as toasts from '../../ui/state/toasts';
import { apiBase, settle } from '../api/connect';
import { type Call, type FakeBackend, fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';
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
} from '../support/samples';

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

/** The stream of the server, which a restore listens to. */
class SilentStream {
  close(): void {}
}
Object.defineProperty(globalThis, 'EventSource', { configurable: true, value: SilentStream });

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
  session.adopt({ token: adminToken(), admin });
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
  environment.adopt(null);
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
  environment.adopt(null);
  resetDom();
});

async function settingsSave<Form extends SettingsForm>(form: Form, path: string, value: unknown) {
  await form.load();
  form.set(path as never, value);
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

const appleKey = { teamId: '0123456789', keyId: '0123456789', privateKey: 'key' };

interface Act {
  begin: () => Promise<unknown>;
  what: string;
  verb: string;
  sends: string;
}

const posts = `collections/${postsCollection.id}`;
const users = `collections/${usersCollection.id}`;

const acts: Readonly<Record<string, Act>> = {
  'the application page': {
    begin: () => settingsSave(createApplicationForm() as never, 'meta.appName', 'Other'),
    what: 'save the application settings',
    verb: 'save',
    sends: 'PATCH settings',
  },
  'the mail page': {
    begin: () => settingsSave(createMailForm() as never, 'meta.senderName', 'Other'),
    what: 'save the mail settings',
    verb: 'save',
    sends: 'PATCH settings',
  },
  'the files storage page': {
    begin: () => settingsSave(createStorageForm().settings as never, 's3.bucket', 'other'),
    what: 'save the files storage settings',
    verb: 'save',
    sends: 'PATCH settings',
  },
  'the token options': {
    begin: () => settingsSave(createTokensForm() as never, 'adminFileToken.duration', '240'),
    what: 'save the token options',
    verb: 'save',
    sends: 'PATCH settings',
  },
  'the backups options': {
    begin: () =>
      settingsSave(
        createBackupOptions({ onSaved: () => {} }).settings as never,
        'backups.s3.bucket',
        'other',
      ),
    what: 'save the backups options',
    verb: 'save',
    sends: 'PATCH settings',
  },
  'a sign-in provider': {
    begin: async () => {
      const { settings, at } = createProviderForm('google', () => {});
      await settings.load();
      settings.set(at('clientId'), 'a');
      settings.set(at('clientSecret'), 'b');
      return settings.save();
    },
    what: 'save the provider Google',
    verb: 'save',
    sends: 'PATCH settings',
  },
  'the logs settings': {
    begin: async () => {
      const form = createLogsSettings();
      await form.load();
      form.set('logs.maxDays', '7');
      return form.save();
    },
    what: 'save the logs settings',
    verb: 'save',
    sends: 'PATCH settings',
  },
  'the secret of Apple': {
    begin: async () => {
      const form = createAppleSecret('com.example', () => {});
      for (const [key, value] of Object.entries(appleKey)) form.set(key as 'teamId', value);
      return form.submit();
    },
    what: 'generate a client secret',
    verb: 'generate',
    sends: 'POST settings/apple/generate-client-secret',
  },
  'a test mail': {
    begin: async () => {
      const form = createTestMail();
      form.set('email', ' a@example.com ');
      return form.submit();
    },
    what: 'send a test email to a@example.com',
    verb: 'send',
    sends: 'POST settings/test/email',
  },
  'a test of the storage': {
    begin: () => createS3Check('backups').run(),
    what: 'test the S3 storage of backups',
    verb: 'test',
    sends: 'POST settings/test/s3',
  },
  'a new admin': {
    begin: () =>
      adminSave(null, {
        email: 'b@example.com',
        password: 'long password',
        passwordConfirm: 'long password',
      }),
    what: 'create the admin b@example.com',
    verb: 'create',
    sends: 'POST admins',
  },
  'a changed admin': {
    begin: () => adminSave(other.id, { email: 'b@example.com' }),
    what: 'save the admin other@example.com',
    verb: 'save',
    sends: `PATCH admins/${other.id}`,
  },
  'a delete of an admin': {
    begin: async () => {
      const form = createAdminForm(other.id);
      await form.load();
      return form.remove();
    },
    what: 'delete the admin other@example.com',
    verb: 'delete',
    sends: `DELETE admins/${other.id}`,
  },
  'a backup': {
    begin: () => createNewBackup(() => {}).start(),
    what: 'make a backup',
    verb: 'make it',
    sends: 'POST backups',
  },
  'a backup before an import': {
    begin: makeBackup,
    what: 'make a backup',
    verb: 'make it',
    sends: 'POST backups',
  },
  'an upload of a backup': {
    begin: () => backupUpload.upload(new File(['a'], 'mine.zip')),
    what: 'upload the backup mine.zip',
    verb: 'upload',
    sends: 'POST backups/upload',
  },
  'a delete of a backup': {
    begin: () => createBackupList().remove(backup.key),
    what: 'delete the backup old.zip',
    verb: 'delete',
    sends: 'DELETE backups/old.zip',
  },
  'a restore': {
    begin: () => createRestoreBackup(backup, { reload: () => {}, wait: async () => {} }).restore(),
    what: 'restore the backup old.zip',
    verb: 'restore',
    sends: 'POST backups/old.zip/restore',
  },
  'an import of collections': {
    begin: importCollections,
    what: 'import 1 collection and delete 1 collection',
    verb: 'import',
    sends: 'PUT collections/import',
  },
  'a new collection': {
    begin: async () => {
      const editor = await openCollection(null);
      editor.edit('name', ({ rename }) => rename('news'));
      editor.editFields('schema', ({ add }) => add('text'));
      return editor.save();
    },
    what: 'create a collection',
    verb: 'create',
    sends: 'POST collections',
  },
  'a delete of a collection': {
    begin: async () => (await openCollection(postsCollection.id)).remove(),
    what: 'delete the collection posts',
    verb: 'delete',
    sends: `DELETE ${posts}`,
  },
  'a changed record': {
    begin: async () => {
      const editor = await openRecord(postsCollection.id, post.id);
      editor.set('title', 'Other');
      return editor.save();
    },
    what: 'save a record of posts',
    verb: 'save',
    sends: `PATCH ${posts}/records/${post.id}`,
  },
  'a delete of files': {
    begin: async () => {
      const editor = await openRecord(postsCollection.id, post.id);
      for (const name of post.pictures) editor.removeFile('pictures', name);
      return editor.save();
    },
    what: 'save a record of posts and delete 2 files',
    verb: 'save',
    sends: `PATCH ${posts}/records/${post.id}`,
  },
  'a delete of a record': {
    begin: async () => (await openRecord(postsCollection.id, post.id)).remove(),
    what: 'delete a record of posts',
    verb: 'delete',
    sends: `DELETE ${posts}/records/${post.id}`,
  },
  'a delete of many records': {
    begin: () => createBulkDelete().run(postsCollection as never, [post.id]),
    what: 'delete 1 record',
    verb: 'delete',
    sends: `DELETE ${posts}/records/${post.id}`,
  },
  'an unlinked provider': {
    begin: async () => (await openUser()).links.unlink(google, 'Google'),
    what: 'unlink the Google provider of a user',
    verb: 'unlink',
    sends: `DELETE ${users}/records/${user.id}/external-auths/google`,
  },
  'a verification mail': {
    begin: async () => (await openUser()).sendVerification(),
    what: 'send a verification email to ada@example.com',
    verb: 'send',
    sends: `POST ${users}/request-verification`,
  },
  'a mail for a new password': {
    begin: async () => (await openUser()).sendPasswordReset(),
    what: 'send a password reset email to ada@example.com',
    verb: 'send',
    sends: `POST ${users}/request-password-reset`,
  },
  'mails for new passwords': {
    begin: () =>
      createPasswordResets().send([{ key: 'a', collectionId: usersCollection.id, email: user.email }]),
    what: 'send 1 email',
    verb: 'send',
    sends: `POST ${users}/request-password-reset`,
  },
};

const writes = () =>
  backend.calls
    .map(({ method, path }) => [method, path.replace('/api/', '')] as const)
    .filter(([method, path]) => mayChangeData(method, path))
    .map((call) => call.join(' '));

/** Begins the act, and answers questions with Yes, until it ends or the lock asks. */
async function reach(begin: Act['begin']): Promise<{ end: Promise<unknown> }> {
  let isOver = false;
  const end = begin().finally(() => {
    isOver = true;
  });
  while (!isOver && !writeLock.state.question) {
    await settle();
    if (confirm.state.question && !confirm.state.question.isBusy) void confirm.yes();
  }
  return { end };
}

for (const [name, { begin, what, verb, sends }] of Object.entries(acts)) {
  test(`${name}: its question, and nothing is sent before the answer`, async () => {
    const refused = await reach(begin);
    assert.equal(writeLock.state.question, { what, verb });
    writeLock.stayLocked();
    await refused.end;
    assert.equal(writes(), []);
    assert.is(writeLock.state.question, null);
    assert.equal(
      toasts.state.items.map(({ message }) => message),
      [],
    );
    const confirmed = await reach(begin);
    assert.equal(writes(), []);
    writeLock.unlock();
    await reach(() => confirmed.end);
    assert.equal(writes(), [sends]);
  });
}

test.run();
