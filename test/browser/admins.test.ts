// The admins of the settings: searched, created, changed and deleted, with the own account.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { backends } from '../support/server';
import {
  askServer,
  atHash,
  eventually,
  guestPage,
  hasFocus,
  signedInPage,
  signIn,
  tabTo,
  walk,
} from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);
const home = '#/settings/admins';
const password = 'a long password';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Admins' });
const table = (page: Page) => page.getByRole('table', { name: 'Admins', exact: true });
const rows = (page: Page) => table(page).locator('tr[data-index]');
const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text });
const emails = (page: Page) => rows(page).locator('td:nth-child(3)').allInnerTexts();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(new RegExp(`^${name}\\*?$`));
const searchInput = (page: Page) => page.getByRole('textbox', { name: 'Search' });
const told = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const total = (page: Page, count: number) => page.getByText(`Total found: ${count}`, { exact: true });
const railAvatar = (page: Page) => button(page, 'Account').locator('img').getAttribute('src');
const noPanel = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });

if (newest) {
  const add = async (email: string, avatar = 0): Promise<string> => {
    const body = { email, avatar, password, passwordConfirm: password };
    return (await askServer(backend, 'admins', { method: 'POST', body })).json.id;
  };
  const authenticate = (identity: string, secret: string) =>
    askServer(backend, 'admins/auth-with-password', {
      method: 'POST',
      body: { identity, password: secret },
      token: '',
    });

  /** A page on which another admin than the first is signed in. */
  async function pageOf(email: string, hash = home) {
    const { json } = await authenticate(email, password);
    const session = JSON.stringify({ token: json.token, model: json.admin });
    return signedInPage(backend, hash, { stored: { pb_admin_auth: session } });
  }

  const backend = walkedBackend(newest.binary);

  test('an admin is created with a secret, found, and signs in elsewhere with a password changed by keys', async () => {
    await walk(signedInPage(backend, '#/collections'), async ({ page }) => {
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      await page.getByRole('link', { name: 'Admins', exact: true }).click();
      await heading(page).waitFor();
      await rowOf(page, 'admin@example.com').getByText('You').waitFor();
      await button(page, 'New admin').click();
      await eventually(() => hasFocus(field(page, 'Email')), true);
      await page.keyboard.type('admin@example.com');
      await button(page, 'Generate').click();
      const secret = await field(page, 'Secret').inputValue();
      assert.match(secret, /^[-\w]{32}$/);
      await page.keyboard.press('Escape');
      await page.getByRole('radio', { name: 'Avatar 4' }).click();
      await button(page, 'Create').click();
      await page.getByText('Admin email already exists.').waitFor();
      await eventually(() => hasFocus(field(page, 'Email')), true);
      await field(page, 'Email').fill('second@example.com');
      await page.keyboard.press('Enter');
      await noPanel(page);
      await total(page, 2).waitFor();
      assert.is((await authenticate('second@example.com', secret)).json.admin.avatar, 3);

      await table(page).getByRole('button', { name: 'email' }).click();
      await eventually(() => emails(page), ['second@example.com', 'admin@example.com']);
      await tabTo(page, searchInput(page), 'Shift+Tab');
      await page.keyboard.type('second');
      await page.keyboard.press('Enter');
      await atHash(page, `${home}?sort=-email&filter=second`);
      await page.reload();
      await eventually(() => emails(page), ['second@example.com']);
      await tabTo(page, rows(page).first());
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('radio', { name: 'Avatar 4', exact: true }));
      await page.keyboard.press('ArrowRight');
      assert.ok(await hasFocus(page.getByRole('radio', { name: 'Avatar 5' })));
      await page.getByRole('switch', { name: 'Change password' }).click();
      await field(page, 'Password').fill(password);
      await field(page, 'Password confirm').fill(password);
      await page.keyboard.press('Control+s');
      await told(page, 'Successfully updated admin.').waitFor();
      await page.keyboard.press('Escape');
      await noPanel(page);
      await eventually(() => hasFocus(rows(page).first()), true, 'the focus is back');
      assert.is((await authenticate('second@example.com', secret)).status, 400);
    });
    await walk(guestPage(backend, `${home}?filter=second`), async ({ page }) => {
      await signIn(page, { email: 'second@example.com', password });
      await rowOf(page, 'second@example.com').getByText('You').waitFor();
    });
  });

  test('the own account shows its new picture at once; its new password ends only other sessions, its delete all', async () => {
    await add('own@example.com', 1);
    const { token: elsewhere } = (await authenticate('own@example.com', password)).json;
    await walk(pageOf('own@example.com'), async ({ page }) => {
      const before = await railAvatar(page);
      await rowOf(page, 'own@example.com').click();
      await page.getByRole('radio', { name: 'Avatar 8' }).click();
      await page.keyboard.press('Control+s');
      await told(page, 'Successfully updated admin.').waitFor();
      await eventually(async () => (await railAvatar(page)) !== before, true);

      await page.getByRole('switch', { name: 'Change password' }).click();
      await page.getByText('A new password signs you out of all other devices.').waitFor();
      await field(page, 'Password').fill('quite another one');
      await field(page, 'Password confirm').fill('quite another one');
      await page.keyboard.press('Enter');
      await noPanel(page);
      const asOther = { method: 'POST', token: elsewhere };
      assert.is((await askServer(backend, 'admins/auth-refresh', asOther)).status, 401);
      await page.getByRole('link', { name: 'Collections', exact: true }).click();
      await page.getByRole('link', { name: 'users' }).waitFor();
      await page.reload();
      await page.getByRole('link', { name: 'users' }).waitFor();
      assert.is(await page.getByRole('alert').count(), 0);

      await page.goto(`${backend.url}/_/${home}`);
      await rowOf(page, 'own@example.com').click();
      await button(page, 'More actions').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await button(page, 'Yes').click();
      await atHash(page, '#/login');
      assert.is((await authenticate('own@example.com', 'quite another one')).status, 400);
    });
  });
}
