// The doors of newer servers: the link that the server prints, and a sign-in with a code.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { openPage } from '../support/browser';
import { backends, builtBundle, startBackend, type TestBackend } from '../support/server';
import { type SmtpSink, smtpSink } from '../support/smtpSink';
import { askServer, eventually, hasFocus, signIn, walk } from '../support/walk';

const program = backends('newer').at(-1);
const admin = { email: 'ida@example.com', password: 'eight ch' };

if (program) {
  let backend: TestBackend;
  let sink: SmtpSink | null = null;

  test.beforeAll(async () => {
    backend = await startBackend(program.binary, {
      admin: false,
      prepare: (dir) => cpSync(builtBundle(), join(dir, 'pb_public/lowline'), { recursive: true }),
    });
  });
  test.afterAll(async () => {
    await sink?.stop();
    await backend?.stop();
  });

  const account = (page: Page) => page.getByRole('button', { name: 'Account' });

  /** Turns on the mails and the second factor. */
  async function askForCodes(port: number): Promise<void> {
    const { email: identity, password } = admin;
    const call = { method: 'POST', body: { identity, password }, token: '' };
    const { json } = await askServer(backend, 'collections/_superusers/auth-with-password', call);
    const { token } = json as { token: string };
    const smtp = { enabled: true, host: '127.0.0.1', port, username: '', password: '', tls: false };
    await askServer(backend, 'settings', { method: 'PATCH', body: { smtp }, token });
    const body = { otp: { enabled: true }, mfa: { enabled: true } };
    await askServer(backend, 'collections/_superusers', { method: 'PATCH', body, token });
  }

  test('the link creates the first admin and leaves no token; the next sign-in asks for the code of a mail', async () => {
    await eventually(() => /#\/pbinstall?\//.test(backend.log()), true, 'the server prints the link');
    const [, route = '', token = ''] = /#\/(pbinstall?)\/(\S+)/.exec(backend.log()) ?? [];
    await walk(openPage(`${backend.url}/lowline/#/${route}/${token}`), async ({ page }) => {
      await page.getByLabel('Email').fill(admin.email);
      assert.is(new URL(page.url()).hash, '#/pbinstall');
      await page.getByLabel('Password', { exact: true }).fill(admin.password);
      await page.getByLabel('Password confirm').fill(admin.password);
      await page.getByRole('button', { name: 'Create and login' }).click();
      await account(page).waitFor();
      await page.goBack();
      assert.not.match(page.url(), token);
      await page.goto(`${backend.url}/lowline/#/collections`);

      sink = await smtpSink();
      await askForCodes(sink.port);
      await account(page).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await signIn(page, admin);
      const code = page.getByLabel('Code');
      await eventually(() => hasFocus(code), true, 'the code has the focus');
      const [mail] = await sink.waitFor(1);
      await page.keyboard.type('00000000');
      await page.keyboard.press('Enter');
      await page.getByText('This code is wrong or too old.').waitFor();
      await code.fill(/\b(\d{8})\b/.exec(mail?.body ?? '')?.[1] ?? '');
      await page.keyboard.press('Enter');
      await account(page).waitFor();
    });
    await walk(openPage(`${backend.url}/lowline/#/${route}/${token}`), async ({ page }) => {
      await page.getByLabel('Email').fill('other@example.com');
      await page.getByLabel('Password', { exact: true }).fill(admin.password);
      await page.getByLabel('Password confirm').fill(admin.password);
      await page.getByRole('button', { name: 'Create and login' }).click();
      await page.getByText('This link has expired or was used.').waitFor();
    });
  });
}
