// Editing in the rich text field in a real browser, under the policy of our page.
import { test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { fromTinyMce, lossy } from '../support/richFixtures';
import type { RichTextPage } from '../support/richTextPage';
import {
  expectHandlers,
  field,
  latest,
  richTextField,
  saying,
  show,
  source,
  toEnd,
  told,
  tool,
} from '../support/richTextWalk';
import { eventually, hasFocus, tabTo } from '../support/walk';

declare const window: { page: RichTextPage };

const { inField } = richTextField();

test('keeps the same HTML as the unit tests, and names the same losses', () =>
  inField({}, async (page, { watch }) => {
    expectHandlers(watch);
    const known = [...Object.values(fromTinyMce).map((html) => [html, []]), ...lossy] as [string, string[]][];
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
    assert.ok(await hasFocus(field(page)), 'typing continues after a button');
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
    await saying(page, '<ul>\n<li>one\n<ul>\n<li>two</li>\n</ul>\n</li>\n<li>three</li>\n</ul>\n<p>out</p>');
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

test('a plain text keeps its line breaks and spaces when a character is typed', () =>
  inField({ html: '  first  line\nsecond line\n\nlast' }, async (page) => {
    await toEnd(page);
    assert.equal(await told(page), []);
    await page.keyboard.type('!');
    await saying(page, '&nbsp;&nbsp;first &nbsp;line<br>second line<br><br>last!');
    await page.keyboard.press('Backspace');
    await saying(page, '  first  line\nsecond line\n\nlast');
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
    // The tools fade out, which tells that there are more; at the end of the row none is under the fade.
    const fade = await tool(page, 'Source').evaluate((button) => {
      const { backgroundImage, width } = getComputedStyle(button.parentElement as Element, '::before');
      return { backgroundImage, width: Number.parseFloat(width) };
    });
    assert.match(fade.backgroundImage, /gradient/);
    await bar.evaluate((row) => row.scrollTo({ left: row.scrollWidth }));
    const [last, first] = await Promise.all(
      ['Remove formatting', 'Source'].map((name) => tool(page, name).boundingBox()),
    );
    assert.ok(last && first && last.x + last.width <= first.x - fade.width);
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
