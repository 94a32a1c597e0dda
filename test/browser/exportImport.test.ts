// Exports and imports of collections: nothing changes that was not shown before.
import { readFileSync } from 'node:fs';
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import { enterCode } from '../support/collectionWalk';
import { answer, box, button, gone } from '../support/editorWalk';
import { connectClient, createCollection, createRecord, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { changeSettings, heading, link, toggle, walkSettings } from '../support/settingsWalk';
import { askServer, checkPicture, eventually, hasFocus, tabTo, visit } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    await createCollection({ name: 'posts', schema: [field('text', 'title'), field('text', 'note')] });
    await createCollection({ name: 'tags', schema: [field('text', 'label')] });
    for (const title of ['One', 'Two', 'Three']) await createRecord({ id: 'posts' }, { title, note: title });
    await createRecord({ id: 'tags' }, { label: 'A tag' });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const on = (name: string, steps: (opened: OpenPage) => Promise<void>) => walkSettings(backend, name, steps);
  const preview = (page: Page) => page.getByRole('group', { name: 'Configuration' });
  const input = (page: Page) => page.getByRole('textbox', { name: 'Collections' });
  const review = (page: Page) => page.getByRole('dialog', { name: 'Side-by-side diff' });
  const stored = async () => (await askServer(backend, 'collections?perPage=200&sort=name')).json.items;
  const names = async () => (await stored()).map(({ name }: { name: string }) => name);

  /** Pastes into the editor that has replaced the plain input. */
  async function paste(page: Page, text: string): Promise<void> {
    await enterCode(input(page));
    await page.keyboard.press('Control+a');
    await input(page).evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  // biome-ignore lint/suspicious/noExplicitAny: an export is changed in whatever way a test wants
  async function exported(change: (all: any[]) => void = () => {}): Promise<string> {
    const all = await stored();
    change(all);
    return JSON.stringify(all);
  }

  test('exports all collections at first, as text only, and downloads them so that two exports compare', () =>
    on('Export collections', async (opened) => {
      const { page } = opened;
      await page.getByText('3 of 3 selected').waitFor();
      await checkPicture(opened, 'export');
      await page.getByLabel('users').uncheck();
      const shown = JSON.parse((await preview(page).textContent()) ?? '');
      assert.equal(
        shown.map(({ name }: { name: string }) => name),
        ['posts', 'tags'],
      );
      assert.equal(Object.keys(shown[0]).slice(0, 4), ['id', 'name', 'type', 'system']);
      assert.not('created' in shown[0]);
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
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await button(page, 'Copy').click();
      await page.getByText('The configuration was copied to your clipboard!').waitFor();
      assert.equal(JSON.parse(await page.evaluate(() => navigator.clipboard.readText())), shown);
      await page.getByLabel('Select all').check();
      await page.getByLabel('Select all').uncheck();
      assert.ok(await button(page, 'Copy').isDisabled());
    }));

  test('an export changes nothing on its own server; a text without collections shows where it is wrong', () =>
    on('Import collections', async (opened) => {
      const { page } = opened;
      await checkPicture(opened, 'import-empty');
      await paste(page, await exported());
      await page.getByText('Your collections configuration is already up-to-date!').waitFor();
      assert.ok(await button(page, 'Review').isDisabled());
      await paste(page, '[\n  { "id": "x" }\n]');
      await page.getByText(/^Invalid collections configuration\. Line 2, column 3: /).waitFor();
      await checkPicture(opened, 'import-fault');
      await paste(page, '[{"id":');
      await page.getByText(/^Invalid collections configuration\. Line 1/).waitFor();
      await button(page, 'Clear').click();
      await gone(page.getByText(/^Invalid collections/));
    }));

  test('counts and names losses, asks for a word, then imports exactly the plan', () =>
    on('Import collections', async (opened) => {
      const { page } = opened;
      const text = await exported((all) => {
        const posts = all.find(({ name }) => name === 'posts');
        posts.schema = posts.schema.filter(({ name }: { name: string }) => name !== 'note');
        posts.listRule = 'title != ""';
        all.splice(
          all.findIndex(({ name }) => name === 'tags'),
          1,
        );
        all.push({
          ...posts,
          id: 'wholesale000000',
          name: 'wholesale',
          indexes: [],
          schema: [{ ...posts.schema[0], id: 'newtitle' }],
        });
      });
      await page.getByLabel('JSON file to load').setInputFiles({
        name: 'schema.json',
        mimeType: 'application/json',
        buffer: Buffer.from(text),
      });
      const changes = page.getByRole('list', { name: 'Detected changes' }).getByRole('listitem');
      await eventually(() => changes.count(), 3);
      await checkPicture(opened, 'import-changes');
      await button(page, 'Review').click();
      await review(page).getByText('1 record will be deleted.').waitFor();
      await review(page).getByText('All stored data related to note will be deleted! (3 values)').waitFor();
      await checkPicture(opened, 'import-review');
      await button(review(page), 'Confirm and import').click();
      const question = page.getByRole('dialog', { name: 'Delete data and import' });
      await question.getByText('tags (1 record)').waitFor();
      await question.getByText('posts.note (3 values)').waitFor();
      await question.getByText('No backup yet.').waitFor();
      await button(question, 'Make a backup first').click();
      await question.getByText(/Latest backup: (just now|1 minute ago)\./).waitFor();
      await checkPicture(opened, 'import-confirm');
      await button(question, 'Cancel').click();
      await gone(question);
      assert.ok((await names()).includes('tags'), 'Cancel leads back to the review');
      await button(review(page), 'Confirm and import').click();
      await box(question, 'Type delete to confirm').fill('delete');
      await page.keyboard.press('Enter');
      await page.getByText('Successfully imported collections configuration.').waitFor();
      await gone(review(page));
      assert.equal(await names(), ['posts', 'users', 'wholesale']);
      const [posts] = await stored();
      assert.equal(
        posts.schema.map(({ name }: { name: string }) => name),
        ['title'],
      );
      assert.is(posts.listRule, 'title != ""');
      assert.is((await askServer(backend, 'collections/posts/records')).json.totalItems, 3);
      assert.is(await input(page).textContent(), '');
    }));

  test('deletes nothing without deletion or when merged', () =>
    on('Import collections', async ({ page }) => {
      const [posts] = await stored();
      await paste(page, JSON.stringify([{ ...posts, schema: [], viewRule: '' }]));
      await toggle(page, 'Delete missing collections and schema fields').uncheck();
      const changes = page.getByRole('list', { name: 'Detected changes' }).getByRole('listitem');
      await eventually(
        () => changes.allTextContents().then((all) => all.map((one) => one.slice(0, 12))),
        ['Changedposts'],
      );
      await toggle(page, 'Delete missing collections and schema fields').check();
      await toggle(page, 'Merge with the existing collections').check();
      assert.ok(await toggle(page, 'Delete missing collections and schema fields').isDisabled());
      await eventually(() => changes.count(), 1);
    }));

  test('shows a refusal at its collection and field, and keeps the review', () =>
    on('Import collections', async (opened) => {
      const { page, watch } = opened;
      await paste(
        page,
        await exported((all) => {
          const posts = all.find(({ name }) => name === 'posts');
          posts.schema[0].options.pattern = '(';
          posts.indexes = [];
        }),
      );
      await button(page, 'Review').click();
      watch.expect(/400/);
      await button(review(page), 'Confirm and import').click();
      const section = review(page).getByRole('region', { name: 'posts' });
      await section.getByRole('alert').getByText('title:').waitFor();
      await checkPicture(opened, 'import-refused', { sizes: ['wide'] });
      await review(page).locator('footer').getByRole('button', { name: 'Close' }).click();
      await gone(review(page));
    }));

  test('converts a newer format first, and reports what does not fit', () =>
    on('Import collections', async (opened) => {
      const { page } = opened;
      const title = {
        id: 'text1234567',
        name: 'title',
        type: 'text',
        hidden: true,
        min: 0,
        max: 0,
        pattern: '',
      };
      await paste(
        page,
        JSON.stringify([{ id: 'pbc_1', name: 'newer', type: 'base', fields: [title], indexes: [] }]),
      );
      await page.getByText(/In the format of a newer server: 1 of 1 collections/).waitFor();
      assert.ok(await button(page, 'Review').isDisabled());
      await button(page, 'Convert').click();
      await page.getByText(/newer\.title: .*hidden/).waitFor();
      await checkPicture(opened, 'import-converted');
      await toggle(page, 'Merge with the existing collections').check();
      await button(page, 'Review').click();
      await button(review(page), 'Confirm and import').click();
      await page.getByText('Successfully imported collections configuration.').waitFor();
      assert.ok((await names()).includes('newer'));
    }));

  test('a collection with the same name and another id takes the existing id', () =>
    on('Import collections', async ({ page }) => {
      await paste(
        page,
        await exported((all) => {
          all.find(({ name }) => name === 'posts').id = 'another00000000';
        }),
      );
      await page.getByText(/posts: another00000000, here /).waitFor();
      await button(page, 'Replace with original ids').click();
      await page.getByText('Your collections configuration is already up-to-date!').waitFor();
    }));

  test('exports, pastes, reviews and imports collections by keys alone', () =>
    on('Export collections', async ({ page }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const before = await names();
      await tabTo(page, page.getByLabel('users'));
      await page.keyboard.press('Space');
      await page.getByText(`${before.length - 1} of ${before.length} selected`).waitFor();
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
      await page.keyboard.press('Space');
      await lost.waitFor();
      await tabTo(page, button(page, 'Review'));
      await page.keyboard.press('Enter');
      await review(page).waitFor();
      await tabTo(page, button(review(page), 'Confirm and import'));
      await page.keyboard.press('Enter');
      const word = box(
        page.getByRole('dialog', { name: 'Delete data and import' }),
        'Type delete to confirm',
      );
      await eventually(() => hasFocus(word), true);
      await page.keyboard.press('Escape');
      await gone(word);
      await eventually(() => hasFocus(button(review(page), 'Confirm and import')), true);
      assert.equal(await names(), before);
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(word), true);
      await page.keyboard.type('delete');
      await page.keyboard.press('Enter');
      await page.getByText('Successfully imported collections configuration.').waitFor();
      await gone(review(page));
      assert.equal(
        await names(),
        before.filter((name: string) => name !== 'users'),
      );
      assert.not.ok(await page.evaluate(() => document.activeElement === document.body), 'focus is not lost');
    }));

  test('asks about typed text before leaving, and hides the group with the controls', () =>
    on('Import collections', async ({ page }) => {
      await paste(page, '[]');
      await link(page, 'Admins').click();
      await answer(page, 'You have unsaved changes. Do you really want to discard them?', true);
      await changeSettings(backend, { meta: { hideControls: true } });
      await visit(page, '#/settings/export-collections');
      await page.getByText(/of \d+ selected/).waitFor();
      // The settings may come after the collections.
      await gone(link(page, 'Import collections'));
      await changeSettings(backend, { meta: { hideControls: false } });
    }));
}
