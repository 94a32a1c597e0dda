// The tokens of real servers: the duration of each kind as saved, and the tokens that a new secret
// invalidates.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiError } from '../../ui/api/ApiError';
import * as adminSession from '../../ui/api/adminSession';
import * as admins from '../../ui/api/admins';
import * as confirmations from '../../ui/api/confirmations';
import { fileAddress, requestToken } from '../../ui/api/files';
import * as api from '../../ui/api/settings';
import type { Collection } from '../../ui/model/collection';
import { claimsOf } from '../../ui/model/token';
import { tokenGroups } from '../../ui/screens/settings/tokensForm';
import { type Account, type AccountMails, accountMails, type MailKind } from '../support/accountMails';
import {
  type ConnectedClient,
  connectClient,
  createCollection,
  createRecord,
  field,
  formOf,
  sharedBackend,
} from '../support/realBackend';
import { backends } from '../support/server';
import { askServer } from '../support/walk';

const users = { id: '_pb_users_auth_' };
const password = 'a long password';
/** In seconds; long enough that none expires during the tests. */
const lives = {
  recordAuthToken: 1001,
  recordVerificationToken: 1102,
  recordPasswordResetToken: 1203,
  recordEmailChangeToken: 1304,
  recordFileToken: 1405,
  adminAuthToken: 1506,
  adminPasswordResetToken: 1607,
  adminFileToken: 1708,
} as const;
const newest = backends('contract').at(-1)?.name;

type Tokens = Record<keyof typeof lives, string>;

for (const { name, binary } of backends('contract')) {
  const server = sharedBackend(binary);
  let begun: Promise<void> | null = null;
  let client: ConnectedClient;
  let mails: AccountMails;
  let notes: Collection;
  /** A protected file. */
  let file: { collectionId: string; recordId: string; name: string };
  let made = 0;

  async function signIn(): Promise<void> {
    const { url, admin } = await server.backend();
    client = connectClient(url);
    client.token = (await adminSession.signIn(admin?.email ?? '', admin?.password ?? '')).token;
  }

  async function begin(): Promise<void> {
    mails = await accountMails(await server.backend());
    notes = await createCollection({
      name: 'notes',
      schema: [field('text', 'title'), field('file', 'file', { protected: true })],
      listRule: '@request.auth.id != "" || title = "for all"',
      viewRule: '@request.auth.id != ""',
    });
    await createRecord(notes, { title: 'for all' });
    const record = await createRecord(notes, formOf({ file: new File(['secret'], 'a.txt') }));
    const stored = (record as { file?: unknown }).file;
    file = { collectionId: notes.id, recordId: record.id, name: String(stored) };
  }

  function scene(sentence: string, act: () => Promise<void>): void {
    test(`${name}: ${sentence}`, async () => {
      await signIn();
      begun ??= begin();
      await begun;
      await act();
    });
  }

  test.after(() => Promise.all([mails?.stop(), server.stop()]).then(() => {}));

  const ask = async (path: string, token: string, method = 'POST') =>
    askServer(await server.backend(), path, { method, token });

  /** Creates a user without mails: a second mail within two minutes is not sent. */
  async function newUser(): Promise<Account> {
    made += 1;
    const email = `user${made}@example.com`;
    const { id } = await createRecord(users, { email, password, passwordConfirm: password });
    return { id, email, password };
  }

  const mailed = async (kind: MailKind, user?: Account) =>
    (await mails.send(kind, user ?? (await newUser()))).token;

  async function mailedToAdmin(): Promise<string> {
    made += 1;
    const { id, email } = await admins.create({
      email: `admin${made}@example.com`,
      password,
      passwordConfirm: password,
    });
    const { body } = await mails.mailAfter(() => adminSession.requestPasswordReset(email), `admins/${id}`);
    return /confirm-password-reset\/([\w.-]+)/.exec(body)?.[1] ?? '';
  }

  /** Issues one token of each kind, as the server does for people. */
  async function issueTokens(): Promise<Tokens> {
    const user = await newUser();
    const auth = (await mails.signIn(user)).token;
    return {
      recordAuthToken: auth,
      recordFileToken: (await ask('files/token', auth)).json.token,
      recordVerificationToken: await mailed('verification', user),
      recordPasswordResetToken: await mailed('password-reset'),
      recordEmailChangeToken: await mailed('email-change'),
      adminAuthToken: (await adminSession.refresh()).token,
      adminPasswordResetToken: await mailedToAdmin(),
      adminFileToken: await requestToken(),
    };
  }

  const statusOf = (call: Promise<void>) =>
    call.then(
      () => 204,
      (error: ApiError) => `${error.status} ${Object.keys(error.fields)}`,
    );
  const statusOfFile = async (token: string) => (await fetch(fileAddress({ ...file, token }))).status;

  /** Returns the server's response to each; this uses up a token of a mail. */
  async function useTokens(tokens: Tokens): Promise<Record<keyof Tokens, string | number>> {
    const another = 'another one';
    const passwords = { password: another, passwordConfirm: another };
    const { recordVerificationToken, recordPasswordResetToken: token } = tokens;
    const { recordEmailChangeToken, adminPasswordResetToken } = tokens;
    const { confirmVerification, confirmPasswordReset, confirmEmailChange } = confirmations;
    return {
      recordAuthToken: (await ask('collections/users/auth-refresh', tokens.recordAuthToken)).status,
      recordFileToken: await statusOfFile(tokens.recordFileToken),
      recordVerificationToken: await statusOf(confirmVerification(users.id, recordVerificationToken)),
      recordPasswordResetToken: await statusOf(confirmPasswordReset(users.id, { token, ...passwords })),
      recordEmailChangeToken: await statusOf(confirmEmailChange(users.id, recordEmailChangeToken, password)),
      adminAuthToken: (await ask('admins/auth-refresh', tokens.adminAuthToken)).status,
      adminPasswordResetToken: await statusOf(
        adminSession.confirmPasswordReset(adminPasswordResetToken, another, another),
      ),
      adminFileToken: await statusOfFile(tokens.adminFileToken),
    };
  }

  const titlesFor = async (token: string) =>
    (await ask('collections/notes/records', token, 'GET')).json.items.length;

  /** Stores new secrets for these kinds of tokens. */
  function renew(keys: readonly string[]) {
    made += 1;
    const secret = `secret ${made} `.padEnd(50, 'x');
    return api.update('tokens', Object.fromEntries(keys.map((key) => [key, { secret }])));
  }

  scene('each kind of token works for as long as was saved', async () => {
    const sent = Object.entries(lives).map(([key, duration]) => [key, { duration }]);
    await api.update('tokens', Object.fromEntries(sent));
    const startedAt = Date.now();
    const tokens = await issueTokens();
    for (const [key, token] of Object.entries(tokens)) {
      const bornAt = ((claimsOf(token)?.exp ?? 0) - lives[key as keyof Tokens]) * 1000;
      assert.ok(bornAt >= startedAt - 1000 && bornAt <= Date.now() + 1000, `${key}: born at ${bornAt}`);
    }
    assert.equal(
      Object.keys(tokens).sort(),
      tokenGroups.flatMap((group) => Object.keys(group.tokens)).sort(),
    );
    assert.equal(await useTokens(tokens), {
      recordAuthToken: 200,
      recordFileToken: 200,
      recordVerificationToken: 204,
      recordPasswordResetToken: 204,
      recordEmailChangeToken: 204,
      adminAuthToken: 200,
      adminPasswordResetToken: 204,
      adminFileToken: 200,
    });
  });

  scene('a new secret signs out the users or the admins, and not the others', async () => {
    const { token: first } = await mails.signIn(await newUser());
    assert.is(await titlesFor(first), 2);
    await renew(['recordAuthToken']);
    assert.is((await ask('collections/users/auth-refresh', first)).status, 401);
    assert.is(await titlesFor(first), 1, 'as guests see');
    assert.is((await ask('admins/auth-refresh', client.token)).status, 200);

    const { token: second } = await mails.signIn(await newUser());
    await renew(['adminAuthToken']);
    assert.is((await ask('admins/auth-refresh', client.token)).status, 401);
    assert.is((await ask('settings', client.token, 'GET')).status, 401);
    assert.is((await ask('collections/users/auth-refresh', second)).status, 200);
  });

  if (name === newest)
    scene('a new secret for every kind invalidates all earlier tokens', async () => {
      const old = await issueTokens();
      await renew(Object.keys(old));
      assert.equal(await useTokens(old), {
        recordAuthToken: 401,
        recordFileToken: 403,
        recordVerificationToken: '400 token',
        recordPasswordResetToken: '400 token',
        recordEmailChangeToken: '400 password,token',
        adminAuthToken: 401,
        adminPasswordResetToken: '400 token',
        adminFileToken: 403,
      });
    });
}

test.run();
