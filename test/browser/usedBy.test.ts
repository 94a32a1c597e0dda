// Walks through Used by: the tab of the editor, the question before a delete, and the popup of a refused one.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { pathSegment } from '../../ui/api/addresses';
import {
  addressOf,
  answer,
  box,
  button,
  chooseInMenu,
  editPanel,
  gone,
  make,
  question,
  rowOf,
  stored,
} from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { askServer, eventually, hasFocus, signedInPage, tabTo, visit, walk } from '../support/walk';

const newest = backends().at(-1);

const hook = `
onRecordBeforeDeleteRequest((e) => {
  if (e.record.getString('summary') === 'kept') throw new BadRequestError('Our archive keeps <b>it</b>.');
}, 'orders');
`;

if (newest) {
  let backend: TestBackend;
  /** An order that much hangs on. Its id has the wildcards of a search. */
  const used = '100%_(grinder)0';
  let blocker = '';

  test.beforeAll(async () => {
    const prepare = (dir: string) => writeFileSync(path.join(dir, 'pb_hooks/keep.pb.js'), hook);
    backend = await startBackend(newest.binary, { bundle: true, prepare });
    connectClient(backend.url, await adminToken(backend));
    const orders = await createCollection({ name: 'orders', schema: [field('text', 'summary', {}, true)] });
    const to = (name: string, options: object = {}, required = false) => ({
      ...field('relation', name, { collectionId: orders.id, ...options }),
      required,
    });
    const title = field('text', 'title', {}, true);
    await createCollection({ name: 'batches', schema: [to('orders', { maxSelect: 9, minSelect: 2 })] });
    const lines = await createCollection({
      name: 'order_lines',
      schema: [title, to('order', { cascadeDelete: true })],
    });
    await createCollection({
      name: 'parcels',
      schema: [title, { ...field('relation', 'line', { collectionId: lines.id }), required: true }],
    });
    await createCollection({ name: 'reviews', schema: [title, to('order')] });
    await createCollection({ name: 'shipments', schema: [title, to('order', {}, true)] });
    await make(backend, 'orders', { id: used, summary: 'Grinder burr set 64 mm, flat' });
    blocker = (await make(backend, 'shipments', { title: 'The parcel', order: used })).id;
    for (let at = 0; at < 3; at += 1)
      await make(backend, 'order_lines', { title: `Line ${at}`, order: used });
    await make(backend, 'reviews', { title: 'Review', order: used });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const panel = (page: Page) => editPanel(page, 'orders');
  const list = (page: Page) => panel(page).getByRole('region', { name: 'Used by' });
  const refusal = (page: Page) => page.getByRole('dialog', { name: 'This record cannot be deleted yet' });
  const rows = (page: Page) =>
    list(page)
      .getByRole('listitem')
      .evaluateAll((all) => all.map((one) => one.textContent ?? ''));
  const openTab = (page: Page) => panel(page).getByRole('tab', { name: 'Used by' }).click();
  const drawn = (page: Page, collection: string) =>
    page.getByRole('grid', { name: `Records of ${collection}` }).locator('tr[data-index]');
  const search = (page: Page) => page.locator('search').getByRole('textbox');

  test('the tab counts who uses the record; each line leads there, and asks about unsaved changes', () =>
    walk(signedInPage(backend, addressOf('orders', used)), async ({ page }) => {
      await tabTo(page, panel(page).getByRole('tab', { name: 'Record' }));
      await page.keyboard.press('ArrowRight');
      await list(page).getByText('5 records').waitFor();
      // The sign of a row comes after its count.
      await eventually(
        () => rows(page),
        [
          'shipments.orderBlocks a delete1',
          'order_lines.orderDeleted with it3',
          'reviews.orderLoses the link1',
          'batches.orders0',
        ],
      );
      await tabTo(page, list(page).getByRole('link', { name: /order_lines/ }));
      await page.keyboard.press('Enter');
      await eventually(() => drawn(page, 'order_lines').count(), 3);
      await gone(panel(page));
      const typed = search(page).evaluate((found) => ('value' in found ? found.value : found.textContent));
      assert.is(await typed, `order = "${used}"`);

      const openOrder = async () => {
        const order = rowOf(page, 'Line 1').getByRole('gridcell').filter({ hasText: 'Grinder' });
        await order.click({ button: 'right' });
        await page.getByRole('menuitem', { name: 'Open the order' }).click();
      };
      const follow = async () => {
        await openTab(page);
        await list(page)
          .getByRole('link', { name: /order_lines/ })
          .click();
      };
      await visit(page, addressOf('order_lines'));
      await openOrder();
      await box(panel(page), 'summary').fill('Typed');
      await follow();
      await answer(page, /unsaved changes/, false);
      await panel(page).getByRole('tab', { name: 'Record' }).click();
      assert.is(await box(panel(page), 'summary').inputValue(), 'Typed');
      await follow();
      await answer(page, /unsaved changes/, true);
      await gone(panel(page));
      // The list below the panel is now the one that the link leads to.
      await openOrder();
      await follow();
      await gone(panel(page));
      await eventually(() => drawn(page, 'order_lines').count(), 3);

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
        '1 shipments blocks the delete. 3 order_lines are deleted too. 1 reviews loses the link.';
      await tryDelete(page, effects);
      await refusal(page).getByText('A required relation points to it.').waitFor();
      const line = refusal(page).getByRole('list', { name: 'Records that need it' }).getByRole('listitem');
      assert.equal(await line.allTextContents(), [`shipments.order is required${blocker}1`]);
      const more = refusal(page).getByRole('region', { name: 'With the delete' }).getByRole('listitem');
      await eventually(
        () => more.allTextContents(),
        ['order_lines.orderare deleted too3', 'reviews.orderloses the link1'],
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

  test('a record behind a cascade blocks the delete, too; a hook that does so speaks for itself', async () => {
    const { id } = await make(backend, 'orders', { summary: 'Deep' });
    const line = await make(backend, 'order_lines', { title: 'First', order: id });
    const parcel = await make(backend, 'parcels', { title: 'Box', line: line.id });
    await walk(signedInPage(backend, addressOf('orders', id)), async ({ page }) => {
      await openTab(page);
      await eventually(
        async () => (await rows(page))[0],
        'order_lines.orderBlocks a deleteDeleted with it1Needed by parcels.line: 1',
      );
      await tryDelete(page, '1 parcels blocks the delete. 1 order_lines is deleted too.');
      const needs = refusal(page).getByRole('list', { name: 'Records that need it' });
      await needs.getByText('parcels.line is required, through order_lines').waitFor();
      await needs.getByText(parcel.id).waitFor();
      await refusal(page).getByRole('link', { name: 'Open the 1 in parcels' }).click();
      await rowOf(page, 'Box').waitFor();

      const kept = await make(backend, 'orders', { summary: 'kept' });
      await visit(page, addressOf('orders', kept.id));
      await panel(page).waitFor();
      await tryDelete(page);
      await refusal(page).getByText('Our archive keeps <b>it</b>.').waitFor();
      await refusal(page).getByText('No required relation was found.').waitFor();
      assert.is(await refusal(page).getByRole('link').count(), 0);
    });
  });

  test('the list of failed deletes names what needs each record', async () => {
    const free = (await make(backend, 'orders', { summary: 'Free' })).id;
    const held = (await make(backend, 'orders', { summary: 'Held' })).id;
    for (const title of ['One', 'Two']) await make(backend, 'shipments', { title, order: held });
    await walk(signedInPage(backend, addressOf('orders')), async ({ page }) => {
      await rowOf(page, 'Free').waitFor();
      for (const id of [free, held, used]) await page.getByRole('checkbox', { name: `Select ${id}` }).click();
      await button(page, 'Delete selected').click();
      await question(page).getByRole('status').getByText('3 shipments block the delete.').waitFor();
      await question(page).getByText('This deletes 3 records.').waitFor();
      await button(question(page), 'Yes').click();
      const failed = page.getByRole('dialog', { name: 'Deleted 1 of 3' });
      const needs = (id: string) => failed.getByRole('listitem').filter({ hasText: id }).getByRole('link');
      await eventually(() => needs(used).allTextContents(), [`shipments.order ${blocker}`]);
      await eventually(() => needs(held).allTextContents(), ['2 shipments.order']);
      await tabTo(page, needs(held));
      await page.keyboard.press('Enter');
      await eventually(() => drawn(page, 'shipments').count(), 2);
      await gone(failed);
      assert.is((await askServer(backend, `collections/orders/records/${free}`)).status, 404);
    });
  });
}
