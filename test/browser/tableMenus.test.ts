// The menus of the table of records: of a cell, of a head, and the widths of columns.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { heads, keepCopies, moveTo } from '../support/columnsWalk';
import { make } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { press, tableOf } from '../support/tableWalk';
import { askServer, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';

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

  /** Opens the menu of a head by keys; its code comes with the first focus in the table. */
  const openHead = async (page: Page, name: string) => {
    await tabTo(page, head(page, name).getByRole('button'));
    await eventually(async () => {
      if ((await page.getByRole('menu').count()) === 0) await press(page, 'Alt+ArrowDown');
      return page.getByRole('menu', { name }).count();
    }, 1);
  };

  test('Only and Without find what the server finds, replace the condition of their field, keep the others', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      const day = '(due >= "2026-05-01 00:00:00.000Z" && due <= "2026-05-01 23:59:59.999Z")';
      for (const [at, name, text, filter, count] of [
        [0, 'tags', 'Without rush', '(tags:each != "rush" || tags:length = 0)', 10],
        [0, 'due', 'Only 2026-05-01', day, 1],
        [0, 'meta', 'Only {"serial":0}', 'meta = "{\\"serial\\":0}"', 1],
        [0, 'note', 'Only filled', 'note != ""', 1],
        [4, 'summary', 'Only A "quoted" \\ text', 'summary = "A \\"quoted\\" \\\\ text"', 1],
      ] as const) {
        await page.goto(`${backend.url}/_/${address}`);
        await eventually(async () => (await shownRows(page)).length, 21);
        await choose(page, at, name, text);
        await eventually(() => filterOf(page), filter, text);
        await eventually(async () => (await shownRows(page)).length, count, text);
        assert.equal(await shownRows(page), await served(page), text);
      }
      await page.goto(`${backend.url}/_/${address}&filter=total>=2`);
      await eventually(async () => (await shownRows(page)).length, 19);
      await choose(page, 2, 'status', 'Only paid');
      await eventually(() => filterOf(page), 'total>=2 && status = "paid"');
      await choose(page, 4, 'customer', 'Only Ines "Iny" Moreau');
      await choose(page, 4, 'status', 'Without paid');
      await page.getByText('No records found.').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await eventually(async () => (await shownRows(page)).length, 21);
      await eventually(() => hasFocus(page.getByRole('textbox', { name: 'Search', exact: true })), true);
    }));

  test('the menu of a cell copies, clears, edits and opens', () =>
    walk(signedInPage(backend, address), async ({ page, watch }) => {
      watch.expect(/another host: https:\/\/example\.com/);
      await keepCopies(page);
      const copied = () => page.evaluate(() => document.body.dataset['copied'] ?? '');
      const byKeys = async (at: number, name: string, text: string) => {
        await tabTo(page, cell(page, at, name));
        await press(page, 'Shift+F10');
        await page.getByRole('menu', { name }).waitFor();
        await moveTo(page, item(page, text));
        await press(page, 'Enter');
        await page.getByRole('menu').waitFor({ state: 'detached' });
      };
      await row(page, 0).waitFor();
      await byKeys(0, 'customer', 'Copy shown text');
      await eventually(copied, 'Ines "Iny" Moreau');
      await eventually(() => hasFocus(cell(page, 0, 'customer')), true);
      await choose(page, 0, 'due', 'Copy value');
      await eventually(copied, '2026-05-01 10:30:00');
      await byKeys(0, 'note', 'Copy value');
      await eventually(async () => /End\.<\/p>$/.test(await copied()), true, 'all of the rich text');
      await choose(page, 0, 'meta', 'Copy record as JSON');
      await eventually(async () => (await copied()).includes(`"id": "${ids[0]}"`), true);

      await byKeys(1, 'summary', 'Clear');
      await eventually(() => cell(page, 1, 'summary').innerText(), 'N/A');
      await eventually(() => hasFocus(cell(page, 1, 'summary')), true);
      await choose(page, 1, 'summary', 'Take back');
      await eventually(() => cell(page, 1, 'summary').innerText(), 'Order 01');
      await byKeys(1, 'summary', 'Edit');
      const input = page.locator('main section').getByRole('textbox');
      await eventually(() => input.inputValue(), 'Order 01');
      await press(page, 'Escape');
      await byKeys(1, 'customer', 'Open the customer');
      await page.getByRole('dialog', { name: 'Edit customers record' }).waitFor();
      await press(page, 'Escape');
      await eventually(() => hasFocus(cell(page, 1, 'customer')), true);
      await choose(page, 1, 'summary', 'Access...');
      await page.getByRole('dialog', { name: /access/i }).waitFor();
      await press(page, 'Escape');
      await page.context().route('https://example.com/**', (route) => route.abort());
      const opening = page.context().waitForEvent('page');
      await byKeys(1, 'page', 'Open the page');
      await (await opening).close();
      await choose(page, 2, 'summary', 'Open record');
      await page.getByRole('dialog', { name: 'Edit orders record' }).waitFor();
    }));

  test('the menu of a head counts values, filters by them, sorts and hides', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      const chevron = (name: string) => head(page, name).locator('button[aria-hidden]');
      await row(page, 0).waitFor();
      // The name of a number is at the end of its head, so its chevron is at the other one.
      for (const name of ['status', 'total']) {
        await head(page, name).hover();
        await chevron(name).click();
        await page.getByRole('menu', { name }).getByText('In 21 loaded records').waitFor();
        await press(page, 'Escape');
        await page.getByRole('menu').waitFor({ state: 'detached' });
        assert.match(page.url(), /sort=summary$/, 'a press on it does not sort');
        await page.mouse.move(5, 5);
        await chevron(name).waitFor({ state: 'detached' });
      }
      await openHead(page, 'status');
      const counts = await page.getByRole('menuitemcheckbox').allInnerTexts();
      assert.equal(
        counts.map((text) => text.split('\n').filter(Boolean).join(' ')),
        ['paid 9', 'packed 6', 'draft 3', 'empty 3'],
      );
      await moveTo(page, tick(page, 'packed'));
      await press(page, 'Space');
      await eventually(() => filterOf(page), 'status = "packed"');
      await tick(page, 'draft').click();
      await eventually(() => filterOf(page), '(status = "packed" || status = "draft")');
      await eventually(async () => (await shownRows(page)).length, 9);
      assert.equal(await shownRows(page), await served(page));
      await press(page, 'Space');
      await eventually(() => filterOf(page), 'status = "packed"');
      await tick(page, 'packed').click();
      await eventually(async () => (await shownRows(page)).length, 21);
      await moveTo(page, item(page, 'Sort descending'));
      await press(page, 'Enter');
      await eventually(() => new URL(page.url()).hash.includes('sort=-status'), true);
      await eventually(() => hasFocus(head(page, 'status').getByRole('button')), true);
      await press(page, 'Shift+F10');
      await moveTo(page, item(page, 'Hide'));
      await press(page, 'Enter');
      await head(page, 'status').waitFor({ state: 'detached' });
      await eventually(() => hasFocus(head(page, 'tags').getByRole('button')), true);
      assert.match(await heads(page), /^id summary tags/);
    }));

  test('a width is set by dragging, by double click and by keys, and survives a reload', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
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
      const { x, y } = await edgeOf('status');
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 40, y, { steps: 4 });
      await eventually(() => widthOf('status'), 152);
      await page.mouse.move(x + 88, y, { steps: 4 });
      await page.mouse.up();
      await page.mouse.move(x - 1000, y + 300);
      const style = () => page.locator('main section').getAttribute('style');
      await eventually(async () => /--columns:/.test((await style()) ?? ''), false, 'the drag is over');

      await openHead(page, 'total');
      await moveTo(page, page.getByRole('menuitem', { name: /^Width/ }));
      await press(page, 'ArrowRight', 'ArrowRight', 'ArrowLeft');
      await page.getByRole('status').getByText('104 pixels').waitFor({ state: 'attached' });
      await press(page, 'Escape');
      await page.reload();
      await row(page, 0).waitFor();
      await eventually(async () => [await widthOf('status'), await widthOf('total')], [200, 104]);

      await edgeOf('page');
      const edge = await edgeOf('page');
      await page.mouse.dblclick(edge.x, edge.y);
      const isCut = () =>
        cell(page, 0, 'page').evaluate((td) => {
          const range = document.createRange();
          range.selectNodeContents(td);
          return range.getBoundingClientRect().right > td.getBoundingClientRect().right;
        });
      await eventually(isCut, false);
    }));

  test('on a phone a long press opens the menu as a sheet, and a tap opens the record', () => {
    const phone = { width: 390, height: 844, isTouch: true, stored: { lowlineClickOpens: '0' } };
    return walk(signedInPage(backend, address, phone), async ({ page }) => {
      await row(page, 1).waitFor();
      // The code of the menu comes after the rows.
      await page.waitForLoadState('networkidle');
      const at = await cell(page, 1, 'summary').boundingBox();
      assert.ok(at);
      const point = { x: at.x + 20, y: at.y + at.height / 2 };
      const touch = await page.context().newCDPSession(page);
      const longPress = async () => {
        await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
        await page.getByRole('menu', { name: 'summary' }).waitFor();
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        await page.getByRole('menu', { name: 'summary' }).waitFor();
        assert.not.match(page.url(), /recordId/);
      };
      await longPress();
      await item(page, 'Edit').tap();
      const input = page.locator('main section').getByRole('textbox');
      await eventually(() => input.inputValue(), 'Order 01');
      await press(page, 'Escape');
      await longPress();
      await page.touchscreen.tap(200, 60);
      await page.getByRole('menu').waitFor({ state: 'detached' });
      assert.not.match(page.url(), /recordId/, 'the press beside the sheet only closes it');
      await cell(page, 1, 'summary').tap();
      await page.getByRole('dialog', { name: 'Edit orders record' }).waitFor();
    });
  });
}
