// The pages for the operator's own users, who follow a link in a mail and do not know this product.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { type AccountMails, accountMails, type MailKind } from '../support/accountMails';
import { openPage } from '../support/browser';
import { backends } from '../support/server';
import { eventually, hasFocus, patienceMs, screens, signedInPage, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const program = backends().at(-1);

const newPassword = 'battery staple';
const unreachable = 'The server cannot be reached. Check the connection and try again.';
/** The browser's messages for an aborted request, and for a window that it keeps open. */
const cutCall = /ERR_FAILED/;
const keptWindow = /Scripts may close only the windows that were opened by them/;

if (program) {
  let mails: AccountMails;

  const backend = walkedBackend(program.binary, async () => {
    mails = await accountMails(backend);
  });
  test.afterAll(async () => {
    await mails?.stop();
  });

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const alert = (page: Page) => page.getByRole('main').getByRole('alert');
  const status = (page: Page) => page.getByRole('main').getByRole('status');
  const verified = (page: Page) =>
    status(page).filter({ hasText: 'Your email address was verified.' }).waitFor();
  const password = (page: Page) => page.getByLabel('Password', { exact: true });
  const chosen = (page: Page) => page.getByLabel('New password', { exact: true });
  const repeated = (page: Page) => page.getByLabel('New password confirm');
  const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('pb_admin_auth'));

  /** Follows a link like a mail program: in a window with no other page. */
  async function follow(link: string) {
    const opened = await openPage(link, screens.wide);
    opened.page.setDefaultTimeout(patienceMs);
    return opened;
  }

  /** Cuts the connection of the next call. */
  const cutOnce = (page: Page, kind: MailKind) =>
    page.route(`**/api/collections/*/confirm-${kind}`, (route) => route.abort(), { times: 1 });

  /** Returns the texts that describe the control, as a screen reader reads them. */
  const describedBy = (page: Page, label: string) =>
    page.getByLabel(label, { exact: true }).evaluate((input) =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    );

  test('the link of a mail verifies an address after a lost call, beside an admin who stays signed in', async () => {
    const ada = await mails.createAccount('ada');
    const { link } = await mails.send('verification', ada);
    assert.match(link, `${backend.url}/_/#/auth/confirm-verification/`);
    await walk(signedInPage(backend, '#/'), async ({ page, watch }) => {
      watch.expect(cutCall);
      const openly: string[] = [];
      page.on('request', (request) => {
        if (!/\/confirm-[a-z-]+$/.test(new URL(request.url()).pathname)) return;
        openly.push(String(request.headers()['authorization'] ?? 'no token'));
      });
      await heading(page, 'users').waitFor();
      // A page that starts with a session renews it once.
      await page.waitForLoadState('networkidle');
      const before = await storedSession(page);
      await cutOnce(page, 'verification');
      await page.goto(link);
      await eventually(() => alert(page).textContent(), unreachable);
      assert.is((await mails.signIn(ada)).record.verified, false);
      await tabTo(page, page.getByRole('button', { name: 'Retry' }));
      await page.keyboard.press('Space');
      await verified(page);
      assert.is((await mails.signIn(ada)).record.verified, true);
      assert.is(await storedSession(page), before);
      await page.reload();
      await verified(page);
      assert.equal(openly, Array(3).fill('no token'));
      await page.goto(`${backend.url}/_/#/`);
      await heading(page, 'users').waitFor();
    });
  });

  test('the link of the mail resets a forgotten password once, by keys', async () => {
    const eve = await mails.createAccount('eve');
    const { link } = await mails.send('password-reset', eve);
    await walk(follow(link), async ({ page, watch }) => {
      watch.expect(cutCall);
      watch.expect(keptWindow);
      await page.getByText(`For ${eve.email}`).waitFor();
      await eventually(() => hasFocus(chosen(page)), true);
      await page.keyboard.type('short');
      await tabTo(page, page.getByRole('button', { name: 'Show password' }).first());
      await page.keyboard.press('Space');
      assert.is(await chosen(page).getAttribute('type'), 'text');
      await tabTo(page, repeated(page));
      await page.keyboard.type('shorter');
      await page.keyboard.press('Enter');
      await eventually(() => describedBy(page, 'New password'), 'The length must be between 8 and 100.');
      assert.is(await describedBy(page, 'New password confirm'), "Values don't match.");

      await cutOnce(page, 'password-reset');
      await chosen(page).fill(newPassword);
      await repeated(page).fill(newPassword);
      await page.keyboard.press('Enter');
      await eventually(() => alert(page).textContent(), unreachable);
      assert.is(await repeated(page).inputValue(), newPassword, 'what was typed stays');
      await page.getByRole('button', { name: 'Set new password' }).click();
      await heading(page, 'Password changed').waitFor();
      assert.ok((await mails.signIn({ ...eve, password: newPassword })).record.verified);

      await page.goto(link.replace('/auth/', '/users/'));
      await chosen(page).fill('third password');
      await repeated(page).fill('third password');
      await page.keyboard.press('Enter');
      await eventually(() => alert(page).textContent(), 'Invalid or expired token.');
      await mails.signIn({ ...eve, password: newPassword });
    });
  });

  test('the link of the mail and the present password change an address once', async () => {
    const tim = await mails.createAccount('tim');
    const newEmail = `${'a-rather-long-name-'.repeat(3)}@a-rather-long-name-of-a-domain.example.com`;
    const { link } = await mails.send('email-change', tim, { newEmail });
    await walk(follow(link), async ({ page }) => {
      await page.getByText(`Type your password to change your email address to ${newEmail}`).waitFor();
      await eventually(() => hasFocus(password(page)), true);
      await page.keyboard.type('wrong');
      await page.keyboard.press('Enter');
      await eventually(() => describedBy(page, 'Password'), 'Missing or invalid auth record password.');
      assert.is(await alert(page).count(), 0);
      await password(page).fill(tim.password);
      await page.getByRole('button', { name: 'Confirm new email' }).click();
      await heading(page, 'Email changed').waitFor();
      assert.is((await mails.signIn({ ...tim, email: newEmail })).record.email, newEmail);

      await page.goto(link.replace('/auth/', '/users/'));
      await password(page).fill(tim.password);
      await page.keyboard.press('Enter');
      await eventually(
        () => alert(page).textContent(),
        `The new email address is already registered: ${newEmail}.`,
      );
      assert.is(await password(page).getAttribute('aria-invalid'), null, 'the password was the right one');
    });
  });
}
