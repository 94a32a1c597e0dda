// Everything in three keys: the palette, finding an id, the list of shortcuts, and the keys of commands.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { fixedKeys } from '../../ui/shell/palette/shortcutGroups';
import { answer, box, gone } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { press } from '../support/tableWalk';
import { askServer, atHash, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);
const orders = '#/collections?collectionId=orders';

if (newest) {
  let backend: TestBackend;
  let order = '';
  let customer = '';
  const shared = 'abc123abc123abc';

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    const others = Array.from({ length: 8 }, (_, at) => `depot_${at}`);
    for (const name of ['customers', 'orders', 'order_notes', 'products', 'suppliers', ...others]) {
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
    customer = await add('customers', { name: 'Oskar Lindqvist' });
    await add('customers', { id: shared, name: 'Kettle' });
    await add('suppliers', { id: shared, name: 'Kettle & Sons' });
    for (let at = 0; at < 5; at += 1) order = await add('orders', { name: `Order ${at}` });
  });
  test.afterAll(async () => {
    await backend?.stop();
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
      await eventually(() => active(page), 'Search it in customers');
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
      await quill.click();
      await page.keyboard.type('Hello');
      await panel.getByLabel('meta').focus();
      await code.waitFor();
      for (const place of [box(panel, 'name'), quill, code]) await returns(() => place, 'Escape');
      await quill.focus();
      await page.keyboard.type('!');
      assert.match(await quill.innerText(), /Hello!|!Hello/, 'typing continues');
    }));

  test('it asks about unsaved changes, and closes when the session ends', () =>
    walk(loaded(), async ({ page }) => {
      await page.getByRole('button', { name: 'New record' }).click();
      const panel = page.getByRole('dialog', { name: 'New orders record' });
      await box(panel, 'name').fill('Not saved');
      for (const [text, key] of [
        ['customers', 'Enter'],
        ['refresh', 'Enter'],
        ['prod', 'Control+Enter'],
      ] as const) {
        await choose(page, text, key);
        await answer(page, /unsaved changes/, false);
        assert.is(await box(panel, 'name').inputValue(), 'Not saved');
      }
      await choose(page, 'prod', 'Control+Enter');
      await answer(page, /unsaved changes/, true);
      await page.getByRole('dialog', { name: 'New products record' }).waitFor();
      assert.is(await panel.count(), 0);

      await press(page, 'Escape');
      await gone(page.getByRole('dialog'));
      await call(page);
      await page.evaluate(() => {
        localStorage.removeItem('pb_admin_auth');
        window.dispatchEvent(new StorageEvent('storage', { key: 'pb_admin_auth' }));
      });
      await atHash(page, '#/login');
      await gone(dialog(page));
      await press(page, 'Control+k');
      assert.is(await dialog(page).count(), 0);
    }));

  test('an id is found in another collection, in two, and in none', () =>
    walk(loaded('#/collections?collectionId=products'), async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (sent) => asked.push(sent.url()));
      await call(page, customer);
      await eventually(() => active(page), `Find record ${customer}`);
      assert.is(asked.filter((url) => url.includes(customer)).length, 0, 'nothing starts by itself');
      await page.keyboard.press('Enter');
      await dialog(page).getByText('Found in customers').waitFor();
      await eventually(() => active(page), 'Oskar Lindqvist');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Edit customers record' }).waitFor();
      await press(page, 'Escape');
      await gone(page.getByRole('dialog'));

      await choose(page, `https://example.com/_/#/collections?collectionId=x&recordId=${shared}`);
      await option(page, /Look in the other \d+ collections too/).click();
      await eventually(() => option(page, /Kettle/).count(), 2);
      await input(page).fill('zzzzzzzzzzzzzzz');
      await page.keyboard.press('Enter');
      await dialog(page).getByText('No record with this id in 14 collections.').waitFor();
      await option(page, 'Look among admins').click();
      await dialog(page).getByText('No admin has this id.').waitFor();
      await option(page, /Look in 1 view too/).click();
      await dialog(page).getByText('No record with this id in 1 view.').waitFor();

      const failures = await askServer(backend, `logs?filter=${encodeURIComponent('level >= 8')}&perPage=20`);
      const ours = failures.json.items.filter((log: { data: { url?: string } }) =>
        log.data.url?.includes('/records/'),
      );
      assert.equal(ours, [], 'no error is left in the log');
    }));

  /** Row and column of the cell with the focus. */
  const place = (page: Page) =>
    page.evaluate(() => {
      const cell = document.activeElement?.closest('td');
      const row = cell?.closest<HTMLElement>('[data-index]');
      return [Number(row?.dataset['index'] ?? -1), [...(row?.children ?? [])].indexOf(cell as Element)];
    });
  const edited = (page: Page) => page.locator('main section').getByRole('textbox');
  const staged = (page: Page) => page.locator('main footer').getByText('1 change');

  /** A test of each listed key at row 2, column 2: the keys to press first, its effect, the keys that undo it. */
  type Check = readonly [before: string, effect: (page: Page) => Promise<boolean>, after?: string];
  const cursor =
    (row: number | 'top' | 'end' | 'out', column: number | 'last' | 'any'): Check[1] =>
    async (page) => {
      const [atRow = -1, atColumn = -1] = await place(page);
      const columns = await page.locator('thead th').count();
      const isRow =
        row === 'top' ? atRow === 0 : row === 'end' ? atRow >= 3 : atRow === (row === 'out' ? -1 : row);
      return (
        isRow && (column === 'any' || (column === 'last' ? atColumn >= columns - 2 : atColumn === column))
      );
    };
  const block =
    (isRight: (cells: number) => boolean): Check[1] =>
    async (page) =>
      isRight(await page.locator('td[data-block]').count());
  const isEdited = (page: Page) => edited(page).isVisible();
  const holds =
    (text: string): Check[1] =>
    async (page) =>
      (await edited(page).count()) === 1 && (await edited(page).inputValue()) === text;
  const isStaged = (page: Page) => staged(page).isVisible();
  const isUnstaged = async (page: Page) => !(await isStaged(page)) && !(await isEdited(page));
  const isOpen =
    (role: 'dialog' | 'complementary' | 'menu', name = ''): Check[1] =>
    (page) =>
      page.getByRole(role, { name }).isVisible();
  const isHeard =
    (kind: string): Check[1] =>
    async (page) =>
      (await page.locator('body').getAttribute('data-heard')) === kind;
  const undo = 'Control+z';
  const checks: Readonly<Record<string, Check>> = {
    'Table: move, ArrowLeft': ['', cursor(2, 1)],
    'Table: move, ArrowRight': ['', cursor(2, 3)],
    'Table: move, ArrowUp': ['', cursor(1, 2)],
    'Table: move, ArrowDown': ['', cursor(3, 2)],
    'Table: move, Home': ['', cursor(2, 0)],
    'Table: move, End': ['', cursor(2, 'last')],
    'Table: move, Mod+Home': ['', cursor('top', 'any')],
    'Table: move, Mod+End': ['', cursor('end', 'any')],
    'Table: move, PageUp': ['', cursor('top', 'any')],
    'Table: move, PageDown': ['', cursor('end', 'any')],
    'Table: move, Shift+ArrowRight': ['', block((cells) => cells === 2)],
    'Table: move, Shift+ArrowDown': ['', block((cells) => cells === 2)],
    'Table: move, Mod+A': ['', block((cells) => cells > 10)],
    'Table: move, Escape': ['Shift+ArrowDown', block((cells) => cells === 0)],
    'Table: move, Tab': ['', cursor('out', 'any')],
    'Table: move, Shift+Tab': ['', cursor('out', 'any')],
    'Table: look and open, Mod+Enter': ['', isOpen('dialog', 'Edit orders record'), 'Escape'],
    'Table: look and open, Space': ['', isOpen('complementary', 'Quick look'), 'Space'],
    'Table: look and open, Shift+Space': [
      '',
      async (page) => (await page.locator('td input:checked').count()) === 1,
      'Shift+Space',
    ],
    'Table: look and open, Shift+F10': ['', isOpen('menu'), 'Escape'],
    'Table: look and open, Alt+ArrowDown': ['Control+Home ArrowUp', isOpen('menu', 'name'), 'Escape'],
    'Table: edit, Enter': ['', isEdited, 'Escape'],
    'Table: edit, F2': ['', isEdited, 'Escape'],
    'Table: edit, Letter': ['', holds('x'), 'Escape'],
    'Table: edit, Digit': ['', holds('7'), 'Escape'],
    'Table: edit, Delete': ['', isStaged, undo],
    'Table: edit, Backspace': ['', isStaged, undo],
    'Table: edit, Mod+X': ['', isStaged, undo],
    'Table: edit, Mod+C': ['', isHeard('copy')],
    'Table: edit, Mod+V': ['', isHeard('paste')],
    'Table: edit, Mod+Z': ['Delete', isUnstaged],
    'Table: edit, Mod+Shift+Z': [`Delete ${undo}`, isStaged, undo],
    'Table: edit, Mod+Y': [`Delete ${undo}`, isStaged, undo],
    'In a cell, Enter': ['F2 !', cursor(3, 2), undo],
    'In a cell, Tab': ['F2 !', cursor(2, 3), undo],
    'In a cell, Shift+Tab': ['F2 !', cursor(2, 1), undo],
    'In a cell, Escape': ['F2 !', isUnstaged],
  };
  const pressed: Record<string, string> = { Letter: 'x', Digit: '7' };

  test('each key of the table that is listed is heard', () =>
    walk(loaded(), async ({ page }) => {
      const listed = fixedKeys.flatMap(({ name, keys }) =>
        keys.flatMap((shortcut) => shortcut.keys.map((one) => [`${name}, ${one}`, one] as const)),
      );
      assert.equal(listed.map(([what]) => what).sort(), Object.keys(checks).sort());
      await page.getByRole('gridcell').first().waitFor();
      await page.evaluate(() => {
        for (const kind of ['copy', 'paste']) {
          // On the window, to come after the page.
          window.addEventListener(kind, (event) => {
            document.body.dataset['heard'] = event.defaultPrevented ? kind : '';
          });
        }
      });
      for (const [what, keys] of listed) {
        const [before, effect, after] = checks[what] ?? [];
        const start = page.locator('tr[data-index="2"] td').nth(2);
        await start.click({ modifiers: ['Alt'] });
        await eventually(() => place(page), [2, 2], `before ${what}`);
        for (const key of (before ?? '').split(' ').filter(Boolean)) {
          await page.keyboard.press(key);
          if (key === 'F2') await edited(page).waitFor();
          if (key === 'Delete') await staged(page).waitFor();
          if (key === undo) await gone(staged(page));
        }
        await page.keyboard.press(pressed[keys] ?? keys.replace('Mod', 'Control'));
        await eventually(() => effect?.(page), true, what);
        if (what.endsWith('Mod+V')) await page.getByText('Pasted 1 cell.').waitFor();
        if (after) await page.keyboard.press(after);
        if (after === undo) await gone(staged(page));
        await gone(page.getByRole('dialog'));
        await gone(page.getByRole('menu'));
      }
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
      for (const hash of ['#/logs', '#/settings', '#/settings/backups', '#/bin', orders]) {
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

  test('a record that was opened comes first until it is gone or a log-out; a saved view is found anywhere', () =>
    walk(
      loaded(`${orders}&recordId=${order}&filter=${encodeURIComponent('name ~ "3" || name ~ "4"')}`),
      async ({ page }) => {
        const panel = page.getByRole('dialog', { name: 'Edit orders record' });
        await panel.waitFor();
        await eventually(() => page.evaluate(() => JSON.stringify(localStorage).includes('Order 4')), true);
        await press(page, 'Escape');
        await gone(panel);
        await page.getByRole('button', { name: 'Views' }).click();
        await page.getByRole('menuitem', { name: 'Save as new view...' }).click();
        const popup = page.getByRole('dialog');
        await box(popup, 'Name').fill('Threes of all');
        await popup.getByRole('button', { name: 'Save view' }).click();
        await gone(popup);
        await choose(page, 'logs');
        await title(page, 'Logs').waitFor();
        await call(page, 'threes');
        await eventually(() => active(page), 'Threes of all');
        const coming = page.context().waitForEvent('page');
        await press(page, 'Shift+Enter');
        const other = await coming;
        await title(other, 'orders').waitFor();
        await atHash(other, /view=Threes%20of%20all/);
        await other.close();
        await press(page, 'Enter');
        await atHash(page, /view=Threes%20of%20all/);
        await cell(page).waitFor();

        await call(page);
        await dialog(page).getByText('Recent records').waitFor();
        await press(page, 'Enter');
        await atHash(page, new RegExp(`recordId=${order}`));
        await panel.waitFor();
        await press(page, 'Escape');
        await gone(panel);
        await askServer(backend, `collections/orders/records/${order}`, { method: 'DELETE' });
        await choose(page, '');
        await page.getByText('This record no longer exists.').waitFor();
        await call(page, 'logout');
        assert.is(await dialog(page).getByText('Recent records').count(), 0);
        await press(page, 'Enter');
        await atHash(page, '#/login');
        assert.not.match(await page.evaluate(() => Object.keys(localStorage).join()), /Recent/);
      },
    ));

  test('without its code the page stays, and a message says so', () =>
    walk(signedInPage(backend, orders, { savesData: true }), async ({ page, watch }) => {
      watch.expect(/desk|Failed to load|ERR_FAILED/);
      await cell(page).waitFor();
      await page.waitForLoadState('networkidle');
      await page.route(/\/desk-\w+\.js/, (route) => route.abort());
      await press(page, 'Control+k');
      await page.getByText('This part could not be loaded.').waitFor();
      await press(page, '/');
      await eventually(() => hasFocus(search(page)), true, 'other keys are heard');
    }));
}
