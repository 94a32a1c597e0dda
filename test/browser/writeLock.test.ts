// The name of a server and its write lock: nothing but reads leaves the page while writes are locked.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import { answer, box, button, changeElsewhere, gone, make, question, stored } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { press, stagedBar, tableOf } from '../support/tableWalk';
import {
  askServer,
  checkPicture,
  eventually,
  guestPage,
  hasFocus,
  shoot,
  signedInPage,
  signIn,
  tabTo,
  walk,
} from '../support/walk';

const newest = backends().at(-1);
const orders = '#/collections?collectionId=orders';
const harmless = /\/api\/(admins\/auth-with-password|admins\/auth-refresh|files\/token|realtime)$/;

if (newest) {
  let backend: TestBackend;
  const ids: string[] = [];
  const { cell, row } = tableOf(ids, ['select', 'id', 'name', 'files', 'created', 'updated']);

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    await createCollection({
      name: 'orders',
      schema: [field('text', 'name', {}, true), field('file', 'files', { maxSelect: 3 })],
    });
    for (let at = 0; at < 5; at += 1) ids.push((await make(backend, 'orders', { name: `Order ${at}` })).id);
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const named = (locks = true) => ({
    [`lowlineEnvironment@${backend.url}/api/`]: JSON.stringify({
      name: 'Production',
      colour: 'red',
      locks,
      appName: '',
    }),
  });
  const opened = (hash = orders, more: Record<string, string> = named()) =>
    signedInPage(backend, hash, { stored: more }).then(async (one) => {
      await one.page.locator('main').waitFor();
      await one.page.waitForLoadState('networkidle');
      return one;
    });
  const strip = (page: Page) => page.getByRole('region', { name: 'Environment' });
  const unlock = (page: Page) => page.getByRole('alertdialog', { name: 'Unlock Production for 10 minutes?' });
  const pressInQuestion = (page: Page, name: string) => unlock(page).getByRole('button', { name }).click();
  const host = () => new URL(backend.url).host;
  const nameOf = async (at: number) => (await stored(backend, 'orders', ids[at] ?? ''))?.['name'];

  const filesOf = async (at: number) => [(await stored(backend, 'orders', ids[at] ?? ''))?.['files']].flat();

  const hasSign = (control: Locator) =>
    control.evaluate((found) => getComputedStyle(found, '::before').maskImage.startsWith('url('));
  const hasLock = (page: Page) => hasSign(page.getByRole('button', { name: 'New record' }));

  /** Records the requests that may change data. */
  function writesOf({ page }: OpenPage): string[] {
    const writes: string[] = [];
    page.on('request', (request) => {
      const method = request.method();
      const { pathname } = new URL(request.url());
      if (method !== 'GET' && !harmless.test(pathname)) writes.push(`${method} ${pathname}`);
    });
    return writes;
  }

  async function accountMenu(page: Page, item: string): Promise<void> {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  }

  test('a server gets its name, colour and lock by the keyboard alone, and loses them again', () =>
    walk(opened(orders, {}), async (one) => {
      const { page } = one;
      assert.is(await strip(page).count(), 0, 'no strip without a name');
      const before = await page.title();
      await press(page, 'Control+k');
      await page.getByRole('dialog', { name: 'Go to' }).waitFor();
      await page.keyboard.type('lock now');
      await page.getByRole('option', { name: /Lock now.*This server has no write lock/ }).waitFor();
      await page.getByRole('combobox').fill('envi');
      await page.getByRole('option', { name: 'Environment...' }).waitFor();
      await press(page, 'Enter');
      const popup = page.getByRole('dialog', { name: 'Environment of this server' });
      await popup.getByText(host()).waitFor();
      await eventually(() => hasFocus(popup.getByLabel('Name')), true, 'the name has the focus');
      await press(page, 'Enter');
      await popup.getByText('A name is needed.').waitFor();
      await page.keyboard.type('Production');
      await press(page, 'Tab', 'ArrowRight', 'ArrowRight');
      assert.is(await popup.getByRole('radio', { name: 'Green' }).isChecked(), true);
      await press(page, 'ArrowLeft', 'ArrowLeft');
      await checkPicture(one, 'environment-popup');
      await tabTo(page, popup.getByRole('button', { name: 'Save' }));
      await press(page, 'Enter');
      await gone(popup);
      await strip(page).getByText('Locked: nothing is written').waitFor();
      assert.is(await page.title(), `Production: ${before}`);
      await eventually(() => hasLock(page), true, 'a button that writes has a lock');
      assert.is(await hasSign(button(page, 'New collection')), false, 'a form has it at its own button');
      await checkPicture(one, 'environment-locked');

      await accountMenu(page, 'Environment...');
      await popup.getByRole('switch', { name: 'Lock writes' }).uncheck();
      await popup.getByRole('button', { name: 'Save' }).click();
      await answer(page, /stop locking writes/, false);
      await press(page, 'Escape');
      await answer(page, /unsaved changes.*close the popup/, false);
      await popup.getByRole('button', { name: 'Remove' }).click();
      await answer(page, /Do you really want to remove/, true);
      await gone(strip(page));
      assert.is(await page.title(), before);
      assert.equal(
        await page.evaluate(() => Object.keys(localStorage).filter((key) => /Environment/.test(key))),
        [],
      );
    }));

  test('a locked record is not saved; after Unlock the same save goes on once', () =>
    walk(opened(`${orders}&recordId=${ids[0]}`), async (one) => {
      const { page } = one;
      const writes = writesOf(one);
      const panel = page.getByRole('dialog', { name: /Edit orders record/ });
      await panel.getByRole('button', { name: 'More actions' }).click();
      const remove = page.getByRole('menuitem', { name: 'Delete' });
      await eventually(() => hasSign(remove), true, 'a menu item that deletes has a lock');
      for (const name of ['Copy link', 'Duplicate'])
        assert.is(await hasSign(page.getByRole('menuitem', { name })), false, name);
      await shoot(page, 'environment-menu');
      await press(page, 'Escape');
      await box(panel, 'name').fill('Typed');
      await press(page, 'Control+s');
      await unlock(page)
        .getByText(`You are about to save a record of orders at ${host()}.`, { exact: false })
        .waitFor();
      await eventually(() => hasFocus(unlock(page).getByRole('button', { name: 'Stay locked' })), true);
      await checkPicture(one, 'environment-question');
      await press(page, 'Escape');
      await gone(unlock(page));
      assert.is(await box(panel, 'name').inputValue(), 'Typed');
      assert.is(await nameOf(0), 'Order 0');
      assert.equal(writes, []);
      assert.is(await page.getByRole('region', { name: 'Messages' }).getByRole('alert').count(), 0);

      await press(page, 'Control+s');
      await unlock(page).waitFor();
      await changeElsewhere(backend, 'orders', ids[0] ?? '', { 'files+': [] });
      await press(page, 'Tab', 'Enter');
      await page.getByText('Successfully updated record.').waitFor();
      assert.is(await nameOf(0), 'Typed');
      assert.equal(writes, [`PATCH /api/collections/${await idOf('orders')}/records/${ids[0]}`]);
      await strip(page).getByText('Writes are open for').waitFor();
      await checkPicture(one, 'environment-open');
      await strip(page).getByRole('button', { name: 'Lock now' }).click();
      await strip(page).getByText('Locked: nothing is written').waitFor();
      await box(panel, 'name').fill('Later');
      await press(page, 'Control+s');
      await unlock(page).waitFor();
      await pressInQuestion(page, 'Stay locked');
      assert.is(await nameOf(0), 'Typed');
    }));

  const idOf = async (name: string) => {
    const answered = await fetch(`${backend.url}/api/collections/${name}`, {
      headers: { Authorization: await adminToken(backend) },
    });
    return ((await answered.json()) as { id: string }).id;
  };

  test('staged cells, a delete and an upload ask, and send nothing while locked', () =>
    walk(opened(), async (one) => {
      const { page } = one;
      const writes = writesOf(one);
      for (const at of [1, 2]) {
        // A plain click opens the record.
        await cell(page, at, 'name').click({ modifiers: ['Alt'] });
        await eventually(() => hasFocus(cell(page, at, 'name')), true);
        // Typing replaces the value, also before the code of the input is there.
        await page.keyboard.type(`Cell ${at}`);
        await press(page, 'Enter');
        await eventually(() => cell(page, at, 'name').innerText(), `Cell ${at}`);
      }
      await stagedBar(page).getByText('2 changes').waitFor();
      await stagedBar(page).getByRole('button', { name: 'Save' }).click();
      await unlock(page)
        .getByText(`You are about to save 2 changes in 2 records at ${host()}.`, { exact: false })
        .waitFor();
      await pressInQuestion(page, 'Stay locked');
      await stagedBar(page).getByText('2 changes').waitFor();
      assert.equal(await Promise.all([1, 2].map(nameOf)), ['Order 1', 'Order 2']);

      await row(page, 3).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Delete selected' }).click();
      await button(question(page), 'Yes').click();
      await unlock(page).getByText(`You are about to delete 1 record at`, { exact: false }).waitFor();
      await pressInQuestion(page, 'Stay locked');
      assert.is(await nameOf(3), 'Order 3');
      assert.equal(writes, []);

      await stagedBar(page).getByRole('button', { name: 'Save' }).click();
      await pressInQuestion(page, 'Unlock and save');
      await page.getByText('Saved 2 records.').waitFor();
      assert.equal(await Promise.all([1, 2].map(nameOf)), ['Cell 1', 'Cell 2']);
      assert.is(writes.length, 2);
    }));

  test('the ten minutes end during a save: it ends, and the next one asks', () =>
    walk(opened(), async (one) => {
      const { page } = one;
      const writes = writesOf(one);
      const change = async (at: number, text: string) => {
        await cell(page, at, 'name').click({ modifiers: ['Alt'] });
        await eventually(() => hasFocus(cell(page, at, 'name')), true);
        await page.keyboard.type(text);
        await press(page, 'Enter');
        await eventually(() => cell(page, at, 'name').innerText(), text);
      };
      await strip(page).getByRole('button', { name: 'Unlock for 10 min' }).click();
      await change(1, 'Across');
      await change(2, 'The end');
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/records/*', async (route) => {
        if (route.request().method() === 'PATCH') await held;
        await route.continue();
      });
      await stagedBar(page).getByRole('button', { name: 'Save' }).click();
      await eventually(() => writes.length > 0, true, 'the save is under way');
      await page.evaluate(() => {
        const now = performance.now.bind(performance);
        performance.now = () => now() + 11 * 60_000;
      });
      await strip(page).getByText('Locks when this run ends').waitFor();
      release();
      await page.getByText('Saved 2 records.').waitFor();
      await strip(page).getByText('Locked: nothing is written').waitFor();
      assert.equal(await Promise.all([1, 2].map(nameOf)), ['Across', 'The end']);
      await change(1, 'Later');
      await stagedBar(page).getByRole('button', { name: 'Save' }).click();
      await pressInQuestion(page, 'Stay locked');
      assert.is(await nameOf(1), 'Across');
      assert.is(writes.length, 2);
    }));

  test('an upload is refused whole, and goes on after Unlock', () =>
    walk(opened(`${orders}&recordId=${ids[4]}`), async (one) => {
      const { page } = one;
      const writes = writesOf(one);
      const panel = page.getByRole('dialog', { name: /Edit orders record/ });
      const chooser = page.waitForEvent('filechooser');
      await panel.getByRole('button', { name: 'Upload new file' }).click();
      await (await chooser).setFiles({
        name: 'note.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('note'),
      });
      await panel.getByRole('button', { name: 'Save changes' }).click();
      await pressInQuestion(page, 'Stay locked');
      await panel.getByText('note.txt').waitFor();
      assert.equal(await filesOf(4), []);
      assert.equal(writes, []);
      await panel.getByRole('button', { name: 'Save changes' }).click();
      await pressInQuestion(page, 'Unlock and save');
      await page.getByText('Successfully updated record.').waitFor();
      assert.is((await filesOf(4)).length, 1);
      assert.is(writes.length, 1);
    }));

  test('a reload locks; Lock now of the palette locks the other tab; unlocking stays in its tab', () =>
    walk(opened(), async (one) => {
      const { page } = one;
      await strip(page).getByRole('button', { name: 'Unlock for 10 min' }).click();
      await strip(page).getByText('Writes are open for').waitFor();
      const other = await page.context().newPage();
      await other.goto(page.url());
      await strip(other).getByText('Locked: nothing is written').waitFor();
      await strip(other).getByRole('button', { name: 'Unlock for 10 min' }).click();
      await strip(other).getByRole('button', { name: 'Lock now' }).waitFor();
      await page.bringToFront();
      await press(page, 'Control+k');
      await page.getByRole('dialog', { name: 'Go to' }).waitFor();
      await page.keyboard.type('lock now');
      await page.getByRole('option', { name: 'Lock now' }).waitFor();
      await press(page, 'Enter');
      await strip(page).getByText('Locked: nothing is written').waitFor();
      await strip(other).getByText('Locked: nothing is written').waitFor();
      await strip(page).getByRole('button', { name: 'Unlock for 10 min' }).click();
      await accountMenu(page, 'Lock now');
      await strip(page).getByText('Locked: nothing is written').waitFor();
      await strip(page).getByRole('button', { name: 'Unlock for 10 min' }).click();
      await page.reload();
      await strip(page).getByText('Locked: nothing is written').waitFor();
      await other.close();
    }));

  test('a session that ends behind an open lock: sign in again works, and the save asks again', async () => {
    const admin = { email: 'second@example.com', password: 'second password' };
    const body = { ...admin, passwordConfirm: admin.password };
    const { json } = await askServer(backend, 'admins', { method: 'POST', body });
    const hash = `${orders}&recordId=${ids[3]}`;
    await walk(signedInPage({ ...backend, admin }, hash, { stored: named() }), async ({ page }) => {
      const panel = page.getByRole('dialog', { name: /Edit orders record/ });
      await box(panel, 'name').fill('After the session');
      const password = 'another password';
      const changed = { password, passwordConfirm: password };
      await askServer(backend, `admins/${json.id}`, { method: 'PATCH', body: changed });
      await press(page, 'Control+s');
      await pressInQuestion(page, 'Unlock and save');
      const again = page.getByRole('dialog', { name: 'Your session has ended' });
      await again.getByLabel('Password', { exact: true }).fill(password);
      await press(page, 'Enter');
      await gone(again);
      await strip(page).getByText('Locked: nothing is written').waitFor();
      assert.is(await nameOf(3), 'Order 3');
      assert.is(await box(panel, 'name').inputValue(), 'After the session');
      await press(page, 'Control+s');
      await pressInQuestion(page, 'Unlock and save');
      await page.getByText('Successfully updated record.').waitFor();
      assert.is(await nameOf(3), 'After the session');
    });
  });

  test('the sign-in page shows the strip; another application at the address is asked about', () =>
    walk(guestPage(backend, '#/login', { stored: { ...named() } }), async (one) => {
      const { page } = one;
      await strip(page).getByText('Production').waitFor();
      assert.is(await strip(page).getByRole('button').count(), 0);
      await checkPicture(one, 'environment-sign-in');
      await page.evaluate(() => {
        const key = Object.keys(localStorage).find((name) => name.startsWith('lowlineEnvironment')) ?? '';
        const value = JSON.parse(localStorage.getItem(key) ?? '');
        localStorage.setItem(key, JSON.stringify({ ...value, appName: 'Former app' }));
      });
      await page.reload();
      assert.ok(backend.admin);
      await signIn(page, backend.admin);
      await strip(page).getByText('This address was named for Former app. Is it still Production?').waitFor();
      await page.locator('main h1').waitFor();
      await page.waitForLoadState('networkidle');
      await checkPicture(one, 'environment-other-app');
      await strip(page).getByRole('button', { name: 'Yes' }).click();
      await strip(page).getByText('Locked: nothing is written').waitFor();
      await page.reload();
      await strip(page).getByText('Locked: nothing is written').waitFor();
    }));
}
