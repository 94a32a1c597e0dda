import { gzipSync } from 'node:zlib';
import type { Browser, Request } from '@playwright/test';
import type { TestBackend } from '../support/server';
import { openBenchPage } from './benchPage';
import { guarded, long, people } from './data/collections';
import type { FigureKey, Figures } from './figures';

/** Measures the downloads for the sign-in and for the record table, with an empty cache. */
export async function measureDownloads(
  browser: Browser,
  backend: TestBackend,
  figures: Figures,
): Promise<void> {
  const signIn = await openBenchPage(browser, backend, '#/login', { isGuest: true });
  await signIn.page.getByLabel('Email').waitFor();
  figures.add('scriptsSignIn', await gzippedSize(signIn.requests, 'script'));
  figures.add('styles', await gzippedSize(signIn.requests, 'stylesheet'));
  // A headless browser does not request the page's icon; all others do.
  const hasAskedIcon = signIn.requests.some((request) => request.url().endsWith('.svg'));
  figures.add('requestsSignIn', signIn.requests.length + (hasAskedIcon ? 0 : 1));
  await signIn.close();

  const records = await openBenchPage(browser, backend, `#/collections?collectionId=${long.id}`);
  await records.page.locator('table [data-index="0"]').waitFor();
  figures.add('scriptsRecords', await gzippedSize(records.requests, 'script'));
  await records.close();
}

/** Compresses each response of a kind, and adds up the sizes. */
export async function gzippedSize(requests: readonly Request[], kind: string): Promise<number> {
  const bodies = requests
    .filter((request) => request.resourceType() === kind)
    .map(async (request) => (await request.response())?.body() ?? Buffer.of());
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Counts the API calls from a click on a collection until its records, count and images are shown. */
export async function measureCalls(browser: Browser, backend: TestBackend, figures: Figures): Promise<void> {
  const { page, requests, quiet, close } = await openBenchPage(
    browser,
    backend,
    `#/collections?collectionId=${people.id}`,
  );
  const opened: [FigureKey, string][] = [
    ['calls', long.name],
    ['callsGuarded', guarded.name],
  ];
  for (const [key, name] of opened) {
    await page.getByLabel('Search collections').fill(name);
    const link = page.getByRole('link', { name, exact: true });
    await link.waitFor();
    await quiet();
    const before = requests.length;
    await link.click();
    await page
      .getByRole('grid', { name: `Records of ${name}` })
      .locator('[data-index="0"]')
      .waitFor();
    await quiet();
    figures.add(key, requests.slice(before).filter(isCall).length);
  }
  await close();
}

/** Images have the API's URL too, but the browser loads them when they come into view. */
function isCall(request: Request): boolean {
  return new URL(request.url()).pathname.startsWith('/api/') && request.resourceType() !== 'image';
}
