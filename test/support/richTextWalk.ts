// The steps of the browser tests of the rich text field, on a page with nothing else.
import { type Page, test } from '@playwright/test';
import type { RichTextProps } from '../../ui/kit/rich-text/richTextProps';
import { type OpenPage, openPage, type PageOptions, type Watch } from './browser';
import { type PageServer, startPageServer } from './pageServer';
import type { RichTextPage } from './richTextPage';
import { eventually, walk } from './walk';

declare const window: { page: RichTextPage };

export const field = (page: Page) => page.locator('[role="textbox"][contenteditable="true"]');
export const source = (page: Page) => page.locator('textarea, .cm-content');
export const tool = (page: Page, name: string) =>
  page.getByRole('toolbar').getByRole('button', { name, exact: true });

interface Steps extends PageOptions {
  html?: string;
  props?: Partial<RichTextProps>;
}

/** A parsed handler never runs, but newer browsers report each. */
export const expectHandlers = ({ expect }: Watch) => {
  expect(/CSP violation: script-src-attr/);
  expect(/Console error: Executing inline event handler/);
};

export async function show(page: Page, html: string, props: Partial<RichTextProps> = {}): Promise<void> {
  // The page takes a text only after its first render.
  await page.getByLabel('After', { exact: true }).waitFor();
  await page.evaluate((shown) => window.page.show(shown), { html, props });
}
export const told = (page: Page) => page.evaluate(() => window.page.told);
export const latest = (page: Page) => page.evaluate(() => window.page.told.at(-1));
export const saying = (page: Page, html: string) => eventually(() => latest(page), html);

/** Puts the caret after the last character, as a click there does. */
export async function toEnd(page: Page): Promise<void> {
  await field(page).focus();
  await page.keyboard.press('Control+End');
}

/** Dispatches a paste event like the browser's. */
export const paste = (page: Page, data: Record<string, string>, files: [name: string, type: string][] = []) =>
  field(page).evaluate(
    (element, { data, files }) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
      for (const [name, type] of files) clipboardData.items.add(new File(['GIF89a'], name, { type }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { data, files },
  );

/** Serves the page with the field during the tests of the file. */
export function richTextField() {
  let server: PageServer;
  test.beforeAll(async () => {
    server = await startPageServer('test/support/richTextPage.tsx', 'Rich text');
  });
  test.afterAll(() => server.close());

  /** Opens a page with one field for the duration of the steps; nothing unexpected may be reported. */
  function inField(
    { html = '', props = {}, ...options }: Steps,
    steps: (page: Page, opened: OpenPage) => Promise<void>,
  ): Promise<void> {
    return walk(openPage(server.url, { width: 700, ...options }), async (opened) => {
      opened.page.setDefaultTimeout(10_000);
      await show(opened.page, html, props);
      // An empty text is one line until then.
      if (html === '') await opened.page.locator('div[role="textbox"]').focus();
      await opened.page.getByRole('toolbar').waitFor();
      await steps(opened.page, opened);
    });
  }

  return { pageServer: () => server, inField };
}
