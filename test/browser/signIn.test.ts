// Visitors without a session: the first admin, one who signs in, one who forgot the password.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { openPage } from '../support/browser';
import { backends, builtBundle, startBackend, type TestBackend } from '../support/server';
import { type SmtpSink, smtpSink } from '../support/smtpSink';
import {
  askServer,
  atHash,
  checkPicture,
  eventually,
  guestPage,
  hasFocus,
  signIn,
  visit,
  walk,
} from '../support/walk';

const program = backends().at(-1);
const admin = { email: 'ida@example.com', password: 'correct horse' };
const newPassword = 'battery staple';

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
  /** 400 while anyone may create the first admin, 401 afterwards. */
  const firstAdminStatus = async () =>
    (await askServer(backend, 'admins', { method: 'POST', body: {}, token: '' })).status;
  const password = (page: Page) => page.getByLabel('Password', { exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('pb_admin_auth'));

  test('served without the hook, the sign-in checks for an admin and leads to the installer', () =>
    walk(openPage(`${backend.url}/lowline/`), async ({ page }) => {
      await heading(page, 'Create your first admin account in order to continue').waitFor();
      assert.is(new URL(page.url()).pathname, '/lowline/');
      assert.is(new URL(page.url()).search, '?installer');
    }));

  test('on the first run /_/ leads to the installer, which creates the admin and signs in', () =>
    walk(guestPage(backend), async (opened) => {
      const { page } = opened;
      const confirm = page.getByLabel('Password confirm');
      const submit = page.getByRole('button', { name: 'Create and login' });
      await heading(page, 'Create your first admin account in order to continue').waitFor();
      assert.is(new URL(page.url()).search, '?installer');
      await eventually(() => hasFocus(page.getByLabel('Email')), true, 'the first field has the focus');
      await checkPicture(opened, 'installer');
      await page.goto(`${backend.url}/_/?installer#/collections`);
      await heading(page, 'Create your first admin account in order to continue').waitFor();
      await atHash(page, '#/');

      await page.keyboard.type(admin.email);
      await password(page).pressSequentially('123456789');
      await confirm.pressSequentially('123456789');
      await submit.click();
      await eventually(() => hasFocus(password(page)), true, 'the first error has the focus');
      await page.getByText('The length must be between 10 and 72.').waitFor();
      await checkPicture(opened, 'installer-short');

      await password(page).fill(admin.password);
      await confirm.fill('correct hose');
      await submit.click();
      await eventually(() => confirm.getAttribute('aria-invalid'), 'true');
      const message = page.locator(`[id="${await confirm.getAttribute('aria-describedby')}"]`);
      assert.is(await message.textContent(), "Values don't match.");
      await checkPicture(opened, 'installer-mismatch');
      assert.is(await firstAdminStatus(), 400, 'no admin was made by what was refused');

      await confirm.fill(admin.password);
      assert.is(await confirm.getAttribute('aria-invalid'), null, 'the error goes with the first letter');
      await submit.click();
      await heading(page, 'users').waitFor();
      assert.match(page.url(), `${backend.url}/_/#/collections?collectionId=_pb_users_auth_`);
      assert.is(await firstAdminStatus(), 401);
      assert.is((await enter(admin.password)).status, 200);
      await page.reload();
      await heading(page, 'users').waitFor();
    }));

  test('a logout leaves nothing of the session; a wrong password is refused, the right one accepted', () =>
    walk(guestPage(backend), async (opened) => {
      const { page } = opened;
      await heading(page, 'Admin sign in').waitFor();
      await atHash(page, '#/login');
      await eventually(() => hasFocus(page.getByLabel('Email')), true);
      await checkPicture(opened, 'sign-in');
      await signIn(page, { ...admin, password: 'wrong' });
      await page.getByRole('alert').filter({ hasText: 'Invalid login credentials.' }).waitFor();
      await checkPicture(opened, 'sign-in-wrong');
      await signIn(page, admin);
      await heading(page, 'users').waitFor();
      await eventually(() => page.title(), 'users - Acme - Lowline');

      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await heading(page, 'Admin sign in').waitFor();
      await atHash(page, '#/login');
      assert.is(await storedToken(page), null);
      assert.is(await page.title(), 'Admin sign in - Lowline');
      await page.goBack();
      await heading(page, 'Admin sign in').waitFor();
      assert.is(await page.getByRole('navigation', { name: 'Main' }).count(), 0);
    }));

  test('reports wrong input only on a refusal; any other failure has its own message', () =>
    walk(guestPage(backend), async ({ page, watch }) => {
      watch.expect(/ERR_FAILED/);
      const call = '**/api/admins/auth-with-password';
      const failure = page.getByRole('main').getByRole('alert');
      for (const [status, sentence] of [
        [500, 'Something went wrong while processing your request.'],
        [429, 'Too many requests.'],
        [0, 'The server cannot be reached. Check the connection and try again.'],
      ] as const) {
        await page.route(call, (route) =>
          status === 0
            ? route.abort()
            : route.fulfill({
                status,
                json: { code: status, data: {}, ...(status === 429 && { message: sentence }) },
              }),
        );
        await signIn(page, admin);
        await eventually(() => failure.textContent(), sentence);
        await page.unroute(call);
      }
      await signIn(page, admin);
      await heading(page, 'users').waitFor();
    }));

  test('a prefilled sign-in removes its data from the URL at once', () =>
    walk(
      guestPage(
        backend,
        `#/login?demoEmail=${encodeURIComponent(admin.email)}&demoPassword=${encodeURIComponent(admin.password)}`,
      ),
      async ({ page }) => {
        await atHash(page, '#/login');
        assert.is(await page.getByLabel('Email').inputValue(), admin.email);
        assert.is(await password(page).inputValue(), admin.password);
        await page.getByRole('button', { name: 'Login' }).click();
        await heading(page, 'users').waitFor();
      },
    ));

  test('leads to the wanted URL after signing in; the guest pages redirect then', () =>
    walk(guestPage(backend, '#/collections?collectionId=users&sort=-email'), async ({ page }) => {
      await atHash(page, '#/login');
      await signIn(page, admin);
      await atHash(page, '#/collections?collectionId=users&sort=-email');
      await heading(page, 'users').waitFor();
      await eventually(() => hasFocus(page.getByRole('main')), true, 'the keyboard goes on there');
      for (const door of ['#/login', '#/request-password-reset', '#/confirm-password-reset/x']) {
        await visit(page, door);
        await atHash(page, /^#\/collections/);
        await heading(page, 'users').waitFor();
      }
    }));

  test('a logout in one tab reaches the other, and so does signing in again, at the same place', () =>
    walk(guestPage(backend), async ({ page }) => {
      await signIn(page, admin);
      await heading(page, 'users').waitFor();
      const other = await page.context().newPage();
      await other.goto(`${backend.url}/_/#/collections?collectionId=users&sort=%2Bemail`);
      await heading(other, 'users').waitFor();

      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await heading(other, 'Admin sign in').waitFor();
      await atHash(other, '#/login');

      await signIn(page, admin);
      await atHash(other, '#/collections?collectionId=users&sort=%2Bemail');
      await heading(other, 'users').waitFor();
    }));

  test('the link of the mail resets a forgotten password once', async () => {
    sink = await smtpSink();
    const { token } = (await enter(admin.password)).json;
    const smtp = { enabled: true, host: '127.0.0.1', port: sink.port, tls: false };
    const meta = { appUrl: backend.url };
    const saved = await askServer(backend, 'settings', { method: 'PATCH', body: { smtp, meta }, token });
    assert.is(saved.status, 200);
    let link = '';

    await walk(guestPage(backend), async (opened) => {
      const { page } = opened;
      await page.getByRole('link', { name: 'Forgotten password?' }).click();
      await heading(page, 'Forgotten admin password').waitFor();
      await checkPicture(opened, 'forgotten-password');
      // The page must not reveal whether such an admin exists.
      await page.getByLabel('Email').fill('nobody@example.com');
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByText('Check nobody@example.com for the link').waitFor();

      await page.getByRole('link', { name: 'Back to login' }).click();
      await page.getByRole('link', { name: 'Forgotten password?' }).click();
      await page.getByLabel('Email').fill(admin.email);
      await page.keyboard.press('Enter');
      await page.getByText(`Check ${admin.email} for the link`).waitFor();
      await checkPicture(opened, 'forgotten-password-sent');
      const [mail] = (await sink?.waitFor(1)) ?? [];
      assert.equal(mail?.to, [admin.email]);
      link = /http\S+confirm-password-reset\/[\w.-]+/.exec(mail?.body ?? '')?.[0] ?? '';
      assert.match(link, `${backend.url}/_/#/confirm-password-reset/`);

      await page.goto(link);
      await heading(page, 'Reset your admin password').waitFor();
      await page.getByText(`For ${admin.email}`).waitFor();
      await checkPicture(opened, 'new-password');
      await page.getByLabel('New password', { exact: true }).fill(newPassword);
      await page.getByLabel('New password confirm').fill(newPassword);
      await page.getByRole('button', { name: 'Set new password' }).click();
      await page.getByRole('status').filter({ hasText: 'Successfully set a new admin password.' }).waitFor();
      await heading(page, 'Admin sign in').waitFor();
      assert.is((await enter(admin.password)).status, 400, 'the old password is no longer taken');
      await signIn(page, { ...admin, password: newPassword });
      await heading(page, 'users').waitFor();
    });

    await walk(guestPage(backend), async (opened) => {
      const { page } = opened;
      await heading(page, 'Admin sign in').waitFor();
      for (const address of [link, `${backend.url}/_/#/confirm-password-reset/garbage`]) {
        await page.goto(address);
        await page.getByLabel('New password', { exact: true }).fill(admin.password);
        await page.getByLabel('New password confirm').fill(admin.password);
        await page.getByRole('button', { name: 'Set new password' }).click();
        await page
          .getByRole('main')
          .getByRole('alert')
          .filter({ hasText: 'Invalid or expired token.' })
          .waitFor();
        await page.getByRole('link', { name: 'Ask for a new link.' }).waitFor();
      }
      await checkPicture(opened, 'new-password-refused');
      assert.is((await enter(admin.password)).status, 400);
    });
  });

  test('served without the hook, shares the same session and no longer leads to the installer', () =>
    walk(openPage(`${backend.url}/lowline/`), async ({ page }) => {
      await signIn(page, { ...admin, password: newPassword });
      await heading(page, 'users').waitFor();
      assert.match(page.url(), `${backend.url}/lowline/#/collections`);
    }));
}
