// The accounts of admins on real servers: their list, refused values, and what a new password ends.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as adminSession from '../../ui/backend/adminSession';
import * as admins from '../../ui/backend/admins';
import type { Admin } from '../../ui/model/admin';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import { createAdminForm } from '../../ui/settings/admins/adminForm';
import { adminsQueryOf, listCallOf } from '../../ui/settings/admins/adminList';
import { type ConnectedClient, connectClient, failureOf } from '../support/realBackend';
import { backends, startBackend, type TestBackend } from '../support/server';
import { askServer } from '../support/walk';

const password = 'a long password';
const messages = (errors: Readonly<Record<string, { message: string }>>) =>
  Object.fromEntries(Object.entries(errors).map(([key, { message }]) => [key, message]));

async function openForm(id: string) {
  const form = createAdminForm(id);
  await form.load();
  assert.is(form.state.status, 'ready');
  return form;
}

for (const { name, binary } of backends()) {
  let backend: TestBackend;
  let client: ConnectedClient;
  let made: Admin[] = [];

  const add = (email: string, avatar = 0) =>
    admins.create({ email, avatar, password, passwordConfirm: password });

  /** Signs in like the page: the client sends the token of the session. */
  async function signIn(email: string, secret: string): Promise<void> {
    session.begin(await adminSession.signIn(email, secret));
    client = connectClient(backend.url);
    Object.defineProperty(client, 'token', { get: session.token });
  }

  const findAdmins = (address: Record<string, string>) => admins.listAll(listCallOf(adminsQueryOf(address)));
  const findEmails = async (address: Record<string, string>) =>
    (await findAdmins(address)).map(({ email }) => email);

  test(`${name}: creates some admins`, async () => {
    backend = await startBackend(binary);
    client = connectClient(backend.url);
    const { email = '', password: secret = '' } = backend.admin ?? {};
    await signIn(email, secret);
    made = [];
    for (const [at, mail] of ['b@example.com', 'c@other.example', "o'hara+50%@example.com"].entries()) {
      made.push(await add(mail, at));
    }
  });
  test.after.each(() => toasts.closeAll());
  test.after(async () => {
    // The timer of the session would keep the process alive.
    session.end();
    await backend?.stop();
  });

  const all = ["o'hara+50%@example.com", 'c@other.example', 'b@example.com', 'admin@example.com'];
  for (const [address, emails] of [
    [{}, all],
    [{ sort: '+created' }, [...all].reverse()],
    [{ sort: '+email' }, [...all].sort()],
    [{ sort: '-email' }, [...all].sort().reverse()],
    [{ sort: '-avatar' }, all],
    [{ filter: 'other' }, ['c@other.example']],
    [{ filter: '50%' }, ["o'hara+50%@example.com"]],
    [{ filter: "o'hara" }, ["o'hara+50%@example.com"]],
    [{ filter: '_@example' }, []],
    [{ filter: 'email = "b@example.com"' }, ['b@example.com']],
    [
      { filter: 'created > "2022-01-01" && email ~ "example.com"', sort: '+email' },
      ['admin@example.com', 'b@example.com', "o'hara+50%@example.com"],
    ],
    [{ filter: 'nobody' }, []],
  ] as const) {
    test(`${name}: ${JSON.stringify(address)} finds ${emails.length}`, async () => {
      assert.equal(await findEmails(address), emails);
    });
  }

  test(`${name}: finds an id and a day as terms, and sorts by every column`, async () => {
    const [first] = made;
    assert.equal(await findEmails({ filter: first?.id.slice(2, 12) ?? '' }), ['b@example.com']);
    // The first admin is older than this file, and a run may go past midnight.
    const day = first?.created?.slice(0, 10) ?? 'none';
    const { items } = (await askServer(backend, 'admins')).json as { items: Admin[] };
    const ofDay = items.filter(({ created = '' }) => created.startsWith(day)).map(({ email }) => email);
    assert.ok(ofDay.includes('b@example.com'));
    assert.equal((await findEmails({ filter: day })).sort(), ofDay.sort());
    for (const field of ['id', 'email', 'created', 'updated']) {
      for (const sign of ['-', '+']) assert.is((await findEmails({ sort: sign + field })).length, 4);
    }
  });

  for (const [what, values, wrong] of [
    ['no address', { email: 'nobody' }, { email: 'Must be a valid email address.' }],
    ['one that is taken', { email: 'b@example.com' }, { email: 'Admin email already exists.' }],
    ['a short password', { password: 'short' }, { password: 'The length must be between 10 and 72.' }],
    ['no such picture', { avatar: 10 }, { avatar: 'Must be no greater than 9.' }],
  ] as const) {
    test(`${name}: refuses ${what} at its field, for a new and an existing admin`, async () => {
      const given = { email: 'wrong@example.com', avatar: 0, password, ...values };
      const body = { ...given, passwordConfirm: given.password };
      const found = [
        await failureOf(admins.create(body)),
        await failureOf(admins.update(made[1]?.id ?? '', body)),
      ];
      for (const { fields } of found) assert.equal(messages(fields), wrong);
      assert.equal(await findEmails({ filter: 'wrong' }), []);
    });
  }

  test(`${name}: the token survives a new own e-mail; with a new password the session gets another`, async () => {
    const old = session.token();
    const form = await openForm(session.state.admin?.id ?? '');
    form.set('email', 'me@example.com');
    assert.ok(await form.save());
    assert.equal([session.state.admin?.email, session.token()], ['me@example.com', old]);
    assert.is((await adminSession.refresh()).admin.email, 'me@example.com');
    form.showPassword(true);
    form.setPasswords('another password');
    assert.ok(await form.save());
    assert.is.not(session.token(), old);
    assert.is((await adminSession.refresh()).admin.email, 'me@example.com');
    assert.is(client.unauthorized, 0);

    client = connectClient(backend.url, old);
    assert.is((await failureOf(adminSession.refresh())).status, 401);
    assert.is((await failureOf(adminSession.signIn('me@example.com', '1234567890'))).status, 400);
    await signIn('me@example.com', 'another password');
  });

  test(`${name}: deletes the own account, which ends its token, but not the last admin`, async () => {
    const own = session.state.admin?.id ?? '';
    const [keeper, ...rest] = (await admins.listAll({})).filter(({ id }) => id !== own);
    for (const { id } of [...rest, { id: own }]) await admins.remove(id);
    assert.is((await failureOf(adminSession.refresh())).status, 401);
    await signIn(keeper?.email ?? '', password);
    assert.is((await failureOf(admins.get(own))).status, 404);
    assert.is((await failureOf(admins.remove(keeper?.id ?? ''))).status, 400);
    assert.is((await admins.get(keeper?.id ?? '')).id, keeper?.id);
  });
}

test.run();
