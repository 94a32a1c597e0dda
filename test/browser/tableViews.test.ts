// The columns and views of the table of records: pinned, moved, saved, shown by an address, shared, renamed.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { renameField } from '../support/collectionWalk';
import {
  chooseInHead,
  createOrders,
  hashOf,
  head,
  heads,
  item,
  keepCopies,
  menu,
  message,
  moveTo,
  openHead,
  queryOf,
  row,
} from '../support/columnsWalk';
import { button, gone } from '../support/editorWalk';
import { backends } from '../support/server';
import { press } from '../support/tableWalk';
import { askServer, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  const backend = walkedBackend(newest.binary, async () => {
    for (const name of ['orders', 'parcels', 'returns']) await createOrders(backend, name);
  });

  const leftOf = async (target: Locator) => Math.round((await target.boundingBox())?.x ?? -1);
  const widthOf = async (page: Page, name: string) =>
    Math.round((await head(page, name).boundingBox())?.width ?? 0);
  const cell = (page: Page, text: string, place: number) => row(page, text).locator('td').nth(place);
  const table = (page: Page) => page.locator('main section');
  const scrollRight = (page: Page) => table(page).evaluate((one) => one.scrollTo(10_000, 0));
  const isHeld = (page: Page, name: string) =>
    head(page, name).evaluate((one) => getComputedStyle(one).position === 'sticky');
  const rows = (page: Page) => page.locator('tr[data-index]').count();
  const choice = (page: Page, name: string) => menu(page).getByRole('menuitemradio', { name });
  const viewsButton = (page: Page) => page.locator('search').getByRole('button', { name: /^Views/ });
  const openViews = async (page: Page) => {
    await viewsButton(page).click();
    await item(page, 'Copy link').waitFor();
  };
  const chooseView = async (page: Page, text: string) => {
    await openViews(page);
    await item(page, text).click();
  };
  const chooseByKeys = async (page: Page, text: string) => {
    await tabTo(page, viewsButton(page));
    await press(page, 'Enter');
    await moveTo(page, item(page, text));
    await press(page, 'Enter');
  };
  const nameView = async (page: Page, name: string) => {
    const dialog = page.getByRole('dialog', { name: 'Save as new view' });
    await eventually(() => hasFocus(dialog.getByRole('textbox', { name: 'Name' })), true);
    await page.keyboard.type(name);
    await press(page, 'Enter');
    await gone(dialog);
  };
  const openHeadByKeys = async (page: Page, name: string) => {
    await tabTo(page, head(page, name).getByRole('button'));
    // The code of the menu comes with the first focus in the table.
    await eventually(async () => {
      if ((await menu(page).count()) === 0) await press(page, 'Alt+ArrowDown');
      return menu(page).count();
    }, 1);
  };
  const pinByKeys = async (page: Page, name: string) => {
    await openHeadByKeys(page, name);
    await moveTo(page, item(page, 'Pin'));
    await press(page, 'Enter');
    await gone(menu(page));
    await eventually(() => hasFocus(head(page, name).getByRole('button')), true, name);
  };

  test('columns are moved, pinned as far as there is room, and stay so after a reload', () =>
    walk(signedInPage(backend, hashOf('orders')), async ({ page }) => {
      await row(page, 'Order 00').waitFor();
      assert.is(await heads(page), 'id summary status total paid due colour page note created updated');
      await openHead(page, 'summary');
      assert.is(await item(page, 'Move left').getAttribute('aria-disabled'), 'true', 'the id is first');
      for (const start of ['id status summary total', 'id status total summary']) {
        await item(page, 'Move right').click();
        await eventually(async () => (await heads(page)).startsWith(start), true, start);
      }
      await press(page, 'Escape');
      await eventually(() => hasFocus(head(page, 'summary').getByRole('button')), true);
      await chooseInHead(page, 'colour', 'Pin');
      await pinByKeys(page, 'total');
      const pinned = 'id colour total status summary paid due page note created updated';
      await eventually(() => heads(page), pinned);
      await page.setViewportSize({ width: 1200, height: 800 });
      const before = await leftOf(head(page, 'total'));
      await scrollRight(page);
      await eventually(() => leftOf(head(page, 'total')), before, 'it stays');
      await eventually(() => leftOf(cell(page, 'Order 00', 3)), before, 'its cells, too');
      assert.ok((await leftOf(head(page, 'status'))) < before, 'others scroll');
      await page.reload();
      await row(page, 'Order 00').waitFor();
      assert.is(await heads(page), pinned);
      assert.is(queryOf(page)['columns'], undefined, 'without a view the address stays short');
      await chooseInHead(page, 'colour', 'Unpin');

      await page.setViewportSize({ width: 740, height: 800 });
      await pinByKeys(page, 'note');
      await message(
        page,
        'Pinned columns take at most 60 % of the table. This one scrolls until there is room.',
      ).waitFor();
      assert.equal([await isHeld(page, 'total'), await isHeld(page, 'note')], [true, false]);
      await scrollRight(page);
      const { clientWidth, start } = await table(page).evaluate((one) => ({
        clientWidth: one.clientWidth,
        start: one.getBoundingClientRect().x,
      }));
      const end = (await leftOf(head(page, 'total'))) + (await widthOf(page, 'total'));
      assert.ok(end - start <= clientWidth * 0.6, 'at most 60 %');
      await page.setViewportSize({ width: 1440, height: 900 });
      await eventually(() => isHeld(page, 'note'), true, 'there is room now');
    }));

  test('cells of pinned columns take the cursor and changes while the table is scrolled sideways', () =>
    walk(
      signedInPage(
        backend,
        hashOf('orders', '&columns=summary!,total!,status,paid,due,colour,page,note,created,updated'),
        { width: 1100, height: 800 },
      ),
      async ({ page }) => {
        await row(page, 'Order 00').waitFor();
        await head(page, 'total').hover();
        await eventually(() => isHeld(page, 'total'), true);
        await scrollRight(page);
        const scrolled = () => table(page).evaluate((one) => one.scrollLeft);
        const before = await scrolled();
        assert.ok(before > 100, 'it scrolls');
        await cell(page, 'Order 03', 2).click({ modifiers: ['Alt'] });
        await eventually(() => hasFocus(cell(page, 'Order 03', 2)), true);
        await press(page, 'ArrowDown', 'ArrowRight');
        await eventually(() => hasFocus(cell(page, 'Order 02', 3)), true);
        assert.is(await scrolled(), before, 'neither the press nor the moves scroll');
        await press(page, 'Shift+ArrowLeft');
        const block = page.locator('td[data-block]');
        await eventually(() => block.allTextContents(), ['Order 02', '2.5']);
        await press(page, 'Escape', 'Enter');
        const input = table(page).getByRole('textbox');
        await eventually(() => input.inputValue(), 'Order 02');
        const over = (await leftOf(input)) - (await leftOf(cell(page, 'Order 02', 2)));
        assert.ok(Math.abs(over) < 4, 'the input is over its cell');
        await press(page, 'Escape', 'ArrowRight', 'ArrowRight');
        await eventually(() => hasFocus(cell(page, 'Order 02', 4)), true);
        const end = (await leftOf(head(page, 'total'))) + (await widthOf(page, 'total'));
        assert.ok((await leftOf(cell(page, 'Order 02', 4))) >= end - 1, 'no cell is behind the pinned ones');
      },
    ));

  test('a view is saved, changed, reset, renamed, deleted and put back', () =>
    walk(signedInPage(backend, hashOf('parcels', '&filter=status="packed"')), async ({ page }) => {
      await eventually(() => rows(page), 4);
      await chooseInHead(page, 'due', 'Hide');
      await pinByKeys(page, 'total');
      await head(page, 'summary').getByRole('button').click();
      await chooseView(page, 'Save as new view...');
      await nameView(page, 'To pack');
      await message(page, 'Saved the view "To pack".').waitFor();
      const columns = 'total!,summary,status,paid,colour,page,note,created,updated';
      const saved = { view: 'To pack', filter: 'status="packed"', sort: '-summary', columns };
      await eventually(async () => queryOf(page), saved);

      await chooseInHead(page, 'paid', 'Hide');
      await openViews(page);
      await menu(page).getByText('Changed').waitFor();
      await item(page, 'Reset to To pack').click();
      await eventually(async () => queryOf(page), saved);
      await eventually(() => heads(page), 'id total summary status paid colour page note created updated');
      await chooseInHead(page, 'paid', 'Hide');
      await chooseByKeys(page, 'Save changes to To pack');
      await press(page, 'Escape');
      await openViews(page);
      assert.is(await menu(page).getByText('Changed').count(), 0);
      await choice(page, 'All records').click();
      await eventually(() => rows(page), 12);
      assert.equal(queryOf(page), {});
      assert.match(await heads(page), /^id total summary status paid colour/, 'the columns of this browser');
      await openViews(page);
      await choice(page, 'To pack').click();
      await eventually(() => rows(page), 4);
      assert.not.match(await heads(page), /paid/);
      await page.goBack();
      await eventually(() => rows(page), 12);
      await page.goForward();
      await eventually(() => rows(page), 4);

      await chooseView(page, 'Rename To pack...');
      const dialog = page.getByRole('dialog', { name: 'Rename the view' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill(' ');
      await button(dialog, 'Rename').click();
      await dialog.getByText('Enter a name.').waitFor();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Ready & <b>set</b>');
      await press(page, 'Enter');
      await gone(dialog);
      await page.reload();
      await eventually(() => rows(page), 4);
      assert.is(await viewsButton(page).innerText(), 'Ready & <b>set</b>');
      await chooseView(page, 'Delete Ready & <b>set</b>');
      await eventually(async () => queryOf(page)['view'], undefined);
      assert.is(await rows(page), 4, 'the page shows the same');
      await button(page, 'Undo').click();
      await eventually(async () => queryOf(page)['view'], 'Ready & <b>set</b>');
    }));

  test('a link shows the same view in another browser; another collection drops its columns', () =>
    walk(signedInPage(backend, hashOf('parcels', '&filter=paid=true&sort=%2Btotal')), async ({ page }) => {
      await keepCopies(page);
      await eventually(() => rows(page), 6);
      await chooseInHead(page, 'colour', 'Hide');
      await pinByKeys(page, 'total');
      await chooseByKeys(page, 'Save as new view...');
      await nameView(page, 'Paid first');
      await eventually(() => hasFocus(viewsButton(page)), true, 'the focus returns');
      await openHeadByKeys(page, 'paid');
      await moveTo(page, menu(page).getByRole('menuitem', { name: /^Width/ }));
      await press(page, 'ArrowRight', 'Escape');
      const columns = 'total!,summary,status,paid:88,due,page,note,created,updated';
      await eventually(async () => queryOf(page)['columns']?.replace(/summary:\d+/, 'summary'), columns);
      await chooseByKeys(page, 'Save changes to Paid first');
      await press(page, 'Escape');
      await chooseByKeys(page, 'Copy link');
      const copied = () => page.evaluate(() => document.body.dataset['copied'] ?? '');
      await eventually(async () => (await copied()) !== '', true);
      const shown = await heads(page);

      await walk(signedInPage(backend, new URL(await copied()).hash), async ({ page: other }) => {
        await eventually(() => rows(other), 6);
        assert.is(await heads(other), shown);
        assert.match(await other.locator('tr[data-index]').first().innerText(), /Order 00/);
        assert.is(await widthOf(other, 'paid'), 88);
        assert.is(await viewsButton(other).innerText(), 'Paid first');
        await openViews(other);
        assert.is(await item(other, 'Delete Paid first').count(), 0, 'this browser does not keep it');
        await item(other, 'Save as new view...').click();
        const dialog = other.getByRole('dialog');
        const name = dialog.getByRole('textbox', { name: 'Name' });
        await eventually(() => name.inputValue(), 'Paid first', 'the name of the link');
        await button(dialog, 'Save view').click();
        await gone(dialog);
        await other.reload();
        await eventually(() => rows(other), 6);
        await openViews(other);
        await item(other, 'Delete Paid first').waitFor();
        await press(other, 'Escape');
        await other.getByRole('complementary').getByRole('link', { name: 'orders' }).click();
        await row(other, 'Order 00').waitFor();
        assert.equal(queryOf(other), {});
        await other.goBack();
        await eventually(() => heads(other), shown);
      });
    }));

  test('the columns of a view follow a rename, its filter names the missing field; a deleted column is left out', () =>
    walk(signedInPage(backend, hashOf('returns', '&filter=colour="red"&sort=-colour')), async ({ page }) => {
      await eventually(() => rows(page), 4);
      await chooseInHead(page, 'colour', 'Pin');
      await chooseView(page, 'Save as new view...');
      await nameView(page, 'Red ones');
      await eventually(async () => queryOf(page)['view'], 'Red ones');
      await button(page, 'Edit collection').click();
      const panel = page.getByRole('dialog', { name: 'Edit collection' });
      await renameField(panel, 'colour', 'tint');
      await panel.getByRole('button', { name: 'Save changes' }).click();
      await button(page.getByRole('dialog', { name: 'Confirm collection changes' }), 'Confirm').click();
      await gone(panel);
      await page.getByText(/^There is no field colour\./).waitFor();
      await openViews(page);
      await item(page, 'Reset to Red ones').click();
      const columns = 'tint!,summary,status,total,paid,due,page,note,created,updated';
      await eventually(async () => queryOf(page)['columns'], columns);
      await button(page.locator('search'), 'Clear').click();
      await eventually(() => rows(page), 12);
      await eventually(() => hasFocus(page.getByRole('textbox', { name: 'Search', exact: true })), true);
      assert.match(await heads(page), /^id tint summary/);

      const { json } = await askServer(backend, 'collections/returns');
      const schema = json.schema.filter(({ name }: { name: string }) => name !== 'tint');
      await askServer(backend, 'collections/returns', { method: 'PATCH', body: { schema } });
      await page.reload();
      await eventually(() => rows(page), 12);
      const told = message(page, '1 column of this view no longer exists: tint. It is left out.');
      await told.waitFor();
      assert.is(await heads(page), 'id summary status total paid due page note created updated');
      await chooseView(page, 'Save changes to Red ones');
      await gone(told);
      await page.reload();
      await eventually(() => rows(page), 12);
      assert.is(queryOf(page)['columns'], 'summary,status,total,paid,due,page,note,created,updated');
    }));
}
