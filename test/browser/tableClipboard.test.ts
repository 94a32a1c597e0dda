// Blocks of cells: marked, copied, cut, pasted and cleared, by keys and by mouse.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { answer, gone } from '../support/editorWalk';
import { createCollection, field } from '../support/realBackend';
import { backends } from '../support/server';
import { press, stagedBar, tableOf } from '../support/tableWalk';
import { askServer, eventually, screens, signedInPage, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  const ids: string[] = [];
  const path = (id: string) => `collections/orders/records/${id}`;
  const stored = async (at: number) => (await askServer(backend, path(ids[at] ?? ''))).json;
  const address = '#/collections?collectionId=orders&sort=summary';

  const backend = walkedBackend(newest.binary, async () => {
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

  const changes = (page: Page) =>
    stagedBar(page)
      .getByText(/changes? in/)
      .count();
  /** Takes all changes back by one step. */
  const undo = async (page: Page, keys = 'Control+z') => {
    await press(page, keys);
    await eventually(() => changes(page), 0, 'one step');
  };

  test('blocks of several types are copied, cut, emptied and pasted by keys, taken back, and saved', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      await open(page);
      await press(page, 'ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown');
      await press(page, 'Shift+ArrowRight', 'Shift+ArrowRight');
      assert.equal(await blockOf(page), ['0.3', '0.4', '0.5', '1.3', '1.4', '1.5', '2.3', '2.4', '2.5']);
      await press(page, 'Control+c');
      await goTo(page, cell(page, 3, 'total'));
      await press(page, 'Control+v');
      await page.getByText('Pasted 9 cells.').waitFor();
      await stagedBar(page).getByText('9 changes in 3 records').waitFor();
      await undo(page);
      await press(page, 'Control+Shift+z');
      await save(page, '3 records');
      for (const at of [0, 1, 2]) {
        const [from, to] = [await stored(at), await stored(at + 3)];
        assert.equal([to.total, to.tags, to.due], [from.total, from.tags, from.due]);
        assert.is(to.summary, `Order 0${at + 3}`, 'only the rectangle changes');
      }

      await goTo(page, cell(page, 9, 'paid'));
      await press(page, 'Shift+End', 'Shift+ArrowDown', 'Delete');
      await answer(page, 'Clear 3 columns of 2 records?', false);
      assert.is(await changes(page), 0);
      await eventually(() => page.locator('td:focus').count(), 1, 'the focus is on the cell again');
      await goTo(page, cell(page, 9, 'meta'));
      await press(page, 'Shift+ArrowRight', 'Delete');
      await stagedBar(page).getByText('2 changes in 1 record').waitFor();
      await goTo(page, cell(page, 11, 'total'));
      await press(page, 'Shift+Delete');
      await eventually(() => cell(page, 11, 'total').innerText(), '0');
      await press(page, 'Control+v');
      await eventually(() => cell(page, 11, 'total').innerText(), '11.5', 'Shift+Delete cuts');
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

  test('a spreadsheet is pasted: what does not fit is told, an excerpt never is, an empty cell empties', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      await open(page);
      const before = await stored(8);
      await goTo(page, cell(page, 3, 'total'));
      await pasteForeign(page, { text: '101\r\n102\r\n103\r\n104\r\n105\r\n' });
      await page.getByText('Pasted 5 cells.').waitFor();
      await pasteForeign(page, {
        text: '7,5\tred\r\nabc\tgreen\r\n',
        html: '<html><head><style>td {}</style></head><body><table><tr><td>7,5</td><td>red, dark\\, matt</td></tr><tr><td>abc</td><td>green</td></tr></table></body></html>',
      });
      await page.getByText('Pasted 2 of 4 cells.').waitFor();
      await page.getByRole('button', { name: 'Show' }).click();
      const popup = page.getByRole('dialog', { name: 'Not pasted' });
      await popup.getByText('Row 2, total: abc: Must be a number.').waitFor();
      await popup.getByText('Row 2, tags: Invalid value green.').waitFor();
      await press(page, 'Escape');
      await gone(popup);
      await goTo(page, cell(page, 11, 'meta'));
      await pasteForeign(page, { text: '{"a": 9007199254740993}\tTwo\nlines < three\t\n' });
      await page.getByText('Pasted 2 of 4 cells.').waitFor();
      await goTo(page, cell(page, 0, 'note'));
      await press(page, 'Control+c', 'ArrowDown', 'Control+v');
      await page.getByText('Pasted 0 of 1 cell.').waitFor();
      await goTo(page, cell(page, 0, 'meta'));
      await press(page, 'Control+c', 'ArrowDown', 'Shift+ArrowDown', 'Control+v');
      await page.getByText('Pasted 2 cells.').waitFor();
      await goTo(page, cell(page, 1, 'tags'));
      await pasteForeign(page, { html: '<table><tr><td></td></tr></table>' });
      await eventually(() => cell(page, 1, 'tags').innerText(), 'N/A');
      await save(page, '8 records');
      const all = await Promise.all(ids.map((_, at) => stored(at)));
      const totals = all.slice(3, 9).map(({ total }) => total);
      assert.equal(totals, [7.5, 102, 103, 104, 105, before.total], 'five cells leave the sixth');
      assert.equal([all[3].tags, all[1].tags], [['red', 'dark, matt'], []]);
      assert.equal([all[1].meta, all[2].meta], [{ at: 0 }, { at: 0 }]);
      assert.match(all[1].note, /^<p>Ring <b>twice<\/b> at 1/);
      assert.is(all[11].note, '<p>Two</p>');
    }));

  test('the mouse marks by dragging, also beyond the edge, and with Shift; inside one cell it selects text', () =>
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
      assert.is(await page.evaluate(() => String(document.getSelection())), '');
      await cell(page, 2, 'tags').click({ modifiers: ['Shift'] });
      assert.equal(await blockOf(page), ['1.2', '1.3', '1.4', '2.2', '2.3', '2.4']);
      assert.not.match(page.url(), /recordId/, 'neither opens anything');

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
    }));
}
