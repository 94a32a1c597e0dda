import type { Browser } from '@playwright/test';
import type { TestBackend } from '../support/server';
import { askServer } from '../support/walk';
import { keyToPaint, openBenchPage, usedHeap } from './benchPage';
import { long } from './data/collections';
import type { Figures } from './figures';

const name = 'bench.zip';
const patienceMs = 60_000;

/** Opens a backup with a hundred thousand records, and searches in them. */
export async function measureBackup(browser: Browser, backend: TestBackend, figures: Figures): Promise<void> {
  const { json: backups } = await askServer(backend, 'backups');
  if (!backups.some(({ key }: { key: string }) => key === name)) {
    await askServer(backend, 'backups', { method: 'POST', body: { name } });
  }
  const { page, close } = await openBenchPage(browser, backend, '#/settings/backups');
  const before = await usedHeap(page);
  const link = page.getByRole('link', { name: `Open ${name}` });
  await link.waitFor();
  const started = performance.now();
  await link.click();
  await page.getByLabel('Search collections').fill(long.name);
  await page.getByRole('link', { name: new RegExp(`^${long.name}\\b`) }).click();
  await page.locator('tbody tr').nth(10).waitFor({ timeout: patienceMs });
  figures.add('backupRows', (performance.now() - started) / 1_000);

  await page
    .getByText(/ of 100,000$/)
    .first()
    .waitFor({ timeout: patienceMs });
  figures.add('backupHeap', ((await usedHeap(page)) - before) / 1e6);
  figures.add('backupKey', await keyToPaint(page.getByPlaceholder('Search term...')));
  await close();
}
