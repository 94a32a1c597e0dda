import type { Browser } from '@playwright/test';
import type { TestBackend } from '../support/server';
import { keyToPaint, openBenchPage } from './benchPage';
import { manyFields } from './data/collections';
import type { Figures } from './figures';

/** Opens a collection of two hundred fields in its editor and types into the name of one. */
export async function measureCollectionEditor(
  browser: Browser,
  backend: TestBackend,
  figures: Figures,
): Promise<void> {
  const address = `#/collections?collectionId=${manyFields.id}`;
  const { page, quiet, close } = await openBenchPage(browser, backend, address);
  await page.getByRole('button', { name: 'Edit collection' }).click();
  const names = page.getByRole('dialog').getByRole('textbox', { name: 'Field name' });
  await names.nth(100).waitFor();
  await quiet();
  figures.add('collectionKey', await keyToPaint(names.nth(100)));
  await close();
}
