// The mails of the application: their templates, the server that sends them, and the test mail.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import { box, button, gone } from '../support/editorWalk';
import { backends, startBackend, type TestBackend } from '../support/server';
import {
  changeSettings,
  changesOf,
  openSettings,
  saveButton,
  settingsOf,
  toggle,
  walkSettings,
} from '../support/settingsWalk';
import { type SmtpSink, smtpSink } from '../support/smtpSink';
import { checkPicture, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;
  let sink: SmtpSink;
  const account = { user: 'harbour', password: 'a secret of the mail server' };

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    sink = await smtpSink({ account });
  });
  test.afterAll(async () => {
    await backend?.stop();
    await sink?.stop();
  });

  const onMail = (steps: (opened: OpenPage) => Promise<void>) =>
    walkSettings(backend, 'Mail settings', steps, (page) => box(page, 'Sender name'));
  const template = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  const testButton = (page: Page) => button(page, 'Send test email');
  const testPopup = (page: Page) => page.getByRole('dialog', { name: 'Send test email' });
  const saved = (page: Page) => page.getByText('Successfully saved mail settings.');

  test('one template is open at a time; an error in another opens it', () =>
    onMail(async (opened) => {
      const { page } = opened;
      const sent = changesOf(page);
      await template(page, 'Verification').click();
      await box(page, 'Subject').fill('Welcome to {APP_NAME}');
      await box(page, 'Action URL').fill('{APP_URL}/verify');
      await template(page, 'Password reset').click();
      assert.is(await template(page, 'Verification').getAttribute('aria-expanded'), 'false');
      await checkPicture(opened, 'settings-mail-template');
      await saveButton(page).click();
      await page.getByText('Required parameter {TOKEN} is missing.').waitFor();
      await template(page, 'Verification').getByText('Has errors').waitFor({ state: 'attached' });
      await eventually(() => hasFocus(box(page, 'Action URL')), true);
      await checkPicture(opened, 'settings-mail-fault');
      assert.equal(sent, []);
      await box(page, 'Action URL').fill('{APP_URL}/verify/{TOKEN}');
      await box(page, 'Body (HTML)').fill('<p>No link</p>');
      await saveButton(page).click();
      await page.getByText('Required parameter {ACTION_URL} is missing.').waitFor();
      await box(page, 'Body (HTML)').fill('<p>Go to <a href="{ACTION_URL}">{APP_NAME}</a></p>');
      await saveButton(page).click();
      await saved(page).waitFor();
      assert.equal(sent, [
        {
          meta: {
            verificationTemplate: {
              subject: 'Welcome to {APP_NAME}',
              actionUrl: '{APP_URL}/verify/{TOKEN}',
              body: '<p>Go to <a href="{ACTION_URL}">{APP_NAME}</a></p>',
            },
          },
        },
      ]);
    }));

  test('a placeholder copies itself, and required ones are marked', () =>
    onMail(async ({ page }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await template(page, 'Verification').click();
      await button(page, '{TOKEN} Required parameter').click();
      await page.getByText('Copied {TOKEN} to clipboard').waitFor();
      assert.is(await page.evaluate(() => navigator.clipboard.readText()), '{TOKEN}');
    }));

  test('sets up a mail server with a password; never sends the mask back; every test mail arrives', () =>
    onMail(async (opened) => {
      const { page } = opened;
      const sent = changesOf(page);
      await testButton(page).waitFor();
      await toggle(page, 'Use SMTP mail server (recommended)').check();
      assert.ok(await testButton(page).isDisabled(), 'it would test what is saved');
      await page.getByText('Save first: the test uses the saved settings').waitFor({ state: 'attached' });
      await box(page, 'SMTP server host').fill('');
      await box(page, 'Port').fill('no port');
      await saveButton(page).click();
      await page.getByText('Must be a whole number from 1 to 65535.').waitFor();
      await page.getByText('Cannot be blank.').waitFor();
      assert.equal(sent, []);
      await box(page, 'SMTP server host').fill('127.0.0.1');
      await box(page, 'Port').fill(String(sink.port));
      await box(page, 'Username').fill(account.user);
      await box(page, 'Password').fill(account.password);
      await button(page, 'Show more options').click();
      await page.getByRole('combobox', { name: 'AUTH method' }).click();
      await page.getByRole('option', { name: 'LOGIN' }).click();
      await box(page, 'EHLO/HELO domain').fill('mail.harbour.example');
      await checkPicture(opened, 'settings-mail-smtp');
      await saveButton(page).click();
      await saved(page).waitFor();
      assert.is(await box(page, 'Password').inputValue(), '******');
      assert.is(await box(page, 'Password').getAttribute('readonly'), '');

      const titles = ['Verification', 'Password reset', 'Confirm email change'];
      for (const [place, title] of titles.entries()) {
        await testButton(page).click();
        if (place === 0) await checkPicture(opened, 'settings-mail-test');
        if (place === 0) assert.ok(await button(testPopup(page), 'Send').isDisabled(), 'to nobody');
        else assert.is(await box(testPopup(page), 'To email address').inputValue(), 'to0@example.com');
        await testPopup(page).getByLabel(title).check();
        if (place === 0) await box(testPopup(page), 'To email address').fill('to0@example.com');
        await button(testPopup(page), 'Send').click();
        await gone(testPopup(page));
        await page.getByText('Successfully sent test email.').waitFor();
      }
      const mails = await sink.waitFor(3);
      assert.equal(
        mails.map(({ to, subject, sender }) => [to[0], subject, sender?.method]),
        [
          ['to0@example.com', 'Welcome to Acme', 'LOGIN'],
          ['to0@example.com', 'Reset your Acme password', 'LOGIN'],
          ['to0@example.com', 'Confirm your Acme new email address', 'LOGIN'],
        ],
      );
      assert.match(mails[0]?.body ?? '', /Go to <a href="http:\/\/localhost:8090\/verify\/[^"]+">Acme<\/a>/);

      await box(page, 'Sender name').fill('Harbour Roasters');
      await saveButton(page).click();
      await eventually(async () => (await settingsOf(backend)).meta.senderName, 'Harbour Roasters');
      assert.equal(sent.at(-1), { meta: { senderName: 'Harbour Roasters' } });
      await testButton(page).click();
      await button(testPopup(page), 'Send').click();
      await gone(testPopup(page));
      assert.is(
        (await sink.waitFor(4)).at(-1)?.sender?.user,
        account.user,
        'the password is still the right one',
      );
    }));

  test('opens, writes and saves a template by keys alone, and sends a test mail', () =>
    onMail(async ({ page }) => {
      await tabTo(page, template(page, 'Confirm email change'));
      await page.keyboard.press('Enter');
      await tabTo(page, box(page, 'Subject'));
      await page.keyboard.press('Control+a');
      await page.keyboard.type('Your new address');
      await page.keyboard.press('Control+s');
      await saved(page).waitFor();
      assert.is((await settingsOf(backend)).meta.confirmEmailChangeTemplate.subject, 'Your new address');
      assert.ok(await hasFocus(box(page, 'Subject')));
      await tabTo(page, testButton(page));
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(box(testPopup(page), 'To email address')), true);
      await tabTo(page, testPopup(page).getByRole('radio', { name: 'Verification' }), 'Shift+Tab');
      await page.keyboard.press('ArrowDown');
      assert.ok(await testPopup(page).getByRole('radio', { name: 'Password reset' }).isChecked());
      await page.keyboard.press('Escape');
      await gone(testPopup(page));
      await eventually(() => hasFocus(testButton(page)), true);
    }));

  test('types a new password in place of the mask, and restores the stored one', () =>
    onMail(async ({ page }) => {
      await toggle(page, 'Use SMTP mail server (recommended)').waitFor();
      await tabTo(page, button(page, 'Set new value'));
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(box(page, 'Password')), true);
      assert.is(await box(page, 'Password').inputValue(), '');
      await page.keyboard.type('wrong');
      assert.is(await box(page, 'Password').getAttribute('type'), 'password');
      await button(page, 'Show password').click();
      assert.is(await box(page, 'Password').getAttribute('type'), 'text');
      await button(page, 'Keep the stored value').click();
      await eventually(() => hasFocus(box(page, 'Password')), true);
      assert.is(await box(page, 'Password').inputValue(), '******');
      await gone(saveButton(page));
    }));

  test("shows the mail server's own message on a refusal, and keeps the dialog", () =>
    onMail(async (opened) => {
      const { page, watch } = opened;
      await button(page, 'Set new value').click();
      await box(page, 'Password').fill('wrong');
      await saveButton(page).click();
      await saved(page).waitFor();
      watch.expect(/400/);
      await testButton(page).click();
      await box(testPopup(page), 'To email address').fill('nobody');
      await button(testPopup(page), 'Send').click();
      await testPopup(page).getByText('Must be a valid email address.').waitFor();
      await box(testPopup(page), 'To email address').fill('to@example.com');
      await button(testPopup(page), 'Send').click();
      await page.getByText(/Failed to send the test email\. Raw error:/).waitFor();
      await testPopup(page).waitFor();
      await page.keyboard.press('Escape');
      await gone(testPopup(page));
    }));

  test('shows an error of the server at its input, in any template', () =>
    onMail(async ({ page, watch }) => {
      watch.expect(/400/);
      await page.route('**/api/settings?*', async (route) => {
        if (route.request().method() !== 'PATCH') return route.fallback();
        const fault = {
          code: 'validation_missing_required_param',
          message: 'Missing required parameter "{TOKEN}".',
        };
        const data = { meta: { resetPasswordTemplate: { actionUrl: fault } } };
        await route.fulfill({
          status: 400,
          json: { code: 400, message: 'Something went wrong while processing your request.', data },
        });
      });
      await box(page, 'Sender name').fill('Someone');
      await saveButton(page).click();
      await page.getByText('Missing required parameter "{TOKEN}".').waitFor();
      assert.is(await template(page, 'Password reset').getAttribute('aria-expanded'), 'true');
      await eventually(() => hasFocus(box(page, 'Action URL')), true);
    }));

  test('reports errors elsewhere in the settings, because nothing was saved', () =>
    walk(signedInPage(backend), async ({ page, watch }) => {
      await changeSettings(backend, { smtp: { enabled: true } });
      await openSettings(page, 'Application');
      watch.expect(/400/);
      await page.route('**/api/settings?*', async (route) => {
        if (route.request().method() !== 'PATCH') return route.fallback();
        const data = { smtp: { host: { code: 'validation_required', message: 'Cannot be blank.' } } };
        await route.fulfill({
          status: 400,
          json: { code: 400, message: 'Something went wrong while processing your request.', data },
        });
      });
      await box(page, 'Application name').fill('Another');
      await saveButton(page).click();
      await page
        .getByText(/Nothing was saved\. Other settings are invalid:\s*smtp\.host: Cannot be blank\./)
        .waitFor();
      assert.is(await box(page, 'Application name').inputValue(), 'Another');
    }));
}
