// The table has changes that are not saved, while its collection, a field or a related record changes elsewhere.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import { openEditor } from '../support/collectionWalk';
import {
  addressOf,
  answer,
  box,
  button,
  changeElsewhere,
  chooseInMenu,
  gone,
  make,
} from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { press, stagedBar, tableOf } from '../support/tableWalk';
import { askServer, eventually, signedInPage, tabTo, visit, walk } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  /** Changes one record in the table of a new collection, and returns its id. */
  async function change(page: Page, name: string): Promise<string> {
    await createCollection({ name, schema: [field('text', 'label')] });
    const { id } = await make(backend, name, { label: 'Stored' });
    await visit(page, addressOf(name));
    await tabTo(page, page.getByRole('gridcell', { name: 'Stored' }));
    await page.keyboard.type('Typed');
    await press(page, 'Enter');
    await stagedBar(page).getByText('1 change in 1 record').waitFor();
    return id;
  }

  const signedIn = (steps: (opened: OpenPage) => Promise<void>) => walk(signedInPage(backend), steps);
  const popup = (page: Page) => page.getByRole('dialog', { name: 'This collection no longer exists' });
  async function changedElsewhere(page: Page): Promise<void> {
    const other = await page.context().newPage();
    await other.goto(`${backend.url}/_/`);
    await other.evaluate(() => localStorage.setItem('lowlineCollectionsChanged', String(Date.now())));
    await other.close();
  }
  const drafts = (page: Page) =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('table_draft_')));
  /** Would closing the tab ask? */
  const asksBeforeClose = (page: Page) =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

  async function discard(page: Page): Promise<void> {
    await button(popup(page), 'Discard').click();
    await answer(page, 'Discard 1 change in 1 record?', true);
    await gone(popup(page));
    assert.equal(await drafts(page), []);
    assert.is(await asksBeforeClose(page), false);
  }

  test('a collection that is deleted on its page offers its changes, which stay until they are discarded', () =>
    signedIn(async ({ page }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const id = await change(page, 'deleted_here');
      await openEditor(page);
      await chooseInMenu(page, 'Delete');
      const question = page.getByRole('dialog', { name: 'Delete collection' });
      await box(question, 'Type deleted_here to confirm').fill('deleted_here');
      await press(page, 'Enter');
      await eventually(() => page.getByRole('heading', { level: 1 }).textContent(), 'users');
      await popup(page).getByText('deleted_here has 1 change in 1 record that was not saved.').waitFor();
      await button(popup(page), 'Copy as JSON').click();
      const copied = () =>
        page.evaluate(() => navigator.clipboard.readText().then((text) => text && JSON.parse(text)));
      await eventually(copied, [{ id, label: 'Typed' }] as unknown);
      await press(page, 'Escape');
      await answer(page, 'Discard 1 change in 1 record?', false);
      assert.is(await asksBeforeClose(page), true);
      await discard(page);
    }));

  test('so does one that another tab, another person or an import deletes', () =>
    signedIn(async ({ page, watch }) => {
      watch.expect(/404/);
      await change(page, 'deleted_in_tab');
      await askServer(backend, 'collections/deleted_in_tab', { method: 'DELETE' });
      await changedElsewhere(page);
      await discard(page);

      await change(page, 'deleted_elsewhere');
      await askServer(backend, 'collections/deleted_elsewhere', { method: 'DELETE' });
      await press(page, 'Control+s');
      await discard(page);

      await change(page, 'deleted_by_import');
      const all = (await askServer(backend, 'collections?perPage=200')).json.items as { name: string }[];
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('link', { name: 'Import collections' }).click();
      await page.getByLabel('JSON file to load').setInputFiles({
        name: 'schema.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(all.filter(({ name }) => name !== 'deleted_by_import'))),
      });
      await button(page, 'Review').click();
      await button(page.getByRole('dialog', { name: 'Side-by-side diff' }), 'Confirm and import').click();
      await page.getByRole('textbox', { name: 'Type delete to confirm' }).fill('delete');
      await press(page, 'Enter');
      await discard(page);
    }));

  test('a field that is renamed elsewhere takes its change along', () =>
    signedIn(async ({ page }) => {
      await change(page, 'renamed_field');
      const { json } = await askServer(backend, 'collections/renamed_field');
      await askServer(backend, 'collections/renamed_field', {
        method: 'PATCH',
        body: { schema: [{ ...json.schema[0], name: 'headline' }] },
      });
      await changedElsewhere(page);
      await page.getByRole('columnheader', { name: 'headline' }).waitFor();
      await page.getByRole('gridcell', { name: 'Typed' }).waitFor();
      await press(page, 'Control+s');
      await page.getByText('Saved 1 record.').waitFor();
      const { json: saved } = await askServer(backend, 'collections/renamed_field/records');
      assert.is(saved.items[0].headline, 'Typed');
    }));

  test('related records are named and rich text is plain, in tooltips, conflicts and the review', async () => {
    const { id: collectionId } = await createCollection({
      name: 'customers',
      schema: [field('text', 'name', {}, true)],
    });
    const people: string[] = [];
    for (const name of ['Ines Moreau', 'Olga Lind', 'Tim Reed'])
      people.push((await make(backend, 'customers', { name })).id);
    await createCollection({
      name: 'orders',
      schema: [field('relation', 'customer', { collectionId, maxSelect: 1 }), field('editor', 'note')],
    });
    const note = '<p>Ring <b>twice</b></p>';
    const { id } = await make(backend, 'orders', { customer: people[0], note });
    const { cell } = tableOf([id], ['pick', 'id', 'customer', 'note']);
    await walk(signedInPage(backend, addressOf('orders')), async ({ page }) => {
      const description = (column: string) => cell(page, 0, column).getAttribute('aria-description');
      for (const column of ['customer', 'note']) {
        await tabTo(page, cell(page, 0, column));
        await press(page, 'Delete');
      }
      await eventually(() => description('customer'), 'Changed, was Ines Moreau');
      // Rich text is read in full first.
      await eventually(() => description('note'), 'Changed, was Ring twice');
      await changeElsewhere(backend, 'orders', id, { customer: people[1] });
      await button(page, 'Refresh').click();
      await eventually(
        () => description('customer'),
        'Changed on the server: now Olga Lind. Was Ines Moreau',
      );
      await button(page, 'Review').click();
      const review = page.getByRole('dialog', { name: /^\d changes? in 1 record$/ });
      await review.getByRole('button', { name: 'Theirs: Olga Lind' }).waitFor();
      await review.getByText('Ring twice', { exact: true }).waitFor();
      await review.getByRole('button', { name: 'Mine: empty' }).click();
      // No row has shown this one before the save reads it.
      await changeElsewhere(backend, 'orders', id, { customer: people[2] });
      await review.getByRole('button', { name: 'Save 1 record' }).click();
      await review.getByRole('button', { name: 'Theirs: Tim Reed' }).click();
      await review.getByRole('button', { name: 'Save 1 record' }).click();
      await page.getByText('Saved 1 record.').waitFor();
    });
    const { json } = await askServer(backend, `collections/orders/records/${id}`);
    assert.equal([json.customer, json.note], [people[2], '']);
  });
}
