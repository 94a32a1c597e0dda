// Undo and the history: what comes back is seen in the server's own answer.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import {
  addressOf,
  answer,
  box,
  button,
  chooseInMenu,
  editPanel,
  gone,
  make,
  rowOf,
  stored as storedOrGone,
} from '../support/editorWalk';
import { createCollection, createRecord, field, formOf, pngFile } from '../support/realBackend';
import { backends } from '../support/server';
import {
  askServer,
  atHash,
  drawnPictures,
  eventually,
  signedInPage,
  tabTo,
  visit,
  walk,
} from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  const backend = walkedBackend(newest.binary, async () => {
    const customers = await createCollection({
      name: 'customers',
      schema: [field('text', 'name', {}, true)],
    });
    const orders = await createCollection({
      name: 'orders',
      schema: [
        field('text', 'summary', {}, true),
        field('number', 'total'),
        field('json', 'meta'),
        field('file', 'files', { maxSelect: 3 }),
        { ...field('relation', 'customer', { collectionId: customers.id, maxSelect: 1 }), required: false },
      ],
    });
    await createCollection({
      name: 'shipments',
      schema: [
        field('text', 'title', {}, true),
        field('relation', 'order', { collectionId: orders.id, maxSelect: 1 }),
      ],
    });
  });

  async function stored(collection: string, id: string): Promise<Record<string, unknown>> {
    const found = await storedOrGone(backend, collection, id);
    assert.ok(found, `${collection}/${id}`);
    return found as Record<string, unknown>;
  }

  const undoButton = (page: Page) =>
    page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' });
  const told = (page: Page, text: string) =>
    page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true }).waitFor();
  const historyTable = (page: Page) => page.getByRole('table', { name: 'History' });
  const countIn = async (collection: string) =>
    (await askServer(backend, `collections/${collection}/records`)).json['totalItems'] as number;

  async function makeOrder(summary: string): Promise<string> {
    const form = formOf({ summary, total: '48.5', meta: '{"gift":true}' });
    form.append('files', pngFile('label.png'));
    return (await createRecord({ id: 'orders' }, form)).id;
  }

  async function deleteInEditor(page: Page, id: string): Promise<void> {
    await visit(page, addressOf('orders', id));
    const panel = editPanel(page, 'orders');
    await button(panel, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await answer(page, /^Do you really want to delete the selected record\?/, true);
    await gone(panel);
  }

  test('a deleted record is back by one click, with its file and what referred to it', () =>
    walk(signedInPage(backend, addressOf('orders')), async ({ page }) => {
      const id = await makeOrder('Yirgacheffe');
      const shipment = (await make(backend, 'shipments', { title: 'S-1', order: id })).id;
      const before = await stored('orders', id);
      await deleteInEditor(page, id);
      await eventually(() => countIn('orders'), 0);
      assert.is((await stored('shipments', shipment))['order'], '');
      await undoButton(page).click();
      await told(page, 'The record is back. Its file has a new name.');
      await rowOf(page, 'Yirgacheffe').waitFor();
      const after = await stored('orders', id);
      assert.equal(
        ['summary', 'total', 'meta'].map((name) => after[name]),
        ['summary', 'total', 'meta'].map((name) => before[name]),
      );
      assert.match(String(after['files']), /^label_\w{10}\.png$/);
      assert.is((await stored('shipments', shipment))['order'], id);
    }));

  test('a save is undone by a key', () =>
    walk(signedInPage(backend), async ({ page }) => {
      const id = await makeOrder('House blend');
      const summary = async () => (await stored('orders', id))['summary'];
      const panel = editPanel(page, 'orders');
      const save = async (text: string) => {
        await visit(page, addressOf('orders', id));
        await box(panel, 'summary').fill(text);
        await button(panel, 'Save changes').click();
        await gone(panel);
        await told(page, 'Successfully updated record.');
      };
      await save('Changed');
      assert.is(await summary(), 'Changed');
      await page.keyboard.press('Control+z');
      await told(page, 'Undone.');
      assert.is(await summary(), 'House blend');
    }));

  test('the history lists what was deleted, shows it and brings it back', () =>
    walk(signedInPage(backend), async ({ page }) => {
      const [first, second] = [await makeOrder('Grinder burr set'), await makeOrder('Filters')];
      const before = await countIn('orders');
      for (const id of [first, second]) await deleteInEditor(page, id);
      await visit(page, addressOf('orders'));
      await page.getByRole('link', { name: 'History' }).click();
      await atHash(page, '#/history');
      await rowOf(page, 'Grinder burr set').waitFor();
      const overhang = await page
        .getByRole('region', { name: 'History' })
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      assert.is(overhang, 0, 'each row shows its button without scrolling');
      await rowOf(page, 'Grinder burr set').getByText('Deleted').click();
      const panel = page.getByRole('dialog', { name: 'Grinder burr set' });
      await panel.getByText('The record, under its id.').waitFor();
      // Beside the values, and in the list of files.
      await eventually(() => drawnPictures(panel), 2);
      await button(panel, 'Undo').click();
      await told(page, 'The record is back. Its file has a new name.');
      assert.is((await stored('orders', first))['summary'], 'Grinder burr set');
      await panel.getByText('Everything was undone, so the history no longer holds it.').waitFor();
      await page.keyboard.press('Escape');
      await gone(panel);
      // The Undo is an act of its own, which can be undone.
      await eventually(() => rowOf(page, 'Grinder burr set').getByText('Deleted, undone').count(), 1);
      await eventually(() => button(page, 'Undo Grinder burr set').count(), 1);

      // Shift selects a range.
      const boxes = historyTable(page).locator('tbody').getByRole('checkbox');
      await boxes.first().click();
      await boxes.last().click({ modifiers: ['Shift'] });
      await page.getByText(`Selected ${await boxes.count()} entries`).waitFor();
      await button(page, 'Reset').click();
      await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(second);
      await eventually(() => historyTable(page).getByRole('row').count(), 2);
      await page.getByRole('checkbox', { name: 'Select Filters' }).check();
      await button(page, 'Delete permanently').click();
      await answer(page, 'Do you really want to delete 1 entry permanently?', true);
      await page.getByText('Nothing was found.').waitFor();
      assert.is(await countIn('orders'), before - 1);
    }));

  test('chosen records of a delete come back, and the rest at once with a save, by keys', () =>
    walk(signedInPage(backend), async ({ page }) => {
      const [first, second, third] = await Promise.all(['One', 'Two', 'Three'].map(makeOrder));
      const shipment = (await make(backend, 'shipments', { title: 'S-2', order: second })).id;
      await visit(page, addressOf('orders', third));
      await box(editPanel(page, 'orders'), 'summary').fill('Three, changed');
      await button(editPanel(page, 'orders'), 'Save changes').click();
      await gone(editPanel(page, 'orders'));
      for (const id of [first, second]) await page.getByRole('checkbox', { name: `Select ${id}` }).check();
      await button(page, 'Delete selected').click();
      await answer(page, /^Do you really want to delete the selected record/, true);
      await told(page, 'Successfully deleted the selected record(s).');
      const missing = async (id = '') => (await storedOrGone(backend, 'orders', id)) === null;
      assert.equal([await missing(first), await missing(second)], [true, true]);

      await visit(page, '#/bin');
      await atHash(page, '#/history');
      const focused = page.locator('*:focus');
      await tabTo(page, rowOf(page, 'Deleted'));
      await page.keyboard.press('Enter');
      const panel = page.getByRole('dialog', { name: '2 records' });
      await panel.getByText('1 reference of other records, which the delete removed.').waitFor();
      await tabTo(page, panel.getByRole('checkbox', { name: /^Two/ }));
      await page.keyboard.press('Space');
      await tabTo(page, button(panel, 'Undo 1 of 2'));
      await page.keyboard.press('Enter');
      await told(page, 'The record is back. Its file has a new name.');
      assert.equal([await missing(first), await missing(second)], [true, false]);
      assert.is((await stored('shipments', shipment))['order'], second);
      await button(panel, 'Undo').waitFor();
      await panel.getByText('One', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await gone(panel);
      assert.is(await focused.getAttribute('role'), 'row', 'the focus is back on the row');

      for (const kind of ['Deleted', 'Changed']) await rowOf(page, kind).getByRole('checkbox').check();
      await tabTo(page, button(page.getByRole('region', { name: 'Selection' }), 'Undo'));
      await page.keyboard.press('Enter');
      await page.getByText(/^The record is back\. Undid 1 change\./).waitFor();
      assert.is((await stored('orders', third ?? ''))['summary'], 'Three');
      assert.is(await missing(first), false);
      await eventually(() => rowOf(page, ', undone').count(), 2);
      await eventually(() => focused.getAttribute('role'), 'row', 'the focus is in the list');
    }));

  test('a deleted collection is back with its records by keys; a person can turn the history off', () =>
    walk(signedInPage(backend), async ({ page }) => {
      await createCollection({ name: 'devices', schema: [field('text', 'host', {}, true)] });
      await make(backend, 'devices', { host: 'a.example' });
      await visit(page, addressOf('devices'));
      await button(page, 'Edit collection').click();
      await chooseInMenu(page, 'Delete');
      await page.getByLabel('Type devices to confirm').fill('devices');
      await page.keyboard.press('Enter');
      await told(page, 'Successfully deleted collection "devices".');
      assert.is((await askServer(backend, 'collections/devices')).status, 404);
      await tabTo(page, undoButton(page));
      await page.keyboard.press('Enter');
      await told(page, 'The collection is back. The record is back.');
      assert.is(await countIn('devices'), 1);

      await deleteInEditor(page, await makeOrder('Private'));
      await visit(page, '#/history');
      await rowOf(page, 'Private').waitFor();
      await page.getByText('Empty on logout').click();
      await page.getByRole('combobox', { name: 'Keep for' }).click();
      await page.getByRole('option', { name: 'Nothing is kept' }).click();
      await answer(page, /turn the history off/, true);
      await page.getByText('The history is empty.').waitFor();
      await deleteInEditor(page, await makeOrder('Not kept'));
      // Its message can still undo it.
      await undoButton(page).click();
      await told(page, 'The record is back. Its file has a new name.');
      await visit(page, '#/history');
      await page.getByText('The history is empty.').waitFor();
    }));
}
