// Backups on a real server: created, downloaded, uploaded, deleted and restored, and the messages when one
// fails.
import { readFileSync } from 'node:fs';
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import { answer, box, button, gone } from '../support/editorWalk';
import { connectClient, createCollection, createRecord, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { backupRows, changesOf, settingsOf, toggle, walkSettings } from '../support/settingsWalk';
import { askServer, checkPicture, eventually, hasFocus, screens, tabTo } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    await createCollection({ name: 'notes', schema: [field('text', 'text')] });
    await createRecord({ id: 'notes' }, { text: 'Before the backup' });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const onBackups = (steps: (opened: OpenPage) => Promise<void>) =>
    walkSettings(backend, 'Backups', steps, (page) =>
      backupRows(page).or(page.getByText('No backups yet.')).first(),
    );
  const newButton = (page: Page) => button(page, 'Initialize new backup');
  const newPopup = (page: Page) => page.getByRole('dialog', { name: 'Initialize new backup' });
  const restorePopup = (page: Page, key: string) => page.getByRole('dialog', { name: `Restore ${key}` });
  const stored = async () =>
    ((await askServer(backend, 'backups')).json as { key: string }[]).map(({ key }) => key).sort();
  const notes = async () =>
    (
      (await askServer(backend, 'collections/notes/records?sort=created')).json.items as { text: string }[]
    ).map(({ text }) => text);
  const upload = (page: Page, name: string, bytes: Buffer) =>
    page.getByLabel('Backup to upload').setInputFiles({ name, mimeType: 'application/zip', buffer: bytes });

  test('offers no restore without backups, and checks a name before it is sent', () =>
    onBackups(async (opened) => {
      const { page } = opened;
      await page.getByText('No backups yet.').waitFor();
      await checkPicture(opened, 'backups-empty');
      await tabTo(page, newButton(page));
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(box(newPopup(page), 'Backup name')), true);
      await page.keyboard.type('No Name');
      await page.keyboard.press('Enter');
      await newPopup(page)
        .getByText(/Use lowercase letters/)
        .waitFor();
      await checkPicture(opened, 'backups-new');
      assert.equal(await stored(), []);
      await page.keyboard.press('Escape');
      await gone(newPopup(page));
    }));

  test('creates one with a name and one without; refuses a name that exists', () =>
    onBackups(async (opened) => {
      const { page, watch } = opened;
      for (const name of ['first.zip', '']) {
        await newButton(page).click();
        await box(newPopup(page), 'Backup name').fill(name);
        await button(newPopup(page), 'Start backup').click();
        await gone(newPopup(page));
        await page.getByText('Successfully generated new backup.').first().waitFor();
      }
      await eventually(() => backupRows(page).count(), 2);
      assert.is((await stored()).length, 2);
      await backupRows(page).nth(1).getByText('first.zip').waitFor();
      await page.getByText(/^2 backups, /).waitFor();
      await checkPicture(opened, 'backups');
      await page.setViewportSize(screens.narrow);
      const title = page.getByRole('heading', { level: 1 });
      assert.ok(await title.evaluate((one) => one.scrollWidth <= one.clientWidth), 'the title is not cut');
      await page.setViewportSize(screens.wide);
      watch.expect(/400/);
      await newButton(page).click();
      await box(newPopup(page), 'Backup name').fill('first.zip');
      await button(newPopup(page), 'Start backup').click();
      await newPopup(page).getByText('The backup file name is invalid or already exists.').waitFor();
    }));

  test('refuses another one during a backup, and tells that it may take a while', () =>
    onBackups(async ({ page }) => {
      let finish = () => {};
      await page.route('**/api/backups', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        await route.fulfill({ status: 204 });
      });
      await newButton(page).click();
      await button(newPopup(page), 'Start backup').click();
      await page.keyboard.press('Escape');
      await page.getByText('A backup has already been started, please wait.').waitFor();
      await page
        .getByText('The backup was started but may take a while to complete. You can come back later.')
        .waitFor();
      await gone(newPopup(page));
      await newButton(page).click();
      await page.getByText('A backup has already been started, please wait.').waitFor();
      assert.is(await newPopup(page).count(), 0);
      finish();
      await page.getByText('Successfully generated new backup.').waitFor();
    }));

  test('allows no other one while the server is busy, and reloads the list afterwards', () =>
    onBackups(async ({ page }) => {
      let isFree = false;
      await page.route('**/api/health', (route) =>
        route.fulfill({ json: { code: 200, message: '', data: { canBackup: isFree } } }),
      );
      await button(page, 'Backup/restore operation is in process').waitFor();
      assert.ok(await button(page, 'Backup/restore operation is in process').isDisabled());
      const read = page.waitForRequest((request) => request.url().endsWith('/api/backups'));
      isFree = true;
      await newButton(page).waitFor();
      await read;
    }));

  test('downloads a backup unchanged, uploads it under another name, and deletes it', () =>
    onBackups(async ({ page, watch }) => {
      const waiting = page.waitForEvent('download');
      await button(page, 'Download first.zip').click();
      const download = await waiting;
      assert.is(download.suggestedFilename(), 'first.zip');
      const bytes = readFileSync(await download.path());
      const token = (await askServer(backend, 'files/token', { method: 'POST' })).json.token;
      const held = await fetch(`${backend.url}/api/backups/first.zip?token=${token}`);
      assert.ok(bytes.equals(Buffer.from(await held.arrayBuffer())), 'every byte');

      await upload(page, 'second.zip', bytes);
      await page.getByText('Successfully uploaded a new backup.').waitFor();
      await backupRows(page).filter({ hasText: 'second.zip' }).waitFor();
      watch.expect(/400/);
      await upload(page, 'second.zip', bytes);
      await page.getByText('Backup file with the specified name already exists.').waitFor();

      await button(page, 'Delete second.zip').click();
      await answer(page, 'Do you really want to delete second.zip?', false);
      assert.ok((await stored()).includes('second.zip'));
      await button(page, 'Delete second.zip').click();
      await answer(page, 'Do you really want to delete second.zip?', true);
      await page.getByText('Successfully deleted second.zip.').waitFor();
      await gone(backupRows(page).filter({ hasText: 'second.zip' }));
      assert.not((await stored()).includes('second.zip'));
    }));

  test('finds a zip without a database, and a truncated file, before anything is restored', () =>
    onBackups(async (opened) => {
      const { page } = opened;
      const empty = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
      await upload(page, 'empty.zip', empty);
      await button(page, 'Restore empty.zip').click();
      await restorePopup(page, 'empty.zip')
        .getByText('This zip has no data.db, so it is not a backup.')
        .waitFor();
      await box(restorePopup(page, 'empty.zip'), 'Backup name').fill('empty.zip');
      assert.ok(await button(restorePopup(page, 'empty.zip'), 'Restore backup').isDisabled());
      await checkPicture(opened, 'backups-restore-bad');
      await page.keyboard.press('Escape');
      await gone(restorePopup(page, 'empty.zip'));

      const whole = await downloaded('first.zip');
      await upload(page, 'cut.zip', whole.subarray(0, whole.length - 400));
      await button(page, 'Restore cut.zip').click();
      await restorePopup(page, 'cut.zip')
        .getByText(/not a readable zip file/)
        .waitFor();
    }));

  test('restores a backup by keys: its name is typed, and the server comes back with its data', () =>
    onBackups(async (opened) => {
      const { page, watch } = opened;
      await createRecord({ id: 'notes' }, { text: 'After the backup' });
      assert.equal(await notes(), ['Before the backup', 'After the backup']);
      await tabTo(page, button(page, 'Restore first.zip'));
      await page.keyboard.press('Enter');
      const popup = restorePopup(page, 'first.zip');
      await popup.getByText('Checked: this backup looks valid.').waitFor();
      await page.keyboard.type('first');
      assert.ok(await button(popup, 'Restore backup').isDisabled());
      await page.keyboard.type('.zip');
      await checkPicture(opened, 'backups-restore');
      watch.expect(/ERR_|Failed to (load|fetch)|40[013]/);
      let isLoaded = false;
      page.once('load', () => {
        isLoaded = true;
      });
      await page.keyboard.press('Enter');
      await popup.getByText('Waiting for the server to come back...').waitFor();
      await page.keyboard.press('Escape');
      assert.is(await popup.count(), 1, 'nothing closes it now');
      await popup.getByText('The server is back. Reloading the page...').waitFor();
      await eventually(() => isLoaded, true);
      assert.equal(await notes(), ['Before the backup']);
    }));

  test('reports a restore that the server drops silently', () =>
    onBackups(async ({ page }) => {
      await page.clock.install();
      await page.route('**/api/backups/*/restore', (route) => route.fulfill({ status: 204 }));
      await button(page, 'Restore first.zip').click();
      const popup = restorePopup(page, 'first.zip');
      await popup.getByText('this backup looks valid').waitFor();
      await box(popup, 'Backup name').fill('first.zip');
      await button(popup, 'Restore backup').click();
      for (let round = 0; round < 130; round += 1) await page.clock.runFor(150);
      await popup
        .getByText('The server did not restart, so probably nothing was restored. Check its logs.')
        .waitFor();
      await button(popup, 'Cancel').click();
      await gone(popup);
    }));

  test('sets up automatic backups and shows their times; sends only the changed keys', () =>
    onBackups(async (opened) => {
      const { page } = opened;
      const sent = changesOf(page);
      await button(page, 'Backups options').click();
      await toggle(page, 'Enable auto backups').check();
      await eventually(() => hasFocus(box(page, 'Cron expression')), true);
      await box(page, 'Cron expression').fill('61 0 * * *');
      await button(page, 'Save changes').click();
      await page.getByText('The minute "61": must be from 0 to 59.').waitFor();
      await checkPicture(opened, 'backups-cron-fault');
      await button(page, 'Presets').click();
      await page.getByRole('menuitem', { name: 'Every Mon and Wed at 00:00' }).click();
      assert.is(await box(page, 'Cron expression').inputValue(), '0 0 * * 1,3');
      await eventually(() => page.getByRole('list', { name: 'Next runs' }).getByRole('listitem').count(), 3);
      await page
        .getByText(/^\d{4}-\d\d-\d\d 00:00 UTC/)
        .first()
        .waitFor();
      await box(page, 'Max @auto backups to keep').fill('0');
      await button(page, 'Save changes').click();
      await page.getByText(/Must be a whole number from 1/).waitFor();
      await box(page, 'Max @auto backups to keep').fill('7');
      await button(page, 'Save changes').click();
      await page.getByText('Successfully saved application settings.').waitFor();
      assert.equal(sent, [{ backups: { cron: '0 0 * * 1,3', cronMaxKeep: 7 } }]);
      await checkPicture(opened, 'backups-options');
      await toggle(page, 'Enable auto backups').uncheck();
      await button(page, 'Reset').click();
      assert.ok(await toggle(page, 'Enable auto backups').isChecked());
      await toggle(page, 'Enable auto backups').uncheck();
      await button(page, 'Save changes').click();
      await eventually(async () => (await settingsOf(backend)).backups.cron, '');
    }));

  test('reports options and lists that fail to load, with Retry', () =>
    onBackups(async (opened) => {
      const { page, watch } = opened;
      watch.expect(/500/);
      const refuse = { status: 500, json: { code: 500, message: 'The disk is gone.', data: {} } };
      await page.route('**/api/settings?fields=backups', (route) => route.fulfill(refuse));
      await page.route('**/api/backups', (route) => route.fulfill(refuse));
      await page.reload();
      await page.getByText('The backups could not be loaded.').waitFor();
      await button(page, 'Backups options').click();
      await page.getByText('Options could not be loaded').waitFor();
      await checkPicture(opened, 'backups-failed');
      await page.unrouteAll();
      await button(page, 'Retry').first().click();
      await backupRows(page).first().waitFor();
      await button(page, 'Retry').click();
      await toggle(page, 'Enable auto backups').waitFor();
    }));

  async function downloaded(key: string): Promise<Buffer> {
    const token = (await askServer(backend, 'files/token', { method: 'POST' })).json.token;
    const answered = await fetch(`${backend.url}/api/backups/${key}?token=${token}`);
    return Buffer.from(await answered.arrayBuffer());
  }
}
