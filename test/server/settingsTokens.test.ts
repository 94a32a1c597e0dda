// A new secret for the tokens of real servers, and whom it signs out.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as adminSession from '../../ui/backend/adminSession';
import * as api from '../../ui/backend/settings';
import { connectClient, createCollection, createRecord, field, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';
import { askServer } from '../support/walk';

const users = { id: '_pb_users_auth_' };
const person = { username: 'ada', password: 'a long password', passwordConfirm: 'a long password' };

for (const { name, binary } of backends('contract')) {
  const server = sharedBackend(binary);
  test.after(server.stop);

  test(`${name}: a new secret signs out the users or the admins, and not the others`, async () => {
    const { url, admin } = await server.backend();
    const client = connectClient(url);
    client.token = (await adminSession.signIn(admin?.email ?? '', admin?.password ?? '')).token;
    const listRule = '@request.auth.id != "" || title = "for all"';
    const notes = await createCollection({ name: 'notes', schema: [field('text', 'title')], listRule });
    for (const title of ['for all', 'for users']) await createRecord(notes, { title });
    await createRecord(users, person);
    const ask = async (path: string, token: string, method = 'POST', body = {}) =>
      askServer(await server.backend(), path, { method, token, ...(method === 'POST' && { body }) });
    const signIn = async () =>
      (await ask('collections/users/auth-with-password', '', 'POST', { identity: 'ada', ...person })).json
        .token;
    const titlesFor = async (token: string) =>
      (await ask('collections/notes/records', token, 'GET')).json.items.length;
    const renew = (key: string) => api.update('tokens', { [key]: { secret: 'x'.repeat(50) } });

    const first = await signIn();
    assert.is(await titlesFor(first), 2);
    await renew('recordAuthToken');
    assert.is((await ask('collections/users/auth-refresh', first)).status, 401);
    assert.is(await titlesFor(first), 1, 'as guests see');
    assert.is((await ask('admins/auth-refresh', client.token)).status, 200);

    const second = await signIn();
    await renew('adminAuthToken');
    assert.is((await ask('admins/auth-refresh', client.token)).status, 401);
    assert.is((await ask('settings', client.token, 'GET')).status, 401);
    assert.is((await ask('collections/users/auth-refresh', second)).status, 200);
  });
}

test.run();
