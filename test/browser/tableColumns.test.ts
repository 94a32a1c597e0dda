// The columns of the table of records: pinned, moved and measured by the menu of their heads.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import {
  chooseInHead,
  createOrders,
  hashOf,
  head,
  heads,
  item,
  menu,
  message,
  moveTo,
  openHead,
  queryOf,
  row,
} from '../support/columnsWalk';
import { gone } from '../support/editorWalk';
import { connectClient } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { checkPicture, eventually, hasFocus, shoot, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    await createOrders(backend, 'orders');
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const leftOf = async (target: Locator) => Math.round((await target.boundingBox())?.x ?? -1);
  const scrollRight = (page: Page) =>
    page.locator('main section').evaluate((table) => {
      table.scrollLeft = 10_000;
    });

  test('columns are pinned and moved by the menu of a head, and stay so after a reload', () =>
    walk(signedInPage(backend, hashOf('orders')), async (opened) => {
      const { page } = opened;
      await row(page, 'Order 00').waitFor();
      assert.is(await heads(page), 'id summary status total paid due colour page note created updated');
      await openHead(page, 'summary');
      assert.is(await item(page, 'Move left').getAttribute('aria-disabled'), 'true', 'the id is first');
      await item(page, 'Move right').click();
      await eventually(
        () => heads(page),
        'id status summary total paid due colour page note created updated',
      );
      await item(page, 'Move right').click();
      await eventually(
        () => heads(page),
        'id status total summary paid due colour page note created updated',
      );
      await page.keyboard.press('Escape');
      await eventually(
        () => hasFocus(head(page, 'summary').getByRole('button')),
        true,
        'the head has the focus',
      );

      await chooseInHead(page, 'colour', 'Pin');
      await chooseInHead(page, 'total', 'Pin');
      const pinned = 'id colour total status summary paid due page note created updated';
      await eventually(() => heads(page), pinned);
      await page.setViewportSize({ width: 1200, height: 800 });
      const before = await leftOf(head(page, 'total'));
      await scrollRight(page);
      await eventually(() => leftOf(head(page, 'total')), before, 'it stays');
      await eventually(
        () => leftOf(row(page, 'Order').first().locator('td').nth(3)),
        before,
        'its cells, too',
      );
      assert.ok((await leftOf(head(page, 'status'))) < before, 'others scroll');
      await shoot(page, 'table-pinned-sideways');
      await page.setViewportSize({ width: 1440, height: 900 });

      await page.reload();
      await row(page, 'Order 00').waitFor();
      assert.is(await heads(page), pinned);
      assert.is(queryOf(page)['columns'], undefined, 'without a view the address stays short');
      await checkPicture(opened, 'table-pinned');
      await openHead(page, 'total');
      await item(page, 'Unpin').waitFor();
      await checkPicture(opened, 'table-head-pinned', { sizes: ['wide'] });
      await item(page, 'Unpin').click();
      await eventually(() => heads(page), pinned);
      await chooseInHead(page, 'colour', 'Unpin');
      await page.setViewportSize({ width: 1000, height: 800 });
      await scrollRight(page);
      await eventually(async () => (await leftOf(head(page, 'total'))) < 0, true, 'nothing is pinned');
    }));

  test('pinned columns take at most 60 % of the table; by keys', () =>
    walk(signedInPage(backend, hashOf('orders'), { width: 740, height: 800 }), async ({ page }) => {
      await row(page, 'Order 00').waitFor();
      const byKeys = async (name: string, text: string) => {
        await tabTo(page, head(page, name).getByRole('button'));
        // The code of the menu comes with the first focus in the table.
        await eventually(async () => {
          if ((await menu(page).count()) === 0) await page.keyboard.press('Alt+ArrowDown');
          return menu(page).count();
        }, 1);
        await moveTo(page, item(page, text));
        await page.keyboard.press('Enter');
        await gone(menu(page));
        await eventually(
          () => hasFocus(head(page, name).getByRole('button')),
          true,
          `${name} keeps the focus`,
        );
      };
      await byKeys('total', 'Pin');
      await byKeys('note', 'Pin');
      await message(
        page,
        'Pinned columns take at most 60 % of the table. This one scrolls until there is room.',
      ).waitFor();
      const isHeld = (name: string) =>
        head(page, name).evaluate((one) => getComputedStyle(one).position === 'sticky');
      assert.equal([await isHeld('id'), await isHeld('total'), await isHeld('note')], [true, true, false]);
      await scrollRight(page);
      const width = await page.locator('main section').evaluate((table) => table.clientWidth);
      const start = await leftOf(page.locator('main section'));
      const end = (await head(page, 'total').boundingBox()) ?? { x: 0, width: 0 };
      assert.ok(end.x + end.width - start <= width * 0.6, 'at most 60 %');
      await page.setViewportSize({ width: 1440, height: 900 });
      await eventually(() => isHeld('note'), true, 'there is room now');
    }));

  test('cells of pinned columns take the cursor and changes while the table is scrolled sideways', () =>
    walk(
      signedInPage(
        backend,
        hashOf('orders', '&columns=summary!,total!,status,paid,due,colour,page,note,created,updated'),
        {
          width: 1100,
          height: 800,
        },
      ),
      async ({ page }) => {
        await row(page, 'Order 00').waitFor();
        const cell = (text: string, place: number) => row(page, text).locator('td').nth(place);
        await head(page, 'total').hover();
        await eventually(
          () => head(page, 'total').evaluate((one) => getComputedStyle(one).position),
          'sticky',
        );
        await scrollRight(page);
        const scrolled = () => page.locator('main section').evaluate((table) => table.scrollLeft);
        const before = await scrolled();
        assert.ok(before > 100, 'it scrolls');
        await cell('Order 03', 2).click({ modifiers: ['Alt'] });
        await eventually(() => hasFocus(cell('Order 03', 2)), true);
        assert.is(await scrolled(), before, 'the press does not scroll');
        await page.keyboard.press('ArrowDown');
        await eventually(() => hasFocus(cell('Order 02', 2)), true);
        assert.is(await scrolled(), before, 'the move does not scroll');
        await page.keyboard.press('ArrowRight');
        await eventually(() => hasFocus(cell('Order 02', 3)), true);
        assert.is(await scrolled(), before);
        await page.keyboard.press('Shift+ArrowLeft');
        await eventually(() => page.locator('td[data-block]').count(), 2);
        assert.equal(
          await page.locator('td[data-block]').evaluateAll((found) => found.map((one) => one.textContent)),
          ['Order 02', '2.5'],
        );
        await page.keyboard.press('Escape');
        await page.keyboard.press('Enter');
        const input = page.locator('main section').getByRole('textbox');
        await eventually(() => input.inputValue(), 'Order 02');
        const [over, under] = [await input.boundingBox(), await cell('Order 02', 2).boundingBox()];
        assert.ok(over && under && Math.abs(over.x - under.x) < 4, 'the input is over its cell');
        await page.keyboard.type(' b');
        await page.keyboard.press('Escape');
        await eventually(() => cell('Order 02', 2).innerText(), 'Order 02');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowRight');
        await eventually(() => hasFocus(cell('Order 02', 4)), true);
        const [pinned, next] = [
          await cell('Order 02', 3).boundingBox(),
          await cell('Order 02', 4).boundingBox(),
        ];
        assert.ok(
          pinned && next && next.x >= pinned.x + pinned.width - 1,
          'no cell is behind the pinned ones',
        );
      },
    ));

  test('a held arrow key changes the address once', () =>
    walk(signedInPage(backend, hashOf('orders', '&columns=summary,total')), async ({ page }) => {
      await row(page, 'Order 00').waitFor();
      await openHead(page, 'total');
      await moveTo(page, menu(page).getByRole('menuitem', { name: /^Width/ }));
      await page.evaluate(() => {
        const { replaceState } = history;
        history.replaceState = (...changes) => {
          const { dataset } = document.body;
          dataset['changes'] = String(Number(dataset['changes'] ?? 0) + 1);
          replaceState.apply(history, changes);
        };
      });
      for (let presses = 0; presses < 20; presses += 1) await page.keyboard.down('ArrowRight');
      const widthOf = async () => Math.round((await head(page, 'total').boundingBox())?.width ?? 0);
      await eventually(widthOf, 256, 'it is shown meanwhile');
      await page.keyboard.up('ArrowRight');
      await eventually(() => queryOf(page)['columns']?.split(',').at(-1), 'total:256');
      assert.is(await page.evaluate(() => document.body.dataset['changes']), '2');
      await eventually(widthOf, 256);
      for (let presses = 0; presses < 3; presses += 1) await page.keyboard.down('ArrowLeft');
      await page.keyboard.press('Escape');
      await gone(menu(page));
      await eventually(
        () => queryOf(page)['columns']?.split(',').at(-1),
        'total:232',
        'closed while it was held',
      );
      await page.keyboard.up('ArrowLeft');
    }));
}
