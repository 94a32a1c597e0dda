import type { Browser, Page } from '@playwright/test';
import { countValues } from '../../ui/records/menus/headValues';
import type { TestBackend } from '../support/server';
import { countElements } from '../support/walk';
import { clickToPaint, framesPerSecond, keyToPaint, loadPages, openBenchPage, scrollTo } from './benchPage';
import { wide } from './data/collections';
import type { Figures } from './figures';

const pageSize = 40;
const firstRow = 500;
const staged = { rows: 20, columns: 5 };
const block = { rows: 30, columns: 10 };

/** Changes a hundred cells of a thousand wide rows, and moves the cursor and a block among them. */
export async function measureTable(browser: Browser, backend: TestBackend, figures: Figures): Promise<void> {
  figures.add('distinctValues', timeOfDistinct());
  const opened = await openBenchPage(browser, backend, `#/collections?collectionId=${wide.id}`);
  const { page } = opened;
  await loadPages(opened, pageSize);
  await stageCells(page);

  figures.add(
    'cursorKey',
    await keyToPaint(cursor(page), (press) => (press % 40 < 20 ? 'ArrowDown' : 'ArrowUp')),
  );
  await goToTitle(page);
  for (let row = 1; row < block.rows; row += 1) await page.keyboard.press('Shift+ArrowDown');
  for (let column = 1; column < block.columns; column += 1) await page.keyboard.press('Shift+ArrowRight');
  figures.add(
    'blockKey',
    await keyToPaint(cursor(page), (press) => (press % 2 === 0 ? 'Shift+ArrowDown' : 'Shift+ArrowUp')),
  );
  await page.keyboard.press('Escape');

  await scrollTo(page, 0.5);
  // After a pause the rows get the columns outside the viewport.
  await page.waitForTimeout(500);
  figures.add('elementsStaged', await countElements(page));
  const tick = page.getByRole('checkbox', { name: /^Select (?!all)/ }).nth(10);
  figures.add('tickStaged', await clickToPaint(tick, '[data-index][data-selected]'));
  // Nothing is ticked in the measurement without changed cells either.
  await page.keyboard.press('Escape');
  figures.add('scrollStaged', await framesPerSecond(page));
  await opened.close();
}

const cursor = (page: Page) => page.locator('tbody td[tabindex="0"]');

/** Moves the cursor to the first text of a row in the middle. */
async function goToTitle(page: Page): Promise<void> {
  await scrollTo(page, 0.5);
  await page
    .locator(`[data-index="${firstRow}"] td`)
    .first()
    .click({ modifiers: ['Alt'] });
  for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
}

/** Pastes values that no record has. */
async function stageCells(page: Page): Promise<void> {
  await goToTitle(page);
  // The code of the clipboard comes with the first focus in the table.
  await page.locator('main section > div > span[hidden]').nth(1).waitFor({ state: 'attached' });
  const line = Array.from({ length: staged.columns }, (_, at) => `staged ${at}`).join('\t');
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    },
    Array.from({ length: staged.rows }, () => line).join('\n'),
  );
  await page
    .getByText(`${staged.rows * staged.columns} changes`)
    .first()
    .waitFor();
}

/** Returns the milliseconds to count the values of a column with a thousand rows. */
function timeOfDistinct(): number {
  const field = { id: 'stage', name: 'stage', type: 'text' };
  const rows = Array.from({ length: 1_000 }, (_, at) => ({ id: `row${at}`, stage: `value ${at % 700}` }));
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now();
    countValues(rows as unknown as Parameters<typeof countValues>[0], field, () => '');
    return performance.now() - started;
  });
  return Math.min(...times);
}
