import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as adminSession from '../../ui/backend/adminSession';
import * as appMeta from '../../ui/backend/appMeta';
import { request } from '../../ui/backend/client';
import * as health from '../../ui/backend/health';
import * as listedRecords from '../../ui/backend/listedRecords';
import { claimsOf, isExpired } from '../../ui/model/token';
import * as session from '../../ui/page/session/session';
import { waitUntilExpired } from '../support/accountMails';
import { connectClient, createCollection, createRecord, failureOf, field } from '../support/realBackend';
import { backends, startBackend, type TestBackend } from '../support/server';
import { type SmtpSink, smtpSink } from '../support/smtpSink';

const first = { email: 'first@example.com', password: 'correct horse', passwordConfirm: 'correct horse' };
const second = { email: 'second@example.com', password: 'battery staple', passwordConfirm: 'battery staple' };
const appUrl = 'https://panel.example.com/sub';
const hostileName = `<img src=x onerror="alert(1)"> & 'Söhne' 😀`;
const linkPattern = /https?:\/\/\S+?\/_\/#\/confirm-password-reset\/([\w-]+\.[\w-]+\.[\w-]+)/;
/** The shortest duration of a token that the server accepts, in seconds. */
const shortestLife = 5;

const patchSettings = (body: object) => request('PATCH', 'settings', { body });

for (const { name, binary } of backends()) {
  let backend: TestBackend;
  let sink: SmtpSink;
  /** The token of the first admin, until a test changes the password. */
  let token = '';
  let shortLived = { auth: '', reset: '' };

  /** Returns the link of the newest mail, and its token. */
  async function linkOfMail(count: number): Promise<{ link: string; token: string; to: readonly string[] }> {
    const mail = (await sink.waitFor(count)).at(-1);
    const [link = '', found = ''] = linkPattern.exec(mail?.body ?? '') ?? [];
    return { link, token: found, to: mail?.to ?? [] };
  }

  test(`${name}: creates only the first admin without a token, and names the errors by field`, async () => {
    [backend, sink] = await Promise.all([startBackend(binary, { admin: false }), smtpSink()]);
    const client = connectClient(backend.url);
    await health.check();
    assert.is(await adminSession.needsFirst(), true);
    const wrong = { email: 'no', password: 'short', passwordConfirm: 'x' };
    const { status, fields } = await failureOf(adminSession.createFirst(wrong));
    assert.equal([status, Object.keys(fields).sort()], [400, ['email', 'password', 'passwordConfirm']]);
    assert.is(fields['password']?.message, 'The length must be between 10 and 72.');
    assert.is(await adminSession.needsFirst(), true, 'neither question creates one');
    assert.is((await adminSession.createFirst(first)).email, first.email);
    assert.is(await adminSession.needsFirst(), false);
    assert.is((await failureOf(adminSession.createFirst(second))).status, 401);
    assert.is(client.unauthorized, 0);
  });

  test(`${name}: a sign-in returns the admin and a token with its expiry`, async () => {
    const client = connectClient(backend.url);
    const answer = await adminSession.signIn(first.email, first.password);
    assert.is(answer.admin.email, first.email);
    const claims = claimsOf(answer.token);
    assert.is(claims?.type, 'admin');
    assert.is(claims?.id, answer.admin.id);
    assert.not.ok(isExpired(claims ?? {}, Date.now()));
    client.token = token = answer.token;
    const renewed = await adminSession.refresh();
    assert.equal(renewed.admin, answer.admin);
    client.token = renewed.token;
    await adminSession.refresh();
  });

  test(`${name}: a wrong e-mail or password cannot sign in, which ends no session`, async () => {
    const client = connectClient(backend.url, token);
    for (const [identity, password, wrong] of [
      [first.email, 'wrong password', []],
      ['nobody@example.com', first.password, []],
      [first.email.toUpperCase(), first.password, []],
      ['nobody', '', ['identity', 'password']],
    ] as const) {
      const { status, message, fields } = await failureOf(adminSession.signIn(identity, password));
      assert.equal([status, Object.keys(fields).sort()], [400, wrong], identity);
      if (wrong.length === 0) assert.is(message, 'Failed to authenticate.');
    }
    assert.is(client.unauthorized, 0);
  });

  test(`${name}: returns the name of the application as written`, async () => {
    connectClient(backend.url, token);
    const smtp = { enabled: true, host: '127.0.0.1', port: sink.port };
    await patchSettings({ meta: { appName: hostileName, appUrl, hideControls: true }, smtp });
    const { meta } = await appMeta.get();
    assert.is(meta.appName, hostileName);
    assert.is(meta.hideControls, true);
  });

  test(`${name}: issues tokens with a short duration`, async () => {
    connectClient(backend.url, token);
    await request('POST', 'admins', { body: second });
    const setLives = (auth: number, reset: number) =>
      patchSettings({ adminAuthToken: { duration: auth }, adminPasswordResetToken: { duration: reset } });
    await setLives(shortestLife, shortestLife);
    const { token: auth } = await adminSession.signIn(second.email, second.password);
    await adminSession.requestPasswordReset(second.email);
    shortLived = { auth, reset: (await linkOfMail(1)).token };
    await setLives(1_209_600, 1800);
    assert.is(claimsOf(shortLived.reset)?.email, second.email);
  });

  test(`${name}: the link of a mail resets a forgotten password once`, async () => {
    const client = connectClient(backend.url);
    await adminSession.requestPasswordReset('nobody@example.com');
    await adminSession.requestPasswordReset(first.email);
    const mail = await linkOfMail(2);
    assert.equal(mail.to, [first.email]);
    assert.is(mail.link, `${appUrl}/_/#/confirm-password-reset/${mail.token}`);
    assert.is(claimsOf(mail.token)?.email, first.email);

    const mismatch = await failureOf(
      adminSession.confirmPasswordReset(mail.token, 'new password', 'another'),
    );
    assert.equal(mismatch.fields, {
      passwordConfirm: { code: 'validation_values_mismatch', message: "Values don't match." },
    });
    await adminSession.confirmPasswordReset(mail.token, 'new password', 'new password');
    const used = await failureOf(
      adminSession.confirmPasswordReset(mail.token, 'new password', 'new password'),
    );
    assert.is(used.status, 400);
    assert.equal(used.fields, {
      token: { code: 'validation_invalid_token', message: 'Invalid or expired token.' },
    });
    assert.is((await failureOf(adminSession.signIn(first.email, first.password))).status, 400);
    token = (await adminSession.signIn(first.email, 'new password')).token;
    assert.is(client.unauthorized, 0);
    assert.is(sink.mails.length, 2);
  });

  test(`${name}: treats a token as a guest's after the password was changed elsewhere`, async () => {
    const client = connectClient(backend.url, token);
    const locked = await createCollection({ name: 'locked', schema: [field('text', 'title')] });
    const own = await createCollection({
      name: 'own',
      schema: [field('text', 'title')],
      listRule: 'title = @request.auth.id',
    });
    for (const collection of [locked, own]) await createRecord(collection, { title: 'x' });
    assert.is((await listedRecords.list(own.id, {})).items.length, 1);

    const mine = await adminSession.signIn(first.email, 'new password');
    session.begin(mine);
    const body = { password: 'third password', passwordConfirm: 'third password' };
    await request('PATCH', `admins/${mine.admin.id}`, { body });

    assert.is((await failureOf(adminSession.refresh())).status, 401);
    assert.is(client.unauthorized, 1);
    // The client confirms the session after the 403.
    assert.ok((await failureOf(listedRecords.list(locked.id, {}))).isAborted);
    assert.is(client.forbidden, 1);
    assert.not.ok(session.isSignedIn());
    assert.equal((await listedRecords.list(own.id, {})).items, []);
  });

  test(`${name}: refuses an expired token, and a reset with an expired or false token at its field`, async () => {
    await waitUntilExpired(shortLived.auth);
    await waitUntilExpired(shortLived.reset);
    connectClient(backend.url, shortLived.auth);
    assert.is((await failureOf(adminSession.refresh())).status, 401);
    const foreign = 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImZpcnN0QGV4YW1wbGUuY29tIn0.c2lnbmF0dXJl';
    for (const text of [shortLived.reset, '', 'garbage', foreign]) {
      const reset = adminSession.confirmPasswordReset(text, 'new password', 'new password');
      const { status, fields } = await failureOf(reset);
      assert.equal([status, Object.keys(fields)], [400, ['token']], text);
    }
  });

  test.after(async () => {
    await Promise.all([backend?.stop(), sink?.stop()]);
  });
}

test.run();
