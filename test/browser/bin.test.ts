// Undo and the bin: what comes back is seen in the server's own answer.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { accountMails } from '../support/accountMails';
import {
  addressOf,
  answer,
  box,
  button,
  changeElsewhere,
  editPanel,
  gone,
  make,
  rowOf,
  stored as storedOrGone,
} from '../support/editorWalk';
import {
  connectClient,
  createCollection,
  createRecord,
  field,
  formOf,
  pngFile,
} from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  atHash,
  checkPicture,
  drawnPictures,
  eventually,
  signedInPage,
  tabTo,
  visit,
  walk,
} from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;
  let stopMails = async () => {};

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
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
  test.afterAll(async () => {
    await stopMails();
    await backend?.stop();
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
  const binTable = (page: Page) => page.getByRole('table', { name: 'Bin' });
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

  /** Waits for rows, because the box of an empty table takes no click. */
  async function selectAll(page: Page): Promise<void> {
    await page.locator('tbody').getByRole('checkbox').first().waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
  }

  test('a deleted record is back by one click, with its file and what referred to it', () =>
    walk(signedInPage(backend, addressOf('orders')), async (opened) => {
      const { page } = opened;
      const id = await makeOrder('Yirgacheffe');
      const shipment = (await make(backend, 'shipments', { title: 'S-1', order: id })).id;
      const before = await stored('orders', id);
      await deleteInEditor(page, id);
      await eventually(() => countIn('orders'), 0);
      assert.is((await stored('shipments', shipment))['order'], '');
      await told(page, 'Successfully deleted record.');
      // The focus stops its clock, and the check waits for the end of all animations.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await undoButton(page).focus();
      await checkPicture(opened, 'undo-toast');
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

  test('a save is undone by a key, and a value that somebody else changed is asked for', () =>
    walk(signedInPage(backend), async ({ page }) => {
      const id = await makeOrder('House blend');
      await visit(page, addressOf('orders', id));
      const panel = editPanel(page, 'orders');
      await box(panel, 'summary').fill('Changed');
      await button(panel, 'Save changes').click();
      await gone(panel);
      await told(page, 'Successfully updated record.');
      assert.is((await stored('orders', id))['summary'], 'Changed');
      await page.keyboard.press('Control+z');
      await told(page, 'The change is undone.');
      assert.is((await stored('orders', id))['summary'], 'House blend');

      await visit(page, addressOf('orders', id));
      await box(panel, 'summary').fill('Mine');
      await button(panel, 'Save changes').click();
      await gone(panel);
      await changeElsewhere(backend, 'orders', id, { summary: 'Theirs' });
      await undoButton(page).last().click();
      const popup = page.getByRole('dialog', { name: 'Undo the change' });
      await popup.getByText('Theirs', { exact: true }).first().waitFor();
      await popup.getByRole('radio').first().check();
      await button(popup, 'Save changes').click();
      await gone(popup);
      assert.is((await stored('orders', id))['summary'], 'House blend');
    }));

  test('the bin lists what was deleted, shows it and puts it back', () =>
    walk(signedInPage(backend), async (opened) => {
      const { page } = opened;
      const [first, second] = [await makeOrder('Grinder burr set'), await makeOrder('Filters')];
      const before = await countIn('orders');
      for (const id of [first, second]) await deleteInEditor(page, id);
      await visit(page, addressOf('orders'));
      await page.getByRole('link', { name: 'Bin' }).click();
      await atHash(page, '#/bin');
      await page.getByRole('heading', { level: 1, name: 'Bin' }).waitFor();
      await rowOf(page, 'Grinder burr set').waitFor();
      await checkPicture(opened, 'bin');
      const overhang = await page
        .getByRole('region', { name: 'Bin' })
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      assert.is(overhang, 0, 'each row shows its button without scrolling');
      const putBack = button(page, 'Put back Grinder burr set');
      await tabTo(page, putBack);
      const ring = await putBack.evaluate((one) => getComputedStyle(one).outlineOffset);
      assert.is(ring, '-2px', 'the ring lies inside the button, because a cell would cut it');
      await rowOf(page, 'Grinder burr set').getByText('Deleted').click();
      const panel = page.getByRole('dialog', { name: 'Grinder burr set' });
      await panel.getByText('The record, under its id.').waitFor();
      // Beside the values, and in the list of files.
      await eventually(() => drawnPictures(panel), 2);
      await checkPicture(opened, 'bin-entry');
      await button(panel, 'Put back').click();
      await told(page, 'The record is back. Its file has a new name.');
      assert.is((await stored('orders', first))['summary'], 'Grinder burr set');
      await page.keyboard.press('Escape');
      await gone(panel);
      await rowOf(page, 'Grinder burr set').getByText('Put back', { exact: true }).waitFor();

      // Shift selects a range.
      const boxes = binTable(page).locator('tbody').getByRole('checkbox');
      await boxes.first().click();
      await boxes.last().click({ modifiers: ['Shift'] });
      await page.getByText(`Selected ${await boxes.count()} entries`).waitFor();
      await button(page, 'Reset').click();
      // After a reset there is no box to begin at.
      await boxes.first().click({ modifiers: ['Shift'] });
      await page.getByText('Selected 1 entry').waitFor();
      await button(page, 'Reset').click();

      // A search, and a selection that is deleted permanently.
      await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(second);
      await eventually(() => binTable(page).getByRole('row').count(), 2);
      await page.getByRole('checkbox', { name: 'Select Filters' }).check();
      await button(page, 'Delete permanently').click();
      await answer(page, 'Do you really want to delete 1 entry permanently?', true);
      await page.getByText('Nothing was found.').waitFor();
      await button(page, 'Clear search').click();
      assert.is(await countIn('orders'), before - 1);
    }));

  test('many records are put back with a plan, and what stands in the way comes back too', () =>
    walk(signedInPage(backend), async (opened) => {
      const { page } = opened;
      const { json } = await askServer(backend, 'collections/orders');
      const schema = (json['schema'] as { name: string }[]).map((one) =>
        one.name === 'customer' ? { ...one, required: true } : one,
      );
      const customer = (await make(backend, 'customers', { name: 'Ines' })).id;
      const orders = await createCollection({
        name: 'big_orders',
        schema: schema.map(({ name }, at) => ({ ...schema[at], id: undefined, name })),
      });
      for (let at = 0; at < 25; at += 1)
        await make(backend, 'big_orders', { summary: `Big ${at}`, customer });
      await visit(page, addressOf('big_orders'));
      await selectAll(page);
      await button(page, 'Delete selected').click();
      await answer(page, /This deletes 25 records\./, true);
      await told(page, 'Successfully deleted the selected record(s).');
      await visit(page, addressOf('customers'));
      await selectAll(page);
      await button(page, 'Delete selected').click();
      await answer(page, /This deletes 1 record\./, true);
      await eventually(() => countIn('customers'), 0);
      await visit(page, '#/bin');
      await button(page, 'Put back 25 records').click();
      const popup = page.getByRole('dialog', { name: /^Put back/ });
      await popup.getByText('25 records refer to customers that are gone.').waitFor();
      await checkPicture(opened, 'put-back-obstacles');
      await button(popup, 'Put them back too').click();
      await popup.getByText(/^26 records, /).waitFor();
      await checkPicture(opened, 'put-back-plan');
      await button(popup, 'Put back').click();
      await popup.getByText('26 records are back.').waitFor();
      await checkPicture(opened, 'put-back-done');
      await button(popup, 'Close').last().click();
      assert.equal([await countIn('big_orders'), await countIn('customers')], [25, 1]);
      assert.ok(orders);
    }));

  test('users that are back get a mail for a new password, and nobody else', () =>
    walk(signedInPage(backend), async (opened) => {
      const { page } = opened;
      const mails = await accountMails(backend);
      stopMails = mails.stop;
      const names = ['ada', 'bert', 'cleo'];
      for (const name of names) await mails.createAccount(name);
      const { json } = await askServer(
        backend,
        'collections/users/records?filter=username!=""&fields=id,email',
      );
      const cleo = (json['items'] as { id: string; email: string }[]).find(({ email }) => /cleo/.test(email));
      // Two entries of the bin: one alone needs no popup.
      for (const [name, count] of [
        [cleo?.id ?? '', 1],
        ['all', 2],
      ] as const) {
        await visit(page, addressOf('users'));
        if (name === 'all') await selectAll(page);
        else await page.getByRole('checkbox', { name: `Select ${name}` }).check();
        await button(page, 'Delete selected').click();
        await answer(page, new RegExp(`This deletes ${count} record`), true);
        await eventually(() => countIn('users'), count === 1 ? 2 : 0);
      }
      // The address of this one belongs to another user now, so that the server refuses the former one.
      const { id: other } = await mails.createAccount('cleo');
      assert.is.not(other, cleo?.id);
      await visit(page, '#/bin');
      const entries = binTable(page).getByRole('row').filter({ hasText: 'users' });
      for (const at of [0, 1]) await entries.nth(at).getByRole('checkbox').check();
      await button(page.getByRole('region', { name: 'Selection' }), 'Put back').click();
      const popup = page.getByRole('dialog', { name: /^Put back/ });
      await button(popup, 'Put back').click();
      await popup.getByText('2 users need a new password.').waitFor();
      await checkPicture(opened, 'put-back-resets');
      await tabTo(page, button(popup, 'Send resets'));
      await page.keyboard.press('Enter');
      await answer(page, 'Do you really want to send password reset emails to 2 users?', true);
      await popup.getByText('Successfully sent password reset emails to 2 users.').waitFor();
      assert.is(await button(popup, 'Send resets').count(), 0);
      assert.is(
        await button(popup, 'Close')
          .last()
          .evaluate((one) => one === document.activeElement),
        true,
      );
      const sent = await mails.arrived(2);
      assert.equal(sent.flatMap(({ to }) => to).sort(), ['ada@example.com', 'bert@example.com']);
      await button(popup, 'Close').last().click();
    }));

  test('a deleted collection is back with its records, by keyboard alone', () =>
    walk(signedInPage(backend), async ({ page }) => {
      await createCollection({ name: 'devices', schema: [field('text', 'host', {}, true)] });
      await make(backend, 'devices', { host: 'a.example' });
      await visit(page, addressOf('devices'));
      await button(page, 'Edit collection').click();
      const panel = page.getByRole('dialog', { name: /Edit collection/ });
      await button(panel, 'More actions').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByLabel('Type devices to confirm').fill('devices');
      await page
        .getByRole('dialog', { name: 'Delete collection' })
        .getByRole('button', { name: 'Delete' })
        .click();
      await told(page, 'Successfully deleted collection "devices".');
      assert.is((await askServer(backend, 'collections/devices')).status, 404);
      await tabTo(page, undoButton(page));
      await page.keyboard.press('Enter');
      const popup = page.getByRole('dialog', { name: 'Put back devices' });
      await popup.getByText(/^the collection devices, 1 record/).waitFor();
      await page.keyboard.press('Enter');
      await popup.getByText('The record is back.').waitFor();
      assert.is(await countIn('devices'), 1);
    }));

  test('log-out empties the bin if the person wants it, and the choice to keep nothing holds', () =>
    walk(signedInPage(backend), async ({ page }) => {
      const id = await makeOrder('Private');
      await deleteInEditor(page, id);
      await visit(page, '#/bin');
      await rowOf(page, 'Private').waitFor();
      await page.getByText('Empty at log-out').click();
      await page.getByRole('combobox', { name: 'Keep for' }).click();
      await page.getByRole('option', { name: 'Nothing is kept' }).click();
      await answer(page, /turn the bin off/, true);
      await page.getByText('The bin is empty.').waitFor();
      const other = await makeOrder('Not kept');
      await deleteInEditor(page, other);
      await told(page, 'Successfully deleted record.');
      assert.is(await undoButton(page).count(), 0);
      await visit(page, '#/bin');
      await page.getByText('The bin is empty.').waitFor();
    }));
}
