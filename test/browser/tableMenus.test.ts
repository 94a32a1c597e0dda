// The menus of the table of records: of a cell, of a head, and the widths of columns.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { heads, moveTo } from '../support/columnsWalk';
import { make } from '../support/editorWalk';
import { createCollection, field } from '../support/realBackend';
import { backends } from '../support/server';
import { press, tableOf } from '../support/tableWalk';
import { askServer, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);
const address = '#/collections?collectionId=orders&sort=summary';

if (newest) {
  const ids: string[] = [];

  const backend = walkedBackend(newest.binary, async () => {
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

  /** Opens the menu of a head by keys; its code comes with the first focus in the table. */
  const openHead = async (page: Page, name: string) => {
    await tabTo(page, head(page, name).getByRole('button'));
    await eventually(async () => {
      if ((await page.getByRole('menu').count()) === 0) await press(page, 'Alt+ArrowDown');
      return page.getByRole('menu', { name }).count();
    }, 1);
  };

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
      const [status, total] = [await widthOf('status'), await widthOf('total')];
      await head(page, 'status').hover();
      await head(page, 'status').locator('button[aria-hidden]').waitFor();
      const { x, y } = await edgeOf('status');
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 40, y, { steps: 4 });
      await eventually(() => widthOf('status'), status + 40);
      await page.mouse.move(x + 88, y, { steps: 4 });
      await page.mouse.up();
      await page.mouse.move(x - 1000, y + 300);
      const style = () => page.locator('main section').getAttribute('style');
      await eventually(async () => /--columns:/.test((await style()) ?? ''), false, 'the drag is over');

      await openHead(page, 'total');
      await moveTo(page, page.getByRole('menuitem', { name: /^Width/ }));
      await press(page, 'ArrowRight', 'ArrowRight', 'ArrowLeft');
      await page
        .getByRole('status')
        .getByText(`${total + 8} pixels`)
        .waitFor({ state: 'attached' });
      await press(page, 'Escape');
      await page.reload();
      await row(page, 0).waitFor();
      const widths = async () => [await widthOf('status'), await widthOf('total')];
      await eventually(widths, [status + 88, total + 8]);

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
