import type { Browser, Page } from '@playwright/test';
import type { TestBackend } from '../support/server';
import { keyToPaint, openBenchPage } from './benchPage';
import { long } from './data/collections';
import type { Figures } from './figures';

const dialog = '[role="dialog"][aria-label="Go to"] input';
/** No record has it. */
const unknownId = 'zzzzzzzzzzzzzzz';
const per = 200;
const patienceMs = 60_000;

/** Opens the palette with a thousand collections, types into it, and looks for an id in all of them. */
export async function measurePalette(
  browser: Browser,
  backend: TestBackend,
  figures: Figures,
): Promise<void> {
  const { page, quiet, close } = await openBenchPage(
    browser,
    backend,
    `#/collections?collectionId=${long.id}`,
  );
  await quiet();
  figures.add('paletteCold', await openToPaint(page));
  await page.keyboard.press('Escape');
  figures.add('paletteWarm', await openToPaint(page));
  const input = page.locator(dialog);
  // Each text matches hundreds of names.
  figures.add('paletteKey', await keyToPaint(input, (press) => (press % 4 < 2 ? 'e' : 'Backspace')));

  await input.fill(unknownId);
  const started = performance.now();
  await page.keyboard.press('Enter');
  const sentence = page.getByText(/^No record with this id in [\d,]+ collections\.$/);
  await sentence.waitFor({ timeout: patienceMs });
  const passed = performance.now() - started;
  const looked = Number((await sentence.innerText()).replace(/\D/g, ''));
  figures.add('paletteId', (passed * per) / looked / 1_000);
  await close();
}

/** Returns the milliseconds from the key until the palette is painted. */
async function openToPaint(page: Page): Promise<number> {
  const waiting = await page.evaluateHandle((selector) => {
    const painted = new Promise<number>((resolve) => {
      const handleKey = ({ key, timeStamp }: KeyboardEvent) => {
        if (key !== 'k') return;
        window.removeEventListener('keydown', handleKey, { capture: true });
        const look = () => {
          const isThere = document.querySelector(selector) !== null;
          requestAnimationFrame(isThere ? () => resolve(performance.now() - timeStamp) : look);
        };
        requestAnimationFrame(look);
      };
      window.addEventListener('keydown', handleKey, { capture: true });
    });
    return { painted };
  }, dialog);
  await page.keyboard.press('Control+k');
  return waiting.evaluate(({ painted }) => painted);
}
