// The rich text field in a real browser, under the policy of our page.
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RichTextProps } from '../../ui/components/lazy/richTextProps';
import { closeBrowser, launch, type OpenPage, openPage, type PageOptions } from '../support/browser';
import { fromTinyMce, lossy } from '../support/richFixtures';
import type { RichTextPage } from '../support/richTextPage';
import { startRichTextServer } from '../support/richTextServer';
import { eventually, hasFocus, tabTo } from '../support/walk';

declare const window: { page: RichTextPage } & Record<string, unknown>;

const browser = await launch();

if (browser) {
  const server = await startRichTextServer();
  test.after(async () => {
    await closeBrowser();
    server.close();
  });

  const field = (page: Page) => page.locator('[role="textbox"][contenteditable="true"]');
  const source = (page: Page) => page.locator('textarea, .cm-content');
  const tool = (page: Page, name: string) =>
    page.getByRole('toolbar').getByRole('button', { name, exact: true });

  interface Steps extends PageOptions {
    html?: string;
    props?: Partial<RichTextProps>;
  }

  /** A page with one field, to the end of its walk; nothing unexpected may have been reported. */
  async function inField(
    { html = '', props = {}, ...options }: Steps,
    steps: (page: Page, opened: OpenPage) => Promise<void>,
  ): Promise<void> {
    const opened = await openPage(server.url, { width: 700, ...options });
    try {
      opened.page.setDefaultTimeout(10_000);
      await show(opened.page, html, props);
      await opened.page.getByRole('toolbar').waitFor();
      await steps(opened.page, opened);
      assert.equal(opened.watch.problems(), []);
    } finally {
      await opened.close();
    }
  }

  const show = (page: Page, html: string, props: Partial<RichTextProps> = {}) =>
    page.evaluate((shown) => window.page.show(shown), { html, props });
  const told = (page: Page) => page.evaluate(() => window.page.told);
  const latest = (page: Page) => page.evaluate(() => window.page.told.at(-1));
  const saying = (page: Page, html: string) => eventually(() => latest(page), html);

  /** Puts the caret behind the last letter, as a click there does. */
  async function toEnd(page: Page): Promise<void> {
    await field(page).focus();
    await page.keyboard.press('Control+End');
  }

  test('whatever survives in the rules survives here, and what is lost is named the same', () =>
    inField({}, async (page, { watch }) => {
      watch.expect(/CSP violation: script-src-attr/);
      watch.expect(/Console error: Executing inline event handler/);
      const known = [...Object.values(fromTinyMce).map((html) => [html, []]), ...lossy] as [
        string,
        string[],
      ][];
      const said = await page.evaluate(
        async (htmls) => {
          const { lossOf, convertForEditor } = await window.page.rules();
          return htmls.map((html) => [
            html,
            lossOf(html),
            convertForEditor(convertForEditor(html)) === convertForEditor(html),
          ]);
        },
        known.map(([html]) => html),
      );
      assert.equal(
        said,
        known.map(([html, loss]) => [html, loss, true]),
      );
    }));

  test('a text that is looked at, walked through and shown as source is never told of', () =>
    inField({ html: Object.values(fromTinyMce).join('\n') }, async (page) => {
      await show(page, fromTinyMce['lists in lists'] ?? '');
      await field(page).click();
      await page.keyboard.press('Control+A');
      for (const key of ['ArrowDown', 'ArrowRight', 'Home', 'End', 'Shift+ArrowUp'])
        await page.keyboard.press(key);
      await page.getByLabel('After').focus();
      await tool(page, 'Source').click();
      await source(page).waitFor();
      await tool(page, 'Source').click();
      await field(page).waitFor();
      assert.equal(await told(page), []);
    }));

  test('what is typed is told as clean HTML', () =>
    inField({}, async (page) => {
      await page.getByText('note', { exact: true }).click();
      assert.ok(await hasFocus(field(page)), 'a click on the label leads into the text');
      await page.keyboard.type('Hello  world <b> & "you" ');
      await saying(page, '<p>Hello &nbsp;world &lt;b&gt; &amp; "you"</p>');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.keyboard.type('two');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('three');
      await saying(page, '<p>Hello &nbsp;world &lt;b&gt; &amp; "you"</p>\n<p><br></p>\n<p>two<br>three</p>');
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Delete');
      await saying(page, '');
    }));

  test('a line break can be typed around, deleted and passed', () =>
    inField({ html: '<p>one</p>' }, async (page) => {
      await toEnd(page);
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('ab');
      await saying(page, '<p>one<br>ab</p>');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.type('!');
      await saying(page, '<p>one!<br>ab</p>');
      await page.keyboard.press('Delete');
      await saying(page, '<p>one!ab</p>');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.press('Shift+Enter');
      await saying(page, '<p>one!<br><br>ab</p>');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('-');
      await saying(page, '<p>one!-ab</p>');
    }));

  test('back to what it was is told as it was, character by character', () =>
    inField({ html: '<p>One  <b>two</b></p><p>three</p>' }, async (page) => {
      await toEnd(page);
      await page.keyboard.type('x');
      await saying(page, '<p>One <b>two</b></p>\n<p>threex</p>');
      await page.keyboard.press('Backspace');
      await saying(page, '<p>One  <b>two</b></p><p>three</p>');
    }));

  test('all formats are set from the keyboard alone', () =>
    inField({}, async (page) => {
      const toolbar = page.getByRole('toolbar');
      await tabTo(page, field(page));
      await page.keyboard.type('a');
      await page.keyboard.press('Shift+Tab');
      assert.ok(await hasFocus(toolbar.getByRole('button', { name: 'Style: Normal' })));
      await page.keyboard.press('ArrowRight');
      assert.ok(await hasFocus(tool(page, 'Bold')));
      await page.keyboard.press('Enter');
      assert.ok(await hasFocus(field(page)), 'typing goes on after a button');
      await page.keyboard.type('b');
      await page.keyboard.press('Alt+F10');
      assert.ok(await hasFocus(tool(page, 'Bold')), 'the toolbar remembers its button');
      assert.is(await tool(page, 'Bold').getAttribute('aria-pressed'), 'true');
      await page.keyboard.press(' ');
      await page.keyboard.type('c');
      await saying(page, '<p>a<strong>b</strong>c</p>');
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Alt+F10');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      assert.ok(await hasFocus(page.getByRole('menuitemradio', { name: 'Normal' })));
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await saying(page, '<h2>a<strong>b</strong>c</h2>');
      await page.keyboard.press('Alt+F10');
      await page.keyboard.press('End');
      assert.ok(await hasFocus(tool(page, 'Full screen')));
      await page.keyboard.press('ArrowRight');
      assert.ok(await hasFocus(toolbar.getByRole('button', { name: 'Style: Heading 2' })), 'it goes round');
      await page.keyboard.press('Tab');
      assert.ok(await hasFocus(field(page)), 'the toolbar is one stop');
      await page.keyboard.press('Tab');
      assert.ok(await hasFocus(page.getByLabel('After')), 'Tab leads out of the text');
    }));

  test('each button of the toolbar does what it says', () =>
    inField({ html: '<p>word</p>' }, async (page) => {
      const pressed = async (name: string, html: string) => {
        await page.keyboard.press('Control+A');
        await tool(page, name).click();
        await saying(page, html);
        assert.is(await tool(page, name).getAttribute('aria-pressed'), 'true', name);
        await tool(page, name).click();
        await saying(page, '<p>word</p>');
      };
      await field(page).click();
      await pressed('Bold', '<p><strong>word</strong></p>');
      await pressed('Italic', '<p><em>word</em></p>');
      await pressed('Underline', '<p><u>word</u></p>');
      await pressed('Strikethrough', '<p><s>word</s></p>');
      await pressed('Code', '<p><code>word</code></p>');
      await pressed('Bulleted list', '<ul>\n<li>word</li>\n</ul>');
      await pressed('Numbered list', '<ol>\n<li>word</li>\n</ol>');
      await pressed('Quote', '<blockquote>\n<p>word</p>\n</blockquote>');
      await pressed('Right to left', '<p style="direction: rtl;">word</p>');
      assert.equal(await page.evaluate(() => window.page.directions), ['rtl', 'ltr']);

      const chosen = async (menu: string, item: string, html: string) => {
        await page.keyboard.press('Control+A');
        await page.getByRole('toolbar').getByRole('button', { name: menu }).click();
        await page.getByRole('menuitemradio', { name: item, exact: true }).click();
        await saying(page, html);
      };
      await chosen('Style', 'Heading 3', '<h3>word</h3>');
      await chosen('Style', 'Code block', '<pre><code>word</code></pre>');
      await chosen('Style', 'Normal', '<p>word</p>');
      await chosen('Align', 'Center', '<p style="text-align: center;">word</p>');
      await chosen('Align', 'Left', '<p>word</p>');
      await chosen('Text color', 'Firebrick', '<p><span style="color: firebrick;">word</span></p>');
      await chosen(
        'Background color',
        'Khaki',
        '<p><span style="color: firebrick; background-color: khaki;">word</span></p>',
      );
      await tool(page, 'Bold').click();
      await tool(page, 'Remove formatting').click();
      await saying(page, '<p>word</p>');
    }));

  test('the formats under the caret are shown', () =>
    inField({ html: '<p><strong><em>a</em></strong></p><ol><li>b</li></ol><h3>c</h3>' }, async (page) => {
      const on = () =>
        page
          .getByRole('toolbar')
          .evaluate((bar) =>
            [...bar.querySelectorAll('[aria-pressed="true"], [aria-label^="Style"]')].map((button) =>
              button.getAttribute('aria-label'),
            ),
          );
      await toEnd(page);
      await eventually(on, ['Style: Heading 3']);
      await page.keyboard.press('ArrowUp');
      await eventually(on, ['Style: Normal', 'Numbered list']);
      await page.keyboard.press('ArrowUp');
      await eventually(on, ['Style: Normal', 'Bold', 'Italic']);
    }));

  test('typing can be undone and done again, loading cannot be undone', () =>
    inField({ html: '<p>one</p>' }, async (page) => {
      await toEnd(page);
      await page.keyboard.press('Control+Z');
      await page.keyboard.type(' two');
      await saying(page, '<p>one two</p>');
      await page.keyboard.press('Control+B');
      await page.keyboard.press('Control+Z');
      await saying(page, '<p>one</p>');
      await page.keyboard.press('Control+Z');
      await page.keyboard.press('Control+Shift+Z');
      await saying(page, '<p>one two</p>');
      await show(page, '<p>other</p>');
      await field(page).getByText('other').waitFor();
      await page.keyboard.press('Control+Z');
      await field(page).getByText('other').waitFor();
      assert.is(await latest(page), '<p>one two</p>');
    }));

  test('lists: started by a sign, moved further in and out, left by an empty item', () =>
    inField({}, async (page) => {
      await field(page).click();
      await page.keyboard.type('- one');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+]');
      await page.keyboard.type('two');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+[');
      await page.keyboard.type('three');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.keyboard.type('out');
      await saying(
        page,
        '<ul>\n<li>one\n<ul>\n<li>two</li>\n</ul>\n</li>\n<li>three</li>\n</ul>\n<p>out</p>',
      );
    }));

  test('code: indented by the same keys, Enter stays in it, two empty lines lead out', () =>
    inField({ html: '<pre><code>a</code></pre>' }, async (page) => {
      await toEnd(page);
      await page.keyboard.press('Enter');
      await page.keyboard.type('b');
      await page.keyboard.press('Control+]');
      await page.keyboard.press('Control+]');
      await page.keyboard.press('Control+[');
      await saying(page, '<pre><code>a\n  b</code></pre>');
      for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Enter');
      await page.keyboard.type('out');
      await saying(page, '<pre><code>a\n  b</code></pre>\n<p>out</p>');
    }));
  test.run();
}
