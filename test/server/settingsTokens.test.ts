// The tokens of real servers: how long each kind holds as it was saved, and what a new secret makes void.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiError } from '../../ui/api/ApiError';
import * as accounts from '../../ui/api/accounts';
import * as adminAccounts from '../../ui/api/adminAccounts';
import * as admins from '../../ui/api/admins';
import { fileAddress, requestToken } from '../../ui/api/files';
import type { Collection } from '../../ui/model/collection';
import { claimsOf } from '../../ui/model/token';
import {
  createTokensForm,
  durationPath,
  isArmed,
  toggleArmed,
  tokenGroups,
} from '../../ui/screens/settings/tokens/tokensForm';
import * as confirm from '../../ui/state/confirm';
import * as session from '../../ui/state/session';
import * as toasts from '../../ui/state/toasts';
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
import { bodiesOf, callsDuring, opened, saveWith, told } from '../support/settingsOnServer';
import { askServer, eventually } from '../support/walk';

const users = { id: '_pb_users_auth_' };
const password = 'a long password';
const saved = 'Successfully saved tokens options.';
const signedOut = 'All admins were signed out. Sign in to continue.';

/** In seconds; long enough for none to run out under the tests. */
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
const newest = backends().at(-1)?.name;

type Tokens = Record<keyof typeof lives, string>;

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary);
  let begun: Promise<void> | null = null;
  let client: ConnectedClient;
  let mails: AccountMails;
  let notes: Collection;
  /** A protected one. */
  let file: { collectionId: string; recordId: string; name: string };
  let made = 0;

  /** The session is that of the page: what ends it there ends it here. */
  async function signIn(): Promise<void> {
    const { url, admin } = await server.backend();
    client = connectClient(url);
    Object.defineProperty(client, 'token', { get: session.token });
    session.adopt(await admins.signIn(admin?.email ?? '', admin?.password ?? ''));
  }

  async function begin(): Promise<void> {
    await signIn();
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
      if (begun && !session.isSignedIn()) await signIn();
      begun ??= begin();
      await begun;
      await act();
    });
  }

  test.after.each(() => toasts.closeAll());
  test.after(async () => {
    session.end();
    await Promise.all([mails?.stop(), server.stop()]);
  });

  const ask = async (path: string, token: string, method = 'POST') =>
    askServer(await server.backend(), path, { method, token });

  /** A user who has got no mail yet: a second one within two minutes is not sent. */
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
    const { id, email } = await adminAccounts.add({
      email: `admin${made}@example.com`,
      password,
      passwordConfirm: password,
    });
    const { body } = await mails.mailAfter(() => admins.requestPasswordReset(email), `admins/${id}`);
    return /confirm-password-reset\/([\w.-]+)/.exec(body)?.[1] ?? '';
  }

  /** One of each kind, each issued as the server does it for people; `watch` is told of each and when it was asked for. */
  async function issueTokens(
    watch: (key: keyof Tokens, token: string, askedAt: number) => void = () => {},
  ): Promise<Tokens> {
    async function issue(key: keyof Tokens, ask: () => Promise<string>): Promise<string> {
      const askedAt = Date.now();
      const token = await ask();
      watch(key, token, askedAt);
      return token;
    }
    const user = await newUser();
    const auth = await issue('recordAuthToken', async () => (await mails.signIn(user)).token);
    return {
      recordAuthToken: auth,
      recordFileToken: await issue(
        'recordFileToken',
        async () => (await ask('files/token', auth)).json.token,
      ),
      recordVerificationToken: await issue('recordVerificationToken', () => mailed('verification', user)),
      recordPasswordResetToken: await issue('recordPasswordResetToken', () => mailed('password-reset')),
      recordEmailChangeToken: await issue('recordEmailChangeToken', () => mailed('email-change')),
      adminAuthToken: await issue('adminAuthToken', async () => (await admins.refresh()).token),
      adminPasswordResetToken: await issue('adminPasswordResetToken', mailedToAdmin),
      adminFileToken: await issue('adminFileToken', requestToken),
    };
  }

  const statusOf = (call: Promise<void>) =>
    call.then(
      () => 204,
      (error: ApiError) => `${error.status} ${Object.keys(error.fields)}`,
    );
  const statusOfFile = async (token: string) => (await fetch(fileAddress({ ...file, token }))).status;

  /** What the server answers to each; a token of a mail is spent by that. */
  async function useTokens(tokens: Tokens): Promise<Record<keyof Tokens, string | number>> {
    const { recordPasswordResetToken: reset, adminPasswordResetToken: adminReset } = tokens;
    const passwords = { password: 'another one', passwordConfirm: 'another one' };
    return {
      recordAuthToken: (await ask('collections/users/auth-refresh', tokens.recordAuthToken)).status,
      recordFileToken: await statusOfFile(tokens.recordFileToken),
      recordVerificationToken: await statusOf(
        accounts.confirmVerification(users.id, tokens.recordVerificationToken),
      ),
      recordPasswordResetToken: await statusOf(
        accounts.confirmPasswordReset(users.id, { token: reset, ...passwords }),
      ),
      recordEmailChangeToken: await statusOf(
        accounts.confirmEmailChange(users.id, tokens.recordEmailChangeToken, password),
      ),
      adminAuthToken: (await ask('admins/auth-refresh', tokens.adminAuthToken)).status,
      adminPasswordResetToken: await statusOf(
        admins.confirmPasswordReset(adminReset, passwords.password, passwords.passwordConfirm),
      ),
      adminFileToken: await statusOfFile(tokens.adminFileToken),
    };
  }

  const titlesFor = async (token: string) =>
    (await ask('collections/notes/records', token, 'GET')).json.items.length;

  /** Has new secrets made for these and saves them; gives what was sent. */
  async function renewSecrets(keys: readonly string[], question: RegExp): Promise<unknown[]> {
    const form = await opened(createTokensForm());
    for (const key of keys) toggleArmed(form, key);
    const calls = await callsDuring(async () => {
      const saving = form.save();
      await eventually(() => confirm.state.question !== null, true);
      assert.match(confirm.state.question?.text ?? '', question);
      await confirm.yes();
      assert.ok(await saving);
    });
    for (const key of keys) assert.not(isArmed(form, key));
    return bodiesOf(calls);
  }

  scene('each kind of token works, and holds for as long as was saved', async () => {
    const form = await opened(createTokensForm());
    const typed = Object.entries(lives).map(([key, seconds]) => [durationPath(key), String(seconds)]);
    const calls = await callsDuring(() => saveWith(form, Object.fromEntries(typed)));
    const sent = Object.entries(lives).map(([key, duration]) => [key, { duration }]);
    assert.equal([bodiesOf(calls), told()], [[Object.fromEntries(sent)], [saved]]);

    const tokens = await issueTokens((key, token, askedAt) => {
      const bornAt = ((claimsOf(token)?.exp ?? 0) - lives[key]) * 1000;
      const isRight = bornAt >= askedAt - 1000 && bornAt <= Date.now() + 1000;
      assert.ok(isRight, `${key}: asked for at ${askedAt}, born at ${bornAt}`);
    });
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
    assert.equal([client.unauthorized, session.isSignedIn()], [0, true]);
  });

  scene('a No sends nothing, and the new secret waits to be saved', async () => {
    const form = await opened(createTokensForm());
    toggleArmed(form, 'recordAuthToken');
    const calls = await callsDuring(async () => {
      const saving = form.save();
      await eventually(() => confirm.state.question !== null, true);
      confirm.no();
      assert.not(await saving);
    });
    assert.equal([bodiesOf(calls), told()], [[], []]);
    assert.equal([isArmed(form, 'recordAuthToken'), form.isChanged()], [true, true]);
    toggleArmed(form, 'recordAuthToken');
    assert.not(form.isChanged());
  });

  scene('a new secret for users signs them out and leaves the admins', async () => {
    const { token } = await mails.signIn(await newUser());
    assert.is(await titlesFor(token), 2);
    const [sent] = await renewSecrets(['recordAuthToken'], /^All users .+ signed out/m);
    assert.match(JSON.stringify(sent), /^{"recordAuthToken":{"secret":"\w{50}"}}$/);
    assert.is((await ask('collections/users/auth-refresh', token)).status, 401);
    assert.is(await titlesFor(token), 1, 'what a guest sees');
    assert.is((await admins.refresh()).admin.email, session.state.admin?.email);
    assert.equal([told(), client.unauthorized], [[saved], 0]);
  });

  scene('a new secret for admins ends the session, and leaves the users', async () => {
    const { token } = await mails.signIn(await newUser());
    const old = session.token();
    const [sent] = await renewSecrets(['adminAuthToken'], /^All admins .+ signed out, including you/m);
    assert.match(JSON.stringify(sent), /^{"adminAuthToken":{"secret":"\w{50}"}}$/);
    assert.equal([session.isSignedIn(), told()], [false, [saved, signedOut]]);
    assert.is((await ask('admins/auth-refresh', old)).status, 401);
    assert.is((await ask('settings', old, 'GET')).status, 401);
    assert.is((await ask('collections/users/auth-refresh', token)).status, 200);
    assert.is(client.unauthorized, 0);
  });

  if (name === newest)
    scene('a new secret for every kind makes all that were issued void', async () => {
      const old = await issueTokens();
      const keys = Object.keys(old);
      const [sent] = await renewSecrets(keys, /stop working immediately/);
      assert.equal(Object.keys(sent as object).sort(), keys.sort());
      assert.not(session.isSignedIn());
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
