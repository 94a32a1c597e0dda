// Imports of records: what the server has afterwards is what the file says.
import { readFileSync } from 'node:fs';
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { answer, button, changeElsewhere, make } from '../support/editorWalk';
import { createCollection, field } from '../support/realBackend';
import { backends } from '../support/server';
import { askServer, eventually, patienceMs, signedInPage, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

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
  let ines = '';

  const backend = walkedBackend(newest.binary, async () => {
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
      const found = '8 of 11 columns will be imported. Left empty: files.';
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
      assert.is(await status(page).textContent(), 'Imported 3 rows. 1 was left out.');
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

  const five = ['Name,City,Amount', ...[1, 2, 3, 4, 5].map((at) => `Kim ${at},Bern,${at}.5`)].join('\n');

  test('a file becomes a collection in six clicks', () =>
    walk(signedInPage(backend, '#/collections?collectionId=orders'), async ({ page }) => {
      let clicks = 0;
      const click = async (target: Locator) => {
        clicks += 1;
        await target.click();
      };
      await click(button(page, 'New collection'));
      await click(page.getByRole('link', { name: 'From CSV or JSON' }));
      const chosen = page.waitForEvent('filechooser');
      await click(button(page, 'Choose file'));
      await (await chosen).setFiles({ name: 'People 2026.csv', mimeType: '', buffer: Buffer.from(five) });
      await page.getByText('5 of 5 are numbers.').waitFor();
      await click(button(page, 'Check 5 rows'));
      await page.getByText('No problems in 5 rows.').waitFor();
      await click(button(page, 'Create and import 5 rows'));
      await click(button(page, 'Show records'));
      await page.getByRole('row').filter({ hasText: 'Kim 5' }).waitFor();
      assert.is(clicks, 6);
      await page.getByRole('heading', { level: 1, name: 'people_2026' }).waitFor();
    }));

  test('a file becomes a collection by keys, and Undo takes it back', () =>
    walk(signedInPage(backend, '#/collections?collectionId=orders'), async ({ page }) => {
      const { keyboard } = page;
      await button(page, 'Go to').waitFor();
      await keyboard.press('Control+K');
      await page.getByRole('dialog', { name: 'Go to' }).waitFor();
      await keyboard.type('from csv');
      await page.getByRole('option', { name: 'New collection from CSV or JSON' }).waitFor();
      await keyboard.press('Enter');
      await button(page, 'Choose file').waitFor();
      await choose(page, 'by_keys.csv', five);
      await button(page, 'Check 5 rows').waitFor();
      const name = page.getByRole('textbox', { name: 'Name of the new field 2' });
      await name.focus();
      await keyboard.press('Control+A');
      await keyboard.type('home town');
      assert.is(await name.inputValue(), 'home_town');
      const required = page.getByRole('checkbox', { name: 'Required: home_town' });
      await required.focus();
      await keyboard.press('Space');
      await keyboard.press('Control+Enter');
      await page.getByText('No problems in 5 rows.').waitFor();
      await keyboard.press('Control+Enter');
      await button(page, 'Undo this import').waitFor();
      const { json } = await askServer(backend, 'collections/by_keys');
      assert.equal(
        json['schema'].map((one: Record<string, unknown>) => [one['name'], one['type'], one['required']]),
        [
          ['name', 'text', false],
          ['home_town', 'text', true],
          ['amount', 'number', false],
        ],
      );
      await button(page, 'Undo this import').focus();
      await keyboard.press('Enter');
      await page.getByText('The collection by_keys is deleted.').waitFor();
      await keyboard.press('Enter');
      await button(page, 'Show collections').waitFor();
      assert.is((await askServer(backend, 'collections/by_keys')).status, 404);
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

  test('an import that is stopped and left continues with the same file, doubles nothing and is undone', () =>
    walk(signedInPage(backend, importOf('parcels')), async ({ page }) => {
      const count = 200;
      const total = async () =>
        (await askServer(backend, 'collections/parcels/records?perPage=1')).json['totalItems'];
      let continueWrites = await holdWrites(page, 48);
      await choose(page, 'parcels.csv', numbered(count));
      await button(page, `Check ${count} rows`).click();
      await eventually(() => page.getByRole('tab').allTextContents(), ['New 200']);
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

      continueWrites = await holdWrites(page, 40);
      await button(page, 'Continue').click();
      await page.getByRole('progressbar', { name: 'Import' }).waitFor();
      await page.getByRole('link', { name: 'Logs' }).click();
      await answer(page, /^The import is running\. Leave it\?/, true);
      continueWrites();
      await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.goBack();
      await page.reload();
      await page
        .getByText(/^parcels\.csv stopped after at most \d+ of 200 rows\. Choose the same file again/)
        .waitFor();

      await choose(page, 'same.csv', numbered(count));
      await page.getByText(/ of 200 rows\. It continues without duplicates\.$/).waitFor();
      await chooseIn(page, 'Records', 'Add and change');
      await page.getByText(/^This file was imported in part, with other choices\./).waitFor();
      await button(page, 'Use those choices').click();
      await button(page, `Check ${count} rows`).click();
      await page.getByRole('button', { name: /^Import \d+ rows$/ }).click();
      // The server stores hundreds of records first.
      await button(page, 'Show records').waitFor({ timeout: 3 * patienceMs });
      assert.is(await total(), count);
      const found = await askServer(backend, 'collections/parcels/records?filter=ref="B-7"');
      await changeElsewhere(backend, 'parcels', found.json['items'][0].id, { summary: 'mine' });
      await button(page, 'Undo this import').click();
      const popup = page.getByRole('dialog', { name: 'Undo parcels.csv' });
      await popup.getByText(/^1 record was changed since and stays as it is: \w{15}\.$/).waitFor();
      await button(popup, 'Undo').click();
      // The server deletes hundreds of records first.
      await eventually(total, 1);
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
