// The table has changes that are not saved, while its collection, a field or a related record changes elsewhere.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import { openEditor } from '../support/collectionWalk';
import { addressOf, answer, box, button, chooseInMenu, gone, make } from '../support/editorWalk';
import { createCollection, field } from '../support/realBackend';
import { backends } from '../support/server';
import { press, stagedBar } from '../support/tableWalk';
import { eventually, signedInPage, tabTo, visit, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  const backend = walkedBackend(newest.binary);

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
}
