// Helpers for the walks through the columns and views of the table of records.
import type { Locator, Page } from '@playwright/test';
import { gone, make } from './editorWalk';
import { createCollection, field } from './realBackend';
import type { TestBackend } from './server';
import { hasFocus } from './walk';

/** Makes a collection with twelve orders. */
export async function createOrders(backend: TestBackend, name: string): Promise<void> {
  const { id } = await createCollection({
    name,
    schema: [
      field('text', 'summary', {}, true),
      field('select', 'status', { values: ['draft', 'packed', 'paid', 'sent'], maxSelect: 1 }),
      field('number', 'total'),
      field('bool', 'paid'),
      field('date', 'due'),
      field('text', 'colour'),
      field('url', 'page'),
      field('text', 'note'),
    ],
  });
  for (let at = 0; at < 12; at += 1) {
    await make(backend, id, {
      summary: `Order ${String(at).padStart(2, '0')}`,
      status: ['paid', 'packed', 'draft'][at % 3],
      total: at + 0.5,
      paid: at % 2 === 0,
      due: '2026-05-01 10:30:00.000Z',
      colour: at < 4 ? 'red' : 'blue',
      page: 'https://example.com/a',
      note: 'A text of some length in the last column',
    });
  }
}

/** Returns the address of a collection; `query` begins with `&`. */
export const hashOf = (collection: string, query = '') => `#/collections?collectionId=${collection}${query}`;

/** Returns the names of the columns in their order. */
export const heads = (page: Page) =>
  page.locator('th[data-column]').evaluateAll((found) =>
    found
      .flatMap((one) => one.getAttribute('data-column') ?? [])
      .filter((name) => name !== 'pick')
      .join(' '),
  );

export const head = (page: Page, name: string) => page.locator(`th[data-column="${name}"]`);
export const row = (page: Page, text: string) => page.locator('tr[data-index]').filter({ hasText: text });
export const menu = (page: Page) => page.getByRole('menu');
export const item = (page: Page, name: string) => menu(page).getByRole('menuitem', { name, exact: true });
export const message = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Returns the parts of the address but for its collection. */
export const queryOf = (page: Page): Record<string, string> =>
  Object.fromEntries(
    [...new URLSearchParams(new URL(page.url()).hash.split('?')[1])].filter(
      ([key]) => key !== 'collectionId',
    ),
  );

export async function openHead(page: Page, name: string): Promise<void> {
  // The code of the heads comes with the first pointer.
  await head(page, name).hover();
  await head(page, name).locator('button[aria-hidden]').waitFor();
  await head(page, name).click({ button: 'right' });
  await menu(page).waitFor();
}

export async function chooseInHead(page: Page, name: string, text: string): Promise<void> {
  await openHead(page, name);
  await item(page, text).click();
  await page.keyboard.press('Escape');
  await gone(menu(page));
}

/** Moves through the items of the open menu with the arrow key. */
export async function moveTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`${target} was not reached`);
}

/** Keeps what the page copies, in `document.body.dataset.copied`. */
export const keepCopies = (page: Page) =>
  page.evaluate(() => {
    document.addEventListener('copy', () => {
      document.body.dataset['copied'] = String(document.getSelection());
    });
    Object.defineProperty(window, 'isSecureContext', { value: false });
    const { execCommand } = document;
    document.execCommand = (name) => {
      const focused = document.activeElement;
      if (focused instanceof HTMLTextAreaElement) document.body.dataset['copied'] = focused.value;
      return execCommand.call(document, name);
    };
  });
