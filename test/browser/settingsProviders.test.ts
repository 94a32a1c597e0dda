// The sign-in providers: their cards and panels, the secret for Apple, and a user who signs in through one.
import { generateKeyPairSync } from 'node:crypto';
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { authProviders, providerTitle } from '../../ui/model/authProviders';
import type { OpenPage } from '../support/browser';
import { answer, box, button, gone } from '../support/editorWalk';
import { type OpenIdProvider, openIdProvider } from '../support/openIdProvider';
import { redirectUrlOf, signInThrough } from '../support/providerSignIn';
import { backends, startBackend, type TestBackend } from '../support/server';
import {
  changesOf,
  heading,
  openSettings,
  saveButton,
  settingsOf,
  toggle,
  walkSettings,
} from '../support/settingsWalk';
import { checkPicture, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;
  let provider: OpenIdProvider;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    provider = await openIdProvider(redirectUrlOf(backend), [
      { sub: 'ada', email: 'ada@example.com', name: 'Ada' },
    ]);
  });
  test.afterAll(async () => {
    await backend?.stop();
    await provider?.stop();
  });

  const onProviders = (steps: (opened: OpenPage) => Promise<void>) =>
    walkSettings(backend, 'Auth providers', steps, (page) => gear(page, 'Apple'));
  const cards = (page: Page) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  const gear = (page: Page, title: string) =>
    cards(page)
      .filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) })
      .getByRole('button', { name: `${title} provider settings` });
  const panelOf = (page: Page, title: string) =>
    page.getByRole('dialog', { name: `${title} provider`, exact: true });
  const saved = (page: Page) => page.getByText('Successfully updated provider settings.');

  test('all providers have a card, and a panel that closes without a question', () =>
    onProviders(async (opened) => {
      const { page } = opened;
      await page.getByText('0 enabled').waitFor();
      await checkPicture(opened, 'settings-auth-providers');
      assert.equal(
        await page.getByRole('heading', { level: 3 }).allTextContents(),
        authProviders.map((name) => providerTitle(name)),
      );
      for (const name of ['apple', 'microsoft', 'gitlab', 'gitea', 'mailcow', 'oidc3', 'vk']) {
        const title = providerTitle(name);
        await gear(page, title).click();
        const panel = panelOf(page, title);
        await box(panel, 'Client ID').waitFor();
        assert.ok(await toggle(panel, 'Enable').isChecked(), 'who opens it is about to enable it');
        assert.ok(await button(panel, 'Save changes').isDisabled());
        if (['apple', 'microsoft', 'oidc3'].includes(name))
          await checkPicture(opened, `settings-provider-${name}`);
        await page.keyboard.press('Escape');
        await gone(panel);
        assert.ok(await hasFocus(gear(page, title)));
      }
    }));

  test('sets up an OpenID provider, and a user signs in through it', () =>
    onProviders(async (opened) => {
      const { page } = opened;
      const sent = changesOf(page);
      await gear(page, 'OpenID Connect').click();
      const panel = panelOf(page, 'OpenID Connect');
      assert.is(await box(panel, 'Display name').inputValue(), 'OIDC');
      assert.ok(await toggle(panel, 'Support PKCE').isChecked());
      await panel.getByText(`${backend.url}/api/oauth2-redirect`).waitFor();
      const { settings } = provider;
      await box(panel, 'Client ID').fill(settings.clientId);
      await box(panel, 'Auth URL').fill('not an address');
      await button(panel, 'Save changes').click();
      await panel.getByText('Must be a valid URL.').waitFor();
      await eventually(() => panel.getByText('Cannot be blank.').count(), 3);
      assert.equal(sent, []);
      await checkPicture(opened, 'settings-provider-fault');
      await box(panel, 'Client secret').fill(settings.clientSecret);
      await box(panel, 'Auth URL').fill(settings.authUrl);
      await box(panel, 'Token URL').fill(settings.tokenUrl);
      await box(panel, 'User API URL').fill(settings.userApiUrl);
      await button(panel, 'Save changes').click();
      await saved(page).waitFor();
      await gone(panel);
      await page.getByText('1 enabled').waitFor();
      assert.is(await page.getByRole('heading', { level: 3 }).first().textContent(), 'OpenID Connect');
      assert.ok(await hasFocus(gear(page, 'OpenID Connect')), 'its card has moved, and the focus with it');
      await checkPicture(opened, 'settings-auth-providers-enabled');
      assert.equal(Object.keys(sent[0] as object), ['oidcAuth']);
      assert.is((await signInThrough(backend)).record.email, 'ada@example.com');

      await gear(page, 'OpenID Connect').click();
      await box(panel, 'Display name').fill('Harbour');
      await page.keyboard.press('Control+s');
      await saved(page).last().waitFor();
      assert.equal(sent.at(-1), { oidcAuth: { displayName: 'Harbour' } });
      assert.is(await box(panel, 'Client secret').inputValue(), '******');
      // The secret is still correct.
      await signInThrough(backend);
    }));

  test('Clear empties all values and disables the provider; asks about unsaved changes', () =>
    onProviders(async ({ page }) => {
      const sent = changesOf(page);
      await gear(page, 'OpenID Connect').click();
      const panel = panelOf(page, 'OpenID Connect');
      await button(panel, 'Clear all fields').click();
      assert.is(await box(panel, 'Client ID').inputValue(), '');
      assert.not(await toggle(panel, 'Enable').isChecked());
      await button(panel, 'Cancel').click();
      await answer(page, 'You have unsaved changes. Do you really want to close the panel?', false);
      await button(panel, 'Save changes').click();
      await gone(panel);
      await page.getByText('0 enabled').waitFor();
      const { oidcAuth } = await settingsOf(backend);
      assert.equal(
        [oidcAuth.enabled, oidcAuth.clientId, oidcAuth.clientSecret, oidcAuth.pkce],
        [false, '', '', false],
      );
      assert.is(sent.length, 1);
    }));

  test('generates the secret for Apple from its key by keys alone, and leaves it to be saved', () =>
    onProviders(async (opened) => {
      const { page, watch } = opened;
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      await tabTo(page, gear(page, 'Apple'));
      await page.keyboard.press('Enter');
      const panel = panelOf(page, 'Apple');
      await tabTo(page, box(panel, 'Client ID'));
      await page.keyboard.type('com.harbour.app');
      await tabTo(page, button(panel, 'Generate secret'));
      await page.keyboard.press('Enter');
      const popup = page.getByRole('dialog', { name: 'Generate Apple client secret' });
      assert.is(await box(popup, 'Client ID').inputValue(), 'com.harbour.app');
      await popup.getByText('182 days 14 hours 30 minutes').waitFor();
      await tabTo(page, box(popup, 'Team ID'));
      await page.keyboard.type('TEAM');
      await page.keyboard.press('Enter');
      await popup.getByText('The length must be exactly 10.').first().waitFor();
      await checkPicture(opened, 'settings-apple');
      await box(popup, 'Team ID').fill('ABCDE12345');
      await box(popup, 'Key ID').fill('KEY1234567');
      watch.expect(/400/);
      await box(popup, 'Private key').fill('no key at all');
      await page.keyboard.press('Enter');
      await popup.getByText('Must be in a valid format.').waitFor();
      await box(popup, 'Private key').fill(pem);
      await tabTo(page, button(popup, 'Generate and set secret'));
      await page.keyboard.press('Enter');
      await page.getByText('Successfully generated client secret.').waitFor();
      await gone(popup);
      const secret = await box(panel, 'Client secret').inputValue();
      const claims = JSON.parse(Buffer.from(secret.split('.')[1] ?? '', 'base64url').toString());
      assert.equal([claims.iss, claims.sub], ['ABCDE12345', 'com.harbour.app']);
      assert.is((await settingsOf(backend)).appleAuth.clientSecret, '', 'it is still to be saved');
      await saveButton(page).click();
      await saved(page).waitFor();
      assert.is((await settingsOf(backend)).appleAuth.enabled, true);
    }));

  test('reports providers that fail to load, with Retry', () =>
    walk(signedInPage(backend), async (opened) => {
      const { page, watch } = opened;
      watch.expect(/500/);
      await openSettings(page, 'Files storage');
      await page.route('**/api/settings?*', (route) =>
        route.fulfill({ status: 500, json: { code: 500, message: 'The disk is gone.', data: {} } }),
      );
      await page.getByRole('link', { name: 'Auth providers' }).click();
      await page.getByText('The providers could not be loaded.').waitFor();
      await heading(page, 'Auth providers').waitFor();
      await checkPicture(opened, 'settings-providers-failed');
      await page.unroute('**/api/settings?*');
      await button(page, 'Retry').click();
      await gear(page, 'Apple').waitFor();
    }));
}
