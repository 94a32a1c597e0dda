// The admins of the settings: searched, created, changed and deleted, with the own account, by mouse and by
// keys.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  atHash,
  checkPicture,
  eventually,
  guestPage,
  hasFocus,
  screens,
  signedInPage,
  signIn,
  tabTo,
  visit,
  walk,
} from '../support/walk';

const newest = backends().at(-1);
const home = '#/settings/admins';
const password = 'a long password';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Admins' });
const table = (page: Page) => page.getByRole('table', { name: 'Admins', exact: true });
const rows = (page: Page) => table(page).locator('tr[data-index]');
const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text });
const emails = (page: Page) => rows(page).locator('td:nth-child(3)').allInnerTexts();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const panel = (page: Page, name = 'Edit admin') => page.getByRole('dialog', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(new RegExp(`^${name}\\*?$`));
const searchInput = (page: Page) => page.getByRole('textbox', { name: 'Search' });
const told = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const total = (page: Page, count: number) => page.getByText(`Total found: ${count}`, { exact: true });
const railAvatar = (page: Page) => button(page, 'Account').locator('img').getAttribute('src');
const noPanel = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });

async function search(page: Page, text: string): Promise<void> {
  await searchInput(page).fill(text);
  await searchInput(page).press('Enter');
}

if (newest) {
  const { name, binary } = newest;
  let backend: TestBackend;

  const add = async (email: string, avatar = 0): Promise<string> => {
    const body = { email, avatar, password, passwordConfirm: password };
    return (await askServer(backend, 'admins', { method: 'POST', body })).json.id;
  };
  const stored = async (id: string) => (await askServer(backend, `admins/${id}`)).json;
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

  test.beforeAll(async () => {
    backend = await startBackend(binary, { bundle: true });
  });
  test.afterAll(() => backend.stop());

  test(`${name}: rail and sidebar lead to the admins, where one is created, found, sorted, changed and deleted`, () =>
    walk(signedInPage(backend, '#/collections'), async (opened) => {
      const { page } = opened;
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      await page.getByRole('link', { name: 'Admins', exact: true }).click();
      await heading(page).waitFor();
      await total(page, 1).waitFor();
      await rowOf(page, 'admin@example.com').getByText('You').waitFor();

      await button(page, 'New admin').click();
      await panel(page, 'New admin').waitFor();
      await eventually(() => hasFocus(field(page, 'Email')), true);
      assert.ok(await button(page, 'Create').isDisabled());
      await field(page, 'Email').fill('admin@example.com');
      await button(page, 'Generate').click();
      const secret = await field(page, 'Secret').inputValue();
      assert.match(secret, /^[-\w]{32}$/);
      await page.keyboard.press('Escape');
      assert.is(await field(page, 'Password confirm').inputValue(), secret);
      await page.getByRole('radio', { name: 'Avatar 4' }).click();
      await checkPicture(opened, 'admins-new');
      await button(page, 'Create').click();
      await page.getByText('Admin email already exists.').waitFor();
      await eventually(() => hasFocus(field(page, 'Email')), true);
      await checkPicture(opened, 'admins-refused');
      await field(page, 'Email').fill('second@example.com');
      await page.keyboard.press('Enter');
      await told(page, 'Successfully created admin.').waitFor();
      await noPanel(page);
      await total(page, 2).waitFor();
      assert.is((await authenticate('second@example.com', secret)).json.admin.avatar, 3);
      for (const email of ['third@example.com', 'a-fourth-with-a-rather-long-address@mail.example.com']) {
        await add(email, 7);
      }
      await button(page, 'Refresh').click();
      await total(page, 4).waitFor();
      await checkPicture(opened, 'admins');

      const byEmail = ['third', 'second', 'admin', 'a-fourth'];
      const starts = async () => (await emails(page)).map((email) => email.split(/@|-with/)[0]);
      await table(page).getByRole('button', { name: 'email' }).click();
      await atHash(page, `${home}?sort=-email`);
      await eventually(starts, byEmail);
      await table(page).getByRole('button', { name: 'email' }).click();
      await eventually(starts, [...byEmail].reverse());
      await search(page, 'second');
      await eventually(() => emails(page), ['second@example.com']);
      await atHash(page, `${home}?sort=%2Bemail&filter=second`);
      await page.reload();
      await eventually(() => emails(page), ['second@example.com']);
      assert.is(
        await table(page).getByRole('columnheader', { name: 'email' }).getAttribute('aria-sort'),
        'ascending',
      );

      await rowOf(page, 'second').click();
      await panel(page).waitFor();
      assert.not(await hasFocus(field(page, 'Email')));
      assert.ok(await page.getByRole('radio', { name: 'Avatar 4' }).isChecked());
      assert.ok(await button(page, 'Save changes').isDisabled());
      await page.getByRole('radio', { name: 'Avatar 10' }).click();
      await field(page, 'Email').fill('renamed@example.com');
      await page.getByRole('switch', { name: 'Change password' }).click();
      await field(page, 'Password').fill(password);
      await field(page, 'Password confirm').fill(password);
      await checkPicture(opened, 'admins-edit');
      await button(page, 'Save changes').click();
      await told(page, 'Successfully updated admin.').waitFor();
      await noPanel(page);
      await page.getByRole('heading', { name: 'No admins found.' }).waitFor();
      await checkPicture(opened, 'admins-none');
      await button(page, 'Clear filters').click();
      await total(page, 4).waitFor();
      assert.is((await authenticate('second@example.com', secret)).status, 400);

      await rowOf(page, 'renamed').click();
      await button(page, 'More actions').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByText('Do you really want to delete the selected admin?', { exact: true }).waitFor();
      await checkPicture(opened, 'admins-delete', { sizes: ['wide'] });
      await button(page, 'Yes').click();
      await told(page, 'Successfully deleted admin.').waitFor();
      await noPanel(page);
      await total(page, 3).waitFor();
      assert.is((await authenticate('renamed@example.com', password)).status, 400);
    }));

  test(`${name}: an admin with a new password signs in with it elsewhere`, () =>
    walk(guestPage(backend, '#/login'), async ({ page }) => {
      const email = 'elsewhere@example.com';
      const id = await add(email);
      const opened = await signedInPage(backend, home);
      await rowOf(opened.page, email).click();
      await opened.page.getByRole('switch', { name: 'Change password' }).click();
      await field(opened.page, 'Password').fill('quite another one');
      await field(opened.page, 'Password confirm').fill('quite another one');
      await opened.page.keyboard.press('Enter');
      await told(opened.page, 'Successfully updated admin.').waitFor();
      await opened.close();
      await signIn(page, { email, password: 'quite another one' });
      await atHash(page, /^#\/collections/);
      await visit(page, home);
      await rowOf(page, email).getByText('You').waitFor();
      assert.is((await stored(id)).email, email);
    }));

  test(`${name}: the own account shows its new picture in the rail at once; a new password ends only other sessions`, async () => {
    const email = 'own@example.com';
    await add(email, 1);
    const { token: elsewhere } = (await authenticate(email, password)).json;
    await walk(pageOf(email), async (opened) => {
      const { page } = opened;
      const before = await railAvatar(page);
      await rowOf(page, email).click();
      await page.getByRole('radio', { name: 'Avatar 8' }).click();
      await page.keyboard.press('Control+s');
      await told(page, 'Successfully updated admin.').waitFor();
      await eventually(async () => (await railAvatar(page)) !== before, true);
      await panel(page).waitFor();

      await page.getByRole('switch', { name: 'Change password' }).click();
      await page.getByText('A new password signs you out of all other devices.').waitFor();
      await checkPicture(opened, 'admins-own-password');
      await field(page, 'Password').fill('quite another one');
      await field(page, 'Password confirm').fill('quite another one');
      await button(page, 'Save changes').click();
      await noPanel(page);
      const asOther = { method: 'POST', token: elsewhere };
      assert.is((await askServer(backend, 'admins/auth-refresh', asOther)).status, 401);
      await button(page, 'Refresh').click();
      await page.getByRole('link', { name: 'Collections', exact: true }).click();
      await page.getByRole('link', { name: 'users' }).waitFor();
      await page.reload();
      await page.getByRole('link', { name: 'users' }).waitFor();
      assert.is(await page.getByRole('alert').count(), 0);
    });
  });

  test(`${name}: an admin is found and changed by keys alone`, async () => {
    const id = await add('keys@example.com', 0);
    await walk(signedInPage(backend, home), async ({ page }) => {
      await rows(page).first().waitFor();
      await tabTo(page, searchInput(page));
      await page.keyboard.type('keys');
      await page.keyboard.press('Enter');
      await eventually(() => emails(page), ['keys@example.com']);
      for (const key of ['Space', 'Enter']) {
        await tabTo(page, rows(page).first());
        await page.keyboard.press(key);
        await panel(page).waitFor();
        await page.keyboard.press('Escape');
        await noPanel(page);
        await eventually(() => hasFocus(rows(page).first()), true);
      }
      await page.keyboard.press('Enter');
      await panel(page).waitFor();
      await tabTo(page, page.getByRole('radio', { name: 'Avatar 1', exact: true }));
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      assert.ok(await hasFocus(page.getByRole('radio', { name: 'Avatar 3' })));
      await page.keyboard.press('Tab');
      assert.ok(await hasFocus(field(page, 'Email')));
      await page.keyboard.press('End');
      await page.keyboard.type('.org');
      await page.keyboard.press('Control+s');
      await told(page, 'Successfully updated admin.').waitFor();
      await panel(page).waitFor();
      await page.keyboard.press('Escape');
      await noPanel(page);
      const now = await stored(id);
      assert.equal([now.email, now.avatar], ['keys@example.com.org', 2]);
    });
  });

  test(`${name}: asks about unsaved changes on every way out`, async () => {
    const id = await add('unsaved@example.com');
    await walk(signedInPage(backend, '#/settings/tokens'), async ({ page }) => {
      await page.getByRole('link', { name: 'Admins', exact: true }).click();
      await rowOf(page, 'unsaved').click();
      await field(page, 'Email').fill('typed@example.com');
      const question = (text: string) => page.getByRole('alertdialog').getByText(text);
      for (const close of [
        () => page.keyboard.press('Escape'),
        () => button(page, 'Cancel').click(),
        () => button(page, 'Close').click(),
      ]) {
        await close();
        await question('You have unsaved changes. Do you really want to close the panel?').waitFor();
        await button(page, 'No').click();
        await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      }
      await page.goBack();
      await question('You have unsaved changes. Do you really want to discard them?').waitFor();
      await button(page, 'No').click();
      assert.is(await field(page, 'Email').inputValue(), 'typed@example.com');
      await page.keyboard.press('Escape');
      await button(page, 'Yes').click();
      await noPanel(page);
      await rowOf(page, 'unsaved').click();
      await field(page, 'Email').fill('typed@example.com');
      await page.goBack();
      await button(page, 'Yes').click();
      await atHash(page, '#/settings/tokens');
      await noPanel(page);
      assert.is((await stored(id)).email, 'unsaved@example.com');
    });
  });

  test(`${name}: keeps what someone else saved meanwhile, and asks about what both changed`, async () => {
    const id = await add('both@example.com');
    await walk(signedInPage(backend, `${home}?filter=both`), async (opened) => {
      const { page } = opened;
      await rowOf(page, 'both').click();
      await field(page, 'Email').fill('mine@example.com');
      const theirs = { email: 'theirs@example.com', avatar: 5 };
      await askServer(backend, `admins/${id}`, { method: 'PATCH', body: theirs });
      await button(page, 'Save changes').click();
      const popup = page.getByRole('dialog', { name: 'Someone else changed this admin' });
      await popup.getByText('theirs@example.com').waitFor();
      await checkPicture(opened, 'admins-conflict', { sizes: ['narrow'] });
      await popup.getByRole('radio', { name: /mine@example/ }).check();
      await popup.getByRole('button', { name: 'Save changes' }).click();
      await told(page, 'Successfully updated admin.').waitFor();
      const now = await stored(id);
      assert.equal([now.email, now.avatar], ['mine@example.com', 5]);
    });
  });

  test(`${name}: reports refused filters, a failing list and a failing admin`, () =>
    walk(signedInPage(backend, home), async (opened) => {
      const { page } = opened;
      await search(page, 'avatar = 1');
      await page.getByText('There is no field avatar.').waitFor();
      assert.is(await searchInput(page).getAttribute('aria-invalid'), 'true');
      assert.is(await page.getByRole('alert').count(), 0);
      await button(page, 'Clear filters').click();
      await rows(page).first().waitFor();

      await page.route('**/api/admins?**', (route) => route.fulfill({ status: 500, body: '{}' }));
      await button(page, 'Refresh').click();
      await page.getByRole('heading', { name: 'The admins could not be loaded.' }).waitFor();
      await checkPicture(opened, 'admins-failed');
      await page.unroute('**/api/admins?**');
      await button(page, 'Retry').click();
      await page.route('**/api/admins/*', (route) => route.fulfill({ status: 500, body: '{}' }));
      await rows(page).first().click();
      await page.getByRole('heading', { name: 'The admin could not be loaded.' }).waitFor();
      await checkPicture(opened, 'admins-panel-failed');
      await page.unroute('**/api/admins/*');
      await button(page, 'Retry').click();
      await field(page, 'Email').waitFor();
    }));

  test(`${name}: on a phone, an admin is created from the drawer`, () =>
    walk(signedInPage(backend, '#/settings', screens.narrow), async ({ page }) => {
      await page.getByRole('main').getByRole('button', { name: 'Settings', exact: true }).click();
      await page.getByRole('link', { name: 'Admins', exact: true }).click();
      await heading(page).waitFor();
      await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click();
      await field(page, 'Email').fill('phone@example.com');
      await field(page, 'Password').fill(password);
      await field(page, 'Password confirm').fill(password);
      await page.getByRole('radio', { name: 'Avatar 10' }).click();
      await button(page, 'Create').click();
      await told(page, 'Successfully created admin.').waitFor();
      await noPanel(page);
      assert.is((await authenticate('phone@example.com', password)).json.admin.avatar, 9);
    }));

  test(`${name}: deleting the own account returns to the sign-in without any error`, async () => {
    await add('leaving@example.com');
    await walk(pageOf('leaving@example.com', `${home}?filter=leaving`), async ({ page }) => {
      await rowOf(page, 'leaving').click();
      await field(page, 'Email').fill('typed@example.com');
      await button(page, 'More actions').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByText('This is your own account: you will be signed out.').waitFor();
      await button(page, 'Yes').click();
      await atHash(page, '#/login');
      await page.getByLabel('Email').waitFor();
      await told(page, 'Successfully deleted admin.').waitFor();
      assert.is(await page.getByRole('alert').count(), 0);
      assert.is(await page.evaluate(() => localStorage.getItem('pb_admin_auth')), null);
      assert.is((await authenticate('leaving@example.com', password)).status, 400);
    });
  });

  test(`${name}: the last admin stays, and the page gives the reason`, async () => {
    const { json } = await askServer(backend, 'admins?perPage=500&filter=email!="admin@example.com"');
    for (const { id } of json.items) await askServer(backend, `admins/${id}`, { method: 'DELETE' });
    await walk(signedInPage(backend, `${home}?filter=admin`), async ({ page }) => {
      await rows(page).first().click();
      await button(page, 'More actions').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await button(page, 'Yes').click();
      await page.getByRole('alert').filter({ hasText: 'The last admin cannot be deleted.' }).waitFor();
      await panel(page).waitFor();
    });
  });
}
