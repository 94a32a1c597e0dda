// The name of a server and its write lock: nothing but reads leaves the page while writes are locked.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import { answer, box, button, gone, make, stored } from '../support/editorWalk';
import { createCollection, field } from '../support/realBackend';
import { backends } from '../support/server';
import { press, stagedBar, tableOf } from '../support/tableWalk';
import {
  eventually,
  guestPage,
  hasFocus,
  jumpAhead,
  signedInPage,
  signIn,
  tabTo,
  walk,
} from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);
const orders = '#/collections?collectionId=orders';
const harmless = /\/api\/(admins\/auth-with-password|admins\/auth-refresh|files\/token|realtime)$/;

if (newest) {
  const ids: string[] = [];
  const { cell } = tableOf(ids, ['select', 'id', 'name', 'files', 'created', 'updated']);

  const backend = walkedBackend(newest.binary, async () => {
    await createCollection({
      name: 'orders',
      schema: [field('text', 'name', {}, true), field('file', 'files', { maxSelect: 3 })],
    });
    for (let at = 0; at < 5; at += 1) ids.push((await make(backend, 'orders', { name: `Order ${at}` })).id);
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
      await page.getByRole('combobox').fill('server n');
      await page.getByRole('option', { name: 'Server name and lock...' }).waitFor();
      await press(page, 'Enter');
      const popup = page.getByRole('dialog', { name: 'Server name and lock' });
      await popup.getByText(host()).waitFor();
      await eventually(() => hasFocus(popup.getByLabel('Name')), true, 'the name has the focus');
      await press(page, 'Enter');
      await popup.getByText('A name is needed.').waitFor();
      await page.keyboard.type('Production');
      await press(page, 'Tab', 'ArrowRight', 'ArrowRight');
      assert.is(await popup.getByRole('radio', { name: 'Green' }).isChecked(), true);
      await press(page, 'ArrowLeft', 'ArrowLeft');
      await tabTo(page, popup.getByRole('button', { name: 'Save' }));
      await press(page, 'Enter');
      await gone(popup);
      await strip(page).getByText('Locked: nothing is written').waitFor();
      assert.is(await page.title(), `Production: ${before}`);
      await eventually(() => hasLock(page), true, 'a button that writes has a lock');
      assert.is(await hasSign(button(page, 'New collection')), false, 'a form has it at its own button');

      await accountMenu(page, 'Server name and lock...');
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

  test('a locked record and its file are not saved; after Unlock the same save goes on once', () =>
    walk(opened(`${orders}&recordId=${ids[0]}`), async (one) => {
      const { page } = one;
      const writes = writesOf(one);
      const panel = page.getByRole('dialog', { name: /Edit orders record/ });
      await panel.getByRole('button', { name: 'More actions' }).click();
      await eventually(() => hasSign(page.getByRole('menuitem', { name: 'Delete' })), true, 'it has a lock');
      assert.is(await hasSign(page.getByRole('menuitem', { name: 'Duplicate' })), false);
      await press(page, 'Escape');
      const chooser = page.waitForEvent('filechooser');
      await panel.getByRole('button', { name: 'Upload new file' }).click();
      const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('note') };
      await (await chooser).setFiles(file);
      await box(panel, 'name').fill('Typed');
      await press(page, 'Control+s');
      await unlock(page).getByText(`You are about to save a record of orders at ${host()}.`).waitFor();
      await eventually(() => hasFocus(button(unlock(page), 'Stay locked')), true);
      await press(page, 'Escape');
      await gone(unlock(page));
      await panel.getByText('note.txt').waitFor();
      assert.is(await box(panel, 'name').inputValue(), 'Typed');
      assert.equal([await nameOf(0), await filesOf(0), writes], ['Order 0', [], []]);
      assert.is(await page.getByRole('region', { name: 'Messages' }).getByRole('alert').count(), 0);

      await press(page, 'Control+s');
      await unlock(page).waitFor();
      await press(page, 'Tab', 'Enter');
      await page.getByText('Successfully updated record.').waitFor();
      assert.equal([await nameOf(0), (await filesOf(0)).length, writes.length], ['Typed', 1, 1]);
      await button(strip(page), 'Lock now').click();
      await strip(page).getByText('Locked: nothing is written').waitFor();
      await box(panel, 'name').fill('Later');
      await press(page, 'Control+s');
      await pressInQuestion(page, 'Stay locked');
      assert.is(await nameOf(0), 'Typed');
    }));

  test('a save that was allowed ends after its time, as the strip says', () =>
    walk(opened(), async (one) => {
      const { page } = one;
      const writes = writesOf(one);
      const save = () => button(stagedBar(page), 'Save').click();
      const change = async (at: number, text: string) => {
        // A plain click opens the record.
        await cell(page, at, 'name').click({ modifiers: ['Alt'] });
        await eventually(() => hasFocus(cell(page, at, 'name')), true);
        // Typing replaces the value, also before the code of the input is there.
        await page.keyboard.type(text);
        await press(page, 'Enter');
        await eventually(() => cell(page, at, 'name').innerText(), text);
      };
      for (const at of [1, 2]) await change(at, `Cell ${at}`);
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/records/*', async (route) => {
        if (route.request().method() === 'PATCH') await held;
        await route.continue();
      });
      await save();
      await pressInQuestion(page, 'Unlock and save');
      await eventually(() => writes.length > 0, true, 'the save is under way');
      await jumpAhead(page, 11 * 60_000);
      await strip(page).getByText('Locks when this run ends').waitFor();
      release();
      await page.getByText('Saved 2 records.').waitFor();
      await strip(page).getByText('Locked: nothing is written').waitFor();
      assert.equal(await Promise.all([1, 2].map(nameOf)), ['Cell 1', 'Cell 2']);
      await change(1, 'Later');
      await save();
      await pressInQuestion(page, 'Stay locked');
      assert.equal([await nameOf(1), writes.length], ['Cell 1', 2]);
    }));

  test('the sign-in page shows the strip; Lock now locks the other tab, unlocking stays in its tab, a reload locks', () =>
    walk(guestPage(backend, '#/login', { stored: named() }), async ({ page }) => {
      const locked = (where: Page) => strip(where).getByText('Locked: nothing is written').waitFor();
      const unlockIt = (where: Page) => button(strip(where), 'Unlock for 10 min').click();
      await strip(page).getByText('Production').waitFor();
      assert.is(await strip(page).getByRole('button').count(), 0);
      await page.evaluate(() => {
        const key = Object.keys(localStorage).find((name) => name.startsWith('lowlineEnvironment')) ?? '';
        const value = JSON.parse(localStorage.getItem(key) ?? '');
        localStorage.setItem(key, JSON.stringify({ ...value, appName: 'Former app' }));
      });
      await page.reload();
      assert.ok(backend.admin);
      await signIn(page, backend.admin);
      await strip(page).getByText('This address was named for Former app. Is it still Production?').waitFor();
      await button(strip(page), 'Yes').click();
      await locked(page);

      await unlockIt(page);
      await strip(page).getByText('Writes are open for').waitFor();
      const other = await page.context().newPage();
      await other.goto(page.url());
      await locked(other);
      await unlockIt(other);
      await button(strip(other), 'Lock now').waitFor();
      await page.bringToFront();
      await page.waitForLoadState('networkidle');
      await press(page, 'Control+k');
      await page.getByRole('dialog', { name: 'Go to' }).waitFor();
      await page.keyboard.type('lock now');
      await page.getByRole('option', { name: 'Lock now' }).waitFor();
      await press(page, 'Enter');
      await locked(page);
      await locked(other);
      await unlockIt(page);
      await page.reload();
      await locked(page);
    }));
}
