import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { TestBackend } from '../support/server';
import { temporaryFolder } from '../support/serverProcess';
import { openBenchPage, usedHeap } from './benchPage';
import { long } from './data/collections';
import type { Figures } from './figures';

const rows = 10_000;
const faults = 500;
const exportMs = 300_000;

/** Exports a hundred thousand records, and checks ten thousand rows with five hundred faults. */
export async function measureTransfers(
  browser: Browser,
  backend: TestBackend,
  figures: Figures,
): Promise<void> {
  await measureExport(browser, backend, figures);
  await measureCheck(browser, backend, figures);
}

async function measureExport(browser: Browser, backend: TestBackend, figures: Figures): Promise<void> {
  const { page, close } = await openBenchPage(browser, backend, `#/collections?collectionId=${long.id}`);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Export records...' }).click();
  const before = await usedHeap(page);
  await button(/^Export [\d,]+ records$/).waitFor();
  let highest = 0;
  const sampling = setInterval(() => {
    void usedHeap(page).then(
      (used) => {
        highest = Math.max(highest, used);
      },
      () => {},
    );
  }, 2_000);
  const started = performance.now();
  const download = page.waitForEvent('download', { timeout: exportMs });
  await button(/^Export [\d,]+ records$/).click();
  await download;
  figures.add('export', (performance.now() - started) / 1_000);
  clearInterval(sampling);
  figures.add('exportHeap', (highest - before) / 1e6);
  await close();
}

async function measureCheck(browser: Browser, backend: TestBackend, figures: Figures): Promise<void> {
  const { page, close } = await openBenchPage(
    browser,
    backend,
    `#/collections/import?collectionId=${long.id}`,
  );
  const file = path.join(temporaryFolder(), 'rows.csv');
  writeFileSync(file, tableText());
  await page.locator('input[type="file"]').setInputFiles(file);
  const check = page.getByRole('button', { name: 'Check 10,000 rows' });
  await check.waitFor();
  const longest = await watchTasks(page);
  const started = performance.now();
  await check.click();
  await page.getByRole('tab', { name: 'Errors 500' }).waitFor();
  figures.add('checkRows', (performance.now() - started) / 1_000);
  figures.add('checkTask', await longest());
  await close();
}

/** Each twentieth row has one fault. */
function tableText(): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const price = at % (rows / faults) === 0 ? 'many' : String(at);
    return `Title ${at},Subtitle ${at},${price},true,draft,2026-01-01 00:00:00.000Z,a${at}@x.example,"{""n"":${at}}"`;
  });
  return ['title,subtitle,price,is_open,stage,due,contact,extra', ...lines].join('\n');
}

/** Returns a function that returns the longest task since then, in ms. A key that is pressed waits so long. */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  const seen = await page.evaluateHandle(() => {
    const times: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) times.push(duration);
    }).observe({ type: 'longtask' });
    return times;
  });
  return () => seen.evaluate((times) => Math.max(0, ...times));
}
