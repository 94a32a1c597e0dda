// Walks through Used by: the tab of the editor, the question before a delete, and the popup of a refused one.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { pathSegment } from '../../ui/backend/addresses';
import {
  addressOf,
  box,
  button,
  chooseInMenu,
  editPanel,
  gone,
  make,
  question,
  stored,
} from '../support/editorWalk';
import { createCollection, field } from '../support/realBackend';
import { backends } from '../support/server';
import { eventually, hasFocus, signedInPage, tabTo, visit, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  /** An order that much hangs on. Its id has the wildcards of a search. */
  const used = '100%_(grinder)0';
  let blocker = '';

  const backend = walkedBackend(newest.binary, async () => {
    const orders = await createCollection({ name: 'orders', schema: [field('text', 'summary', {}, true)] });
    const to = (name: string, options: object = {}, required = false) => ({
      ...field('relation', name, { collectionId: orders.id, ...options }),
      required,
    });
    const title = field('text', 'title', {}, true);
    await createCollection({ name: 'batches', schema: [to('orders', { maxSelect: 9, minSelect: 2 })] });
    await createCollection({ name: 'order_lines', schema: [title, to('order', { cascadeDelete: true })] });
    await createCollection({ name: 'reviews', schema: [title, to('order')] });
    await createCollection({ name: 'shipments', schema: [title, to('order', {}, true)] });
    await make(backend, 'orders', { id: used, summary: 'Grinder burr set 64 mm, flat' });
    blocker = (await make(backend, 'shipments', { title: 'The parcel', order: used })).id;
    for (let at = 0; at < 3; at += 1)
      await make(backend, 'order_lines', { title: `Line ${at}`, order: used });
    await make(backend, 'reviews', { title: 'Review', order: used });
  });

  const panel = (page: Page) => editPanel(page, 'orders');
  const list = (page: Page) => panel(page).getByRole('region', { name: 'Used by' });
  const refusal = (page: Page) => page.getByRole('dialog', { name: 'This record cannot be deleted yet' });
  const rows = (page: Page) =>
    list(page)
      .getByRole('listitem')
      .evaluateAll((all) => all.map((one) => one.textContent ?? ''));
  const drawn = (page: Page, collection: string) =>
    page.getByRole('grid', { name: `Records of ${collection}` }).locator('tr[data-index]');
  const search = (page: Page) => page.locator('search').getByRole('textbox');

  test('the tab counts who uses the record; each line leads there', () =>
    walk(signedInPage(backend, addressOf('orders', used)), async ({ page }) => {
      await tabTo(page, panel(page).getByRole('tab', { name: 'Record' }));
      await page.keyboard.press('ArrowRight');
      await panel(page).getByRole('tab', { name: 'Used by 5' }).waitFor();
      // The sign of a row comes after its count.
      await eventually(
        () => rows(page),
        [
          'shipments.orderBlocks a delete1',
          'order_lines.orderDeleted with it3',
          'reviews.orderLink is removed1',
          'batches.orders0',
        ],
      );
      await tabTo(page, list(page).getByRole('link', { name: /order_lines/ }));
      await page.keyboard.press('Enter');
      await eventually(() => drawn(page, 'order_lines').count(), 3);
      await gone(panel(page));
      const typed = search(page).evaluate((found) => ('value' in found ? found.value : found.textContent));
      assert.is(await typed, `order = "${used}"`);

      await visit(page, addressOf('shipments', blocker));
      await box(editPanel(page, 'shipments'), 'title').waitFor();
      assert.is(await page.getByRole('tab').count(), 0, 'no relation points to shipments');
    }));

  /** Confirms the delete of the open record. */
  async function tryDelete(page: Page, says?: string): Promise<void> {
    await chooseInMenu(page, 'Delete');
    await question(page).getByText('Do you really want to delete the selected record?').waitFor();
    if (says) await eventually(() => question(page).getByRole('status').textContent(), says);
    await button(question(page), 'Yes').click();
  }

  test('a refused delete shows what needs the record, and leads there', () =>
    walk(signedInPage(backend, addressOf('orders', used)), async ({ page }) => {
      await panel(page).waitFor();
      const effects =
        '1 record of shipments blocks the delete. 3 records of order_lines are deleted too. 1 record of reviews loses its link to it.';
      await tryDelete(page, effects);
      await refusal(page).getByText('A required relation points to it.').waitFor();
      const line = refusal(page).getByRole('list', { name: 'Records that need it' }).getByRole('listitem');
      assert.equal(await line.allTextContents(), [`shipments.order is required${blocker}1`]);
      const more = refusal(page).getByRole('region', { name: 'With the delete' }).getByRole('listitem');
      await eventually(
        () => more.allTextContents(),
        ['order_lines.order3 records are deleted too', 'reviews.order1 record loses its link to it'],
      );
      await eventually(() => hasFocus(button(refusal(page), 'Close').last()), true);
      await page.keyboard.press('Escape');
      await gone(refusal(page));
      assert.ok(await panel(page).evaluate((element) => element.contains(document.activeElement)));
      await tryDelete(page);
      await tabTo(page, refusal(page).getByRole('link', { name: 'Open the 1 in shipments' }));
      await page.keyboard.press('Enter');
      await eventually(() => drawn(page, 'shipments').count(), 1);
      await gone(refusal(page));
      assert.ok(await stored(backend, 'orders', pathSegment(used)));
    }));
}
