// Records and files chosen in their pickers and viewed in their previews, as by a person.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { addressOf, box, button, editPanel, gone, make, newPanel, stored } from '../support/editorWalk';
import { createCollection, createRecord, field, formOf, pngFile } from '../support/realBackend';
import { backends } from '../support/server';
import { askServer, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  let readers: string[] = [];

  const picker = (page: Page) => page.getByRole('dialog', { name: 'Select readers records' });
  const rowsIn = (within: Locator) => within.getByRole('grid').getByRole('row');
  const row = (within: Locator, name: string) =>
    rowsIn(within).filter({ has: within.page().getByRole('gridcell', { name, exact: true }) });
  const chosen = (within: Locator) =>
    within.getByRole('list', { name: 'Selected records' }).getByRole('listitem');
  const openPicker = (panel: Locator, name: string) =>
    panel.getByRole('group', { name, exact: true }).getByRole('button', { name: 'Open picker' });

  const backend = walkedBackend(newest.binary, async () => {
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
    await createCollection({ name: 'papers', schema: [field('file', 'scans', { thumbs: ['40x40'] })] });
    readers = [];
    for (let at = 0; at < 120; at++) {
      readers.push((await make(backend, 'readers', { name: `Reader ${at}` })).id);
    }
    await createRecord({ id: 'papers' }, formOf({ scans: pngFile('scan.png') }));
  });

  const openBooks = async (page: Page) => {
    await button(page, 'New record').first().click();
    return newPanel(page, 'books');
  };

  test('chooses related records up to the maximum, by mouse and by keys, and saves them in their order', async () => {
    const book = await make(backend, 'books', { title: 'Chosen', readers: [readers[5]], owner: readers[7] });
    await walk(signedInPage(backend, addressOf('books', book.id)), async ({ page }) => {
      const { keyboard } = page;
      const panel = editPanel(page, 'books');
      const dialog = picker(page);
      const open = openPicker(panel, 'readers');
      const order = () => chosen(dialog).allTextContents();
      await panel.getByText('Reader 5').waitFor();
      await tabTo(page, open);
      await keyboard.press('Enter');
      await eventually(() => hasFocus(box(dialog, 'Search')), true);
      // The code of the search has loaded.
      await dialog.locator('.cm-editor').waitFor();
      await keyboard.type('na', { delay: 30 });
      await page.getByRole('listbox').waitFor();
      await keyboard.press('Escape');
      await gone(page.getByRole('listbox'));
      assert.ok(await hasFocus(box(dialog, 'Search')), 'it closes only the list');
      await keyboard.press('Escape');
      await gone(dialog);
      await eventually(() => hasFocus(open), true);
      await keyboard.press('Enter');
      await row(dialog, 'Reader 119').click();
      await keyboard.press('ArrowDown');
      await keyboard.press('Space');
      await dialog.getByText('3 of 3 selected').waitFor();
      await row(dialog, 'Reader 117').click({ force: true });
      await eventually(order, ['Reader 5', 'Reader 119', 'Reader 118']);

      const grip = await button(dialog, 'Move Reader 118').boundingBox();
      const target = await chosen(dialog).first().boundingBox();
      assert.ok(grip && target);
      await page.mouse.move(grip.x + 5, grip.y + 10);
      await page.mouse.down();
      await page.mouse.move(target.x + 30, target.y + 10, { steps: 5 });
      await page.mouse.move(target.x + 2, target.y + 10, { steps: 5 });
      await page.mouse.up();
      await eventually(order, ['Reader 118', 'Reader 5', 'Reader 119']);
      await button(dialog, 'Remove Reader 5').click();

      await tabTo(page, box(dialog, 'Search'), 'Shift+Tab');
      await keyboard.type('Reader 42');
      await keyboard.press('Enter');
      await eventually(() => rowsIn(dialog).count(), 1);
      await row(dialog, 'Reader 42').click();
      await tabTo(page, button(dialog, 'Move Reader 42'));
      for (const key of ['Space', 'Home', 'Space']) await keyboard.press(key);
      await eventually(order, ['Reader 42', 'Reader 118', 'Reader 119']);
      await tabTo(page, button(dialog, 'Set selection'));
      await keyboard.press('Enter');
      await gone(dialog);
      await eventually(() => hasFocus(open), true);
      assert.equal((await stored(backend, 'books', book.id))?.['readers'], [readers[5]]);
      await button(panel, 'Save changes').click();
      await gone(panel);
      const ids = [42, 118, 119].map((at) => readers[at]);
      assert.equal((await stored(backend, 'books', book.id))?.['readers'], ids);
    });
  });

  test('edits and creates records on top of the picker, whose list loads more by itself', () =>
    walk(signedInPage(backend, addressOf('books')), async ({ page }) => {
      const { keyboard } = page;
      const panel = await openBooks(page);
      const dialog = picker(page);
      const grid = dialog.getByRole('grid');
      await openPicker(panel, 'owner').click();
      await rowsIn(dialog).first().waitFor();
      assert.is(await grid.getAttribute('aria-rowcount'), '50');
      await grid.hover();
      await eventually(async () => {
        await page.mouse.wheel(0, 3000);
        return grid.getAttribute('aria-rowcount');
      }, '120');
      assert.ok((await rowsIn(dialog).count()) < 60, 'only visible rows are drawn');
      await box(dialog, 'Search').click();
      await keyboard.type('Reader 41');
      await keyboard.press('Enter');
      await eventually(() => rowsIn(dialog).count(), 1);
      await tabTo(page, row(dialog, 'Reader 41'));
      await keyboard.press('ArrowRight');
      await keyboard.press('Enter');
      const editor = editPanel(page, 'readers');
      await box(editor, 'name').fill('Reader 41, better');
      await keyboard.press('Control+s');
      const nameOf = async () => (await stored(backend, 'readers', readers[41] ?? ''))?.['name'];
      await eventually(nameOf, 'Reader 41, better');
      // Nothing closes while it is busy.
      await eventually(() => editor.getAttribute('aria-busy'), null);
      await keyboard.press('Escape');
      await gone(editor);
      await eventually(() => chosen(dialog).allTextContents(), ['Reader 41, better']);

      await button(dialog, 'New record').click();
      await box(newPanel(page, 'readers'), 'name').fill('Fresh reader');
      await button(newPanel(page, 'readers'), 'Create').click();
      await gone(newPanel(page, 'readers'));
      await eventually(() => chosen(dialog).allTextContents(), ['Fresh reader']);
      await button(dialog, 'Set selection').click();
      await panel.getByText('Fresh reader').waitFor();
    }));

  test('chooses a stored picture for rich text, in another size', () =>
    walk(signedInPage(backend, addressOf('books')), async ({ page }) => {
      const panel = await openBooks(page);
      await box(panel, 'title').fill('With a picture');
      await box(panel, 'blurb').click();
      await button(panel, 'Image').click();
      await page.getByRole('menuitem', { name: 'From collection' }).click();
      const dialog = page.getByRole('dialog', { name: 'Select an image' });
      await dialog.getByText('No records with images found.').waitFor();
      await button(dialog, 'papers').click();
      await dialog.getByRole('button', { name: /^scan_.*\.png$/ }).click();
      await dialog.getByRole('combobox', { name: 'Size' }).click();
      await page.getByRole('option', { name: '40x40' }).click();
      await button(dialog, 'Insert').click();
      await gone(dialog);
      await button(panel, 'Create').click();
      await gone(panel);
      const { json } = await askServer(backend, 'collections/books/records?sort=-created');
      assert.match(json.items[0].blurb, /<img [^>]*src="[^"]*\/scan_[^"]*\.png\?thumb=40x40"/);
    }));
}
