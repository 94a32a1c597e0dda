// Records and files chosen in their pickers and viewed in their previews, as by a person.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { addressOf, box, button, gone, make, newPanel, stored } from '../support/editorWalk';
import {
  connectClient,
  createCollection,
  createRecord,
  field,
  formOf,
  pngFile,
} from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { askServer, checkPicture, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);

/** A minimal PDF that a viewer shows as an empty page. */
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj
trailer<</Root 1 0 R>>`;

if (newest) {
  let backend: TestBackend;
  let readers: string[] = [];
  let paper = '';

  const picker = (page: Page) => page.getByRole('dialog', { name: 'Select readers records' });
  const filePicker = (page: Page) => page.getByRole('dialog', { name: 'Select an image' });
  const filePreview = (page: Page) => page.getByRole('dialog', { name: 'File preview' });
  const rowsIn = (within: Locator) => within.getByRole('grid').getByRole('row');
  const row = (within: Locator, name: string) =>
    rowsIn(within).filter({ has: within.page().getByRole('gridcell', { name, exact: true }) });
  const chosen = (within: Locator) =>
    within.getByRole('list', { name: 'Selected records' }).getByRole('listitem');
  const openPicker = (panel: Locator, name: string) =>
    panel.getByRole('group', { name, exact: true }).getByRole('button', { name: 'Open picker' });

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    const { id: collectionId } = await createCollection({
      name: 'readers',
      schema: [field('text', 'name', {}, true), field('file', 'face', { mimeTypes: ['image/png'] }, true)],
    });
    await createCollection({
      name: 'books',
      schema: [
        field('text', 'title', {}, true),
        field('relation', 'readers', { collectionId, maxSelect: 3 }),
        field('relation', 'owner', { collectionId }),
        field('editor', 'blurb'),
      ],
    });
    await createCollection({
      name: 'papers',
      schema: [
        field('file', 'scans', { maxSelect: 5, thumbs: ['40x40'] }),
        field('file', 'secret', { protected: true }),
        field('json', 'meta'),
        field('text', 'text'),
      ],
    });
    await createCollection({
      name: 'paper_view',
      type: 'view',
      options: { query: 'SELECT id, text, meta, scans, created FROM papers' },
    });
    readers = [];
    for (let at = 0; at < 120; at++) {
      readers.push((await make(backend, 'readers', { name: `Reader ${at}` })).id);
    }
    const scans = [pngFile('scan.png'), new File([pdf], 'page.pdf', { type: 'application/pdf' })];
    const form = formOf({
      secret: pngFile('secret.png'),
      text: 'A long text. '.repeat(200),
      meta: `{"big": 12345678901234567890, "list": [${'"item", '.repeat(100)}0]}`,
    });
    for (const scan of [...scans, new File(['zip'], 'all.zip', { type: 'application/zip' })])
      form.append('scans', scan);
    paper = (await createRecord({ id: 'papers' }, form)).id;
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  test('chooses related records by mouse, up to the maximum, and saves them in their order', async () => {
    const book = await make(backend, 'books', { title: 'Chosen', readers: [readers[5]], owner: readers[7] });
    await walk(signedInPage(backend, addressOf('books', book.id)), async (opened) => {
      const { page } = opened;
      const panel = page.getByRole('dialog', { name: 'Edit books record' });
      await panel.getByText('Reader 5').waitFor();
      await checkPicture(opened, 'relation-input');
      await openPicker(panel, 'readers').click();
      const dialog = picker(page);
      await row(dialog, 'Reader 119').click();
      assert.is(await rowsIn(dialog).first().getByRole('gridcell').first().textContent(), 'Reader 5');
      await row(dialog, 'Reader 118').click();
      await dialog.getByText('3 of 3 selected').waitFor();
      assert.is(await row(dialog, 'Reader 117').getAttribute('aria-disabled'), 'true');
      await checkPicture(opened, 'record-picker');
      await row(dialog, 'Reader 117').click({ force: true });
      await eventually(() => chosen(dialog).allTextContents(), ['Reader 5', 'Reader 119', 'Reader 118']);

      const [last, first] = [chosen(dialog).nth(2), chosen(dialog).nth(0)];
      const grip = await button(last, 'Move Reader 118').boundingBox();
      const target = await first.boundingBox();
      assert.ok(grip && target);
      await page.mouse.move(grip.x + 5, grip.y + 10);
      await page.mouse.down();
      await page.mouse.move(target.x + 30, target.y + 10, { steps: 5 });
      await page.mouse.move(target.x + 2, target.y + 10, { steps: 5 });
      await page.mouse.up();
      await eventually(() => chosen(dialog).allTextContents(), ['Reader 118', 'Reader 5', 'Reader 119']);
      await button(dialog, 'Remove Reader 5').click();
      await button(dialog, 'Set selection').click();
      await gone(dialog);
      await panel.getByText('Reader 118').waitFor();
      assert.equal((await stored(backend, 'books', book.id))?.['readers'], [readers[5]]);
      await button(panel, 'Save changes').click();
      await gone(panel);
      assert.equal((await stored(backend, 'books', book.id))?.['readers'], [readers[118], readers[119]]);
    });
  });

  test('does the same by keys alone, with a search and a record edited on top', async () => {
    await walk(signedInPage(backend, addressOf('books')), async ({ page }) => {
      const { keyboard } = page;
      await button(page, 'New record').first().click();
      const panel = newPanel(page, 'books');
      await box(panel, 'title').fill('By keys');
      const open = openPicker(panel, 'readers');
      await tabTo(page, open);
      await keyboard.press('Enter');
      const dialog = picker(page);
      await eventually(() => hasFocus(box(dialog, 'Search')), true);
      // The code of the search has loaded.
      await dialog.locator('.cm-editor').waitFor();
      await keyboard.press('Escape');
      await gone(dialog);
      await eventually(() => hasFocus(open), true);
      await keyboard.press('Enter');
      await row(dialog, 'Reader 119').waitFor();
      await tabTo(page, row(dialog, 'Reader 119'));
      await keyboard.press('Space');
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await eventually(() => chosen(dialog).allTextContents(), ['Reader 119', 'Reader 118']);

      await tabTo(page, box(dialog, 'Search'), 'Shift+Tab');
      await keyboard.type('Reader 42');
      await keyboard.press('Enter');
      await row(dialog, 'Reader 42').waitFor();
      await eventually(() => rowsIn(dialog).count(), 1);
      await tabTo(page, row(dialog, 'Reader 42'));
      await keyboard.press('ArrowRight');
      await keyboard.press('Enter');
      const editor = page.getByRole('dialog', { name: 'Edit readers record' });
      await box(editor, 'name').fill('Reader 42, better');
      await keyboard.press('Control+s');
      await eventually(
        async () => (await stored(backend, 'readers', readers[42] ?? ''))?.['name'],
        'Reader 42, better',
      );
      // Nothing closes while it is busy.
      await eventually(() => editor.getAttribute('aria-busy'), null);
      await keyboard.press('Escape');
      await gone(editor);
      await eventually(
        () => chosen(dialog).allTextContents(),
        ['Reader 119', 'Reader 118', 'Reader 42, better'],
      );
      await tabTo(page, button(dialog, 'Move Reader 42, better'));
      for (const key of ['Space', 'Home', 'Space']) await keyboard.press(key);
      await eventually(
        () => chosen(dialog).allTextContents(),
        ['Reader 42, better', 'Reader 119', 'Reader 118'],
      );
      await tabTo(page, button(dialog, 'Set selection'));
      await keyboard.press('Enter');
      await gone(dialog);
      await eventually(() => hasFocus(open), true);
      await panel.getByText('Reader 42, better').waitFor();
    });
  });

  test('the list loads more by itself, renders only visible rows, and tells when it is empty', async () => {
    await walk(signedInPage(backend, addressOf('books')), async (opened) => {
      const { page } = opened;
      await button(page, 'New record').first().click();
      await openPicker(newPanel(page, 'books'), 'owner').click();
      const dialog = picker(page);
      const grid = dialog.getByRole('grid');
      await rowsIn(dialog).first().waitFor();
      assert.is(await grid.getAttribute('aria-rowcount'), '50');
      await grid.hover();
      await eventually(async () => {
        await page.mouse.wheel(0, 3000);
        return grid.getAttribute('aria-rowcount');
      }, '120');
      assert.ok((await rowsIn(dialog).count()) < 60, String(await rowsIn(dialog).count()));
      await box(dialog, 'Search').fill('nobody like this');
      await page.keyboard.press('Enter');
      await dialog.getByText('No records found.').waitFor();
      await checkPicture(opened, 'record-picker-empty');
      await button(dialog, 'Clear filters').click();
      await rowsIn(dialog).first().waitFor();
      // The next choice replaces a single one.
      await rowsIn(dialog).nth(0).click();
      await rowsIn(dialog).nth(1).click();
      await dialog.getByText('1 of 1 selected').waitFor();
      await button(dialog, 'Cancel').click();
      await gone(dialog);
    });
  });

  test('a reading that the end of the session cancelled goes on after the sign-in above it', async () => {
    await walk(signedInPage(backend, addressOf('books')), async ({ page }) => {
      await button(page, 'New record').first().click();
      const panel = newPanel(page, 'books');
      await box(panel, 'title').fill('Unsaved');
      const readings = '**/api/collections/*/records?*';
      await page.route(readings, () => {});
      const asked = page.waitForRequest(readings);
      await openPicker(panel, 'owner').click();
      await asked;
      // Another tab signs out.
      const other = await page.context().newPage();
      // The dashboard would renew the session there.
      await other.goto(`${backend.url}/api/health`);
      await other.evaluate(() => localStorage.removeItem('pb_admin_auth'));
      await other.close();
      const popup = page.getByRole('dialog', { name: 'Your session has ended' });
      await page.unroute(readings);
      await popup.getByLabel('Password', { exact: true }).fill(backend.admin?.password ?? '');
      await page.keyboard.press('Enter');
      await gone(popup);
      await rowsIn(picker(page)).first().waitFor();
      await eventually(() => hasFocus(box(picker(page), 'Search')), true);
    });
  });

  test('creates a related record on top of the picker and chooses it at once', async () => {
    await walk(signedInPage(backend, addressOf('books')), async ({ page }) => {
      await button(page, 'New record').first().click();
      const panel = newPanel(page, 'books');
      await openPicker(panel, 'owner').click();
      await button(picker(page), 'New record').click();
      const editor = newPanel(page, 'readers');
      await box(editor, 'name').fill('Fresh reader');
      await button(editor, 'Create').click();
      await gone(editor);
      await eventually(() => chosen(picker(page)).allTextContents(), ['Fresh reader']);
      await button(picker(page), 'Set selection').click();
      await panel.getByText('Fresh reader').waitFor();
    });
  });

  test('chooses a stored picture for rich text, in another size', async () => {
    await walk(signedInPage(backend, addressOf('books')), async (opened) => {
      const { page } = opened;
      await button(page, 'New record').first().click();
      const panel = newPanel(page, 'books');
      await box(panel, 'title').fill('With a picture');
      await box(panel, 'blurb').click();
      await panel.getByRole('button', { name: 'Image' }).click();
      await page.getByRole('menuitem', { name: 'From collection' }).click();
      const dialog = filePicker(page);
      await dialog.getByText('No records with images found.').waitFor();
      await button(dialog, 'papers').click();
      const tile = dialog.getByRole('button', { name: /^scan_.*\.png$/ });
      await tile.waitFor();
      assert.is(await dialog.getByRole('button', { name: /\.pdf$/ }).count(), 0);
      assert.is(await dialog.getByRole('combobox', { name: 'Size' }).count(), 0);
      await tile.click();
      await dialog.getByRole('combobox', { name: 'Size' }).click();
      await page.getByRole('option', { name: '40x40' }).click();
      await checkPicture(opened, 'file-picker');
      await button(dialog, 'Insert').click();
      await gone(dialog);
      await button(panel, 'Create').click();
      await gone(panel);
      const { json } = await askServer(backend, 'collections/books/records?sort=-created');
      assert.match(json.items[0].blurb, /<img [^>]*src="[^"]*\/scan_[^"]*\.png\?thumb=40x40"/);
    });
  });

  test('a thumbnail opens its file, not the row; other files show name and size', async () => {
    await walk(signedInPage(backend, addressOf('papers')), async (opened) => {
      const { page } = opened;
      const table = page.getByRole('grid', { name: 'Records of papers' });
      await table.getByRole('button', { name: /^scan_.*\.png$/ }).click();
      const dialog = filePreview(page);
      const image = dialog.getByRole('img');
      await eventually(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth), 300);
      assert.not.match((await image.getAttribute('src')) ?? '', /token=/);
      assert.not.match(page.url(), /recordId/);
      await checkPicture(opened, 'file-preview-image');
      const tab = page.context().waitForEvent('page');
      await dialog.getByRole('link', { name: /^scan_.*\.png$/ }).click();
      assert.match((await tab).url(), /\/api\/files\/.*\/scan_.*\.png/);
      await (await tab).close();
      await page.keyboard.press('Escape');
      await gone(dialog);

      await table.getByRole('button', { name: /^all_.*\.zip$/ }).click();
      await dialog.getByText('3 B').waitFor();
      await checkPicture(opened, 'file-preview-other');
      const download = page.waitForEvent('download');
      await button(dialog, 'Download').click();
      assert.match((await download).suggestedFilename(), /^all_.*\.zip$/);
      await button(dialog, 'Close').last().click();
      await gone(dialog);

      await table.getByRole('button', { name: /^secret_.*\.png$/ }).click();
      await eventually(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth), 300);
      assert.match((await image.getAttribute('src')) ?? '', /\?token=/);
      await page.keyboard.press('Escape');
      await gone(dialog);

      await table.getByRole('button', { name: /^page_.*\.pdf$/ }).click();
      const hasViewer = await page.evaluate(() => navigator.pdfViewerEnabled);
      if (hasViewer) await dialog.locator('iframe').waitFor();
      else await button(dialog, 'Download').waitFor();
    });
  });

  test('tells that a missing file cannot be previewed', async () => {
    await walk(signedInPage(backend, addressOf('papers')), async ({ page }) => {
      const table = page.getByRole('grid', { name: 'Records of papers' });
      await page.route(/\/scan_\w+\.png$/, (route) => route.fulfill({ status: 404 }));
      await table.getByRole('button', { name: /^scan_.*\.png$/ }).click();
      await filePreview(page).getByText('Cannot preview the file.').waitFor();
    });
  });

  test('shows a record of a view completely', async () => {
    await walk(signedInPage(backend, addressOf('paper_view')), async (opened) => {
      const { page } = opened;
      const table = page.getByRole('grid', { name: 'Records of paper_view' });
      await table.getByRole('row').nth(1).getByText('A long text').click();
      const dialog = page.getByRole('dialog', { name: 'paper_view record preview' });
      const cell = (name: string) =>
        dialog.getByRole('row', { name: new RegExp(`^${name} `) }).getByRole('cell');
      await cell('id').getByText(paper).waitFor();
      assert.match(page.url(), new RegExp(`recordId=${paper}`));
      assert.match((await cell('meta').textContent()) ?? '', /"big": 12345678901234567890/);
      assert.match(
        (await cell('created').textContent()) ?? '',
        /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC$/,
      );
      const text = cell('text').getByRole('group');
      assert.is(((await text.boundingBox())?.height ?? 0) <= 100, true);
      await checkPicture(opened, 'record-preview');
      const more = button(cell('text'), 'Show all');
      await tabTo(page, more);
      await page.keyboard.press('Enter');
      await button(cell('text'), 'Show less').waitFor();
      // The whole text is there, and nothing of it has to be scrolled.
      const box = cell('text').locator('div > div').first();
      assert.ok(await box.evaluate((one) => one.clientHeight > 100 && one.scrollHeight <= one.clientHeight));
      await checkPicture(opened, 'record-preview-whole');
      await page.keyboard.press('Enter');
      await more.waitFor();
      assert.ok(await hasFocus(more));
      await cell('scans').getByRole('button').first().click();
      await filePreview(page).getByRole('img').waitFor();
      await page.keyboard.press('Escape');
      await gone(filePreview(page));
      await button(dialog, 'Close').last().click();
      await gone(dialog);
      assert.not.match(page.url(), /recordId/);
    });
  });
}
