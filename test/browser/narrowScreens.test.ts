// Pages on a phone and on a tablet: nothing is cut that has room elsewhere.
import { type Locator, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { addressOf, box, button, gone, make } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { checkPicture, eventually, hasFocus, screens, signedInPage, visit, walk } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    await createCollection({ name: 'orders', schema: [field('text', 'summary', {}, true)] });
    await createCollection({ name: 'items', schema: [field('text', 'name', {}, true)] });
    await make(backend, 'items', { name: 'One' });
    await createCollection({ name: 'names', schema: [field('text', longName)] });
    await make(backend, 'names', {});
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const longName =
    'a_name_that_somebody_gave_to_a_field_without_a_second_thought_about_its_length_in_any_list';
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
  const isWhole = (part: Locator) =>
    part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);

  test('on a phone searches have the whole width, and heads and choices are not cut', () =>
    walk(signedInPage(backend, addressOf('orders'), screens.narrow), async (opened) => {
      const { page } = opened;
      const title = page.getByRole('heading', { level: 1 });
      await page.getByText('No records found.').waitFor();
      assert.ok((await widthOf(page.locator('.cm-editor, main [aria-label="Search"]').first())) > 260);
      for (const name of ['Filter', 'See as', 'Views', 'Columns'])
        assert.ok(await button(page, name).getByText(name).isVisible(), name);
      await checkPicture(opened, 'narrow-records', { sizes: ['narrow'] });

      await visit(page, '#/settings/export-collections');
      await button(page, 'Copy').waitFor();
      assert.ok(await isWhole(title), 'Export collections');

      await visit(page, '#/settings/auth-providers');
      const card = page.getByRole('listitem').filter({ hasText: 'google' });
      await card.waitFor();
      const search = page.getByRole('search');
      await eventually(
        async () => (await widthOf(search)) === (await widthOf(card)),
        true,
        'as wide as a card',
      );

      await visit(page, '#/settings/rules');
      const states = page.getByRole('group', { name: 'State' });
      await states.waitFor();
      assert.ok(await isWhole(states), 'the states of rules');
    }));

  test('on a tablet the sidebar is a drawer, so that heads and forms have room', () =>
    walk(signedInPage(backend, addressOf('orders'), { width: 768, height: 1024 }), async ({ page }) => {
      await page.getByText('No records found.').waitFor();
      assert.ok(await isWhole(page.getByRole('heading', { level: 1, name: 'orders' })));
      const { x = 0, width = 0 } = (await button(page, 'New record').first().boundingBox()) ?? {};
      assert.ok(x + width <= 768, 'New record is in the window');
      await button(page, 'Collections').click();
      const drawer = page.getByRole('dialog', { name: 'Collections' });
      await drawer.getByRole('link', { name: 'orders' }).waitFor();
      await page.keyboard.press('Escape');
      await gone(drawer);
      assert.ok(await hasFocus(button(page, 'Collections')));

      await visit(page, '#/settings');
      assert.ok((await widthOf(box(page, 'Application name'))) > 300);

      await page.setViewportSize({ width: 1024, height: 768 });
      await page.getByRole('complementary', { name: 'Settings' }).waitFor();
    }));

  test('a long name can be read in a bulk edit and in the collection editor', () =>
    walk(signedInPage(backend, addressOf('names'), screens.narrow), async (opened) => {
      const { page } = opened;
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await button(page, 'Edit').click();
      const dialog = page.getByRole('dialog', { name: /^Edit/ });
      assert.ok(await isWhole(dialog.getByText(longName, { exact: true })));
      await button(dialog, 'Cancel').click();
      await gone(dialog);

      await page.setViewportSize(screens.wide);
      await button(page, 'Edit collection').click();
      const input = dialog.getByRole('textbox', { name: 'Field name' });
      assert.not(await isWhole(input));
      await input.hover();
      await page.getByRole('tooltip').getByText(longName).waitFor();
      await input.fill('short');
      await input.hover();
      await gone(page.getByRole('tooltip'));
    }));

  test('on a phone each line of the bar of the selected rows is as wide as the bar', () =>
    walk(signedInPage(backend, addressOf('items'), screens.narrow), async ({ page }) => {
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      const bar = page.getByRole('region', { name: 'Selection' });
      const ends = await bar.locator(':scope > *').evaluateAll((parts) => {
        const lines = new Map<number, number>();
        for (const { top, height, right } of parts.map((part) => part.getBoundingClientRect())) {
          const middle = Math.round(top + height / 2);
          lines.set(middle, Math.max(lines.get(middle) ?? 0, Math.round(right)));
        }
        return [...lines.values()];
      });
      assert.is(ends.length, 2);
      assert.is(ends[0], ends[1]);
    }));

  for (const size of ['wide', 'narrow'] as const) {
    test(`${size}: a message does not cover the bar of the selected rows`, () =>
      walk(signedInPage(backend, addressOf('items'), screens[size]), async ({ page }) => {
        await page.getByRole('checkbox', { name: 'Select all' }).check();
        const bar = page.getByRole('region', { name: 'Selection' });
        await bar.getByRole('button').nth(1).click();
        const message = page.getByRole('region', { name: 'Messages' }).getByRole('status');
        await message.getByText('Copied the ids').waitFor();
        await eventually(async () => {
          const [above, below] = [await message.boundingBox(), await bar.boundingBox()];
          return above !== null && below !== null && above.y + above.height <= below.y;
        }, true);
      }));
  }
}
