// Visitors without a session: the first admin, one who signs in, one who forgot the password.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { openPage } from '../support/browser';
import { backends, builtBundle, startBackend, type TestBackend } from '../support/server';
import { type SmtpSink, smtpSink } from '../support/smtpSink';
import { askServer, atHash, eventually, guestPage, hasFocus, signIn, visit, walk } from '../support/walk';

const program = backends().at(-1);
const admin = { email: 'ida@example.com', password: 'correct horse' };
const newPassword = 'battery staple';
const usersByEmail = '#/collections?collectionId=users&sort=-email';

if (program) {
  let backend: TestBackend;
  let sink: SmtpSink | null = null;

  test.beforeAll(async () => {
    backend = await startBackend(program.binary, {
      bundle: true,
      admin: false,
      // The stock program serves this folder without any hook.
      prepare: (dir) => cpSync(builtBundle(), join(dir, 'pb_public/lowline'), { recursive: true }),
    });
  });
  test.afterAll(async () => {
    await sink?.stop();
    await backend?.stop();
  });

  /** Signs in with this password and returns the response. */
  const enter = (password: string) =>
    askServer(backend, 'admins/auth-with-password', {
      method: 'POST',
      body: { identity: admin.email, password },
      token: '',
    });
  /** Creates the first admin, as anyone may: 400 for a wrong body, 401 when there is one. */
  const createFirst = async (body: object = { ...admin, passwordConfirm: admin.password }) =>
    (await askServer(backend, 'admins', { method: 'POST', body, token: '' })).status;
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const installer = (page: Page) =>
    heading(page, 'Create your first admin account in order to continue').waitFor();

  test('on the first run every door leads to the installer, which creates the admin and signs in', () =>
    walk(openPage(`${backend.url}/lowline/`), async ({ page }) => {
      await installer(page);
      assert.is(new URL(page.url()).search, '?installer', 'also without the hook');
      await page.goto(`${backend.url}/_/`);
      await installer(page);
      assert.is(new URL(page.url()).search, '?installer');
      await page.goto(`${backend.url}/_/?installer#/collections`);
      await installer(page);
      await atHash(page, '#/');

      await eventually(() => hasFocus(page.getByLabel('Email')), true, 'the first field has the focus');
      await page.keyboard.type(admin.email);
      await page.getByLabel('Password', { exact: true }).fill(admin.password);
      const confirm = page.getByLabel('Password confirm');
      await confirm.fill('correct hose');
      await page.keyboard.press('Enter');
      await page.getByText("Values don't match.").waitFor();
      await eventually(() => hasFocus(confirm), true, 'the error has the focus');
      assert.is(await createFirst({}), 400, 'no admin was made by what was refused');
      await page.keyboard.press('Control+a');
      await page.keyboard.type(admin.password);
      await page.getByRole('button', { name: 'Create and login' }).click();
      await heading(page, 'users').waitFor();
      assert.match(page.url(), `${backend.url}/_/#/collections?collectionId=_pb_users_auth_`);
      assert.is(await createFirst({}), 401);
      assert.is((await enter(admin.password)).status, 200);
      await page.reload();
      await heading(page, 'users').waitFor();
    }));

  test('a sign-in leads to the wanted URL; a logout leaves nothing, also in the other tab', async () => {
    await createFirst();
    await walk(guestPage(backend, usersByEmail), async ({ page }) => {
      await atHash(page, '#/login');
      await signIn(page, { ...admin, password: 'wrong' });
      await page.getByRole('alert').filter({ hasText: 'Invalid login credentials.' }).waitFor();
      await page.getByLabel('Password', { exact: true }).fill(admin.password);
      await page.keyboard.press('Enter');
      await atHash(page, usersByEmail);
      await heading(page, 'users').waitFor();
      await eventually(() => hasFocus(page.getByRole('main')), true, 'the keyboard goes on there');
      for (const door of ['#/login', '#/request-password-reset']) {
        await visit(page, door);
        await atHash(page, /^#\/collections/);
      }
      const other = await page.context().newPage();
      await other.goto(`${backend.url}/_/${usersByEmail}`);
      await heading(other, 'users').waitFor();

      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await heading(other, 'Admin sign in').waitFor();
      await heading(page, 'Admin sign in').waitFor();
      assert.is(await page.evaluate(() => localStorage.getItem('pb_admin_auth')), null);
      await page.goBack();
      await heading(page, 'Admin sign in').waitFor();
      assert.is(await page.getByRole('navigation', { name: 'Main' }).count(), 0);

      await signIn(page, admin);
      await atHash(other, usersByEmail);
      await heading(other, 'users').waitFor();
    });
  });

  test('the link of the mail resets a forgotten password once', async () => {
    await createFirst();
    sink = await smtpSink();
    const { token } = (await enter(admin.password)).json;
    const smtp = { enabled: true, host: '127.0.0.1', port: sink.port, tls: false };
    const body = { smtp, meta: { appUrl: backend.url } };
    assert.is((await askServer(backend, 'settings', { method: 'PATCH', body, token })).status, 200);

    await walk(guestPage(backend), async ({ page }) => {
      const choose = async (text: string) => {
        await page.getByLabel('New password', { exact: true }).fill(text);
        await page.getByLabel('New password confirm').fill(text);
        await page.keyboard.press('Enter');
      };
      // The page must not reveal whether such an admin exists.
      for (const email of ['nobody@example.com', admin.email]) {
        await page.getByRole('link', { name: 'Forgotten password?' }).click();
        await page.getByLabel('Email').fill(email);
        await page.keyboard.press('Enter');
        await page.getByText(`Check ${email} for the link`).waitFor();
        await page.getByRole('link', { name: 'Back to login' }).click();
      }
      const [mail] = (await sink?.waitFor(1)) ?? [];
      assert.equal(mail?.to, [admin.email]);
      const link = /http\S+confirm-password-reset\/[\w.-]+/.exec(mail?.body ?? '')?.[0] ?? '';
      assert.match(link, `${backend.url}/_/#/confirm-password-reset/`);

      await page.goto(link);
      await page.getByText(`For ${admin.email}`).waitFor();
      await choose(newPassword);
      await heading(page, 'Admin sign in').waitFor();
      assert.is((await enter(admin.password)).status, 400, 'the old password is no longer taken');
      await page.goto(link);
      await choose(admin.password);
      const refused = page.getByRole('main').getByRole('alert');
      await refused.filter({ hasText: 'Invalid or expired token.' }).waitFor();
      assert.is((await enter(admin.password)).status, 400);
      await visit(page, '#/login');
      await signIn(page, { ...admin, password: newPassword });
      await heading(page, 'users').waitFor();
    });
  });
}
