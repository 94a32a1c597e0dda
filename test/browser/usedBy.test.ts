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
import { askServer, checkPicture, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';

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
    await createCollection({
      name: 'totals',
      type: 'view',
      options: { query: 'SELECT id, "order" FROM order_lines' },
    });
    await make(backend, 'orders', { id: used, summary: 'Grinder burr set 64 mm, flat' });
    blocker = (await make(backend, 'shipments', { title: 'The parcel', order: used })).id;
    for (let at = 0; at < 12; at += 1)
      await make(backend, 'order_lines', { title: `Line ${at}`, order: used });
    for (let at = 0; at < 4; at += 1) await make(backend, 'reviews', { title: `Review ${at}`, order: used });
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

  test('the tab counts who uses the record, and each line leads to these records', () =>
    walk(signedInPage(backend, addressOf('orders', used)), async (opened) => {
      const { page } = opened;
      const { keyboard } = page;
      await tabTo(page, panel(page).getByRole('tab', { name: 'Record' }));
      await keyboard.press('ArrowRight');
      await list(page).getByText('17 records').waitFor();
      // The sign of a row comes after its count.
      await eventually(
        () => rows(page),
        [
          'shipments.orderBlocks a delete1',
          'order_lines.orderDeleted with it12',
          'reviews.orderLoses the link4',
          'batches.orders0',
        ],
      );
      await checkPicture(opened, 'used-by-tab');
      const line = list(page).getByRole('link', { name: /order_lines/ });
      await tabTo(page, line);
      await keyboard.press('Enter');
      await eventually(() => drawn(page, 'order_lines').count(), 12);
      await gone(panel(page));
      assert.match(decodeURIComponent(page.url()), `filter=order = "${used}"`);
      const typed = search(page).evaluate((found) => ('value' in found ? found.value : found.textContent));
      assert.is(await typed, `order = "${used}"`);
    }));

  test('a link to the list below the panel closes the panel, and asks first', async () => {
    const { json } = await askServer(backend, 'collections/order_lines');
    await walk(signedInPage(backend, addressOf(json.id)), async ({ page }) => {
      const openOrder = async () => {
        await rowOf(page, 'Line 3')
          .getByRole('gridcell')
          .filter({ hasText: 'Grinder' })
          .click({ button: 'right' });
        await page.getByRole('menuitem', { name: 'Open the order' }).click();
        await panel(page).waitFor();
      };
      const follow = async () => {
        await openTab(page);
        await list(page)
          .getByRole('link', { name: /order_lines/ })
          .click();
      };
      await openOrder();
      await box(panel(page), 'summary').fill('Typed');
      await follow();
      await answer(page, /unsaved changes/, false);
      assert.not.match(page.url(), /filter=/);
      await follow();
      await answer(page, /unsaved changes/, true);
      await gone(panel(page));
      await eventually(() => drawn(page, 'order_lines').count(), 12);
      assert.match(page.url(), /filter=/);
      await openOrder();
      await follow();
      await gone(panel(page));
    });
  });

  test('a link asks before unsaved changes are lost', () =>
    walk(signedInPage(backend, addressOf('orders', used)), async ({ page }) => {
      await box(panel(page), 'summary').fill('Typed');
      await openTab(page);
      await list(page)
        .getByRole('link', { name: /shipments/ })
        .click();
      await answer(page, /unsaved changes/, false);
      await list(page).waitFor();
      await panel(page).getByRole('tab', { name: 'Record' }).click();
      assert.is(await box(panel(page), 'summary').inputValue(), 'Typed');
    }));

  test('a slow count says so, a failed one is counted again, closing cancels the rest', () =>
    walk(signedInPage(backend, addressOf('orders', used)), async ({ page, watch }) => {
      watch.expect(/500/);
      let isBroken = true;
      const held: (() => void)[] = [];
      await page.route(/collections\/[^/]+\/records\?.*filter=order(\+|%20)/, async (route) => {
        const isHeld = held.length === 0;
        if (isHeld) await new Promise<void>((letGo) => held.push(letGo));
        if (isBroken && !isHeld) await route.fulfill({ status: 500, json: { code: 500, message: 'No.' } });
        else await route.fallback().catch(() => {});
      });
      await panel(page).waitFor();
      await openTab(page);
      await eventually(
        () => rows(page),
        ['shipments.ordercounting...', 'order_lines.order?Retry', 'batches.orders0', 'reviews.order?Retry'],
      );
      isBroken = false;
      await list(page).getByRole('button', { name: 'Retry order_lines.order' }).click();
      await eventually(async () => (await rows(page))[1], 'order_lines.orderDeleted with it12');
      const cancelled = page.waitForEvent('requestfailed', (request) =>
        /filter=order(\+|%20)/.test(request.url()),
      );
      await panel(page).getByRole('tab', { name: 'Record' }).click();
      await cancelled;
      for (const letGo of held) letGo();
    }));

  async function tryDelete(page: Page, { says = '12 order_lines are deleted too.' } = {}): Promise<void> {
    await chooseInMenu(page, 'Delete');
    await question(page).getByText('Do you really want to delete the selected record?').waitFor();
    await question(page).getByRole('status').getByText(says).waitFor();
  }

  test('a refused delete shows what needs the record, and leads there', () =>
    walk(signedInPage(backend, addressOf('orders', used)), async (opened) => {
      const { page } = opened;
      const { keyboard } = page;
      await panel(page).waitFor();
      await tryDelete(page);
      await eventually(
        () => question(page).getByRole('status').textContent(),
        '1 shipments blocks the delete. 12 order_lines are deleted too. 4 reviews lose the link.',
      );
      await checkPicture(opened, 'used-by-question');
      await button(question(page), 'Yes').click();
      await refusal(page).getByText('A required relation points to it.').waitFor();
      const line = refusal(page).getByRole('list', { name: 'Records that need it' }).getByRole('listitem');
      assert.equal(await line.allTextContents(), [`shipments.order is required${blocker}1`]);
      const more = refusal(page).getByRole('region', { name: 'With the delete' }).getByRole('listitem');
      await eventually(
        () => more.allTextContents(),
        ['order_lines.orderare deleted too12', 'reviews.orderlose the link4'],
      );
      await eventually(() => hasFocus(button(refusal(page), 'Close').last()), true);
      await checkPicture(opened, 'used-by-refused');
      await keyboard.press('Escape');
      await gone(refusal(page));
      assert.ok(await panel(page).evaluate((element) => element.contains(document.activeElement)));
      await tryDelete(page);
      await button(question(page), 'Yes').click();
      const link = refusal(page).getByRole('link', { name: 'Open the 1 in shipments' });
      await tabTo(page, link);
      await keyboard.press('Enter');
      await eventually(() => drawn(page, 'shipments').count(), 1);
      await rowOf(page, 'The parcel').waitFor();
      await gone(refusal(page));
      assert.ok(await stored(backend, 'orders', pathSegment(used)));
    }));

  test('a record that is needed behind a cascade blocks the delete, too', async () => {
    const { id } = await make(backend, 'orders', { summary: 'Deep' });
    const line = await make(backend, 'order_lines', { title: 'First', order: id });
    await make(backend, 'order_lines', { title: 'Second', order: id });
    const parcel = await make(backend, 'parcels', { title: 'Box', line: line.id });
    await walk(signedInPage(backend, addressOf('orders', id)), async (opened) => {
      const { page } = opened;
      await panel(page).waitFor();
      await openTab(page);
      await eventually(
        async () => (await rows(page))[0],
        'order_lines.orderBlocks a deleteDeleted with it2Needed by parcels.line: 1',
      );
      await checkPicture(opened, 'used-by-deep');
      await tryDelete(page, { says: '1 parcels blocks the delete. 2 order_lines are deleted too.' });
      await button(question(page), 'Yes').click();
      const needs = refusal(page).getByRole('list', { name: 'Records that need it' });
      await needs.getByText('parcels.line is required, through order_lines').waitFor();
      await needs.getByText(parcel.id).waitFor();
      await checkPicture(opened, 'used-by-deep-refused');
      await refusal(page).getByRole('link', { name: 'Open the 1 in parcels' }).click();
      await rowOf(page, 'Box').waitFor();
      await eventually(() => drawn(page, 'parcels').count(), 1);
    });
  });

  test("without a required relation the popup shows the server's sentence", async () => {
    const { id } = await make(backend, 'orders', { summary: 'kept' });
    await walk(signedInPage(backend, addressOf('orders', id)), async (opened) => {
      const { page } = opened;
      await panel(page).waitFor();
      await chooseInMenu(page, 'Delete');
      await answer(page, /delete the selected record/, true);
      await refusal(page).getByText('Our archive keeps <b>it</b>.').waitFor();
      await refusal(page)
        .getByText('No required relation was found. A hook of the server may refuse it.')
        .waitFor();
      assert.is(await refusal(page).getByRole('link').count(), 0);
      await checkPicture(opened, 'used-by-hook');
    });
  });

  test('the list of failed deletes names what needs each record', async () => {
    const free = (await make(backend, 'orders', { summary: 'Free' })).id;
    const held = (await make(backend, 'orders', { summary: 'Held' })).id;
    const parcels = [];
    for (const title of ['One', 'Two'])
      parcels.push(await make(backend, 'shipments', { title, order: held }));
    await walk(signedInPage(backend, addressOf('orders')), async (opened) => {
      const { page } = opened;
      await rowOf(page, 'Free').waitFor();
      for (const id of [free, held, used]) await page.getByRole('checkbox', { name: `Select ${id}` }).click();
      await button(page, 'Delete selected').click();
      const says = question(page).getByRole('status');
      await says.getByText('3 shipments block the delete.').waitFor();
      await question(page).getByText('This deletes 3 records.').waitFor();
      await button(question(page), 'Yes').click();
      const failed = page.getByRole('dialog', { name: 'Deleted 1 of 3' });
      const needs = (id: string) => failed.getByRole('listitem').filter({ hasText: id }).getByRole('link');
      await eventually(() => needs(used).allTextContents(), [`shipments.order ${blocker}`]);
      await eventually(() => needs(held).allTextContents(), ['2 shipments.order']);
      await checkPicture(opened, 'used-by-bulk');
      await tabTo(page, needs(held));
      await page.keyboard.press('Enter');
      await eventually(() => drawn(page, 'shipments').count(), 2);
      await gone(failed);
      await rowOf(page, 'Two').waitFor();
    });
  });

  test('a record of a collection that no relation points to has no such tab', async () => {
    await walk(signedInPage(backend, addressOf('shipments', blocker)), async ({ page }) => {
      await box(editPanel(page, 'shipments'), 'title').waitFor();
      assert.is(await page.getByRole('tab').count(), 0);
    });
  });
}
