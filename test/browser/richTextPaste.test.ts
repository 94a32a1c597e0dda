// Paste, drop, pictures and links of the rich text field in a real browser; hostile HTML on each way into it.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { openPage } from '../support/browser';
import { quiet } from '../support/eventually';
import { hostile } from '../support/hostileHtml';
import type { RichTextPage } from '../support/richTextPage';
import {
  expectHandlers,
  field,
  latest,
  paste,
  richTextField,
  saying,
  show,
  toEnd,
  told,
  tool,
} from '../support/richTextWalk';
import { eventually, hasFocus, walk } from '../support/walk';

declare const window: { page: RichTextPage } & Record<string, unknown>;

const { inField, pageServer } = richTextField();

/** A list item as Word copies it. */
const wordItem = (level: number, sign: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>${text}<o:p></o:p></span></p>`;

const pastes: [from: string, html: string, kept: string][] = [
  [
    'a page of the web',
    '<meta charset="utf-8"><!--StartFragment--><h2 class="x" style="color: red">Head</h2><p style="margin: 0; text-align: right"><span style="font-size: 18px; font-weight: 700">bold</span> <span style="font-style: italic; color: blue">italic</span> <a class="y" href="https://example.com" target="_self">link</a></p><table><tr><td>cell</td><td>two</td></tr></table><ul><li>one<ul><li>two</li></ul></li></ul><!--EndFragment-->',
    '<h2>Head</h2>\n<p><strong>bold</strong> <em>italic</em> <a href="https://example.com">link</a></p>\n<p>cell</p>\n<p>two</p>\n<ul>\n<li>one\n<ul>\n<li>two</li>\n</ul>\n</li>\n</ul>',
  ],
  [
    'Word',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm} @list l0:level1 {mso-level-number-format:bullet} --></style></head><body lang=EN-US><!--StartFragment-->
<p class=MsoNormal><b><span lang=EN-US style='font-size:14.0pt'>A
title<o:p></o:p></span></b></p>
${wordItem(1, '·', 'one')}
${wordItem(2, 'o', 'inner')}
${wordItem(1, '·', '<i>two</i>')}
${wordItem(1, '1.', 'first')}
${wordItem(1, '2)', 'second')}
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<!--EndFragment--></body></html>`,
    '<p><b>A title</b></p>\n<ul>\n<li>one\n<ul>\n<li>inner</li>\n</ul>\n</li>\n<li><i>two</i></li>\n</ul>\n<ol>\n<li>first</li>\n<li>second</li>\n</ol>\n<p>&nbsp;</p>',
  ],
  [
    'Google Docs',
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;text-decoration:none;">plain </span><span style="font-weight:700;text-decoration:underline;">bold</span></p></b>',
    '<p>plain <u><strong>bold</strong></u></p>',
  ],
];

test('a paste keeps blocks, lists, links and plain formats; into a line and into code it keeps its place', () =>
  inField({}, async (page) => {
    for (const [from, html, kept] of pastes) {
      await show(page, '');
      await eventually(() => field(page).textContent(), '');
      await field(page).click();
      await paste(page, { 'text/html': html, 'text/plain': `not this of ${from}` });
      await saying(page, kept);
    }
    const own = '<p>a <span style="color: teal;">b</span></p><p style="text-align: center;">c</p>';
    await show(page, own);
    await field(page).getByText('c', { exact: true }).waitFor();
    await field(page).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+x');
    await saying(page, '');
    await page.keyboard.press('Control+v');
    await saying(page, own);

    const code = '\n<pre><code>bx\n\ty</code></pre>';
    await show(page, '<h3>a</h3><pre><code>b</code></pre>');
    await field(page).getByText('b', { exact: true }).waitFor();
    await toEnd(page);
    await paste(page, { 'text/html': '<p><b>x</b></p><p>y</p>', 'text/plain': 'x\r\n\ty' });
    await saying(page, `<h3>a</h3>${code}`);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await paste(page, { 'text/html': '<p><b>x</b></p>' });
    await paste(page, { 'text/plain': ' two  words' });
    await saying(page, `<h3>a<b>x two &nbsp;words</b></h3>${code}`);
    await page.keyboard.press('Control+z');
    await saying(page, `<h3>a<b>x</b></h3>${code}`);
  }));

test('reports what a pasted table loses, and offers to paste it as source; the note can be dismissed', () =>
  inField({}, async (page, { watch }) => {
    expectHandlers(watch);
    const missed = page.getByRole('status').filter({ hasText: 'Only the text was pasted' });
    const asSource = page.getByRole('button', { name: 'Paste as source' });
    const oneTable = {
      'text/html':
        '<style>td { color: red }</style><table class="x" onclick="alert(1)"><tbody><tr><td colspan="2" style="color: red">cell<!-- x --></td></tr></tbody></table><script>alert(1)</script>',
      'text/plain': 'cell',
    };
    await field(page).click();
    await paste(page, oneTable);
    await missed.waitFor();
    await page.keyboard.type('!');
    await saying(page, '<p>cell!</p>');
    await asSource.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await missed.waitFor({ state: 'detached' });
    assert.ok(await hasFocus(field(page)));

    await show(page, '<p>one two</p>');
    await field(page).getByText('one two').waitFor();
    await page.keyboard.press('Control+Home');
    for (const _ of 'one') await page.keyboard.press('ArrowRight');
    await paste(page, oneTable);
    await saying(page, '<p>onecell two</p>');
    await missed.getByText('The editor would drop 1 table.').waitFor();
    await asSource.click();
    const table = '<table><tbody><tr><td colspan="2">cell</td></tr></tbody></table>';
    await saying(page, `<p>one</p>\n${table}\n<p>&nbsp;two</p>`);
    await page.getByText('The editor would drop 1 table. To keep everything').waitFor();
    assert.is(await missed.count(), 0);
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
    const before = pageServer().asked.length;
    for (const html of hostile) {
      await page.evaluate(() => window.page.told.splice(0));
      await show(page, html);
      await page.locator('[contenteditable="true"], iframe[title="Preview"]').first().waitFor();
      const isLossy = await page.evaluate(
        async (text) => (await window.page.rules()).lossOf(text).length > 0,
        html,
      );
      if (isLossy) await convert.waitFor();
      await checkHarmless(page, html);
      if (isLossy) {
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
    const asked = new Set(pageServer().asked.slice(before));
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
    await quiet();
    await checkHarmless(page, 'in the end');
  }));

test('no other way leads from text to markup, with rich text and without', () =>
  walk(openPage(pageServer().url), async ({ page, watch }) => {
    watch.expect(/CSP violation: (require-trusted-types-for|trusted-types)/);
    watch.expect(/requires? 'Trusted(HTML|Script|ScriptURL)'/);
    watch.expect(/policy named|Creating a TrustedTypePolicy|violates the following/i);
    const allowed = (isLate: boolean) =>
      page.evaluate((isLate) => {
        const make = (name: string, rest: object) =>
          Object.assign(document.body.appendChild(document.createElement(name)), rest);
        const types = window['trustedTypes'] as { createPolicy: (name: string, rules: object) => void };
        const tries: Record<string, () => unknown> = {
          parser: () => new DOMParser().parseFromString('<p>a</p>', 'text/html'),
          innerHTML: () => make('p', { innerHTML: '<b>a</b>' }),
          outerHTML: () => make('p', { outerHTML: '<b>a</b>' }),
          adjacent: () => document.body.insertAdjacentHTML('beforeend', '<b>a</b>'),
          range: () => document.createRange().createContextualFragment('<b>a</b>'),
          srcdoc: () => make('iframe', { srcdoc: '<b>a</b>' }),
          write: () => document.write('<b>a</b>'),
          script: () => make('script', { text: 'hacked()' }),
          scriptAddress: () => make('script', { src: '/page.js' }),
          worker: () => new Worker('/page.js'),
          policy: () => types.createPolicy(isLate ? 'default' : 'other', {}),
          // Emptying an element creates no markup, and stays allowed.
          emptied: () => make('p', { innerHTML: '' }),
        };
        const isAllowed = (attempt: () => unknown) => {
          try {
            attempt();
            return true;
          } catch {
            return false;
          }
        };
        return Object.keys(tries).filter((name) => isAllowed(tries[name] as () => unknown));
      }, isLate);
    await page.getByLabel('After', { exact: true }).waitFor();
    assert.equal(await allowed(false), []);
    await show(page, '<p>a</p>');
    await field(page).waitFor();
    // Its own policy is the default one, so parsing is allowed.
    assert.equal(await allowed(true), ['parser', 'emptied']);
  }));
