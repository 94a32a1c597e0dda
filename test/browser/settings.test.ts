// The settings, to the answers of real servers: application, mail, files storage, sign-in providers and tokens.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import { answer, box, button, gone, question } from '../support/editorWalk';
import { type OpenIdProvider, openIdProvider } from '../support/openIdProvider';
import { redirectUrlOf, signInThrough } from '../support/providerSignIn';
import { createCollection, field } from '../support/realBackend';
import { type S3Server, s3Server } from '../support/s3Server';
import { adminToken, backends } from '../support/server';
import {
  changeSettings,
  changesOf,
  heading,
  link,
  openSettings,
  saveButton,
  settingsOf,
  toggle,
  walkSettings,
} from '../support/settingsWalk';
import { type SmtpSink, smtpSink } from '../support/smtpSink';
import { atHash, eventually, hasFocus, signedInPage, signIn, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  let sink: SmtpSink;
  let s3: S3Server;
  let provider: OpenIdProvider;
  const account = { user: 'harbour', password: 'a secret of the mail server' };

  const backend = walkedBackend(newest.binary, async () => {
    await createCollection({
      name: 'notes',
      schema: [field('file', 'file', { maxSelect: 1, maxSize: 5000 })],
    });
    sink = await smtpSink({ account });
    s3 = await s3Server();
    provider = await openIdProvider(redirectUrlOf(backend), [
      { sub: 'ada', email: 'ada@example.com', name: 'Ada' },
    ]);
  });
  test.afterAll(async () => {
    await Promise.all([sink?.stop(), s3?.stop(), provider?.stop()]);
  });

  const onSettings = (name: string, steps: (opened: OpenPage) => Promise<void>) =>
    walkSettings(backend, name, steps);
  const testPopup = (page: Page) => page.getByRole('dialog', { name: 'Send test email' });
  const gear = (page: Page, title: string) => button(page, `${title} provider settings`);
  const panelOf = (page: Page, title: string) =>
    page.getByRole('dialog', { name: `${title} provider`, exact: true });

  async function upload(): Promise<number> {
    const form = new FormData();
    form.append('file', new Blob(['A note in a bottle']), 'note.txt');
    const { status } = await fetch(`${backend.url}/api/collections/notes/records`, {
      method: 'POST',
      headers: { Authorization: await adminToken(backend) },
      body: form,
    });
    return status;
  }

  test('renames the application by keys, and hides the controls of collections', () =>
    walk(signedInPage(backend), async ({ page }) => {
      const sent = changesOf(page);
      const name = box(page, 'Application name');
      await heading(page, 'users').waitFor();
      await tabTo(page, link(page, 'Settings'));
      await page.keyboard.press('Enter');
      await tabTo(page, name);
      await page.keyboard.press('Control+a');
      await page.keyboard.type('Harbour <b>Roasters</b>');
      await tabTo(page, box(page, 'Application URL'));
      await page.keyboard.press('Control+a');
      await page.keyboard.type('localhost');
      await page.keyboard.press('Control+s');
      await page.getByText('Must be a valid URL.').waitFor();
      await eventually(() => hasFocus(box(page, 'Application URL')), true);
      await box(page, 'Application URL').fill('http://localhost:8090');
      await page.keyboard.press('Enter');
      await page.getByText('Successfully saved application settings.').waitFor();
      await gone(saveButton(page));
      assert.equal(sent.at(-1), { meta: { appName: 'Harbour <b>Roasters</b>' } });
      assert.is((await settingsOf(backend)).meta.appName, 'Harbour <b>Roasters</b>');
      await eventually(() => page.title(), 'Application settings - Harbour <b>Roasters</b> - Lowline');

      await link(page, 'Token options').click();
      await heading(page, 'Token options').waitFor();
      assert.ok(await hasFocus(link(page, 'Token options')), 'the sidebar stays, and with it the focus');
      await page.goBack();

      await toggle(page, 'Hide collection create and edit controls').check();
      await page.keyboard.press('Control+s');
      await gone(saveButton(page));
      await link(page, 'Collections').click();
      await heading(page, 'users').waitFor();
      await eventually(() => button(page, 'New collection').count(), 0);
      assert.is(await button(page, 'Edit collection').count(), 0);
      await changeSettings(backend, { meta: { hideControls: false } });
    }));

  test('sets up a mail server whose mask is never sent back, and its test mails arrive', () =>
    onSettings('Mail settings', async ({ page, watch }) => {
      const sent = changesOf(page);
      const testButton = button(page, 'Send test email');
      await toggle(page, 'Use SMTP mail server (recommended)').check();
      await page.getByText('Save first: the test uses the saved settings').waitFor({ state: 'attached' });
      await box(page, 'SMTP server host').fill('127.0.0.1');
      await box(page, 'Port').fill(String(sink.port));
      await box(page, 'Username').fill(account.user);
      await box(page, 'Password').fill(account.password);
      await button(page, 'Show more options').click();
      await page.getByRole('combobox', { name: 'AUTH method' }).click();
      await page.getByRole('option', { name: 'LOGIN' }).click();
      await saveButton(page).click();
      await eventually(() => box(page, 'Password').inputValue(), '******');

      await box(page, 'Sender name').fill('Harbour Roasters');
      await page.keyboard.press('Enter');
      await eventually(async () => (await settingsOf(backend)).meta.senderName, 'Harbour Roasters');
      await eventually(() => sent.at(-1), { meta: { senderName: 'Harbour Roasters' } });

      await tabTo(page, testButton);
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(box(testPopup(page), 'To email address')), true);
      await page.keyboard.type('to@example.com');
      await page.keyboard.press('Enter');
      await gone(testPopup(page));
      await eventually(() => hasFocus(testButton), true, 'the focus is back');
      const [mail] = await sink.waitFor(1);
      assert.is(mail?.to[0], 'to@example.com');
      assert.equal(
        mail?.sender,
        { user: account.user, method: 'LOGIN' },
        'the password is still the right one',
      );

      await button(page, 'Set new value').click();
      await eventually(() => hasFocus(box(page, 'Password')), true);
      await page.keyboard.type('wrong');
      await page.keyboard.press('Control+s');
      await gone(saveButton(page));
      watch.expect(/400/);
      await testButton.click();
      await testPopup(page).getByLabel('Password reset').check();
      assert.is(await box(testPopup(page), 'To email address').inputValue(), 'to@example.com');
      await button(testPopup(page), 'Send').click();
      await page.getByText(/Failed to send the test email\. Raw error:/).waitFor();
      await button(testPopup(page), 'Send').and(page.locator(':enabled')).waitFor();
      await page.keyboard.press('Escape');
      await gone(testPopup(page));
    }));

  test('a storage that refuses is saved with a warning; the right one gets the uploads until it is left', () =>
    onSettings('Files storage', async ({ page, watch }) => {
      const sent = changesOf(page);
      const use = toggle(page, 'Use S3 storage');
      const works = page.getByText('S3 connected successfully');
      await tabTo(page, use);
      await page.keyboard.press('Space');
      for (const [name, text] of [
        ['Endpoint', s3.endpoint],
        ['Bucket', 'nowhere'],
        ['Region', s3.settings.region],
        ['Access key', s3.settings.accessKey],
      ] as const) {
        await tabTo(page, box(page, name));
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Control+s');
      await page.getByText('Cannot be blank.').waitFor();
      await eventually(() => hasFocus(box(page, 'Secret')), true);
      assert.equal(sent, []);
      await page.keyboard.type(s3.settings.secret);
      await toggle(page, 'Force path-style addressing').check();
      watch.expect(/400/);
      await saveButton(page).click();
      await page.getByText('Successfully saved but failed to establish S3 connection.').waitFor();
      await page.getByText(/Failed to test the S3 filesystem\. Raw error:/).waitFor();
      await box(page, 'Bucket').fill(s3.bucket);
      await page.keyboard.press('Enter');
      await works.waitFor();
      assert.equal(sent.at(-1), { s3: { bucket: s3.bucket } });
      assert.is(await upload(), 200);
      assert.is((await s3.keys()).filter((key) => key.endsWith('.txt')).length, 1);

      await box(page, 'Region').fill('elsewhere');
      await tabTo(page, button(page, 'Reset'));
      await page.keyboard.press('Enter');
      await eventually(() => box(page, 'Region').inputValue(), s3.settings.region);
      await works.waitFor();
      assert.not.ok(await page.evaluate(() => document.activeElement === document.body), 'focus is not lost');
      await use.uncheck();
      await page.getByText('from the S3 storage to the local file system').waitFor();
      await saveButton(page).click();
      await page.getByText('Successfully saved files storage settings.').waitFor();
      const { enabled, bucket, secret } = (await settingsOf(backend)).s3;
      assert.equal([enabled, bucket, secret], [false, s3.bucket, '******']);
    }));

  test('sets up an OpenID provider, through which a user signs in, and clears it again', () =>
    onSettings('Auth providers', async ({ page }) => {
      const sent = changesOf(page);
      const panel = panelOf(page, 'OpenID Connect');
      const { settings } = provider;
      await tabTo(page, gear(page, 'OpenID Connect'));
      await page.keyboard.press('Enter');
      await toggle(page, 'Enable').check();
      await box(panel, 'Client ID').fill(settings.clientId);
      await box(panel, 'Client secret').fill(settings.clientSecret);
      await box(panel, 'Auth URL').fill(settings.authUrl);
      await box(panel, 'Token URL').fill(settings.tokenUrl);
      await box(panel, 'User API URL').fill(settings.userApiUrl);
      await button(panel, 'Save changes').click();
      await gone(panel);
      await page.getByText('1 enabled').waitFor();
      assert.is(await page.getByRole('heading', { level: 3 }).first().textContent(), 'OpenID Connect');
      assert.ok(await hasFocus(gear(page, 'OpenID Connect')), 'its card has moved, and the focus with it');
      assert.is((await signInThrough(backend)).record.email, 'ada@example.com');

      await page.keyboard.press('Enter');
      await box(panel, 'Display name').fill('Harbour');
      await page.keyboard.press('Control+s');
      await eventually(() => sent.length, 2);
      assert.equal(sent[1], { oidcAuth: { displayName: 'Harbour' } });
      assert.is(await box(panel, 'Client secret').inputValue(), '******');
      await eventually(async () => (await settingsOf(backend)).oidcAuth.displayName, 'Harbour');
      // The secret is still correct.
      await signInThrough(backend);

      await button(panel, 'Clear all fields').click();
      await button(panel, 'Cancel').click();
      await answer(page, 'You have unsaved changes. Do you really want to close the panel?', false);
      await button(panel, 'Save changes').click();
      await gone(panel);
      await page.getByText('0 enabled').waitFor();
      const { enabled, clientId, clientSecret } = (await settingsOf(backend)).oidcAuth;
      assert.equal([enabled, clientId, clientSecret], [false, '', '']);
    }));

  // The last test: no earlier token is valid after it.
  test('changes a duration by keys; a new secret of the admins asks, signs out, and leads back', () =>
    walk(signedInPage(backend), async ({ page, watch }) => {
      const sent = changesOf(page) as { adminAuthToken: { secret: string } }[];
      const duration = box(page, 'Email verification token duration (in seconds)');
      await openSettings(page, 'Token options');
      await tabTo(page, duration);
      await page.keyboard.press('Control+a');
      await page.keyboard.type('1h 61s');
      await page.getByText('1 hour 1 minute 1 second').waitFor();
      await tabTo(page, saveButton(page));
      await page.keyboard.press('Enter');
      await page.getByText('Successfully saved tokens options.').waitFor();
      assert.is((await settingsOf(backend)).recordVerificationToken.duration, 3661);

      await button(page, 'Invalidate all previously issued tokens: Admins auth token').click();
      await saveButton(page).click();
      await answer(page, /All admins will be signed out, including you\./, false);
      assert.is(sent.length, 1);
      watch.expect(/401/);
      await page.keyboard.press('Control+s');
      await button(question(page), 'Yes').click();
      await atHash(page, '#/login');
      await page.getByText('All admins were signed out. Sign in to continue.').waitFor();
      assert.equal(Object.keys(sent[1] ?? {}), ['adminAuthToken']);
      assert.ok(backend.admin);
      await signIn(page, backend.admin);
      await heading(page, 'Token options').waitFor();
    }));
}
