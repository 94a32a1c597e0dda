// Collections that are deleted or changed while their table has changes that are not saved.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import { openEditor } from '../support/collectionWalk';
import { answer, box, button, chooseInMenu, gone, make } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { press, stagedBar } from '../support/tableWalk';
import { askServer, checkPicture, eventually, signedInPage, tabTo, walk } from '../support/walk';

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

  /** Opens a new collection whose table has one change. */
  async function withChange(name: string, steps: (opened: OpenPage, id: string) => Promise<void>) {
    await createCollection({ name, schema: [field('text', 'label')] });
    const { id } = await make(backend, name, { label: 'Stored' });
    await walk(signedInPage(backend, `#/collections?collectionId=${name}`), async (opened) => {
      const { page } = opened;
      await tabTo(page, page.getByRole('gridcell', { name: 'Stored' }));
      await page.keyboard.type('Typed');
      await press(page, 'Enter');
      await stagedBar(page).getByText('1 change in 1 record').waitFor();
      await steps(opened, id);
    });
  }

  const popup = (page: Page) => page.getByRole('dialog', { name: 'This collection no longer exists' });
  const changedElsewhere = (page: Page) =>
    page
      .context()
      .newPage()
      .then(async (other) => {
        await other.goto(`${backend.url}/_/`);
        await other.evaluate(() => localStorage.setItem('lowlineCollectionsChanged', String(Date.now())));
        await other.close();
      });
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
    withChange('deleted_here', async (opened, id) => {
      const { page } = opened;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await openEditor(page);
      await chooseInMenu(page, 'Delete');
      const question = page.getByRole('dialog', { name: 'Delete collection' });
      await box(question, 'Type deleted_here to confirm').fill('deleted_here');
      await button(question, 'Delete').click();
      await eventually(() => page.getByRole('heading', { level: 1 }).textContent(), 'users');
      await popup(page).getByText('deleted_here has 1 change in 1 record that was not saved.').waitFor();
      await checkPicture(opened, 'table-gone-collection');
      await button(popup(page), 'Copy as JSON').click();
      const copied = () =>
        page.evaluate(() => navigator.clipboard.readText().then((text) => text && JSON.parse(text)));
      await eventually(copied, [{ id, label: 'Typed' }] as unknown);
      await page.keyboard.press('Escape');
      await answer(page, 'Discard 1 change in 1 record?', false);
      assert.is(await asksBeforeClose(page), true);
      await discard(page);
    }));

  test('so does one that another tab deletes', () =>
    withChange('deleted_in_tab', async ({ page }) => {
      await askServer(backend, 'collections/deleted_in_tab', { method: 'DELETE' });
      await changedElsewhere(page);
      await popup(page).waitFor();
      await eventually(() => page.getByRole('heading', { level: 1 }).textContent(), 'users');
      await discard(page);
    }));

  test('so does one that somebody deletes, as soon as Save finds it gone', () =>
    withChange('deleted_elsewhere', async ({ page, watch }) => {
      watch.expect(/404/);
      await askServer(backend, 'collections/deleted_elsewhere', { method: 'DELETE' });
      await press(page, 'Control+s');
      await popup(page).waitFor();
      await discard(page);
    }));

  test('so does one that an import deletes', () =>
    withChange('deleted_by_import', async ({ page }) => {
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
      await page.keyboard.press('Enter');
      await popup(page).waitFor();
      await discard(page);
    }));

  test('a field that is renamed elsewhere takes its change along', () =>
    withChange('renamed_field', async ({ page }) => {
      const { json } = await askServer(backend, 'collections/renamed_field');
      const [label] = json.schema;
      await askServer(backend, 'collections/renamed_field', {
        method: 'PATCH',
        body: { schema: [{ ...label, name: 'headline' }] },
      });
      await changedElsewhere(page);
      await page.getByRole('columnheader', { name: 'headline' }).waitFor();
      await page.getByRole('gridcell', { name: 'Typed' }).waitFor();
      await press(page, 'Control+s');
      await page.getByText('Saved 1 record.').waitFor();
      const { json: saved } = await askServer(backend, 'collections/renamed_field/records');
      assert.is(saved.items[0].headline, 'Typed');
    }));
}
