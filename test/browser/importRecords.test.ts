// Imports of records: what the server has afterwards is what the file says.
import { readFileSync } from 'node:fs';
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { answer, button, changeElsewhere, make } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  checkPicture,
  eventually,
  patienceMs,
  screens,
  signedInPage,
  tabTo,
  walk,
} from '../support/walk';

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
    for (const name of ['orders', 'parcels', 'letters', 'notes']) {
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

  async function runImport(page: Page, rows: number): Promise<void> {
    const text = `${rows} ${rows === 1 ? 'row' : 'rows'}`;
    await button(page, `Check ${text}`).click();
    await button(page, `Import ${text}`).click();
    await button(page, 'Show records').waitFor();
  }

  const numbered = (count: number, from = 1) =>
    `ref,summary\n${Array.from({ length: count }, (_, at) => `B-${at + from},text ${at + from}`).join('\n')}`;

  test('a file of a spreadsheet program goes in as a person expects', () =>
    walk(signedInPage(backend, '#/collections?collectionId=orders'), async (opened) => {
      const { page } = opened;
      await button(page, 'More actions').click();
      await page.getByRole('menuitem', { name: 'Import records...' }).click();
      await page.getByRole('heading', { level: 1, name: 'Import records' }).waitFor();
      await checkPicture(opened, 'record-import-file');
      await choose(page, 'orders_november.csv', Buffer.from(spreadsheet, 'latin1'));
      await eventually(
        () => status(page).textContent(),
        '8 of 11 columns go to a field. Nothing comes for files.',
      );
      await checkPicture(opened, 'record-import-columns');
      await button(page, 'Check 4 rows').click();
      await page.getByRole('tab', { name: 'Errors 2' }).waitFor();
      await page.getByRole('button', { name: /status Invalid value: "Lost"\. Rows 3-4/ }).click();
      await checkPicture(opened, 'record-import-check');
      await chooseIn(page, 'Value in place of Lost', 'paid');
      await page.getByText('2 rows fixed').waitFor();
      await page.getByRole('tab', { name: 'Errors 1' }).waitFor();
      const waiting = page.waitForEvent('download');
      await button(page, 'Download 1 row').click();
      const download = await waiting;
      assert.is(download.suggestedFilename(), 'orders_november_left_out.csv');
      const text = readFileSync(await download.path(), 'utf8');
      assert.match(text, /^Order,Ref,.*,lowline_row,lowline_fault\r\n2,A-2,/);
      assert.match(text, /,3,.*total: Must be a number\..*packed_at: Must be a valid date\./s);
      await button(page, 'Import 3 rows').click();
      await button(page, 'Show records').waitFor();
      assert.is(await status(page).textContent(), '3 rows are in.');
      await checkPicture(opened, 'record-import-run');

      const orders = await recordsOf('orders');
      assert.equal(Object.keys(orders).sort(), ['A-1', 'A-3', 'A-4']);
      const pick = ({
        customer,
        status: state,
        total,
        paid,
        packed_at,
        summary,
        meta,
      }: Record<string, unknown>) => [...[customer, state, total, paid, packed_at, summary, meta]];
      assert.equal(pick(orders['A-1'] ?? {}), [
        ...[ines, 'shipped', 1284.5, true, '2026-11-20 18:42:00.000Z', 'Größe ä', { gift: 1 }],
      ]);
      assert.equal(pick(orders['A-3'] ?? {}), ['', 'paid', 21.9, false, '', '', null]);
      assert.equal(pick(orders['A-4'] ?? {}), ['', 'paid', 0, false, '', '0005', null]);

      await button(page, 'Show records').click();
      await page.getByRole('row').filter({ hasText: 'A-3' }).waitFor();
    }));

  test('a second import by key sends nothing, and a third one only what changed', () =>
    walk(signedInPage(backend, importOf('orders')), async ({ page }) => {
      const writes: string[] = [];
      page.on('request', (request) => {
        if (['POST', 'PATCH'].includes(request.method())) writes.push(request.postData() ?? '');
      });
      const rows = 'ref,summary,total\nA-1,Größe ä,1284.5\nA-3,"",21.9';
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

      // Somebody else changes one of the records: it stays.
      await button(page, 'Take this import back').click();
      await answer(page, /1 record gets its former values\./, true);
      await eventually(() => status(page).textContent(), 'The import is taken back.');
      assert.is((await recordsOf('orders'))['A-3']?.['total'], 21.9);
    }));

  test('a related record is chosen in place of a wrong text', () =>
    walk(signedInPage(backend, importOf('letters')), async ({ page }) => {
      await choose(page, 'chosen.csv', 'ref,customer\nF-1,Ines M.\nF-2,ines@moreau.example');
      await chooseIn(page, 'How customer is read', 'By email of customers');
      await button(page, 'Check 2 rows').click();
      await page.getByRole('button', { name: /customer No record has this value/ }).click();
      await button(page, 'Record in place of Ines M.').click();
      await page.getByRole('dialog').getByText('Ines Moreau').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Set selection' }).click();
      await page.getByText('1 row fixed').waitFor();
      await button(page, 'Import 2 rows').click();
      await button(page, 'Show records').waitFor();
      assert.is((await recordsOf('letters'))['F-1']?.['customer'], ines);
    }));

  test('what only the server can tell is listed and can be downloaded', () =>
    walk(signedInPage(backend, importOf('letters')), async (opened) => {
      const { page, watch } = opened;
      watch.expect(/400/);
      await choose(page, 'letters.csv', 'ref\nA-1\nwrong\nA-2');
      await runImport(page, 3);
      assert.is(await status(page).textContent(), '2 rows are in. 1 was refused.');
      await page.getByRole('button', { name: /ref Invalid value format\. Row 3/ }).waitFor();
      await checkPicture(opened, 'record-import-refused');
      const waiting = page.waitForEvent('download');
      await button(page, 'Download 1 row').click();
      assert.match(
        readFileSync(await (await waiting).path(), 'utf8'),
        /\r\nwrong,3,ref: Invalid value format\./,
      );
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

  test('a stopped import continues after a reload, doubles nothing and is taken back', () =>
    walk(signedInPage(backend, importOf('parcels')), async (opened) => {
      const { page } = opened;
      const count = 300;
      const continueWrites = await holdWrites(page, 48);
      await choose(page, 'parcels.csv', numbered(count));
      await button(page, `Check ${count} rows`).click();
      await button(page, `Import ${count} rows`).click();
      await eventually(async () => Object.keys(await recordsOf('parcels')).length > 40, true);
      await checkPicture(opened, 'record-import-running');
      await button(page, 'Stop').click();
      continueWrites();
      await button(page, 'Continue').waitFor();
      await page.unrouteAll();
      await page.reload();
      await page.getByText(/^parcels\.csv stopped after \d+ of 300 rows\./).waitFor();
      await checkPicture(opened, 'record-import-unfinished');
      await button(page, 'Continue').click();
      // The server stores hundreds of records first.
      await button(page, 'Show records').waitFor({ timeout: 3 * patienceMs });
      const total = () => askServer(backend, 'collections/parcels/records?perPage=1');
      assert.is((await total()).json['totalItems'], count);
      const found = await askServer(backend, 'collections/parcels/records?filter=ref="B-7"');
      await changeElsewhere(backend, 'parcels', found.json['items'][0].id, { summary: 'mine' });
      await button(page, 'Take this import back').click();
      await answer(page, /299 new records are deleted\. 1 was changed since and stays as it is\./, true);
      // The server deletes hundreds of records first.
      await page
        .getByText('The import is taken back.')
        .first()
        .waitFor({ timeout: 3 * patienceMs });
      assert.is(await status(page).textContent(), 'The import is taken back.');
      assert.is((await total()).json['totalItems'], 1);
    }));

  test('leaving a running import asks, and stops it', () =>
    walk(signedInPage(backend, importOf('notes')), async ({ page }) => {
      await choose(
        page,
        'notes.json',
        JSON.stringify(Array.from({ length: 500 }, (_, at) => ({ ref: `C-${at}` }))),
      );
      const continueWrites = await holdWrites(page, 40);
      await button(page, 'Check 500 rows').click();
      await button(page, 'Import 500 rows').click();
      await page.getByRole('progressbar', { name: 'Import' }).waitFor();
      await page.getByRole('link', { name: 'Logs' }).click();
      await answer(page, /^The import is running\. Leave it\?/, true);
      continueWrites();
      await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
      await page.goBack();
      await page.getByText(/^notes\.json stopped after/).waitFor();
      await button(page, 'Continue').click();
      // The server stores hundreds of records first.
      await button(page, 'Show records').waitFor({ timeout: 3 * patienceMs });
      const { json } = await askServer(backend, 'collections/notes/records?perPage=1');
      assert.is(json['totalItems'], 500);
    }));

  test('with the keyboard alone, on a narrow screen, from pasted cells', () =>
    walk(signedInPage(backend, importOf('customers'), screens.narrow), async ({ page }) => {
      await button(page, 'Choose file').waitFor();
      await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', 'email\tname\nada@x.example\tAda\nbob@x.example\tBob');
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      });
      await button(page, 'Check 2 rows').waitFor();
      await tabTo(page, button(page, 'Check 2 rows'));
      await page.keyboard.press('Enter');
      await button(page, 'Import 2 rows').waitFor();
      await eventually(() => page.evaluate(() => document.activeElement?.id), 'content');
      await button(page, 'Import 2 rows').waitFor();
      await page.keyboard.press('Control+Enter');
      await button(page, 'Show records').waitFor();
      const { json } = await askServer(backend, 'collections/customers/records?filter=name="Bob"');
      assert.is(json['totalItems'], 1);
    }));

  test('on a phone each choice has its label, and the rows left out can be downloaded', () =>
    walk(signedInPage(backend, importOf('orders'), screens.narrow), async ({ page }) => {
      await choose(page, 'faulty.csv', 'ref,total,status\nG-1,many,new\nG-2,few,new\nG-3,1,new');
      const column = page.getByRole('row').filter({ hasText: 'many' });
      for (const label of ['First values', 'Goes to', 'Read as', 'Empty cell', 'Becomes'])
        await column.getByText(label, { exact: true }).waitFor();
      await button(page, 'Check 3 rows').click();
      await page
        .getByRole('button', { name: /total Must be a number, not "many", "few"\. Rows 2-3/ })
        .waitFor();
      const waiting = page.waitForEvent('download');
      await button(page, 'Download 2 rows').click();
      assert.is((await waiting).suggestedFilename(), 'faulty_left_out.csv');
    }));

  test('a file that is dropped on the table opens its import', () =>
    walk(signedInPage(backend, '#/collections?collectionId=orders'), async (opened) => {
      const { page } = opened;
      await page.getByRole('row').filter({ hasText: 'A-1' }).waitFor();
      const drag = (kind: string, name: string) =>
        page.evaluate(
          ([type, file]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File(['ref\nE-1'], file ?? ''));
            const event = new DragEvent(type ?? '', { dataTransfer, bubbles: true, cancelable: true });
            document.querySelector('[role="grid"]')?.dispatchEvent(event);
          },
          [kind, name],
        );
      const frame = page.getByText('Drop to import into orders');
      await eventually(async () => {
        await drag('dragover', 'orders.csv');
        return frame.count();
      }, 1);
      await checkPicture(opened, 'record-import-drop');
      await drag('drop', 'photo.png');
      await page.getByText('Only CSV, TSV, JSON and JSON Lines files can be imported.').waitFor();
      assert.is(await frame.count(), 0);
      await drag('drop', 'orders.csv');
      await button(page, 'Check 1 row').waitFor();
    }));

  test('a file that is too large or of another kind is refused at once', () =>
    walk(signedInPage(backend, importOf('orders')), async ({ page }) => {
      await choose(page, 'orders.xlsx', Buffer.from('PK\u0003\u0004rest'));
      await page.getByText('Only CSV, TSV, JSON and JSON Lines files can be imported.').waitFor();
      await page.evaluate(() => {
        const input = document.querySelector<HTMLInputElement>('input[type="file"]');
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(200_000_000)], 'large.csv'));
        if (input) input.files = transfer.files;
        input?.dispatchEvent(new Event('change', { bubbles: true }));
      });
      await page.getByText('The file is larger than 100 MB. Split it and import the parts.').waitFor();
    }));

  test('a browser that keeps nothing says so, and imports', () =>
    walk(signedInPage(backend, importOf('letters'), { hasDatabase: false }), async ({ page }) => {
      await choose(page, 'more.jsonl', '{"ref":"D-1"}\n{"ref":"D-2"}');
      await runImport(page, 2);
      await page.getByText('This browser keeps nothing:').waitFor();
      assert.is(await button(page, 'Take this import back').count(), 0);
      assert.ok((await recordsOf('letters'))['D-2']);
    }));
}
