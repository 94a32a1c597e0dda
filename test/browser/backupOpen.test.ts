// An opened backup: the former records beside those of today, and what the server has after a put-back.
import { readFileSync } from 'node:fs';
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { zipOf } from '../screens/settings/backups/zipFile';
import { button, changeElsewhere, make, rowOf, stored } from '../support/editorWalk';
import {
  connectClient,
  createCollection,
  createRecord,
  field,
  formOf,
  pngFile,
} from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { databaseOf } from '../support/sqliteOracle';
import {
  askServer,
  checkPicture,
  drawnPictures,
  eventually,
  hasFocus,
  screens,
  signedInPage,
  tabTo,
  visit,
  walk,
} from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;
  let customer = '';
  let payer = '';
  let invoice = '';
  const orders: string[] = [];
  const ids: Record<string, string> = {};
  const devices: string[] = [];
  let zip: Buffer;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    const customers = await createCollection({
      name: 'customers',
      schema: [field('text', 'name', {}, true)],
    });
    ids['customers'] = customers.id;
    customer = (await make(backend, 'customers', { name: 'Ines Moreau' })).id;
    const { id: ordersId } = await createCollection({
      name: 'orders',
      schema: [
        field('text', 'summary', {}, true),
        field('relation', 'customer', { collectionId: customers.id }),
        field('number', 'total'),
        field('json', 'meta'),
        field('file', 'scan'),
      ],
    });
    ids['orders'] = ordersId;
    for (let at = 0; at < 8; at += 1) {
      const form = formOf({
        summary: `Order ${at}`,
        customer,
        total: String(at * 2.5),
        meta: '{"b":1,"a":2}',
      });
      if (at < 3) form.set('scan', pngFile(`scan ${at}.png`));
      orders.push((await createRecord({ id: 'orders' }, form)).id);
    }
    const { id: devicesId } = await createCollection({
      name: 'devices',
      schema: [field('text', 'name', {}, true), field('file', 'photo')],
      indexes: ['CREATE UNIQUE INDEX devices_name ON devices (name)'],
    });
    ids['devices'] = devicesId;
    for (let at = 0; at < 12; at += 1) {
      const form = formOf({ name: `Device ${at}` });
      form.set('photo', pngFile(`photo_${at}.png`));
      devices.push((await createRecord({ id: 'devices' }, form)).id);
    }
    const { id: invoicesId } = await createCollection({
      name: 'invoices',
      schema: [
        {
          ...field('relation', 'payer', { collectionId: customers.id, cascadeDelete: true }),
          required: true,
        },
        field('text', 'name', {}, true),
      ],
    });
    ids['invoices'] = invoicesId;
    payer = (await make(backend, 'customers', { name: 'Oskar Lindqvist' })).id;
    invoice = (await make(backend, 'invoices', { name: 'Invoice 1', payer })).id;
    const view = await createCollection({
      name: 'totals',
      type: 'view',
      options: { query: 'SELECT id, total FROM orders' },
    });
    ids['totals'] = view.id;
    assert.is(
      (await askServer(backend, 'backups', { method: 'POST', body: { name: 'then.zip' } })).status,
      204,
    );

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
  test.afterAll(async () => {
    await backend?.stop();
  });

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const at = (collection: string) => `#/backup?key=then.zip&collectionId=${ids[collection]}`;
  const footer = (page: Page) => page.locator('#content footer [role="status"]').textContent();
  /** The links of the sidebar, with what follows them. */
  const linesOf = (sidebar: Locator) => sidebar.locator('li:has(a)').allTextContents();
  const segment = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  test('views that cannot be loaded are told on the page of the backup, with a retry', () =>
    walk(signedInPage(backend), async (opened) => {
      const { page, watch } = opened;
      watch.expect(/ERR_FAILED|Failed to fetch/);
      await page.route(/backupViews-/, (route) => route.abort());
      await visit(page, at('orders'));
      const failure = page.getByRole('alert').filter({ hasText: 'This page could not be loaded.' });
      await failure.waitFor();
      await heading(page, 'orders').waitFor();
      await page.getByText('Read only: this is the backup then.zip.').waitFor();
      await checkPicture(opened, 'backup-views-failed');
      await page.unroute(/backupViews-/);
      await button(page, 'Retry').click();
      await rowOf(page, 'Order 7').waitFor();
      assert.is(await failure.count(), 0);
    }));

  test('the page of backups leads to the former records, and to those that are gone', () =>
    walk(signedInPage(backend, '#/settings/backups'), async (opened) => {
      const { page } = opened;
      await tabTo(page, page.getByRole('link', { name: 'Open then.zip' }));
      await page.keyboard.press('Enter');
      await heading(page, 'Contents').waitFor();
      await eventually(() => hasFocus(page.getByRole('main')), true);
      await tabTo(page, page.getByRole('link', { name: 'Close the backup' }));
      await page.keyboard.press('Enter');
      await heading(page, 'Backups').waitFor();
      await eventually(() => hasFocus(page.getByRole('main')), true);
      await page.getByRole('link', { name: 'Open then.zip' }).click();
      await heading(page, 'Contents').waitFor();
      const waiting = page.waitForEvent('download');
      await button(page, 'Download the backup').click();
      const download = await waiting;
      assert.is(download.suggestedFilename(), 'then.zip');
      assert.ok(readFileSync(await download.path()).equals(zip), 'every byte');
      await page.getByText('This zip contains all password hashes and the secrets of the settings').waitFor();
      const devicesRow = page.getByRole('row').filter({ hasText: 'devices' });
      await devicesRow.getByText('Deleted').waitFor();
      assert.match((await devicesRow.textContent()) ?? '', /devicesDeleted12/);
      await page
        .getByText(/^As of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, (just now|\d+ minutes? ago)\./)
        .waitFor();
      await checkPicture(opened, 'backup-holds');

      const sidebar = page.getByRole('complementary', { name: 'Collections of the backup' });
      await eventually(
        () => linesOf(sidebar),
        ['Contents', 'users0', 'customers2', 'devicesDeleted12', 'invoices1', 'orders8', 'totals'],
      );
      await sidebar.getByRole('link', { name: 'orders' }).click();
      await heading(page, 'orders').waitFor();
      await segment(page, 'Gone 4').waitFor();
      await segment(page, 'Changed 1').waitFor();
      await segment(page, 'Same 3').waitFor();
      await eventually(() => footer(page), '8 records then, 4 now');
      // The newest first.
      assert.match((await page.getByRole('row').nth(1).textContent()) ?? '', /Order 7/);
      await rowOf(page, 'Order 7').getByText('Ines Moreau').waitFor();
      await checkPicture(opened, 'backup-browse');

      await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('order 17.5');
      await eventually(() => page.getByRole('row').count(), 2);
      await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('summary');
      await page.getByText('No records found.').waitFor();
      await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('');
      await page.getByRole('columnheader', { name: 'total' }).getByRole('button').click();
      await page.getByRole('columnheader', { name: 'total' }).getByRole('button').click();
      await eventually(
        async () => /Order 0/.test((await page.getByRole('row').nth(1).textContent()) ?? ''),
        true,
      );
      await segment(page, 'Gone 4').click();
      await eventually(() => page.getByRole('row').count(), 5);

      await page.getByRole('checkbox', { name: `Select ${orders[0]}` }).check();
      await page.getByRole('checkbox', { name: `Select ${orders[3]}` }).check();
      await button(page.getByRole('region', { name: 'Selection' }), 'Put back').click();
      const popup = page.getByRole('dialog');
      await popup.getByText('2 records, 1 file.').waitFor();
      await button(popup, 'Put back').click();
      await popup.getByText('2 records are back.').waitFor();
      await button(popup, 'Close').last().click();
      await segment(page, 'Gone 2').waitFor();
      const back = await stored(backend, 'orders', orders[0] ?? '');
      assert.equal([back?.['summary'], back?.['customer'], back?.['total']], ['Order 0', customer, 0]);
      assert.match(String(back?.['scan']), /^scan_0_\w{10}\.png$/);
      const file = await fetch(`${backend.url}/api/files/orders/${orders[0]}/${back?.['scan']}`);
      assert.is(file.status, 200);
      assert.ok(
        Buffer.from(await file.arrayBuffer()).equals(Buffer.from(await pngFile('a.png').arrayBuffer())),
      );
      assert.is((await stored(backend, 'orders', orders[3] ?? ''))?.['summary'], 'Order 3');
      assert.is(await stored(backend, 'orders', orders[1] ?? ''), null);
    }));

  test('the former records are exported like those of today, and nothing is asked of the server', () =>
    walk(signedInPage(backend, at('orders')), async (opened) => {
      const { page } = opened;
      await segment(page, 'Same 3').waitFor();
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/')) calls.push(request.url());
      });
      const exported = async (start: () => Promise<void>) => {
        const waiting = page.waitForEvent('download');
        await start();
        const download = await waiting;
        const lines = readFileSync(await download.path(), 'utf8')
          .trimEnd()
          .split('\n');
        return { name: download.suggestedFilename(), lines };
      };
      await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('order');
      await tabTo(page, button(page, 'Export'));
      await page.keyboard.press('Enter');
      const popup = page.getByRole('dialog', { name: 'Export records of orders' });
      // The changed record has another title today, and its former one in the backup.
      await popup.getByRole('radio', { name: /^The list as it is order, newest first 8$/ }).waitFor();
      await button(popup, 'JSON Lines').click();
      await button(popup, 'Export 8 records').waitFor();
      await checkPicture(opened, 'backup-export');
      const all = await exported(() => page.keyboard.press('Control+Enter'));
      assert.match(all.name, /^orders_\d{14}\.jsonl$/);
      const found = new Map(
        all.lines.map((line) => JSON.parse(line) as Record<string, unknown>).map((one) => [one['id'], one]),
      );
      assert.equal([...found.keys()], orders.toReversed());
      const { collectionId, collectionName, ...same } =
        (await stored(backend, 'orders', orders[7] ?? '')) ?? {};
      assert.equal(found.get(orders[7]), same);
      assert.is(found.get(orders[5])?.['summary'], 'Order 5');
      assert.match(String(found.get(orders[0])?.['scan']), /^scan_0_\w{10}\.png$/);
      // The json value keeps its text.
      assert.match(all.lines[0] ?? '', /"meta":\{"b":1,"a":2\}/);
      await page.getByText('Exported 8 records.').waitFor();

      await page.getByRole('checkbox', { name: `Select ${orders[0]}` }).check();
      await page.getByRole('checkbox', { name: `Select ${orders[2]}` }).check();
      await button(page.getByRole('region', { name: 'Selection' }), 'Export').click();
      assert.ok(await popup.getByRole('radio', { name: /^Selected records/ }).isChecked());
      const some = await exported(() => button(popup, 'Export 2 records').click());
      assert.equal(
        some.lines.map((line) => JSON.parse(line).id),
        [orders[2], orders[0]],
      );
      assert.equal(calls, []);
    }));

  test('a gone record opens with its values, and comes back', () =>
    walk(signedInPage(backend, at('orders')), async (opened) => {
      const { page } = opened;
      await rowOf(page, orders[1] ?? '').click();
      const panel = page.getByRole('dialog', { name: 'Order 1' });
      await panel.getByText('This record no longer exists.').waitFor();
      await panel.getByText('Ines Moreau').waitFor();
      await eventually(() => drawnPictures(panel), 1);
      await checkPicture(opened, 'backup-gone');
      const waiting = page.waitForEvent('download');
      await panel.getByRole('button', { name: /scan_1/ }).click();
      assert.match((await waiting).suggestedFilename(), /^scan_1_\w{10}\.png$/);
      await button(panel, 'Put back').click();
      const popup = page.getByRole('dialog').last();
      await popup.getByText('1 record, 1 file.').waitFor();
      await button(popup, 'Put back').click();
      await popup.getByText('The record is back.').waitFor();
      await button(popup, 'Close').last().click();
      assert.is((await stored(backend, 'orders', orders[1] ?? ''))?.['summary'], 'Order 1');
    }));

  test('a changed record is compared, and only ticked fields are put back', () =>
    walk(signedInPage(backend, at('orders')), async (opened) => {
      const { page } = opened;
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PATCH') sent.push(request.postData() ?? '');
      });
      await rowOf(page, orders[5] ?? '').click();
      const panel = page.getByRole('dialog', { name: 'Compare Order 5' });
      await panel.getByText(`${orders[5]} of orders: 3 fields have changed.`).waitFor();
      const unfold = button(panel, 'Show 2 unchanged fields');
      const folded = panel.getByRole('rowheader', { name: 'customer', exact: true });
      await unfold.waitFor();
      assert.is(await folded.count(), 0);
      await unfold.click();
      await folded.waitFor();
      await button(panel, 'Hide 2 unchanged fields').click();
      await panel.getByText('3 of 3 fields').waitFor();
      await button(panel, 'Put back 3 fields').waitFor();
      await checkPicture(opened, 'backup-compare');
      await panel.getByRole('checkbox', { name: 'Put back summary' }).uncheck();

      // Another admin is quicker.
      await changeElsewhere(backend, 'orders', orders[5] ?? '', { total: 100 });
      await button(panel, 'Put back 2 fields').click();
      await panel.getByText('The record was changed meanwhile, and nothing was sent.').waitFor();
      assert.equal(sent, []);
      await panel.getByRole('cell', { name: /^\+ ?100$/ }).waitFor();
      await button(panel, 'Put back 2 fields').click();
      await panel.waitFor({ state: 'detached' });
      assert.equal(sent, ['{"total":12.5,"meta":"{\\"b\\":1,\\"a\\":2}"}']);
      const record = await stored(backend, 'orders', orders[5] ?? '');
      assert.equal(
        [record?.['total'], record?.['summary'], record?.['meta']],
        [12.5, 'Changed since', { a: 2, b: 1 }],
      );
      await page.getByText('2 fields are put back.').waitFor();
    }));

  test('a deleted collection comes back with its records and files', () =>
    walk(signedInPage(backend, at('devices')), async (opened) => {
      const { page } = opened;
      await segment(page, 'Gone 12').waitFor();
      await eventually(() => footer(page), '12 records then, none now');
      await button(page, 'Put back the collection').click();
      const popup = page.getByRole('dialog');
      await popup.getByText('the collection devices, 12 records, 12 files.').waitFor();
      await button(popup, 'Put back').click();
      await popup.getByText('12 records are back.').waitFor();
      await button(popup, 'Close').last().click();
      await segment(page, 'Gone 0').waitFor();
      const { json } = await askServer(backend, 'collections/devices/records?perPage=100&sort=name');
      const items = json['items'] as Record<string, string>[];
      assert.equal(items.map(({ id }) => id).sort(), [...devices].sort());
      for (const item of items) {
        const file = await fetch(`${backend.url}/api/files/devices/${item['id']}/${item['photo']}`);
        assert.is(file.status, 200);
      }
      const definition = (await askServer(backend, 'collections/devices')).json;
      assert.is(definition['id'], ids['devices']);
      assert.is(definition['indexes'].length, 1);
    }));

  test('a record comes back together with the one that it needs', () =>
    walk(signedInPage(backend, at('invoices')), async ({ page }) => {
      await button(page, 'Put back what is gone').click();
      const popup = page.getByRole('dialog');
      await popup.getByText('1 record refers to customers that are gone.').waitFor();
      await button(popup, 'Put them back too').click();
      await popup.getByText('2 records.').waitFor();
      await button(popup, 'Put back').click();
      await popup.getByText('2 records are back.').waitFor();
      assert.is((await stored(backend, 'customers', payer))?.['name'], 'Oskar Lindqvist');
      assert.is((await stored(backend, 'invoices', invoice))?.['payer'], payer);
    }));

  test('a view shows its former query', () =>
    walk(signedInPage(backend, at('totals')), async ({ page }) => {
      await page.getByText('A view has no rows of its own. Its query then:').waitFor();
      await page.getByText('SELECT id, total FROM orders').waitFor();
    }));

  test('the reading can be stopped, and tried again', () =>
    walk(signedInPage(backend, at('orders')), async (opened) => {
      const { page } = opened;
      await heading(page, 'orders').waitFor();
      let letGo = () => {};
      const held = new Promise<void>((done) => {
        letGo = done;
      });
      await page.route(/then\.zip/, async (route) => {
        await held;
        await route.continue().catch(() => {});
      });
      await page.reload();
      await page.getByText(/^Reading /).waitFor();
      await checkPicture(opened, 'backup-reading');
      await button(page, 'Stop').click();
      await page.getByText('The reading was stopped.').waitFor();
      letGo();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await button(page, 'Retry').click();
      await rowOf(page, 'Order 7').waitFor();
      await page.goto(`${page.url().split('#')[0]}#/backup?key=missing.zip`);
      await page.getByText('The server has no backup missing.zip.').waitFor();
    }));

  test('a file of this computer opens, and a damaged one ends in a sentence', () =>
    walk(signedInPage(backend, '#/settings/backups'), async (opened) => {
      const { page } = opened;
      const choose = async (name: string, buffer: Buffer) =>
        page
          .locator('input[aria-label="Backup to open"]')
          .setInputFiles({ name, mimeType: 'application/zip', buffer });
      const uploads: string[] = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET') uploads.push(request.url());
      });
      await button(page, 'Open a file...').waitFor();
      await choose('mine.zip', zip);
      await heading(page, 'Contents').waitFor();
      assert.is(await button(page, 'Download the backup').count(), 0, 'it is on this computer already');
      await page.getByText('Read only: this is the backup mine.zip.').waitFor();
      await page.getByRole('complementary').getByRole('link', { name: 'orders' }).click();
      await segment(page, 'Same 3').waitFor();
      assert.equal(uploads, []);

      await page.getByRole('link', { name: 'Close the backup' }).click();
      await choose('cut.zip', zip.subarray(0, zip.length - 5000));
      await page.getByText('This backup cannot be opened.').waitFor();
      await page.getByText('This is not a readable zip file. It may be incomplete.').waitFor();
      await checkPicture(opened, 'backup-damaged');

      await page.getByRole('link', { name: 'Close the backup' }).click();
      const wrong = Buffer.from(zip);
      wrong.fill(0xff, 2000, 9000);
      await choose('wrong.zip', wrong);
      await page.getByText('The data.db in this zip is damaged and cannot be unpacked.').waitFor();
      // The sizes are known without the database.
      await page.getByText('Free pages in it').waitFor();
      await page.reload();
      await page.getByText('No backup is open.').waitFor();
    }));

  test('files that no record names are listed and can be downloaded', () =>
    walk(signedInPage(backend, '#/settings/backups'), async (opened) => {
      const { page } = opened;
      const schema = '[{"id":"f1","name":"scan","type":"file","options":{"maxSelect":1}}]';
      const database = databaseOf([
        'CREATE TABLE _collections (id TEXT PRIMARY KEY, type TEXT, name TEXT, schema JSON, options JSON)',
        `INSERT INTO _collections VALUES ('c1', 'base', 'letters', '${schema}', '{}')`,
        "INSERT INTO _collections VALUES ('c2', 'base', 'tableless', '[]', '{}')",
        'CREATE TABLE _params (id TEXT PRIMARY KEY, key TEXT, value JSON)',
        `INSERT INTO _params VALUES ('p1', 'settings', '"bm90IHJlYWRhYmxl"')`,
        'CREATE TABLE letters (id TEXT PRIMARY KEY, created TEXT, updated TEXT, scan TEXT)',
        "INSERT INTO letters VALUES ('r1', '', '', 'a.txt')",
      ]);
      const files = { 'storage/c1/r1/a.txt': 'named', 'storage/c1/r2/b.txt': 'not named' };
      const buffer = zipOf({ 'data.db': Buffer.from(database), ...files }, { isDeflated: true });
      await page
        .locator('input[aria-label="Backup to open"]')
        .setInputFiles({ name: 'made.zip', mimeType: 'application/zip', buffer });
      await page.getByText('This zip contains all password hashes.', { exact: true }).waitFor();
      await button(page, 'Show 1 file').click();
      const popup = page.getByRole('dialog', { name: 'Files without a record' });
      await popup.getByText('Files of deleted records cannot be removed over the API.').waitFor();
      await checkPicture(opened, 'backup-unnamed');
      const waiting = page.waitForEvent('download');
      await button(popup, 'Download b.txt').click();
      const download = await waiting;
      assert.is(download.suggestedFilename(), 'b.txt');
      assert.is(readFileSync(await download.path(), 'utf8'), 'not named');
      await button(popup, 'Close').click();

      const sidebar = page.getByRole('complementary', { name: 'Collections of the backup' });
      await eventually(() => linesOf(sidebar), ['Contents', 'lettersDeleted1', 'tablelessDeletedDamaged']);
      await sidebar.getByRole('link', { name: 'tableless' }).click();
      await page.getByText('This database has no table tableless.').waitFor();
    }));

  test('with the keyboard alone, on a narrow screen', () =>
    walk(signedInPage(backend, at('orders'), screens.narrow), async ({ page }) => {
      await segment(page, 'Gone 1').waitFor();
      const row = rowOf(page, orders[2] ?? '');
      await tabTo(page, row);
      await page.keyboard.press('Space');
      await tabTo(page, button(page.getByRole('region', { name: 'Selection' }), 'Put back'));
      await page.keyboard.press('Enter');
      const popup = page.getByRole('dialog');
      await popup.getByText('1 record, 1 file.').waitFor();
      await tabTo(page, button(popup, 'Put back'));
      await page.keyboard.press('Enter');
      await popup.getByText('The record is back.').waitFor();
      await page.keyboard.press('Escape');
      await segment(page, 'Gone 0').waitFor();
      assert.is((await stored(backend, 'orders', orders[2] ?? ''))?.['summary'], 'Order 2');

      await tabTo(page, button(page, 'Collections of the backup'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      const drawer = page.getByRole('dialog', { name: 'Collections of the backup' });
      await tabTo(page, drawer.getByRole('link', { name: 'customers' }));
      await page.keyboard.press('Enter');
      await heading(page, 'customers').waitFor();
    }));
}
