// How the rich text field looks and loads in a real browser, and what it leaves behind.
import { test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { checkAxe, launch, openPage, requestsModulesAgain } from '../support/browser';
import { lossy } from '../support/richFixtures';
import type { RichTextPage } from '../support/richTextPage';
import { field, richTextField, show, told, tool } from '../support/richTextWalk';
import { eventually, hasFocus, shoot, tabTo } from '../support/walk';

declare const window: { page: RichTextPage; innerWidth: number } & Record<string, unknown>;

const { inField, pageServer } = richTextField();

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
  const { page, watch, close } = await openPage(pageServer().url, { width: 700 });
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
  const { page, watch, close } = await openPage(pageServer().url, { width: 700 });
  watch.expect(/Failed to load resource|richText-/);
  await page.route(/richText-/, (route) => route.abort());
  await show(page, '<p>a</p>');
  await page.getByText('The editor could not be loaded.').waitFor();
  assert.equal(await checkAxe(page), []);
  await page.unroute(/richText-/);
  const requestsAgain = requestsModulesAgain(await launch());
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
  const { page, watch, close } = await openPage(pageServer().url, { width: 700 });
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
  const bytes = pageServer().sizeOfPackage('quill');
  assert.ok(bytes < 55_000, `${bytes} bytes`);
});
