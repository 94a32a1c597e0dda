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
import type { Collection } from '../../ui/model/collection';
import { claimsOf } from '../../ui/model/token';
import {
  createTokensForm,
  isArmed,
  type TokenKey,
  toggleArmed,
  tokenGroups,
} from '../../ui/screens/settings/tokensForm';
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

  /** The session works as on the page: the same events end it. */
  async function signIn(): Promise<void> {
    const { url, admin } = await server.backend();
    client = connectClient(url);
    Object.defineProperty(client, 'token', { get: session.token });
    session.adopt(await adminSession.signIn(admin?.email ?? '', admin?.password ?? ''));
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

  /**
   * Issues one token of each kind, as the server does for people; calls `watch` with each and its request
   * time.
   */
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
      adminAuthToken: await issue('adminAuthToken', async () => (await adminSession.refresh()).token),
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

  /** Returns the server's response to each; this uses up a token of a mail. */
  async function useTokens(tokens: Tokens): Promise<Record<keyof Tokens, string | number>> {
    const { recordPasswordResetToken: reset, adminPasswordResetToken: adminReset } = tokens;
    const passwords = { password: 'another one', passwordConfirm: 'another one' };
    return {
      recordAuthToken: (await ask('collections/users/auth-refresh', tokens.recordAuthToken)).status,
      recordFileToken: await statusOfFile(tokens.recordFileToken),
      recordVerificationToken: await statusOf(
        confirmations.confirmVerification(users.id, tokens.recordVerificationToken),
      ),
      recordPasswordResetToken: await statusOf(
        confirmations.confirmPasswordReset(users.id, { token: reset, ...passwords }),
      ),
      recordEmailChangeToken: await statusOf(
        confirmations.confirmEmailChange(users.id, tokens.recordEmailChangeToken, password),
      ),
      adminAuthToken: (await ask('admins/auth-refresh', tokens.adminAuthToken)).status,
      adminPasswordResetToken: await statusOf(
        adminSession.confirmPasswordReset(adminReset, passwords.password, passwords.passwordConfirm),
      ),
      adminFileToken: await statusOfFile(tokens.adminFileToken),
    };
  }

  const titlesFor = async (token: string) =>
    (await ask('collections/notes/records', token, 'GET')).json.items.length;

  /** Generates new secrets for these, saves them and returns what was sent. */
  async function renewSecrets(keys: readonly TokenKey[], question: RegExp): Promise<unknown[]> {
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

  scene('each kind of token works for as long as was saved', async () => {
    const form = await opened(createTokensForm());
    const typed = Object.entries(lives).map(([key, seconds]) => [`${key}.duration`, String(seconds)]);
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

  scene('a new secret for users signs them out, but not the admins', async () => {
    const { token } = await mails.signIn(await newUser());
    assert.is(await titlesFor(token), 2);
    const [sent] = await renewSecrets(['recordAuthToken'], /^All users .+ signed out/m);
    assert.match(JSON.stringify(sent), /^{"recordAuthToken":{"secret":"\w{50}"}}$/);
    assert.is((await ask('collections/users/auth-refresh', token)).status, 401);
    assert.is(await titlesFor(token), 1, 'what a guest sees');
    assert.is((await adminSession.refresh()).admin.email, session.state.admin?.email);
    assert.equal([told(), client.unauthorized], [[saved], 0]);
  });

  scene('a new secret for admins ends the session, but not those of users', async () => {
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
    scene('a new secret for every kind invalidates all earlier tokens', async () => {
      const old = await issueTokens();
      const keys = Object.keys(old) as TokenKey[];
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
