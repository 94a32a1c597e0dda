import type { Browser, Page } from '@playwright/test';
import type { TestBackend } from '../support/server';
import { countElements } from '../support/walk';
import { clickToPaint, framesPerSecond, loadPages, openBenchPage, scrollTo, usedHeap } from './benchPage';
import { type BenchCollection, wide } from './data/collections';
import type { Figures } from './figures';

const pageSize = 40;
const everyRowSelected = 'tbody:has([data-selected]):not(:has([data-index]:not([data-selected])))';

/** Opens a collection in a fresh browser, loads a thousand rows and works with them. */
export async function measureRecords(
  browser: Browser,
  backend: TestBackend,
  collection: BenchCollection,
  figures: Figures,
): Promise<void> {
  const isWide = collection === wide;
  const opened = await openBenchPage(browser, backend, `#/collections?collectionId=${collection.id}`);
  const { page } = opened;
  if (!isWide) {
    figures.add('elementsCollections', await countElements(page));
    figures.add('heapIdle', (await usedHeap(page)) / 1e6);
  }

  const times = await loadPages(opened, pageSize);
  figures.add(isWide ? 'pageRatioWide' : 'pageRatioLong', (times.at(-1) ?? Number.NaN) / (times[0] ?? 0));
  if (isWide) figures.add('heapWide', (await usedHeap(page)) / 1e6);

  await scrollTo(page, 0.5);
  // After a pause the rows get the columns outside the viewport.
  await page.waitForTimeout(500);
  figures.add(isWide ? 'elementsWide' : 'elementsLong', await countElements(page));
  if (isWide) {
    await measureTicks(page, figures);
    figures.add('scroll', await framesPerSecond(page));
  }
  await opened.close();
}

async function measureTicks(page: Page, figures: Figures): Promise<void> {
  const one = page.getByRole('checkbox', { name: /^Select (?!all)/ }).nth(10);
  figures.add('tickOne', await clickToPaint(one, '[data-index][data-selected]'));
  const all = page.getByRole('checkbox', { name: 'Select all' });
  figures.add('tickAll', await clickToPaint(all, everyRowSelected));
  await page.keyboard.press('Escape');
}
