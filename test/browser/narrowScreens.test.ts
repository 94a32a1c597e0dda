// Pages on a phone and on a tablet: what moves into drawers and menus, and nothing is cut that has room elsewhere.
import { type Locator, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { addressOf, box, button, gone, make } from '../support/editorWalk';
import { createCollection, field } from '../support/realBackend';
import { backends } from '../support/server';
import { eventually, hasFocus, screens, signedInPage, tabTo, visit, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  let item = '';

  const backend = walkedBackend(newest.binary, async () => {
    await createCollection({ name: 'orders', schema: [field('text', 'summary', {}, true)] });
    await createCollection({ name: 'items', schema: [field('text', 'name', {}, true)] });
    item = (await make(backend, 'items', { name: 'One' })).id;
  });

  const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
  const isWhole = (part: Locator) =>
    part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);

  test('on a phone the sections are at the bottom, the collections in a drawer, the buttons in a menu', () =>
    walk(signedInPage(backend, addressOf('items'), screens.narrow), async ({ page }) => {
      const title = (name: string) => page.getByRole('heading', { level: 1, name });
      const header = page.getByRole('main').locator('header').first();
      const opener = button(page, 'Collections');
      const drawer = page.getByRole('dialog', { name: 'Collections' });
      await title('items').waitFor();
      const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
      assert.equal([bar?.x, bar && bar.y + bar.height, bar?.width], [0, 844, 390]);
      assert.ok((await widthOf(title('items').locator('..'))) >= 200, 'room for the title');

      await button(page, 'More actions').click();
      await page.getByRole('menuitemcheckbox', { name: 'Live' }).click();
      // The switch is in the menu, so the header shows that it is on.
      await header.getByText('Live', { exact: true }).waitFor();
      await page.keyboard.press('Escape');

      await tabTo(page, opener);
      await page.keyboard.press('Enter');
      await drawer.waitFor();
      assert.ok((await widthOf(drawer)) <= 288);
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press('Tab');
        // Between its end and its start are the controls of the browser itself.
        const isInside = (element: Element) =>
          element.contains(document.activeElement) || !document.querySelector(':focus');
        assert.ok(await drawer.evaluate(isInside), 'the focus stays in the drawer');
      }
      await page.keyboard.press('Escape');
      await gone(drawer);
      await eventually(() => hasFocus(opener), true, 'the focus is back');
      await opener.click();
      await page.mouse.click(370, 300);
      await gone(drawer);
      await opener.click();
      await drawer.getByRole('link', { name: 'users' }).click();
      await title('users').waitFor();
      await gone(drawer);
    }));

  test('on a phone searches have the whole width, and heads, choices and fields are not cut', () =>
    walk(
      signedInPage(backend, addressOf('orders'), { ...screens.narrow, isTouch: true }),
      async ({ page }) => {
        await page.getByText('No records found.').waitFor();
        assert.ok(await page.getByRole('columnheader', { name: 'id' }).isVisible(), 'the heads stay');
        assert.ok((await widthOf(page.locator('.cm-editor, main [aria-label="Search"]').first())) > 260);
        assert.ok(await button(page, 'Columns').getByText('Columns').isVisible());

        await visit(page, '#/settings/export-collections');
        await button(page, 'Copy').waitFor();
        assert.ok(await isWhole(page.getByRole('heading', { level: 1 })), 'Export collections');

        await visit(page, '#/settings/auth-providers');
        const card = page.getByRole('listitem').filter({ hasText: 'google' });
        await card.waitFor();
        const isAsWide = async () => (await widthOf(page.getByRole('search'))) === (await widthOf(card));
        await eventually(isAsWide, true, 'as wide as a card');

        await visit(page, '#/settings/rules');
        const states = page.getByRole('group', { name: 'State' });
        await states.waitFor();
        assert.ok(await isWhole(states), 'the states of rules');

        await visit(page, addressOf('items', item));
        const field = page.getByRole('textbox', { name: 'name' });
        await field.waitFor();
        const measures = await field.evaluate((element) => {
          const { paddingTop, paddingBottom, lineHeight } = getComputedStyle(element);
          return [element.clientHeight, ...[paddingTop, paddingBottom, lineHeight].map(Number.parseFloat)];
        });
        assert.equal(measures, [38, 9, 9, 20], 'a line of text is centred');
      },
    ));

  test('on a tablet the sidebar is a drawer, so that heads and forms have room', () =>
    walk(signedInPage(backend, addressOf('orders'), { width: 768, height: 1024 }), async ({ page }) => {
      await page.getByText('No records found.').waitFor();
      assert.ok(await isWhole(page.getByRole('heading', { level: 1, name: 'orders' })));
      const { x = 0, width = 0 } = (await button(page, 'New record').first().boundingBox()) ?? {};
      assert.ok(x + width <= 768, 'New record is in the window');
      await button(page, 'Collections').click();
      await page.getByRole('dialog', { name: 'Collections' }).getByRole('link', { name: 'orders' }).waitFor();

      await visit(page, '#/settings');
      assert.ok((await widthOf(box(page, 'Application name'))) > 300);
      await page.setViewportSize({ width: 1024, height: 768 });
      await page.getByRole('complementary', { name: 'Settings' }).waitFor();
    }));
}
