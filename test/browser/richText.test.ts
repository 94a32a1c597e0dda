// Editing in the rich text field in a real browser, under the policy of our page; its source, and how it loads.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { launch, openPage, requestsModulesAgain } from '../support/browser';
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
import { eventually, hasFocus, tabTo, walk } from '../support/walk';

declare const window: { page: RichTextPage };

const { inField, pageServer } = richTextField();

/** Shows another text, which contains this line, and puts the caret behind it. */
async function atEndOf(page: Page, html: string, line: string): Promise<void> {
  await show(page, html);
  await field(page).getByText(line).first().waitFor();
  await toEnd(page);
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const menuOf = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name });

test('keeps the same HTML as the unit tests, names the same losses, and reports no text that is only viewed', () =>
  inField({ html: Object.values(fromTinyMce).join('\n') }, async (page, { watch }) => {
    expectHandlers(watch);
    watch.expect(/404.*a\.png/);
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
    await show(page, fromTinyMce['lists in lists'] ?? '');
    await field(page).click();
    await press(page, 'Control+a', 'ArrowDown', 'ArrowRight', 'Home', 'End', 'Shift+ArrowUp');
    await page.getByLabel('After').focus();
    await tool(page, 'Source').click();
    await source(page).waitFor();
    await tool(page, 'Source').click();
    await field(page).waitFor();
    assert.equal(await told(page), []);
  }));

test('types clean HTML, deletes and passes line breaks, and has a text that is typed back exactly as it was', () =>
  inField({}, async (page) => {
    await page.getByText('note', { exact: true }).click();
    assert.ok(await hasFocus(field(page)), 'a click on the label leads into the text');
    await page.keyboard.type('Hello  world <b> & "you" ');
    await press(page, 'Enter', 'Enter');
    await page.keyboard.type('two');
    await press(page, 'Shift+Enter');
    await page.keyboard.type('three');
    await saying(page, '<p>Hello &nbsp;world &lt;b&gt; &amp; "you"</p>\n<p><br></p>\n<p>two<br>three</p>');
    await press(page, 'Control+a', 'Delete');
    await saying(page, '');

    await page.keyboard.type('one');
    await press(page, 'Shift+Enter');
    await page.keyboard.type('ab');
    await press(page, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await page.keyboard.type('!');
    await saying(page, '<p>one!<br>ab</p>');
    await press(page, 'Delete', 'Shift+Enter', 'Shift+Enter');
    await saying(page, '<p>one!<br><br>ab</p>');
    await press(page, 'Backspace', 'Backspace');
    await page.keyboard.type('-');
    await saying(page, '<p>one!-ab</p>');

    for (const [html, line, typed] of [
      ['<p>One  <b>two</b></p><p>three</p>', 'three', '<p>One <b>two</b></p>\n<p>three!</p>'],
      [
        '  first  line\nsecond line\n\nlast',
        'last',
        '&nbsp;&nbsp;first &nbsp;line<br>second line<br><br>last!',
      ],
    ] as const) {
      await atEndOf(page, html, line);
      await page.keyboard.type('!');
      await saying(page, typed);
      await press(page, 'Backspace');
      await saying(page, html);
    }
  }));

test('sets all formats by keys alone', () =>
  inField({}, async (page) => {
    await tabTo(page, field(page));
    await page.keyboard.type('a');
    await press(page, 'Shift+Tab');
    assert.ok(await hasFocus(menuOf(page, 'Style: Normal')));
    await press(page, 'ArrowRight', 'Enter');
    assert.ok(await hasFocus(field(page)), 'typing continues after a button');
    await page.keyboard.type('b');
    await press(page, 'Alt+F10');
    assert.ok(await hasFocus(tool(page, 'Bold')), 'the toolbar remembers its button');
    assert.is(await tool(page, 'Bold').getAttribute('aria-pressed'), 'true');
    await press(page, ' ');
    await page.keyboard.type('c');
    await saying(page, '<p>a<strong>b</strong>c</p>');
    await press(page, 'Control+a', 'Alt+F10', 'Home', 'ArrowDown');
    assert.ok(await hasFocus(page.getByRole('menuitemradio', { name: 'Normal' })));
    await press(page, 'ArrowDown', 'ArrowDown', 'Enter');
    await saying(page, '<h2>a<strong>b</strong>c</h2>');
    await press(page, 'Alt+F10', 'End');
    assert.ok(await hasFocus(tool(page, 'Full screen')));
    await press(page, 'ArrowRight');
    assert.ok(await hasFocus(menuOf(page, 'Style: Heading 2')), 'it goes round');
    await press(page, 'Tab');
    assert.ok(await hasFocus(field(page)), 'the toolbar is one stop');
    await press(page, 'Tab');
    assert.ok(await hasFocus(page.getByLabel('After')), 'Tab leads out of the text');
  }));

const buttons: [name: string, html: string][] = [
  ['Bold', '<p><strong>word</strong></p>'],
  ['Italic', '<p><em>word</em></p>'],
  ['Underline', '<p><u>word</u></p>'],
  ['Strikethrough', '<p><s>word</s></p>'],
  ['Code', '<p><code>word</code></p>'],
  ['Bulleted list', '<ul>\n<li>word</li>\n</ul>'],
  ['Numbered list', '<ol>\n<li>word</li>\n</ol>'],
  ['Quote', '<blockquote>\n<p>word</p>\n</blockquote>'],
  ['Right to left', '<p style="direction: rtl;">word</p>'],
];
const choices: [menu: string, item: string, html: string][] = [
  ['Style', 'Heading 3', '<h3>word</h3>'],
  ['Style', 'Code block', '<pre><code>word</code></pre>'],
  ['Style', 'Normal', '<p>word</p>'],
  ['Align', 'Center', '<p style="text-align: center;">word</p>'],
  ['Align', 'Left', '<p>word</p>'],
  ['Text color', 'Firebrick', '<p><span style="color: firebrick;">word</span></p>'],
  [
    'Background color',
    'Khaki',
    '<p><span style="color: firebrick; background-color: khaki;">word</span></p>',
  ],
];

test('each button of the toolbar does what it says, and shows the formats at the caret', () =>
  inField({ html: '<p>word</p>' }, async (page) => {
    await field(page).click();
    for (const [name, html] of buttons) {
      await press(page, 'Control+a');
      await tool(page, name).click();
      await saying(page, html);
      assert.is(await tool(page, name).getAttribute('aria-pressed'), 'true', name);
      await tool(page, name).click();
      await saying(page, '<p>word</p>');
    }
    assert.equal(await page.evaluate(() => window.page.directions), ['rtl', 'ltr']);
    for (const [menu, item, html] of choices) {
      await press(page, 'Control+a');
      await menuOf(page, menu).click();
      await page.getByRole('menuitemradio', { name: item, exact: true }).click();
      await saying(page, html);
    }
    await tool(page, 'Remove formatting').click();
    await saying(page, '<p>word</p>');

    const on = () =>
      page
        .getByRole('toolbar')
        .evaluate((bar) =>
          [...bar.querySelectorAll('[aria-pressed="true"], [aria-label^="Style"]')].map((button) =>
            button.getAttribute('aria-label'),
          ),
        );
    await atEndOf(page, '<p><strong><em>a</em></strong></p><ol><li>b</li></ol><h3>c</h3>', 'c');
    await eventually(on, ['Style: Heading 3']);
    await press(page, 'ArrowUp');
    await eventually(on, ['Style: Normal', 'Numbered list']);
    await press(page, 'ArrowUp');
    await eventually(on, ['Style: Normal', 'Bold', 'Italic']);
    // Text outside a paragraph stays so until it becomes a block.
    await atEndOf(page, 'plain <b>text</b>', 'plain');
    await page.keyboard.type('!');
    await saying(page, 'plain <b>text!</b>');
    await tool(page, 'Quote').click();
    await saying(page, '<blockquote>plain <b>text!</b></blockquote>');
  }));

test('lists and code indent by the same keys and are left by empty lines; typing can be undone, loading not', () =>
  inField({}, async (page) => {
    await field(page).click();
    await page.keyboard.type('- one');
    await press(page, 'Enter', 'Control+]');
    await page.keyboard.type('two');
    await press(page, 'Enter', 'Control+[');
    await page.keyboard.type('three');
    await press(page, 'Enter', 'Enter');
    await page.keyboard.type('out');
    await saying(page, '<ul>\n<li>one\n<ul>\n<li>two</li>\n</ul>\n</li>\n<li>three</li>\n</ul>\n<p>out</p>');

    await atEndOf(page, '<pre><code>a</code></pre>', 'a');
    await press(page, 'Enter');
    await page.keyboard.type('b');
    await press(page, 'Control+]', 'Control+]', 'Control+[');
    await saying(page, '<pre><code>a\n  b</code></pre>');
    await press(page, 'Enter', 'Enter', 'Enter');
    await page.keyboard.type('out');
    await saying(page, '<pre><code>a\n  b</code></pre>\n<p>out</p>');

    await atEndOf(page, '<p>first</p>', 'first');
    await press(page, 'Control+z');
    await page.keyboard.type(' two');
    await saying(page, '<p>first two</p>');
    await press(page, 'Control+b', 'Control+z');
    await saying(page, '<p>first</p>');
    await press(page, 'Control+z', 'Control+Shift+Z');
    await saying(page, '<p>first two</p>');
    await atEndOf(page, '<p>other</p>', 'other');
    await press(page, 'Control+z');
    await field(page).getByText('other').waitFor();
    assert.is(await latest(page), '<p>first two</p>');
  }));

test('an empty text starts in the last direction; an input method is not disturbed; a disabled field stays', () =>
  inField({ props: { direction: 'rtl', placeholder: 'Nothing yet' } }, async (page) => {
    assert.is(await field(page).getAttribute('data-placeholder'), 'Nothing yet');
    await field(page).click();
    await eventually(() => tool(page, 'Right to left').getAttribute('aria-pressed'), 'true');
    assert.equal(await told(page), []);
    await page.keyboard.type('שלום');
    await saying(page, '<p style="direction: rtl;">שלום</p>');

    await atEndOf(page, '<p>a</p>', 'a');
    const session = await page.context().newCDPSession(page);
    for (const text of ['に', 'にほ'])
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await session.send('Input.insertText', { text: '日本' });
    await saying(page, '<p>a日本</p>');

    await show(page, '<p>closed</p>', { disabled: true });
    await page.getByText('closed').waitFor();
    await page.locator('[role="textbox"]').click({ force: true });
    await page.keyboard.type('x');
    assert.ok(await tool(page, 'Bold').isDisabled());
    assert.is(await latest(page), '<p>a日本</p>');
  }));

test('full screen keeps the focus inside and ends with Escape; on a phone the toolbar is one row that scrolls', () =>
  inField({ html: '<p>one</p>' }, async (page) => {
    await field(page).click();
    await tool(page, 'Full screen').click();
    const dialog = page.getByRole('dialog', { name: 'Full screen' });
    assert.equal(await dialog.boundingBox(), { x: 0, y: 0, width: 700, height: 800 });
    await press(page, 'Tab');
    assert.not.ok(await hasFocus(page.getByLabel('After')));
    await field(page).click();
    await menuOf(page, 'Style').click();
    await page.getByRole('menuitemradio', { name: 'Heading 2' }).click();
    await saying(page, '<h2>one</h2>');
    await press(page, 'Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.ok(await hasFocus(field(page)));

    await page.setViewportSize({ width: 390, height: 800 });
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
    const box = await tool(page, 'Full screen').boundingBox();
    assert.ok(box && box.x + box.width <= 390);
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
    await press(page, 'Control+a');
    await page.keyboard.type('<p class="a">typed</p>');
    await note.getByText('The editor would drop 1 class.').waitFor();
    await preview.getByText('typed').waitFor();
    await page.getByRole('button', { name: 'Convert for the editor' }).click();
    await saying(page, '<p>typed</p>');
    await eventually(() => hasFocus(field(page)), true);

    // A source that has become harmless leads back into the editor.
    await show(page, '<p class="a">one</p>');
    await source(page).click();
    await page.locator('.cm-content').waitFor();
    await press(page, 'Control+a');
    await page.keyboard.type('<h2>two</h2>');
    await note.waitFor({ state: 'detached' });
    await tool(page, 'Source').click();
    await field(page).getByRole('heading', { name: 'two' }).waitFor();
    assert.is(await latest(page), '<h2>two</h2>');
  }));

test('before the editor loads, its box has its height and the focus; a failed load can be repeated', () =>
  walk(openPage(pageServer().url, { width: 700 }), async ({ page, watch }) => {
    page.setDefaultTimeout(10_000);
    const chunk = /richText-/;
    watch.expect(/Failed to load resource|richText-/);
    await page.route(chunk, (route) => route.abort());
    await show(page, '<p>a</p>');
    const requestsAgain = requestsModulesAgain(await launch());
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.getByText('The editor could not be loaded.').waitFor();
    await page.unroute(chunk);
    await page.getByRole('button', { name: 'Retry' }).click();
    if (!requestsAgain) {
      await eventually(() => loads, 1);
      await show(page, '<p>a</p>');
    }
    await field(page).getByText('a').waitFor();
    assert.is(loads, requestsAgain ? 0 : 1);

    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route(chunk, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await show(page, '<p>a</p>');
    await tabTo(page, page.getByRole('textbox', { name: 'note' }));
    const before = await page.getByRole('textbox', { name: 'note' }).boundingBox();
    release();
    await eventually(() => hasFocus(field(page)), true);
    const after = await page.locator('div:has(> [role="toolbar"])').boundingBox();
    assert.equal(after, before);
    await page.keyboard.type('!');
    await eventually(async () => (await told(page)).length, 1);
  }));
