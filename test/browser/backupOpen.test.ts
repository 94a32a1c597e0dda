// An opened backup: the former records beside those of today, and what the server has after records came back.
import { readFileSync } from 'node:fs';
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { zipOf } from '../backup/list/zipFile';
import { button, changeElsewhere, make, rowOf, stored } from '../support/editorWalk';
import { createCollection, createRecord, field, formOf, pngFile } from '../support/realBackend';
import { backends } from '../support/server';
import { databaseOf } from '../support/sqliteOracle';
import { askServer, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  let customer = '';
  let payer = '';
  let invoice = '';
  const orders: string[] = [];
  const ids: Record<string, string> = {};
  const devices: string[] = [];
  let zip: Buffer;

  const backend = walkedBackend(newest.binary, async () => {
    const create = async (name: string, schema: object[], others: object = {}) => {
      ids[name] = (await createCollection({ name, schema, ...others })).id;
    };
    const name = field('text', 'name', {}, true);
    await create('customers', [name]);
    const toCustomer = { collectionId: ids['customers'] ?? '' };
    await create('orders', [
      field('text', 'summary', {}, true),
      field('relation', 'customer', toCustomer),
      field('number', 'total'),
      field('json', 'meta'),
      field('file', 'scan'),
    ]);
    await create('devices', [name, field('file', 'photo')], {
      indexes: ['CREATE UNIQUE INDEX devices_name ON devices (name)'],
    });
    const needed = { ...field('relation', 'payer', { ...toCustomer, cascadeDelete: true }), required: true };
    await create('invoices', [name, needed]);
    await create('totals', [], { type: 'view', options: { query: 'SELECT id, total FROM orders' } });
    customer = (await make(backend, 'customers', { name: 'Ines Moreau' })).id;
    payer = (await make(backend, 'customers', { name: 'Oskar Lindqvist' })).id;
    invoice = (await make(backend, 'invoices', { name: 'Invoice 1', payer })).id;
    for (let at = 0; at < 8; at += 1) {
      const form = formOf({ summary: `Order ${at}`, customer, total: `${at * 2.5}`, meta: '{"b":1,"a":2}' });
      if (at < 3) form.set('scan', pngFile(`scan ${at}.png`));
      orders.push((await createRecord({ id: 'orders' }, form)).id);
    }
    for (let at = 0; at < 3; at += 1) {
      const form = formOf({ name: `Device ${at}`, photo: pngFile(`photo_${at}.png`) });
      devices.push((await createRecord({ id: 'devices' }, form)).id);
    }
    const made = await askServer(backend, 'backups', { method: 'POST', body: { name: 'then.zip' } });
    assert.is(made.status, 204);

    for (const id of orders.slice(0, 4)) {
      await askServer(backend, `collections/orders/records/${id}`, { method: 'DELETE' });
    }
    await changeElsewhere(backend, 'orders', orders[5] ?? '', {
      total: 99,
      summary: 'Changed since',
      meta: '{"a":2}',
    });
    await askServer(backend, 'collections/devices', { method: 'DELETE' });
    await askServer(backend, `collections/customers/records/${payer}`, { method: 'DELETE' });
    assert.is(await stored(backend, 'invoices', invoice), null);
    const token = (await askServer(backend, 'files/token', { method: 'POST' })).json.token;
    zip = Buffer.from(
      await (await fetch(`${backend.url}/api/backups/then.zip?token=${token}`)).arrayBuffer(),
    );
  });

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const at = (collection: string) => `#/backup?key=then.zip&collectionId=${ids[collection]}`;
  const footer = (page: Page) => page.locator('#content footer [role="status"]').textContent();
  /** The links of the sidebar, with what follows them. */
  const linesOf = (sidebar: Locator) => sidebar.locator('li:has(a)').allTextContents();
  const segment = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  const popup = (page: Page) => page.getByRole('dialog').last();
  const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Collections of the backup' });
  const fileOf = (collection: string, record: Record<string, unknown> | null, name: string) =>
    fetch(`${backend.url}/api/files/${collection}/${record?.['id']}/${record?.[name]}`);
  const openFile = (page: Page, name: string, buffer: Buffer) =>
    page
      .locator('input[aria-label="Backup to open"]')
      .setInputFiles({ name, mimeType: 'application/zip', buffer });

  const told = (page: Page, text: string) =>
    page.getByRole('region', { name: 'Messages' }).getByText(text).waitFor();

  test('the page of backups leads to the former records, and those that are gone come back with their files', () =>
    walk(signedInPage(backend, '#/settings/backups'), async ({ page }) => {
      await tabTo(page, page.getByRole('link', { name: 'Open then.zip' }));
      await page.keyboard.press('Enter');
      await heading(page, 'Contents').waitFor();
      await eventually(() => hasFocus(page.getByRole('main')), true);
      await tabTo(page, page.getByRole('link', { name: 'Close the backup' }));
      await page.keyboard.press('Enter');
      await heading(page, 'Backups').waitFor();
      await eventually(() => hasFocus(page.getByRole('main')), true);
      await page.getByRole('link', { name: 'Open then.zip' }).click();
      const waiting = page.waitForEvent('download');
      await button(page, 'Download the backup').click();
      const download = await waiting;
      assert.is(download.suggestedFilename(), 'then.zip');
      assert.ok(readFileSync(await download.path()).equals(zip), 'every byte');
      await page.getByText('This zip contains all password hashes and the secrets of the settings').waitFor();
      await page.getByText(/^As of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, /).waitFor();
      await eventually(
        () => linesOf(sidebar(page)),
        [
          'Contents',
          'users0',
          'customers1 deleted',
          'devicesDeleted3',
          'invoices1 deleted',
          'orders4 deleted, 1 changed',
          'totals',
        ],
      );
      await sidebar(page).getByRole('link', { name: 'totals' }).click();
      await page.getByText('SELECT id, total FROM orders').waitFor();
      // The text beside the link belongs to it.
      await sidebar(page).getByText('4 deleted, 1 changed').click({ force: true });
      for (const name of ['Deleted 4', 'Changed 1', 'Unchanged 3']) await segment(page, name).waitFor();
      await eventually(() => footer(page), '8 in the backup, 4 now');
      // The newest first.
      assert.match((await page.getByRole('row').nth(1).textContent()) ?? '', /Order 7.*Ines Moreau/);
      const search = page.getByRole('searchbox', { name: 'Search', exact: true });
      await search.fill('order 17.5');
      await eventually(() => page.getByRole('row').count(), 2);
      await search.fill('');
      await page.getByRole('columnheader', { name: 'total' }).getByRole('button').click();
      await page.getByRole('columnheader', { name: 'total' }).getByRole('button').click();
      const firstRow = page.getByRole('row').nth(1);
      await eventually(async () => /Order 0/.test((await firstRow.textContent()) ?? ''), true);

      await segment(page, 'Deleted 4').click();
      await eventually(() => page.getByRole('row').count(), 5);
      for (const at of [0, 3]) await page.getByRole('checkbox', { name: `Select ${orders[at]}` }).check();
      await button(page.getByRole('region', { name: 'Selection' }), 'Bring back').click();
      await told(page, '2 records are back.');
      await segment(page, 'Deleted 2').waitFor();
      const back = await stored(backend, 'orders', orders[0] ?? '');
      assert.equal([back?.['summary'], back?.['customer'], back?.['total']], ['Order 0', customer, 0]);
      const bytes = Buffer.from(await (await fileOf('orders', back, 'scan')).arrayBuffer());
      assert.ok(bytes.equals(Buffer.from(await pngFile('a.png').arrayBuffer())));
      assert.is((await stored(backend, 'orders', orders[3] ?? ''))?.['summary'], 'Order 3');
      assert.is(await stored(backend, 'orders', orders[1] ?? ''), null);
      await rowOf(page, orders[1] ?? '').click();
      await button(page.getByRole('dialog'), 'Bring back').click();
      // The panel said that it is missing.
      await eventually(() => page.getByRole('dialog').count(), 0);
      assert.is((await stored(backend, 'orders', orders[1] ?? ''))?.['summary'], 'Order 1');
      await askServer(backend, `collections/orders/records/${orders[1]}`, { method: 'DELETE' });
    }));

  test('a changed record is compared, and only ticked fields come back', () =>
    walk(signedInPage(backend, at('orders')), async ({ page }) => {
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PATCH') sent.push(request.postData() ?? '');
      });
      await rowOf(page, orders[5] ?? '').click();
      const panel = page.getByRole('dialog', { name: 'Compare Order 5' });
      await panel.getByText(`${orders[5]} of orders: 3 fields have changed.`).waitFor();
      const folded = panel.getByRole('rowheader', { name: 'customer', exact: true });
      assert.is(await folded.count(), 0);
      await button(panel, 'Show 2 unchanged fields').click();
      await folded.waitFor();
      await button(panel, 'Bring back 3 fields').waitFor();
      await panel.getByRole('checkbox', { name: 'Bring back summary' }).uncheck();
      // Another admin is quicker.
      await changeElsewhere(backend, 'orders', orders[5] ?? '', { total: 100 });
      await button(panel, 'Bring back 2 fields').click();
      await panel.getByText('The record was changed meanwhile, and nothing was sent.').waitFor();
      assert.equal(sent, []);
      await panel.getByRole('cell', { name: /^\+ ?100$/ }).waitFor();
      await button(panel, 'Bring back 2 fields').click();
      await panel.waitFor({ state: 'detached' });
      assert.equal(sent, ['{"total":12.5,"meta":"{\\"b\\":1,\\"a\\":2}"}']);
      const record = await stored(backend, 'orders', orders[5] ?? '');
      assert.equal([record?.['total'], record?.['summary']], [12.5, 'Changed since']);
    }));

  test('a deleted collection comes back with its records and files, and a record with the one that it needs', () =>
    walk(signedInPage(backend, at('devices')), async ({ page }) => {
      await segment(page, 'Deleted 3').waitFor();
      await eventually(() => footer(page), '3 in the backup, none now');
      await button(page, 'Bring back the collection').click();
      await told(page, '3 records are back.');
      await segment(page, 'Deleted 0').waitFor();
      const { json } = await askServer(backend, 'collections/devices/records');
      const items = json['items'] as Record<string, string>[];
      assert.equal(items.map(({ id }) => id).sort(), [...devices].sort());
      for (const item of items) assert.is((await fileOf('devices', item, 'photo')).status, 200);
      const definition = (await askServer(backend, 'collections/devices')).json;
      assert.equal([definition['id'], definition['indexes'].length], [ids['devices'], 1]);

      await sidebar(page).getByRole('link', { name: 'invoices' }).click();
      await button(page, 'Bring back deleted records').click();
      await popup(page).getByText('1 record refers to customers that were deleted.').waitFor();
      await button(popup(page), 'Bring them back too').click();
      await told(page, '2 records are back.');
      assert.is((await stored(backend, 'customers', payer))?.['name'], 'Oskar Lindqvist');
      assert.is((await stored(backend, 'invoices', invoice))?.['payer'], payer);
    }));

  test('a file of this computer opens and stays there; a damaged one ends in a sentence', () =>
    walk(signedInPage(backend, '#/settings/backups'), async ({ page }) => {
      const uploads: string[] = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET') uploads.push(request.url());
      });
      const database = databaseOf([
        'CREATE TABLE _collections (id TEXT PRIMARY KEY, type TEXT, name TEXT, schema JSON, options JSON)',
        "INSERT INTO _collections VALUES ('c2', 'base', 'tableless', '[]', '{}')",
        'CREATE TABLE _params (id TEXT PRIMARY KEY, key TEXT, value JSON)',
      ]);
      const made = zipOf({ 'data.db': Buffer.from(database) }, { isDeflated: true });
      await button(page, 'Open backup file...').waitFor();
      await openFile(page, 'made.zip', made);
      await page.getByText('Read only: this is the backup made.zip.').waitFor();
      assert.is(await button(page, 'Download the backup').count(), 0, 'it is on this computer already');
      await sidebar(page).getByRole('link', { name: 'tableless' }).click();
      await page.getByText('This database has no table tableless.').waitFor();
      assert.equal(uploads, []);

      await page.getByRole('link', { name: 'Close the backup' }).click();
      await openFile(page, 'cut.zip', zip.subarray(0, zip.length - 5000));
      await page.getByText('This is not a readable zip file. It may be incomplete.').waitFor();
      await page.reload();
      await page.getByText('No backup is open.').waitFor();
    }));
}
