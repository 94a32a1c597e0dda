// Everything in three keys: the palette, finding an id, the list of shortcuts, and the keys of commands.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { box, gone } from '../support/editorWalk';
import { createCollection, field } from '../support/realBackend';
import { backends } from '../support/server';
import { press } from '../support/tableWalk';
import { askServer, atHash, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);
const orders = '#/collections?collectionId=orders';

if (newest) {
  const backend = walkedBackend(newest.binary, async () => {
    const others = Array.from({ length: 8 }, (_, at) => `depot_${at}`);
    for (const name of ['customers', 'orders', 'order_notes', 'products', ...others]) {
      await createCollection({
        name,
        schema: [
          field('text', 'name', {}, true),
          field('editor', 'story'),
          field('json', 'meta', { maxSize: 999 }),
        ],
      });
    }
    await createCollection({
      name: 'order_totals',
      type: 'view',
      schema: [],
      options: { query: 'SELECT id, name FROM orders' },
    });
    const add = async (collection: string, body: object) =>
      (await askServer(backend, `collections/${collection}/records`, { method: 'POST', body })).json
        .id as string;
    for (let at = 0; at < 5; at += 1) await add('orders', { name: `Order ${at}` });
  });

  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Go to' });
  const input = (page: Page) => dialog(page).getByRole('combobox');
  const option = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name });
  /** The title of the row with the cursor. */
  const active = async (page: Page) =>
    (await dialog(page).getByRole('option', { selected: true }).innerText()).split('\n')[0];
  const search = (page: Page) => page.locator('main search').getByLabel('Search', { exact: true });
  const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  /** Puts the cursor of the table on a cell. */
  async function toCell(page: Page): Promise<void> {
    await page.getByRole('grid').locator('td[tabindex="0"], th [tabindex="0"]').first().focus();
    await tabTo(page, cell(page));
  }
  const cell = (page: Page) => page.getByRole('grid').getByRole('gridcell').filter({ hasText: 'Order 3' });

  /** Opens the palette by its key. */
  async function call(page: Page, text = ''): Promise<void> {
    await page.keyboard.press('Control+k');
    await eventually(() => hasFocus(input(page)), true, 'the palette has the focus');
    if (text !== '') await page.keyboard.type(text);
  }

  const loaded = (hash = orders) =>
    signedInPage(backend, hash).then(async (opened) => {
      await opened.page.locator('main').waitFor();
      // The keys of commands come after the first view.
      await opened.page.getByRole('button', { name: 'Go to' }).waitFor();
      await opened.page.waitForLoadState('networkidle');
      return opened;
    });

  /** Takes the first row of the palette for this text. */
  async function choose(page: Page, text: string, key = 'Enter'): Promise<void> {
    await call(page, text);
    await page.keyboard.press(key);
  }

  test('three keys lead to a collection, a page, an action, a new record and a search', () =>
    walk(loaded(), async ({ page }) => {
      await call(page, 'ot');
      await eventually(() => active(page), 'order_totals');
      await page.keyboard.press('Enter');
      await title(page, 'order_totals').waitFor();
      await gone(dialog(page));
      await call(page, 'new rec');
      await option(page, /New record.*A view has no records of its own/).waitFor();
      await page.keyboard.press('Enter');
      assert.is(await dialog(page).count(), 1, 'an action that cannot run keeps the palette open');
      await input(page).fill('mail');
      await eventually(() => active(page), 'Mail settings');
      await page.keyboard.press('Enter');
      await atHash(page, '#/settings/mail');

      await choose(page, 'cust', 'Control+Enter');
      const panel = page.getByRole('dialog', { name: 'New customers record' });
      await box(panel, 'name').fill('Made by keys');
      await press(page, 'Control+s');
      await page.getByText('Successfully created record.').waitFor();
      const { json } = await askServer(backend, 'collections/customers/records?filter=name="Made by keys"');
      assert.is(json.totalItems, 1);
      await press(page, 'Escape');
      await gone(panel);

      await choose(page, 'dark');
      await eventually(() => page.locator('html').getAttribute('data-theme'), 'dark');
      await call(page, 'qqq');
      await eventually(() => active(page), 'Search customers for "qqq"');
      await page.keyboard.press('Enter');
      await atHash(page, /filter=qqq/);
      await page.setViewportSize({ width: 390, height: 844 });
      const opener = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Go to' });
      assert.is(await opener.getAttribute('aria-keyshortcuts'), 'Control+K');
      await opener.click();
      await eventually(() => hasFocus(input(page)), true);
      await page.keyboard.type('prod');
      assert.is((await option(page, /products/).boundingBox())?.height, 44);
      await option(page, /products/).click();
      await title(page, 'products').waitFor();
    }));

  test('the key opens it from everywhere, closes it, and the focus returns', () =>
    walk(loaded(), async ({ page }) => {
      // The editor of the search comes with the focus.
      await search(page).focus();
      await page.locator('main search .cm-content').waitFor();
      const returns = async (place: () => Locator, key: string) => {
        await place().focus();
        await call(page);
        await page.keyboard.press(key);
        await eventually(() => hasFocus(place()), true, `${key}: the focus is back`);
        await gone(dialog(page));
      };
      await returns(() => page.getByRole('button', { name: 'Refresh' }), 'Control+k');
      await returns(() => search(page), 'Escape');
      await toCell(page);
      await returns(() => cell(page), 'Escape');

      await page.getByRole('button', { name: 'New record' }).click();
      const panel = page.getByRole('dialog', { name: 'New orders record' });
      const quill = panel.locator('.ql-editor');
      const code = panel.locator('.cm-content').last();
      // An empty text is one line until then.
      await panel.locator('div[role="textbox"]').first().focus();
      await quill.click();
      await page.keyboard.type('Hello');
      await panel.getByLabel('meta').focus();
      await code.waitFor();
      for (const place of [box(panel, 'name'), quill, code]) await returns(() => place, 'Escape');
      await quill.focus();
      await page.keyboard.type('!');
      assert.match(await quill.innerText(), /Hello!|!Hello/, 'typing continues');
    }));

  test('? lists each key once, / goes to the search, and both can be turned off', () =>
    walk(loaded(), async ({ page }) => {
      const shortcuts = async () => {
        await press(page, 'Shift+?');
        const groups = help(page)
          .locator('section')
          .filter({ hasText: /^(This page|Everywhere)/ });
        await groups.first().waitFor();
        const keys = await groups.locator('dd').allInnerTexts();
        assert.equal([...new Set(keys)], keys);
        await press(page, 'Escape');
        await gone(help(page));
        return keys.map((text) => text.replaceAll(/\s+/g, ' '));
      };
      await toCell(page);
      assert.ok((await shortcuts()).includes('Ctrl K'));
      await page.getByRole('button', { name: 'New record' }).click();
      const panel = page.getByRole('dialog', { name: 'New orders record' });
      await box(panel, 'name').waitFor();
      await panel.getByRole('button', { name: 'Close' }).focus();
      assert.ok((await shortcuts()).includes('Ctrl S'));
      await press(page, 'Escape');
      await gone(panel);
      for (const hash of ['#/logs', '#/settings', '#/settings/backups', '#/history', orders]) {
        await page.evaluate((to) => window.location.assign(to), hash);
        await page.getByRole('button', { name: 'Go to' }).focus();
        assert.ok((await shortcuts()).length > 3);
      }
      await cell(page).waitFor();
      await toCell(page);
      await press(page, '/');
      await eventually(() => hasFocus(search(page)), true, '/ focuses the search');
      await page.keyboard.type('a/b?');
      await eventually(async () => (await page.locator('main search').innerText()).includes('a/b?'), true);
      await call(page, 'keyb');
      await press(page, 'Enter');
      await help(page).getByLabel('Search shortcuts').fill('topmost');
      await eventually(() => help(page).locator('dt').allInnerTexts(), ['Close the topmost panel or popup']);
      await help(page).getByRole('switch', { name: 'Single keys: ? and /' }).click();
      await press(page, 'Escape');
      await gone(help(page));
      await toCell(page);
      await press(page, 'Shift+?', '/');
      assert.is(await help(page).count(), 0);
      assert.ok(await hasFocus(cell(page)));
    }));
}
