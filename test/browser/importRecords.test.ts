// Imports of records: what the server has afterwards is what the file says.
import { readFileSync } from 'node:fs';
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { answer, button, changeElsewhere, make } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { askServer, eventually, patienceMs, screens, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);

/** As a spreadsheet program of a German office writes it: Windows-1252, decimal commas, the day first. */
const spreadsheet = [
  'Order;Ref;Customer;Status;Total;Paid;Packed at;Summary;Meta;files;created',
  '1;A-1;ines@moreau.example;Shipped;1.284,50;yes;20.11.2026 18:42;Größe ä;"{""gift"":1.0}";x.pdf;2026-01-01',
  '2;A-2;nobody@moreau.example;Lost;many;no;31.02.2026;;;;',
  '3;A-3;;Lost;21,90;no;;"";;;',
  '4;A-4;;paid;;;;0005;;;',
  '',
].join('\r\n');

if (newest) {
  let backend: TestBackend;
  let ines = '';

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    const customers = await createCollection({
      name: 'customers',
      schema: [field('email', 'email'), field('text', 'name', {}, true)],
      indexes: ['CREATE UNIQUE INDEX customers_email ON customers (email)'],
    });
    ines = (await make(backend, 'customers', { email: 'ines@moreau.example', name: 'Ines Moreau' })).id;
    const schema = [
      { ...field('text', 'ref', { pattern: '^[A-Z]-\\d+$' }, true), required: true },
      field('relation', 'customer', { collectionId: customers.id }),
      field('select', 'status', { values: ['new', 'shipped', 'paid'] }),
      field('number', 'total'),
      field('bool', 'paid'),
      field('date', 'packed_at'),
      field('text', 'summary'),
      field('json', 'meta'),
      field('file', 'files'),
    ];
    for (const name of ['orders', 'parcels', 'letters']) {
      await createCollection({ name, schema, indexes: [`CREATE UNIQUE INDEX ${name}_ref ON ${name} (ref)`] });
    }
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const importOf = (collection: string) => `#/collections/import?collectionId=${collection}`;
  const status = (page: Page) => page.locator('#content footer [role="status"]');

  async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });
  }

  async function chooseIn(page: Page, name: string, option: string): Promise<void> {
    await page.getByRole('combobox', { name, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Returns the records by their ref. */
  async function recordsOf(collection: string): Promise<Record<string, Record<string, unknown>>> {
    const { json } = await askServer(backend, `collections/${collection}/records?perPage=500`);
    const items = json['items'] as Record<string, unknown>[];
    return Object.fromEntries(items.map((item) => [String(item['ref']), item]));
  }

  /** Downloads the row that is left out. */
  async function leftOut(page: Page, name: string | RegExp): Promise<string> {
    const waiting = page.waitForEvent('download');
    await button(page, 'Download 1 row').click();
    const download = await waiting;
    assert.match(download.suggestedFilename(), name);
    return readFileSync(await download.path(), 'utf8');
  }

  const numbered = (count: number, from = 1) =>
    `ref,summary\n${Array.from({ length: count }, (_, at) => `B-${at + from},text ${at + from}`).join('\n')}`;

  test('a file of a spreadsheet program goes in as a person expects', () =>
    walk(signedInPage(backend, '#/collections?collectionId=orders'), async ({ page }) => {
      await button(page, 'More actions').click();
      await page.getByRole('menuitem', { name: 'Import records...' }).click();
      await page.getByRole('heading', { level: 1, name: 'Import records' }).waitFor();
      await choose(page, 'orders_november.csv', Buffer.from(spreadsheet, 'latin1'));
      const found = '8 of 11 columns go to a field. Nothing comes for files.';
      await eventually(() => status(page).textContent(), found);
      await button(page, 'Check 4 rows').click();
      await page.getByRole('tab', { name: 'Errors 2' }).waitFor();
      await page.getByRole('button', { name: /status Invalid value: "Lost"\. Rows 3-4/ }).click();
      await chooseIn(page, 'Value in place of Lost', 'paid');
      await page.getByText('2 rows fixed').waitFor();
      await page.getByRole('tab', { name: 'Errors 1' }).waitFor();
      const text = await leftOut(page, 'orders_november_left_out.csv');
      assert.match(text, /^Order,Ref,.*,lowline_row,lowline_fault\r\n2,A-2,/);
      assert.match(text, /,3,.*total: Must be a number\..*packed_at: Must be a valid date\./s);
      await page.keyboard.press('Control+Enter');
      await button(page, 'Show records').waitFor();
      assert.is(await status(page).textContent(), '3 rows are in.');
      const orders = await recordsOf('orders');
      const columns = ['customer', 'status', 'total', 'paid', 'packed_at', 'summary', 'meta'];
      assert.equal(
        ['A-1', 'A-2', 'A-3', 'A-4'].map((ref) => columns.map((name) => orders[ref]?.[name])),
        [
          [ines, 'shipped', 1284.5, true, '2026-11-20 18:42:00.000Z', 'Größe ä', { gift: 1 }],
          columns.map(() => undefined),
          ['', 'paid', 21.9, false, '', '', null],
          ['', 'paid', 0, false, '', '0005', null],
        ],
      );
      await button(page, 'Show records').click();
      await page.getByRole('row').filter({ hasText: 'A-3' }).waitFor();
    }));

  test('a second import by key sends nothing, a third one only what changed, and is taken back', () =>
    walk(signedInPage(backend, importOf('orders')), async ({ page }) => {
      await make(backend, 'orders', { ref: 'K-1', summary: 'Größe ä', total: 1284.5 });
      await make(backend, 'orders', { ref: 'K-3', total: 21.9 });
      const writes: string[] = [];
      page.on('request', (request) => {
        if (['POST', 'PATCH'].includes(request.method())) writes.push(request.postData() ?? '');
      });
      const rows = 'ref,summary,total\nK-1,Größe ä,1284.5\nK-3,"",21.9';
      await choose(page, 'again.csv', rows);
      await chooseIn(page, 'Records', 'Add and change');
      await chooseIn(page, 'Found by', 'ref');
      await button(page, 'Check 2 rows').click();
      await eventually(() => status(page).textContent(), 'All 2 rows equal their records.');
      await button(page, 'Back').click();
      await button(page, 'Back').click();
      writes.length = 0;
      await choose(page, 'changed.csv', rows.replace('21.9', '22'));
      await chooseIn(page, 'Records', 'Change only');
      await chooseIn(page, 'Found by', 'ref');
      await button(page, 'Check 2 rows').click();
      await page.getByRole('tab', { name: 'Changed 1' }).click();
      await page.getByText('total: 21.9 → 22').waitFor();
      await page.getByText('the server keeps no history').waitFor();
      await button(page, 'Import 1 row').click();
      await button(page, 'Show records').waitFor();
      assert.equal(writes, ['{"total":22}']);
      await button(page, 'Take this import back').click();
      await answer(page, /1 record gets its former values\./, true);
      await eventually(() => status(page).textContent(), 'The import is taken back.');
      assert.is((await recordsOf('orders'))['K-3']?.['total'], 21.9);
    }));

  test('a record is chosen in place of a wrong text, a refused row is told; a browser that keeps nothing says so', () =>
    walk(signedInPage(backend, importOf('letters'), { hasDatabase: false }), async ({ page, watch }) => {
      watch.expect(/400/);
      await choose(page, 'chosen.csv', 'ref,customer\nF-1,Ines M.\nF-2,ines@moreau.example\nwrong,');
      await chooseIn(page, 'How customer is read', 'By email of customers');
      await button(page, 'Check 3 rows').click();
      await page.getByRole('button', { name: /customer No record has this value/ }).click();
      await button(page, 'Record in place of Ines M.').click();
      await page.getByRole('dialog').getByText('Ines Moreau').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Set selection' }).click();
      await page.getByText('1 row fixed').waitFor();
      await button(page, 'Import 3 rows').click();
      await button(page, 'Show records').waitFor();
      assert.is(await status(page).textContent(), '2 rows are in. 1 was refused.');
      await page.getByRole('button', { name: /ref Invalid value format\. Row 4/ }).waitFor();
      assert.match(await leftOut(page, /^chosen_/), /\r\nwrong,.*,4,ref: Invalid value format\./);
      await page.getByText('This browser keeps nothing:').waitFor();
      assert.is(await button(page, 'Take this import back').count(), 0);
      const letters = await recordsOf('letters');
      assert.equal([letters['F-1']?.['customer'], letters['F-2']?.['customer']], [ines, ines]);
    }));

  /** Lets this many writes pass, and holds later ones until the returned function runs. */
  async function holdWrites(page: Page, passing: number): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    let sent = 0;
    await page.route(/\/records$/, async (route) => {
      sent += 1;
      if (sent > passing) await released;
      await route.continue().catch(() => {});
    });
    return release;
  }

  test('an import that is stopped and left continues after a reload, doubles nothing and is taken back', () =>
    walk(signedInPage(backend, importOf('parcels')), async ({ page }) => {
      const count = 200;
      const total = async () =>
        (await askServer(backend, 'collections/parcels/records?perPage=1')).json['totalItems'];
      let continueWrites = await holdWrites(page, 48);
      await choose(page, 'parcels.csv', numbered(count));
      await button(page, `Check ${count} rows`).click();
      await button(page, `Import ${count} rows`).click();
      await eventually(async () => (await total()) > 40, true);
      // Another tab has saved a collection.
      const collectionsRead = page.waitForResponse(/\/api\/collections\?/);
      await page.evaluate(() =>
        dispatchEvent(new StorageEvent('storage', { key: 'lowlineCollectionsChanged' })),
      );
      await collectionsRead;
      await button(page, 'Stop').click();
      continueWrites();
      await button(page, 'Continue').waitFor();
      await page.unrouteAll();
      await page.reload();
      await page.getByText(/^parcels\.csv stopped after \d+ of 200 rows\./).waitFor();

      continueWrites = await holdWrites(page, 40);
      await button(page, 'Continue').click();
      await page.getByRole('progressbar', { name: 'Import' }).waitFor();
      await page.getByRole('link', { name: 'Logs' }).click();
      await answer(page, /^The import is running\. Leave it\?/, true);
      continueWrites();
      await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.goBack();
      await page.getByText(/^parcels\.csv stopped after/).waitFor();
      await button(page, 'Continue').click();
      // The server stores hundreds of records first.
      await button(page, 'Show records').waitFor({ timeout: 3 * patienceMs });
      assert.is(await total(), count);
      const found = await askServer(backend, 'collections/parcels/records?filter=ref="B-7"');
      await changeElsewhere(backend, 'parcels', found.json['items'][0].id, { summary: 'mine' });
      await button(page, 'Take this import back').click();
      await answer(page, /199 new records are deleted\. 1 was changed since and stays as it is\./, true);
      // The server deletes hundreds of records first.
      await page
        .getByText('The import is taken back.')
        .first()
        .waitFor({ timeout: 3 * patienceMs });
      assert.is(await total(), 1);
    }));

  test('with the keyboard alone, on a narrow screen, from pasted cells', () =>
    walk(signedInPage(backend, importOf('customers'), screens.narrow), async ({ page }) => {
      await button(page, 'Choose file').waitFor();
      await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', 'email\tname\nada@x.example\tAda\nbob@x.example\tBob');
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      });
      const column = page.getByRole('row').filter({ hasText: 'bob@x.example' });
      for (const label of ['First values', 'Goes to', 'Read as', 'Empty cell', 'Becomes'])
        await column.getByText(label, { exact: true }).waitFor();
      await tabTo(page, button(page, 'Check 2 rows'));
      await page.keyboard.press('Enter');
      await button(page, 'Import 2 rows').waitFor();
      await eventually(() => page.evaluate(() => document.activeElement?.id), 'content');
      await page.keyboard.press('Control+Enter');
      await button(page, 'Show records').waitFor();
      const { json } = await askServer(backend, 'collections/customers/records?filter=name="Bob"');
      assert.is(json['totalItems'], 1);
    }));

  test('a file that is dropped on the table opens its import', () =>
    walk(signedInPage(backend, '#/collections?collectionId=customers'), async ({ page }) => {
      await page.getByRole('row').filter({ hasText: 'Ines Moreau' }).waitFor();
      const drag = (kind: string, name: string) =>
        page.evaluate(
          ([type, file]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File(['name\nE-1'], file ?? ''));
            const event = new DragEvent(type ?? '', { dataTransfer, bubbles: true, cancelable: true });
            document.querySelector('[role="grid"]')?.dispatchEvent(event);
          },
          [kind, name],
        );
      const frame = page.getByText('Drop to import into customers');
      await eventually(async () => {
        await drag('dragover', 'customers.csv');
        return frame.count();
      }, 1);
      await drag('drop', 'photo.png');
      await page.getByText('Only CSV, TSV, JSON and JSON Lines files can be imported.').waitFor();
      assert.is(await frame.count(), 0);
      await drag('drop', 'customers.csv');
      await button(page, 'Check 1 row').waitFor();
    }));
}
