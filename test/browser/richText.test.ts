// The rich text field in a real browser, under the policy of our page.
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RichTextProps } from '../../ui/components/rich-text/richTextProps';
import {
  checkAxe,
  closeBrowser,
  launch,
  type OpenPage,
  openPage,
  type PageOptions,
  type Watch,
} from '../support/browser';
import { hostile } from '../support/hostileHtml';
import { startPageServer } from '../support/pageServer';
import { fromTinyMce, lossy } from '../support/richFixtures';
import type { RichTextPage } from '../support/richTextPage';
import { eventually, hasFocus, shoot, tabTo } from '../support/walk';

declare const window: { page: RichTextPage; innerWidth: number } & Record<string, unknown>;

const browser = await launch();

if (browser) {
  const server = await startPageServer('test/support/richTextPage.tsx', 'Rich text');
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

  /** Opens a page with one field for the duration of the steps; nothing unexpected may be reported. */
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

  /** A parsed handler never runs, but newer browsers report each. */
  const expectHandlers = ({ expect }: Watch) => {
    expect(/CSP violation: script-src-attr/);
    expect(/Console error: Executing inline event handler/);
  };

  const show = (page: Page, html: string, props: Partial<RichTextProps> = {}) =>
    page.evaluate((shown) => window.page.show(shown), { html, props });
  const told = (page: Page) => page.evaluate(() => window.page.told);
  const latest = (page: Page) => page.evaluate(() => window.page.told.at(-1));
  const saying = (page: Page, html: string) => eventually(() => latest(page), html);

  /** Puts the caret after the last character, as a click there does. */
  async function toEnd(page: Page): Promise<void> {
    await field(page).focus();
    await page.keyboard.press('Control+End');
  }

  test('keeps the same HTML as the unit tests, and names the same losses', () =>
    inField({}, async (page, { watch }) => {
      expectHandlers(watch);
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

  test('never reports a text that is only viewed, walked through and shown as source', () =>
    inField({ html: Object.values(fromTinyMce).join('\n') }, async (page) => {
      await show(page, fromTinyMce['lists in lists'] ?? '');
      await field(page).click();
      await page.keyboard.press('Control+a');
      for (const key of ['ArrowDown', 'ArrowRight', 'Home', 'End', 'Shift+ArrowUp'])
        await page.keyboard.press(key);
      await page.getByLabel('After').focus();
      await tool(page, 'Source').click();
      await source(page).waitFor();
      await tool(page, 'Source').click();
      await field(page).waitFor();
      assert.equal(await told(page), []);
    }));

  test('reports what is typed as clean HTML', () =>
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
      await page.keyboard.press('Control+a');
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

  test('reports a text that is typed back exactly as it was', () =>
    inField({ html: '<p>One  <b>two</b></p><p>three</p>' }, async (page) => {
      await toEnd(page);
      await page.keyboard.type('x');
      await saying(page, '<p>One <b>two</b></p>\n<p>threex</p>');
      await page.keyboard.press('Backspace');
      await saying(page, '<p>One  <b>two</b></p><p>three</p>');
    }));

  test('sets all formats by keys alone', () =>
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
      await page.keyboard.press('Control+a');
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
        await page.keyboard.press('Control+a');
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
        await page.keyboard.press('Control+a');
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

  test('text outside a paragraph stays so until it becomes a block', () =>
    inField({ html: 'plain <b>text</b>' }, async (page) => {
      await toEnd(page);
      await page.keyboard.type('!');
      await saying(page, 'plain <b>text!</b>');
      await tool(page, 'Quote').click();
      await saying(page, '<blockquote>plain <b>text!</b></blockquote>');
      await tool(page, 'Quote').click();
      await page.getByRole('toolbar').getByRole('button', { name: 'Style' }).click();
      await page.getByRole('menuitemradio', { name: 'Heading 1' }).click();
      await saying(page, '<h1>plain <b>text!</b></h1>');
    }));

  test('shows the formats at the caret', () =>
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

  test('typing can be undone and redone, loading cannot be undone', () =>
    inField({ html: '<p>one</p>' }, async (page) => {
      await toEnd(page);
      await page.keyboard.press('Control+z');
      await page.keyboard.type(' two');
      await saying(page, '<p>one two</p>');
      await page.keyboard.press('Control+b');
      await page.keyboard.press('Control+z');
      await saying(page, '<p>one</p>');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+Shift+Z');
      await saying(page, '<p>one two</p>');
      await show(page, '<p>other</p>');
      await field(page).getByText('other').waitFor();
      await page.keyboard.press('Control+z');
      await field(page).getByText('other').waitFor();
      assert.is(await latest(page), '<p>one two</p>');
    }));

  test('lists: started by a marker, indented and outdented, left by an empty item', () =>
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

  test('code: indented by the same keys, Enter stays in it, two empty lines leave it', () =>
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

  /** Dispatches a paste event like the browser's. */
  const paste = (page: Page, data: Record<string, string>, files: [name: string, type: string][] = []) =>
    field(page).evaluate(
      (element, { data, files }) => {
        const clipboardData = new DataTransfer();
        for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
        for (const [name, type] of files) clipboardData.items.add(new File(['GIF89a'], name, { type }));
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      },
      { data, files },
    );

  test('a paste keeps blocks, lists, links and plain formats, and neither classes nor styles', () =>
    inField({}, async (page) => {
      await field(page).click();
      await paste(page, {
        'text/html':
          '<meta charset="utf-8"><!--StartFragment--><h2 class="x" style="color: red">Head</h2><p style="margin: 0; text-align: right"><span style="font-size: 18px; font-weight: 700">bold</span> <span style="font-style: italic; color: blue">italic</span> <a class="y" href="https://example.com" target="_self">link</a></p><table><tr><td>cell</td><td>two</td></tr></table><ul><li>one<ul><li>two</li></ul></li></ul><!--EndFragment-->',
        'text/plain': 'not this',
      });
      await saying(
        page,
        '<h2>Head</h2>\n<p><strong>bold</strong> <em>italic</em> <a href="https://example.com">link</a></p>\n<p>cell</p>\n<p>two</p>\n<ul>\n<li>one\n<ul>\n<li>two</li>\n</ul>\n</li>\n</ul>',
      );
    }));

  const oneTable = {
    'text/html':
      '<style>td { color: red }</style><table class="x" onclick="alert(1)"><tbody><tr><td colspan="2" style="color: red">cell<!-- x --></td></tr></tbody></table><script>alert(1)</script>',
    'text/plain': 'cell',
  };
  const missedNote = (page: Page) => page.getByRole('status').filter({ hasText: 'Only the text was pasted' });

  test('reports what a pasted table loses, and offers to paste it as source', () =>
    inField({ html: '<p>one two</p>' }, async (page, { watch }) => {
      expectHandlers(watch);
      await field(page).click();
      await page.keyboard.press('Home');
      for (const _ of 'one') await page.keyboard.press('ArrowRight');
      await paste(page, oneTable);
      await saying(page, '<p>onecell two</p>');
      await missedNote(page).getByText('The editor would drop 1 table.').waitFor();
      await checkAxe(page);
      await page.getByRole('button', { name: 'Paste as source' }).click();
      const table = '<table><tbody><tr><td colspan="2">cell</td></tr></tbody></table>';
      await saying(page, `<p>one</p>\n${table}\n<p>&nbsp;two</p>`);
      await page.getByText('The editor would drop 1 table. To keep everything').waitFor();
      assert.is(await missedNote(page).count(), 0);
    }));

  test('typing continues after a pasted table; the note stays until it is dismissed', () =>
    inField({}, async (page, { watch }) => {
      expectHandlers(watch);
      await field(page).click();
      await paste(page, oneTable);
      await missedNote(page).waitFor();
      await page.keyboard.type('!');
      await saying(page, '<p>cell!</p>');
      await page.getByRole('button', { name: 'Paste as source' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await missedNote(page).waitFor({ state: 'detached' });
      assert.ok(await hasFocus(field(page)));
    }));

  test('a plain text keeps its line breaks and spaces when a character is typed', () =>
    inField({ html: '  first  line\nsecond line\n\nlast' }, async (page) => {
      await toEnd(page);
      assert.equal(await told(page), []);
      await page.keyboard.type('!');
      await saying(page, '&nbsp;&nbsp;first &nbsp;line<br>second line<br><br>last!');
      await page.keyboard.press('Backspace');
      await saying(page, '  first  line\nsecond line\n\nlast');
    }));

  test('a paste of Word becomes real lists', () =>
    inField({}, async (page) => {
      const item = (level: number, sign: string, text: string) =>
        `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>${text}<o:p></o:p></span></p>`;
      await field(page).click();
      await paste(page, {
        'text/html': `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm} @list l0:level1 {mso-level-number-format:bullet} --></style></head><body lang=EN-US><!--StartFragment-->
<p class=MsoNormal><b><span lang=EN-US style='font-size:14.0pt'>A
title<o:p></o:p></span></b></p>
${item(1, '·', 'one')}
${item(2, 'o', 'inner')}
${item(1, '·', '<i>two</i>')}
${item(1, '1.', 'first')}
${item(1, '2)', 'second')}
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<!--EndFragment--></body></html>`,
      });
      await saying(
        page,
        '<p><b>A title</b></p>\n<ul>\n<li>one\n<ul>\n<li>inner</li>\n</ul>\n</li>\n<li><i>two</i></li>\n</ul>\n<ol>\n<li>first</li>\n<li>second</li>\n</ol>\n<p>&nbsp;</p>',
      );
    }));

  test('a paste of Google Docs is not bold because of its wrapper', () =>
    inField({}, async (page) => {
      await field(page).click();
      await paste(page, {
        'text/html':
          '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;text-decoration:none;">plain </span><span style="font-weight:700;text-decoration:underline;">bold</span></p></b>',
      });
      await saying(page, '<p>plain <u><strong>bold</strong></u></p>');
    }));

  test('pastes what was copied here unchanged, with colours; a cut removes it', () =>
    inField(
      { html: '<p>a <span style="color: teal;">b</span></p><p style="text-align: center;">c</p>' },
      async (page) => {
        await field(page).click();
        await page.keyboard.press('Control+a');
        await page.keyboard.press('Control+x');
        await saying(page, '');
        await page.keyboard.press('Control+v');
        await saying(
          page,
          '<p>a <span style="color: teal;">b</span></p><p style="text-align: center;">c</p>',
        );
      },
    ));

  test('pastes text into the line of the caret, with its formats, and plain text into code', () =>
    inField({ html: '<h3>a</h3><pre><code>b</code></pre>' }, async (page) => {
      await toEnd(page);
      await paste(page, { 'text/html': '<p><b>x</b></p><p>y</p>', 'text/plain': 'x\r\n\ty' });
      await saying(page, '<h3>a</h3>\n<pre><code>bx\n\ty</code></pre>');
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('End');
      await paste(page, { 'text/html': '<p><b>x</b></p>' });
      await saying(page, '<h3>a<b>x</b></h3>\n<pre><code>bx\n\ty</code></pre>');
      await paste(page, { 'text/plain': ' two  words' });
      await saying(page, '<h3>a<b>x two &nbsp;words</b></h3>\n<pre><code>bx\n\ty</code></pre>');
      await page.keyboard.press('Control+z');
      await saying(page, '<h3>a<b>x</b></h3>\n<pre><code>bx\n\ty</code></pre>');
    }));

  test('pictures: chosen, from a file, pasted; one of another server is a box and is not requested', () =>
    inField(
      {
        html: '<p>a <img src="https://spy.example/a.png" alt="A cat" width="20"> b</p>',
        props: { maxImageBytes: 100 },
      },
      async (page, { watch }) => {
        watch.expect(/Failed to load resource.*picked\.png/);
        assert.is(
          await page.getByRole('img', { name: 'Image: A cat' }).textContent(),
          'https://spy.example/a.png',
        );
        await toEnd(page);
        await tool(page, 'Image').click();
        await page.getByRole('menuitem', { name: 'From collection' }).click();
        const foreign = '<img src="https://spy.example/a.png" alt="A cat" width="20">';
        const picked = '<img src="/picked.png" alt="Picked">';
        await saying(page, `<p>a ${foreign} b${picked}</p>`);
        // No such file exists here, so its box takes its place.
        await page.getByRole('img', { name: 'Image: Picked' }).waitFor();
        const choosing = page.waitForEvent('filechooser');
        await tool(page, 'Image').click();
        await page.getByRole('menuitem', { name: 'Inline' }).click();
        const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
        await (await choosing).setFiles([
          { name: 'dot.gif', mimeType: 'image/gif', buffer: gif },
          { name: 'big.gif', mimeType: 'image/gif', buffer: Buffer.concat([gif, Buffer.alloc(100)]) },
        ]);
        const inline = `<img src="data:image/gif;base64,${gif.toString('base64')}" alt="dot.gif">`;
        await saying(page, `<p>a ${foreign} b${picked}${inline}</p>`);
        assert.match((await page.getByRole('alert').textContent()) ?? '', /Too large.*big\.gif/);
        await paste(page, { 'text/html': '<img src="https://spy.example/copied.gif">' }, [
          ['p.gif', 'image/gif'],
        ]);
        await eventually(async () => /alt="p\.gif"><\/p>$/.test((await latest(page)) ?? ''), true);
        for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Backspace');
        await saying(page, `<p>a ${foreign} b</p>`);
      },
    ));

  test('dropped text goes to its place, and a dropped file opens nothing', () =>
    inField({ html: '<p>one</p><p>two</p>' }, async (page, { watch }) => {
      expectHandlers(watch);
      const drop = (html: string, file: string) =>
        field(page).evaluate(
          (element, { html, file }) => {
            const dataTransfer = new DataTransfer();
            if (html) dataTransfer.setData('text/html', html);
            if (file) dataTransfer.items.add(new File(['x'], file, { type: 'text/plain' }));
            const { right, top, height } = (element.firstElementChild as HTMLElement).getBoundingClientRect();
            const place = { clientX: right - 2, clientY: top + height / 2 };
            const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, ...place });
            return !element.dispatchEvent(event);
          },
          { html, file },
        );
      await field(page).click();
      assert.ok(await drop('<b onclick="x">!</b><img src="https://spy.example/d.png">', ''));
      await saying(page, '<p>one<b>!</b><img src="https://spy.example/d.png"></p>\n<p>two</p>');
      assert.ok(await drop('', 'notes.txt'));
      assert.is((await told(page)).length, 1);
    }));

  test('links: created, completed, changed, removed; no address that runs a script', () =>
    inField({ html: '<p>one two</p>' }, async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Link' });
      const address = dialog.getByLabel('Address');
      await toEnd(page);
      await page.keyboard.press('Control+Shift+ArrowLeft');
      await tool(page, 'Link').click();
      await address.fill('javascript:alert(1)');
      await page.keyboard.press('Enter');
      await dialog.getByText('Only web and email addresses are allowed.').waitFor();
      await address.fill('example.com/a');
      await dialog.getByLabel('Open in a new tab').check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await saying(page, '<p>one <a href="https://example.com/a" target="_blank" rel="noopener">two</a></p>');
      await dialog.waitFor({ state: 'detached' });
      await eventually(() => hasFocus(field(page)), true);
      await page.keyboard.press('ArrowRight');
      await eventually(() => tool(page, 'Link').getAttribute('aria-pressed'), 'true');
      await tool(page, 'Link').click();
      assert.is(await address.inputValue(), 'https://example.com/a');
      await address.fill('someone@example.com');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await saying(
        page,
        '<p>one <a href="mailto:someone@example.com" target="_blank" rel="noopener">two</a></p>',
      );
      await dialog.waitFor({ state: 'detached' });
      await tool(page, 'Link').click();
      await dialog.getByRole('button', { name: 'Remove link' }).click();
      await saying(page, '<p>one two</p>');
      await dialog.waitFor({ state: 'detached' });
    }));

  test('names what would be lost, shows it as source with a preview, and converts it only on request', () =>
    inField({ html: lossy[3]?.[0] ?? '' }, async (page) => {
      const note = page.getByRole('status').filter({ hasText: 'would drop' });
      await note.getByText('The editor would drop 1 table, 3 classes and 1 iframe.').waitFor();
      const preview = page.frameLocator('iframe[title="Preview"]');
      await preview.getByText('a', { exact: true }).waitFor();
      assert.is(await page.locator('iframe[title="Preview"]').getAttribute('sandbox'), '');
      await tool(page, 'Source').click();
      assert.is(await field(page).count(), 0);
      await source(page).click();
      await page.locator('.cm-content').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('<p class="a">typed</p>');
      await saying(page, '<p class="a">typed</p>');
      await note.getByText('The editor would drop 1 class.').waitFor();
      await preview.getByText('typed').waitFor();
      await page.getByRole('button', { name: 'Convert for the editor' }).click();
      await saying(page, '<p>typed</p>');
      await eventually(() => hasFocus(field(page)), true);
      await page.keyboard.type('!');
    }));

  test('a source that has become harmless leads back into the editor', () =>
    inField({ html: '<p class="a">one</p>' }, async (page) => {
      await source(page).click();
      await page.locator('.cm-content').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('<h2>two</h2>');
      await page.getByText('would drop').waitFor({ state: 'detached' });
      await tool(page, 'Source').click();
      await field(page).getByRole('heading', { name: 'two' }).waitFor();
      await show(page, '<table><tbody><tr><td>other</td></tr></tbody></table>');
      await page.getByText('The editor would drop 1 table.').waitFor();
      await show(page, '<p>third</p>');
      await field(page).getByText('third').waitFor();
      assert.is(await latest(page), '<h2>two</h2>');
    }));

  test('opens a large text as source, and in the editor on request', () => {
    const html = `<p>${'word '.repeat(62_000)}end</p>`;
    return inField({ html }, async (page) => {
      const note = page.getByRole('status').filter({ hasText: 'This text is large' });
      // The source of a large text is an editor at once, too.
      const rich = page.locator('.ql-editor');
      await note.waitFor();
      assert.is(await rich.count(), 0);
      await tool(page, 'Source').click();
      assert.is(await rich.count(), 0);
      await page.getByRole('button', { name: 'Open in the editor' }).click();
      await eventually(() => hasFocus(rich), true);
      assert.equal(await told(page), []);
      await page.keyboard.press('Control+End');
      await page.keyboard.type('!');
      await saying(page, html.replace('end', 'end!'));
      await tool(page, 'Source').click();
      await source(page).waitFor();
      await tool(page, 'Source').click();
      await rich.waitFor();
    });
  });

  test('explains first that a large text is large, then what the editor would lose', () =>
    inField({ html: `<table></table><p>${'word '.repeat(62_000)}end</p>` }, async (page) => {
      await page.getByRole('button', { name: 'Open in the editor' }).click();
      await page.getByText('The editor would drop 1 table.').waitFor();
      assert.equal(await told(page), []);
    }));

  test('an empty text starts in the last chosen direction, and is still empty', () =>
    inField({ props: { direction: 'rtl', placeholder: 'Nothing yet' } }, async (page) => {
      assert.is(await field(page).getAttribute('data-placeholder'), 'Nothing yet');
      await field(page).click();
      await eventually(() => tool(page, 'Right to left').getAttribute('aria-pressed'), 'true');
      assert.equal(await told(page), []);
      await page.keyboard.type('שלום');
      await saying(page, '<p style="direction: rtl;">שלום</p>');
    }));

  test('a disabled field can be read and not changed', () =>
    inField({ html: '<p>one</p>', props: { disabled: true } }, async (page) => {
      await page.locator('[role="textbox"]').click({ force: true });
      await page.keyboard.type('x');
      assert.ok(await tool(page, 'Bold').isDisabled());
      assert.equal(await told(page), []);
    }));

  test('on a phone the toolbar is one row that scrolls, with the source button visible', () =>
    inField({ width: 390 }, async (page) => {
      const bar = page.getByRole('toolbar');
      assert.ok(((await bar.boundingBox())?.height ?? 0) < 60);
      await tool(page, 'Remove formatting').scrollIntoViewIfNeeded();
      const box = await tool(page, 'Full screen').boundingBox();
      assert.ok(box && box.x + box.width <= 390);
      await tool(page, 'Source').click();
      await source(page).waitFor();
    }));

  test('full screen: fills the window, keeps the focus inside, ends with Escape', () =>
    inField({ html: '<p>one</p>' }, async (page) => {
      await field(page).click();
      await tool(page, 'Full screen').click();
      const dialog = page.getByRole('dialog', { name: 'Full screen' });
      assert.equal(await dialog.boundingBox(), { x: 0, y: 0, width: 700, height: 800 });
      await page.keyboard.press('Tab');
      assert.not.ok(await hasFocus(page.getByLabel('After')));
      await field(page).click();
      await page.getByRole('toolbar').getByRole('button', { name: 'Style' }).click();
      await page.getByRole('menuitemradio', { name: 'Heading 2' }).click();
      await saying(page, '<h2>one</h2>');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.ok(await hasFocus(field(page)));
    }));

  test('does not disturb an input method', () =>
    inField({ html: '<p>a</p>' }, async (page) => {
      await toEnd(page);
      const session = await page.context().newCDPSession(page);
      await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
      await session.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
      await session.send('Input.insertText', { text: '日本' });
      await saying(page, '<p>a日本</p>');
    }));

  /** Checks hostile HTML: nothing ran, no other server got a request, and no markup got out. */
  async function checkHarmless(page: Page, where: string): Promise<void> {
    assert.is(await page.evaluate(() => window['wasHacked']), undefined, where);
    const unsafe = await page.evaluate(() =>
      [...new Set(window.page.told)].filter((html) => {
        const inert = new DOMParser().parseFromString(html, 'text/html');
        return [...inert.querySelectorAll('*')].some(
          (element) =>
            /^(?:script|iframe|object|embed|style|svg|math|form|base|meta|link)$/.test(element.localName) ||
            element.getAttributeNames().some((name) => /^on/.test(name)) ||
            /^\s*(?:javascript|vbscript|data:text)/i.test(element.getAttribute('href') ?? ''),
        );
      }),
    );
    assert.equal(unsafe, [], where);
  }

  const trap = (page: Page) =>
    page.evaluate(() => {
      window['hacked'] = () => {
        window['wasHacked'] = true;
      };
    });

  test('hostile HTML runs nothing and sends no request, as text, as source with preview, converted, edited', () =>
    inField({}, async (page, { watch }) => {
      expectHandlers(watch);
      watch.expect(/Failed to load resource.*404/);
      await trap(page);
      const convert = page.getByRole('button', { name: 'Convert for the editor' });
      const before = server.asked.length;
      for (const html of hostile) {
        await page.evaluate(() => window.page.told.splice(0));
        await show(page, html);
        await page.locator('[contenteditable="true"], iframe[title="Preview"]').first().waitFor();
        await page.waitForTimeout(30);
        await checkHarmless(page, html);
        if (await convert.isVisible()) {
          await convert.click();
          await field(page).waitFor();
          await checkHarmless(page, `converted: ${html}`);
        }
        await toEnd(page);
        await page.keyboard.type('!');
        await eventually(async () => (await told(page)).length > 0, true, html);
        await checkHarmless(page, `typed into: ${html}`);
        const kept = (await latest(page)) ?? '';
        const { loss, again } = await page.evaluate(async (text) => {
          const { lossOf, convertForEditor } = await window.page.rules();
          return { loss: lossOf(text), again: convertForEditor(text) };
        }, kept);
        assert.equal({ loss, again }, { loss: [], again: kept }, html);
        await show(page, '<p>between</p>');
        await field(page).getByText('between').waitFor();
      }
      const asked = new Set(server.asked.slice(before));
      assert.ok(
        [...asked].every((path) => /^\/[\w-]+\.(?:js|css|png)$|^\/x(?:%22.*)?$/.test(path)),
        [...asked].join(' '),
      );
      assert.is(page.frames().length, 1);
    }));

  test('hostile HTML that is pasted runs nothing and sends no request', () =>
    inField({}, async (page, { watch }) => {
      expectHandlers(watch);
      watch.expect(/Failed to load resource.*404/);
      await trap(page);
      for (const html of hostile) {
        await field(page).focus();
        await paste(page, { 'text/html': html, 'application/x-lowline-html': '' });
        await paste(page, { 'application/x-lowline-html': html });
        await checkHarmless(page, html);
      }
      await page.waitForTimeout(200);
      await checkHarmless(page, 'in the end');
    }));

  test('no other way leads from text to markup', () =>
    inField({ html: '<p>a</p>' }, async (page, { watch }) => {
      watch.expect(/CSP violation: require-trusted-types-for/);
      watch.expect(/requires? 'Trusted(HTML|Script|ScriptURL)'/);
      watch.expect(/CSP violation: trusted-types/);
      watch.expect(/policy named|Creating a TrustedTypePolicy|violates the following/i);
      const refused = await page.evaluate(() => {
        const tries: Record<string, () => unknown> = {
          innerHTML: () => Object.assign(document.createElement('p'), { innerHTML: '<b>a</b>' }),
          outerHTML: () =>
            Object.assign(document.body.appendChild(document.createElement('p')), { outerHTML: '<b>a</b>' }),
          adjacent: () => document.body.insertAdjacentHTML('beforeend', '<b>a</b>'),
          range: () => document.createRange().createContextualFragment('<b>a</b>'),
          srcdoc: () => Object.assign(document.createElement('iframe'), { srcdoc: '<b>a</b>' }),
          write: () => document.write('<b>a</b>'),
          script: () => Object.assign(document.createElement('script'), { text: 'hacked()' }),
          scriptAddress: () => Object.assign(document.createElement('script'), { src: '/page.js' }),
          worker: () => new Worker('/page.js'),
          secondPolicy: () =>
            (window['trustedTypes'] as { createPolicy: (name: string, rules: object) => void }).createPolicy(
              'default',
              {},
            ),
        };
        return Object.entries(tries)
          .filter(([, attempt]) => {
            try {
              attempt();
              return false;
            } catch {
              return true;
            }
          })
          .map(([name]) => name);
      });
      assert.equal(refused, [
        'innerHTML',
        'outerHTML',
        'adjacent',
        'range',
        'srcdoc',
        'write',
        'script',
        'scriptAddress',
        'worker',
        'secondPolicy',
      ]);
      assert.is(
        await page.evaluate(() => {
          const element = document.createElement('p');
          element.append('a');
          // Emptying an element creates no markup, and stays allowed.
          element.innerHTML = '';
          return element.childNodes.length;
        }),
        0,
      );
    }));

  test('a page without rich text has no way from text to markup', async () => {
    const { page, watch, close } = await openPage(server.url);
    watch.expect(/./);
    const message = await page.evaluate(() => {
      try {
        return new DOMParser().parseFromString('<p>a</p>', 'text/html').body.textContent;
      } catch (error) {
        return String(error);
      }
    });
    assert.match(message ?? '', /TrustedHTML/);
    await close();
  });

  const rich = `<h2>Head</h2><p>Some <b>bold</b>, <a href="https://example.com">linked</a> and <code>code</code></p>
    <ol><li>one<ul><li>two</li></ul></li></ol><blockquote><p>quote</p></blockquote><pre>code</pre>
    <p><img src="https://spy.example/a.png" alt="A cat"></p>`;

  for (const theme of ['light', 'dark'] as const) {
    for (const width of [700, 390]) {
      test(`axe finds nothing in the ${theme} theme, ${width} px wide`, () =>
        inField({ html: rich, theme, width, reducedMotion: true }, async (page) => {
          const check = async (what: string) => {
            assert.equal(await checkAxe(page), [], what);
            const overhang = await page.evaluate(
              () => document.documentElement.scrollWidth - window.innerWidth,
            );
            assert.ok(overhang <= 0, `${what} hangs out by ${overhang} px`);
            await shoot(page, `rich-${what}-${width}-${theme}`);
          };
          await check('text');
          await field(page).click();
          await page.getByRole('toolbar').getByRole('button', { name: 'Text color' }).click();
          await check('colors');
          await page.keyboard.press('Escape');
          await tool(page, 'Link').click();
          await page.getByRole('dialog', { name: 'Link' }).waitFor();
          await check('link');
          await page.keyboard.press('Escape');
          await page.getByRole('dialog', { name: 'Link' }).waitFor({ state: 'detached' });
          await tool(page, 'Full screen').click();
          await check('full');
          await page.keyboard.press('Escape');
          await show(page, rich, { 'aria-invalid': true, 'aria-required': true });
          await check('invalid');
          await show(page, rich, { disabled: true });
          await check('disabled');
          await show(page, lossy[3]?.[0] ?? '');
          await page.getByRole('button', { name: 'Convert for the editor' }).waitFor();
          await check('source');
        }));
    }
  }

  test('before the editor loads, its box has its height, its name and a place for the focus', async () => {
    const { page, watch, close } = await openPage(server.url, { width: 700 });
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route(/richText-/, async (route) => {
      await held;
      await route.continue();
    });
    await show(page, '<p>a</p>');
    const box = page.getByRole('textbox', { name: 'note' });
    await tabTo(page, box);
    assert.equal(await checkAxe(page), []);
    const before = await box.boundingBox();
    release();
    await eventually(() => hasFocus(field(page)), true);
    const after = await page.locator('div:has(> [role="toolbar"])').boundingBox();
    assert.equal(after, before);
    await page.keyboard.type('!');
    await eventually(async () => (await told(page)).length, 1);
    assert.equal(watch.problems(), []);
    await close();
  });

  test('tells when the editor fails to load, and tries again', async () => {
    const { page, watch, close } = await openPage(server.url, { width: 700 });
    watch.expect(/Failed to load resource|richText-/);
    await page.route(/richText-/, (route) => route.abort());
    await show(page, '<p>a</p>');
    await page.getByText('The editor could not be loaded.').waitFor();
    assert.equal(await checkAxe(page), []);
    // Chromium before 154 never requests a module again after its first failure.
    const other = '/richText-other.js';
    const importOther = () => page.evaluate((name) => import(name).catch(() => {}), other);
    await importOther();
    await page.unroute(/richText-/);
    await importOther();
    const requestsAgain = server.asked.includes(other);
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.getByRole('button', { name: 'Retry' }).click();
    if (!requestsAgain) {
      await eventually(() => loads, 1);
      await show(page, '<p>a</p>');
    }
    await field(page).getByText('a').waitFor();
    assert.is(loads, requestsAgain ? 0 : 1);
    assert.equal(await told(page), []);
    await close();
  });

  test('reloads the page when the editor fails to load again', async () => {
    const { page, watch, close } = await openPage(server.url, { width: 700 });
    watch.expect(/Failed to load resource|richText-/);
    await page.route(/richText-/, (route) => route.abort());
    await show(page, '<p>a</p>');
    const hasReloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Retry' }).click();
    await hasReloaded;
    await page.unroute(/richText-/);
    await show(page, '<p>a</p>');
    await field(page).getByText('a').waitFor();
    await close();
  });

  test('leaves nothing behind after opening and closing fifty times', () =>
    inField({ html: rich }, async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      const measure = async () => {
        for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage');
        const { usedSize } = await session.send('Runtime.getHeapUsage');
        const { metrics } = await session.send('Performance.getMetrics');
        const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
        return { heap: usedSize, nodes: metric('Nodes'), listeners: metric('JSEventListeners') };
      };
      const openAndClose = async () => {
        await show(page, rich);
        await field(page).click();
        await page.keyboard.type('x');
        await page.evaluate(() => window.page.show(null));
        await page.getByRole('toolbar').waitFor({ state: 'detached' });
        await page.evaluate(() => window.page.told.splice(0));
      };
      const rounds = 50;
      for (let times = 0; times < 10; times += 1) await openAndClose();
      const before = await measure();
      for (let times = 0; times < rounds; times += 1) await openAndClose();
      const after = await measure();
      const perRound = (key: keyof typeof before) => (after[key] - before[key]) / rounds;
      console.log(
        `heap ${Math.round(perRound('heap'))} bytes, nodes ${perRound('nodes')}, listeners ${perRound('listeners')} per round`,
      );
      assert.ok(perRound('heap') <= 20_000, `heap: ${perRound('heap')} bytes a round`);
      assert.ok(perRound('nodes') <= 2, `nodes: ${perRound('nodes')} a round`);
      assert.ok(perRound('listeners') <= 0.1, `listeners: ${perRound('listeners')} a round`);
    }));

  test('the editor is light: Quill without a theme, loaded only when needed', () => {
    const bytes = server.sizeOfPackage('quill');
    assert.ok(bytes < 55_000, `${bytes} bytes`);
  });

  test.run();
}
