// Everything in three keys: the palette, finding an id, the list of shortcuts, and the keys of commands.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { fixedKeys } from '../../ui/shell/palette/shortcutGroups';
import { answer, box, gone } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  atHash,
  checkPicture,
  eventually,
  hasFocus,
  signedInPage,
  tabTo,
  walk,
} from '../support/walk';

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

  test('three keys lead to a collection, a page, an action and a new record', () =>
    walk(loaded(), async (opened) => {
      const { page } = opened;
      await title(page, 'orders').waitFor();
      await call(page, 'ot');
      await eventually(() => active(page), 'order_totals');
      await checkPicture(opened, 'palette');
      await page.keyboard.press('Enter');
      await title(page, 'order_totals').waitFor();
      await gone(dialog(page));

      await call(page, 'new rec');
      await option(page, /New record.*A view has no records of its own/).waitFor();
      assert.is(await option(page, /New record/).getAttribute('aria-disabled'), 'true');
      await page.keyboard.press('Enter');
      assert.is(await dialog(page).count(), 1, 'an action that cannot run keeps the palette open');
      await input(page).fill('mail');
      await eventually(() => active(page), 'Mail settings');
      await page.keyboard.press('Enter');
      await atHash(page, '#/settings/mail');

      await call(page, 'cust');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog', { name: 'New customers record' }).waitFor();
      await box(page.getByRole('dialog'), 'name').fill('Made by keys');
      await page.keyboard.press('Control+s');
      await page.getByText('Successfully created record.').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('gridcell').filter({ hasText: 'Made by keys' }).waitFor();

      await call(page, 'dark');
      await page.keyboard.press('Enter');
      await eventually(() => page.locator('html').getAttribute('data-theme'), 'dark');
      await call(page, 'system');
      await page.keyboard.press('Enter');
      await call(page, 'edit cust');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Edit collection' }).waitFor();
    }));

  test('the key opens it from everywhere, closes it, and the focus returns', () =>
    walk(loaded(), async ({ page }) => {
      const places = [
        () => page.getByRole('button', { name: 'Refresh' }),
        () => search(page),
        () => page.getByLabel('Search collections'),
      ];
      // The editor of the search comes with the focus.
      await search(page).focus();
      await page.locator('main search .cm-content').waitFor();
      for (const place of places) {
        await place().focus();
        for (const key of ['Control+k', 'Escape']) {
          await call(page);
          await page.keyboard.press(key);
          await eventually(() => hasFocus(place()), true, `${key}: the focus is back`);
          await gone(dialog(page));
        }
      }
      await toCell(page);
      await call(page);
      await page.keyboard.press('Escape');
      await eventually(() => hasFocus(cell(page)), true, 'the focus is back in the table');
      await page.getByRole('button', { name: 'New record' }).click();
      const panel = page.getByRole('dialog', { name: 'New orders record' });
      const quill = panel.locator('.ql-editor');
      const code = panel.locator('.cm-content').last();
      await quill.click();
      await page.keyboard.type('Hello');
      await panel.getByLabel('meta').focus();
      await code.waitFor();
      for (const place of [box(panel, 'name'), quill, code]) {
        await place.focus();
        await call(page);
        await page.keyboard.press('Escape');
        await eventually(() => hasFocus(place), true, 'the focus is back in the panel');
        await gone(dialog(page));
      }
      await quill.focus();
      await page.keyboard.type('!');
      assert.match(await quill.innerText(), /Hello!|!Hello/, 'typing continues');
    }));

  test('unsaved changes of a panel and of a page are asked about', () =>
    walk(loaded(), async ({ page }) => {
      await page.getByRole('button', { name: 'New record' }).click();
      const panel = page.getByRole('dialog', { name: 'New orders record' });
      await box(panel, 'name').fill('Not saved');
      await call(page, 'customers');
      await page.keyboard.press('Enter');
      await answer(page, /unsaved changes/, false);
      assert.is(await box(panel, 'name').inputValue(), 'Not saved');

      await call(page, 'refresh');
      await page.keyboard.press('Enter');
      await answer(page, /unsaved changes/, false);
      assert.is(await box(panel, 'name').inputValue(), 'Not saved');

      await call(page, 'prod');
      await page.keyboard.press('Control+Enter');
      await answer(page, /unsaved changes/, false);
      await call(page, 'prod');
      await page.keyboard.press('Control+Enter');
      await answer(page, /unsaved changes/, true);
      await page.getByRole('dialog', { name: 'New products record' }).waitFor();
      await title(page, 'products').waitFor();
      assert.is(await panel.count(), 0);
    }));

  test('an id is found in another collection, in two, and in none', () =>
    walk(loaded('#/collections?collectionId=products'), async (opened) => {
      const { page } = opened;
      const asked: string[] = [];
      page.on('request', (sent) => asked.push(sent.url()));
      await call(page, customer);
      await eventually(() => active(page), `Find record ${customer}`);
      assert.is(asked.filter((url) => url.includes(customer)).length, 0, 'nothing starts by itself');
      await page.keyboard.press('Enter');
      await option(page, /Oskar Lindqvist/).waitFor();
      await dialog(page).getByText('Found in customers').waitFor();
      await dialog(page)
        .getByText(/Looked in \d+ of 14 collections, \d\.\d s/)
        .waitFor();
      await checkPicture(opened, 'palette-id');
      await eventually(() => active(page), 'Oskar Lindqvist');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Edit customers record' }).waitFor();
      await page.keyboard.press('Escape');
      await gone(page.getByRole('dialog'));

      await call(page, `https://example.com/_/#/collections?collectionId=x&recordId=${shared}`);
      await page.keyboard.press('Enter');
      await option(page, /Kettle/)
        .first()
        .waitFor();
      const others = option(page, /Look in the other \d+ collections too/);
      await others.waitFor();
      await others.click();
      await eventually(() => option(page, /Kettle/).count(), 2);

      await input(page).fill('zzzzzzzzzzzzzzz');
      await page.keyboard.press('Enter');
      await dialog(page).getByText('No record with this id in 14 collections.').waitFor();
      await option(page, 'Look in the log').waitFor();
      await option(page, 'Look among admins').click();
      await dialog(page).getByText('No admin has this id.').waitFor();
      await option(page, /Look in 1 view too/).click();
      await dialog(page).getByText('No record with this id in 1 view.').waitFor();

      const failures = await askServer(backend, `logs?filter=${encodeURIComponent('level >= 8')}&perPage=20`);
      assert.equal(
        failures.json.items.filter((log: { data: { url?: string } }) => log.data.url?.includes('/records/')),
        [],
        'no error is left in the log',
      );
    }));

  test('a failure counts, and a retry asks again', () =>
    walk(loaded(), async ({ page }) => {
      const lists = /\/collections\/\w+\/records\?/;
      await page.route(lists, (route) =>
        route.request().url().includes(customer)
          ? route.fulfill({ status: 500, json: { code: 500, message: 'Busy.', data: {} } })
          : route.continue(),
      );
      await call(page, customer);
      await page.keyboard.press('Enter');
      await dialog(page).getByText('14 collections could not be read.').waitFor();
      await page.unroute(lists);
      await option(page, 'Retry').click();
      await option(page, /Oskar Lindqvist/).waitFor();
      assert.is(await dialog(page).getByText('could not be read').count(), 0);
    }));

  test('each key of the table that is listed is heard', () =>
    walk(loaded(), async ({ page }) => {
      /** Row and column of the cell with the focus. */
      const place = () =>
        page.evaluate(() => {
          const cell = document.activeElement?.closest('td');
          const row = cell?.closest<HTMLElement>('[data-index]');
          return [Number(row?.dataset['index'] ?? -1), [...(row?.children ?? [])].indexOf(cell as Element)];
        });
      const moves = async (by: (row: number, column: number) => boolean) => {
        const now = await place();
        return by(now[0] ?? -1, now[1] ?? -1);
      };
      const count = (selector: string) => page.locator(selector).count();
      const edited = page.locator('main section').getByRole('textbox');
      const staged = page.locator('main footer').getByText('1 change');
      const edit = async () => {
        await page.keyboard.press('F2');
        await edited.waitFor();
        await page.keyboard.type('!');
      };
      const takeBack = async () => {
        await page.keyboard.press('Control+z');
        await gone(staged);
      };
      const stageOne = async () => {
        await page.keyboard.press('Delete');
        await staged.waitFor();
      };
      const hears = (kind: string) =>
        page.evaluate((name) => {
          document.addEventListener(name, (event) => {
            document.body.dataset['heard'] = event.defaultPrevented ? name : '';
          });
        }, kind);

      interface Check {
        before?: () => Promise<unknown>;
        /** The cursor starts in row 2, column 2. */
        isHeard: () => Promise<boolean>;
        after?: () => Promise<unknown>;
      }
      const columns = await count('thead th');
      const rows = 4;
      const end = { after: takeBack };
      const checks: Record<string, Check> = {
        'Table: move, ArrowLeft': { isHeard: () => moves((row, column) => row === 2 && column === 1) },
        'Table: move, ArrowRight': { isHeard: () => moves((row, column) => row === 2 && column === 3) },
        'Table: move, ArrowUp': { isHeard: () => moves((row, column) => row === 1 && column === 2) },
        'Table: move, ArrowDown': { isHeard: () => moves((row, column) => row === 3 && column === 2) },
        'Table: move, Home': { isHeard: () => moves((_, column) => column === 0) },
        'Table: move, End': { isHeard: () => moves((_, column) => column >= columns - 2) },
        'Table: move, Mod+Home': { isHeard: () => moves((row) => row === 0) },
        'Table: move, Mod+End': { isHeard: () => moves((row) => row >= rows - 1) },
        'Table: move, PageUp': { isHeard: () => moves((row) => row === 0) },
        'Table: move, PageDown': { isHeard: () => moves((row) => row >= rows - 1) },
        'Table: move, Shift+ArrowRight': { isHeard: async () => (await count('td[data-block]')) === 2 },
        'Table: move, Shift+ArrowDown': { isHeard: async () => (await count('td[data-block]')) === 2 },
        'Table: move, Mod+A': { isHeard: async () => (await count('td[data-block]')) > 10 },
        'Table: move, Escape': {
          before: () => page.keyboard.press('Shift+ArrowDown'),
          isHeard: async () => (await count('td[data-block]')) === 0,
        },
        'Table: move, Tab': { isHeard: () => moves((row) => row === -1) },
        'Table: move, Shift+Tab': { isHeard: () => moves((row) => row === -1) },
        'Table: look and open, Mod+Enter': {
          isHeard: () => page.getByRole('dialog', { name: 'Edit orders record' }).isVisible(),
          after: () => page.keyboard.press('Escape'),
        },
        'Table: look and open, Space': {
          isHeard: () => page.getByRole('complementary', { name: 'Quick look' }).isVisible(),
          after: () => page.keyboard.press('Space'),
        },
        'Table: look and open, Shift+Space': {
          isHeard: async () => (await count('td input:checked')) === 1,
          after: () => page.keyboard.press('Shift+Space'),
        },
        'Table: look and open, Shift+F10': {
          isHeard: () => page.getByRole('menu').isVisible(),
          after: () => page.keyboard.press('Escape'),
        },
        'Table: look and open, Alt+ArrowDown': {
          before: async () => {
            for (const key of ['Control+Home', 'ArrowUp']) await page.keyboard.press(key);
          },
          isHeard: () => page.getByRole('menu', { name: 'name' }).isVisible(),
          after: () => page.keyboard.press('Escape'),
        },
        'Table: edit, Enter': {
          isHeard: () => edited.isVisible(),
          after: () => page.keyboard.press('Escape'),
        },
        'Table: edit, F2': {
          isHeard: () => edited.isVisible(),
          after: () => page.keyboard.press('Escape'),
        },
        'Table: edit, Delete': { isHeard: () => staged.isVisible(), ...end },
        'Table: edit, Backspace': { isHeard: () => staged.isVisible(), ...end },
        'Table: edit, Letter': {
          isHeard: async () => (await edited.inputValue()) === 'x',
          after: () => page.keyboard.press('Escape'),
        },
        'Table: edit, Digit': {
          isHeard: async () => (await edited.inputValue()) === '7',
          after: () => page.keyboard.press('Escape'),
        },
        'Table: edit, Mod+X': { isHeard: () => staged.isVisible(), ...end },
        'Table: edit, Mod+C': {
          before: () => hears('copy'),
          isHeard: async () => (await page.locator('body').getAttribute('data-heard')) === 'copy',
        },
        'Table: edit, Mod+V': {
          before: () => hears('paste'),
          isHeard: async () => (await page.locator('body').getAttribute('data-heard')) === 'paste',
          after: () => page.getByText('Pasted 1 cell.').waitFor(),
        },
        'Table: edit, Mod+Z': { before: stageOne, isHeard: async () => !(await staged.isVisible()) },
        'Table: edit, Mod+Shift+Z': {
          before: () => stageOne().then(takeBack),
          isHeard: () => staged.isVisible(),
          ...end,
        },
        'Table: edit, Mod+Y': {
          before: () => stageOne().then(takeBack),
          isHeard: () => staged.isVisible(),
          ...end,
        },
        'In a cell, Enter': {
          before: edit,
          isHeard: () => moves((row, column) => row === 3 && column === 2),
          ...end,
        },
        'In a cell, Tab': {
          before: edit,
          isHeard: () => moves((row, column) => row === 2 && column === 3),
          ...end,
        },
        'In a cell, Shift+Tab': {
          before: edit,
          isHeard: () => moves((row, column) => row === 2 && column === 1),
          ...end,
        },
        'In a cell, Escape': {
          before: edit,
          isHeard: async () => !(await edited.isVisible()) && !(await staged.isVisible()),
        },
      };
      const pressed: Record<string, string> = { Letter: 'x', Digit: '7' };
      const listed = fixedKeys.flatMap(({ name, keys }) =>
        keys.flatMap((shortcut) => shortcut.keys.map((one) => [`${name}, ${one}`, one] as const)),
      );
      assert.equal(listed.map(([what]) => what).sort(), Object.keys(checks).sort());
      await page.getByRole('gridcell').first().waitFor();
      for (const [what, keys] of listed) {
        const check = checks[what];
        await page
          .locator('tr[data-index="2"] td')
          .nth(2)
          .click({ modifiers: ['Alt'] });
        await eventually(place, [2, 2], `before ${what}`);
        await check?.before?.();
        await page.keyboard.press(pressed[keys] ?? keys.replace('Mod', 'Control'));
        await eventually(() => check?.isHeard(), true, what);
        await check?.after?.();
        await gone(page.getByRole('dialog'));
        await gone(page.getByRole('menu'));
      }
    }));

  test('no key is listed twice for the same place', () =>
    walk(loaded(), async ({ page }) => {
      const shortcuts = async () => {
        await page.keyboard.press('Shift+?');
        const groups = help(page)
          .locator('section')
          .filter({ hasText: /^(This page|Everywhere)/ });
        await groups.first().waitFor();
        const keys = await groups.locator('dd').allInnerTexts();
        assert.ok(keys.length > 3);
        assert.equal([...new Set(keys)], keys);
        await page.keyboard.press('Escape');
        await gone(help(page));
        return keys.map((text) => text.replaceAll(/\s+/g, ' '));
      };
      await page.getByRole('button', { name: 'Refresh' }).focus();
      assert.ok((await shortcuts()).includes('Ctrl K'));
      await page.getByRole('button', { name: 'New record' }).click();
      const panel = page.getByRole('dialog', { name: 'New orders record' });
      await box(panel, 'name').waitFor();
      await panel.getByRole('button', { name: 'Close' }).focus();
      assert.ok((await shortcuts()).includes('Ctrl S'));
      await page.keyboard.press('Escape');
      await gone(panel);
      for (const hash of ['#/logs', '#/settings', '#/settings/backups', '#/bin']) {
        await page.evaluate((to) => window.location.assign(to), hash);
        await page.locator('main').waitFor();
        await page.getByRole('button', { name: 'Go to' }).focus();
        await shortcuts();
      }
    }));

  test('records that were opened come first; one that is gone is removed, and log-out removes all', () =>
    walk(loaded(`${orders}&recordId=${order}`), async ({ page }) => {
      await page.getByRole('dialog', { name: 'Edit orders record' }).waitFor();
      await eventually(() => page.evaluate(() => JSON.stringify(localStorage).includes('Order 4')), true);
      await page.keyboard.press('Escape');
      await gone(page.getByRole('dialog'));
      await call(page);
      await dialog(page).getByText('Recent records').waitFor();
      await page.keyboard.press('Enter');
      await atHash(page, new RegExp(`recordId=${order}`));
      await page.getByRole('dialog', { name: 'Edit orders record' }).waitFor();
      await page.keyboard.press('Escape');
      await gone(page.getByRole('dialog'));

      await askServer(backend, `collections/orders/records/${order}`, { method: 'DELETE' });
      await call(page);
      await page.keyboard.press('Enter');
      await page.getByText('This record no longer exists.').waitFor();
      await call(page);
      assert.is(await dialog(page).getByText('Recent records').count(), 0);
      await page.keyboard.type('logout');
      await page.keyboard.press('Enter');
      await atHash(page, '#/login');
      const keys = await page.evaluate(() => Object.keys(localStorage).join());
      assert.not.match(keys, /Recent/);
      assert.is(await dialog(page).count(), 0);
    }));

  test('a saved view is found from another page, and opens in a new tab, too', () =>
    walk(loaded(`${orders}&filter=${encodeURIComponent('name ~ "3"')}`), async ({ page }) => {
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Save as new view...' }).click();
      const popup = page.getByRole('dialog');
      await box(popup, 'Name').fill('Threes of all');
      await popup.getByRole('button', { name: 'Save view' }).click();
      await gone(popup);
      await call(page, 'logs');
      await page.keyboard.press('Enter');
      await title(page, 'Logs').waitFor();
      await call(page, 'threes');
      await eventually(() => active(page), 'Threes of all');
      await dialog(page).getByText('Saved views').waitFor();
      const [other] = await Promise.all([
        page.context().waitForEvent('page'),
        page.keyboard.press('Shift+Enter'),
      ]);
      await title(other, 'orders').waitFor();
      await atHash(other, /view=Threes%20of%20all/);
      await other.close();
      await page.keyboard.press('Enter');
      await atHash(page, /view=Threes%20of%20all/);
      await eventually(() => page.getByRole('gridcell').filter({ hasText: 'Order 4' }).count(), 0);
      await cell(page).waitFor();
    }));

  test('without a match the text goes into the search of the collection', () =>
    walk(loaded(), async ({ page }) => {
      await call(page, 'qqq');
      await dialog(page).getByText('No match').waitFor();
      await eventually(() => active(page), 'Search it in orders');
      await page.keyboard.press('Enter');
      await atHash(page, /filter=qqq/);
    }));

  test('? lists the keys, / goes to the search, and both can be turned off', () =>
    walk(loaded(), async (opened) => {
      const { page } = opened;
      await toCell(page);
      await page.keyboard.press('/');
      await eventually(() => hasFocus(search(page)), true, '/ focuses the search');
      await page.keyboard.type('a/b?');
      await eventually(
        () =>
          page
            .locator('main search')
            .innerText()
            .then((text) => text.includes('a/b?')),
        true,
      );
      await toCell(page);
      await page.keyboard.press('Shift+?');
      await help(page).getByText('Search this page').waitFor();
      await checkPicture(opened, 'shortcuts');
      await help(page).getByLabel('Search shortcuts').fill('topmost');
      await eventually(() => help(page).locator('dt').allInnerTexts(), ['Close the topmost panel or popup']);
      await help(page).getByRole('switch', { name: 'Single keys: ? and /' }).click();
      await page.keyboard.press('Escape');
      await gone(help(page));
      await toCell(page);
      await page.keyboard.press('Shift+?');
      await page.keyboard.press('/');
      assert.is(await help(page).count(), 0);
      assert.ok(await hasFocus(cell(page)));
      await call(page, 'keyb');
      await page.keyboard.press('Enter');
      await help(page).waitFor();
    }));

  test('it closes when the session ends', () =>
    walk(loaded(), async ({ page }) => {
      await call(page);
      await page.evaluate(() => {
        localStorage.removeItem('pb_admin_auth');
        window.dispatchEvent(new StorageEvent('storage', { key: 'pb_admin_auth' }));
      });
      await atHash(page, '#/login');
      await gone(dialog(page));
      await page.keyboard.press('Control+k');
      assert.is(await dialog(page).count(), 0);
    }));

  test('without its code the page stays, and a message says so', () =>
    walk(signedInPage(backend, orders, { savesData: true }), async ({ page, watch }) => {
      watch.expect(/palette|Failed to load|ERR_FAILED/);
      await cell(page).waitFor();
      await page.waitForLoadState('networkidle');
      await page.route(/\/palette-\w+\.js/, (route) => route.abort());
      await page.keyboard.press('Control+k');
      await page.getByText('This part could not be loaded.').waitFor();
      assert.ok(await cell(page).isVisible());
      await page.keyboard.press('/');
      await eventually(() => hasFocus(search(page)), true, 'other keys are heard');
    }));

  test('the rail and the bottom bar open it, and its tooltip ends with the key', () =>
    walk(loaded(), async (opened) => {
      const { page } = opened;
      const button = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Go to' });
      assert.is(await button.getAttribute('aria-keyshortcuts'), 'Control+K');
      await button.hover();
      await eventually(() => page.getByRole('tooltip').locator('kbd').allInnerTexts(), ['Ctrl', 'K']);
      await button.click();
      await eventually(() => hasFocus(input(page)), true);
      await page.keyboard.press('Escape');
      await gone(dialog(page));
      await page.setViewportSize({ width: 390, height: 844 });
      await button.click();
      await eventually(() => hasFocus(input(page)), true);
      await page.keyboard.type('prod');
      const box = await option(page, /products/).boundingBox();
      assert.is(box?.height, 44);
      await option(page, /products/).click();
      await title(page, 'products').waitFor();
    }));
}
