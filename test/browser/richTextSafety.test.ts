// Hostile HTML in the rich text field in a real browser, under the policy of our page.
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
  show,
  toEnd,
  told,
} from '../support/richTextWalk';
import { eventually } from '../support/walk';

declare const window: { page: RichTextPage; innerWidth: number } & Record<string, unknown>;

const { inField, pageServer } = richTextField();

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
  const { page, watch, close } = await openPage(pageServer().url);
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
