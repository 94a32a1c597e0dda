// The menus of the table of records: of a cell, of a head, and the widths of columns.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { make } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { tableOf } from '../support/tableWalk';
import {
  askServer,
  checkPicture,
  eventually,
  hasFocus,
  shoot,
  signedInPage,
  tabTo,
  walk,
} from '../support/walk';

const newest = backends().at(-1);
const address = '#/collections?collectionId=orders&sort=summary';

if (newest) {
  let backend: TestBackend;
  const ids: string[] = [];

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    const customers = await createCollection({
      name: 'customers',
      schema: [field('text', 'name', {}, true)],
    });
    const add = async (collection: string, body: object) => (await make(backend, collection, body)).id;
    const ines = await add('customers', { name: 'Ines "Iny" Moreau' });
    const olga = await add('customers', { name: 'Olga Lind' });
    await createCollection({
      name: 'orders',
      schema: [
        field('text', 'summary', {}, true),
        field('select', 'status', { values: ['draft', 'packed', 'paid', 'sent'], maxSelect: 1 }),
        field('select', 'tags', { values: ['gift', 'rush', 'cold'], maxSelect: 3 }),
        field('number', 'total', { min: 0 }),
        field('bool', 'paid'),
        field('date', 'due'),
        field('relation', 'customer', { collectionId: customers.id, maxSelect: 1 }),
        field('url', 'page'),
        field('json', 'meta', { maxSize: 10_000 }),
        field('editor', 'note'),
      ],
    });
    const statuses = ['paid', 'packed', 'paid', 'draft', 'paid', 'packed', ''];
    for (let at = 0; at < 21; at += 1) {
      ids.push(
        await add('orders', {
          summary: at === 4 ? 'A "quoted" \\ text' : `Order ${String(at).padStart(2, '0')}`,
          status: statuses[at % 7],
          tags: at % 2 === 0 ? ['gift', 'rush'] : ['cold'],
          total: at + 0.5,
          paid: at % 3 === 0,
          due: at < 3 ? `2026-05-0${at + 1} 1${at}:30:00.000Z` : '',
          customer: at % 2 === 0 ? ines : olga,
          page: 'https://example.com/a',
          meta: { serial: at },
          note: at === 0 ? `<p>Ring <strong>twice</strong>. ${'A long text. '.repeat(30)}End.</p>` : '',
        }),
      );
    }
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const columns = 'pick id summary status tags total paid due customer page meta note created'.split(' ');
  const { row, cell } = tableOf(ids, columns);
  const item = (page: Page, name: string) =>
    page.getByRole('menu').getByRole('menuitem', { name, exact: true });
  const tick = (page: Page, name: string) =>
    page.getByRole('menu').getByRole('menuitemcheckbox', { name: new RegExp(`^${name}`) });
  const head = (page: Page, name: string) => page.locator(`th[data-column="${name}"]`);
  const shownRows = async (page: Page) =>
    (await page.locator('tr[data-index] a[href*="recordId"]').allInnerTexts()).sort();
  const filterOf = (page: Page) => new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('filter');
  /** The ids that the server finds with the filter of the address. */
  const served = async (page: Page): Promise<string[]> => {
    const query = new URLSearchParams({ filter: filterOf(page) ?? '', perPage: '200' });
    const { status, json } = await askServer(backend, `collections/orders/records?${query}`);
    return status === 200 ? json.items.map(({ id }: { id: string }) => id).sort() : [`status ${status}`];
  };
  const openMenu = async (page: Page, target: Locator) => {
    await target.click({ button: 'right' });
    await page.getByRole('menu').waitFor();
  };
  const choose = async (page: Page, at: number, name: string, text: string) => {
    await openMenu(page, cell(page, at, name));
    await item(page, text).click();
  };

  test('Only and Without of each kind of value find what the server finds', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      const cases: [number, string, string, string, number][] = [
        [0, 'status', 'Only paid', 'status = "paid"', 9],
        [0, 'status', 'Without paid', 'status != "paid"', 12],
        [6, 'status', 'Only empty', 'status = ""', 3],
        [6, 'status', 'Only filled', 'status != ""', 18],
        [0, 'tags', 'Only rush', 'tags:each ?= "rush"', 11],
        [0, 'tags', 'Without rush', '(tags:each != "rush" || tags:length = 0)', 10],
        [0, 'total', 'Only 0.5', 'total = 0.5', 1],
        [0, 'paid', 'Without True', 'paid != true', 14],
        [
          0,
          'due',
          'Only 2026-05-01',
          '(due >= "2026-05-01 00:00:00.000Z" && due <= "2026-05-01 23:59:59.999Z")',
          1,
        ],
        [0, 'meta', 'Only {"serial":0}', 'meta = "{\\"serial\\":0}"', 1],
        [0, 'note', 'Only filled', 'note != ""', 1],
        [0, 'note', 'Only empty', 'note = ""', 20],
      ];
      for (const [at, name, text, filter, count] of cases) {
        await page.goto(`${backend.url}/_/${address}`);
        await eventually(async () => (await shownRows(page)).length, 21);
        await choose(page, at, name, text);
        await eventually(() => filterOf(page), filter, text);
        await eventually(async () => (await shownRows(page)).length, count, text);
        assert.equal(await shownRows(page), await served(page), text);
      }

      await page.goto(`${backend.url}/_/${address}`);
      await eventually(async () => (await shownRows(page)).length, 21);
      await choose(page, 4, 'summary', 'Only A "quoted" \\ text');
      await eventually(() => shownRows(page), [ids[4] ?? ''], 'quotes and backslashes');
      assert.equal(await served(page), [ids[4]]);
    }));

  test('Only replaces a condition of its field, and keeps the others', () =>
    walk(signedInPage(backend, `${address}&filter=total>=2`), async (opened) => {
      const { page } = opened;
      await eventually(async () => (await shownRows(page)).length, 19);
      await choose(page, 2, 'status', 'Only paid');
      await eventually(() => filterOf(page), 'total>=2 && status = "paid"');
      await choose(page, 4, 'customer', 'Only Ines "Iny" Moreau');
      await choose(page, 4, 'status', 'Without paid');
      await page.getByText('No records found.').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await eventually(async () => (await shownRows(page)).length, 21);
      await eventually(() => hasFocus(page.getByRole('textbox', { name: 'Search', exact: true })), true);
      await choose(page, 3, 'status', 'Only draft');
      await eventually(() => filterOf(page), 'status = "draft"');
      await page.goto(
        `${backend.url}/_/${address}&filter=${encodeURIComponent('status = "paid" && total > 1')}`,
      );
      await eventually(async () => (await shownRows(page)).length, 8);
      await openMenu(page, cell(page, 2, 'status'));
      await checkPicture(opened, 'table-menu-cell');
      await page.keyboard.press('Escape');
      await eventually(() => hasFocus(cell(page, 2, 'status')), true, 'the focus returns');
    }));

  test('the menu copies, opens and edits, by keys alone', () =>
    walk(signedInPage(backend, address), async ({ page, watch }) => {
      watch.expect(/another host: https:\/\/example\.com/);
      await page.evaluate(() => {
        document.addEventListener('copy', () => {
          document.body.dataset['copied'] = String(document.getSelection());
        });
        Object.defineProperty(window, 'isSecureContext', { value: false });
        const { execCommand } = document;
        document.execCommand = (name) => {
          const focused = document.activeElement;
          if (focused instanceof HTMLTextAreaElement) document.body.dataset['copied'] = focused.value;
          return execCommand.call(document, name);
        };
      });
      const copied = () => page.evaluate(() => document.body.dataset['copied']);
      const open = async (at: number, name: string) => {
        await tabTo(page, cell(page, at, name));
        await page.keyboard.press('Shift+F10');
        await page.getByRole('menu', { name }).waitFor();
      };
      const byKeys = async (at: number, name: string, text: string) => {
        await open(at, name);
        await tabToItem(page, item(page, text));
        await page.keyboard.press('Enter');
        await page.getByRole('menu').waitFor({ state: 'detached' });
      };
      await row(page, 0).waitFor();
      await byKeys(0, 'customer', 'Copy shown text');
      await eventually(copied, 'Ines "Iny" Moreau');
      await eventually(() => hasFocus(cell(page, 0, 'customer')), true);
      await byKeys(0, 'due', 'Copy value');
      await eventually(copied, '2026-05-01 10:30:00');
      await byKeys(0, 'note', 'Copy value');
      await eventually(async () => /End\.<\/p>$/.test((await copied()) ?? ''), true, 'all of the rich text');
      await byKeys(0, 'meta', 'Copy record as JSON');
      await eventually(async () => (await copied())?.includes(`"id": "${ids[0]}"`), true);

      await byKeys(1, 'summary', 'Clear');
      await eventually(() => cell(page, 1, 'summary').innerText(), 'N/A');
      await eventually(() => hasFocus(cell(page, 1, 'summary')), true);
      await byKeys(1, 'summary', 'Take back');
      await eventually(() => cell(page, 1, 'summary').innerText(), 'Order 01');
      await byKeys(1, 'summary', 'Edit');
      const input = page.locator('main section').getByRole('textbox');
      await eventually(() => input.inputValue(), 'Order 01');
      await page.keyboard.press('Escape');

      await byKeys(1, 'customer', 'Open the customer');
      await page.getByRole('dialog', { name: 'Edit customers record' }).waitFor();
      await page.keyboard.press('Escape');
      await eventually(() => hasFocus(cell(page, 1, 'customer')), true);
      await byKeys(1, 'summary', 'Access...');
      await page.getByRole('dialog', { name: /access/i }).waitFor();
      await page.keyboard.press('Escape');
      await page.context().route('https://example.com/**', (route) => route.abort());
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        byKeys(1, 'page', 'Open the page'),
      ]);
      await tab.close();
      await byKeys(2, 'summary', 'Open record');
      await page.getByRole('dialog', { name: 'Edit orders record' }).waitFor();
      await page.keyboard.press('Escape');
    }));

  test('the values of a head with their counts filter the rows, by keys alone', () =>
    walk(signedInPage(backend, address), async (opened) => {
      const { page } = opened;
      await row(page, 0).waitFor();
      await tabTo(page, head(page, 'status').getByRole('button'));
      const menu = page.getByRole('menu', { name: 'status' });
      // The code of the menu comes with the first focus in the table.
      await eventually(async () => {
        await page.keyboard.press('Alt+ArrowDown');
        return menu.count();
      }, 1);
      await menu.getByText('In 21 loaded records').waitFor();
      const counts = await menu.getByRole('menuitemcheckbox').allInnerTexts();
      const all = (await askServer(backend, 'collections/orders/records?perPage=200')).json.items;
      const countOf = (status: string) =>
        all.filter((one: { status: string }) => one.status === status).length;
      assert.equal(
        counts.map((text) => text.split('\n').filter(Boolean)),
        [
          ['paid', String(countOf('paid'))],
          ['packed', String(countOf('packed'))],
          ['draft', String(countOf('draft'))],
          ['empty', String(countOf(''))],
        ],
      );
      await tabToItem(page, tick(page, 'packed'));
      await page.keyboard.press('Space');
      await eventually(() => filterOf(page), 'status = "packed"');
      await eventually(async () => (await shownRows(page)).length, countOf('packed'));
      await tabToItem(page, tick(page, 'draft'));
      await page.keyboard.press('Space');
      await eventually(() => filterOf(page), '(status = "packed" || status = "draft")');
      await eventually(async () => (await shownRows(page)).length, countOf('packed') + countOf('draft'));
      assert.equal(await shownRows(page), await served(page));
      await checkPicture(opened, 'table-menu-head');
      await page.keyboard.press('Space');
      await eventually(() => filterOf(page), 'status = "packed"');
      await tabToItem(page, tick(page, 'packed'));
      await page.keyboard.press('Space');
      await eventually(async () => (await shownRows(page)).length, 21);
      await tabToItem(page, item(page, 'Sort descending'));
      await page.keyboard.press('Enter');
      await eventually(() => new URL(page.url()).hash.includes('sort=-status'), true);
      await eventually(() => hasFocus(head(page, 'status').getByRole('button')), true);
      await page.keyboard.press('Shift+F10');
      await tabToItem(page, item(page, 'Hide'));
      await page.keyboard.press('Enter');
      await head(page, 'status').waitFor({ state: 'detached' });
      await eventually(() => hasFocus(head(page, 'tags').getByRole('button')), true);
    }));

  test('the chevron of a head under the pointer opens its menu on a click, and does not sort', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      const chevron = (name: string) => head(page, name).locator('button[aria-hidden]');
      await row(page, 0).waitFor();
      // The name of a number is at the end of its head, so its chevron is at the other one.
      for (const name of ['status', 'total']) {
        assert.is(await chevron(name).count(), 0, name);
        await head(page, name).hover();
        await chevron(name).click();
        await page.getByRole('menu', { name }).getByText('In 21 loaded records').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'detached' });
        assert.match(page.url(), /sort=summary$/);
        await page.mouse.move(5, 5);
        await chevron(name).waitFor({ state: 'detached' });
      }
      await head(page, 'status').hover();
      await chevron('status').click();
      await item(page, 'Sort descending').click();
      await eventually(() => new URL(page.url()).hash.includes('sort=-status'), true);
    }));

  test('a width is set by dragging, by double click and by keys, and survives a reload', () =>
    walk(signedInPage(backend, address), async (opened) => {
      const { page } = opened;
      await row(page, 0).waitFor();
      const widthOf = async (name: string) => Math.round((await head(page, name).boundingBox())?.width ?? 0);
      const edgeOf = async (name: string) => {
        await head(page, name).hover();
        const box = await head(page, name).boundingBox();
        assert.ok(box);
        return { x: box.x + box.width - 2, y: box.y + box.height / 2 };
      };
      await head(page, 'status').hover();
      await head(page, 'status').locator('button[aria-hidden]').waitFor();
      await shoot(page, 'table-head-hover');
      const from = await edgeOf('status');
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 40, from.y, { steps: 4 });
      await eventually(() => widthOf('status'), 152);
      await page.mouse.move(from.x + 88, from.y, { steps: 4 });
      await shoot(page, 'table-width-drag');
      await page.mouse.up();
      await eventually(() => widthOf('status'), 200);
      await page.mouse.move(from.x - 1000, from.y + 300);
      await eventually(
        () =>
          page
            .locator('main section')
            .getAttribute('style')
            .then((style) => /--columns:/.test(style ?? '')),
        false,
      );

      await tabTo(page, head(page, 'total').getByRole('button'));
      await page.keyboard.press('Alt+ArrowDown');
      await tabToItem(page, page.getByRole('menuitem', { name: /^Width/ }));
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      await eventually(() => widthOf('total'), 104);
      await page.getByRole('status').getByText('104 pixels').waitFor({ state: 'attached' });
      await page.keyboard.press('Escape');
      await page.reload();
      await row(page, 0).waitFor();
      await eventually(() => widthOf('status'), 200);
      await eventually(() => widthOf('total'), 104);

      await edgeOf('page');
      const edge = await edgeOf('page');
      await page.mouse.dblclick(edge.x, edge.y);
      const isCut = (name: string) =>
        cell(page, 0, name).evaluate((td) => {
          const range = document.createRange();
          range.selectNodeContents(td);
          return range.getBoundingClientRect().right > td.getBoundingClientRect().right;
        });
      await eventually(() => isCut('page'), false);
      await page.keyboard.press('Escape');
    }));

  test('a long press opens the menu as a sheet, a tap opens the record', () =>
    walk(signedInPage(backend, address, { width: 390, height: 844, isTouch: true }), async (opened) => {
      const { page } = opened;
      await row(page, 1).waitFor();
      // The code of the menu comes after the rows.
      await page.waitForLoadState('networkidle');
      const at = await cell(page, 1, 'summary').boundingBox();
      assert.ok(at);
      const point = { x: at.x + 20, y: at.y + at.height / 2 };
      const touch = await page.context().newCDPSession(page);
      const press = (type: 'touchStart' | 'touchEnd') =>
        touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' ? [point] : [] });
      await press('touchStart');
      await page.getByRole('menu', { name: 'summary' }).waitFor();
      await press('touchEnd');
      await page.getByRole('menu', { name: 'summary' }).waitFor();
      assert.not.match(page.url(), /recordId/);
      await checkPicture(opened, 'table-menu-sheet', { sizes: ['narrow'] });
      await item(page, 'Edit').tap();
      const input = page.locator('main section').getByRole('textbox');
      await eventually(() => input.inputValue(), 'Order 01');
      await page.keyboard.press('Escape');
      await press('touchStart');
      await page.getByRole('menu', { name: 'summary' }).waitFor();
      await press('touchEnd');
      await page.touchscreen.tap(200, 60);
      await page.getByRole('menu').waitFor({ state: 'detached' });
      assert.not.match(page.url(), /recordId/, 'the press beside the sheet only closes it');
      await cell(page, 1, 'summary').tap();
      await page.getByRole('dialog', { name: 'Edit orders record' }).waitFor();
    }));
}

/** Moves through the items of the open menu with the arrow key. */
async function tabToItem(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`${target} was not reached`);
}
