import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as accounts from '../../ui/backend/accounts';
import { request } from '../../ui/backend/client';
import { claimsOf } from '../../ui/model/token';
import {
  type AccountMails,
  accountMails,
  type MailedLink,
  type MailKind,
  waitUntilExpired,
} from '../support/accountMails';
import { createCollection, failureOf, field, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';

const appUrl = 'https://panel.example.com/sub';
const kinds: readonly MailKind[] = ['verification', 'password-reset', 'email-change'];
const usersId = '_pb_users_auth_';
const invalidToken = { code: 'validation_invalid_token', message: 'Invalid or expired token.' };
const wrongPassword = {
  code: 'validation_invalid_password',
  message: 'Missing or invalid auth record password.',
};

const resetTo = (token: string, password: string, passwordConfirm = password) =>
  accounts.confirmPasswordReset(usersId, { token, password, passwordConfirm });

/** Uses up the token of any kind. */
const spend: Readonly<Record<MailKind, (token: string, collectionId?: string) => Promise<void>>> = {
  verification: (token, id = usersId) => accounts.confirmVerification(id, token),
  'password-reset': (token, id = usersId) =>
    accounts.confirmPasswordReset(id, {
      token,
      password: 'new password',
      passwordConfirm: 'new password',
    }),
  'email-change': (token, id = usersId) => accounts.confirmEmailChange(id, token, 'password of nobody'),
};

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary);
  let started: AccountMails | null = null;
  const shortLived: Partial<Record<MailKind, MailedLink>> = {};

  /** An admin stays signed in: the calls must neither use the session nor end it. */
  function scene(sentence: string, act: (mails: AccountMails) => Promise<void>): void {
    test(`${name}: ${sentence}`, async () => {
      const client = await server.connect();
      started ??= await accountMails(await server.backend(), appUrl);
      await act(started);
      assert.equal([client.unauthorized, client.forbidden, client.unreachable], [0, 0, 0]);
    });
  }

  for (const kind of kinds) {
    scene(
      `the mail for ${kind} links to our page, and its token names user and collection`,
      async (mails) => {
        const account = await mails.createAccount(`link-${kind}`);
        const { link, token, to } = await mails.send(kind, account);
        const newEmail = kind === 'email-change' ? `new-${account.email}` : undefined;
        assert.is(link, `${appUrl}/_/#/auth/confirm-${kind}/${token}`);
        assert.equal(to, [newEmail ?? account.email]);
        const { collectionId, id, email, newEmail: claimed } = claimsOf(token) ?? {};
        assert.equal([collectionId, id, email, claimed], [usersId, account.id, account.email, newEmail]);
        // It expires during the tests below; the last one needs it.
        shortLived[kind] = await mails.sendShortLived(kind, await mails.createAccount(`short-${kind}`));
      },
    );
  }

  scene('the link verifies an address repeatedly until the password changes', async (mails) => {
    const ada = await mails.createAccount('ada');
    const { token } = await mails.send('verification', ada);
    const reset = await mails.send('password-reset', ada);
    assert.is((await mails.signIn(ada)).record.verified, false);
    await accounts.confirmVerification(usersId, token);
    assert.is((await mails.signIn(ada)).record.verified, true);

    await accounts.confirmVerification(usersId, token);

    await resetTo(reset.token, 'new password');
    const late = await failureOf(accounts.confirmVerification(usersId, token));
    assert.equal([late.status, late.fields], [400, { token: invalidToken }]);
  });

  scene('the link resets a password once, which also verifies the address', async (mails) => {
    const bob = await mails.createAccount('bob');
    const { token } = await mails.send('password-reset', bob);

    const short = await failureOf(resetTo(token, 'short', 'another'));
    assert.is(short.status, 400);
    assert.is(short.fields['password']?.message, 'The length must be between 8 and 100.');
    assert.is(short.fields['passwordConfirm']?.message, "Values don't match.");

    await resetTo(token, 'new password');
    await assertRefused(mails.signIn(bob));
    const { record } = await mails.signIn({ ...bob, password: 'new password' });
    assert.is(record.verified, true);

    assert.equal((await failureOf(resetTo(token, 'third password'))).fields, { token: invalidToken });
    await mails.signIn({ ...bob, password: 'new password' });
  });

  scene('the link and the password change an address once', async (mails) => {
    const eve = await mails.createAccount('eve');
    const { token } = await mails.send('email-change', eve, { newEmail: 'eve@example.org' });
    const other = await mails.send('email-change', eve, { newEmail: 'eve@example.net' });

    const wrong = await failureOf(accounts.confirmEmailChange(usersId, token, 'wrong'));
    assert.is(wrong.status, 400);
    assert.equal(wrong.fields, { password: wrongPassword });

    await accounts.confirmEmailChange(usersId, token, eve.password);
    await assertRefused(mails.signIn(eve));
    const { record } = await mails.signIn({ ...eve, email: 'eve@example.org' });
    assert.is(record.email, 'eve@example.org');

    // With a used token the server reports the correct password as wrong, too.
    const used = await failureOf(accounts.confirmEmailChange(usersId, token, eve.password));
    assert.equal(used.fields['password'], wrongPassword);
    assert.equal(used.fields['token'], {
      code: 'validation_existing_token_email',
      message: 'The new email address is already registered: eve@example.org.',
    });
    const late = await failureOf(accounts.confirmEmailChange(usersId, other.token, eve.password));
    assert.equal(late.fields, { password: wrongPassword, token: invalidToken });

    // Someone else has taken the address meanwhile.
    const slow = await mails.createAccount('slow');
    const wanted = await mails.send('email-change', slow, { newEmail: 'wanted@example.com' });
    await mails.createAccount('wanted');
    const taken = await failureOf(accounts.confirmEmailChange(usersId, wanted.token, slow.password));
    assert.is(
      taken.fields['token']?.message,
      'The new email address is already registered: wanted@example.com.',
    );
  });

  for (const kind of kinds) {
    scene(
      `${kind} accepts no token of another kind or collection, nor a garbled or an expired one`,
      async (mails) => {
        const refused = async (token: string, collectionId = usersId) => {
          const { status, fields } = await failureOf(spend[kind](token, collectionId));
          return [status, fields['token'] ? 'token' : 'no field'];
        };
        const account = await mails.createAccount(`foreign-${kind}`);
        const { token } = await mails.send(kind, account);
        const words = [`${token.slice(0, -3)}abc`, 'garbage', ''];
        for (const other of kinds.filter((one) => one !== kind))
          words.push((await mails.send(other, account)).token);
        for (const word of words) assert.equal(await refused(word), [400, 'token'], word);
        const name = kind.replace('-', '_');
        const options = { minPasswordLength: 8 };
        const members = await createCollection({ name: `members_${name}`, type: 'auth', options });
        assert.equal(await refused(token, members.id), [400, 'token']);
        const posts = await createCollection({ name: `posts_${name}`, schema: [field('text', 'title')] });
        assert.equal(await refused(token, posts.id), [400, 'no field']);
        assert.equal(await refused(token, 'nosuchcollection'), [404, 'no field']);
        await request('DELETE', `collections/users/records/${account.id}`);
        assert.equal(await refused(token), [400, 'token']);

        const expired = shortLived[kind]?.token ?? '';
        await waitUntilExpired(expired);
        assert.equal((await failureOf(spend[kind](expired))).fields['token'], invalidToken);
      },
    );
  }

  test.after(async () => {
    await Promise.all([started?.stop(), server.stop()]);
  });
}

/** Our client does not make the users' own calls; they fail with another error. */
async function assertRefused(call: Promise<unknown>): Promise<void> {
  const outcome = await call.then(
    () => 'it ended well',
    (error: Error) => error.message,
  );
  assert.match(outcome, /^400 .*Failed to authenticate/);
}

test.run();
