// The server dies during an action on backups: the page reports it, stays usable, and continues afterwards.
import { randomFillSync } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, type Route, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { zipOf } from '../screens/settings/backups/zipFile';
import type { OpenPage } from '../support/browser';
import { answer, box, button, gone } from '../support/editorWalk';
import { connectClient, createCollection, createRecord, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { backupRows, heading, openSettings } from '../support/settingsWalk';
import { askServer, eventually, signedInPage, walk } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    await createCollection({ name: 'notes', schema: [field('text', 'text')] });
    await createRecord({ id: 'notes' }, { text: 'Before the backup' });
    await askServer(backend, 'backups', { method: 'POST', body: { name: 'first.zip' } });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const onBackups = (steps: (opened: OpenPage) => Promise<void>) =>
    walk(signedInPage(backend), async (opened) => {
      opened.watch.expect(/ERR_|Failed to (load|fetch)/);
      await openSettings(opened.page, 'Backups');
      await row(opened.page, 'first.zip').waitFor();
      await steps(opened);
    });
  const row = (page: Page, key: string) => backupRows(page).filter({ hasText: key });
  const banner = (page: Page) => page.getByText('The server cannot be reached. Trying again...');
  const unreachable = (page: Page) =>
    page.getByText('The server cannot be reached. Check the connection and try again.');
  const newButton = (page: Page) => button(page, 'Initialize new backup');
  const newPopup = (page: Page) => page.getByRole('dialog', { name: 'Initialize new backup' });
  const restorePopup = (page: Page) => page.getByRole('dialog', { name: 'Restore first.zip' });
  const stored = async () =>
    ((await askServer(backend, 'backups')).json as { key: string }[]).map(({ key }) => key).sort();
  const notes = async () =>
    ((await askServer(backend, 'collections/notes/records')).json.items as { text: string }[])
      .map(({ text }) => text)
      .sort();

  /** Restarts the server; the page notices and shows the present state. */
  async function comeBack(page: Page): Promise<void> {
    await backend.restart();
    await gone(banner(page));
    await button(page, 'Refresh').click();
    const keys = await stored();
    await eventually(() => backupRows(page).count(), keys.length);
    for (const key of keys) await row(page, key).waitFor();
  }

  test('killed during a backup: the page reports it, its popup closes, and another can be started', () =>
    onBackups(async ({ page }) => {
      // Random bytes take the server a while to compress.
      const storage = join(backend.dir, 'pb_data/storage');
      const ballast = join(storage, 'ballast.bin');
      const held = join(backend.dir, 'pb_data/backups');
      mkdirSync(storage, { recursive: true });
      writeFileSync(ballast, randomFillSync(Buffer.alloc(100_000_000)));
      await newButton(page).click();
      await box(newPopup(page), 'Backup name').fill('second.zip');
      await button(newPopup(page), 'Start backup').click();
      await eventually(async () => (await askServer(backend, 'health')).json.data.canBackup, false);
      await backend.kill();
      await unreachable(page).waitFor();
      await banner(page).waitFor();
      // After a second and a half the popup has closed itself.
      if ((await newPopup(page).count()) > 0) await page.keyboard.press('Escape');
      await gone(newPopup(page));
      rmSync(ballast);
      // A partial file may stay under another name.
      for (const file of readdirSync(held).filter((name) => name.startsWith('second.zip.')))
        rmSync(join(held, file));
      await comeBack(page);
      assert.equal(await stored(), ['first.zip']);
      await newButton(page).click();
      await box(newPopup(page), 'Backup name').fill('second.zip');
      await button(newPopup(page), 'Start backup').click();
      await page.getByText('Successfully generated new backup.').waitFor();
      await row(page, 'second.zip').waitFor();
    }));

  test('killed during a long backup, with its popup closed: the page reports it, and it is no longer in progress', () =>
    onBackups(async ({ page }) => {
      let held: Route | null = null;
      await page.route('**/api/backups', (route) => {
        if (route.request().method() === 'POST') held = route;
        else void route.fallback();
      });
      await newButton(page).click();
      await button(newPopup(page), 'Start backup').click();
      await page.getByText(/^The backup was started but may take a while/).waitFor();
      await gone(newPopup(page));
      await backend.kill();
      await (held as Route | null)?.continue();
      await page.unrouteAll();
      await unreachable(page).waitFor();
      await banner(page).waitFor();
      await newButton(page).click();
      await box(newPopup(page), 'Backup name').waitFor();
      await page.keyboard.press('Escape');
      await gone(newPopup(page));
      await comeBack(page);
    }));

  test('killed during an upload: the button works again, and the same file can be chosen', () =>
    onBackups(async ({ page }) => {
      const bytes = zipOf({ 'a.bin': Buffer.alloc(1_500_000, 7) });
      const session = await page.context().newCDPSession(page);
      const throttle = (uploadThroughput: number) =>
        session.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: 0,
          downloadThroughput: -1,
          uploadThroughput,
        });
      await session.send('Network.enable');
      await throttle(300_000);
      const choose = () =>
        page
          .getByLabel('Backup to upload')
          .setInputFiles({ name: 'up.zip', mimeType: 'application/zip', buffer: bytes });
      await choose();
      await button(page, 'Upload backup').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: /^Uploading \d+%$/ }).waitFor();
      await backend.kill();
      await unreachable(page).waitFor();
      await banner(page).waitFor();
      await button(page, 'Upload backup').waitFor();
      await throttle(-1);
      await comeBack(page);
      assert.not((await stored()).includes('up.zip'));
      await choose();
      await page.getByText('Successfully uploaded a new backup.').waitFor();
      await row(page, 'up.zip').waitFor();
    }));

  test('killed during a delete: its row stays usable, and it can be deleted later', () =>
    onBackups(async ({ page }) => {
      let held: Route | null = null;
      await page.route('**/api/backups/up.zip', (route) => {
        held = route;
      });
      await button(page, 'Delete up.zip').click();
      await answer(page, 'Do you really want to delete up.zip?', true);
      await eventually(() => held !== null, true);
      assert.ok(await button(page, 'Restore up.zip').isDisabled());
      await backend.kill();
      await (held as Route | null)?.continue();
      await page.unrouteAll();
      await unreachable(page).waitFor();
      await banner(page).waitFor();
      await eventually(() => button(page, 'Restore up.zip').isDisabled(), false);
      await comeBack(page);
      assert.ok((await stored()).includes('up.zip'));
      await button(page, 'Delete up.zip').click();
      await answer(page, 'Do you really want to delete up.zip?', true);
      await page.getByText('Successfully deleted up.zip.').waitFor();
      await gone(row(page, 'up.zip'));
    }));

  test('down during the check of a file: reports no fault of the file, and Retry checks again', () =>
    onBackups(async ({ page }) => {
      await backend.kill();
      await button(page, 'Restore first.zip').click();
      const popup = restorePopup(page);
      await popup.getByText('Could not check this backup.').waitFor();
      await banner(page).waitFor();
      await box(popup, 'Backup name').fill('first.zip');
      await button(popup, 'Restore backup').click();
      await unreachable(page).waitFor();
      await backend.restart();
      await gone(banner(page));
      await button(popup, 'Retry').click();
      await popup.getByText('this backup looks valid').waitFor();
      await button(popup, 'Cancel').click();
      await gone(popup);
    }));

  test('killed during a restore: the popup waits for the server, and the page reloads with it', () =>
    onBackups(async ({ page }) => {
      connectClient(backend.url, await adminToken(backend));
      await createRecord({ id: 'notes' }, { text: 'After the backup' });
      await button(page, 'Restore first.zip').click();
      const popup = restorePopup(page);
      await popup.getByText('this backup looks valid').waitFor();
      await box(popup, 'Backup name').fill('first.zip');
      // The server begins a second after its response. Kill it before the page gets the response.
      await page.route('**/restore', async (route) => {
        const response = await route.fetch();
        await backend.kill();
        await route.fulfill({ response });
      });
      await button(popup, 'Restore backup').click();
      await popup.getByText('Waiting for the server to come back...').waitFor();
      await banner(page).waitFor();
      await page.keyboard.press('Escape');
      assert.is(await popup.count(), 1);
      const loaded = page.waitForEvent('load');
      await backend.restart();
      await loaded;
      await heading(page, 'Backups').waitFor();
      await row(page, 'first.zip').waitFor();
      assert.equal(await notes(), ['After the backup', 'Before the backup']);
    }));
}
