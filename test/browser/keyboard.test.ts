// Lists that are one Tab stop, tooltips that never block a click, and the place of the focus.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { addressOf, button } from '../support/editorWalk';
import { connectClient, createCollection, createRecord, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { press } from '../support/tableWalk';
import { askServer, eventually, hasFocus, signedInPage, tabTo, visit, walk } from '../support/walk';

const newest = backends().at(-1);
const collectionCount = 25;
const recordCount = 60;
const longText =
  'A sentence that is much longer than its column can ever show, however wide the window is. '.repeat(3);

if (newest) {
  let backend: TestBackend;

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

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
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
  test.afterAll(async () => {
    await backend?.stop();
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

  test('the rows are one Tab stop, however far they are; Enter opens one, and Escape leads back', () =>
    walk(signedInPage(backend, addressOf('items')), async ({ page }) => {
      const panel = page.getByRole('dialog', { name: 'Edit items record' });
      const rowHead = (index: number) => row(page, index).getByRole('rowheader');
      await row(page, 2).waitFor();
      await page.clock.install();
      await tabTo(page, rowHead(0));
      await press(page, 'Control+End');
      await eventually(() => hasFocus(rowHead(39)), true);
      await eventually(() => row(page, 39).evaluate(isInView), true);
      await press(page, 'PageUp', 'PageUp', 'Control+Home', 'ArrowDown', 'ArrowDown');
      await eventually(() => hasFocus(rowHead(2)), true);
      await press(page, 'Shift+Space');
      await eventually(() => row(page, 2).getByRole('checkbox').isChecked(), true);
      await press(page, 'Shift+Space', 'ArrowDown', 'Home');
      await eventually(() => hasFocus(row(page, 3).getByRole('checkbox')), true);
      await press(page, 'End', 'Tab');
      await eventually(() => hasFocus(button(page, 'Load more')), true, 'out of the rows');
      await press(page, 'Shift+Tab');
      await eventually(() => hasFocus(row(page, 3).getByRole('gridcell').last()), true);
      await press(page, 'Home', 'Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowUp');
      const head = page.getByRole('columnheader', { name: 'title' }).getByRole('button');
      await eventually(() => hasFocus(head), true, 'Up leads to the heads');
      await press(page, 'ArrowDown', 'ArrowLeft', 'Enter');
      await eventually(() => hasFocus(button(panel, 'Close')), true, 'one calm mark');
      await letTipsCome(page);
      assert.is(await tips(page).count(), 0, 'nothing was asked for');
      await press(page, 'Escape');
      await eventually(() => hasFocus(rowHead(0)), true, 'back in the row');
      await tabTo(page, button(page, 'New record'), 'Shift+Tab');
      await press(page, 'Enter');
      const title = page
        .getByRole('dialog', { name: 'New items record' })
        .getByRole('textbox', { name: 'title' });
      await eventually(() => hasFocus(title), true, 'the first field');

      const { json } = await askServer(backend, 'collections/items/records?perPage=1');
      await visit(page, addressOf('items', json.items[0].id));
      await eventually(() => hasFocus(button(panel, 'Close')), true, 'also when opened by its URL');
    }));

  test('deleting a backup or a collection by keys keeps the focus in its list', () =>
    walk(signedInPage(backend, '#/settings/backups'), async ({ page }) => {
      for (const name of ['a.zip', 'b.zip']) {
        await askServer(backend, 'backups', { method: 'POST', body: { name } });
      }
      await button(page, 'Refresh').click();
      await tabTo(page, button(page, 'Delete b.zip'));
      await press(page, 'Enter');
      await tabTo(page, button(page.getByRole('alertdialog'), 'Yes'));
      await press(page, 'Enter');
      await button(page, 'Delete b.zip').waitFor({ state: 'detached' });
      await eventually(() => hasFocus(button(page, 'Download a.zip')), true, 'on the next one');

      await visit(page, addressOf('list_15'));
      await heading(page, 'list_15').waitFor();
      await tabTo(page, button(page, 'Edit collection'));
      await press(page, 'Enter');
      const panel = page.getByRole('dialog', { name: 'Edit collection' });
      await tabTo(page, button(panel, 'More actions'));
      await press(page, 'Enter', 'End', 'Enter');
      const question = page.locator('[role="dialog"]').last();
      await question.getByRole('textbox').fill('list_15');
      await tabTo(page, button(question, 'Delete'));
      await press(page, 'Enter');
      await linkTo(page, 'list_15').waitFor({ state: 'detached' });
      await panel.waitFor({ state: 'detached' });
      const isInList = () => page.evaluate(() => document.activeElement?.closest('[data-list]') !== null);
      await eventually(isInList, true, 'on the collections');
      assert.is((await askServer(backend, 'collections/list_15')).status, 404);
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

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const list = element.closest('section')?.getBoundingClientRect();
  return list !== undefined && top >= list.top && bottom <= list.bottom;
}
