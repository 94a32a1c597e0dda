// Lists that are one Tab stop, tooltips that never block a click, and the place of the focus.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { addressOf, button } from '../support/editorWalk';
import { createCollection, createRecord, field } from '../support/realBackend';
import { backends } from '../support/server';
import { press } from '../support/tableWalk';
import { eventually, hasFocus, signedInPage, tabTo, visit, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);
const collectionCount = 25;
const recordCount = 60;
const longText =
  'A sentence that is much longer than its column can ever show, however wide the window is. '.repeat(3);

if (newest) {
  const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Collections' });
  const linkTo = (page: Page, name: string) => sidebar(page).getByRole('link', { name, exact: true });
  const row = (page: Page, index: number) => page.locator(`main [data-index="${index}"]`);
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const tips = (page: Page) => page.getByRole('tooltip');
  /** Lets all tooltips come that are on their way. */
  async function letTipsCome(page: Page): Promise<void> {
    await page.clock.fastForward(700);
    const arePlaced = () =>
      tips(page).evaluateAll((found) => found.every((tip) => (tip as HTMLElement).style.opacity !== '0'));
    await eventually(arePlaced, true);
  }
  /** Moves the pointer to the element, and lets its tooltip come. */
  async function pointAt(page: Page, target: Locator): Promise<void> {
    const { x, y } = await boxOf(target);
    await page.mouse.move(x, y);
    await letTipsCome(page);
  }

  const backend = walkedBackend(newest.binary, async () => {
    for (let n = 10; n < 10 + collectionCount - 2; n += 1) {
      await createCollection({ name: `list_${n}`, schema: [field('text', 'title')] });
    }
    const items = await createCollection({
      name: 'items',
      schema: [
        field('text', 'title'),
        field('text', 'note'),
        field('email', 'email'),
        field('json', 'data'),
        field('date', 'day'),
        field('select', 'choice', { values: ['red', 'green'] }),
      ],
    });
    for (let n = 0; n < recordCount; n += 1) {
      await createRecord(items, {
        title: `Item ${n}`,
        note: n % 5 === 0 ? longText : 'Short',
        email: `number${n}@example.com`,
        data: { n },
        day: '2026-11-20 10:11:12.345Z',
        choice: 'green',
      });
    }
  });

  test('tooltips show what is cut and no more, and block no click on the row above', () =>
    walk(signedInPage(backend, addressOf('items')), async ({ page }) => {
      await row(page, 8).waitFor();
      await page.clock.install();
      const dead: string[] = [];
      const cellOf = (index: number, cell: number) => row(page, index).getByRole('gridcell').nth(cell);
      for (const [index, cell] of [
        [3, 1],
        [4, 2],
        [9, 2],
        [6, 4],
        [7, 5],
      ] as const) {
        await pointAt(page, cellOf(index, cell));
        // Only a cut cell shows its text; the tooltip of a date is its local time.
        if (cell === 2) await tips(page).getByText('A sentence').waitFor();
        else if (cell !== 5) assert.is(await tips(page).count(), 0, `row ${index}, cell ${cell}`);
        const to = await boxOf(cellOf(index - 1, cell));
        await page.mouse.move(to.x, to.y, { steps: 3 });
        if (!(await isOver(page, to, `main [data-index="${index - 1}"]`)))
          dead.push(`row ${index}, cell ${cell}`);
      }
      // Icons, pins and copy buttons: with a tooltip open, the pointer still hits the icon's neighbour.
      for (const icon of [
        sidebar(page).getByRole('link', { name: 'list_12' }),
        button(page, 'Edit collection'),
        button(page, 'Copy').first(),
        button(page, 'Refresh'),
      ]) {
        await pointAt(page, icon);
        const swallowed = await tips(page).evaluateAll((found) =>
          found.some((tip) => {
            const { left, top, width, height } = tip.getBoundingClientRect();
            const hit = document.elementFromPoint(left + width / 2, top + height / 2);
            return hit?.closest('[role="tooltip"]') !== null;
          }),
        );
        if (swallowed) dead.push(String(icon));
      }
      assert.equal(dead, []);
      await pointAt(page, cellOf(5, 2));
      const last = await boxOf(cellOf(4, 2));
      await page.mouse.move(last.x, last.y, { steps: 3 });
      await page.mouse.click(last.x, last.y);
      await page.getByRole('dialog', { name: 'Edit items record' }).waitFor();
      const chosen = page.getByRole('dialog').locator('.ellipsis', { hasText: 'green' });
      assert.ok(await chosen.evaluate((text) => text.scrollWidth <= text.clientWidth), 'shown in full');
    }));

  test('the collections and the settings are one Tab stop each, with arrow keys inside', () =>
    walk(signedInPage(backend, addressOf('items')), async ({ page }) => {
      await row(page, 2).waitFor();
      const fresh = button(page, 'New collection');
      await page.getByRole('searchbox', { name: 'Search collections' }).focus();
      let presses = 0;
      for (; !(await hasFocus(fresh)) && presses < 80; presses += 1) await press(page, 'Tab');
      assert.ok(presses <= 4, `${presses} presses`);
      await press(page, 'Shift+Tab');
      await eventually(() => hasFocus(linkTo(page, 'items')), true, 'the current one first');
      await press(page, 'End');
      await eventually(() => hasFocus(linkTo(page, 'list_32')), true);
      await press(page, 'ArrowUp', 'ArrowRight');
      const focused = () =>
        page.evaluate(() => {
          const active = document.activeElement as Element;
          return [active.getAttribute('aria-label'), getComputedStyle(active).opacity];
        });
      await eventually(focused, ['Pin collection', '1'], 'the focus shows the pin');
      await press(page, 'ArrowLeft', 'Home', 'PageDown', 'Tab', 'Shift+Tab');
      const name = () => page.evaluate(() => document.activeElement?.textContent);
      const left = await name();
      assert.ok(left?.startsWith('list_'), `it comes back to where it was, to ${left}`);
      await press(page, 'Enter');
      await heading(page, left ?? '').waitFor();
      assert.is(await name(), left, 'the focus stays on the link');

      await visit(page, '#/settings');
      const link = (to: string) =>
        page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link', { name: to });
      await tabTo(page, link('Application'));
      await press(page, 'End');
      await eventually(() => hasFocus(link('Admins')), true);
      await press(page, 'Enter');
      await heading(page, 'Admins').waitFor();
      await page.emulateMedia({ forcedColors: 'active' });
      const marked = () =>
        link('Admins').evaluate((one) => getComputedStyle(one.parentElement as Element).outlineStyle);
      await eventually(marked, 'solid', 'forced colours mark the current entry');
    }));
}

async function boxOf(target: Locator): Promise<{ x: number; y: number }> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not drawn`);
  return { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 };
}

function isOver(page: Page, at: { x: number; y: number }, selector: string): Promise<boolean> {
  return page.evaluate(({ x, y, wanted }) => document.elementFromPoint(x, y)?.closest(wanted) !== null, {
    ...at,
    wanted: selector,
  });
}
