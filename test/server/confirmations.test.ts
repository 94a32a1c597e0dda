import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from '../../ui/api/client';
import * as confirmations from '../../ui/api/confirmations';
import { claimsOf } from '../../ui/model/token';
import {
  createEmailChangeForm,
  createPasswordResetForm,
  createVerification,
} from '../../ui/screens/confirmations/confirmation';
import {
  type AccountMails,
  accountMails,
  type MailedLink,
  type MailKind,
  waitUntilExpired,
} from '../support/accountMails';
import { createCollection, failureOf, field, importCollections, sharedBackend } from '../support/realBackend';
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
  confirmations.confirmPasswordReset(usersId, { token, password, passwordConfirm });

/** Uses up the token of any kind. */
const spend: Readonly<Record<MailKind, (token: string, collectionId?: string) => Promise<void>>> = {
  verification: (token, id = usersId) => confirmations.confirmVerification(id, token),
  'password-reset': (token, id = usersId) =>
    confirmations.confirmPasswordReset(id, {
      token,
      password: 'new password',
      passwordConfirm: 'new password',
    }),
  'email-change': (token, id = usersId) => confirmations.confirmEmailChange(id, token, 'password of nobody'),
};

for (const { name, binary } of backends('contract')) {
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
        const claims = claimsOf(token);
        assert.is(claims?.collectionId, usersId);
        assert.is(claims?.id, account.id);
        assert.is(claims?.email, account.email);
        assert.is(claims?.newEmail, newEmail);
      },
    );

    scene(`sends a mail for ${kind} with a short duration`, async (mails) => {
      shortLived[kind] = await mails.sendShortLived(kind, await mails.createAccount(`short-${kind}`));
    });
  }

  scene('the link verifies an address repeatedly until the password changes', async (mails) => {
    const ada = await mails.createAccount('ada');
    const { token } = await mails.send('verification', ada);
    const reset = await mails.send('password-reset', ada);
    assert.is((await mails.signIn(ada)).record.verified, false);
    await confirmations.confirmVerification(usersId, token);
    assert.is((await mails.signIn(ada)).record.verified, true);

    const again = createVerification(token);
    await again.confirm();
    assert.is(again.state.status, 'done');

    await resetTo(reset.token, 'new password');
    const late = createVerification(token);
    await late.confirm();
    assert.is(late.state.status, 'refused');
    assert.equal((await failureOf(confirmations.confirmVerification(usersId, token))).fields, {
      token: invalidToken,
    });
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
    const form = createPasswordResetForm(token);
    form.set('password', 'third password');
    form.set('passwordConfirm', 'third password');
    assert.is(await form.submit(), false);
    assert.equal(Object.keys(form.state.errors), ['token']);
    await mails.signIn({ ...bob, password: 'new password' });
  });

  scene('the link and the password change an address once', async (mails) => {
    const eve = await mails.createAccount('eve');
    const { token } = await mails.send('email-change', eve, { newEmail: 'eve@example.org' });
    const other = await mails.send('email-change', eve, { newEmail: 'eve@example.net' });

    const wrong = await failureOf(confirmations.confirmEmailChange(usersId, token, 'wrong'));
    assert.is(wrong.status, 400);
    assert.equal(wrong.fields, { password: wrongPassword });

    await confirmations.confirmEmailChange(usersId, token, eve.password);
    await assertRefused(mails.signIn(eve));
    const { record } = await mails.signIn({ ...eve, email: 'eve@example.org' });
    assert.is(record.email, 'eve@example.org');

    // With a used token the server reports the correct password as wrong, too.
    const used = await failureOf(confirmations.confirmEmailChange(usersId, token, eve.password));
    assert.equal(used.fields['password'], wrongPassword);
    assert.equal(used.fields['token'], {
      code: 'validation_existing_token_email',
      message: 'The new email address is already registered: eve@example.org.',
    });
    const late = await failureOf(confirmations.confirmEmailChange(usersId, other.token, eve.password));
    assert.equal(late.fields, { password: wrongPassword, token: invalidToken });

    const form = createEmailChangeForm(other.token);
    form.set('password', eve.password);
    assert.is(await form.submit(), false);
    assert.equal({ ...form.state.errors }, { token: invalidToken });
  });

  scene('does not change to an address that someone else has taken meanwhile', async (mails) => {
    const slow = await mails.createAccount('slow');
    const { token } = await mails.send('email-change', slow, { newEmail: 'wanted@example.com' });
    await mails.createAccount('wanted');
    const form = createEmailChangeForm(token);
    form.set('password', slow.password);
    assert.is(await form.submit(), false);
    assert.is(
      form.state.errors['token']?.message,
      'The new email address is already registered: wanted@example.com.',
    );
  });

  for (const kind of kinds) {
    scene(
      `${kind} accepts no token of another kind, collection or server, nor a garbled one`,
      async (mails) => {
        const word = kind.replace('-', '_');
        const account = await mails.createAccount(`foreign-${kind}`);
        for (const other of kinds.filter((candidate) => candidate !== kind)) {
          const { token } = await mails.send(other, account);
          assert.ok((await failureOf(spend[kind](token))).fields['token'], `${other} for ${kind}`);
        }
        const { token } = await mails.send(kind, account);
        const members = await createCollection({
          name: `members_${word}`,
          type: 'auth',
          options: { minPasswordLength: 8 },
        });
        for (const [text, collectionId] of [
          [token, members.id],
          [`${token.slice(0, -3)}abc`, usersId],
          ['garbage', usersId],
          ['', usersId],
        ] as const) {
          const failure = await failureOf(spend[kind](text, collectionId));
          assert.is(failure.status, 400);
          assert.ok(failure.fields['token'], text);
        }
        const posts = await createCollection({ name: `posts_${word}`, schema: [field('text', 'title')] });
        const unsupported = await failureOf(spend[kind](token, posts.id));
        assert.equal([unsupported.status, unsupported.fields], [400, {}]);
        assert.equal((await failureOf(spend[kind](token, 'nosuchcollection'))).status, 404);

        await request('DELETE', `collections/users/records/${account.id}`);
        assert.ok((await failureOf(spend[kind](token))).fields['token']);
      },
    );
  }

  scene('finds a collection by an id that needs escapes', async (mails) => {
    const id = 'größe_😀';
    await importCollections([
      { id, name: 'odd', type: 'auth', schema: [], options: { minPasswordLength: 8 } },
    ]);
    const { token } = await mails.send('verification', await mails.createAccount('odd', 'odd'), {
      collection: 'odd',
    });
    assert.is(claimsOf(token)?.collectionId, id);
    const verification = createVerification(token);
    await verification.confirm();
    assert.is(verification.state.status, 'done');
  });

  for (const kind of kinds) {
    scene(`refuses an expired token for ${kind}`, async () => {
      const token = shortLived[kind]?.token ?? '';
      assert.is(claimsOf(token)?.collectionId, usersId);
      await waitUntilExpired(token);
      const failure = await failureOf(spend[kind](token));
      assert.is(failure.status, 400);
      assert.equal(failure.fields['token'], invalidToken);
    });
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
