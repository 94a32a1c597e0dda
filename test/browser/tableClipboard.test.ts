// Blocks of cells: marked, copied, cut, pasted and cleared, by keys and by mouse.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { gone } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { press, stagedBar, tableOf } from '../support/tableWalk';
import {
  askServer,
  checkPicture,
  eventually,
  hasFocus,
  screens,
  signedInPage,
  tabTo,
  walk,
} from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;
  const ids: string[] = [];
  const path = (id: string) => `collections/orders/records/${id}`;
  const stored = async (at: number) => (await askServer(backend, path(ids[at] ?? ''))).json;
  const address = '#/collections?collectionId=orders&sort=summary';

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    await createCollection({
      name: 'orders',
      schema: [
        field('text', 'summary', {}, true),
        field('number', 'total', { min: 0 }),
        field('select', 'tags', { maxSelect: 3, values: ['red', 'dark, matt', 'blue'] }),
        field('date', 'due'),
        field('bool', 'paid'),
        field('json', 'meta', { maxSize: 10_000 }),
        field('editor', 'note'),
        field('file', 'scan', { maxSelect: 1, maxSize: 10_000 }),
      ],
    });
    await createCollection({
      name: 'totals',
      type: 'view',
      options: { query: 'SELECT id, summary, total FROM orders' },
    });
    for (let at = 0; at < 12; at += 1) {
      const body = {
        summary: `Order ${String(at).padStart(2, '0')}`,
        total: at + 0.5,
        tags: at % 2 === 0 ? ['red', 'dark, matt'] : ['blue'],
        due: `2026-05-${String(at + 1).padStart(2, '0')} 10:00:00.120Z`,
        paid: at % 2 === 0,
        meta: { at },
        note: `<p>Ring <b>twice</b> at ${at}. ${'A long text. '.repeat(30)}</p>`,
      };
      ids.push((await askServer(backend, 'collections/orders/records', { method: 'POST', body })).json.id);
    }
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const columns = ['pick', 'id', 'summary', 'total', 'tags', 'due', 'paid', 'meta', 'note', 'scan'];
  const { row, cell } = tableOf(ids, columns);
  const blockOf = (page: Page) =>
    page.locator('td[data-block]').evaluateAll((cells) =>
      cells.map((one) => {
        const line = one.parentElement as HTMLElement;
        return `${line.dataset['index']}.${[...line.children].indexOf(one)}`;
      }),
    );
  /** The code of blocks comes with the first use of the table. */
  const open = async (page: Page) => {
    await row(page, 0).waitFor();
    await tabTo(page, cell(page, 0, 'summary'));
    const parts = () => page.locator('main section > div > span[hidden]').count();
    await eventually(parts, 2, 'the code of blocks and menus is there');
  };
  const goTo = async (page: Page, target: Locator) => {
    await tabTo(page, target);
    await eventually(() => blockOf(page), [], 'a plain move ends the block');
  };
  /** Pastes data as a spreadsheet leaves it on the clipboard. */
  const pasteForeign = (page: Page, data: { text?: string; html?: string }) =>
    page.evaluate(({ text, html }) => {
      const clipboardData = new DataTransfer();
      if (text !== undefined) clipboardData.setData('text/plain', text);
      if (html !== undefined) clipboardData.setData('text/html', html);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, data);
  const save = async (page: Page, records: string) => {
    await press(page, 'Control+s');
    await page.getByText(`Saved ${records}.`, { exact: true }).waitFor();
  };

  /** Resolves when one step has taken all changes back. */
  const isUndone = (page: Page) =>
    eventually(
      () =>
        stagedBar(page)
          .getByText(/changes? in/)
          .count(),
      0,
      'one step',
    );

  test('a block of several types is copied and pasted elsewhere by keys alone, and saved', () =>
    walk(signedInPage(backend, address), async (opened) => {
      const { page } = opened;
      await open(page);
      await press(
        page,
        'ArrowRight',
        'Shift+ArrowDown',
        'Shift+ArrowDown',
        'Shift+ArrowRight',
        'Shift+ArrowRight',
      );
      assert.equal(await blockOf(page), ['0.3', '0.4', '0.5', '1.3', '1.4', '1.5', '2.3', '2.4', '2.5']);
      assert.is(await page.locator('[aria-selected="true"]').count(), 9);
      await checkPicture(opened, 'table-block', { sizes: ['wide'] });
      await press(page, 'Control+c');
      await goTo(page, cell(page, 3, 'total'));
      await press(page, 'Control+v');
      await page.getByText('Pasted 9 cells.').waitFor();
      await stagedBar(page).getByText('9 changes in 3 records').waitFor();
      await press(page, 'Control+z');
      await isUndone(page);
      await press(page, 'Control+Shift+z');
      await save(page, '3 records');
      for (const at of [0, 1, 2]) {
        const [from, to] = [await stored(at), await stored(at + 3)];
        assert.equal([to.total, to.tags, to.due], [from.total, from.tags, from.due]);
        assert.is(to.summary, `Order 0${at + 3}`, 'only the rectangle changes');
      }
    }));

  test('a spreadsheet is pasted: five cells leave the sixth, what does not fit is told', () =>
    walk(signedInPage(backend, address), async (opened) => {
      const { page } = opened;
      await open(page);
      await goTo(page, cell(page, 3, 'total'));
      const before = await stored(8);
      await pasteForeign(page, { text: '101\r\n102\r\n103\r\n104\r\n105\r\n' });
      await page.getByText('Pasted 5 cells.').waitFor();
      await stagedBar(page).getByText('5 changes in 5 records').waitFor();
      await pasteForeign(page, {
        text: '7,5\tred\r\nabc\tgreen\r\n',
        html: '<html><head><style>td {}</style></head><body><table><tr><td>7,5</td><td>red, dark\\, matt</td></tr><tr><td>abc</td><td>green</td></tr></table></body></html>',
      });
      await page.getByText('Pasted 2 of 4 cells.').waitFor();
      await page.getByRole('button', { name: 'Show' }).click();
      const popup = page.getByRole('dialog', { name: 'Not pasted' });
      await popup.getByText('Row 2, total: abc is not a number.').waitFor();
      await popup.getByText('Row 2, tags: Invalid value green.').waitFor();
      await checkPicture(opened, 'table-not-pasted');
      await press(page, 'Escape');
      await goTo(page, cell(page, 11, 'meta'));
      await pasteForeign(page, { text: '{"a": 9007199254740993}\tTwo\nlines < three\t\n' });
      await page.getByText('Pasted 2 of 4 cells.').waitFor();
      await save(page, '6 records');
      const totals = await Promise.all([3, 4, 5, 6, 7, 8].map(async (at) => (await stored(at)).total));
      assert.equal(totals, [7.5, 102, 103, 104, 105, before.total]);
      assert.equal((await stored(3)).tags, ['red', 'dark, matt']);
      const { note, meta } = await stored(11);
      assert.is(note, '<p>Two</p>');
      assert.ok(meta);
    }));

  test('an excerpt is never pasted, a copied cell fills a block, an empty one empties it', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      await open(page);
      const before = await stored(1);
      await goTo(page, cell(page, 0, 'note'));
      await press(page, 'Control+c', 'ArrowDown', 'Control+v');
      await page.getByText('Pasted 0 of 1 cell.').waitFor();
      assert.is(
        await stagedBar(page)
          .getByText(/changes? in/)
          .count(),
        0,
      );
      await goTo(page, cell(page, 0, 'meta'));
      await press(page, 'Control+c', 'ArrowDown', 'Shift+ArrowDown', 'Control+v');
      await stagedBar(page).getByText('2 changes in 2 records').waitFor();
      await goTo(page, cell(page, 1, 'tags'));
      await pasteForeign(page, { html: '<table><tr><td></td></tr></table>' });
      await stagedBar(page).getByText('3 changes in 2 records').waitFor();
      await save(page, '2 records');
      assert.equal([(await stored(1)).meta, (await stored(2)).meta], [{ at: 0 }, { at: 0 }]);
      assert.equal((await stored(1)).tags, []);
      assert.is((await stored(1)).note, before.note);
    }));

  test('Delete and cut empty a block, and ask above one row; rich text is read first', () =>
    walk(signedInPage(backend, address), async (opened) => {
      const { page } = opened;
      await open(page);
      await goTo(page, cell(page, 9, 'paid'));
      await press(page, 'Shift+End', 'Shift+ArrowDown');
      await press(page, 'Delete');
      const question = page.getByRole('alertdialog');
      await question.getByText('Clear 3 columns of 2 records?').waitFor();
      await question.getByRole('button', { name: 'No' }).click();
      assert.is(
        await stagedBar(page)
          .getByText(/changes? in/)
          .count(),
        0,
      );
      await eventually(() => page.locator('td:focus').count(), 1, 'the focus is on the cell again');
      await goTo(page, cell(page, 9, 'meta'));
      await press(page, 'Shift+ArrowRight', 'Delete');
      await stagedBar(page).getByText('2 changes in 1 record').waitFor();
      await goTo(page, cell(page, 9, 'summary'));
      await goTo(page, cell(page, 11, 'total'));
      const total11 = await cell(page, 11, 'total').innerText();
      await press(page, 'Shift+Delete');
      await eventually(() => cell(page, 11, 'total').innerText(), '0');
      await press(page, 'Control+v');
      await eventually(() => cell(page, 11, 'total').innerText(), total11, 'Shift+Delete cuts');
      await goTo(page, cell(page, 10, 'total'));
      await press(page, 'Control+x');
      await eventually(() => cell(page, 10, 'total').innerText(), '0');
      await goTo(page, cell(page, 9, 'total'));
      await press(page, 'Control+v');
      await eventually(() => cell(page, 9, 'total').innerText(), '10.5');
      await save(page, '2 records');
      const { note, meta, total } = await stored(9);
      assert.equal([note, meta, total, (await stored(10)).total], ['', null, 10.5, 0]);
    }));

  test('Backspace empties a block, Cmd counts as Ctrl, and Escape ends the block before the quick look', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      await open(page);
      const look = page.getByRole('complementary', { name: 'Quick look' });
      await goTo(page, cell(page, 7, 'total'));
      const values = await Promise.all(['total', 'tags'].map((column) => cell(page, 7, column).innerText()));
      await press(page, ' ');
      await look.waitFor();
      await press(page, 'Shift+ArrowRight', 'Backspace');
      await stagedBar(page).getByText('2 changes in 1 record').waitFor();
      assert.is(await cell(page, 7, 'total').innerText(), '0');
      assert.is((await blockOf(page)).length, 2);
      await press(page, 'Escape');
      await eventually(() => blockOf(page), []);
      assert.ok(await look.isVisible());
      await press(page, 'Escape');
      await gone(look);
      await stagedBar(page).getByText('2 changes in 1 record').waitFor();

      await press(page, 'Meta+z');
      await isUndone(page);
      for (const [at, column] of ['total', 'tags'].entries()) {
        assert.is(await cell(page, 7, column).innerText(), values[at]);
      }
      await press(page, 'Meta+Shift+z');
      await stagedBar(page).getByText('2 changes in 1 record').waitFor();
      await press(page, 'Meta+z');
      await isUndone(page);
      await press(page, 'Meta+Home');
      await eventually(() => hasFocus(page.locator('tr[data-index="0"] td[tabindex="0"]')), true);
      await press(page, 'Meta+a');
      const cells = await page.locator('tr[data-index] td').count();
      await eventually(async () => (await blockOf(page)).length > cells / 2, true);
    }));

  test('the menu of a block keeps it, and clears all of it after the question', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      await open(page);
      await goTo(page, cell(page, 4, 'total'));
      await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown');
      const block = await blockOf(page);
      assert.is(block.length, 3);
      await cell(page, 5, 'total').click({ button: 'right' });
      await page.getByRole('menu').waitFor();
      await press(page, 'Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      assert.equal(await blockOf(page), block);
      await cell(page, 5, 'total').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Clear' }).click();
      const question = page.getByRole('alertdialog');
      await question.getByText('Clear 1 column of 3 records?').waitFor();
      await question.getByRole('button', { name: 'Yes' }).click();
      await stagedBar(page).getByText('3 changes in 3 records').waitFor();
      await press(page, 'Control+z');
      await isUndone(page);
    }));

  test('neither Ctrl+A nor a click wipes anything, and undo after a sort hits the same records', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      await open(page);
      await press(page, 'Control+a');
      await eventually(async () => (await blockOf(page)).length, 12 * 11, 'all but the ticks');
      await press(page, 'Escape');
      assert.equal(await blockOf(page), []);
      await goTo(page, cell(page, 4, 'summary'));
      await pasteForeign(page, { text: 'zz 4\nzz 5' });
      await stagedBar(page).getByText('2 changes in 2 records').waitFor();
      await page.getByRole('columnheader', { name: 'total' }).getByRole('button').click();
      await eventually(() => cell(page, 4, 'summary').innerText(), 'zz 4');
      await cell(page, 2, 'summary').click({ modifiers: ['Alt'] });
      await press(page, 'Control+a', 'Control+z');
      await eventually(() => cell(page, 4, 'summary').innerText(), 'Order 04');
      await eventually(() => hasFocus(cell(page, 4, 'summary')), true, 'the cursor shows what changed');
      assert.is(await cell(page, 5, 'summary').innerText(), 'Order 05');
      assert.is(
        await stagedBar(page)
          .getByText(/changes? in/)
          .count(),
        0,
      );
    }));

  test('the mouse marks by dragging and with Shift; inside one cell it selects text', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      await open(page);
      const middle = async (target: Locator, right = 0.5) => {
        const box = await target.boundingBox();
        if (!box) throw new Error('not drawn');
        return [box.x + box.width * right, box.y + box.height / 2] as const;
      };
      await page.mouse.move(...(await middle(cell(page, 1, 'summary'))));
      await page.mouse.down();
      await page.mouse.move(...(await middle(cell(page, 1, 'total'))));
      await page.mouse.move(...(await middle(cell(page, 3, 'total'))), { steps: 4 });
      await page.mouse.up();
      assert.equal(await blockOf(page), ['1.2', '1.3', '2.2', '2.3', '3.2', '3.3']);
      assert.not.match(page.url(), /recordId/, 'the drag opens nothing');
      assert.is(await page.evaluate(() => String(document.getSelection())), '');
      await cell(page, 2, 'tags').click({ modifiers: ['Shift'] });
      assert.equal(await blockOf(page), ['1.2', '1.3', '1.4', '2.2', '2.3', '2.4']);
      assert.not.match(page.url(), /recordId/);
      await press(page, 'Shift+ArrowDown');
      assert.is((await blockOf(page)).length, 9);

      // Held beyond the edge, the mouse scrolls the table; Escape ends the drag.
      await page.setViewportSize({ width: 900, height: 380 });
      const list = page.locator('section[aria-label]').filter({ has: page.locator('tr[data-index]') });
      const box = await list.boundingBox();
      if (!box) throw new Error('not drawn');
      const scrolled = () => list.evaluate(({ scrollTop, scrollLeft }) => [scrollTop > 0, scrollLeft > 0]);
      await list.evaluate((element) => element.scrollTo(0, 0));
      await page.mouse.move(...(await middle(cell(page, 0, 'summary'), 0.2)));
      await page.mouse.down();
      await page.mouse.move(box.x + 400, box.y + box.height - 4, { steps: 2 });
      await page.mouse.move(box.x + 400, box.y + box.height + 60);
      await eventually(async () => (await blockOf(page)).at(-1)?.split('.')[0], '11', 'to the last row');
      assert.equal(await scrolled(), [true, false]);
      await page.mouse.move(box.x + box.width + 200, box.y + 200);
      await eventually(async () => (await scrolled())[1], true, 'to the side, too');
      await press(page, 'Escape');
      assert.equal(await blockOf(page), []);
      await page.mouse.move(box.x + 400, box.y + 200);
      await page.mouse.up();
      assert.equal(await blockOf(page), [], 'the drag is over');
      await page.setViewportSize(screens.wide);
      await list.evaluate((element) => element.scrollTo(0, 0));

      const [x, y] = await middle(cell(page, 5, 'summary'), 0.02);
      await page.mouse.move(x + 18, y);
      await page.mouse.down();
      await page.mouse.move(x + 42, y, { steps: 4 });
      await page.mouse.up();
      assert.equal(await blockOf(page), []);
      const marked = await page.evaluate(() => String(document.getSelection()));
      assert.ok(marked.length > 1 && marked.length < 'Order 05'.length, `"${marked}" is a part of the text`);
      await press(page, 'Control+c');
      await page.evaluate(() => document.getSelection()?.removeAllRanges());
      await goTo(page, cell(page, 6, 'summary'));
      await press(page, 'Control+v');
      await eventually(() => cell(page, 6, 'summary').innerText(), marked.trim());
      await press(page, 'Control+z');
    }));

  test('a view is copied, never pasted into; at 390 px there is no block', () =>
    walk(signedInPage(backend, '#/collections?collectionId=totals'), async ({ page }) => {
      const first = page.locator('tr[data-index="0"] td').nth(1);
      await tabTo(page, first);
      await eventually(() => page.locator('main section > div > span[hidden]').count(), 2);
      await press(page, 'Shift+ArrowRight');
      assert.is((await blockOf(page)).length, 2);
      const copied = await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(event);
        return clipboardData.getData('text/plain');
      });
      assert.match(copied, /^Order \d\d\t[\d.]+$/);
      await pasteForeign(page, { text: 'x' });
      await press(page, 'Delete', 'Control+x');
      assert.is(await page.getByText(/changes? in/).count(), 0);
      await page.setViewportSize(screens.narrow);
      await eventually(() => blockOf(page), []);
      await press(page, 'Shift+ArrowDown', 'Control+a');
      assert.equal(await blockOf(page), []);
    }));
}
