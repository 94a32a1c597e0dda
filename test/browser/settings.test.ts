// The settings: their sidebar, the frame of all their pages, the application and the tokens.
import { test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import { nativeDialogs } from '../support/collectionWalk';
import { answer, box, button, gone, question } from '../support/editorWalk';
import { backends, startBackend, type TestBackend } from '../support/server';
import {
  changeSettings,
  changesOf,
  heading,
  link,
  saveButton,
  settingsOf,
  toggle,
  walkSettings,
} from '../support/settingsWalk';
import {
  atHash,
  checkPicture,
  eventually,
  hasFocus,
  screens,
  signedInPage,
  tabTo,
  walk,
} from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const onSettings = (name: string, steps: (opened: OpenPage) => Promise<void>) =>
    walkSettings(backend, name, steps);

  test('every page is one click away, and looks right in both themes and on a narrow screen', () =>
    walk(signedInPage(backend), async (opened) => {
      const { page } = opened;
      await link(page, 'Settings').click();
      await heading(page, 'Application').waitFor();
      await eventually(() => page.title(), 'Application settings - Acme - Lowline');
      await box(page, 'Application name').waitFor();
      await checkPicture(opened, 'settings-application');
      for (const [name, hash, seen] of [
        ['Mail settings', '#/settings/mail', box(page, 'Sender name')],
        ['Files storage', '#/settings/storage', toggle(page, 'Use S3 storage')],
        ['Token options', '#/settings/tokens', box(page, 'Auth record token duration (in seconds)')],
      ] as const) {
        await link(page, name).click();
        await heading(page, name).waitFor();
        await atHash(page, hash);
        assert.ok(await hasFocus(link(page, name)), 'the sidebar stays, and with it the focus');
        await seen.waitFor();
        await checkPicture(opened, `settings-${name.toLowerCase().replace(' ', '-')}`);
      }
    }));

  test('renames the application on Enter; its title follows, and nothing else is sent', () =>
    onSettings('Application', async ({ page }) => {
      const sent = changesOf(page);
      assert.is(await saveButton(page).count(), 0, 'nothing has changed');
      await box(page, 'Application name').fill('Harbour <b>Roasters</b>');
      await saveButton(page).waitFor();
      await box(page, 'Application name').press('Enter');
      await page.getByText('Successfully saved application settings.').waitFor();
      await gone(saveButton(page));
      assert.equal(sent, [{ meta: { appName: 'Harbour <b>Roasters</b>' } }]);
      assert.is((await settingsOf(backend)).meta.appName, 'Harbour <b>Roasters</b>');
      await eventually(() => page.title(), 'Application settings - Harbour <b>Roasters</b> - Lowline');
    }));

  test('hides and shows the controls of collections at once', () =>
    onSettings('Application', async ({ page }) => {
      const hide = toggle(page, 'Hide collection create and edit controls');
      for (const isHidden of [true, false]) {
        await hide.setChecked(isHidden);
        await saveButton(page).click();
        await gone(saveButton(page));
        await link(page, 'Collections').click();
        await heading(page, 'users').waitFor();
        await eventually(() => button(page, 'New collection').count(), isHidden ? 0 : 1);
        assert.is(await button(page, 'Edit collection').count(), isHidden ? 0 : 1);
        await page.goBack();
        await hide.waitFor();
      }
    }));

  test('refuses an empty value before sending, with the focus on it; Cancel restores it', () =>
    onSettings('Application', async (opened) => {
      const { page } = opened;
      const sent = changesOf(page);
      await box(page, 'Application URL').fill(' ');
      await page.keyboard.press('Control+s');
      await page.getByText('Cannot be blank.').waitFor();
      await eventually(() => hasFocus(box(page, 'Application URL')), true);
      await checkPicture(opened, 'settings-application-fault');
      assert.equal(sent, []);
      await box(page, 'Application URL').fill('localhost');
      await gone(page.getByText('Cannot be blank.'));
      await saveButton(page).click();
      await page.getByText('Must be a valid URL.').waitFor();
      assert.is(sent.length, 1, 'this the server alone refuses');
      await button(page, 'Cancel').click();
      assert.is(await box(page, 'Application URL').inputValue(), 'http://localhost:8090');
      await gone(page.getByText('Must be a valid URL.'));
      await gone(saveButton(page));
    }));

  test('a page with unsaved changes asks before leaving, and before a reload', () =>
    onSettings('Application', async ({ page }) => {
      const asked = nativeDialogs(page);
      await box(page, 'Application name').fill('Not saved');
      await link(page, 'Token options').click();
      await answer(page, 'You have unsaved changes. Do you really want to discard them?', false);
      assert.is(await box(page, 'Application name').inputValue(), 'Not saved');
      await page.reload();
      assert.is(asked.length, 1);
      await heading(page, 'Application').waitFor();
      await box(page, 'Application name').fill('Not saved');
      await link(page, 'Token options').click();
      await answer(page, 'You have unsaved changes. Do you really want to discard them?', true);
      await heading(page, 'Token options').waitFor();
      assert.is.not((await settingsOf(backend)).meta.appName, 'Not saved');
    }));

  test('finds, changes and saves a setting by keys alone', () =>
    walk(signedInPage(backend), async ({ page }) => {
      await heading(page, 'users').waitFor();
      await tabTo(page, link(page, 'Settings'));
      await page.keyboard.press('Enter');
      await heading(page, 'Application').waitFor();
      await tabTo(page, link(page, 'Token options'));
      await page.keyboard.press('Enter');
      await tabTo(page, box(page, 'Email verification token duration (in seconds)'));
      await page.keyboard.press('Control+a');
      await page.keyboard.type('86400');
      await page.getByText('1 day', { exact: true }).waitFor();
      await tabTo(page, saveButton(page));
      await page.keyboard.press('Enter');
      await page.getByText('Successfully saved tokens options.').waitFor();
      assert.is((await settingsOf(backend)).recordVerificationToken.duration, 86_400);
    }));

  test('keeps settings that someone else saved meanwhile, and asks about what both changed', () =>
    onSettings('Application', async (opened) => {
      const { page } = opened;
      const sent = changesOf(page);
      await box(page, 'Application name').fill('Mine');
      await changeSettings(backend, {
        meta: { appUrl: 'https://theirs.example', senderName: 'Their sender' },
      });
      await saveButton(page).click();
      await page.getByText('Successfully saved application settings.').waitFor();
      assert.is(await box(page, 'Application URL').inputValue(), 'https://theirs.example');
      assert.equal(sent, [{ meta: { appName: 'Mine' } }]);

      await box(page, 'Application name').fill('Mine again');
      await changeSettings(backend, { meta: { appName: 'Theirs' } });
      await saveButton(page).click();
      const conflict = page.getByRole('dialog', { name: 'Someone else changed these settings' });
      await conflict.getByText('Application name').waitFor();
      await checkPicture(opened, 'settings-conflict');
      await button(conflict, 'Cancel').click();
      await gone(conflict);
      assert.is(await box(page, 'Application name').inputValue(), 'Mine again');
      await saveButton(page).click();
      await conflict.getByLabel('Yours').check();
      await saveButton(page).last().click();
      await gone(conflict);
      await eventually(async () => (await settingsOf(backend)).meta.appName, 'Mine again');
      const { meta } = await settingsOf(backend);
      assert.equal([meta.appUrl, meta.senderName], ['https://theirs.example', 'Their sender']);
    }));

  test('reports settings that fail to load, with Retry', () =>
    onSettings('Application', async (opened) => {
      const { page, watch } = opened;
      await page.route('**/api/settings?*', (route) =>
        route.fulfill({ status: 500, json: { code: 500, message: 'The disk is gone.', data: {} } }),
      );
      watch.expect(/500/);
      await link(page, 'Files storage').click();
      await page.getByText('The settings could not be loaded.').waitFor();
      await page.getByText('The disk is gone.').waitFor();
      await checkPicture(opened, 'settings-failed');
      await page.unroute('**/api/settings?*');
      await button(page, 'Retry').click();
      await toggle(page, 'Use S3 storage').waitFor();
    }));

  test('on a narrow screen the pages are in a drawer, which closes when one is chosen', () =>
    onSettings('Application', async ({ page }) => {
      await page.setViewportSize(screens.narrow);
      await button(page, 'Settings').click();
      await page
        .getByRole('dialog', { name: 'Settings' })
        .getByRole('link', { name: 'Files storage' })
        .click();
      await heading(page, 'Files storage').waitFor();
      await gone(page.getByRole('dialog', { name: 'Settings' }));
    }));

  test('checks durations, and shows them in words', () =>
    onSettings('Token options', async ({ page }) => {
      const sent = changesOf(page);
      const duration = box(page, 'Password reset token duration (in seconds)');
      await page.getByText('14 days').first().waitFor();
      for (const [wrong, fault] of [
        ['', 'Cannot be blank.'],
        ['4', 'Must be from 5 seconds to 730 days.'],
        ['soon', 'Not a duration. Use seconds, or units such as 14d, 30m or 1h 30m.'],
      ] as const) {
        await duration.fill(wrong);
        await saveButton(page).click();
        await page.getByText(fault, { exact: true }).waitFor();
        await page.getByText('1 field needs attention').waitFor();
      }
      assert.equal(sent, []);
      await duration.fill('1h 61s');
      await page.getByText('1 hour 1 minute 1 second').waitFor();
      await saveButton(page).click();
      await page.getByText('Successfully saved tokens options.').waitFor();
      assert.equal(sent, [{ recordPasswordResetToken: { duration: 3661 } }]);
    }));

  test('arms a new secret for the tokens of admins, asks, and signs everyone out', () =>
    onSettings('Token options', async (opened) => {
      const { page, watch } = opened;
      const sent = changesOf(page) as { adminAuthToken: { secret: string } }[];
      const arm = button(page, 'Invalidate all previously issued tokens: Admins auth token');
      const undo = (name: string) => button(page, `Undo: invalidate all previously issued tokens: ${name}`);
      await button(page, 'Invalidate all previously issued tokens: Auth record token').click();
      await undo('Auth record token').click();
      await gone(saveButton(page));
      await arm.click();
      await page
        .getByText('Will be invalidated on save. All admins will be signed out, including you.')
        .waitFor();
      await checkPicture(opened, 'settings-tokens-armed');
      await saveButton(page).click();
      await answer(page, /All admins will be signed out, including you\./, false);
      assert.equal(sent, []);
      await undo('Admins auth token').waitFor();
      watch.expect(/401/);
      await saveButton(page).click();
      await button(question(page), 'Yes').click();
      await atHash(page, '#/login');
      await page.getByText('All admins were signed out. Sign in to continue.').waitFor();
      assert.equal(Object.keys(sent[0] ?? {}), ['adminAuthToken']);
      assert.is(sent[0]?.adminAuthToken.secret.length, 50);
      await page.getByLabel('Email').fill(backend.admin?.email ?? '');
      await page.getByLabel('Password', { exact: true }).fill(backend.admin?.password ?? '');
      await button(page, 'Login').click();
      await heading(page, 'Token options').waitFor();
    }));
}
