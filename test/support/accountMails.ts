// The mails that a backend sends to its users, and the links in them.
//
//   const mails = await accountMails(backend);
//   const ada = await mails.createAccount('ada');
//   const { link, token } = await mails.send('verification', ada);
//   await mails.stop();

import { claimsOf, isExpired } from '../../ui/model/token';
import { eventually } from './eventually';
import { adminToken, newAdminToken, type TestBackend } from './server';
import { type Mail, smtpSink } from './smtpSink';
import { askServer } from './walk';

export type MailKind = 'verification' | 'password-reset' | 'email-change';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

/** The URL as written in the mail, and what is in it. */
export type MailedLink = Readonly<Record<'link' | 'token', string>> & { readonly to: readonly string[] };

interface SignedIn {
  readonly token: string;
  readonly record: { readonly email: string; readonly verified: boolean };
}

const linkPattern = /https?:\/\/[^\s"<>]+\/([\w-]+\.[\w-]+\.[\w-]+)/;
/** Token lifetimes in seconds, as on a fresh server. */
const usualLives = { verification: 604_800, reset: 1800, change: 1800 };
const shortestLife = 5;

/**
 * Makes the backend send its mails to this sink; their links start with `appUrl`. The users are in the
 * collection `users`.
 */
export async function accountMails(backend: TestBackend, appUrl = backend.url) {
  const sink = await smtpSink();
  const admin = await adminToken(backend);

  async function ask(method: string, path: string, body: object | null, token = ''): Promise<unknown> {
    const { status, json } = await askServer(backend, path, { method, token, ...(body && { body }) });
    if (status >= 400) throw new Error(`${status} of ${path}: ${JSON.stringify(json)}`);
    return json;
  }

  const patchSettings = (body: object) => ask('PATCH', 'settings', body, admin);
  const setLives = ({ verification, reset, change }: typeof usualLives) =>
    patchSettings({
      recordVerificationToken: { duration: verification },
      recordPasswordResetToken: { duration: reset },
      recordEmailChangeToken: { duration: change },
    });

  await patchSettings({ meta: { appUrl }, smtp: { enabled: true, host: '127.0.0.1', port: sink.port } });

  /** Creates a user with their own address, which is not verified yet. */
  async function createAccount(name: string, collection = 'users'): Promise<Account> {
    const account = { email: `${name}@example.com`, password: `password of ${name}` };
    const body = { ...account, passwordConfirm: account.password };
    const { id } = (await ask('POST', `collections/${collection}/records`, body, admin)) as Account;
    return { id, ...account };
  }

  /** Signs the user in, as an application would; throws when the server refuses. */
  async function signIn({ email, password }: Omit<Account, 'id'>): Promise<SignedIn> {
    const body = { identity: email, password };
    return (await ask('POST', 'collections/users/auth-with-password', body)) as SignedIn;
  }

  /**
   * Returns the mail that a request causes. The server stores the time of the mail only after it has sent it.
   * It then overwrites the whole record with older values, which would undo an early confirmation. So wait
   * for it: `account` is the API path of the user or admin. For a change of the address the server stores no
   * time.
   */
  async function mailAfter(request: () => Promise<unknown>, account?: string): Promise<Mail> {
    // A test may have reset the password of the admin. A new token takes half a second.
    const isKept = !account || (await askServer(backend, account, { token: admin })).status < 400;
    const token = isKept ? admin : await newAdminToken(backend);
    const savedAt = async () =>
      account && ((await ask('GET', account, null, token)) as { updated: string }).updated;
    const before = sink.mails.length;
    const wasSavedAt = await savedAt();
    await request();
    const mail = (await sink.waitFor(before + 1))[before];
    if (!mail) throw new Error('No mail has arrived.');
    if (account) await eventually(async () => (await savedAt()) !== wasSavedAt, true, 'the mail is noted');
    return mail;
  }

  /**
   * Requests a mail and reads its link. The server sends no second mail of the first two kinds within two
   * minutes.
   */
  async function send(
    kind: MailKind,
    account: Account,
    { newEmail = `new-${account.email}`, collection = 'users' } = {},
  ): Promise<MailedLink> {
    const path = `collections/${collection}/request-${kind}`;
    // Only the user can request a change of the address.
    const mail =
      kind === 'email-change'
        ? await mailAfter(async () => ask('POST', path, { newEmail }, (await signIn(account)).token))
        : await mailAfter(
            () => ask('POST', path, { email: account.email }),
            `collections/${collection}/records/${account.id}`,
          );
    const [link, token] = linkPattern.exec(mail.body) ?? [];
    if (!link || !token) throw new Error(`The mail has no link with a token: ${mail.body}`);
    return { link, token, to: mail.to };
  }

  return {
    createAccount,
    signIn,
    mailAfter,
    send,
    /** Like `send`; the token expires after five seconds. */
    async sendShortLived(kind: MailKind, account: Account): Promise<MailedLink> {
      await setLives({ verification: shortestLife, reset: shortestLife, change: shortestLife });
      const mailed = await send(kind, account);
      await setLives(usualLives);
      return mailed;
    },
    /** Resolves with all mails once there are that many. */
    arrived: sink.waitFor,
    stop: sink.stop,
  };
}

export type AccountMails = Awaited<ReturnType<typeof accountMails>>;

export async function waitUntilExpired(token: string): Promise<void> {
  await eventually(() => isExpired(claimsOf(token) ?? {}, Date.now()), true);
}
