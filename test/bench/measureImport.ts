import type { Browser } from '@playwright/test';
import type { TestBackend } from '../support/server';
import { askServer } from '../support/walk';
import { keyToPaint, openBenchPage } from './benchPage';
import type { Figures } from './figures';

const changedFields = 2_000;
const wantedBytes = 5_000_000;

/** Pastes five megabytes of collections with two thousand changed fields, and types into them. */
export async function measureImport(browser: Browser, backend: TestBackend, figures: Figures): Promise<void> {
  const text = await importText(backend);
  const { page, close } = await openBenchPage(browser, backend, '#/settings/import-collections');
  const input = page.getByRole('textbox', { name: 'Collections' });
  await input.click();
  await page.locator('[contenteditable="true"]').waitFor();
  await input.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await page.getByRole('list', { name: 'Detected changes' }).waitFor();
  figures.add('importKey', await keyToPaint(input));
  await close();
}

async function importText(backend: TestBackend): Promise<string> {
  const collections: { schema: { name: string; options: Record<string, unknown> }[] }[] = [];
  for (let page = 1; collections.length % 500 === 0; page += 1) {
    const { json } = await askServer(backend, `collections?perPage=500&page=${page}`);
    collections.push(...json.items);
    if (json.items.length === 0) break;
  }
  const fields = collections.flatMap(({ schema }) => schema).slice(0, changedFields);
  const padding = 'x'.repeat(Math.ceil((wantedBytes - JSON.stringify(collections).length) / fields.length));
  for (const field of fields) field.options['pattern'] = padding;
  return JSON.stringify(collections, null, 2);
}
