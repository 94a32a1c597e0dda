import type { Browser, Page } from 'playwright-core';
import type { TestBackend } from '../support/server';
import { countElements } from '../support/walk';
import { clickToPaint, openBenchPage, usedHeap } from './benchPage';
import { type BenchCollection, wide } from './data/collections';
import type { Figures } from './figures';

const pageSize = 40;
const pages = 25;
const scroller = 'section:has(> * > table)';
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

  const times = await loadPages(page, opened.quiet);
  figures.add(isWide ? 'pageRatioWide' : 'pageRatioLong', (times.at(-1) ?? Number.NaN) / (times[0] ?? 0));
  if (isWide) figures.add('heapWide', (await usedHeap(page)) / 1e6);

  await scrollTo(page, 0.5);
  // Rows get the columns that nobody sees when the list rests.
  await page.waitForTimeout(500);
  figures.add(isWide ? 'elementsWide' : 'elementsLong', await countElements(page));
  if (isWide) {
    await measureTicks(page, figures);
    figures.add('scroll', await framesPerSecond(page));
  }
  await opened.close();
}

/** Presses Load more until a thousand rows are there; how many ms each page took until it was painted. */
async function loadPages(page: Page, quiet: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let loaded = pageSize; loaded < pages * pageSize; loaded += pageSize) {
    await scrollTo(page, 1);
    const firstNewRow = `table[aria-rowcount="${loaded + pageSize + 1}"] [data-index="${loaded}"]`;
    times.push(await clickToPaint(page.getByRole('button', { name: 'Load more' }), firstNewRow));
    // The second page has just been opened, the last must be as calm.
    if (loaded === pageSize || loaded === (pages - 2) * pageSize) await quiet();
  }
  return times;
}

async function measureTicks(page: Page, figures: Figures): Promise<void> {
  const one = page.getByRole('checkbox', { name: /^Select (?!all)/ }).nth(10);
  figures.add('tickOne', await clickToPaint(one, '[data-index][data-selected]'));
  const all = page.getByRole('checkbox', { name: 'Select all' });
  figures.add('tickAll', await clickToPaint(all, everyRowSelected));
  await page.keyboard.press('Escape');
}

/** To a place between the top, 0, and the bottom, 1; resolves when its rows are drawn. */
function scrollTo(page: Page, place: number): Promise<void> {
  return page.locator(scroller).evaluate(async (box, place) => {
    box.scrollTop = place * (box.scrollHeight - box.clientHeight);
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  }, place);
}

/** Scrolls down and up again, 400 px a frame, for two seconds. */
function framesPerSecond(page: Page): Promise<number> {
  return page.locator(scroller).evaluate(async (box) => {
    const nextFrame = () => new Promise<number>(requestAnimationFrame);
    const started = await nextFrame();
    let step = 400;
    for (let frames = 1; ; frames += 1) {
      const before = box.scrollTop;
      box.scrollTop += step;
      if (box.scrollTop === before) step = -step;
      const passed = (await nextFrame()) - started;
      if (passed >= 2_000) return (frames * 1_000) / passed;
    }
  });
}
