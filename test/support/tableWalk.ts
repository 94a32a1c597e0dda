// Helpers for the browser tests of the table of records.
import type { Locator, Page } from '@playwright/test';

interface WalkedTable {
  /** The row of a record, by its place in `ids`. */
  row: (page: Page, at: number) => Locator;
  cell: (page: Page, at: number, column: string) => Locator;
}

/** Finds rows by the ids of their records, and cells by the names of their columns in the order of the table. */
export function tableOf(ids: readonly string[], columns: readonly string[]): WalkedTable {
  const row = (page: Page, at: number) => page.locator('tr[data-index]').filter({ hasText: ids[at] ?? '' });
  return { row, cell: (page, at, column) => row(page, at).locator('td').nth(columns.indexOf(column)) };
}

/** The bar below the table, with the changes that are not saved. */
export const stagedBar = (page: Page) => page.locator('main footer');

/** Presses the keys one after the other. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Collects the updates of these records that the page sends from now on. */
export function updatesOf(page: Page, ids: readonly string[]) {
  const sent: { id: string | undefined; body: unknown }[] = [];
  page.on('request', (call) => {
    if (call.method() !== 'PATCH') return;
    const parts = call.url().split(/[/?]/);
    sent.push({ id: parts.findLast((part) => ids.includes(part)), body: call.postDataJSON() });
  });
  return sent;
}
