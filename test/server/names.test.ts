import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listAll } from '../../ui/backend/collections';
import { collectionNameError, fieldNameError } from '../../ui/model/names';
import { createCollection, field, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';

const fieldNames = [
  ...['title', '1a', '_a', 'select', 'order', 'a-b', 'é', 'a'.repeat(255), 'a'.repeat(256)],
  ...['a_via_b', 'a_VIA_b', 'id', 'ID', 'created', 'Updated', 'expand', 'Expand', 'collectionId'],
  ...['collectionid', 'collectionName', 'null', 'NULL', 'true', 'False', '_rowid_', 'rowid', 'OTHER'],
  ...['username', 'Email', 'emailVisibility', 'VERIFIED', 'tokenKey', 'passwordhash', 'lastResetSentAt'],
  ...['lastVerificationSentAt', 'lastLoginAlertSentAt', 'password', 'Password', 'passwordConfirm'],
  ...['oldPassword', 'oldpassword'],
];
const collectionNames = [
  ...['posts', '1posts', '_posts', 'a b', 'é', 'a'.repeat(255), 'a'.repeat(256), 'a_via_b', 'a_VIA_b'],
  ...['USERS', '_pb_users_auth_', 'sqlite_posts', 'SQLITE_posts', 'select', 'order'],
];

for (const { name: version, binary } of backends('contract')) {
  const server = sharedBackend(binary);
  let made = 0;

  async function isTaken(collection: Parameters<typeof createCollection>[0]): Promise<boolean> {
    return createCollection(collection).then(
      () => true,
      () => false,
    );
  }

  for (const type of ['base', 'auth']) {
    test(`${version}: accepts exactly the names of ${type} fields that we accept`, async () => {
      await server.connect();
      for (const name of fieldNames) {
        made += 1;
        const schema = [field('text', 'other'), field('text', name)];
        const error = fieldNameError(name, { others: ['other'], isAuth: type === 'auth' });
        const taken = await isTaken({ name: `made_${made}`, type, schema });
        assert.is(taken, error === null, `${name.slice(0, 30)}: ${error}`);
      }
    });
  }

  test(`${version}: accepts exactly the names of collections that we accept`, async () => {
    await server.connect();
    await createCollection({
      id: 'abcdefghijklmno',
      name: 'other',
      schema: [field('text', 'a')],
      indexes: ['CREATE INDEX `idx_other` ON `other` (`a`)'],
    });
    const others = await listAll();
    const ids = ['abcdefghijklmno', 'ABCDEFGHIJKLMNO'];
    for (const name of [...collectionNames, ...ids, 'idx_other', 'IDX_other']) {
      const error = collectionNameError(name, others);
      const taken = await isTaken({ name, schema: [field('text', 'a')] });
      assert.is(taken, error === null, `${name.slice(0, 30)}: ${error}`);
    }
  });

  test.after(server.stop);
}

test.run();
