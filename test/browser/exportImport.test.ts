// Exports and imports of collections: nothing changes that was not shown before.
import { readFileSync } from 'node:fs';
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import { answer, box, button, gone } from '../support/editorWalk';
import { createCollection, createRecord, field } from '../support/realBackend';
import { backends } from '../support/server';
import { heading, link, toggle, walkSettings } from '../support/settingsWalk';
import { askServer, eventually, hasFocus, tabTo } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  const backend = walkedBackend(newest.binary, async () => {
    await createCollection({ name: 'posts', schema: [field('text', 'title'), field('text', 'note')] });
    await createCollection({ name: 'tags', schema: [field('text', 'label')] });
    for (const title of ['One', 'Two', 'Three']) await createRecord({ id: 'posts' }, { title, note: title });
    await createRecord({ id: 'tags' }, { label: 'A tag' });
  });

  const on = (name: string, steps: (opened: OpenPage) => Promise<void>) => walkSettings(backend, name, steps);
  const preview = (page: Page) => page.getByRole('group', { name: 'Configuration' });
  const input = (page: Page) => page.getByRole('textbox', { name: 'Collections' });
  const review = (page: Page) => page.getByRole('dialog', { name: 'Side-by-side diff' });
  const word = (page: Page) =>
    box(page.getByRole('dialog', { name: 'Delete data and import' }), 'Type delete to confirm');
  const stored = async () => (await askServer(backend, 'collections?perPage=200&sort=name')).json.items;
  const names = async () => (await stored()).map(({ name }: { name: string }) => name);

  test('exports collections as text, copies them and pastes them into the import, by keys', () =>
    on('Export collections', async ({ page }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByText('3 of 3 selected').waitFor();
      await tabTo(page, page.getByLabel('users'));
      await page.keyboard.press('Space');
      await page.getByText('2 of 3 selected').waitFor();
      const shown = JSON.parse((await preview(page).textContent()) ?? '');
      assert.equal(
        shown.map(({ name }: { name: string }) => name),
        ['posts', 'tags'],
      );
      await tabTo(page, preview(page));
      await page.keyboard.press('Control+a');
      assert.is(
        (await page.evaluate(() => getSelection()?.toString() ?? '')).trim(),
        ((await preview(page).textContent()) ?? '').trim(),
      );
      const waiting = page.waitForEvent('download');
      await button(page, 'Download as JSON').click();
      const download = await waiting;
      assert.is(download.suggestedFilename(), 'pb_schema.json');
      assert.equal(JSON.parse(readFileSync(await download.path(), 'utf8')), shown);
      await tabTo(page, button(page, 'Copy'));
      await page.keyboard.press('Enter');
      await page.getByText('The configuration was copied to your clipboard!').waitFor();
      assert.ok(await hasFocus(button(page, 'Copy')));

      await tabTo(page, link(page, 'Import collections'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await heading(page, 'Import collections').waitFor();
      await tabTo(page, input(page));
      await page.keyboard.press('Control+v');
      const lost = page.getByRole('list', { name: 'Detected changes' }).getByText('users', { exact: true });
      await lost.waitFor();
      await tabTo(page, toggle(page, 'Merge with the existing collections'));
      await page.keyboard.press('Space');
      await page.getByText('Your collections configuration is already up-to-date!').waitFor();
      assert.ok(await button(page, 'Review').isDisabled());
      await page.keyboard.press('Space');
      await lost.waitFor();
      await tabTo(page, button(page, 'Review'));
      await page.keyboard.press('Enter');
      await tabTo(page, button(review(page), 'Confirm and import'));
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(word(page)), true);
      await page.keyboard.press('Escape');
      await gone(word(page));
      await eventually(() => hasFocus(button(review(page), 'Confirm and import')), true);
      await page.keyboard.press('Escape');
      await gone(review(page));
      assert.not.ok(await page.evaluate(() => document.activeElement === document.body), 'focus is not lost');
      await link(page, 'Admins').click();
      await answer(page, 'You have unsaved changes. Do you really want to discard them?', true);
      assert.equal(await names(), ['posts', 'tags', 'users']);
    }));

  test('counts and names losses, asks for a word, then imports exactly the plan', () =>
    on('Import collections', async ({ page }) => {
      const all = await stored();
      const posts = all.find(({ name }: { name: string }) => name === 'posts');
      posts.schema = posts.schema.filter(({ name }: { name: string }) => name !== 'note');
      posts.listRule = 'title != ""';
      const schema = [{ ...posts.schema[0], id: 'newtitle' }];
      const added = { ...posts, id: 'wholesale000000', name: 'wholesale', indexes: [], schema };
      const kept = all.filter(({ name }: { name: string }) => name !== 'tags');
      await page.getByLabel('JSON file to load').setInputFiles({
        name: 'schema.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify([...kept, added])),
      });
      const changes = page.getByRole('list', { name: 'Detected changes' }).getByRole('listitem');
      await eventually(() => changes.count(), 3);
      await button(page, 'Review').click();
      await review(page).getByText('1 record will be deleted.').waitFor();
      await review(page).getByText('All stored data related to note will be deleted! (3 values)').waitFor();
      await button(review(page), 'Confirm and import').click();
      const question = page.getByRole('dialog', { name: 'Delete data and import' });
      await question.getByText('tags (1 record)').waitFor();
      await question.getByText('posts.note (3 values)').waitFor();
      await question.getByText('No backup yet.').waitFor();
      await button(question, 'Make a backup first').click();
      await question.getByText(/Latest backup: (just now|1 minute ago)\./).waitFor();
      await button(question, 'Cancel').click();
      await gone(question);
      assert.ok((await names()).includes('tags'), 'Cancel leads back to the review');
      await button(review(page), 'Confirm and import').click();
      await word(page).fill('delete');
      await page.keyboard.press('Enter');
      await page.getByText('Successfully imported collections configuration.').waitFor();
      await gone(review(page));
      const [first, ...others] = await stored();
      assert.equal(
        [first.name, ...others.map(({ name }: { name: string }) => name)],
        ['posts', 'users', 'wholesale'],
      );
      assert.equal(
        [first.listRule, first.schema.map(({ name }: { name: string }) => name)],
        ['title != ""', ['title']],
      );
      assert.is((await askServer(backend, 'collections/posts/records')).json.totalItems, 3);
      assert.is(await input(page).textContent(), '');
    }));
}
