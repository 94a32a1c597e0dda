// Backups on a real server: created, downloaded, uploaded, deleted and restored, also when the server dies meanwhile.
import { randomFillSync } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import { answer, box, button, gone } from '../support/editorWalk';
import { connectClient, createCollection, createRecord, field } from '../support/realBackend';
import { adminToken, backends } from '../support/server';
import { backupRows, heading, toggle, walkSettings } from '../support/settingsWalk';
import { askServer, eventually, hasFocus, screens, tabTo } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  const backend = walkedBackend(newest.binary, async () => {
    await createCollection({ name: 'notes', schema: [field('text', 'text')] });
    await createRecord({ id: 'notes' }, { text: 'Before the backup' });
    await askServer(backend, 'backups', { method: 'POST', body: { name: 'first.zip' } });
  });

  const row = (page: Page, key: string) => backupRows(page).filter({ hasText: key });
  const onBackups = (steps: (opened: OpenPage) => Promise<void>) =>
    walkSettings(backend, 'Backups', steps, (page) => row(page, 'first.zip'));
  const newPopup = (page: Page) => page.getByRole('dialog', { name: 'Initialize new backup' });
  const restorePopup = (page: Page) => page.getByRole('dialog', { name: 'Restore first.zip' });
  const banner = (page: Page) => page.getByText('The server cannot be reached. Trying again...');
  const unreachable = (page: Page) =>
    page.getByText('The server cannot be reached. Check the connection and try again.');
  const stored = async () =>
    ((await askServer(backend, 'backups')).json as { key: string }[]).map(({ key }) => key).sort();
  const notes = async () =>
    ((await askServer(backend, 'collections/notes/records')).json.items as { text: string }[])
      .map(({ text }) => text)
      .sort();
  const upload = (page: Page, name: string, buffer: Buffer) =>
    page.getByLabel('Backup to upload').setInputFiles({ name, mimeType: 'application/zip', buffer });

  async function makeBackup(page: Page, name: string): Promise<void> {
    await button(page, 'Initialize new backup').click();
    await box(newPopup(page), 'Backup name').fill(name);
    await button(newPopup(page), 'Start backup').click();
  }

  /** Restarts the server; the page notices and shows the present state. */
  async function comeBack(page: Page): Promise<void> {
    await backend.restart();
    await gone(banner(page));
    await button(page, 'Refresh').click();
    const keys = await stored();
    await eventually(() => backupRows(page).count(), keys.length);
  }

  test('the page has the focus after its options are reset and saved', () =>
    onBackups(async ({ page }) => {
      await button(page, 'Backups options').click();
      for (const name of ['Reset', 'Save changes']) {
        await toggle(page, 'Enable auto backups').check();
        await box(page, 'Cron expression').fill('0 0 * * *');
        await button(page, name).focus();
        await page.keyboard.press('Enter');
        await eventually(() => hasFocus(page.locator('#content')), true, name);
      }
    }));

  test('creates a backup by keys, downloads it unchanged, uploads it under another name and deletes it', () =>
    onBackups(async ({ page, watch }) => {
      watch.expect(/400/);
      await tabTo(page, button(page, 'Initialize new backup'));
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(box(newPopup(page), 'Backup name')), true);
      await page.keyboard.type('first.zip');
      await page.keyboard.press('Enter');
      await newPopup(page).getByText('The backup file name is invalid or already exists.').waitFor();
      await box(newPopup(page), 'Backup name').fill('');
      await page.keyboard.press('Enter');
      await gone(newPopup(page));
      await page.getByText('Successfully generated new backup.').waitFor();
      await eventually(() => backupRows(page).count(), 2);
      await page.setViewportSize(screens.narrow);
      const title = page.getByRole('heading', { level: 1 });
      assert.ok(await title.evaluate((one) => one.scrollWidth <= one.clientWidth), 'the title is not cut');
      await page.setViewportSize(screens.wide);

      const waiting = page.waitForEvent('download');
      await button(page, 'Download first.zip').click();
      const download = await waiting;
      assert.is(download.suggestedFilename(), 'first.zip');
      const bytes = readFileSync(await download.path());
      assert.ok(bytes.equals(await downloaded('first.zip')), 'every byte');
      await upload(page, 'second.zip', bytes);
      await page.getByText('Successfully uploaded a new backup.').waitFor();
      await row(page, 'second.zip').waitFor();
      await upload(page, 'second.zip', bytes);
      await page.getByText('Backup file with the specified name already exists.').waitFor();
      await button(page, 'Delete second.zip').click();
      await answer(page, 'Do you really want to delete second.zip?', false);
      assert.ok((await stored()).includes('second.zip'));
      await button(page, 'Delete second.zip').click();
      await answer(page, 'Do you really want to delete second.zip?', true);
      await gone(row(page, 'second.zip'));
      assert.not((await stored()).includes('second.zip'));
    }));

  test('restores a backup by keys when its name is typed, and the server comes back with its data', () =>
    onBackups(async ({ page, watch }) => {
      watch.expect(/ERR_|Failed to (load|fetch)|40[013]/);
      await createRecord({ id: 'notes' }, { text: 'After the backup' });
      await tabTo(page, button(page, 'Restore first.zip'));
      await page.keyboard.press('Enter');
      const popup = restorePopup(page);
      await popup.getByText('Checked: this backup looks valid.').waitFor();
      await page.keyboard.type('first');
      assert.ok(await button(popup, 'Restore backup').isDisabled());
      await page.keyboard.type('.zip');
      const loaded = page.waitForEvent('load');
      await page.keyboard.press('Enter');
      await popup.getByText('Waiting for the server to come back...').waitFor();
      await page.keyboard.press('Escape');
      assert.is(await popup.count(), 1, 'nothing closes it now');
      await loaded;
      assert.equal(await notes(), ['Before the backup']);
    }));

  test('the server dies during a backup: the page reports it, and another one can be made', () =>
    onBackups(async ({ page, watch }) => {
      watch.expect(/ERR_|Failed to (load|fetch)/);
      // Random bytes take the server a while to compress.
      const storage = join(backend.dir, 'pb_data/storage');
      const ballast = join(storage, 'ballast.bin');
      const held = join(backend.dir, 'pb_data/backups');
      mkdirSync(storage, { recursive: true });
      writeFileSync(ballast, randomFillSync(Buffer.alloc(100_000_000)));
      await makeBackup(page, 'killed.zip');
      await eventually(async () => (await askServer(backend, 'health')).json.data.canBackup, false);
      await backend.kill();
      await unreachable(page).waitFor();
      await banner(page).waitFor();
      // After a second and a half the popup has closed itself.
      if ((await newPopup(page).count()) > 0) await page.keyboard.press('Escape');
      await gone(newPopup(page));
      rmSync(ballast);
      // A partial file may stay under another name.
      for (const file of readdirSync(held).filter((name) => name.startsWith('killed.zip.')))
        rmSync(join(held, file));
      await comeBack(page);
      assert.not((await stored()).includes('killed.zip'));
      await makeBackup(page, 'killed.zip');
      await page.getByText('Successfully generated new backup.').waitFor();
      await row(page, 'killed.zip').waitFor();
    }));

  test('the server is down before a restore and dies during it: the popup waits, and nothing is lost', () =>
    onBackups(async ({ page, watch }) => {
      watch.expect(/ERR_|Failed to (load|fetch)/);
      await backend.kill();
      await button(page, 'Restore first.zip').click();
      const popup = restorePopup(page);
      await popup.getByText('Could not check this backup.').waitFor();
      await banner(page).waitFor();
      await box(popup, 'Backup name').fill('first.zip');
      await page.keyboard.press('Enter');
      await unreachable(page).waitFor();
      await backend.restart();
      await gone(banner(page));
      await button(popup, 'Retry').click();
      await popup.getByText('this backup looks valid').waitFor();

      connectClient(backend.url, await adminToken(backend));
      await createRecord({ id: 'notes' }, { text: 'Not lost' });
      // The server begins a second after its response. Kill it before the page gets the response.
      await page.route('**/restore', async (route) => {
        const response = await route.fetch();
        await backend.kill();
        await route.fulfill({ response });
      });
      await button(popup, 'Restore backup').click();
      await popup.getByText('Waiting for the server to come back...').waitFor();
      await banner(page).waitFor();
      const loaded = page.waitForEvent('load');
      await backend.restart();
      await loaded;
      await heading(page, 'Backups').waitFor();
      await row(page, 'first.zip').waitFor();
      assert.equal(await notes(), ['Before the backup', 'Not lost']);
    }));

  async function downloaded(key: string): Promise<Buffer> {
    const token = (await askServer(backend, 'files/token', { method: 'POST' })).json.token;
    const answered = await fetch(`${backend.url}/api/backups/${key}?token=${token}`);
    return Buffer.from(await answered.arrayBuffer());
  }
}
