import type { Browser } from '@playwright/test';
import type { TestBackend } from '../support/server';
import { countElements } from '../support/walk';
import { framesPerSecond, loadPages, openBenchPage, scrollTo } from './benchPage';
import type { Figures } from './figures';
import { gzippedSize } from './measureLoading';

const pageSize = 50;

/** Opens two hundred thousand logs, loads a thousand rows and scrolls through them. */
export async function measureLogs(browser: Browser, backend: TestBackend, figures: Figures): Promise<void> {
  // The requests of this page are logs of an admin, which change no count.
  const opened = await openBenchPage(browser, backend, '#/logs');
  const { page, requests } = opened;
  figures.add('scriptsLogs', await gzippedSize(requests, 'script'));
  // Opens the page again, so that the download of its code is not measured.
  const watching = await page.evaluateHandle(() => {
    const shown = new Promise<number>((resolve) => {
      const answers = () =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\/api\/logs(\/stats)?\?/.test(name)) as PerformanceResourceTiming[];
      const before = answers().length;
      const look = () => {
        const now = answers().slice(before);
        const isShown =
          now.length >= 2 &&
          document.querySelector('[data-index="0"]') &&
          document.querySelector('table:not([aria-busy])') &&
          /Found [\d,]+ log/.test(document.body.textContent);
        if (!isShown) requestAnimationFrame(look);
        else
          requestAnimationFrame(() =>
            resolve(performance.now() - Math.max(...now.map(({ responseEnd }) => responseEnd))),
          );
      };
      look();
    });
    return { shown };
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  figures.add('logsShown', await watching.evaluate(({ shown }) => shown));
  await opened.quiet();

  await loadPages(opened, pageSize);
  await scrollTo(page, 0.5);
  await page.waitForTimeout(500);
  figures.add('elementsLogs', await countElements(page));
  figures.add('scrollLogs', await framesPerSecond(page));
  await opened.close();
}
