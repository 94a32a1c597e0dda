// The storage of uploaded files: the form, its test, and files that really arrive there.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import { box, button, gone } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { type S3Server, s3Server } from '../support/s3Server';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { changesOf, saveButton, settingsOf, toggle, walkSettings } from '../support/settingsWalk';
import { checkPicture, eventually, hasFocus, tabTo } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;
  let s3: S3Server;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    s3 = await s3Server();
    connectClient(backend.url, await adminToken(backend));
    await createCollection({
      name: 'pictures',
      schema: [field('file', 'file', { maxSelect: 1, maxSize: 5000 })],
    });
  });
  test.afterAll(async () => {
    await backend?.stop();
    await s3?.stop();
  });

  const onStorage = (steps: (opened: OpenPage) => Promise<void>) =>
    walkSettings(backend, 'Files storage', steps, use);
  const use = (page: Page) => toggle(page, 'Use S3 storage');
  const saved = (page: Page) => page.getByText('Successfully saved files storage settings.');
  const works = (page: Page) => page.getByText('S3 connected successfully');
  const fails = (page: Page) => page.getByText('Failed to establish S3 connection', { exact: true });

  test('a storage needs all its settings; switching it off clears the errors', () =>
    onStorage(async (opened) => {
      const { page } = opened;
      const sent = changesOf(page);
      assert.is(await box(page, 'Endpoint').count(), 0);
      await use(page).check();
      await page.getByText(/Existing files are not moved/).waitFor();
      await page.getByText('from the local file system to the S3 storage').waitFor();
      assert.is(
        await page.getByRole('link', { name: 'rclone' }).getAttribute('href'),
        'https://github.com/rclone/rclone',
      );
      await saveButton(page).click();
      await eventually(() => page.getByText('Cannot be blank.').count(), 5);
      await checkPicture(opened, 'settings-storage-fault');
      await use(page).uncheck();
      await gone(page.getByText('Cannot be blank.').first());
      await gone(saveButton(page));
      assert.equal(sent, []);
    }));

  test('saves a storage that refuses, with a warning; connects the correct one, which gets the uploads', () =>
    onStorage(async (opened) => {
      const { page, watch } = opened;
      const sent = changesOf(page);
      await use(page).check();
      await box(page, 'Endpoint').fill(s3.endpoint);
      await box(page, 'Bucket').fill('nowhere');
      await box(page, 'Region').fill(s3.settings.region);
      await box(page, 'Access key').fill(s3.settings.accessKey);
      await box(page, 'Secret').fill(s3.settings.secret);
      await toggle(page, 'Force path-style addressing').check();
      watch.expect(/400/);
      await saveButton(page).click();
      await page.getByText('Successfully saved but failed to establish S3 connection.').waitFor();
      assert.is(await saved(page).count(), 0, 'one message says both');
      await fails(page).waitFor();
      await page.getByText(/Failed to test the S3 filesystem\. Raw error:/).waitFor();
      await checkPicture(opened, 'settings-storage-failed');
      await box(page, 'Bucket').fill(s3.bucket);
      assert.is(await fails(page).count(), 0, 'it says nothing of what is typed');
      await saveButton(page).click();
      await works(page).waitFor();
      assert.equal(sent.at(-1), { s3: { bucket: s3.bucket } });
      assert.is(await box(page, 'Secret').inputValue(), '******');
      await checkPicture(opened, 'settings-storage-works');
      const { status } = await upload();
      assert.is(status, 200);
      assert.is((await s3.keys()).filter((key) => key.endsWith('.txt')).length, 1);
    }));

  test('tests the storage when the page opens, and Reset restores what was saved', () =>
    onStorage(async ({ page }) => {
      await works(page).waitFor();
      await box(page, 'Region').fill('elsewhere');
      await button(page, 'Reset').click();
      assert.is(await box(page, 'Region').inputValue(), s3.settings.region);
      await works(page).waitFor();
      await use(page).uncheck();
      await page.getByText('from the S3 storage to the local file system').waitFor();
      await saveButton(page).click();
      await saved(page).waitFor();
      assert.is(await works(page).count(), 0);
      const stored = (await settingsOf(backend)).s3;
      assert.equal([stored.enabled, stored.bucket, stored.secret], [false, s3.bucket, '******']);
    }));

  test('switches it on by keys alone, shows what is missing, and resets it', () =>
    onStorage(async ({ page }) => {
      await tabTo(page, use(page));
      await page.keyboard.press('Space');
      await box(page, 'Endpoint').waitFor();
      await tabTo(page, box(page, 'Endpoint'));
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await tabTo(page, toggle(page, 'Force path-style addressing'));
      await page.keyboard.press('Control+s');
      await page.getByText('Cannot be blank.').waitFor();
      await eventually(() => hasFocus(box(page, 'Endpoint')), true);
      await tabTo(page, button(page, 'Reset'));
      await page.keyboard.press('Enter');
      await gone(box(page, 'Endpoint'));
      assert.not.ok(await use(page).isChecked());
      assert.not.ok(await page.evaluate(() => document.activeElement === document.body), 'focus is not lost');
    }));

  async function upload() {
    const form = new FormData();
    form.append('file', new Blob(['A note in a bottle']), 'note.txt');
    return fetch(`${backend.url}/api/collections/pictures/records`, {
      method: 'POST',
      headers: { Authorization: await adminToken(backend) },
      body: form,
    });
  }
}
